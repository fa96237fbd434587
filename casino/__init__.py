"""The house: what all apps stand on, and what is composed of them."""

from casino.celery import app as celery_app

__all__ = ["celery_app"]
