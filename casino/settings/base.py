"""What all environments share."""

from pathlib import Path
from typing import Any

import django_stubs_ext
import structlog
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from casino.settings import env

# Lets ModelAdmin[User] and its like stand in annotations at run time.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = BASE_DIR / "var"

INSTALLED_APPS = [
    "casino",
    "casino.portal",
    "casino.backoffice",
    "wallet",
    "golden_chips",
    "tables",
    "casino.backoffice.apps.BackofficeAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_celery_beat",
    "django_htmx",
    "django_structlog",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "casino.portal.middleware.NotCachedMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "casino.portal.middleware.RefusalMiddleware",
    "casino.portal.middleware.SecondFactorMiddleware",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
WSGI_APPLICATION = "casino.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "casino.portal.context.house",
            ],
        },
    }
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASE_ROUTERS = ["casino.backoffice.reports.reading.ReportsRouter"]

# People
AUTH_USER_MODEL = "casino.User"
AUTHENTICATION_BACKENDS = ["casino.authentication.HouseBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "portal:arrive"
LOGOUT_REDIRECT_URL = "portal:lobby"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_FORMS = {
    "login": "casino.portal.account_forms.LoginForm",
    "signup": "casino.portal.account_forms.SignupForm",
}
ACCOUNT_SIGNUP_FORM_CLASS = "casino.portal.forms.RegistrationForm"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"login_failed": "10/m/ip,5/30m/key"}
MFA_TOTP_ISSUER = "Casino"

# Language, time, money
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "casino" / "locale"]
FORMAT_MODULE_PATH = ["casino.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("CASINO_TIME_ZONE", "Europe/Rome")
"""Times are stored in UTC and shown, cut into gaming days and reported in this zone."""

# Files
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
EXPORTS_STORAGE: dict[str, Any] = {
    "BACKEND": "django.core.files.storage.FileSystemStorage",
    "OPTIONS": {
        "location": env.text("EXPORTS_DIR", str(VAR_DIR / "exports")),
        "file_permissions_mode": 0o600,
    },
}
"""Long reports as files. Every web and worker process sees the same folder."""
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "exports": EXPORTS_STORAGE,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Browser security: no inline script, no foreign host.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "casino.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Jobs
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "end-idle-sessions": {"task": "tables.end_idle_sessions", "schedule": 60.0},
    "expire-golden-chips": {"task": "golden_chips.expire", "schedule": 60.0},
    "finish-golden-orders": {"task": "golden_chips.finish_orders", "schedule": 60.0},
    "finish-void-orders": {"task": "tables.finish_void_orders", "schedule": 60.0},
    "finish-open-payments": {"task": "wallet.finish_open_orders", "schedule": 60.0},
    "run-exports": {"task": "backoffice.run_exports", "schedule": 60.0},
    "summarise-days": {"task": "backoffice.summarise_days", "schedule": crontab(minute=10)},
    "sweep-exports": {"task": "backoffice.sweep_exports", "schedule": crontab(minute=40)},
    "void-unsettled-bets": {"task": "tables.void_unsettled", "schedule": 600.0},
    "forget-api-keys": {"task": "casino.forget_api_keys", "schedule": crontab(hour=5, minute=0)},
    "reconcile": {"task": "casino.reconcile", "schedule": crontab(hour=4, minute=30)},
}

# The API
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "casino.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["casino.rest_access.AllowedIn"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["casino.api.parsing.BoundedJson"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "casino.api.negotiation.JsonOnly",
    "DEFAULT_SCHEMA_CLASS": "casino.api.description.HouseSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "60/min", "user": "600/min"},
    "EXCEPTION_HANDLER": "casino.api.problems.handle",
    "NUM_PROXIES": 0,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Casino API",
    "VERSION": "1",
    "DESCRIPTION": (
        "Tables, sessions and rounds for players; tables, rounds and reports for staff. Amounts "
        "are whole cents, moments ISO 8601. A refusal is application/problem+json and has changed "
        "nothing. What moves money needs an Idempotency-Key of your own."
    ),
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "TableState": "tables.models.Table.State",
        "SessionState": "tables.models.GameSession.State",
        "RoundState": "tables.models.Round.State",
        "Game": "tables.models.Table.Game",
        "LivePhase": "tables.models.LiveTable.Phase",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
}
API_TOKEN_DAYS = 365
"""How long a token is good that nobody revokes."""

# The house
SERVE_STATIC_FROM_SOURCE = False
"""Whether the ASGI application serves static files itself: in the quick start alone."""
CASINO_NAME = env.text("CASINO_NAME", "Casa Verde")
PAYMENT_PROVIDER = "wallet.providers.SandboxProvider"
TICKET_AUTHORITY = "tables.tickets.LocalAuthority"
DEMO_ALLOWED = False
"""Whether ``manage.py demo`` may load players and staff with a public password."""

# Golden chips
GOLDEN_WARNING_HOURS = 48
"""How long before its chips expire a player is warned."""

# Reports
REPORT_ROWS_AT_ONCE = 5_000
"""A report with more rows is made by a job; its page shows the first of them."""
EXPORT_DAYS = 7
"""How long the file of a report is kept."""

# The cashier
DEPOSIT_LEAST_CENTS = 1_00
DEPOSIT_MOST_CENTS = 10_000_00
DEPOSIT_GUARDS = ["tables.selectors.guards.deposit_guard"]
"""Callables ``guard(player) -> CasinoError | None``; the first refusal stops a deposit."""
RECONCILE_CHECKS = [
    "wallet.selectors.reconcile.checks",
    "golden_chips.selectors.reconcile.checks",
    "tables.selectors.reconcile.checks",
    "casino.backoffice.reports.reconcile.checks",
]
"""Callables ``() -> list[Check]`` (casino/reconciliation.py), one per app."""

# One form for all log lines, ours and those of the libraries: in words here, as JSON in production.
LOG_STEPS: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.format_exc_info,
]
DJANGO_STRUCTLOG_USER_ID_FIELD = ""  # casino/logs.py names the user, without a query for it
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *LOG_STEPS,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": LOG_STEPS,
            "processor": structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0),
        },
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": LOG_STEPS,
            "processor": structlog.processors.JSONRenderer(),
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"django_structlog": {"level": "WARNING"}, "httpx": {"level": "WARNING"}},
}
