"""Addresses of the cashier."""

from django.urls import path

from wallet import views

app_name = "wallet"
urlpatterns = [
    path("cashier/", views.cashier, name="cashier"),
    path("cashier/deposit/", views.deposit, name="deposit"),
    path("cashier/withdraw/", views.withdraw, name="withdraw"),
]
