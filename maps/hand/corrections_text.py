"""
Read and write corrections as lines of text that people write.

    # what, value, where, "name" -- why; source; author
    terrain marsh area 6.05 50.51, 6.10 50.52, 6.08 50.55 "Hohes Venn" -- fens; GSGS 4042, sheet 94; by J.S.
    terrain marsh hexes 0713 0714 -- fens; GSGS 4042, sheet 94

Positions are degrees, longitude first, or numbers of hexes, which are turned into
degrees as they are read. The manual has an example of each kind.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NoReturn

from maps.derive.hand.outlines import hexside_lines, middle_of, outlines
from maps.grid.hexgrid import SIDES
from maps.problems import Problem, did_you_mean, raise_any
from maps.record import CORRECTED, Correction
from maps.sources.corrections_check import faults, made_up_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maps.grid.layout import Layout

__all__ = ["read_text", "write_text"]

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|--|,|\[(?:"(?:[^"\\]|\\.)*"|[^\]\s"]+)\]|[^\s",]+)')
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|;|[^";]+|"')
_PLAIN_ID = re.compile(r'[^\]\s"]+')
_HEAD = re.compile(r"(source|by):(.*)")
_PLACE_VERBS = ("add", "rename", "remove", "move")
_WHERES = ("at", "hex", "area", "hexes", "line", "side", "sides")
_MOST_PROBLEMS = 50


class _WrongLine(Exception):  # noqa: N818 - caught here, and told as a problem
    """A line cannot be read: what, and the remedy."""


def _wrong(what: str, remedy: str) -> NoReturn:
    raise _WrongLine(what, remedy)


@dataclass
class _Line:
    """The words of one line, taken from the front."""

    words: list[str]
    taken: int = 0

    def peek(self) -> str:
        return self.words[self.taken] if self.taken < len(self.words) else ""

    def take(self, wanted: str) -> str:
        if self.taken >= len(self.words):
            _wrong(f"ends where {wanted} should stand", "the manual has an example of each kind")
        self.taken += 1
        return self.words[self.taken - 1]

    def quoted(self, wanted: str) -> str:
        word = self.take(wanted)
        if not word.startswith('"'):
            _wrong(f"has {word!r} where {wanted} should stand", 'put names in quotes: "Our"')
        return _unquoted(word)

    def number(self, wanted: str) -> float:
        word = self.take(wanted)
        try:
            return float(word)
        except ValueError:
            _wrong(f"has {word!r} where {wanted} should stand", "give degrees, longitude first")


@dataclass
class _Where:
    """The shapes that a line draws, one or more."""

    shape: str
    drawn: list[tuple[tuple[float, float], ...]] = field(default_factory=list)


def read_text(text: str, file: str, terrain: Iterable[str], layout: Layout | None = None) -> list[Correction]:
    """
    Read corrections, one from each line; empty lines and those that begin with # say nothing.

    Parameters
    ----------
    file
        Name of the file, for messages.
    layout
        Of the map whose hexes the numbers in the text mean.

    Raises
    ------
    ProblemsFound
        With every faulty line, up to fifty.
    """
    known, problems, found = tuple(terrain), list[Problem](), list[Correction]()
    default = {"source": "", "by": ""}
    ids: set[str] = set()
    for number, line in enumerate(map(str.strip, text.split("\n")), start=1):
        if not line or line.startswith("#"):
            continue
        if head := _HEAD.fullmatch(line):
            default[head[1]] = head[2].strip()
            continue
        place = f"{file}, line {number}"
        try:
            read = _distinct(_read_line(line, default, layout), ids)
        except _WrongLine as wrong:
            problems.append(Problem(place, *wrong.args))
            continue
        problems += [Problem(place, *fault) for fault in dict.fromkeys(f for one in read for f in faults(one, known))]
        found += read
    raise_any(problems[:_MOST_PROBLEMS])
    return found


def _distinct(read: list[Correction], ids: set[str]) -> list[Correction]:
    """Give those that share an id numbers of their own."""
    found = []
    for one in read:
        name, k = one.id, 1
        while name in ids:
            k += 1
            name = f"{one.id}.{k}"
        ids.add(name)
        found.append(replace(one, id=name))
    return found


def _read_line(text: str, default: dict[str, str], layout: Layout | None) -> list[Correction]:
    words, tail = _words(text)
    line = _Line(words)
    given = ""
    if line.peek().startswith("["):
        given = line.take("an id")[1:-1]
        given = _unquoted(given) if given.startswith('"') else given
    what = line.take("what is corrected")
    if what not in CORRECTED:
        _wrong(f"corrects {what!r}", did_you_mean(what, CORRECTED))
    draft = Correction(given or made_up_id(what, text), what, "", "", ())
    draft = _place(line, draft) if what == "place" else replace(draft, value=line.take("a value"))
    where = _where(line, what, layout)
    if what != "place" and line.peek():
        draft = replace(draft, name=line.quoted("a name"))
    if line.peek():
        _wrong(f"goes on with {line.peek()!r}", "why, source and by whom come after --")
    why, source, by = _reasons(tail)
    draft = replace(draft, why=why, source=source or default["source"], by=by or default["by"])
    return [replace(draft, shape=where.shape, points=points) for points in where.drawn]


def _words(text: str) -> tuple[list[str], str]:
    """Part a line into its words, and what follows the dashes."""
    words: list[str] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            _wrong("has a quote that does not end", 'put names between two "')
        at = match.end()
        if match[1] == "--":
            return words, text[at:].strip()
        words.append(match[1])
    return words, ""


def _reasons(tail: str) -> tuple[str, str, str]:
    """Read reason, source and author; the last begins with "by"."""
    parts = [""]
    for piece in _PIECE.findall(tail):
        if piece == ";":
            parts.append("")
        else:
            parts[-1] += piece
    parts = [part.strip() for part in parts]
    by = parts.pop()[2:].strip() if re.match(r"by\s", parts[-1]) else ""
    if len(parts) > 2:
        _wrong("has too many parts after --", 'give why; source; by whom, and put a text with ; in it in "quotes"')
    why, source = (*map(_unquoted, parts), "", "")[:2]
    return why, source, _unquoted(by)


def _unquoted(word: str) -> str:
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word, strict=False))
    except ValueError:
        _wrong(f"has {word} for a text", "begin a text with a quote only if it ends with one")


def _place(line: _Line, draft: Correction) -> Correction:
    verb = line.take("add, rename, remove or move")
    if verb not in _PLACE_VERBS:
        _wrong(f"does {verb!r} to a place", did_you_mean(verb, _PLACE_VERBS))
    name = line.quoted("the name of the place")
    value = {"add": name, "move": name, "remove": ""}.get(verb)
    value = line.quoted("the new name") if value is None else value
    rank = 0
    if line.peek() == "rank":
        line.take("rank")
        word = line.take("a rank")
        if word not in ("1", "2", "3", "4"):
            _wrong(f"rank is {word!r}", "ranks are 1 (city) to 4 (village)")
        rank = int(word)
    return replace(draft, name="" if verb == "add" else name, value=value, rank=rank)


def _where(line: _Line, what: str, layout: Layout | None) -> _Where:
    kind = line.take("a position")
    if kind not in _WHERES:
        _wrong(f"has {kind!r} where a position should begin", did_you_mean(kind, _WHERES))
    if kind == "at":
        return _Where("point", [(_point(line),)])
    if kind in ("area", "line"):
        return _Where(kind, [_points(line)])
    if layout is None:
        _wrong("names hexes by number, without a map", "give the map that has the numbers, or degrees")
    return _at_sides(line, kind, layout) if kind in ("side", "sides") else _at_hexes(line, kind, what, layout)


def _at_sides(line: _Line, kind: str, layout: Layout) -> _Where:
    sides = [_side(line, layout)]
    while kind == "sides" and "/" in line.peek():
        sides.append(_side(line, layout))
    if kind == "side":
        return _Where("point", [(middle_of(layout, *sides[0]),)])
    return _Where("line", list(hexside_lines(layout, sides)))


def _at_hexes(line: _Line, kind: str, what: str, layout: Layout) -> _Where:
    hexes = [_hex(line.take("the number of a hex"), layout)]
    while kind == "hexes" and line.peek() and not line.peek().startswith('"'):
        hexes.append(_hex(line.take("the number of a hex"), layout))
    if kind == "hex":
        return _Where("point", [(middle_of(layout, hexes[0]),)])
    if what in ("road", "rail"):
        return _Where("line", [tuple(middle_of(layout, index) for index in hexes)])
    return _Where("area", list(outlines(layout, hexes)))


def _point(line: _Line) -> tuple[float, float]:
    return line.number("a longitude"), line.number("a latitude")


def _points(line: _Line) -> tuple[tuple[float, float], ...]:
    points = [_point(line)]
    while line.peek() == ",":
        line.take("a comma")
        points.append(_point(line))
    return tuple(points)


def _hex(number: str, layout: Layout) -> int:
    try:
        return layout.grid.index_of(number)
    except ValueError as error:
        _wrong(str(error), "take a number that is printed on the map")


def _side(line: _Line, layout: Layout) -> tuple[int, int]:
    word = line.take("a hexside such as 0713/0714")
    a, _, b = word.partition("/")
    one, other = _hex(a, layout), _hex(b, layout)
    try:
        side = layout.grid.side_towards(one, other)
    except ValueError as error:
        _wrong(str(error), "name two hexes that touch")
    return (one, side) if one < other else (other, (side + 3) % SIDES)


def write_text(corrections: Iterable[Correction]) -> str:
    """Write corrections as ``read_text`` reads them."""
    return "".join(_line_of(one) + "\n" for one in corrections)


def _line_of(one: Correction) -> str:
    ident = one.id if _PLAIN_ID.fullmatch(one.id) else json.dumps(one.id, ensure_ascii=False)
    spots = ", ".join(f"{lon!r} {lat!r}" for lon, lat in one.points)
    where = f"{'at' if one.shape == 'point' else one.shape} {spots}"
    name = f" {_quoted(one.name)}" if one.name and one.what != "place" else ""
    said = _place_words(one) if one.what == "place" else one.value
    by = f"; by {_text(one.by)}" if one.by else ""
    return f"[{ident}] {one.what} {said} {where}{name} -- {_text(one.why)}; {_text(one.source)}{by}"


def _place_words(one: Correction) -> str:
    rank = f" rank {one.rank}" if one.rank else ""
    if not one.name:
        return f"add {_quoted(one.value)}{rank}"
    if not one.value:
        return f"remove {_quoted(one.name)}{rank}"
    if one.name == one.value:
        return f"move {_quoted(one.name)}{rank}"
    return f"rename {_quoted(one.name)} {_quoted(one.value)}{rank}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _text(text: str) -> str:
    plain = text and text == text.strip() and not re.search(r'[;"\n\r\\]|^by\s', text) and text.isprintable()
    return text if plain else _quoted(text)
