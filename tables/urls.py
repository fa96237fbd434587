"""Addresses at the tables."""

from django.urls import include, path

from tables import views

app_name = "tables"
# Votes come by the thousand: theirs is the first address that is tried.
at_a_table = [
    path("vote/", views.vote, name="vote"),
    path("", views.table, name="table"),
    path("help/", views.help_page, name="help"),
    path("open/", views.open_session, name="open_session"),
    path("add-money/", views.add_money, name="add_money"),
    path("end/", views.end_session, name="end_session"),
    path("chip/", views.place_chip, name="place_chip"),
    path("deal/", views.deal, name="deal"),
    path("act/", views.act, name="act"),
    path("live/", views.live_poll, name="live"),
    path("bets/", views.lay_bets, name="lay"),
    path("auto/", views.choose_auto, name="auto"),
    path("insurance/", views.insure, name="insure"),
]

urlpatterns = [
    path("tables/<slug:slug>/", include(at_a_table)),
    path("history/", views.history, name="history"),
    path("history/<uuid:public_id>/", views.round_detail, name="round"),
    path("history/<uuid:public_id>/replay/", views.replay, name="replay"),
    path("history/<uuid:public_id>/question/", views.question, name="question"),
    path("history/<uuid:public_id>/ask/", views.ask, name="ask"),
    path("statement/", views.statement, name="statement"),
    path("statement.csv", views.statement_csv, name="statement_csv"),
    path("verify/", views.verify, name="verify"),
]
