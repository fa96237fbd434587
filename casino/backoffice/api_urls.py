"""Addresses of the reports in the API, below ``/api/v1/``."""

from django.urls import path

from casino.backoffice import api

urlpatterns = [
    path("house/reports/", api.Reports.as_view(), name="reports"),
    path("house/reports/<slug:slug>/", api.OneReport.as_view(), name="report"),
]
