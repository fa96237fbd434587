"""Sums of gaming days, so that a report costs days and tables, not bets and players.

They say nothing that bets and transfers do not say, and are made anew from those at any time.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SummarisedDay(models.Model):
    """A gaming day that is over and whose settled rounds are summed.

    It holds while as many rounds of the day are void as there were (``voided``) and the house
    still counts its days in ``time_zone``; otherwise it is summed anew.
    """

    day = models.DateField(_("gaming day"), unique=True)
    time_zone = models.CharField(_("time zone"), max_length=40)
    begins_at = models.DateTimeField(_("begins at"))
    ends_at = models.DateTimeField(_("ends at"))
    voided = models.PositiveIntegerField(_("void rounds"))
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("summarised day")
        verbose_name_plural = _("summarised days")
        ordering = ["-day"]
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("begins_at")), name="summarised_day_lasts"
            ),
        ]

    def __str__(self) -> str:
        return self.day.isoformat()


class BetSummary(models.Model):
    """The bets of one kind that were settled on a day under a table version.

    ``bet`` is ``main`` (stakes added to it included), ``insurance`` or a side bet. ``paid_cents``
    is what came back on real stakes; ``golden_paid_cents`` is what golden chips have won.

    The ``plain`` figures leave out players who had golden chips in the round: of those alone the
    actual return can be compared with the exact one. ``plain_initial_cents`` are opening bets,
    ``plain_squared`` the sum over rounds of the square of all opening bets in the round, in
    cents²: a statistic, for which a floating-point number will do.
    """

    day = models.ForeignKey(
        SummarisedDay, verbose_name=_("gaming day"), on_delete=models.CASCADE, related_name="bets"
    )
    version = models.ForeignKey(
        "tables.TableVersion",
        verbose_name=_("table version"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    is_test = models.BooleanField(_("test accounts"))
    bet = models.CharField(_("bet"), max_length=20)
    rounds = models.PositiveIntegerField(_("rounds"))
    staked_cents = models.BigIntegerField(_("staked"))
    paid_cents = models.BigIntegerField(_("paid"))
    golden_cents = models.BigIntegerField(_("golden stakes"))
    golden_paid_cents = models.BigIntegerField(_("won with golden chips"))
    plain_rounds = models.PositiveIntegerField(_("rounds without golden chips"))
    plain_initial_cents = models.BigIntegerField(_("opening bets without golden chips"))
    plain_staked_cents = models.BigIntegerField(_("staked without golden chips"))
    plain_paid_cents = models.BigIntegerField(_("paid without golden chips"))
    plain_squared = models.FloatField(_("squares of opening bets"))

    class Meta:
        verbose_name = _("sum of bets")
        verbose_name_plural = _("sums of bets")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["day", "version", "is_test", "bet"], name="bet_summary_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} / {self.version} / {self.bet}"


class LedgerSummary(models.Model):
    """What the transfers of the same rounds have moved, to hold the sums of bets against."""

    day = models.ForeignKey(
        SummarisedDay, verbose_name=_("gaming day"), on_delete=models.CASCADE, related_name="ledger"
    )
    version = models.ForeignKey(
        "tables.TableVersion",
        verbose_name=_("table version"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    is_test = models.BooleanField(_("test accounts"))
    staked_cents = models.BigIntegerField(_("staked"))
    paid_cents = models.BigIntegerField(_("paid"))
    golden_paid_cents = models.BigIntegerField(_("won with golden chips"))

    class Meta:
        verbose_name = _("sum of transfers")
        verbose_name_plural = _("sums of transfers")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["day", "version", "is_test"], name="ledger_summary_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} / {self.version}"
