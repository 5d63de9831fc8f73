"""Serve the umpire's day: his inbox of matters, what he chose of them, and the minutes it took."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from campaign.docket.matters import KINDS
from campaign.store.faults import Stale
from campaign.store.umpiring import Umpiring
from campaign.views import UMPIRE
from webui.desk.faults import BadRequest
from webui.desk.umpire.day import Choice, day_data, settle
from webui.page.pages import map_of
from webui.serving.answers import answer
from webui.serving.forms import read_accepting, read_matters, read_minutes
from webui.serving.security import page_token, role, who
from webui.serving.shared import desk

__all__ = ["day"]

day = Blueprint("day", __name__, url_prefix="/c/<campaign>/umpire")


@day.get("/day")
@role("umpire")
def day_page(campaign: str) -> str:
    """Show what needs the umpire, beside the map."""
    session = desk().store.session(campaign)
    return render_template(
        "umpires_day.html", campaign=campaign, name=session.name, token=page_token(), map=map_of(session),
    )  # fmt: skip


@day.get("/matters.json")
@role("umpire")
def inbox(campaign: str) -> Response:
    """Give the matters of this turn, the gravest first, and all that the page shows with them."""
    return answer(day_data(desk().look(campaign, UMPIRE)[0]))


@day.post("/matters")
@role("umpire")
def choose(campaign: str) -> Response:
    """Accept matters, overrule them, or rule something else: one entry of the log."""
    wanted, look = read_matters(request), desk().look(campaign, UMPIRE)[0]
    if not any(entry.command_id == wanted.command_id for entry in look.session.chronicle.entries):
        if look.session.seq != wanted.seq:
            raise Stale(campaign, wanted.seq, look.session.seq)
        choices = [Choice(one.key, one.choice, one.why, one.notation) for one in wanted.choices]
        settle(look, choices, command_id=wanted.command_id, after=wanted.seq)
        desk().streams.bell.ring()
    return answer(day_data(desk().look(campaign, UMPIRE)[0]))


@day.post("/accepting")
@role("umpire")
def accepting(campaign: str) -> Response:
    """Say whether a kind of matter is accepted by itself from now on."""
    wanted = read_accepting(request)
    if wanted.kind not in KINDS:
        raise BadRequest(
            404, "kind", f"there is no kind of matter {wanted.kind[:40]!r}", f"take one of {', '.join(KINDS)}"
        )
    Umpiring(desk().store.log).accept(campaign, wanted.kind, on=wanted.on)
    return answer({"kind": wanted.kind, "on": wanted.on})


@day.post("/minutes")
@role("umpire")
def minutes(campaign: str) -> Response:
    """Add the seconds that the umpire spent on this page doing something."""
    wanted, session = read_minutes(request), desk().store.session(campaign)
    Umpiring(desk().store.log).spend(campaign, session.state.clock.day, who().name or "umpire", wanted.seconds)
    return answer({"seconds": wanted.seconds})
