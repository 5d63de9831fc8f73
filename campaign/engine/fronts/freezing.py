"""Freeze a front and thaw it: orders of the umpire's, and what the clock does."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from campaign.engine.fronts.still import RULE, still_hexes, why_still
from campaign.engine.ledger import Refusal
from campaign.model.anyorder import subject_of
from campaign.model.commands import commands_of, holder_of
from campaign.model.verbs.declaring import OrderWithdrawn
from campaign.model.verbs.fronts import SHAPES, FreezeFront, FrontFrozen, FrontThawed, ThawFront
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation

__all__ = ["FRONT_ORDERS", "around", "freeze_hexes", "thaw_due", "thaw_front", "within"]

_UMPIRE = "umpire"
_MOST_RADIUS = 30
_MOST_TURNS = 99
_LEAST_CORNERS, _MOST_NAMED = 3, 200
_MOST_REASON = 400
_OVER = "its hours are over"


def freeze(order: FreezeFront, by: str, ledger: Ledger) -> None:
    """Freeze all around a place: what is declared there, and what would go there, is withdrawn."""
    situation = ledger.situation
    _check(order, by, situation)
    free = still_hexes(situation.state)
    hexes = tuple(index for index in _meant(order, situation) if index not in free)
    if not hexes:
        raise Refusal(RULE, "all that stands still already; thaw it first, or name another place")
    freeze_hexes(ledger, hexes, order.turns, order.reason)


def freeze_hexes(ledger: Ledger, hexes: tuple[int, ...], turns: int, reason: str) -> str:
    """Hold some hexes still, and give the key of the front."""
    situation, front = ledger.situation, _named(ledger)
    off = _called_off(situation, hexes)
    told = _concerned(situation, hexes, fighting={key for pair in off for key in pair})
    ledger.record(FrontFrozen(
        front=front, to=told, hexes=hexes, turns=turns, reason=reason, rule=RULE,
        attackers=tuple(attacker for attacker, _ in off), defenders=tuple(defender for _, defender in off),
    ))  # fmt: skip
    for declared in ledger.state.declared:
        subject, key = subject_of(declared)
        if why_still(declared, ledger.situation) is not None and subject == "stand":
            ledger.record(OrderWithdrawn(stand=key, rule=RULE, why="all stand still there"))
    return front


def thaw(order: ThawFront, by: str, ledger: Ledger) -> None:
    """Thaw the front at a place: who stood still goes on."""
    if by != _UMPIRE:
        raise Refusal(RULE, "only the umpire thaws a front; ask him to")
    found = [key for key, front in ledger.state.fronts.items() if order.hex in front.hexes]
    if not found:
        where = sorted(ledger.situation.map.number(index) for index in still_hexes(ledger.state))
        known = f"still is {', '.join(where[:5])}" if where else "nothing stands still"
        raise Refusal(RULE, f"no front stands still at {_place(ledger.situation, order.hex)}; {known}")
    fought = [code for code, battle in ledger.state.battles.items() if battle.front in found]
    if fought:
        raise Refusal(RULE, f"a battle is fought there; take its result, {fought[0]}, or end it unfought with turns=0")
    for key in found:
        thaw_front(ledger, key, order.reason)


def thaw_due(ledger: Ledger) -> None:
    """Thaw the fronts that have had their turns; where a battle is fought all wait for its result."""
    fought = {battle.front for battle in ledger.state.battles.values()}
    for key, front in list(ledger.state.fronts.items()):
        if front.turns <= 0 and key not in fought:
            thaw_front(ledger, key, _OVER)


def thaw_front(ledger: Ledger, key: str, reason: str) -> None:
    """Set those free who stood still on a front."""
    front = ledger.state.fronts[key]
    told = sorted({*front.told, *_concerned(ledger.situation, front.hexes)})
    ledger.record(FrontThawed(front=key, to=tuple(told), hexes=front.hexes, reason=reason, rule=RULE))


def _check(order: FreezeFront, by: str, situation: Situation) -> None:
    if by != _UMPIRE:
        raise Refusal(RULE, "only the umpire freezes a front; ask him to")
    if situation.state.ended:
        raise Refusal(RULE, "the campaign is over; go back to an earlier turn to play on from there")
    for index in (order.hex, *order.further):
        if not (0 <= index < len(situation.map) and situation.map.inside[index]):
            raise Refusal(RULE, "that place is off the map; name a hex on it")
    _check_shape(order)
    if not 0 <= order.radius <= _MOST_RADIUS:
        raise Refusal(RULE, f"{order.radius} hexes around is too much or too little; write 0 to {_MOST_RADIUS}")
    if not 1 <= order.turns <= _MOST_TURNS:
        raise Refusal(RULE, f"{order.turns} turns cannot be counted; write 1, this turn alone, to {_MOST_TURNS}")
    if not 0 < len(order.reason) <= _MOST_REASON:
        raise Refusal(RULE, f"the reason has {len(order.reason)} characters; write 1 to {_MOST_REASON}")


def _check_shape(order: FreezeFront) -> None:
    if order.shape and order.shape not in SHAPES:
        raise Refusal(RULE, f"no front is of the shape {order.shape[:20]!r}; {did_you_mean(order.shape, SHAPES)}")
    if order.shape == "area" and len({order.hex, *order.further}) < _LEAST_CORNERS:
        raise Refusal(RULE, "an area has three corners at the least; name more, or write hexes for these alone")
    if len(order.further) >= _MOST_NAMED:
        raise Refusal(
            RULE, f"{len(order.further) + 1} hexes are too many; name {_MOST_NAMED}, or an area by its corners"
        )


def _meant(order: FreezeFront, situation: Situation) -> list[int]:
    """List the hexes that an order means, in order."""
    if order.shape == "hexes":
        return sorted({order.hex, *order.further})
    if order.shape == "area":
        return within(situation, (order.hex, *order.further))
    return around(situation, order.hex, order.radius)


def within(situation: Situation, corners: Sequence[int]) -> list[int]:
    """List the hexes of the map whose middle lies in an area, or that the lines from corner to corner run through."""
    hexmap = situation.map
    centres, inside = hexmap.layout.centres(), np.zeros(len(hexmap), bool)
    # From the smaller number to the larger, so that it does not matter which way round the corners are named.
    sides = [sorted(ends) for ends in zip(corners, [*corners[1:], corners[0]], strict=True)]
    for start, end in sides:
        (ax, ay), (bx, by) = centres[start].tolist(), centres[end].tolist()
        if ay != by:
            over = (centres[:, 1] < ay) != (centres[:, 1] < by)
            inside ^= over & (centres[:, 0] < ax + (centres[:, 1] - ay) * (bx - ax) / (by - ay))
    for start, end in sides:
        # Where the grid's rim is ragged a line may run beyond it.
        inside[[index for index in hexmap.layout.grid.line(start, end) if index >= 0]] = True
    found: list[int] = np.flatnonzero(inside & hexmap.inside).tolist()
    return found


def _place(situation: Situation, index: int) -> str:
    return situation.map.number(index) if 0 <= index < len(situation.map) else "that place"


def around(situation: Situation, index: int, radius: int) -> list[int]:
    """List the hexes of the map that are so many steps from one, or fewer."""
    near = situation.map.layout.grid.within(index, radius)
    return sorted(int(other) for other in near if situation.map.inside[other])


def _concerned(
    situation: Situation, hexes: Collection[int], fighting: Collection[str] = frozenset()
) -> tuple[str, ...]:
    """Name the commands that have a unit in some hexes, or in an attack that was called off."""
    state, within = situation.state, frozenset(hexes)
    first: dict[str, str] = {}
    for command in commands_of(state.setting):
        first.setdefault(command.side, command.id)
    there = [stand for stand in state.stands.values() if stand.hex in within or stand.id in fighting]
    return tuple(sorted({holder_of(state, stand.formation) or first[stand.side] for stand in there}))


def _called_off(situation: Situation, hexes: Collection[int]) -> list[tuple[str, str]]:
    """List the attacks of this turn from and on those who stand still, as (attacker, defender)."""
    stands, within = situation.state.stands, frozenset(hexes)
    return sorted(pair for pair in situation.state.assaults if any(stands[key].hex in within for key in pair))


def _named(ledger: Ledger) -> str:
    """Name a front so that nobody can tell where it is, or how many others there were."""
    secret = hashlib.sha256(ledger.situation.tables.veil.encode()).digest()
    told = f"{sorted(ledger.state.fronts)} {ledger.state.seq} {ledger.state.clock} {len(ledger.events)}"
    return "front-" + hashlib.blake2b(told.encode(), key=secret, digest_size=6).hexdigest()


FRONT_ORDERS: Mapping[type, Callable[[Any, str, Ledger], None]] = {FreezeFront: freeze, ThawFront: thaw}
"""What is done with each order."""
