"""People and what the house keeps about them."""

from casino.models.user import User, VipTier

__all__ = ["User", "VipTier"]
