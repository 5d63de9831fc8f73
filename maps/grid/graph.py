"""
Find how far a move reaches, and the hexes on its way.

A ``HexGraph`` is arrays that behave as a networkx graph: the functions here go
straight to the kernels, and ``nx.*`` calls on it are answered from the same
arrays by ``maps.grid.nx_backend``. The cost of a step is in *fragments*, the
small whole parts; the caller divides a turn's movement into them.

Ten hexes in two rows, 2 fragments a step; but hex 0301 is a marsh, and to
enter it costs 9:

>>> from maps.grid.hexgrid import Grid
>>> grid = Grid(cols=5, rows=2)
>>> neighbour = grid.neighbour_table()
>>> cost = np.where(neighbour == NO_HEX, 0, 2)
>>> cost[neighbour == grid.index_of("0301")] = 9
>>> graph = HexGraph(neighbour, cost)
>>> len(graph), graph.number_of_edges()
(10, 34)

How far does a unit in 0101 get with 5 fragments, and what is left of them
depends on what each hex costs:

>>> found = reach(graph, grid.index_of("0101"), 5)
>>> {grid.number(i): int(found.cost[i]) for i in found.hexes().tolist()}
{'0101': 0, '0201': 2, '0102': 2, '0202': 4, '0302': 4}

The least path to 0401 goes round by the south of the marsh:

>>> path = least_path(graph, grid.index_of("0101"), grid.index_of("0401"))
>>> [grid.number(i) for i in path], path_cost(graph, path)
(['0101', '0201', '0302', '0401'], 6)

An enemy in 0302 closes that hex, so the marsh must be crossed:

>>> enemy = np.zeros(len(grid), bool)
>>> enemy[grid.index_of("0302")] = True
>>> [grid.number(i) for i in least_path(graph.without(enemy), grid.index_of("0101"), grid.index_of("0401"))]
['0101', '0201', '0301', '0401']

His zone of control is another matter: a hex of it may be entered, and there
the move ends:

>>> zone = np.isin(np.arange(len(grid)), neighbour[grid.index_of("0302")])
>>> found = reach(graph.without(enemy), grid.index_of("0101"), 99, stops=zone)
>>> [grid.number(i) for i in found.hexes().tolist()]
['0101', '0201', '0102', '0202']
"""

from __future__ import annotations

import copy
import itertools
import operator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from maps.grid import search
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.packed import PackedSteps
from maps.grid.search import UNREACHED, Found, Net, Reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

    import networkx as nx
    from numpy.typing import ArrayLike

    from maps.grid.hexmap import HexMap
    from maps.grid.search import BoolArray, IntArray

__all__ = [
    "NO_LIMIT",
    "UNREACHED",
    "Found",
    "HexGraph",
    "Reach",
    "components",
    "distances",
    "least_path",
    "path_cost",
    "path_to",
    "reach",
    "reaches",
]

NO_LIMIT = UNREACHED - 1
"""The greatest limit there is; a way that costs more counts as none."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class HexGraph:
    """
    Hexes and what each step between them costs.

    Attributes
    ----------
    neighbour
        The hex across each side (n, 6), ``NO_HEX`` where there is none.
    cost
        Fragments to step across each side (n, 6); 0 or less is no passage.
        A step may cost what the hex entered asks, or half of the hex left and
        half of the hex entered, or whatever else: the table is the caller's.
    blocked
        Hexes that are no nodes of the graph (n,): off the map, or closed.
    """

    __networkx_backend__ = "hexgraph"

    neighbour: IntArray
    cost: IntArray
    blocked: BoolArray
    steps_packed: PackedSteps
    """The steps as a search wants them, laid out when first one asks; graphs with the same steps share them."""
    weight: str = "weight"
    """The edge attribute that holds the cost for networkx."""

    def __init__(self, neighbour: ArrayLike, cost: ArrayLike, blocked: ArrayLike | None = None) -> None:
        """
        Take the arrays; those that could still be written to are copied.

        Raises
        ------
        ValueError
            If the arrays do not fit together.
        """
        sides, steps = _locked(neighbour, np.int32), _locked(cost, np.int32)
        closed = _locked(np.zeros(len(sides), bool) if blocked is None else blocked, np.bool_)
        if sides.ndim != 2 or steps.shape != sides.shape or closed.shape != sides.shape[:1]:
            msg = (
                f"neighbour {sides.shape}, cost {steps.shape} and blocked {closed.shape} do not fit together;"
                " they must be (n, 6), (n, 6) and (n,)"
            )
            raise ValueError(msg)
        vars(self).update(neighbour=sides, cost=steps, blocked=closed, steps_packed=PackedSteps(sides, steps))

    @classmethod
    def over(cls, hexmap: HexMap, cost: ArrayLike) -> HexGraph:
        """Lay costs (n, 6) over a map; hexes off its edge are no nodes."""
        return cls(hexmap.neighbour, cost, ~hexmap.inside)

    def without(self, blocked: ArrayLike) -> Self:
        """Take out hexes (n,) bool; neighbours and costs are shared, not copied."""
        more = np.asarray(blocked, bool)
        if more.shape != self.blocked.shape:
            msg = f"blocked {more.shape} must have one value for each of {len(self.blocked)} hexes"
            raise ValueError(msg)
        return self._but(blocked=_locked(self.blocked | more, np.bool_))

    def reversed(self) -> Self:
        """
        Turn every step round: distances *from* a hex become distances *to* it.

        For tables of six sides, where side ``k`` meets side ``(k + 3) % 6``.
        """
        back = (np.arange(SIDES) + 3) % SIDES
        cost = np.where(self.neighbour == NO_HEX, 0, self.cost[self.neighbour, back])
        return self._costing(cost)

    def priced(self, weight: str | None) -> Self:
        """Read costs as networkx does: an edge attribute by name, and 1 a step where there is none such."""
        if weight == self.weight:
            return self
        return self._costing(self.cost > 0)

    def _costing(self, cost: ArrayLike) -> Self:
        steps = _locked(cost, np.int32)
        return self._but(cost=steps, steps_packed=PackedSteps(self.neighbour, steps))

    def _but(self, **changes: Any) -> Self:
        other = copy.copy(self)
        vars(other).update(changes)
        return other

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} nodes, {self.number_of_edges()} steps>"

    def passable(self) -> BoolArray:
        """Say which sides can be crossed (n, 6)."""
        shut = self.blocked[:, None] | self.blocked[self.neighbour]
        sides: BoolArray = (self.neighbour != NO_HEX) & (self.cost > 0) & ~shut
        return sides

    def net(self, stops: BoolArray | None = None) -> Net:
        """Give what the kernels of ``maps.grid.search`` walk over."""
        halts = np.zeros(len(self.blocked), bool) if stops is None else np.asarray(stops, bool)
        if halts.shape != self.blocked.shape:
            msg = f"stops {halts.shape} must have one value for each of {len(self.blocked)} hexes"
            raise ValueError(msg)
        return Net(self.steps_packed.steps, self.blocked, halts, *self.steps_packed.gauge)

    def place(self, node: object) -> int:
        """
        Find a node's row in the arrays.

        Raises
        ------
        ValueError
            If it is no node of the graph.
        """
        if node not in self:
            msg = f"hex {node!r} is not in the graph: it is blocked or off the map"
            raise ValueError(msg)
        return operator.index(node)  # type: ignore[arg-type]

    def named(self, rows: IntArray) -> list[Any]:
        """Name the nodes in rows of the arrays; here a hex is its own name."""
        return list(rows.tolist())

    # What follows is the part of networkx's graph interface that needs no networkx.

    def is_directed(self) -> bool:
        """Say yes: a step up a slope may cost more than the step down."""
        return True

    def is_multigraph(self) -> bool:
        """Say no: two hexes share one hexside."""
        return False

    def __len__(self) -> int:
        """Count the hexes that are not blocked."""
        return int(np.count_nonzero(~self.blocked))

    def __iter__(self) -> Iterator[Any]:
        """List the hexes that are not blocked."""
        return iter(self.nodes)

    def __contains__(self, node: object) -> bool:
        try:
            row = operator.index(node)  # type: ignore[arg-type]
        except TypeError:
            return False
        return 0 <= row < len(self.blocked) and not self.blocked[row]

    @property
    def nodes(self) -> list[Any]:
        """List the hexes that are not blocked."""
        return self.named(np.flatnonzero(~self.blocked).astype(np.int32))

    def number_of_nodes(self) -> int:
        """Count the hexes that are not blocked."""
        return len(self)

    def number_of_edges(self) -> int:
        """Count the steps that can be taken; there and back are two."""
        return int(np.count_nonzero(self.passable()))

    def steps(self) -> list[tuple[Any, Any, int]]:
        """List the steps that can be taken: from, to, cost."""
        here, side = np.nonzero(self.passable())
        there, cost = self.neighbour[here, side], self.cost[here, side]
        return list(zip(self.named(here.astype(np.int32)), self.named(there), cost.tolist(), strict=True))

    def adjacency(self) -> Iterator[tuple[Any, dict[Any, dict[str, int]]]]:
        """Give each hex with its steps, as networkx does."""
        steps: dict[Any, dict[Any, dict[str, int]]] = {node: {} for node in self}
        for here, there, cost in self.steps():
            steps[here][there] = {self.weight: cost}
        return iter(steps.items())

    def to_networkx(self) -> nx.DiGraph:
        """Copy into a plain ``DiGraph``; edges have the cost as ``weight``."""
        import networkx as nx  # noqa: PLC0415 - 0.1 s to load, and the arrays are searched without it

        plain = nx.DiGraph()
        plain.add_nodes_from(self.nodes)
        plain.add_weighted_edges_from(self.steps(), weight=self.weight)
        return plain


def reach(graph: HexGraph, start: int, limit_fragments: int, *, stops: BoolArray | None = None) -> Reach:
    """
    Find the hexes that a move from ``start`` can get to.

    Parameters
    ----------
    stops
        Hexes that may be entered but not left (n,): an enemy's zone of
        control. The start is exempt: a unit in such a zone may leave it.

    Raises
    ------
    ValueError
        If the start is not in the graph, or the limit is negative.
    """
    return _spread(graph, [start], limit_fragments, stops, NO_HEX)


def reaches(
    graph: HexGraph, starts: Sequence[int], limits_fragments: ArrayLike, *, stops: BoolArray | None = None
) -> Found:
    """
    Find the hexes that each of many moves can get to; quicker than one ``reach`` after another.

    Parameters
    ----------
    limits_fragments
        One limit for all, or one for each start.

    Raises
    ------
    ValueError
        If a start is not in the graph, or a limit is negative.
    """
    rows = np.array([graph.place(start) for start in starts], np.int32)
    limits = np.minimum(np.broadcast_to(np.asarray(limits_fragments, np.int64), rows.shape), NO_LIMIT)
    if limits.min(initial=0) < 0:
        _refuse_limit(int(limits.min()))
    return search.spread_each(graph.net(stops), rows, limits.astype(np.int32))


def distances(
    graph: HexGraph, sources: Iterable[int], limit_fragments: int = NO_LIMIT, *, until: int | None = None
) -> Reach:
    """
    Find what each hex costs from the nearest of several sources.

    ``source`` in the answer is that nearest source; among equals always the
    same one. For costs *towards* the sources search ``graph.reversed()``, and
    read ``previous`` as the next hex on the way. The search may end at the
    hex ``until``; hexes further off are then left out, or cost too much.

    Raises
    ------
    ValueError
        If a source or ``until`` is not in the graph, or the limit is negative.
    """
    return _spread(graph, sources, limit_fragments, None, NO_HEX if until is None else graph.place(until))


def least_path(graph: HexGraph, start: int, goal: int) -> tuple[int, ...]:
    """
    Find the cheapest way from a hex to another, both ends included.

    Empty if there is no way.

    Raises
    ------
    ValueError
        If either end is not in the graph.
    """
    return path_to(distances(graph, [start], until=goal), goal)


def path_to(found: Reach, goal: int) -> tuple[int, ...]:
    """Give the way to a hex that a search found, from its source; empty if it was not reached."""
    if found.cost[goal] == UNREACHED:
        return ()
    path, here = [], int(goal)
    while here != NO_HEX:
        path.append(here)
        here = int(found.previous[here])
    return tuple(reversed(path))


def path_cost(graph: HexGraph, path: Sequence[int]) -> int:
    """
    Add up the fragments of a path.

    Raises
    ------
    ValueError
        If a step of it leads to no neighbour, or cannot be taken.
    """
    total = 0
    for here, there in itertools.pairwise(path):
        side = np.flatnonzero(graph.neighbour[graph.place(here)] == graph.place(there))
        cost = int(graph.cost[here, side[0]]) if side.size else 0
        if cost <= 0:
            msg = f"there is no step from hex {here} to hex {there}: " + ("no passage" if side.size else "no neighbour")
            raise ValueError(msg)
        total += cost
    return total


def components(graph: HexGraph) -> IntArray:
    """
    Label the parts of the graph that hang together (n,), from 0; blocked hexes have ``NO_HEX``.

    Two hexes share a part if steps join them, whichever way those lead.
    """
    return search.merge(graph.steps_packed.steps, graph.blocked)


def _spread(graph: HexGraph, sources: Iterable[int], limit: int, stops: BoolArray | None, target: int) -> Reach:
    if limit < 0:
        _refuse_limit(limit)
    # In order and once each, so that ties fall the same way however the sources were listed.
    starts = np.array(sorted({graph.place(source) for source in sources}), np.int32)
    return search.spread(graph.net(stops), starts, min(int(limit), NO_LIMIT), target)


def _refuse_limit(limit: int) -> NoReturn:
    msg = f"a limit of {limit} fragments is less than nothing; use 0 or more"
    raise ValueError(msg)


def _locked(values: ArrayLike, dtype: type[np.generic]) -> Any:
    array = np.ascontiguousarray(values, dtype)
    if array.flags.writeable:
        array = array.copy() if array is values else array
        array.flags.writeable = False
    return array


def _check_installed() -> None:
    """
    See that networkx can find our backend, which it does by the entry point of an installed package and no other way.

    Without it networkx would take a HexGraph for a graph of its own.
    """
    try:
        known = distribution("sandtable").entry_points.select(group="networkx.backends", name="hexgraph")
    except PackageNotFoundError:
        known = None
    if not known:
        msg = "Sandtable is not installed, and networkx finds its graphs by that: run pip install -e . in the checkout"
        raise ImportError(msg)


_check_installed()
