"""Production: everything comes from the environment, and nothing starts without it."""

from typing import Any

from casino.settings import env
from casino.settings.base import *  # noqa: F403  settings stand on their base
from casino.settings.base import EXPORTS_STORAGE, LOGGING, MIDDLEWARE, REST_FRAMEWORK

DEBUG = False
SECRET_KEY = env.text("SECRET_KEY")
SEALING_KEYS = env.sealing_keys("SEALING_KEYS")
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", []) or [env.text("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]


def _pooled(config: dict[str, Any]) -> dict[str, Any]:
    """The database with a pool of connections, where it is PostgreSQL."""
    if config["ENGINE"] == "django.db.backends.postgresql":
        config.setdefault("OPTIONS", {})["pool"] = {
            "min_size": env.number("DATABASE_POOL_MIN", 2, least=1, most=500),
            "max_size": env.number("DATABASE_POOL_MAX", 8, least=1, most=500),
        }
    return config


DATABASES = {"default": _pooled(env.database("DATABASE_URL"))}
if env.is_set("DATABASE_REPLICA_URL"):
    # Reports read from it (casino/backoffice/reports/reading.py).
    DATABASES["reports"] = _pooled(env.database("DATABASE_REPLICA_URL"))

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.text("CACHE_URL"),
    }
}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "exports": EXPORTS_STORAGE,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Behind SecurityMiddleware, as its own documentation asks.
MIDDLEWARE.insert(1, "whitenoise.middleware.WhiteNoiseMiddleware")

EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "casino@localhost")

REST_FRAMEWORK["NUM_PROXIES"] = 1  # the one that SECURE_PROXY_SSL_HEADER trusts
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.switch("SECURE_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = 31_536_000
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
STAFF_MUST_USE_TOTP = env.switch("STAFF_MUST_USE_TOTP", default=True)

LOGGING["handlers"]["console"]["formatter"] = "json"
