"""People and what the house keeps about them."""

from casino.models.api import ApiRequest, ApiToken
from casino.models.audit import AuditEntry
from casino.models.notice import Notice
from casino.models.user import User, VipTier

__all__ = ["ApiRequest", "ApiToken", "AuditEntry", "Notice", "User", "VipTier"]
