"""Chip events: the ledger of golden chips."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from golden_chips.models.grant import Grant


class ChipEvent(models.Model):
    """Something happened to ``chips`` chips of a grant. Rows are inserted and never change.

    ``reference`` is the number of the round, ``place`` where the chips lay in it, as they were put
    there: ``1:main``, ``1:21+3``, ``1L:main`` for the second stake of a split, ``1:double``. *Bet*
    takes them out of the player's hands; *won*, *lost* or *returned* says how each of them ended.
    ``paid_cents`` is the cash that chips have won. A void that gives back chips which had been won
    or lost names that event in ``reverses``.
    """

    class Kind(models.TextChoices):
        """In the order of a chip's life."""

        ISSUED = "issued", _("issued")
        BET = "bet", _("bet")
        RETURNED = "returned", _("returned")
        WON = "won", _("won")
        LOST = "lost", _("lost")
        EXPIRED = "expired", _("expired")
        CANCELLED = "cancelled", _("cancelled")

    grant = models.ForeignKey(
        Grant, verbose_name=_("grant"), on_delete=models.PROTECT, related_name="events"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    chips = models.PositiveIntegerField(_("chips"))
    reference = models.CharField(_("round"), max_length=64, blank=True)
    place = models.CharField(_("place"), max_length=20, blank=True)
    paid_cents = models.PositiveBigIntegerField(_("won in cash"), default=0)
    reverses = models.OneToOneField(
        "self",
        verbose_name=_("reverses"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reversed_by",
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Empty: the player's own doing, or the rules'."),
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("chip event")
        verbose_name_plural = _("chip events")
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["reference"], condition=~Q(reference=""), name="chip_event_of_round"
            )
        ]
        constraints = [
            models.CheckConstraint(condition=Q(chips__gte=1), name="chip_event_is_something"),
            models.CheckConstraint(
                condition=Q(kind__in=["bet", "returned", "won", "lost"])
                & ~Q(reference="")
                & ~Q(place="")
                | Q(kind__in=["issued", "expired", "cancelled"], reference="", place=""),
                name="chip_event_in_play_names_its_round",
            ),
            models.CheckConstraint(
                condition=Q(kind="won") | Q(paid_cents=0), name="chip_event_only_won_is_paid"
            ),
            models.CheckConstraint(
                condition=Q(kind="returned") | Q(reverses__isnull=True),
                name="chip_event_only_returned_reverses",
            ),
            models.CheckConstraint(
                condition=~Q(kind="cancelled") | ~Q(reason=""), name="chip_event_cancelled_for_why"
            ),
            # A chip is issued once, and ends a stay on the table once.
            models.UniqueConstraint(
                fields=["grant"], condition=Q(kind="issued"), name="chip_event_issued_once"
            ),
            models.UniqueConstraint(
                fields=["grant", "reference", "place"],
                condition=Q(kind="bet"),
                name="chip_event_bet_once",
            ),
            models.UniqueConstraint(
                fields=["grant", "reference", "place"],
                condition=Q(kind__in=["returned", "won", "lost"], reverses__isnull=True),
                name="chip_event_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.grant} / {self.kind} {self.chips}"


MOVES: Final = {
    ChipEvent.Kind.ISSUED: 1,
    ChipEvent.Kind.BET: -1,
    ChipEvent.Kind.RETURNED: 1,
    ChipEvent.Kind.WON: 0,
    ChipEvent.Kind.LOST: 0,
    ChipEvent.Kind.EXPIRED: -1,
    ChipEvent.Kind.CANCELLED: -1,
}
"""What an event adds to the chips in the player's hands, for each of its chips."""
