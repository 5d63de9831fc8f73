"""Price the ground: what a kind of step costs one mover, and why it cannot be made.

A map is cut into kinds of step (``maps.grid.kinds``), and a rule system says in one plain function what a kind costs,
what it does and which paragraph has it barred. Search, path check and refusal all read that one answer. What play has
put on hexsides is a short list of changed kinds:

>>> from campaign.engine.drawnmap import DrawnMap
>>> from campaign.model.tokens import tokens_of
>>> from maps.grid.kinds import kinds_of
>>> from maps.grid.walking import HALTS
>>> drawn = DrawnMap()
>>> drawn.row(tokens_of("..w"))
>>> def price(kind):
...     return Step(4, HALTS) if kind.there == "woods_dense" else Step(2)
>>> over = ground(kinds_of(drawn.finish()), price, "an example")
>>> over.at(0, 2), over.at(1, 1).cost, over.at(0, 0).why
(Step(cost=2, flags=0, rule='', why='', assault=0), 4, 'there the map ends')
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from campaign.engine.ruleset import Steps
from campaign.model.situation import Situation, hexside_place
from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX, opposite
from maps.grid.hexmap import HexMap
from maps.grid.kinds import Kind, Kinds
from maps.grid.walking import FIRST, HALTS, Prices

Price = Callable[[Kind], "Step"]

_KEPT = 256
_UNCHANGED: Mapping[tuple[int, int], Step] = MappingProxyType({})
T = TypeVar("T")


class Step(NamedTuple):
    """What a kind of step costs one mover, and does.

    ``cost`` 0 bars it; ``rule`` and ``why`` then say why, in words where ``{here}`` and ``{there}`` stand for the
    hexes. ``flags`` are ``HALTS`` (it ends the move), ``FIRST`` (it is only made as the first) and ``CAPS`` (it puts a
    lower limit on the whole move).
    """

    cost: int
    flags: int = 0
    rule: str = ""
    why: str = ""
    assault: int = 0
    """What coming to grips across the hexside costs; 0: nobody gets across."""


MAP_END = Step(0, why="there the map ends")


class Same(Generic[T]):
    """A value that is the same only as itself: for answers that are kept. It lives as long as they do."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


@dataclass(frozen=True, eq=False)
class Ground:
    """A map as one mover finds it: a price for each kind of step, whatever the size of the map."""

    kinds: Kinds
    price: Price
    steps: tuple[Step, ...]
    _played: dict[Kind, Step] = field(default_factory=dict, repr=False)

    @cached_property
    def prices(self) -> Prices:
        """The same as arrays for the search."""
        return Prices(
            np.array([step.cost for step in self.steps], np.int32),
            np.array([step.flags for step in self.steps], np.uint8),
        )

    def at(self, here: int, side: int) -> Step:
        """Give what a step across a side costs by the map, whatever play has put there."""
        return self.steps[int(self.kinds.code[here, side])]

    def played(self, here: int, side: int, what: str) -> Step:
        """Give what a step across a side costs after play has put ``what`` on it."""
        kind = self.kinds.at(here, side)
        if not kind.there:
            return MAP_END
        kind = kind._replace(played=what)
        if kind not in self._played:
            self._played[kind] = self.price(kind)
        return self._played[kind]


def ground(kinds: Kinds, price: Price, key: Hashable) -> Ground:
    """Price every kind of step of a map.

    The answer is kept for the map and the key, so the key must hold all that ``price`` goes by; tables go into it as
    ``Same(tables)``.
    """
    return _ground(_Keyed((Same(kinds), key), kinds, price))


@dataclass(unsafe_hash=True, slots=True)
class _Keyed:
    """A map cut into kinds and a price, looked up by a key."""

    key: Hashable
    kinds: Kinds = field(compare=False, hash=False)
    price: Price = field(compare=False, hash=False)


@lru_cache(maxsize=_KEPT)
def _ground(keyed: _Keyed) -> Ground:
    kinds, price = keyed.kinds, keyed.price
    return Ground(kinds, price, (MAP_END, *(price(kind) for kind in kinds.kinds[1:])))


def changed_steps(over: Ground, situation: Situation) -> Mapping[tuple[int, int], Step]:
    """List the steps, by hex and side, that play has changed by what it put on hexsides."""
    played = situation.state.ground
    return _changed_steps(Same(over), Same(played)) if played else _UNCHANGED


@lru_cache(maxsize=_KEPT)
def _changed_steps(over: Same[Ground], played: Same[Mapping[str, str]]) -> dict[tuple[int, int], Step]:
    places = _hexsides(Same(over.value.kinds.hexmap), played)
    return {(here, side): over.value.played(here, side, what) for here, side, what in places}


@lru_cache(maxsize=16)
def _hexsides(hexmap: Same[HexMap], played: Same[Mapping[str, str]]) -> tuple[tuple[int, int, str], ...]:
    """List the hexsides where play has put something, from both sides."""
    found = []
    for place, what in played.value.items():
        index, slash, over = place.partition("/")
        # By another name than its own, ``ground_at`` finds nothing there.
        if not slash or hexside_place(hexmap.value, int(index), int(over)) != place:
            continue
        here, side = int(index), int(over)
        there = int(hexmap.value.neighbour[here, side])
        if there != NO_HEX:
            found += [(here, side, what), (there, opposite(side), what)]
    return tuple(found)


def graph_of(over: Ground, steps: Mapping[tuple[int, int], Step]) -> HexGraph:
    """Lay the costs of all steps of a map out for searches of the whole of it, with some steps otherwise."""
    return _graph_of(Same(over), Same(steps))


@lru_cache(maxsize=4)
def _graph_of(over: Same[Ground], steps: Same[Mapping[tuple[int, int], Step]]) -> HexGraph:
    return HexGraph.over(over.value.kinds.hexmap, _costs(over.value, steps.value.items()))


def _costs(over: Ground, changed: Iterable[tuple[tuple[int, int], Step]], scale: int = 1) -> NDArray[np.int32]:
    cost = over.prices.cost[over.kinds.code]
    for (here, side), step in changed:
        cost[here, side] = step.cost
    cost *= scale
    cost.flags.writeable = False
    return cost


def steps_over(over: Ground, situation: Situation, turn: int, scale: int = 1) -> Steps:
    """Price all steps as the ground is now, for ways of any length; one that ends the move, or begins it, takes a turn.

    ``turn``: what a mover has for a turn, and ``scale``: what it is multiplied by, as the prices are, to be fragments.
    """
    changed = frozenset(changed_steps(over, situation).items())
    key = (Same(over), changed, turn, scale)
    return Steps(key, lambda: _steps_over(*key), turn * scale)


@lru_cache(maxsize=8)
def _steps_over(
    over: Same[Ground], changed: frozenset[tuple[tuple[int, int], Step]], turn: int, scale: int
) -> NDArray[np.int32]:
    def whole(step: Step) -> Step:
        ends = step.cost and step.flags & (HALTS | FIRST)
        return step._replace(cost=max(step.cost, turn)) if ends else step

    ended = replace(over.value, steps=tuple(map(whole, over.value.steps)))
    return _costs(ended, [(at, whole(step)) for at, step in changed], scale)
