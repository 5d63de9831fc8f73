"""
Take an extract of OpenStreetMap as XML apart: kernels that look at each byte once, and trust none.

What is taken is the plain XML that programs write: elements, attributes, text, the five entities and numbered ones.
Whatever else XML allows, and whatever is no XML, is not understood here; then the file is read in the slow way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]

__all__ = ["NODE", "RELATION", "WAY", "Rows", "counted", "scanned"]

NODE, WAY, RELATION = range(3)
_ELEMENTS, _NODES, _TAGS, _REFS, _WORDS = range(5)


class Rows(NamedTuple):
    """
    What is found, in the order of the file.

    Attributes
    ----------
    counts
        How many elements, nodes, tags, refs and words there are (5,).
    kind, ids, tag_at, ref_at
        Of each node, way and relation: which it is, its number, where its tags and its refs begin.
    lon, lat
        Of each node, degrees.
    keys, values
        Of each tag, as numbers of words.
    refs, member, role
        Of each place of a way, or member of a relation: its number; of members which kind they are, and a word.
    words, table
        Where each word begins and ends (k, 2), and a table to find it again.
    bounds
        Where the four sides begin and end that the file says (4, 2).
    """

    counts: Ints
    kind: NDArray[np.int8]
    ids: Ints
    tag_at: Ints
    ref_at: Ints
    lon: NDArray[np.float64]
    lat: NDArray[np.float64]
    keys: Ints
    values: Ints
    refs: Ints
    member: NDArray[np.int8]
    role: Ints
    words: Ints
    table: NDArray[np.int32]
    bounds: Ints


def _code(word: str) -> int:
    """Make a number of a name of at most eight letters; those of longer ones are below 0."""
    return int.from_bytes(word.encode(), "big")


_OSM, _BOUNDS, _TAG, _ND, _MEMBER = (_code(word) for word in ("osm", "bounds", "tag", "nd", "member"))
_THINGS = (_code("node"), _code("way"), _code("relation"))
_ID, _LON, _LAT, _REF, _TYPE, _ROLE, _K, _V = (
    _code(word) for word in ("id", "lon", "lat", "ref", "type", "role", "k", "v")
)
_VISIBLE, _ACTION, _DELETED, _TRUE = (_code(word) for word in ("visible", "action", "deleted", "true"))
_SIDES = tuple(_code(word) for word in ("minlon", "minlat", "maxlon", "maxlat"))
_ENTITIES = tuple(_code(word) for word in ("amp", "lt", "gt", "quot", "apos"))
_LONG, _ODD = -(1 << 63), 0x100000001B3
_BLANKS, _QUOTES = (32, 9, 10, 13), (34, 39)
_AMP, _SLASH, _COLON, _SEMICOLON, _LESS, _EQUALS, _MORE, _HASH = b"&/:;<=>#"
_BANG, _ASKS, _MINUS, _DOT, _ZERO, _X, _BRACKET = b"!?-.0x]"
_M, _N, _O, _R, _T, _W = b"mnortw"
_MOST_ATTRIBUTES, _DEEPEST = 32, 16
_MOST_DIGITS, _EXACT = 18, 1 << 53
_POWERS = 10.0 ** np.arange(_MOST_DIGITS + 1)
_STARTS_NAME, _IN_NAME = 1, 2
_NAMED = np.zeros(256, np.uint8)
_NAMED[list(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:")] = _STARTS_NAME
_NAMED[list(b"0123456789-.")] = _IN_NAME
_BLANK = np.zeros(256, np.bool_)
_BLANK[list(b" \t\n\r")] = True
_ODD_IN_VALUE = np.zeros(256, np.uint8)
_ODD_IN_VALUE[:32] = _ODD_IN_VALUE[_LESS] = 1
_ODD_IN_VALUE[_AMP] = 2


@njit(cache=True, nogil=True)
def _name(data: Bytes, at: int, end: int) -> tuple[Any, int]:
    """Read a name as a number, and say where it ends; 0 if there is none."""
    begin: int = at
    code: Any = np.int64(0)
    if at >= end or _NAMED[data[at]] != _STARTS_NAME:
        return code, at
    while at < end and _NAMED[data[at]] > 0:
        if at - begin < 8:  # noqa: SIM108 - a kernel, and so it is read
            code = code << 8 | np.int64(data[at])
        else:
            code = (code ^ np.int64(data[at])) * _ODD | _LONG
        at += 1
    return code, at


@njit(cache=True, nogil=True)
def _says(data: Bytes, begin: int, end: int, code: int) -> bool:
    found, after = _name(data, begin, end)
    return bool(found == code and after == end)


@njit(cache=True, nogil=True)
def _found(codes: Ints, count: int, code: int) -> Any:
    """Say which attribute has a name; -1: none."""
    for k in range(count):
        if codes[k] == code:
            return k
    return -1


@njit(cache=True, nogil=True)
def _blank(data: Bytes, at: int, end: int) -> int:
    while at < end and _BLANK[data[at]]:
        at += 1
    return at


@njit(cache=True, nogil=True)
def _reference(data: Bytes, at: int, end: int) -> Any:
    """Pass over what stands for a letter; -1 if it is none of the usual."""
    at += 1
    if at < end and data[at] == _HASH:
        base, at = 10, at + 1
        if at < end and data[at] == _X:
            base, at = 16, at + 1
        value: Any = 0
        begin = at
        while at < end and at - begin < 8 and data[at] != _SEMICOLON:
            digit: Any = np.int64(data[at]) - _ZERO
            if digit > 9:
                digit = (np.int64(data[at]) | 32) - 87
                digit = digit if digit > 9 else 99
            if digit < 0 or digit >= base:
                return -1
            value, at = value * base + digit, at + 1
        is_letter = value in _BLANKS or 32 <= value < 0xD800 or 0xE000 <= value < 0xFFFE or 0x10000 <= value <= 0x10FFFF
        return at + 1 if at < end and data[at] == _SEMICOLON and is_letter else -1
    code, at = _name(data, at, end)
    return at + 1 if at < end and data[at] == _SEMICOLON and code in _ENTITIES else -1


@njit(cache=True, nogil=True)
def _value(data: Bytes, at: int, end: int) -> tuple[int, int]:
    """Read what stands in quotes: where it begins and ends; the end is -1 if it is not plain."""
    if at >= end or data[at] not in _QUOTES:
        return at, -1
    quote, begin = data[at], at + 1
    at = begin
    while at < end:
        octet = data[at]
        if octet == quote:
            return begin, at
        if _ODD_IN_VALUE[octet] == 0:
            at += 1
        elif _ODD_IN_VALUE[octet] == 1:
            return begin, -1
        else:
            at = _reference(data, at, end)
            if at < 0:
                return begin, -1
    return begin, -1


@njit(cache=True, nogil=True)
def _element(data: Bytes, at: int, end: int, codes: Ints, spans: Ints) -> tuple[int, int, bool, int]:
    """Read an element's head: its name, how many attributes, whether more is in it, and the place behind it, or -1."""
    name, at = _name(data, at, end)
    count = 0
    while name != 0:
        after = _blank(data, at, end)
        if after >= end:
            break
        if data[after] == _MORE:
            return name, count, True, after + 1
        if data[after] == _SLASH:
            return name, count, False, after + 2 if after + 1 < end and data[after + 1] == _MORE else -1
        code, named = _name(data, after, end)
        if code == 0 or after == at or count == _MOST_ATTRIBUTES or _found(codes, count, code) >= 0:
            break
        named = _blank(data, named, end)
        if named >= end or data[named] != _EQUALS:
            break
        begin, stop = _value(data, _blank(data, named + 1, end), end)
        if stop < 0:
            break
        codes[count], spans[count, 0], spans[count, 1] = code, begin, stop
        count, at = count + 1, stop + 1
    return name, count, False, -1


@njit(cache=True, nogil=True)
def _text(data: Bytes, at: int, end: int, depth: int) -> int:
    """Pass over text to where the next element begins or the file ends; -1 if it is not plain."""
    while at < end and data[at] != _LESS:
        octet = data[at]
        if not _BLANK[octet] and (depth == 0 or octet < 32 or octet in (_AMP, _BRACKET)):
            return -1
        at += 1
    return at


@njit(cache=True, nogil=True)
def _whole(data: Bytes, begin: int, end: int) -> Any:
    """Read a whole number from 0 on; -1 if it is none."""
    if not 0 < end - begin <= _MOST_DIGITS:
        return -1
    value: Any = np.int64(0)
    for at in range(begin, end):
        digit = np.int64(data[at]) - _ZERO
        if digit < 0 or digit > 9:
            return -1
        value = value * 10 + digit
    return value


@njit(cache=True, nogil=True)
def _degrees(data: Bytes, begin: int, end: int, most: float) -> Any:
    """Read a number of at most so much on either side of 0; not a number if it is none."""
    minus = begin < end and data[begin] == _MINUS
    at = begin + minus
    value, digits, behind, dotted = np.int64(0), 0, 0, False
    while at < end:
        digit = np.int64(data[at]) - _ZERO
        if data[at] == _DOT and digits > 0 and not dotted:
            dotted = True
        elif digit < 0 or digit > 9 or digits == _MOST_DIGITS:
            return np.nan
        else:
            value, digits, behind = value * 10 + digit, digits + 1, behind + dotted
        at += 1
    # A whole number that is exact, by a power of ten that is exact: the nearest there is, as when read by itself.
    found = value / _POWERS[behind]
    if digits == 0 or value >= _EXACT or found > most:
        return np.nan
    return -found if minus else found


@njit(cache=True, nogil=True, inline="always")
def _word(data: Bytes, begin: int, end: int, rows: Rows) -> Any:
    """Give the number of a word, a new one if it was not met with yet; -1 if there are too many."""
    mixed: Any = np.int64(end - begin)
    for at in range(begin, end):
        mixed = (mixed ^ np.int64(data[at])) * _ODD
    mixed ^= mixed >> 29
    spot = mixed & (len(rows.table) - 1)
    while rows.table[spot] >= 0:
        known = rows.table[spot]
        if _same(data, begin, end, rows.words[known, 0], rows.words[known, 1]):
            return known
        spot = (spot + 1) & (len(rows.table) - 1)
    count = rows.counts[_WORDS]
    if count == len(rows.words):
        return -1
    rows.table[spot], rows.words[count, 0], rows.words[count, 1] = count, begin, end
    rows.counts[_WORDS] += 1
    return count


@njit(cache=True, nogil=True)
def _same(data: Bytes, begin: int, end: int, other: int, other_end: int) -> Any:
    if end - begin != other_end - other:
        return False
    for k in range(end - begin):  # noqa: SIM110 - a kernel
        if data[begin + k] != data[other + k]:
            return False
    return True


@njit(cache=True, nogil=True, inline="always")
def _thing(data: Bytes, kind: int, codes: Ints, spans: Ints, count: int, rows: Rows) -> Any:
    """Take a node, a way or a relation that begins."""
    row, number = rows.counts[_ELEMENTS], _found(codes, count, _ID)
    if row >= len(rows.ids) or number < 0 or (row > 0 and rows.kind[row - 1] > kind):
        return False
    seen = _found(codes, count, _VISIBLE)
    if seen >= 0 and not _says(data, spans[seen, 0], spans[seen, 1], _TRUE):
        return False
    if _found(codes, count, _ACTION) >= 0 or _found(codes, count, _DELETED) >= 0:
        return False
    rows.kind[row], rows.ids[row] = kind, _whole(data, spans[number, 0], spans[number, 1])
    rows.tag_at[row], rows.ref_at[row] = rows.counts[_TAGS], rows.counts[_REFS]
    rows.counts[_ELEMENTS] += 1
    if kind == NODE:
        lon, lat = _found(codes, count, _LON), _found(codes, count, _LAT)
        if lon < 0 or lat < 0:
            return False
        node = rows.counts[_NODES]
        rows.lon[node], rows.lat[node] = (
            _degrees(data, spans[lon, 0], spans[lon, 1], 180.0),
            _degrees(data, spans[lat, 0], spans[lat, 1], 90.0),
        )
        rows.counts[_NODES] += 1
        if np.isnan(rows.lon[node]) or np.isnan(rows.lat[node]):
            return False
    return rows.ids[row] >= 0


@njit(cache=True, nogil=True, inline="always")
def _tag(data: Bytes, codes: Ints, spans: Ints, count: int, rows: Rows) -> Any:
    key, value, row = _found(codes, count, _K), _found(codes, count, _V), rows.counts[_TAGS]
    if key < 0 or value < 0 or row >= len(rows.keys):
        return False
    rows.keys[row], rows.values[row] = (
        _word(data, spans[key, 0], spans[key, 1], rows),
        _word(data, spans[value, 0], spans[value, 1], rows),
    )
    rows.counts[_TAGS] += 1
    return min(rows.keys[row], rows.values[row]) >= 0


@njit(cache=True, nogil=True, inline="always")
def _ref(data: Bytes, codes: Ints, spans: Ints, count: int, rows: Rows, member: bool) -> Any:
    """Take a place of a way, or a member of a relation."""
    ref, row = _found(codes, count, _REF), rows.counts[_REFS]
    if ref < 0 or row >= len(rows.refs):
        return False
    rows.refs[row] = _whole(data, spans[ref, 0], spans[ref, 1])
    rows.counts[_REFS] += 1
    if member:
        of, role = _found(codes, count, _TYPE), _found(codes, count, _ROLE)
        if of < 0 or role < 0:
            return False
        rows.member[row], rows.role[row] = -1, _word(data, spans[role, 0], spans[role, 1], rows)
        for kind in range(3):
            if _says(data, spans[of, 0], spans[of, 1], _THINGS[kind]):
                rows.member[row] = kind
        if rows.member[row] < 0 or rows.role[row] < 0:
            return False
    return rows.refs[row] >= 0


@njit(cache=True, nogil=True, inline="always")
def _taken(data: Bytes, place: tuple[int, int, int], codes: Ints, spans: Ints, count: int, rows: Rows) -> Any:
    """Take an element by its name, how deep it stands, and what it stands in; False if that is not usual."""
    name, depth, above = place
    if name in _THINGS:
        kind = NODE if name == _THINGS[0] else WAY if name == _THINGS[1] else RELATION
        return depth == 1 and _thing(data, kind, codes, spans, count, rows)
    if name == _TAG:
        if above not in _THINGS:
            return True
        return depth == 2 and _tag(data, codes, spans, count, rows)
    if name == _ND:
        return depth == 2 and above == _THINGS[1] and _ref(data, codes, spans, count, rows, False)
    if name == _MEMBER:
        return depth == 2 and above == _THINGS[2] and _ref(data, codes, spans, count, rows, True)
    if name == _BOUNDS and depth == 1:
        for side in range(4):
            told = _found(codes, count, _SIDES[side])
            if told < 0:
                return False
            rows.bounds[side, 0], rows.bounds[side, 1] = spans[told, 0], spans[told, 1]
    return True


@njit(cache=True, nogil=True)
def counted(data: Bytes, begin: int, end: int) -> Ints:
    """Count the nodes, other things, tags, places of ways and members that a piece of a file has at most (5,)."""
    found = np.zeros(5, np.int64)
    for at in range(begin, end - 2):
        if data[at] != _LESS:
            continue
        if data[at + 1] == _N:
            found[0 if data[at + 2] == _O else 3] += 1
        elif data[at + 1] in (_W, _R):
            found[1] += 1
        elif data[at + 1] == _T:
            found[2] += 1
        elif data[at + 1] == _M:
            found[4] += 1
    return found


@njit(cache=True, nogil=True)
def scanned(data: Bytes, begin: int, end: int, is_first: bool, rows: Rows) -> int:
    """
    Take a piece of a file apart, and say how deep it ends: 0 behind the outermost element; -1 if it is not plain.

    The first piece begins before the outermost element, each other within it.
    """
    codes, spans = np.zeros(_MOST_ATTRIBUTES, np.int64), np.zeros((_MOST_ATTRIBUTES, 2), np.int64)
    above, depth, has_root = np.zeros(_DEEPEST, np.int64), 0 if is_first else 1, not is_first
    above[0] = _OSM
    at = _text(data, begin, end, depth)
    while 0 <= at < end - 1:
        if data[at + 1] == _SLASH:
            name, at = _name(data, at + 2, end)
            at = _blank(data, at, end)
            if depth == 0 or name != above[depth - 1] or at >= end or data[at] != _MORE:
                return -1
            depth, at = depth - 1, at + 1
        else:
            name, count, is_open, at = _element(data, at + 1, end, codes, spans)
            if at < 0 or depth == _DEEPEST or (depth == 0 and (has_root or name != _OSM)):
                return -1
            place = (name, depth, above[depth - 1] if depth > 0 else 0)
            if depth > 0 and not _taken(data, place, codes, spans, count, rows):
                return -1
            has_root, above[depth] = True, name
            depth += is_open
        at = _text(data, at, end, depth)
    return depth if at == end and has_root else -1
