"""People and what the house keeps about them."""

from casino.models.audit import AuditEntry
from casino.models.notice import Notice
from casino.models.user import User, VipTier

__all__ = ["AuditEntry", "Notice", "User", "VipTier"]
