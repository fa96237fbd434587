"""Addresses at the tables."""

from django.urls import path

from tables import views

app_name = "tables"
urlpatterns = [
    path("history/", views.history, name="history"),
    path("history/<uuid:public_id>/", views.round_detail, name="round"),
    path("history/<uuid:public_id>/replay/", views.replay, name="replay"),
    path("history/<uuid:public_id>/question/", views.question, name="question"),
    path("history/<uuid:public_id>/ask/", views.ask, name="ask"),
    path("statement/", views.statement, name="statement"),
    path("statement.csv", views.statement_csv, name="statement_csv"),
    path("verify/", views.verify, name="verify"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("tables/<slug:slug>/help/", views.help_page, name="help"),
    path("tables/<slug:slug>/open/", views.open_session, name="open_session"),
    path("tables/<slug:slug>/add-money/", views.add_money, name="add_money"),
    path("tables/<slug:slug>/end/", views.end_session, name="end_session"),
    path("tables/<slug:slug>/chip/", views.place_chip, name="place_chip"),
    path("tables/<slug:slug>/deal/", views.deal, name="deal"),
    path("tables/<slug:slug>/act/", views.act, name="act"),
    path("tables/<slug:slug>/live/", views.live_poll, name="live"),
    path("tables/<slug:slug>/bets/", views.lay_bets, name="lay"),
    path("tables/<slug:slug>/auto/", views.choose_auto, name="auto"),
    path("tables/<slug:slug>/vote/", views.vote, name="vote"),
    path("tables/<slug:slug>/insurance/", views.insure, name="insure"),
]
