"""Make steps dearer for the sake of enemies and works: laid out at once for a search, one by one when they are read."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from campaign.kit.ground import Ground, Step
from campaign.systems.own.march.pricing import flags_of
from campaign.systems.own.words.amounts import NEVER, POINT, Paid
from maps.grid.hexgrid import SIDES
from maps.grid.walking import FIRST, Laid

At = tuple[int, int]
Steps = Mapping[At, Step]


class Extra(NamedTuple):
    """What a step costs besides, in fragments, and what it does."""

    cost: int
    how: str
    rule: str
    why: str

    def on(self, taken: Step) -> Step:
        """Make a step as much dearer; one that is barred stays so."""
        if taken.cost <= 0:
            return taken
        if self.how == NEVER:
            return Step(0, 0, self.rule, self.why, taken.assault)
        flags = taken.flags | flags_of(self.how)
        told = "that step takes the whole move, so it is only made as the first" if flags & FIRST else taken.why
        return Step(taken.cost + self.cost, flags, taken.rule, told, taken.assault)


def extra(paid: Paid, rule: str, why: str) -> Extra | None:
    """Read what is paid besides; None: nothing."""
    return None if paid.is_free else Extra(int(paid.points * POINT), paid.how, rule, why)


class Layer(NamedTuple):
    """What one side's zones do to the steps of another."""

    held: frozenset[int]
    within: Extra | None
    out: Extra | None
    into: Extra | None
    barred: Steps
    """The steps that its bonds bar."""

    def on(self, taken: Step, at: At, there: int) -> Step:
        """Say what a step is by it."""
        if at in self.barred:
            return self.barred[at]
        here = at[0] in self.held
        more = (self.within if here else self.into) if there in self.held else self.out if here else None
        return taken if more is None else more.on(taken)


class Dearer(Laid, Mapping[At, Step]):
    """The steps of a ground that are otherwise now: by what play has put on hexsides, by zones, by works in hexes."""

    def __init__(self, on: Ground, played: Steps, layers: Sequence[Layer], works: Mapping[int, Extra]) -> None:
        """Take them all; nothing is made yet."""
        self._on, self._played, self._layers, self._works = on, played, layers, works
        self._near = on.kinds.hexmap.neighbour

    def __getitem__(self, at: At) -> Step:
        """Give a step as it is now."""
        there = int(self._near[at])
        step = self._played.get(at) or self._on.at(*at)
        for layer in self._layers:
            step = layer.on(step, at, there)
        return self._works[there].on(step) if there in self._works else step

    def __iter__(self) -> Iterator[At]:
        """List the steps that are otherwise."""
        return (divmod(edge, SIDES) for edge in self.edges[0].tolist())

    def __len__(self) -> int:
        """Count them."""
        return len(self.edges[0])

    @cached_property
    def edges(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]:
        """The steps that are otherwise (6 * hex + side), in order, with what they cost and do."""
        rows = self._touched()
        code, prices = self._on.kinds.code[rows], self._on.prices
        cost, flags = prices.cost[code], prices.flags[code]
        _put(rows, cost, flags, self._played)
        for layer in self._layers:
            here, there = _marked(layer.held, rows, self._near)
            for mask, more in ((here & there, layer.within), (here & ~there, layer.out), (~here & there, layer.into)):
                _add(cost, flags, mask, more)
            _put(rows, cost, flags, layer.barred)
        for index, more in self._works.items():
            _add(cost, flags, self._near[rows] == index, more)
        otherwise = (cost != prices.cost[code]) | (flags != prices.flags[code])
        edges = rows[:, None] * SIDES + np.arange(SIDES)
        return edges[otherwise], cost[otherwise], flags[otherwise]

    def _touched(self) -> NDArray[np.int64]:
        """List, in order, the hexes whence a step may be otherwise."""
        some = [here for steps in (self._played, *(layer.barred for layer in self._layers)) for here, _ in steps]
        marks = np.zeros(len(self._near) + 1, bool)
        for held in (self._works, *(layer.held for layer in self._layers)):
            hexes = np.fromiter(held, np.int64, len(held))
            marks[hexes] = marks[self._near[hexes]] = True
        marks[some] = True
        # What has no neighbour has marked the last.
        return np.flatnonzero(marks[:-1])


def _marked(
    held: frozenset[int], rows: NDArray[np.int64], near: NDArray[np.int32]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Mark of each step from some hexes whether it begins in a zone, and whether it leads into it (r, 6)."""
    marks = np.zeros(len(near) + 1, bool)
    marks[np.fromiter(held, np.int64, len(held))] = True
    # What has no neighbour counts as the last, which nobody holds.
    return np.repeat(marks[rows][:, None], SIDES, axis=1), marks[near[rows]]


def _put(rows: NDArray[np.int64], cost: NDArray[np.int32], flags: NDArray[np.uint8], steps: Steps) -> None:
    """Put steps in whatever they cost."""
    for (here, side), step in steps.items():
        row = np.searchsorted(rows, here)
        cost[row, side], flags[row, side] = step.cost, step.flags


def _add(cost: NDArray[np.int32], flags: NDArray[np.uint8], mask: NDArray[np.bool_], more: Extra | None) -> None:
    """Make steps dearer that can be made."""
    if more is None:
        return
    made = mask & (cost > 0)
    if more.how == NEVER:
        cost[made], flags[made] = 0, 0
        return
    cost[made] += more.cost
    flags[made] |= flags_of(more.how)
