"""The page of a round for staff: all that is known of it, to be read."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from casino.selectors.tiers import vip_tiers
from casino.staff_pages import page
from tables.admin.limits_shown import limits_rows
from tables.models import Round
from tables.selectors.staff_round import MOST, staff_round
from tables.services.proof import round_proof
from tables.services.replay import replay_round
from tables.version_words import sections
from tables.views.felt import round_felt
from tables.views.history import dealer_hand, named_hands
from tables.views.proof import proof_context
from tables.views.replay_words import moment_of
from tables.views.round_rows import bet_rows, choice_rows

VOID = "tables.void_round"


def round_view(request: HttpRequest, round_: Round) -> HttpResponse:
    """The page of a round whose cards are dealt, loaded with version, table and shoe."""
    shown = staff_round(round_)
    felt = round_felt(shown.page.round)
    tiers = dict(vip_tiers())
    version = round_.version
    return page(
        request,
        "admin/tables/round.html",
        title=gettext("Round %(number)s") % {"number": round_.number},
        opts=Round._meta,  # noqa: SLF001  Django's own description of the model
        shown=shown,
        round=round_,
        page=shown.page,
        felt=felt,
        dealer=dealer_hand(felt),
        hands=named_hands(felt, shown.page.round, is_live=round_.is_live),
        bets=bet_rows(shown.page, is_duel=felt.game == "duel"),
        choices=choice_rows(shown.page, player=gettext("decided by the player")),
        moments=[moment_of(shown.replay, at) for at in range(len(shown.replay.frames))],
        again=replay_round(round_),
        most=MOST,
        sections=sections(version.facts, tiers, is_live=round_.is_live),
        limits=limits_rows(version, tiers),
        void_address=_void_address(request, round_),
        **proof_context(round_proof(round_)),
    )


def _void_address(request: HttpRequest, round_: Round) -> str:
    """Where a round is voided; empty for those who may not, and where it cannot be done."""
    if round_.state == Round.State.VOID or not request.user.has_perm(VOID):
        return ""
    return f"{reverse('admin:void_rounds')}?{urlencode({'rounds': round_.pk})}"
