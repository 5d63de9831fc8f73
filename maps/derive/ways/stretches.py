"""
Turn a chain's stretches into a flowing row of hexes.

The exact walk of a road names every hex that it clips. Here the corners that
it only clips are skipped, and so are short hops over a river and back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Table = NDArray[np.int32]

__all__ = ["CLIPPED", "HOPPED", "Ground", "Sequence", "flow", "short_way", "side_between"]

CLIPPED = 0.5
"""A stretch of less than this share of the hex width clips a hex, if the road could as well go past it."""
HOPPED = 1.0
"""The same where going past it saves a crossing of water, or the road turns back: share of the hex width."""
_NEVER = np.inf
_SHORT = 4
_RIVER = HEXSIDES.index("river")
_ANY_WATER = 255
# A hop of more hexes than this is no hop.
_FAR = 8


class Ground(NamedTuple):
    """What a way has to heed; ``mark`` is room to work in, kept from call to call."""

    neighbour: Table
    inside: Bools
    water: NDArray[np.uint8]
    """Codes into ``HEXSIDES`` (n, 6)."""
    held: Bools
    """Hexes with a place that a road keeps touching (n,)."""
    mark: Table
    """(n + 1,); what is marked with the last number belongs to the search that goes on."""


class Sequence(NamedTuple):
    """Hexes in order; ``row`` is the stretch that each comes from, -1 for those put between."""

    hex: Ints
    length_m: Floats
    at_m: Floats
    row: Ints


@njit(cache=True, nogil=True)
def side_between(one: int, other: int, neighbour: Table) -> int:
    """Name the side of a hex towards its neighbour; ``NO_HEX`` if they are none."""
    for side in range(SIDES):
        if neighbour[one, side] == other:
            return side
    return NO_HEX


@njit(cache=True, nogil=True)
def _water(one: int, other: int, ground: Ground) -> int:
    """Give the code of the water between two hexes; 0 if they are no neighbours."""
    side = side_between(one, other, ground.neighbour)
    return int(ground.water[one, side]) if side != NO_HEX else 0


@njit(cache=True, nogil=True)
def short_way(start: int, goal: int, most: int, below: int, ground: Ground) -> Ints:
    """
    Find the way of fewest links, at most ``most``, from hex to hex; empty if there is none.

    The hexes come in order, ends included. Links cross only water with a code less than ``below``.
    """
    mark = ground.mark
    mark[-1] += 1
    now = mark[-1]
    mark[start] = now
    hexes, came = [start], [-1]
    first = 0
    for _ in range(most):
        last = len(hexes)
        for k in range(first, last):
            for side in range(SIDES):
                there = ground.neighbour[hexes[k], side]
                if there == NO_HEX or mark[there] == now or not ground.inside[there]:
                    continue
                if ground.water[hexes[k], side] >= below:
                    continue
                mark[there] = now
                hexes.append(there)
                came.append(k)
                if there == goal:
                    return _back(hexes, came)
        first = last
    return np.empty(0, np.int64)


@njit(cache=True, nogil=True)
def _back(hexes: list[int], came: list[int]) -> Ints:
    way = [hexes[-1]]
    k = came[-1]
    while k >= 0:
        way.append(hexes[k])
        k = came[k]
    return np.array(way[::-1], np.int64)


@njit(cache=True, nogil=True)
def _skip_within_m(seq: Sequence, k: int, width: float, ground: Ground) -> float:
    """Say below which length the hex at ``k`` is skipped; never where the way would break or get wetter."""
    before, here, after = seq.hex[k - 1], seq.hex[k], seq.hex[k + 1]
    if ground.held[here]:
        return -1.0
    if before == after:
        return HOPPED * width
    side = side_between(before, after, ground.neighbour)
    if side == NO_HEX:
        return -1.0
    wet = int(_water(before, here, ground) > 0) + int(_water(here, after, ground) > 0)
    wetter = int(ground.water[before, side] > 0) - wet
    if wetter > 0:
        return -1.0
    return (HOPPED if wetter < 0 else CLIPPED) * width


@njit(cache=True, nogil=True)
def _without(seq: Sequence, first: int, last: int) -> Sequence:
    """Take hexes out, first to last; what the road runs in them counts half for each neighbour."""
    kept = np.ones(len(seq.hex), np.bool_)
    kept[first : last + 1] = False
    lost = seq.length_m[first : last + 1].sum() / 2
    if first > 0:
        seq.length_m[first - 1] += lost
    if last + 1 < len(kept):
        seq.length_m[last + 1] += lost
    return Sequence(seq.hex[kept], seq.length_m[kept], seq.at_m[kept], seq.row[kept])


@njit(cache=True, nogil=True)
def _skip_clipped(seq: Sequence, width: float, ground: Ground) -> Sequence:
    """Skip what is only clipped, the most needless first: what saves water, then the shortest."""
    while len(seq.hex) > 2:
        best, chosen = _NEVER, -1
        for k in range(1, len(seq.hex) - 1):
            within = _skip_within_m(seq, k, width, ground)
            if seq.length_m[k] < within and seq.length_m[k] - within < best:
                best, chosen = seq.length_m[k] - within, k
        if chosen < 0:
            break
        turned_back = seq.hex[chosen - 1] == seq.hex[chosen + 1]
        seq = _without(seq, chosen, chosen)
        if turned_back:
            # The end of a chain stays, so that what begins there is joined to it.
            seq = _without(seq, chosen, chosen) if chosen + 1 < len(seq.hex) else _without(seq, chosen - 1, chosen - 1)
    return seq


@njit(cache=True, nogil=True)
def _trim(seq: Sequence, width: float, ground: Ground) -> Sequence:
    """Drop the hexes that a dead end only just reaches."""
    while len(seq.hex) > 1 and seq.length_m[-1] < CLIPPED * width and not ground.held[seq.hex[-1]]:
        seq = Sequence(seq.hex[:-1], seq.length_m[:-1], seq.at_m[:-1], seq.row[:-1])
    return seq


@njit(cache=True, nogil=True)
def _turned(seq: Sequence) -> Sequence:
    return Sequence(seq.hex[::-1].copy(), seq.length_m[::-1].copy(), seq.at_m[::-1].copy(), seq.row[::-1].copy())


@njit(cache=True, nogil=True)
def _next_wet(seq: Sequence, first: int, ground: Ground) -> int:
    """Find the first hex, counted from ``first``, that a link over water leaves; the length if there is none."""
    for k in range(first, len(seq.hex) - 1):
        if _water(seq.hex[k], seq.hex[k + 1], ground) > 0:
            return k
    return len(seq.hex)


@njit(cache=True, nogil=True)
def _is_held(seq: Sequence, first: int, last: int, ground: Ground) -> bool:
    return bool(ground.held[seq.hex[first : last + 1]].any())


@njit(cache=True, nogil=True)
def _mend_hops(seq: Sequence, truly_m: Floats, width: float, ground: Ground) -> Sequence:
    """Where the way crosses water and comes back in vain, go on this bank if there is a way as short."""
    one = _next_wet(seq, 0, ground)
    while one < len(seq.hex):
        other = _next_wet(seq, one + 1, ground)
        if other >= len(seq.hex):
            break
        if _is_in_vain(seq, one, other, truly_m, width, ground) and not _is_held(seq, one + 1, other, ground):
            way = _on_this_bank(seq, one, other, ground)
            if len(way) > 0 or seq.hex[one] == seq.hex[other + 1]:
                seq = _by_way(seq, one, other + 1, way)
                one = _next_wet(seq, one, ground)
                continue
        one = other
    return seq


@njit(cache=True, nogil=True)
def _is_in_vain(seq: Sequence, one: int, other: int, truly_m: Floats, width: float, ground: Ground) -> bool:
    """Say whether the road does not cross there; if that is not known, whether it soon comes back."""
    if len(truly_m) == 0 or _least_water(seq, one, other, ground) < _RIVER:
        return bool(seq.length_m[one + 1 : other + 1].sum() < HOPPED * width)
    first, last = seq.at_m[one + 1] - width / 2, seq.at_m[other + 1] + width / 2
    true = ((truly_m > first) & (truly_m < last)).sum()
    return bool(true == 0 and last - first < _FAR * width)


@njit(cache=True, nogil=True)
def _least_water(seq: Sequence, one: int, other: int, ground: Ground) -> int:
    """Give the lesser code of the two waters that a hop crosses."""
    there = _water(seq.hex[one], seq.hex[one + 1], ground)
    return min(there, _water(seq.hex[other], seq.hex[other + 1], ground))


@njit(cache=True, nogil=True)
def _on_this_bank(seq: Sequence, one: int, other: int, ground: Ground) -> Ints:
    """Find a way round a hop that crosses no water, or else only less than the hop does."""
    start, goal, most = seq.hex[one], seq.hex[other + 1], other - one + 2
    way = short_way(start, goal, most, 1, ground)
    if len(way) > 0:
        return way
    return short_way(start, goal, most, _least_water(seq, one, other, ground), ground)


@njit(cache=True, nogil=True)
def _by_way(seq: Sequence, one: int, other: int, way: Ints) -> Sequence:
    """Put a way in the place of the hexes between two."""
    if len(way) == 0:
        return _without(seq, one + 1, other)
    between = way[1:-1]
    size = len(between)
    metres = seq.length_m[one + 1 : other].sum()
    middle = 0.5 * (seq.at_m[one + 1] + seq.at_m[other])
    return Sequence(
        np.concatenate((seq.hex[: one + 1], between, seq.hex[other:])),
        np.concatenate((seq.length_m[: one + 1], np.full(size, metres / max(size, 1)), seq.length_m[other:])),
        np.concatenate((seq.at_m[: one + 1], np.full(size, middle), seq.at_m[other:])),
        np.concatenate((seq.row[: one + 1], np.full(size, -1, np.int64), seq.row[other:])),
    )


@njit(cache=True, nogil=True)
def _joined_up(seq: Sequence, ground: Ground) -> Sequence:
    """Put hexes between two that are no neighbours, and make one of two that are the same."""
    k = 0
    while k + 1 < len(seq.hex):
        one, other = seq.hex[k], seq.hex[k + 1]
        if one == other:
            kept = np.ones(len(seq.hex), np.bool_)
            kept[k + 1] = False
            seq.length_m[k] += seq.length_m[k + 1]
            seq = Sequence(seq.hex[kept], seq.length_m[kept], seq.at_m[kept], seq.row[kept])
            continue
        if side_between(one, other, ground.neighbour) == NO_HEX:
            way = _shortest(one, other, ground)
            if len(way) > 0:
                seq = _by_way(seq, k, k + 1, way)
                k += len(way) - 2
        k += 1
    return seq


@njit(cache=True, nogil=True)
def _shortest(one: int, other: int, ground: Ground) -> Ints:
    """Find a short way, if there is one without crossing water."""
    way = short_way(one, other, _SHORT, 1, ground)
    return way if len(way) > 0 else short_way(one, other, _SHORT, _ANY_WATER, ground)


@njit(cache=True, nogil=True)
def _begun_at(home: int, seq: Sequence, ground: Ground) -> Sequence:
    """Lead a sequence from the hex where its first node is at home."""
    if home == NO_HEX or home == seq.hex[0]:
        return seq
    way = _shortest(home, seq.hex[0], ground)
    size = max(len(way) - 1, 0)
    return Sequence(
        np.concatenate((way[:size], seq.hex)),
        np.concatenate((np.zeros(size), seq.length_m)),
        np.concatenate((np.full(size, seq.at_m[0]), seq.at_m)),
        np.concatenate((np.full(size, -1, np.int64), seq.row)),
    )


@njit(cache=True, nogil=True)
def flow(
    seq: Sequence, homes: tuple[int, int], loose: tuple[bool, bool], truly_m: Floats, width: float, ground: Ground
) -> Sequence:
    """
    Make a flowing way of the hexes of a chain, each a neighbour of the next.

    Parameters
    ----------
    homes
        Hexes that the chain must begin and end at; ``NO_HEX`` where it leaves the map.
    loose
        Which of its ends are dead ends: there it may end sooner.
    truly_m
        How far along the chain it truly crosses rivers; a lone NaN if it is known that it
        crosses none, empty if nothing is known.
    """
    seq = _joined_up(seq, ground)
    seq = _turned(_begun_at(homes[1], _turned(_begun_at(homes[0], seq, ground)), ground))
    if loose[0]:
        seq = _turned(_trim(_turned(seq), width, ground))
    if loose[1]:
        seq = _trim(seq, width, ground)
    return _mend_hops(_skip_clipped(seq, width, ground), truly_m, width, ground)
