"""Home, arrival after login, profile, and what the house says about itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from casino.selectors.notices import unread_notices
from casino.selectors.profile import profile as own_profile
from casino.services.notices import read_notices
from casino.web import PlayerRequest, command, logged_in, visitor_or_player
from tables.selectors import interrupted_round
from tables.selectors import lobby as lobby_tables


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """All tables, for visitors too."""
    player = visitor_or_player(request)
    context = {
        "tables": lobby_tables(player=player),
        "notices": unread_notices(player=player) if player else [],
    }
    return render(request, "portal/lobby.html", context)


@require_GET
@logged_in
def arrive(request: PlayerRequest) -> HttpResponse:
    """After logging in: straight to an interrupted round, else to the lobby."""
    if not request.user.is_player:
        return redirect("admin:index")
    interrupted = interrupted_round(player=request.user)
    if interrupted is None:
        return redirect("portal:lobby")
    return redirect("tables:table", interrupted.slug)


@command("portal:lobby")
def notices_read(request: PlayerRequest) -> HttpResponse:
    """The player has read what there was to tell."""
    read_notices(player=request.user)
    return redirect("portal:lobby")


@require_GET
@logged_in
def profile(request: PlayerRequest) -> HttpResponse:
    """The person's own data and keys."""
    return render(request, "portal/profile.html", {"profile": own_profile(user=request.user)})


@require_GET
def safer_play(request: HttpRequest) -> HttpResponse:
    """How the house helps to keep play a pleasure."""
    return render(request, "portal/safer_play.html")


@require_GET
def house_rules(request: HttpRequest) -> HttpResponse:
    """What holds at every table."""
    return render(request, "portal/house_rules.html")
