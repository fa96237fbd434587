"""Bets and decisions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext

from casino.errors import CasinoError
from casino.money import parse_cents
from casino.presentation import amount_text
from casino.web import PlayerRequest, command
from golden_chips.errors import GoldenPileExceeded
from tables import services
from tables.errors import UnknownChip
from tables.forms import (
    BOX_FIELD,
    CHOSEN,
    GOLDEN_FIELD,
    ActionForm,
    BetsForm,
    ChipForm,
    first_error,
    read_chips,
)
from tables.selectors import TablePage, new_terms_since, table_page
from tables.version_words import news
from tables.views.answer import Said, done, refused, refused_with, table_answer
from tables.views.felt import place_of
from tables.views.parts import Bets


@command("tables:table")
def deal(request: PlayerRequest, slug: str) -> HttpResponse:
    """Place the bets and deal; *rebet* sends the last round's amounts the same way."""
    form = BetsForm(request.POST)
    if not form.is_valid():
        said = Said(refusal=first_error(form), status=400)
        return refused_with(request, slug, said, bets=_typed(request, form.refused_place()))
    try:
        page = services.open_round(
            player=request.user,
            session_id=form.cleaned_data["session"],
            bets=form.bets(),
            key=form.cleaned_data["key"],
        )
    except CasinoError as error:
        return refused(request, slug, error, bets=_typed(request, _refused_place(error)))
    return done(request, page, told=_news_since(request, page, form.cleaned_data["seen"]))


def _news_since(request: PlayerRequest, page: TablePage, seen: int | None) -> str:
    """What to say to somebody whose page was made under an older version; usually nothing."""
    if seen is None or seen == page.version:
        return ""
    tier = request.user.vip_tier
    rank = tier.rank if tier else None
    new = new_terms_since(table_id=page.table_id, number=seen, rank=rank)
    told = news(new.before, new.after) if new else ""
    if not told:
        return ""
    return gettext("This round is played under new terms. %(news)s.") % {"news": told}


def _refused_place(error: CasinoError) -> str:
    """The place for chips that a refusal is about, if it is about one."""
    box, _colon, name = str(error.data.get("position") or "").partition(":")
    return place_of(int(box), name) if box else ""


def _typed(request: PlayerRequest, refused_place: str = "") -> Bets:
    """The amounts as they were typed, and the golden chips as they were laid, so that a refusal
    costs nobody his work."""
    sent = {name: str(value) for name, value in request.POST.items()}
    texts = {
        match["place"]: text for name, text in sent.items() if (match := BOX_FIELD.fullmatch(name))
    }
    golden = {
        match["place"]: chips
        for name, text in sent.items()
        if (match := GOLDEN_FIELD.fullmatch(name)) and (chips := read_chips(text)) is not None
    }
    chosen = request.POST.get("chosen", "")
    return Bets(
        texts,
        golden=golden,
        chosen=chosen if CHOSEN.fullmatch(chosen) else "1",
        refused=refused_place,
    )


@command("tables:table")
def place_chip(request: PlayerRequest, slug: str) -> HttpResponse:
    """Put a chip of a tray on the chosen place, or golden chips back, for a browser without
    scripts. Nothing is bet."""
    page = table_page(slug=slug, player=request.user)
    form = ChipForm(request.POST)
    bets = _typed(request)
    if not form.is_valid():
        said = Said(refusal=first_error(form), status=400)
        return refused_with(request, slug, said, bets=bets)
    if form.cleaned_data["golden"] or form.cleaned_data["take_back"]:
        return _golden_moved(request, page, bets, form.cleaned_data)
    chip_cents = form.cleaned_data["chip"]
    if chip_cents not in page.chips:
        return refused(request, slug, UnknownChip(chip_cents=chip_cents), bets=bets)
    place = form.cleaned_data["chosen"]
    try:
        lying = parse_cents(bets.texts.get(place) or "0")
    except CasinoError as error:
        return refused(request, slug, error, bets=_typed(request, place))
    texts = {**bets.texts, place: amount_text(lying + chip_cents)}
    return table_answer(request, page, bets=replace(bets, texts=texts, chosen=place))


def _golden_moved(
    request: PlayerRequest, page: TablePage, bets: Bets, wanted: Mapping[str, Any]
) -> HttpResponse:
    """A golden chip of the tray goes on the chosen place, or those of a place go back."""
    if wanted["take_back"]:
        left = {
            place: chips for place, chips in bets.golden.items() if place != wanted["take_back"]
        }
        return table_answer(request, page, bets=replace(bets, golden=left))
    value, place = wanted["golden"], wanted["chosen"]
    laid = sum(chips.count(value) for chips in bets.golden.values())
    held = sum(pile.left for pile in page.tray if pile.chip_cents == value)
    if laid >= held:
        error = GoldenPileExceeded(chip_cents=value, bet=laid + 1, held=held)
        return refused(request, page.slug, error, bets=bets)
    golden = {**bets.golden, place: (*bets.golden.get(place, ()), value)}
    return table_answer(request, page, bets=replace(bets, golden=golden, chosen=place))


@command("tables:table")
def act(request: PlayerRequest, slug: str) -> HttpResponse:
    """Carry out a decision. A stale page decides nothing and is told so."""
    form = ActionForm(request.POST)
    if not form.is_valid():
        return refused_with(request, slug, Said(refusal=first_error(form), status=400))
    try:
        acted = services.act(
            player=request.user,
            round_id=form.cleaned_data["round"],
            step=form.cleaned_data["step"],
            hand=form.cleaned_data["hand"],
            action=form.cleaned_data["action"],
        )
    except CasinoError as error:
        return refused(request, slug, error)
    note = gettext("The round had moved on. This is how it stands.") if acted.moved_on else ""
    return done(request, acted.page, note=note)
