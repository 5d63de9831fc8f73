"""Answer for whole sides: their orders, what a side that plays itself wants, and playing on."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, Response, request

from campaign.model.prose import format_event
from campaign.store.faults import Stale
from campaign.views import UMPIRE
from webui.desk.faults import BadRequest
from webui.desk.orderwords import order_data
from webui.desk.sidedata import side_orders_data
from webui.desk.solo import give_choice, next_choice, play_on
from webui.serving.answers import answer
from webui.serving.forms import PlayRequest, read_play, read_text
from webui.serving.security import role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.model.things import Setting
    from campaign.store.session import Session

__all__ = ["sides"]

sides = Blueprint("sides", __name__, url_prefix="/c/<campaign>/<viewer>")


@sides.get("/side_orders.json")
@role("viewer")
def side_orders(campaign: str, viewer: str) -> Response:
    """Give the orders of one side as a whole (``side``), or of all sides that the viewer may know of."""
    look, live = desk().look(campaign, viewer)
    wanted = read_text(request, "side", default="")
    keys = [*(side.key for side in look.state.setting.sides), UMPIRE]
    if wanted:
        _check_sides(look.state.setting, (wanted,))
        keys = [wanted]
    return answer(side_orders_data(look, keys, live=live))


@sides.get("/solo.json")
@role("umpire")
def choice(campaign: str, viewer: str) -> Response:
    """Say what a side that plays itself wants next (``side``; ``passed``: those that it shall not think of)."""
    look, _ = desk().look(campaign, viewer)
    session, side = look.session, read_text(request, "side")
    _check_sides(session.setting, (side,))
    passed = read_text(request, "passed", default="", most=4000)
    found = next_choice(session, side, tuple(filter(None, passed.split("\n"))))
    told: dict[str, Any] = {"side": side, "asked": list(found.event.asked), "why": found.event.why}
    told["text"] = format_event(found.event, session.state, session.hexmap, session.ruleset.tables)
    told["throws"] = msgspec.to_builtins(found.event.throws)
    told["order"] = None
    if found.order is not None:
        told["order"] = order_data(look, found.order) | {"path": list(getattr(found.order, "path", ()))}
    return answer(told)


@sides.post("/solo")
@role("umpire")
def give(campaign: str, viewer: str) -> Response:
    """Give what a side that plays itself wants next."""
    wanted, session = read_play(request), desk().look(campaign, viewer)[0].session
    _check_sides(session.setting, wanted.sides, count=1)
    if not _is_known(session, wanted):
        _check_seq(session, wanted, campaign)
        found = next_choice(session, wanted.sides[0], wanted.passed)
        give_choice(session, found, command_id=wanted.command_id, after=wanted.seq, faces=wanted.dice)
    return _done(session)


@sides.post("/play")
@role("umpire")
def play(campaign: str, viewer: str) -> Response:
    """Play the phase or the turn for sides that play themselves."""
    wanted, session = read_play(request), desk().look(campaign, viewer)[0].session
    _check_sides(session.setting, wanted.sides)
    if _is_known(session, wanted):
        return _done(session)
    _check_seq(session, wanted, campaign)
    names = (f"{wanted.command_id}-{number}" for number in itertools.count())
    played = play_on(session, wanted.sides, turn=wanted.until == "turn", names=names)
    return _done(session, **played._asdict())


def _check_sides(setting: Setting, keys: tuple[str, ...], count: int = 0) -> None:
    known = {side.key for side in setting.sides}
    strange = [key for key in keys if key not in known]
    if strange or not keys or (count and len(keys) != count):
        raise BadRequest(404, "side", f"there is no side {', '.join(strange)[:40]!r} here", f"take {sorted(known)}")


def _is_known(session: Session, wanted: PlayRequest) -> bool:
    """Whether this command was carried out already, wholly or in part: an answer to it was lost on the way."""
    entries = session.chronicle.entries[wanted.seq :]
    own = wanted.command_id
    return any(entry.command_id == own or entry.command_id.startswith(f"{own}-") for entry in entries)


def _check_seq(session: Session, wanted: PlayRequest, campaign: str) -> None:
    if session.seq != wanted.seq:
        raise Stale(campaign, wanted.seq, session.seq)


def _done(session: Session, **more: Any) -> Response:
    desk().streams.bell.ring()
    return answer({"seq": session.seq, "version": session.seq, **more})
