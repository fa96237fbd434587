"""The quick start: SQLite in ``var/``, a broker made of files, nothing to install or to set."""

from casino.settings import env
from casino.settings.base import *  # noqa: F403  settings stand on their base
from casino.settings.base import VAR_DIR

DEBUG = env.switch("CASINO_DEBUG", default=False)
VAR_DIR.mkdir(exist_ok=True)

SECRET_KEY = env.text("SECRET_KEY", "for-development-only-never-in-production")
SEALING_KEYS = env.sealing_keys("SEALING_KEYS", "ZGV2ZWxvcG1lbnQtb25seS1zZWFsaW5nLWtleS0zMmI=")
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])

DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'casino.sqlite3'}")}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "django_cache",
    }
}

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "filesystem://localhost")
if CELERY_BROKER_URL.startswith("filesystem://"):
    _queue = VAR_DIR / "queue"
    for _folder in ("messages", "processed", "control"):
        (_queue / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue / "messages"),
        "data_folder_out": str(_queue / "messages"),
        "processed_folder": str(_queue / "processed"),
        "control_folder": str(_queue / "control"),
    }

SERVE_STATIC_FROM_SOURCE = True
STAFF_MUST_USE_TOTP = False
DEMO_ALLOWED = True
