"""Lay chains of lines from hex to hex: find the links, and where on the map each node is at home."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.ways.stretches import Ground, Sequence, flow, side_between
from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["NO_HOME", "Laid", "Nodes", "Stretches", "TrueCrossings", "lay_chains"]

NO_HOME = -2
"""The home of a node that no chain has been laid through."""
_SAME_SPOT_M = 1e-3


class Nodes(NamedTuple):
    """Where nodes are at home (k,), and which are dead ends (k,)."""

    home: Ints
    loose: Bools


class TrueCrossings(NamedTuple):
    """Where chains truly cross rivers: chain c at ``at_m[starts[c]]`` to ``at_m[starts[c + 1]]`` (see ``flow``)."""

    starts: Ints
    at_m: Floats


class Stretches(NamedTuple):
    """A walk (see ``maps.grid.walk``); the stretches of chain c are ``rows[c]`` to ``rows[c + 1]``."""

    rows: Ints
    hex: Ints
    start_m: Floats
    length_m: Floats
    left_by: NDArray[np.int8]


class Laid(NamedTuple):
    """Links as they follow along chains: hex, side, the chain, how far along it, how many metres stand for it."""

    hex: Ints
    side: Ints
    at_m: Floats
    metres: Floats
    chain: Ints


@njit(cache=True, nogil=True)
def lay_chains(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    starts: Ints,
    node: Ints,
    at_m: Floats,
    walked: Stretches,
    nodes: Nodes,
    true: TrueCrossings,
    width: float,
    ground: Ground,
) -> Laid:
    """
    Find the links of all chains; homes are given to the nodes that have none.

    Parameters
    ----------
    starts, node, at_m
        Chains (see ``maps.derive.ways.chains``), and how far along its chain each node lies.
    """
    hexes, sides, chains = [0], [0], [0]
    spots, metres = [0.0], [0.0]
    for c in range(len(starts) - 1):
        own, own_m = node[starts[c] : starts[c + 1]], at_m[starts[c] : starts[c + 1]]
        begin = walked.rows[c]
        while begin < walked.rows[c + 1]:
            end = _run_end(begin, walked.rows[c + 1], walked, ground)
            if end == begin:
                begin += 1
                continue
            truly_m = true.at_m[true.starts[c] : true.starts[c + 1]]
            seq = _flowing(begin, end, own, own_m[-1], walked, nodes, truly_m, width, ground)
            for k in range(len(seq.hex) - 1):
                if seq.hex[k] != seq.hex[k + 1]:
                    hexes.append(seq.hex[k])
                    sides.append(side_between(seq.hex[k], seq.hex[k + 1], ground.neighbour))
                    spots.append(seq.at_m[k + 1])
                    metres.append((seq.length_m[k] + seq.length_m[k + 1]) / 2)
                    chains.append(c)
            _give_homes(seq, begin, end, own, own_m, walked, nodes.home)
            begin = end
    # The first of each list only told the compiler what it holds.
    return Laid(
        np.array(hexes)[1:], np.array(sides)[1:], np.array(spots)[1:], np.array(metres)[1:], np.array(chains)[1:]
    )


@njit(cache=True, nogil=True)
def _run_end(begin: int, stop: int, walked: Stretches, ground: Ground) -> int:
    """Find where the stretches end that follow each other on the map."""
    if not ground.inside[walked.hex[begin]]:
        return begin
    end = begin + 1
    while end < stop and walked.left_by[end - 1] >= 0 and ground.inside[walked.hex[end]]:
        end += 1
    return end


@njit(cache=True, nogil=True)
def _flowing(  # noqa: PLR0913, PLR0917 - a kernel takes plain arrays and numbers
    begin: int,
    end: int,
    own: Ints,
    long_m: float,
    walked: Stretches,
    nodes: Nodes,
    truly_m: Floats,
    width: float,
    ground: Ground,
) -> Sequence:
    seq = Sequence(
        walked.hex[begin:end].copy(),
        walked.length_m[begin:end].copy(),
        walked.start_m[begin:end].copy(),
        np.arange(begin, end),
    )
    at_start = walked.start_m[begin] < _SAME_SPOT_M
    at_end = walked.start_m[end - 1] + walked.length_m[end - 1] > long_m - _SAME_SPOT_M
    homes = (nodes.home[own[0]] if at_start else NO_HEX, nodes.home[own[-1]] if at_end else NO_HEX)
    dead_ends = (at_start and nodes.loose[own[0]], at_end and nodes.loose[own[-1]])
    return flow(seq, homes, dead_ends, truly_m, width, ground)


@njit(cache=True, nogil=True)
def _give_homes(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    seq: Sequence, begin: int, end: int, own: Ints, own_m: Floats, walked: Stretches, home: Ints
) -> None:
    """Set a node's home: its hex, or if that was skipped the nearest along its chain that was not."""
    start, length = walked.start_m, walked.length_m
    row, k = begin, 0
    for p in range(len(own)):
        at_m = own_m[p]
        if at_m < start[begin] or at_m > start[end - 1] + length[end - 1]:
            continue
        while row + 1 < end and start[row + 1] <= at_m:
            row += 1
        if home[own[p]] != NO_HOME:
            continue
        while k + 1 < len(seq.hex) and seq.row[k] != row and _is_reached(seq, k + 1, row, at_m):
            k += 1
        onwards = seq.row[k] != row and k + 1 < len(seq.hex) and at_m > start[row] + length[row] / 2
        home[own[p]] = seq.hex[k + 1] if onwards else seq.hex[k]


@njit(cache=True, nogil=True)
def _is_reached(seq: Sequence, k: int, row: int, at_m: float) -> bool:
    return bool(seq.at_m[k] <= at_m if seq.row[k] < 0 else seq.row[k] <= row)
