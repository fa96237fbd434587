"""Addresses of the tables in the API, below ``/api/v1/``."""

from django.urls import path

from tables.api import house, live, players

urlpatterns = [
    path("tables/", players.Tables.as_view(), name="tables"),
    path("tables/<slug:slug>/", players.OneTable.as_view(), name="table"),
    path("tables/<slug:slug>/live/", live.Live.as_view(), name="live"),
    path("tables/<slug:slug>/live/bets/", live.Bets.as_view(), name="live_lay"),
    path("tables/<slug:slug>/live/auto-actions/", live.AutoActions.as_view(), name="live_auto"),
    path("tables/<slug:slug>/live/votes/", live.Votes.as_view(), name="live_vote"),
    path("tables/<slug:slug>/live/insurance/", live.Insurance.as_view(), name="live_insure"),
    path("sessions/", players.Sessions.as_view(), name="sessions"),
    path("sessions/<uuid:session_id>/", players.OneSession.as_view(), name="session"),
    path("sessions/<uuid:session_id>/money/", players.AddMoney.as_view(), name="add_money"),
    path("sessions/<uuid:session_id>/close/", players.CloseSession.as_view(), name="close"),
    path("sessions/<uuid:session_id>/rounds/", players.Deal.as_view(), name="deal"),
    path("rounds/", players.Rounds.as_view(), name="rounds"),
    path("rounds/<uuid:round_id>/", players.OneRound.as_view(), name="round"),
    path("rounds/<uuid:round_id>/actions/", players.Act.as_view(), name="act"),
    path("house/tables/", house.HouseTables.as_view(), name="house_tables"),
    path("house/tables/<slug:slug>/", house.OneHouseTable.as_view(), name="house_table"),
    path("house/rounds/", house.HouseRounds.as_view(), name="house_rounds"),
    path("house/rounds/<uuid:round_id>/", house.OneHouseRound.as_view(), name="house_round"),
]
