"""The verify page: what was promised before a round, and whether it was kept."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET
from django_stubs_ext import StrOrPromise

from casino.errors import NotFound
from casino.web import PlayerRequest, logged_in
from tables.services.proof import Proof, own_proof
from tables.views.cards import CardFace, card_face

NOT_YOURS = _("There is no such round of yours. Enter its number as it stands in the history.")


@dataclass(frozen=True, slots=True)
class ShoeCard:
    """A card of the shoe at its place, counted from 1."""

    place: int
    card: CardFace
    is_dealt: bool


@require_GET
@logged_in
def verify(request: PlayerRequest) -> HttpResponse:
    """One of the player's rounds by its number: ``?round=R000000012``."""
    asked = request.GET.get("round", "").strip()[:20]
    context: dict[str, Any] = {"asked": asked}
    status = 200
    if asked:
        try:
            context |= proof_context(own_proof(player=request.user, text=asked))
        except NotFound:
            context["refusal"] = NOT_YOURS
            status = 404
    return render(request, "tables/verify.html", context, status=status)


def proof_context(proof: Proof) -> dict[str, Any]:
    """A proof with the shoe's cards as they are shown, and what was checked."""
    checks: list[tuple[bool, StrOrPromise, StrOrPromise]] = [
        (
            proof.seed_matches,
            _("The seed is the one that was promised"),
            _("Its SHA-256 is the fingerprint that was shown before the bets."),
        ),
        (
            proof.order_matches,
            _("The cards came in the order of the shoe"),
            _("Every card that was seen lay at its place; one that was never turned stays hidden."),
        ),
        (
            proof.payouts_match,
            _("The payouts are those of these cards"),
            _("Dealt again from the seed, with the same bets and decisions, every bet pays alike."),
        ),
    ]
    dealt = range(proof.first, proof.first + len(proof.dealt))
    return {
        "proof": proof,
        "checks": checks,
        "shoe": [
            ShoeCard(place + 1, card_face("", text), place in dealt)
            for place, text in enumerate(proof.order)
        ],
    }
