"""Users of every kind, and the VIP tiers that set a player's limits."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class VipTier(models.Model):
    """A rank of players. Limits of tables are set by tier; a higher rank has wider ones."""

    rank = models.PositiveSmallIntegerField(
        _("rank"), unique=True, help_text=_("1 is the lowest rank.")
    )
    name = models.CharField(_("name"), max_length=40, unique=True)

    class Meta:
        verbose_name = _("VIP tier")
        verbose_name_plural = _("VIP tiers")
        ordering = ["rank"]
        constraints = [
            models.CheckConstraint(condition=models.Q(rank__gte=1), name="vip_tier_rank_positive")
        ]

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """A player or a member of staff (``is_staff``); staff do not play."""

    email = models.EmailField(_("email address"), unique=True)
    vip_tier = models.ForeignKey(
        VipTier,
        verbose_name=_("VIP tier"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="players",
        help_text=_("Empty: the lowest tier."),
    )
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    is_test = models.BooleanField(
        _("test account"),
        default=False,
        help_text=_("Played by a program, for trials and load; reports leave it out."),
    )

    @property
    def is_player(self) -> bool:
        """Whether the person may play: staff may not."""
        return not self.is_staff
