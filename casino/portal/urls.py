"""Addresses of the portal."""

from django.urls import path

from casino.portal import golden, tokens, views

app_name = "portal"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("arrive/", views.arrive, name="arrive"),
    path("profile/", views.profile, name="profile"),
    path("profile/tokens/", tokens.tokens, name="tokens"),
    path("profile/tokens/<int:token_id>/revoke/", tokens.revoke, name="token_revoke"),
    path("golden-chips/", golden.golden_chips, name="golden_chips"),
    path("notices/read/", views.notices_read, name="notices_read"),
    path("safer-play/", views.safer_play, name="safer_play"),
    path("house-rules/", views.house_rules, name="house_rules"),
]
