"""Walk: find where a move leads, and say why a path cannot be gone.

``Ground`` says what steps cost, ``Now`` what holds at this moment besides: hexes shut, hexes that end a move, steps
that are otherwise. networkx finds the ways over both, answered from the arrays (``maps.grid.walking``). ``fault`` reads
the same steps as the search, so the two cannot disagree.

Four hexes in a row; woods in the third cost 3 and end the move:

>>> from campaign.engine.drawnmap import DrawnMap
>>> from campaign.kit.ground import Step, ground
>>> from campaign.model.tokens import tokens_of
>>> from maps.grid.kinds import kinds_of
>>> from maps.grid.walking import HALTS
>>> drawn = DrawnMap()
>>> drawn.row(tokens_of("..w."))
>>> def price(kind):
...     return Step(3, HALTS) if kind.there == "woods_dense" else Step(2)
>>> over = ground(kinds_of(drawn.finish()), price, "an example")
>>> found = walk(over, 0, 9, Now())
>>> dict(found.cost), found.path_to(2)
({0: 0, 1: 2, 2: 5}, (0, 1, 2))
>>> fault(over, (0, 1, 2, 3), 9, Now()).kind
'halted'
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from campaign.engine.ruleset import Steps, Trek
from campaign.kit.ground import Ground, Same, Step, steps_over
from campaign.model.situation import Situation
from campaign.model.things import Stand
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import HexMap
from maps.grid.search import UNREACHED
from maps.grid.walking import CAPS, FIRST, HALT, HALTS, NO_CHANGES, SHUT, Changes, Laid, Walked, WalkGraph

_NOTHING: Mapping[tuple[int, int], Step] = MappingProxyType({})
_NO_STEPS: Mapping[int, Step] = MappingProxyType({})
_NO_HEXES = np.empty(0, np.int32)
_AS_USUAL = NO_CHANGES.first_cost, NO_CHANGES.first_flags
_FEW = 500
"""So many hexes are listed for a search; more are marked on an array that is kept."""


@dataclass(frozen=True, eq=False)
class Now:
    """What holds for a walk besides the ground.

    Give the same sets and mappings again while nothing has changed: what the search makes of them is kept.

    ``shut``, ``halts``: hexes that cannot be entered; hexes where a move ends. The start of a walk is exempt.
    ``steps``: changed steps (hex, side): over bridges blown and built. ``first``: changed steps from the start, by
    side: one begun already, one with a friend's help. ``holder``, ``barred``: ``State.control`` as it is, read and
    never copied, and the codes of the sides whose hexes are shut; nothing by day.
    """

    shut: frozenset[int] = frozenset()
    halts: frozenset[int] = frozenset()
    steps: Mapping[tuple[int, int], Step] = field(default_factory=lambda: _NOTHING)
    first: Mapping[int, Step] = field(default_factory=lambda: _NO_STEPS)
    holder: bytes = b""
    barred: frozenset[int] = frozenset()

    def shuts(self, index: int) -> bool:
        """Whether a hex cannot be entered now."""
        return index in self.shut or bool(self.holder and self.holder[index] in self.barred)

    def changes(self, n: int) -> Changes:
        """Give the same as arrays for the search over a map of ``n`` hexes."""
        few = len(self.shut) + len(self.halts) <= _FEW
        return Changes(
            _row(Same(self.shut)) if few else _NO_HEXES,
            _row(Same(self.halts)) if few else _NO_HEXES,
            *(self.steps.edges if isinstance(self.steps, Laid) else _edges(Same(self.steps))),
            *(self._firsts() if self.first else _AS_USUAL),
            np.frombuffer(self.holder, np.uint8),
            _barred(self.barred),
            NO_CHANGES.marks if few else _marks(Same(self.shut), Same(self.halts), n),
        )

    def _firsts(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        cost, flags = NO_CHANGES.first_cost.copy(), NO_CHANGES.first_flags.copy()
        for side, step in self.first.items():
            cost[side], flags[side] = step.cost, step.flags
        return cost, flags


# Sets are found again as the very same, not as equal ones: to compare two sets of thousands takes longer than a search.


@lru_cache(maxsize=8)
def _marks(shut: Same[frozenset[int]], halts: Same[frozenset[int]], n: int) -> NDArray[np.uint8]:
    """Mark hexes that are shut and that halt (n,)."""
    marks = np.zeros(n, np.uint8)
    marks[_row(halts)] = HALT
    marks[_row(shut)] |= SHUT
    return marks


@lru_cache(maxsize=64)
def _row(hexes: Same[frozenset[int]]) -> NDArray[np.int32]:
    return np.fromiter(hexes.value, np.int32, len(hexes.value))


@lru_cache(maxsize=64)
def _barred(codes: frozenset[int]) -> NDArray[np.bool_]:
    barred = np.zeros(256, bool)
    barred[list(codes)] = True
    return barred


@lru_cache(maxsize=256)
def _edges(
    steps: Same[Mapping[tuple[int, int], Step]],
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]:
    order = sorted(steps.value)
    taken = [steps.value[edge] for edge in order]
    return (
        np.array([here * SIDES + side for here, side in order], np.int64),
        np.array([step.cost for step in taken], np.int32),
        np.array([step.flags for step in taken], np.uint8),
    )


class Paths(Mapping[int, tuple[int, ...]]):
    """The path to each goal of a walk, made when it is asked for; ways on are kept, so that many paths are quick."""

    def __init__(self, hexes: list[int], near: Walked) -> None:
        self._hexes, self._near = hexes, near
        self._on: dict[int, tuple[int, ...]] = {start: (start,) for start in hexes[:1]}

    @cached_property
    def _halts(self) -> bool:
        """Whether any step of the walk halts; if none does, the ways there are the ways on."""
        return bool((self._near.halted != UNREACHED).any())

    @cached_property
    def _last(self) -> dict[int, int]:
        """The hex before each on the least way there; ``NO_HEX`` before the start."""
        return dict(zip(self._hexes, self._near.before.tolist(), strict=True))

    @cached_property
    def _through(self) -> dict[int, int]:
        """The hex before each on the least way that lets the walk go on."""
        if not self._halts:
            return self._last
        on = self._near.on != UNREACHED
        return dict(zip(self._near.hexes[on].tolist(), self._near.before_on[on].tolist(), strict=True))

    def __getitem__(self, goal: int) -> tuple[int, ...]:
        before = self._last[goal]
        if self._through.get(goal) != before:
            return (*self._way_on(before), goal)
        return self._on.get(goal) or self._way_on(goal)

    def _way_on(self, here: int) -> tuple[int, ...]:
        """Give the hexes on the way to one that the walk goes on from, worked out from the nearest that is known."""
        ahead, through = [], self._through
        while here not in self._on:
            ahead.append(here)
            here = through[here]
        way = self._on[here]
        for here in reversed(ahead):
            way = self._on[here] = (*way, here)
        return way

    def __iter__(self) -> Iterator[int]:
        return iter(self._hexes)

    def items(self) -> ItemsView[int, tuple[int, ...]]:
        """Give all goals with their paths at once."""
        return self.laid().items()

    def laid(self) -> dict[int, tuple[int, ...]]:
        """Lay the paths to all goals at once, nearest first, each on from the one before it."""
        if not self._halts:
            ways: dict[int, tuple[int, ...]] = {start: (start,) for start in self._hexes[:1]}
            for here, before in zip(self._hexes[1:], self._near.before.tolist()[1:], strict=True):
                ways[here] = ways[before] + (here,)
            return ways
        on, through = self._on, self._through
        for here, before in through.items():
            if here not in on:
                on[here] = (*(on.get(before) or self._way_on(before)), here)
        return {here: on[here] if through.get(here) == was else (*on[was], here) for here, was in self._last.items()}

    def __len__(self) -> int:
        return len(self._hexes)


@dataclass(frozen=True)
class Walk:
    """Where a walk leads.

    A hex can be entered sooner by a step that halts there than by one that lets the walk go on, so it is known both
    ways.

    ``cost``: the least cost of being in each hex, the start included; nearest first, among equals the one met first.
    ``paths``: the path to each of them, from the start, both included.
    """

    cost: Mapping[int, int]
    paths: Mapping[int, tuple[int, ...]]

    def path_to(self, goal: int) -> tuple[int, ...]:
        """Give the hexes from the start to a goal, both included.

        Raises ``KeyError`` if the walk does not lead there.
        """
        return self.paths[goal]


NOWHERE = Walk({}, {})


def laid(paths: Mapping[int, tuple[int, ...]]) -> Mapping[int, tuple[int, ...]]:
    """Lay all paths of a walk at once, for who asks for most of them."""
    return paths.laid() if isinstance(paths, Paths) else paths


def staying(here: int) -> Walk:
    """Give the walk of one who stays where it is."""
    return Walk({here: 0}, {here: (here,)})


def walk(over: Ground, start: int, limit: int, now: Now, *, avoid: int = 0) -> Walk:
    """Find where a walk leads that costs no more than a limit.

    ``limit``: the most that it may cost; ``NO_LIMIT`` for ways longer than a turn. ``avoid``: flags of steps that are
    not made: ``CAPS`` for what keeps its allowance.
    """
    graph = WalkGraph(over.kinds, over.prices, start, now.changes(len(over.kinds.code)), avoid)
    _, paths = nx.single_source_dijkstra(graph, start, cutoff=limit)
    found: Walked = paths.costs.found
    return _told(found)


def trek(over: Ground, start: int, turn: int, now: Now, *, keeps: bool = False, goal: int | None = None) -> Walk:
    """Find where a walk leads that may take any number of turns.

    What is left of a turn is lost where a step halts, before a step that is only made first, and before one that costs
    more than is left. So a cost, divided by ``turn`` and rounded up, is the number of turns to come there.

    ``turn``: what can be spent in a turn. ``keeps``: whether a step may begin in one turn and end in another. ``goal``:
    the one hex that is asked for; the walk gives its cost and path alone, the same as without, and costs less to find.
    """
    if turn <= 0:
        return staying(start)
    if goal is not None and goal != start and not _is_open(over, start, goal, now):
        return NOWHERE
    graph = WalkGraph(over.kinds, over.prices, start, now.changes(len(over.kinds.code)))
    if goal is None:
        return _told(graph.search([start], turn=turn, keeps=keeps))
    return _led(graph.search([start], turn=turn, keeps=keeps, goal=goal), goal)


def _is_open(over: Ground, start: int, goal: int, now: Now) -> bool:
    """Whether any step leads into a hex; where none does, a search would go over all the map to find no way."""
    near = (here for here in over.kinds.hexmap.neighbour[goal].tolist() if here != NO_HEX)
    return not now.shuts(goal) and any(step_now(over, at, goal, now, first=at == start).cost > 0 for at in near)


def _led(found: Walked, goal: int) -> Walk:
    """Give the way to one hex, if the walk leads there."""
    at = (found.hexes == goal).argmax()
    if found.hexes[at] != goal:
        return NOWHERE
    way, here = [goal], int(found.before[at])
    while here != NO_HEX:
        way.append(here)
        here = int(found.before_on[(found.hexes == here).argmax()])
    return Walk({goal: int(found.least[at])}, {goal: tuple(way[::-1])})


def _told(found: Walked) -> Walk:
    near = found.in_order()
    hexes = near.hexes.tolist()
    return Walk(dict(zip(hexes, near.least.tolist(), strict=True)), Paths(hexes, near))


class Goer(NamedTuple):
    """A walker for as many turns as it takes: the ground as he finds it, and what he can spend in a turn.

    ``turn``: 0 if he cannot go by himself. ``now``: says what holds on the way. ``keeps``: as for ``trek``. ``scale``:
    the fragments of one of what is spent. ``least``: what no step costs less than, whatever is the case; 0: not known.
    """

    over: Ground
    turn: int
    now: Callable[[], Now]
    keeps: bool = False
    scale: Fraction = Fraction(1)
    least: int = 0


class LongWays:
    """What a ``Play`` says of ways longer than a turn, by what its rules say of who goes."""

    _asked: tuple[Situation | None, str, bool, Goer | None] = (None, "", False, None)

    def goer(self, situation: Situation, stand: Stand, *, transport: bool) -> Goer:
        """Say how a stand goes, in transport or without."""
        raise NotImplementedError

    def trek(
        self, situation: Situation, stand: str, *, start: int | None = None, transport: bool = False,
        goal: int | None = None,
    ) -> Trek:  # fmt: skip
        """Find what it costs a stand to come to any hex, or to the one that is asked for; off the map, nowhere."""
        here = situation.state.stands[stand].hex if start is None else start
        if here is None:
            return Trek({}, {}, 0)
        over, turn, now, keeps, scale, _ = self._goes(situation, stand, transport=transport)
        found = trek(over, here, turn, now(), keeps=keeps, goal=goal)
        # In whole numbers, rounded down: fractions take ten times as long.
        top, bottom = scale.as_integer_ratio()
        cost = found.cost if top == bottom else {index: paid * top // bottom for index, paid in found.cost.items()}
        return Trek(cost, found.paths, turn * top // bottom)

    def steps(self, situation: Situation, stand: str, *, transport: bool = False) -> Steps:
        """Price every step of the map for a stand as the ground is now."""
        goer = self._goes(situation, stand, transport=transport)
        priced = steps_over(goer.over, situation, goer.turn, int(goer.scale))
        return replace(priced, least=int(goer.least * goer.scale)) if goer.least else priced

    def _goes(self, situation: Situation, key: str, *, transport: bool) -> Goer:
        """Say how a stand goes, the answer kept: whoever prices its steps asks for its ways next."""
        there, stand, how, found = self._asked
        if found is None or there is not situation or (stand, how) != (key, transport):
            found = self.goer(situation, situation.state.stands[key], transport=transport)
            self._asked = situation, key, transport, found
        return found


class Fault(NamedTuple):
    """Why a path cannot be gone.

    ``kind`` is "apart" (two hexes are no neighbours), "halted" (the move has ended in ``here``), "barred" (by
    ``step``), "late" (a step that is only made first), "shut" (``there`` cannot be entered), "dear" (it costs
    ``spent``, more than the limit) or "capped" (more than the cap).
    """

    kind: str
    here: int
    there: int
    step: Step = Step(0)
    spent: int = 0

    def why(self, hexmap: HexMap) -> str:
        """Say the words of the step that is barred or late, its hexes by their numbers."""
        return self.step.why.format(here=hexmap.number(self.here), there=hexmap.number(self.there))


def fault(over: Ground, path: Sequence[int], limit: int, now: Now, *, cap: int | None = None) -> Fault | None:
    """Say why a path cannot be gone; ``None`` if it can.

    ``limit``, ``cap``: the most that it may cost; and that, if a step of it has the flag ``CAPS``.
    """
    spent, capped, halted = 0, False, False
    for k, (here, there) in enumerate(pairwise(path)):
        why = step_fault(over, here, there, now, first=k == 0)
        if why is not None and (why.kind == "apart" or not halted):
            return why
        if halted:
            return Fault("halted", here, there)
        taken = step_now(over, here, there, now, first=k == 0)
        spent, capped = spent + taken.cost, capped or bool(taken.flags & CAPS)
        halted = bool(taken.flags & HALTS)
    if spent > limit:
        return Fault("dear", path[0], path[-1], spent=spent)
    return Fault("capped", path[0], path[-1], spent=spent) if capped and cap is not None and spent > cap else None


def step_fault(over: Ground, here: int, there: int, now: Now, *, first: bool) -> Fault | None:
    """Say why a step cannot be made, ``first`` of a move or later; ``None`` if it can."""
    if _side_to(over.kinds.hexmap, here, there) is None:
        return Fault("apart", here, there)
    taken = step_now(over, here, there, now, first=first)
    if now.shuts(there):
        return Fault("shut", here, there, taken)
    if taken.cost <= 0:
        return Fault("barred", here, there, taken)
    return Fault("late", here, there, taken) if taken.flags & FIRST and not first else None


def step_now(over: Ground, here: int, there: int, now: Now, *, first: bool = False) -> Step:
    """Give what a step between neighbours costs and does now; ``first`` if it begins a move.

    Raises ``ValueError`` if the two are no neighbours on the map.
    """
    side = _side_to(over.kinds.hexmap, here, there)
    if side is None:
        msg = f"hexes {here} and {there} are no neighbours on the map"
        raise ValueError(msg)
    taken = (now.first.get(side) if first else None) or now.steps.get((here, side)) or over.at(here, side)
    return taken._replace(flags=taken.flags | HALTS) if there in now.halts else taken


def _side_to(hexmap: HexMap, here: int, there: int) -> int | None:
    """Name the side that two hexes share; ``None`` if they do not touch, or one is not on the map."""
    if not (0 <= here < len(hexmap) and 0 <= there < len(hexmap)):
        return None
    near: list[int] = hexmap.neighbour[here].tolist()
    return near.index(there) if there in near else None


class Assault(NamedTuple):
    """The least way to come to grips with those in a hex: from where, and what march and assault cost."""

    start: int
    cost: int


def assaults(over: Ground, found: Walk, rims: Mapping[int, Sequence[int]], limit: int, now: Now) -> dict[int, Assault]:
    """Find the least way to come to grips with each held hex from where a walk leads; among equals from the lowest hex.

    ``rims``: the neighbours of each held hex.
    """
    start, best = next(iter(found.cost), NO_HEX), dict[int, Assault]()
    for goal, rim in rims.items():
        for here in rim:
            if here not in found.cost:
                continue
            step = step_now(over, here, goal, now, first=here == start)
            way = Assault(here, found.cost[here] + step.assault)
            if step.assault > 0 and way.cost <= limit and (goal not in best or way[::-1] < best[goal][::-1]):
                best[goal] = way
    return best
