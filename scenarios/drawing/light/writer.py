"""
Write scenes as SVG that is light: for pictures in pages and letters.

Points are whole steps, as wide as such a picture bears, and told by how far each lies from the one before; a B-spline
is one number pair a point, since "t" mirrors the last handle. What is drawn along the same points, and lines that are
alike, are written once and used. There is no style sheet: one of a picture in a page would reach into the whole page.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scenarios.drawing.faces import FACES
from scenarios.drawing.scene import Area, Lines, Scene, Spots, Stamp, Words, each

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maps.palette import Palette
    from scenarios.drawing.scene import Item

    Whole = NDArray[np.int64]

__all__ = ["MARK", "WIDER", "light_body", "named", "short"]

MARK = "\x1a"
"""Stands for the name of a picture in the ids of what it holds, until ``named`` knows it."""

_AREA_MM, _WAY_MM, _FINE_MM = 0.2, 0.12, 0.05
"""Steps of areas, of ways and of straight lines; the control points of splines lie on every second."""
_FAMILY, _SMALLER = "Arial,sans-serif", 0.86
"""Whoever opens such a picture has not our faces: plain ones are larger at the same size."""
WIDER = 1.16
"""How much wider a name may become in a face that its reader has, and so how much room it is given."""
_ANCHORS = {0.0: "", 0.5: ' text-anchor="middle"', 1.0: ' text-anchor="end"'}
_WORTH = 40
"""Letters that a line must have to be written once and used."""


class _Form(NamedTuple):
    """What an item is drawn along: a path in steps of so many millimetres, or several that are moved."""

    path: str
    step_mm: float
    parts: tuple[tuple[str, int, int], ...] = ()
    """Ids of lines that are used, and where."""


def light_body(scene: Scene, radius_mm: float, palette: Palette, *, part: str = "") -> str:
    """
    Write what a scene shows, in millimetres from its left upper corner, without the picture's own head.

    ``part`` parts the ids of several bodies in one picture.
    """
    pen = _Pen(scene, radius_mm, palette, [], MARK + part)
    groups = groupby(scene.items, key=lambda item: isinstance(item, Words))
    drawn = "".join(pen.words(items) if are_words else "".join(map(pen.paint, items)) for are_words, items in groups)
    return f'<g fill="none" fill-rule="evenodd" stroke-linejoin="round" font-family="{_FAMILY}">{pen.kept()}{drawn}</g>'


def named(picture: str) -> str:
    """Name what a picture holds by all that it shows, so that pictures of one page do not take each other's."""
    return picture.replace(MARK, "p" + hashlib.sha256(picture.encode()).hexdigest()[:6])


def short(value: float, digits: int = 2) -> str:
    """
    Write a number with as few signs as it needs.

    >>> short(0.50), short(-0.25, 1), short(3.0)
    ('.5', '-.2', '3')
    """
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


class _Pen:
    """Writes items; what more than one of them is drawn along is kept, and written before them."""

    def __init__(self, scene: Scene, radius_mm: float, palette: Palette, kept: list[str], mark: str) -> None:
        self.radius_mm, self.palette = radius_mm, palette
        self.corner = np.array(scene.box[:2])
        self._kept, self._mark = kept, mark
        self._stamps: dict[int, str] = {}
        self._shared = Counter(_form_key(item) for item in scene.items if not isinstance(item, Words))
        self._forms: dict[tuple[int, ...], tuple[str, _Form]] = {}

    def kept(self) -> str:
        """Give what is used: it must be asked for when all is painted."""
        return f"<defs>{''.join(self._kept)}</defs>" if self._kept else ""

    def paint(self, item: Item) -> str:
        """Write an area, lines or spots; relief is too heavy for such a picture."""
        if isinstance(item, Area):
            return self._drawn(item, f'fill="{self.palette.colour(item.colour)}"', 0.0)
        if isinstance(item, Lines):
            alpha = f' opacity="{short(item.alpha)}"' if item.alpha < 1 else ""
            ends = ' stroke-linecap="round"' if item.round_ends and not item.closed else ""
            look = f'stroke="{self.palette.colour(item.colour)}"{ends}{alpha}{self._dashed(item)}'
            return self._drawn(item, look, item.width.at(self.radius_mm))
        if isinstance(item, Stamp):
            return self._stamp(item)
        if isinstance(item, Spots):
            look = f'stroke="{self.palette.colour(item.colour)}" stroke-linecap="round"'
            return self._drawn(item, look, item.width.at(self.radius_mm))
        return ""

    def _dashed(self, item: Lines) -> str:
        if item.dash is None:
            return ""
        step = _way_mm(item) if item.curved else _FINE_MM
        return f' stroke-dasharray="{" ".join(short(mm / step) for mm in item.dash)}"'

    def _stamp(self, item: Stamp) -> str:
        """Use what a stamp shows where it lies; it is written once for all that show the same."""
        if id(item.items) not in self._stamps:
            inner = _Pen(Scene((0.0, 0.0, 0.0, 0.0), item.items), 1.0, self.palette, self._kept, self._mark)
            inner._stamps = self._stamps
            drawn = "".join(inner.words([one]) if isinstance(one, Words) else inner.paint(one) for one in item.items)
            self._stamps[id(item.items)] = self._keep(f'<g id="{{}}">{drawn}</g>')
        x, y = ((np.array([item.u, item.v]) - self.corner) * self.radius_mm).tolist()
        moved = f"translate({short(x)} {short(y)})" if x or y else ""
        scaled = f"scale({short(item.scale, 4)})" if item.scale != 1 else ""
        move = f' transform="{moved}{scaled}"' if moved or scaled else ""
        pale = f' opacity="{short(item.alpha)}"' if item.alpha < 1 else ""
        used = f'<use href="#{self._stamps[id(item.items)]}"{move}{pale}'
        return f"{used}><title>{escape(item.title)}</title></use>" if item.title else f"{used}/>"

    def _keep(self, form: str) -> str:
        """Keep what is used, under an id that stands for the braces in it, and give the id."""
        name = f"{self._mark}{len(self._kept)}"
        self._kept.append(form.replace("{}", name, 1))
        return name

    def _drawn(self, item: Area | Lines | Spots, look: str, width_mm: float) -> str:
        name, form = self._form(item)
        if not form.path and not form.parts:
            return ""
        wide = f' stroke-width="{short(width_mm / form.step_mm)}"' if width_mm else ""
        move = f'transform="scale({short(form.step_mm)})"'
        if isinstance(item, Spots) and any(item.aside):
            dx, dy = (part * self.radius_mm for part in item.aside)
            move = f'transform="translate({short(dx)} {short(dy)})scale({short(form.step_mm)})"'
        if name:
            return f'<use href="#{name}" {move} {look}{wide}/>'
        return (
            f"<g {move} {look}{wide}>{_inner(form)}</g>"
            if form.parts
            else (f'<path {move} {look}{wide} d="{form.path}"/>')
        )

    def _form(self, item: Area | Lines | Spots) -> tuple[str, _Form]:
        key = _form_key(item)
        if key not in self._forms:
            form, name = self._made(item), ""
            if self._shared[key] > 1:
                name = self._keep(f'<g id="{{}}">{_inner(form)}</g>' if form.parts else
                                  f'<path id="{{}}" d="{form.path}"/>')  # fmt: skip
            self._forms[key] = name, form
        return self._forms[key]

    def _made(self, item: Area | Lines | Spots) -> _Form:
        placed = (np.asarray(item.points, float) - self.corner) * self.radius_mm
        if isinstance(item, Spots):
            whole = np.rint(placed / _WAY_MM).astype(np.int64)
            return _Form(_spots(whole[np.lexsort(whole.T)]), _WAY_MM)
        closed = isinstance(item, Area) or item.closed
        if item.curved:
            step = _way_mm(item)
            lines = [_settled(line, closed=closed) for line in each(np.rint(placed / (2 * step)), item.starts)]
            return _Form(_splines([line for line in lines if len(line) > 1 + closed], closed=closed), step)
        return self._straight(placed, item.starts, closed=closed)

    def _straight(self, points: NDArray[np.float64], starts: Whole, *, closed: bool) -> _Form:
        """Write straight lines; those that are alike are kept, and used."""
        first = points[starts[:-1]]
        whole = np.rint((points - np.repeat(first, np.diff(starts), axis=0)) / _FINE_MM).astype(np.int64)
        told, bounds = np.diff(whole, axis=0).tolist(), zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
        texts = ["".join([_SIGNS[x] + _SIGNS[y] for x, y in told[a : b - 1]]).lstrip(" ") for a, b in bounds]
        begun = np.rint(first / _FINE_MM).astype(np.int64)
        ended = begun if closed else begun + whole[starts[1:] - 1]
        alike = Counter(text for text in texts if len(text) > _WORTH)
        ids: dict[str, str] = {}
        for text in (text for text, count in alike.items() if count > 1):
            ids[text] = self._keep(f'<path id="{{}}" d="m0 0l{text}{"z" * closed}"/>')
        rows = list(zip(texts, begun.tolist(), ended.tolist(), strict=True))
        parts = tuple((ids[text], *at) for text, at, _ in rows if text in ids)
        return _Form(_moved([row for row in rows if row[0] and row[0] not in ids], "z" * closed), _FINE_MM, parts)

    def words(self, items: Iterable[Item]) -> str:
        """Write texts, those that look alike as a group."""
        texts = [item for item in items if isinstance(item, Words)]
        return "".join(f"<g{look}>{''.join(map(self._text, alike))}</g>" for look, alike in groupby(texts, self._look))

    def _look(self, item: Words) -> str:
        size, face = item.size.at(self.radius_mm), FACES[item.face]
        halo = f' stroke="{self.palette.halo}" stroke-width="{short(2 * item.halo * size)}" paint-order="stroke"'
        weight = ' font-weight="700"' if "Bold" in face else ""
        slope = ' font-style="italic"' if "Italic" in face else ""
        return (
            f' font-size="{short(_SMALLER * size)}" fill="{self.palette.colour(item.colour)}"'
            f"{_ANCHORS[item.anchor]}{weight}{slope}{halo if item.halo else ''}"
        )

    def _text(self, item: Words) -> str:
        x, y = ((np.array([item.u, item.v]) - self.corner) * self.radius_mm).tolist()
        at = f'x="{short(x, 1)}" y="{short(y, 1)}"'
        if item.turn_deg:
            at = f'transform="translate({short(x, 1)} {short(y, 1)})rotate({short(item.turn_deg, 0)})"'
        return f"<text {at}>{escape(item.text)}</text>"


def _way_mm(item: Area | Lines) -> float:
    return _AREA_MM if isinstance(item, Area) or item.closed else _WAY_MM


def _form_key(item: Item) -> tuple[int, ...]:
    """Tell what an item is drawn along, however it looks."""
    if isinstance(item, Area):
        return (id(item.points), id(item.starts), item.curved, True)
    if isinstance(item, Lines):
        return (id(item.points), id(item.starts), item.curved, item.closed)
    return (id(item.points),) if isinstance(item, Spots) else (id(item),)


def _inner(form: _Form) -> str:
    used = "".join(f'<use href="#{name}" x="{x}" y="{y}"/>' for name, x, y in form.parts)
    return f'<path d="{form.path}"/>{used}' if form.path else used


def _settled(line: NDArray[np.generic], *, closed: bool) -> Whole:
    """Drop the points that fell together."""
    whole = np.asarray(line, np.int64)
    if len(whole) < 2:
        return whole
    differs = np.any(whole != np.roll(whole, 1, axis=0), axis=1)
    differs[0] = differs[0] or not closed
    return whole[differs]


def _splines(lines: Iterable[Whole], *, closed: bool) -> str:
    """Write B-splines of control points, which lie on every second step, so that all between them are whole."""
    found, at = [], np.zeros(2, np.int64)
    for line in lines:
        middles = line + (np.roll(line, -1, axis=0) if closed else np.concatenate([line[1:], line[-1:]]))
        if closed:
            start, first, ends = middles[-1], 2 * line[0], middles
        else:
            start, first, ends = 2 * line[0], 2 * line[1], np.concatenate([middles[1:-2], 2 * line[-1:]])
        move = _numbers(start - at)
        if len(line) == 2 and not closed:
            found.append(f"m{move}l{_numbers(2 * line[1] - start)}")
        else:
            bent = _numbers(np.concatenate([first - start, ends[0] - start]))
            found.append(f"m{move}q{bent}{_mirrored(ends)}{'z' * closed}")
        at = start if closed else 2 * line[-1]
    return "".join(found)


def _mirrored(ends: Whole) -> str:
    return f"t{_numbers(np.diff(ends, axis=0))}" if len(ends) > 1 else ""


def _moved(rows: Iterable[tuple[str, list[int], list[int]]], end: str) -> str:
    """Write lines one after the other, each from where the pen was left."""
    found, x, y = [], 0, 0
    for text, (at_x, at_y), (end_x, end_y) in rows:
        found.append(f"m{at_x - x}{_SIGNS[at_y - y]}l{text}{end}")
        x, y = end_x, end_y
    return "".join(found)


def _spots(places: Whole) -> str:
    steps = np.diff(places, axis=0, prepend=np.zeros((1, 2), np.int64))
    return "".join(f"m{_numbers(step)}h0" for step in steps)


class _Signs(dict[int, str]):
    """How whole numbers are written one after the other: a minus parts them as well as a space."""

    def __missing__(self, value: int) -> str:
        """Write a number that is met for the first time."""
        self[value] = f" {value}" if value >= 0 else str(value)
        return self[value]


_SIGNS = _Signs()


def _numbers(values: Whole) -> str:
    return "".join([_SIGNS[value] for value in values.ravel().tolist()]).lstrip(" ")
