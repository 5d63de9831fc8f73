"""Take the numbers out of blocks of an ``.osm.pbf`` file: kernels that look at each byte once, and trust none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["alike", "bounds_of", "located", "numbers", "running", "spans", "tagged", "ways_of"]


@njit(cache=True, nogil=True)
def _varint(data: Bytes, at: int, end: int) -> tuple[Any, int]:
    """Read a number; the place behind it is -1 if there is none."""
    value, shift = np.uint64(0), 0
    while at < end and shift < 70:
        byte = data[at]
        at += 1
        value |= np.uint64(byte & 127) << np.uint64(shift)
        if byte < 128:
            return np.int64(value), at
        shift += 7
    return np.int64(0), -1


@njit(cache=True, nogil=True)
def _unzigzag(value: Any) -> Any:
    return np.int64(np.uint64(value) >> np.uint64(1)) ^ -(value & 1)


@njit(cache=True, nogil=True)
def _field(data: Bytes, at: int, end: int) -> tuple[Any, int, int]:
    """Read the head of a field: its number, where its content begins and ends; the end is -1 if it is none."""
    key, at = _varint(data, at, end)
    if at < 0:
        return np.int64(0), 0, -1
    if key & 7 == 0:
        _, after = _varint(data, at, end)
        return key >> 3, at, after
    if key & 7 == 2:
        length, at = _varint(data, at, end)
        if at >= 0 and 0 <= length <= end - at:
            return key >> 3, at, at + length
    return np.int64(0), 0, -1


@njit(cache=True, nogil=True)
def spans(data: Bytes, begin: int, end: int, wanted: int) -> tuple[Ints, bool]:
    """Say where the fields of one number begin and end (k, 2), and whether the message is sound."""
    count, at = 0, begin
    while at < end:
        key, _, at = _field(data, at, end)
        if at < 0:
            return np.zeros((0, 2), np.int64), False
        count += key == wanted
    found, count, at = np.zeros((count, 2), np.int64), 0, begin
    while at < end:
        key, start, at = _field(data, at, end)
        if key == wanted:
            found[count, 0], found[count, 1] = start, at
            count += 1
    return found, True


@njit(cache=True, nogil=True)
def numbers(data: Bytes, begin: int, end: int) -> tuple[Ints, bool]:
    """Read a row of numbers, and say whether it is sound."""
    count = 0
    for k in range(begin, end):
        count += data[k] < 128
    row, at = np.zeros(count, np.int64), begin
    for k in range(count):
        row[k], at = _varint(data, at, end)
        if at < 0:
            return row, False
    return row, at == end


@njit(cache=True, nogil=True)
def running(data: Bytes, begin: int, end: int) -> tuple[Ints, bool]:
    """Read a row of numbers that are told by how far each is from the one before."""
    row, sound = numbers(data, begin, end)
    last = np.int64(0)
    for k in range(len(row)):
        last += _unzigzag(row[k])
        row[k] = last
    return row, sound


@njit(cache=True, nogil=True)
def tagged(tags: Ints, wanted: Bools, nodes: int) -> tuple[Ints, bool]:
    """
    Find the nodes that have a wanted key: which, and where its tags begin and end (k, 3); and whether the row is sound.

    Keys and values of all nodes of a group come in one row, a 0 behind each node.
    """
    found = np.zeros((min(nodes, len(tags)), 3), np.int64)
    kept, at = 0, 0
    for node in range(nodes):
        begin, hit = at, False
        while at < len(tags) and tags[at] != 0:
            if at + 1 >= len(tags) or min(tags[at], tags[at + 1]) < 0 or max(tags[at], tags[at + 1]) >= len(wanted):
                return found[:0], False
            hit = hit or wanted[tags[at]]
            at += 2
        if at >= len(tags):
            return found[:0], False
        if hit:
            found[kept, 0], found[kept, 1], found[kept, 2] = node, begin, at
            kept += 1
        at += 1
    return found[:kept], at == len(tags)


@njit(cache=True, nogil=True)
def _words(data: Bytes, at: int, end: int, known: int, row: Ints, count: int) -> int:
    """Read numbers of known words into a row behind so many; give how many there are then, -1 if one is unknown."""
    while at < end:
        value, at = _varint(data, at, end)
        if at < 0 or value < 0 or value >= known:
            return -1
        row[count] = value
        count += 1
    return count


@njit(cache=True, nogil=True)
def _steps(data: Bytes, at: int, end: int, row: Ints, count: int) -> int:
    last = np.int64(0)
    while at < end:
        value, at = _varint(data, at, end)
        if at < 0:
            return -1
        last += _unzigzag(value)
        row[count] = last
        count += 1
    return count


@njit(cache=True, nogil=True)
def _way(
    data: Bytes, span: Ints, known: int, rows: tuple[Ints, Ints, Ints], counts: tuple[int, int]
) -> tuple[Any, int, int]:
    """Read a way into the rows of keys, values and nodes; give its id, how many tags and nodes there are then."""
    keys, values, nodes = counts[0], counts[0], counts[1]
    met = 0
    number: Any = np.int64(0)
    at, end = span
    while at < end:
        key, start, at = _field(data, at, end)
        if at < 0 or key < 1 or key > 8 or (key in (1, 2, 3, 8) and met >> key & 1):
            # Places on the ways (9, 10), or a row in pieces: allowed, and hardly ever met.
            return number, -1, -1
        met |= 1 << key
        if key == 1:
            number, _ = _varint(data, start, at)
        elif key == 2:
            keys = _words(data, start, at, known, rows[0], keys)
        elif key == 3:
            values = _words(data, start, at, known, rows[1], values)
        elif key == 8:
            nodes = _steps(data, start, at, rows[2], nodes)
        if min(keys, values, nodes) < 0:
            return number, -1, -1
    return number, keys if keys == values and met >> 1 & 1 else -1, nodes


@njit(cache=True, nogil=True)
def ways_of(data: Bytes, ways: Ints, wanted: Bools) -> tuple[Ints, Bools, Ints, Ints, Ints, Ints, Ints, bool]:
    """
    Read the ways of a group.

    Given are their ids; which have a wanted key; where the tags of each begin (k + 1,) in the rows of keys and of
    values, and these rows; where the nodes of each begin (k + 1,), and their row; and whether all is sound.
    """
    most = (ways[:, 1] - ways[:, 0]).sum()
    ids, hits = np.zeros(len(ways), np.int64), np.zeros(len(ways), np.bool_)
    tag_at, node_at = np.zeros(len(ways) + 1, np.int64), np.zeros(len(ways) + 1, np.int64)
    keys, values, nodes = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    sound = True
    for k in range(len(ways)):
        number, tags, refs = _way(data, ways[k], len(wanted), (keys, values, nodes), (tag_at[k], node_at[k]))
        if tags < 0 or refs < 0:
            sound = False
            break
        ids[k], tag_at[k + 1], node_at[k + 1] = number, tags, refs
        for tag in range(tag_at[k], tags):
            hits[k] = hits[k] or wanted[keys[tag]]
    tags, refs = tag_at.max(), node_at.max()
    return ids, hits, tag_at, keys[:tags].copy(), values[:tags].copy(), node_at, nodes[:refs].copy(), sound


@njit(cache=True, nogil=True)
def located(ids: Ints, wanted: Ints) -> NDArray[np.int32]:
    """Say where numbers stand in a rising row, -1 if nowhere; one that follows on the one before is found at once."""
    found = np.full(len(wanted), -1, np.int32)
    near = 0
    for k in range(len(wanted)):
        number = wanted[k]
        if near + 1 < len(ids) and ids[near + 1] == number:
            near += 1
        elif near >= len(ids) or ids[near] != number:
            near = np.searchsorted(ids, number)
        if near < len(ids) and ids[near] == number:
            found[k] = near
    return found


@njit(cache=True, nogil=True)
def bounds_of(
    places: NDArray[np.int32], starts: Ints, lon: NDArray[np.int32], lat: NDArray[np.int32]
) -> tuple[Any, Bools]:
    """Give west, south, east, north of each way (k, 4), and which lack a node; places are -1 where one is lacking."""
    bounds, lacks = np.zeros((len(starts) - 1, 4), np.int32), np.zeros(len(starts) - 1, np.bool_)
    for way in range(len(starts) - 1):
        west = south = np.int64((1 << 31) - 1)
        east = north = -west
        for k in range(starts[way], starts[way + 1]):
            here = places[k]
            if here < 0:
                lacks[way] = True
                continue
            x, y = np.int64(lon[here]), np.int64(lat[here])
            west, south = min(west, x), min(south, y)
            east, north = max(east, x), max(north, y)
        bounds[way] = west, south, east, north
    return bounds, lacks


@njit(cache=True, nogil=True)
def alike(block: Ints, first: Ints, last: Ints, keys: Ints, values: Ints) -> tuple[Ints, Ints]:
    """
    Sort ways by what they say: give the first of each sort, and the sort of each (k,).

    ``first`` and ``last`` say where the tags of each stand in the rows. Those of two blocks are never of a sort.
    """
    room = 16
    while room < 2 * len(first):
        room *= 2
    table, sort, heads, count = (
        np.full(room, -1, np.int64),
        np.zeros(len(first), np.int64),
        np.zeros(len(first), np.int64),
        0,
    )
    for way in range(len(first)):
        mixed = np.uint64(block[way] + 1)
        for k in range(first[way], last[way]):
            mixed = (mixed ^ np.uint64(keys[k] << 32 | values[k])) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
        spot = np.int64(mixed & np.uint64(room - 1))
        while table[spot] >= 0 and not _same(block, (first, last), (keys, values), heads[table[spot]], way):
            spot = (spot + 1) & (room - 1)
        if table[spot] < 0:
            heads[count], table[spot] = way, count
            count += 1
        sort[way] = table[spot]
    return heads[:count], sort


@njit(cache=True, nogil=True)
def _same(block: Ints, parts: tuple[Ints, Ints], rows: tuple[Ints, Ints], one: int, other: int) -> bool:
    (first, last), (keys, values) = parts, rows
    if block[one] != block[other] or last[one] - first[one] != last[other] - first[other]:
        return False
    for k in range(last[one] - first[one]):
        a, b = first[one] + k, first[other] + k
        if keys[a] != keys[b] or values[a] != values[b]:
            return False
    return True
