"""
Reduce a network of water to trees: every node sends its water on one way.

Where a river parts, the main arm is the one that keeps its name, then the one whose name
goes furthest, then the greater. Other arms are left out, with all that is fed by them
alone; an arm that never comes back is kept beside the tree. Where arrows run in a ring,
the ring is opened.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.waters.waternet import turn
from maps.grid.joining import joined_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.derive.waters.waternet import Net

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["LEFT_OUT", "MOUTH", "Tree", "one_way", "reduce_to_tree", "upstream"]

MOUTH, LEFT_OUT = -1, -2
_CLEARLY_M = 3.0


class Tree(NamedTuple):
    """What remains of a network."""

    below: Ints
    """The piece that each piece flows into, ``MOUTH`` or ``LEFT_OUT`` (p,)."""
    arms: list[list[int]]
    """Arms that leave their river for good: their pieces, downstream."""


def one_way(net: Net, heights_m: Floats | None = None) -> Net:
    """
    Turn what cannot flow as it is drawn.

    A single piece is turned if it leads from where waters part to where two meet and none
    goes on; a network is turned if, all in all, it climbs.

    Parameters
    ----------
    heights_m
        Of the ground at each node, NaN where unknown.
    """
    into, out = net.degrees()
    astray = (out[net.start] >= 2) & (out[net.end] == 0) & (into[net.end] >= 2)
    # Where two such arms meet, either may be the one that is drawn wrong.
    alone = np.bincount(net.end[astray], minlength=len(net.nodes))[net.end] == 1
    net = turn(net, np.flatnonzero(astray & (alone | (into[net.start] == 0))))
    if heights_m is None or not len(net):
        return net
    falls = heights_m[net.start] - heights_m[net.end]
    network = joined_parts(net.start, net.end, len(net.nodes))[net.start]
    total = np.bincount(network, weights=np.nan_to_num(falls))
    return turn(net, np.flatnonzero(total[network] < -_CLEARLY_M))


def reduce_to_tree(net: Net, names: Sequence[str], rank: Floats) -> Tree:
    """
    Choose one way on from every node.

    Parameters
    ----------
    names
        Of each piece, empty if it has none (p,).
    rank
        How great the water of each piece is (p,).
    """
    choice = _choices(net, names, rank)
    _open_rings(net, choice, rank)
    kept = np.zeros(len(net), bool)
    kept[[piece for piece in choice.values() if piece != MOUTH]] = True
    main = kept.copy()
    _drop_unfed(net, kept)
    below = np.full(len(net), LEFT_OUT, np.int64)
    for piece in np.flatnonzero(kept).tolist():
        below[piece] = choice.get(int(net.end[piece]), MOUTH)
    return Tree(below, _arms(net, choice, main, kept))


def _choices(net: Net, names: Sequence[str], rank: Floats) -> dict[int, int]:
    """Choose the main arm at each node that sends water on."""
    length = net.lengths()
    reach: dict[str, float] = defaultdict(float)
    out: dict[int, list[int]] = defaultdict(list)
    name_in: dict[int, tuple[float, str]] = {}
    for piece, name in enumerate(names):
        reach[name] += length[piece] if name else 0.0
        out[int(net.start[piece])].append(piece)
        end = int(net.end[piece])
        name_in[end] = max(name_in.get(end, (-np.inf, "")), (float(rank[piece]), name))
    _, ends_out = net.degrees()

    def greatness(piece: int) -> tuple[bool, float, float, bool, float]:
        name = names[piece]
        same = bool(name) and name_in.get(int(net.start[piece]), (0.0, ""))[1] == name
        return same, reach[name], float(rank[piece]), bool(ends_out[net.end[piece]]), -length[piece]

    return {node: max(sorted(pieces), key=greatness) for node, pieces in out.items()}


def _open_rings(net: Net, choice: dict[int, int], rank: Floats) -> None:
    """Where the choices run in a ring, take the best way out of it; if there is none, stop at its least piece."""
    out: dict[int, list[int]] = defaultdict(list)
    for piece, node in enumerate(net.start.tolist()):
        out[node].append(piece)
    tried: set[int] = set()
    done: set[int] = set()
    for start in sorted(choice):
        while ring := _ring_from(net, choice, start, done):
            ways = [
                piece for node in ring for piece in out[node] if piece not in tried and int(net.end[piece]) not in ring
            ]
            if ways:
                best = max(ways, key=lambda piece: (rank[piece], -piece))
                tried |= {best, choice[int(net.start[best])]}
                choice[int(net.start[best])] = best
            else:
                choice[min(ring, key=lambda node: (rank[choice[node]], node))] = MOUTH


def _ring_from(net: Net, choice: dict[int, int], start: int, done: set[int]) -> set[int]:
    """Follow the choices from a node; give the nodes of the ring they end in, none if they end at a mouth."""
    order: dict[int, int] = {}
    here = start
    while here not in order and here not in done:
        order[here] = len(order)
        piece = choice.get(here, MOUTH)
        if piece == MOUTH:
            break
        here = int(net.end[piece])
    else:
        if here in order:
            return {node for node, place in order.items() if place >= order[here]}
    done.update(order)
    return set()


def _drop_unfed(net: Net, kept: NDArray[np.bool_]) -> None:
    """Leave out what is fed only by arms that were left out."""
    into, _ = net.degrees()
    out: dict[int, list[int]] = defaultdict(list)
    for piece in np.flatnonzero(kept).tolist():
        out[int(net.start[piece])].append(piece)
    fed = np.bincount(net.end[kept], minlength=len(net.nodes))
    waiting = np.flatnonzero((into > 0) & (fed == 0)).tolist()
    while waiting:
        for piece in out.pop(waiting.pop(), ()):
            kept[piece] = False
            end = int(net.end[piece])
            fed[end] -= 1
            if fed[end] == 0:
                waiting.append(end)


def _arms(net: Net, choice: dict[int, int], main: NDArray[np.bool_], kept: NDArray[np.bool_]) -> list[list[int]]:
    """Follow the arms that were left out; list those that end by themselves, each from where it parts."""
    fed = np.zeros(len(net.nodes), bool)
    fed[net.end[kept]] = fed[net.start[kept]] = True
    found, taken = [], set()
    for piece in np.flatnonzero(~main & fed[net.start]).tolist():
        arm, end = [piece], int(net.end[piece])
        while not fed[end] and choice.get(end, MOUTH) != MOUTH and end not in taken:
            taken.add(end)
            arm.append(choice[end])
            end = int(net.end[arm[-1]])
        if not fed[end] and end not in taken:
            taken.add(end)
            found.append(arm)
    return found


def upstream(below: Ints) -> list[int]:
    """List the pieces that remain so that each stands after all that flows into it."""
    waits = np.zeros(len(below), np.int64)
    np.add.at(waits, below[below >= 0], 1)
    order = np.flatnonzero((below != LEFT_OUT) & (waits == 0)).tolist()
    for piece in order:
        onward = int(below[piece])
        if onward >= 0:
            waits[onward] -= 1
            if waits[onward] == 0:
                order.append(onward)
    return order
