"""Carry out what deceives: how far it may, and dummies that are placed, taken back and found out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from campaign.engine.fog.feigning import RULE, march
from campaign.engine.ledger import Refusal
from campaign.model.anyorder import order_side, subject_of
from campaign.model.known.dummies import dummies_of
from campaign.model.known.sightings import DUMMIES
from campaign.model.roles import HIT
from campaign.model.situation import stands_at, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.deception import DeceptionSet, SetDeception
from campaign.model.verbs.dummy import (
    FOUND_OUT,
    TAKEN_BACK,
    DropDummy,
    DummyGone,
    DummyPlaced,
    MarchDummy,
    PlaceDummy,
)
from campaign.model.verbs.table import VERBS
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from campaign.engine.ledger import Ledger
    from campaign.engine.ruleset import Play
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.known.dummies import Dummy
    from campaign.model.state import State

__all__ = ["carry_dummy", "set_deception", "uncover", "without_dummies"]

_UMPIRE = "umpire"
_HUNDRED, _LEAST, _MOST = 100, 2, 6
_LONGEST = 60
_SHARE = 4
"""A side may have a dummy for so many units on the map, and the umpire may give it as many as it has units."""

change = msgspec.structs.replace


def set_deception(order: SetDeception, by: str, ledger: Ledger) -> None:
    """Set how far what is seen may deceive."""
    if by != _UMPIRE:
        raise Refusal(RULE, "only the umpire sets how far what is seen may deceive; ask him to")
    if not 0 <= order.mistaken <= _HUNDRED:
        raise Refusal(RULE, f"{order.mistaken} in a hundred cannot be mistaken; write 0 to 100")
    if order.prisoners and not _LEAST <= order.prisoners <= _MOST:
        raise Refusal(RULE, f"no die decides by {order.prisoners}; write the least face, 2 to 6, or 0 for never")
    if order.dummies not in DUMMIES:
        raise Refusal(RULE, f"no one places dummies by {order.dummies[:20]!r}; {did_you_mean(order.dummies, DUMMIES)}")
    fog = ledger.state.fog
    if (order.mistaken, order.prisoners, order.dummies) == (fog.mistaken, fog.prisoners, fog.dummies):
        raise Refusal(RULE, "it is set so already; change one of the three")
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    ledger.record(DeceptionSet(rule=RULE, **fields))


def carry_dummy(order: PlaceDummy | MarchDummy | DropDummy, by: str, ledger: Ledger, play: Play) -> None:
    """Place a dummy, march it or take it back."""
    if by != _UMPIRE and ledger.state.fog.dummies != "sides":
        raise Refusal(RULE, "in this campaign only the umpire places dummies and marches them; ask him to")
    if isinstance(order, PlaceDummy):
        _place(order, by, ledger)
    elif isinstance(order, MarchDummy):
        march(order, _named(order, by, ledger.state), ledger, play)
    else:
        dummy = _named(order, by, ledger.state)
        assert dummy.stand.hex is not None
        gone = DummyGone(side=dummy.side, dummy=order.dummy, how=TAKEN_BACK, hex=dummy.stand.hex, rule=RULE)
        ledger.record(gone)


def _place(order: PlaceDummy, by: str, ledger: Ledger) -> None:
    state, like = ledger.state, ledger.state.stands.get(order.like)
    if like is None or by not in {like.side, _UMPIRE}:
        raise Refusal(RULE, f"{order.like[:40]!r} is no unit of yours to look like; take one of your own side")
    if not (0 <= order.hex < len(ledger.situation.map) and ledger.situation.map.inside[order.hex]):
        raise Refusal(RULE, "that hex is off the map; take one on it")
    own = list(stands_of(ledger.situation, like.side))
    if by != _UMPIRE and order.hex not in {stand.hex for stand in own}:
        number = ledger.situation.map.number(order.hex)
        raise Refusal(RULE, f"no unit of yours is in {number}; a dummy sets out from one of your own units")
    most = len(own) if by == _UMPIRE else -(-len(own) // _SHARE)
    if len(dummies_of(state, like.side)) >= most:
        raise Refusal(RULE, f"there are {most} dummies of this side already, and no more may be; take one back first")
    if len(order.name) > _LONGEST:
        raise Refusal(RULE, f"the name has {len(order.name)} characters; write at most {_LONGEST}")
    ledger.record(DummyPlaced(side=like.side, stand=_likeness(order, like, state), reason=order.reason, rule=RULE))


def _likeness(order: PlaceDummy, like: Stand, state: State) -> Stand:
    """Give the stand that a dummy is taken for: unhurt, of the same kind, under the name that was chosen."""
    number = sum(one.side == like.side for one in state.dummies.values()) + 1
    name = order.name or like.profile.name
    profile = change(like.profile, name=name, short=order.name or like.profile.short)
    key = f"dummy-{like.side}-{number}"
    return Stand(key, like.formation, profile, order.hex, facing=like.facing)


def _named(order: MarchDummy | DropDummy, by: str, state: State) -> Dummy:
    """Find the dummy of an order, on the map and of the side that orders."""
    own = dummies_of(state, order.side)
    if by not in {order.side, _UMPIRE} or order.dummy not in own:
        known = f"there are {', '.join(own)}" if own and by in {order.side, _UMPIRE} else "place one first"
        raise Refusal(RULE, f"{order.dummy[:40]!r} is no dummy of yours on the map; {known}")
    return own[order.dummy]


def uncover(ledger: Ledger, events: Iterable[AnyEvent]) -> None:
    """Say which dummies are found out by what happened: whoever stands beside one, or came by, sees what it is."""
    standing = dummies_of(ledger.state)
    if not standing:
        return
    visits = list(_visits(ledger.state, events))
    distance = ledger.situation.map.layout.grid.distance
    for key, dummy in standing.items():
        here = dummy.stand.hex
        assert here is not None
        by = {who for who, side, there in visits if side != dummy.side and distance(here, there) <= 1}
        if by:
            _found_out(ledger, key, tuple(sorted(by)))


def _found_out(ledger: Ledger, key: str, by: tuple[str, ...], *, told: str = "") -> None:
    """Take a dummy off the map that some stands have found out, or the aircraft or ships of a side."""
    dummy = ledger.state.dummies[key]
    assert dummy.stand.hex is not None
    gone = DummyGone(side=dummy.side, dummy=key, how=FOUND_OUT, hex=dummy.stand.hex, by=by, told=told, rule=RULE)
    ledger.record(gone)


def without_dummies(order: AnyOrder, by: str, ledger: Ledger) -> AnyOrder | None:
    """
    Give an order as it is carried out where it attacks nobody but dummies: a march up to them, and no fire at all.

    Who fires on them finds them out; who marches does when he stands beside them.
    """
    verb, attacks = VERBS[type(order)], getattr(order, "attack", False)
    shot = next((getattr(order, name) for name, role in verb.roles.items() if role is HIT), None)
    target = getattr(order, "path", (None,))[-1] if attacks else shot
    side = order_side(order, ledger.state) or by
    there = [key for key, one in dummies_of(ledger.state).items() if one.stand.hex == target and one.side != side]
    if target is None or not there or any(one.side != side for one in stands_at(ledger.situation, target)):
        return order
    if attacks:
        shorter: Any = change(order, path=order.path[:-1], attack=False)  # type: ignore[attr-defined]
        return shorter if len(shorter.path) > 1 else None
    name, who = subject_of(order)
    for key in there:
        _found_out(ledger, key, (who,) if name == "stand" else (), told="" if name == "stand" else side)
    return None


def _visits(state: State, events: Iterable[AnyEvent]) -> Iterator[tuple[str, str, int]]:
    """List who was where: stands as they are now, and along the ways that they went."""
    for stand in state.stands.values():
        if stand.on_map and stand.hex is not None:
            yield stand.id, stand.side, stand.hex
    for event in events:
        key = getattr(event, "stand", "")
        goer = state.stands.get(key) if isinstance(key, str) else None
        if goer is not None:
            yield from ((goer.id, goer.side, index) for index in getattr(event, "path", ()))
