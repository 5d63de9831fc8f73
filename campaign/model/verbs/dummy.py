"""Place counters that stand for nobody, march them, and have them found out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.folding import change
from campaign.model.known.dummies import Dummy
from campaign.model.names import Names
from campaign.model.roles import Code, Count, HexIndex, KindWord, Path, SideKey, StandId, StandIds, Text, WholeStand
from campaign.model.tokens import quoted
from campaign.model.verbs.told import Teller, side
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.state import State
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = [
    "FOUND_OUT", "ROWS", "TAKEN_BACK", "DropDummy", "DummyGone", "DummyMarched", "DummyPlaced", "MarchDummy",
    "PlaceDummy",
]  # fmt: skip


class PlaceDummy(Order, frozen=True):
    """Place a counter that looks like one of the side's own stands, under another name, and stands for nobody."""

    like: StandId
    hex: HexIndex
    name: Text = ""
    reason: Text = ""


class MarchDummy(Order, frozen=True):
    """
    March a dummy to a hex as the stand that it looks like would, once a turn; to a far one over several turns.

    The hex where it is ends a march that it was to go on with.
    """

    side: SideKey
    dummy: Code
    goal: HexIndex


class DropDummy(Order, frozen=True):
    """Take a dummy off the map."""

    side: SideKey
    dummy: Code


class DummyPlaced(Event, frozen=True, kw_only=True):
    """A side has a counter more that stands for nobody."""

    side: SideKey
    stand: WholeStand
    reason: Text = ""


class DummyMarched(Event, frozen=True, kw_only=True):
    """A dummy went along a path (its first hex is where it was) in a turn; a path of one hex: it stays there."""

    side: SideKey
    dummy: Code
    path: Path
    day: Count
    turn: Count
    goal: HexIndex | None = None
    """Where it is going on to in the turns that come; None: nowhere."""


class DummyGone(Event, frozen=True, kw_only=True):
    """A dummy is on the map no longer: taken back, or found out by those who stood beside it or fired on it."""

    side: SideKey
    dummy: Code
    how: KindWord
    hex: HexIndex
    by: StandIds = ()
    told: SideKey = ""
    """A side that hears of it as a whole: the one whose aircraft or ships fired."""


FOUND_OUT, TAKEN_BACK = "found out", "taken back"


def _reason(words: Words) -> dict[str, Any]:
    return {"reason": words.next("the reason, in quotation marks").text} if words.flag("because") else {}


def _read_place(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"hex": words.hex()}
    if words.flag("called"):
        found["name"] = words.next("what it is called").text
    return found | _reason(words)


def _write_place(order: PlaceDummy, hexmap: HexMap) -> list[str]:
    called = ["called", quoted(order.name)] if order.name else []
    return [hexmap.number(order.hex), *called, *(["because", quoted(order.reason)] if order.reason else [])]


def _read_march(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    return {"dummy": words.next("the id of a dummy").text, "goal": words.hex()}


def _read_drop(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    return {"dummy": words.next("the id of a dummy").text}


def _tell_placed(event: DummyPlaced, names: Names) -> str:
    where = "nowhere" if event.stand.hex is None else names.hex(event.stand.hex)
    why = f" ({event.reason})" if event.reason else ""
    return f"the dummy {event.stand.id}, which looks like {_look(event)}, is placed in {where}{why}"


def _look(event: DummyPlaced) -> str:
    profile = event.stand.profile
    return f"{profile.short}, {profile.kind} {profile.size}".replace("_", " ")


def _tell_gone(event: DummyGone, names: Names) -> str:
    if event.how == TAKEN_BACK:
        return f"the dummy {event.dummy} is taken off {names.hex(event.hex)}"
    by = f" by {names.stands(event.by)}" if event.by else ""
    return f"the unit in {names.hex(event.hex)} is found out{by}: it was a dummy, and nobody is there"


def _tell_marched(event: DummyMarched, names: Names) -> str:
    went = f"went {names.path(event.path)}" if len(event.path) > 1 else f"stays in {names.hex(event.path[0])}"
    further = "" if event.goal is None else f", and is to go on to {names.hex(event.goal)}"
    return f"the dummy {event.dummy} {went}{further}"


def _told_gone(event: DummyGone, teller: Teller) -> bool:
    return teller.mask.side in {event.side, event.told} or any(map(teller.mask.mine, event.by))


def _known_as(event: DummyGone, teller: Teller) -> str:
    """Give the id that a hearer knows a dummy by: its own, or that of the unit which he took it for."""
    return event.dummy if event.side == teller.mask.side else teller.mask.key(event.dummy)


def _finders(event: DummyGone, teller: Teller) -> tuple[str, ...]:
    """Name those who found a dummy out to those who hold them; whom it deceived for does not learn who did."""
    return tuple(filter(teller.mask.mine, event.by))


def _told_of(event: DummyGone, teller: Teller) -> str:
    return event.told if event.told == teller.mask.side else ""


def _place(event: DummyPlaced, state: State) -> State:
    return change(state, dummies={**state.dummies, event.stand.id: Dummy(event.stand)})


def _march(event: DummyMarched, state: State) -> State:
    was = state.dummies.get(event.dummy)
    if was is None:
        return state
    now = Dummy(change(was.stand, hex=event.path[-1]), (event.day, event.turn), event.goal)
    return change(state, dummies={**state.dummies, event.dummy: now})


def _go(event: DummyGone, state: State) -> State:
    was = state.dummies.get(event.dummy)
    if was is None:
        return state
    now = change(was, stand=change(was.stand, hex=None, gone=event.how))
    return change(state, dummies={**state.dummies, event.dummy: now})


ROWS = (
    Verb(PlaceDummy, keys={"dummy": Key("place a counter that stands for nobody")}, read=_read_place,
         write=_write_place, says=lambda order, names: f"Place a dummy like {names.stand(order.like)} in "
         f"{names.hex(order.hex)}"),
    Verb(MarchDummy, keys={"dummy_march": Key("march a dummy")}, read=_read_march,
         write=lambda order, hexmap: [quoted(order.dummy), hexmap.number(order.goal)],
         says=lambda order, names: f"March {order.dummy} to {names.hex(order.goal)}"),
    Verb(DropDummy, keys={"dummy_back": Key("take a dummy off the map")}, read=_read_drop,
         write=lambda order, _: [quoted(order.dummy)], says=lambda order, _: f"Take {order.dummy} off the map"),
    Tale(DummyPlaced, says=_tell_placed, told=side("side"), apply=_place),
    Tale(DummyMarched, says=_tell_marched, told=side("side"), apply=_march),
    Tale(DummyGone, says=_tell_gone, told=_told_gone, apply=_go,
         masked={"dummy": _known_as, "by": _finders, "told": _told_of}),
)  # fmt: skip
"""The rows of dummies."""
