"""Answer for whole sides: their orders, what a side that plays itself wants, and playing on."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, Response, request

from campaign.model.prose import format_event
from campaign.model.seats import COMMANDER, Seat, UnknownSeat, seat_of
from campaign.store.faults import Stale
from campaign.views import UMPIRE
from maps.problems import did_you_mean
from webui.desk.branching import MOST_SECONDS, PLAYS, what_if, what_if_data
from webui.desk.faults import BadRequest
from webui.desk.orderwords import order_data
from webui.desk.plandata import plan_data, plans_data, thought_data
from webui.desk.sidedata import side_orders_data
from webui.desk.solo import advice, give_choice, next_choice, play_on, player_of, seat_at, why_not
from webui.serving.answers import answer
from webui.serving.forms import PlayRequest, read_number, read_play, read_text
from webui.serving.security import gives_orders, role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.store.session import Session
    from webui.desk.looks import Look

__all__ = ["sides"]

sides = Blueprint("sides", __name__, url_prefix="/c/<campaign>/<viewer>")


@sides.get("/side_orders.json")
@role("viewer")
def side_orders(campaign: str, viewer: str) -> Response:
    """Give what sides order as a whole, all or one (``side``); with ``hex`` what may be aimed at that hex."""
    look, live = desk().look(campaign, viewer)
    wanted = read_text(request, "side", default="")
    keys = [*(side.key for side in look.state.setting.sides), UMPIRE]
    if wanted:
        if wanted not in keys[:-1]:
            raise BadRequest(404, "side", f"there is no side {wanted[:40]!r} here", did_you_mean(wanted, keys[:-1]))
        keys = [wanted]
    return answer(side_orders_data(look, keys, live=live, at=desk().hex(look) if "hex" in request.args else None))


@sides.get("/solo.json")
@role("umpire")
def choice(campaign: str, viewer: str) -> Response:
    """Say what a side that plays itself wants next (``side``; ``passed``: those that it shall not think of)."""
    look, _ = desk().look(campaign, viewer)
    session, side = look.session, read_text(request, "side")
    passed = read_text(request, "passed", default="", most=4000)
    player = player_of(session, side, _seat(read_text(request, "seat", default="")))
    found = next_choice(session, player, tuple(filter(None, passed.split("\n"))))
    told: dict[str, Any] = {"side": side, "passes": list(found.passes), "why": found.told.why}
    told["seat"] = str(player.seat)
    told["text"] = format_event(found.told, session.state, session.hexmap, session.ruleset.tables)
    told["throws"] = msgspec.to_builtins(found.told.throws)
    told["thought"] = msgspec.to_builtins(found.thought)
    told["order"] = None
    if found.order is not None:
        told["order"] = order_data(look, found.order) | {"path": list(getattr(found.order, "path", ()))}
    return answer(told)


@sides.get("/whatif.json")
@role("umpire")
def whatif(campaign: str, viewer: str) -> Response:
    """Say what may come of orders (``notation``, a line each) and the end of their phase, or of the next turn."""
    look, _ = desk().look(campaign, viewer)
    session, text = look.session, read_text(request, "notation", default="", most=4000)
    lines = tuple(filter(None, map(str.strip, text.split("\n"))))
    plays = read_number(request, "plays", default=PLAYS) or PLAYS
    found = what_if(session, seq=look.seq, notations=lines, plays=min(plays, PLAYS), most_seconds=MOST_SECONDS)
    return answer(what_if_data(found, look.situation))


@sides.get("/advice.json")
@role("player")
@gives_orders
def advised(campaign: str, viewer: str) -> Response:
    """Say what a commander would do in this phase for a side (``side``; a player's own): nothing is written."""
    look, side = _asked(campaign, viewer)
    player = player_of(
        look.session, side, _seat(read_text(request, "seat", default="")) or _planner(look.session, side)
    )
    seen = desk().looks.look(look.session, player.side)
    return answer({"side": side, "seat": str(player.seat)} | plan_data(seen, advice(look.session, player)))


@sides.get("/why_not.json")
@role("player")
@gives_orders
def weighed(campaign: str, viewer: str) -> Response:
    """Say what else a commander weighs for a unit, and what speaks against it."""
    look, _ = desk().look(campaign, viewer)
    stand = desk().own_stand(look)
    player = player_of(look.session, stand.side, _planner(look.session, stand.side))
    seen = desk().looks.look(look.session, stand.side)
    found = why_not(look.session, player, stand.id)
    return answer({"stand": stand.id, "thoughts": [thought_data(seen, one) for one in found]})


@sides.get("/plans.json")
@role("viewer")
def plans(campaign: str, viewer: str) -> Response:
    """Give the plans that the viewer may read: his own side's; after the end all."""
    look, _ = desk().look(campaign, viewer)
    return answer(plans_data(look, desk().diary(campaign, viewer).reports(look.seq)))


def _asked(campaign: str, viewer: str) -> tuple[Look, str]:
    """Give the look, and the side that is asked about: a player asks about his own alone."""
    look, _ = desk().look(campaign, viewer)
    side = read_text(request, "side", default="" if viewer == UMPIRE else viewer)
    if viewer not in {UMPIRE, side}:
        raise BadRequest(403, "side", "a player asks about his own side alone", "leave side away")
    return look, side


def _planner(session: Session, who: str) -> Seat:
    """Say which commander is asked: the one that was seated, else a steady veteran."""
    found = seat_at(session, who)
    return found if found is not None and found.player == COMMANDER else Seat()


@sides.post("/solo")
@role("umpire")
def give(campaign: str, viewer: str) -> Response:
    """Give what a side that plays itself wants next."""
    wanted, session = read_play(request), desk().look(campaign, viewer)[0].session
    _check_sides(wanted.sides, count=1)
    if not _is_known(session, wanted):
        _check_seq(session, wanted, campaign)
        player = player_of(session, wanted.sides[0], _seat(wanted.seat))
        found = next_choice(session, player, wanted.passed)
        give_choice(session, found, command_id=wanted.command_id, after=wanted.seq, faces=wanted.dice)
    return _done(session)


@sides.post("/play")
@role("umpire")
def play(campaign: str, viewer: str) -> Response:
    """Play the phase or the turn for sides that play themselves."""
    wanted, session = read_play(request), desk().look(campaign, viewer)[0].session
    _check_sides(wanted.sides)
    if _is_known(session, wanted):
        return _done(session)
    _check_seq(session, wanted, campaign)
    names = (f"{wanted.command_id}-{number}" for number in itertools.count())
    players = [player_of(session, side, _seat(wanted.seat)) for side in wanted.sides]
    played = play_on(session, players, turn=wanted.until == "turn", names=names, faces=wanted.dice)
    return _done(session, **played._asdict())


def _seat(text: str) -> Seat | None:
    """Read who is to play; None: who was seated."""
    try:
        return seat_of(text) if text else None
    except UnknownSeat as unknown:
        raise BadRequest(400, "seat", str(unknown), "take person, table, or commander:LEVEL:STYLE") from None


def _check_sides(keys: tuple[str, ...], count: int = 0) -> None:
    if not keys or (count and len(keys) != count):
        raise BadRequest(404, "side", "it is not said who is to play", "name one side or command, or several")


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
