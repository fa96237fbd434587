"""The tests: the database that ``DATABASE_URL`` names, or SQLite; passwords hashed cheaply."""

from casino.settings import env
from casino.settings.base import *  # noqa: F403  settings stand on their base
from casino.settings.base import REST_FRAMEWORK, VAR_DIR

DEBUG = False
VAR_DIR.mkdir(exist_ok=True)

SECRET_KEY = "for-tests-only"  # noqa: S105  no secret is kept with it
SEALING_KEYS = env.sealing_keys("SEALING_KEYS", "dGVzdHMtb25seS1zZWFsaW5nLWtleS0zMi1ieXRlcyE=")
ALLOWED_HOSTS = ["*"]

DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'test.sqlite3'}")}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ACCOUNT_RATE_LIMITS = False

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "memory://")
STAFF_MUST_USE_TOTP = False
DEMO_ALLOWED = True
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {"anon": None, "user": None}
