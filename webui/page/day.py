"""Serve the umpire's day: his inbox of matters, what he chose of them, and the minutes it took."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from campaign.docket.matters import KINDS
from campaign.model.sheets import turn_key
from campaign.store.faults import Stale
from campaign.store.people import People
from campaign.store.umpiring import Umpiring
from campaign.views import UMPIRE
from webui.desk.faults import BadRequest
from webui.desk.sheets.closing import close_turn
from webui.desk.sheets.overseeing import next_deadline
from webui.desk.umpire.day import Choice, day_data, settle
from webui.desk.umpire.holding import HOLDABLE
from webui.desk.umpire.stops import STOPPABLE
from webui.page.pages import map_of
from webui.serving.answers import answer
from webui.serving.forms import read_accepting, read_claim, read_go_on, read_matters, read_minutes
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
    return answer(_told(campaign))


@day.post("/matters")
@role("umpire")
def choose(campaign: str) -> Response:
    """Accept matters, overrule them, or rule something else: one entry of the log."""
    wanted, look = read_matters(request), desk().look(campaign, UMPIRE)[0]
    if not look.session.has_done(wanted.command_id):
        if look.session.seq != wanted.seq:
            raise Stale(campaign, wanted.seq, look.session.seq)
        choices = [Choice(one.key, one.choice, one.why, one.notation) for one in wanted.choices]
        settle(look, choices, command_id=wanted.command_id, after=wanted.seq)
        desk().streams.bell.ring()
    return answer(_told(campaign))


@day.post("/accepting")
@role("umpire")
def accepting(campaign: str) -> Response:
    """Say whether a kind of matter is accepted by itself from now on."""
    wanted = read_accepting(request)
    if wanted.kind not in KINDS:
        raise BadRequest(
            404, "kind", f"there is no kind of matter {wanted.kind[:40]!r}", f"take one of {', '.join(KINDS)}"
        )
    kept = Umpiring(desk().store.log)
    if wanted.stops and wanted.kind not in STOPPABLE:
        why = f"a closing cannot wait at {KINDS[wanted.kind].lower()}"
        raise BadRequest(409, "kind", why, "say on the page Closing what a command does in silence")
    if wanted.front and wanted.kind not in HOLDABLE:
        why = f"{KINDS[wanted.kind].lower()} have no front that could wait"
        raise BadRequest(409, "kind", why, f"take one of {', '.join(sorted(HOLDABLE))}")
    keep = kept.front_waits if wanted.front else kept.stop_at if wanted.stops else kept.accept
    keep(campaign, wanted.kind, on=wanted.on)
    return answer({"kind": wanted.kind, "on": wanted.on, "stops": wanted.stops})


@day.post("/claim")
@role("umpire")
def claim(campaign: str) -> Response:
    """Note that this umpire looks at a matter, so that another takes another."""
    wanted = read_claim(request)
    Umpiring(desk().store.log).claim(campaign, who().name or "umpire", wanted.key, desk().now())
    return answer({"key": wanted.key})


@day.post("/go-on")
@role("umpire")
def go_on(campaign: str) -> Response:
    """Close the turn that the page shows, or go on with a closing that waits; asked twice, it is closed once."""
    wanted, session = read_go_on(request), desk().store.session(campaign)
    if session.state.closing is not None or turn_key(session.state.clock) == wanted.turn:
        closing = session.state.closing
        close_turn(session, closing.turn if closing is not None else wanted.turn)
        next_deadline(session, desk().now())
        desk().streams.bell.ring()
    return answer(_told(campaign))


@day.post("/minutes")
@role("umpire")
def minutes(campaign: str) -> Response:
    """Add the seconds that the umpire spent on this page doing something."""
    wanted, session = read_minutes(request), desk().store.session(campaign)
    Umpiring(desk().store.log).spend(campaign, session.state.clock.day, who().name or "umpire", wanted.seconds)
    return answer({"seconds": wanted.seconds})


def _told(campaign: str) -> dict[str, Any]:
    """Give the umpire's day, with what other umpires look at."""
    me, log = who().name or "umpire", desk().store.log
    claims = Umpiring(log).claims(campaign, desk().now())
    told = day_data(desk().look(campaign, UMPIRE)[0])
    return told | {
        "claims": {key: name for key, name in claims.items() if name != me},
        "umpires": sum(one.role == UMPIRE for one in People(log).appointments(campaign=campaign)),
    }
