"""Draw the charts of a report: curves by day, shares as bars, days as dots; SVG without scripts."""

from __future__ import annotations

import math
from collections import Counter
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.simulate import Estimate
    from scenarios.trials.summary import PlaceFalls, Point

__all__ = ["Curve", "Share", "curves", "falls", "histogram", "shares"]

_WIDE, _HIGH, _LEFT, _TOP, _FOOT = 372, 210, 44, 34, 30
_ROW = 25
_STEPS = (1, 2, 2.5, 5, 10)


class Curve(NamedTuple):
    """A figure of one side by day or turn."""

    name: str
    colour: str
    points: Sequence[Point]


class Share(NamedTuple):
    """How often something comes, with its colour."""

    name: str
    colour: str
    share: Estimate


def curves(title: str, unit: str, per: str, found: Sequence[Curve]) -> str:
    """Draw curves: the mean as a line, and a band that holds eight games of ten."""
    lasts = [curve.points[-1].at for curve in found if curve.points]
    last = max(lasts, default=1)
    tops = [point.high for curve in found for point in curve.points]
    lows = [point.low for curve in found for point in curve.points]
    marks = _marks(min(0.0, *lows, 0.0), max(0.0, *tops, 0.0))
    axes = _Axes(last, marks[0], marks[-1])
    body = [_title(title), _text(_WIDE - 10, _HIGH - 4, per, anchor="end", soft=True)]
    for mark in marks:
        body.append(f'<line x1="{_LEFT}" x2="{_WIDE - 12}" y1="{axes.y(mark):.1f}" y2="{axes.y(mark):.1f}" class="g"/>')
        body.append(_text(_LEFT - 6, axes.y(mark) + 4, f"{mark:g}", anchor="end", soft=True))
    every = max(1, -(-last // 12))
    body += [_text(axes.x(at), _HIGH - 16, str(at), anchor="middle", soft=True) for at in range(1, last + 1, every)]
    for curve in found:
        body += _curve(curve, axes)
    body += _legend(found, unit)
    return _svg(_WIDE, _HIGH, title, body)


class _Axes(NamedTuple):
    last: int
    low: float
    high: float

    def x(self, at: float) -> float:
        return _LEFT + 8 + (at - 1) * (_WIDE - 28 - _LEFT) / max(1, self.last - 1)

    def y(self, value: float) -> float:
        return _HIGH - _FOOT - (value - self.low) * (_HIGH - _FOOT - _TOP - 16) / ((self.high - self.low) or 1)


def _curve(curve: Curve, axes: _Axes) -> Iterator[str]:
    points = curve.points
    if len(points) > 1:
        upper = [f"{axes.x(p.at):.1f},{axes.y(p.high):.1f}" for p in points]
        lower = [f"{axes.x(p.at):.1f},{axes.y(p.low):.1f}" for p in reversed(points)]
        yield f'<polygon points="{" ".join(upper + lower)}" fill="{curve.colour}" fill-opacity=".13"/>'
    line = " ".join(f"{axes.x(p.at):.1f},{axes.y(p.mean):.1f}" for p in points)
    yield f'<polyline points="{line}" fill="none" stroke="{curve.colour}" stroke-width="2.4" stroke-linejoin="round"/>'
    for p in points:
        words = f"{curve.name}, {p.at}: {p.mean:.2f} (eight games of ten: {p.low:.2f} to {p.high:.2f})"
        yield (
            f'<circle cx="{axes.x(p.at):.1f}" cy="{axes.y(p.mean):.1f}" r="2.6" fill="{curve.colour}">'
            f"<title>{escape(words)}</title></circle>"
        )


def _legend(found: Sequence[Curve], unit: str) -> Iterator[str]:
    x = float(_LEFT)
    for curve in found:
        yield f'<rect x="{x:.1f}" y="{_TOP - 8}" width="12" height="4" fill="{curve.colour}"/>'
        yield _text(x + 16, _TOP - 2, curve.name)
        x += 26 + 6.6 * len(curve.name)
    yield _text(_WIDE - 12, _TOP - 2, unit, anchor="end", soft=True)


def shares(title: str, found: Sequence[Share], *, wide: int = 760) -> str:
    """Draw shares as bars one under another, each with its interval."""
    left, right = 150, 190
    span = wide - left - right
    body = [_title(title)]
    for row, one in enumerate(found):
        y = 40 + row * 30
        x0, x1 = left + span * one.share.low, left + span * one.share.high
        words = f"{100 * one.share.value:.0f} %  ({100 * one.share.low:.0f} to {100 * one.share.high:.0f})"
        body += [
            _text(left - 10, y + 5, one.name, anchor="end"),
            f'<rect x="{left}" y="{y - 9}" width="{span}" height="18" class="track"/>',
            f'<rect x="{left}" y="{y - 9}" width="{span * one.share.value:.1f}" height="18" fill="{one.colour}"/>',
            f'<path d="M{x0:.1f} {y - 5}v10m0-5H{x1:.1f}m0-5v10" class="whisker"/>',
            _text(left + span + 12, y + 5, words),
        ]
    high = 40 + 30 * len(found)
    body.append(f'<line x1="{left + span / 2}" x2="{left + span / 2}" y1="26" y2="{high - 14}" class="half"/>')
    return _svg(wide, high, title, body)


def falls(title: str, per: str, found: Sequence[PlaceFalls], games: int, rings: Mapping[str, int], last: int) -> str:
    """Draw the day or turn of the first taking of each place: a dot as large as many games; a ring for history."""
    left, right, wide = 220, 24, 760
    step = (wide - left - right) / max(1, last)
    body = [_title(title)]
    every = max(1, -(-last // 24))
    days = range(1, last + 1, every)
    body += [_text(left + (at - 0.5) * step, 38, str(at), anchor="middle", soft=True) for at in days]
    body.append(_text(wide - 4, 18, per, anchor="end", soft=True))
    for row, place in enumerate(found):
        y = 58 + row * _ROW
        body.append(f'<line x1="{left}" x2="{wide - right}" y1="{y}" y2="{y}" class="g"/>')
        body.append(_text(left - 10, y + 4, f"{place.name}  {len(place.days)}/{games}", anchor="end"))
        for at, count in sorted(Counter(place.days).items()):
            radius = 2.5 + 7.5 * (count / games) ** 0.5
            words = f"{place.name}: first taken on {per} {at} in {count} of {games} games"
            body.append(
                f'<circle cx="{left + (at - 0.5) * step:.1f}" cy="{y}" r="{radius:.1f}" class="dot">'
                f"<title>{escape(words)}</title></circle>"
            )
        if place.name in rings:
            x = left + (rings[place.name] - 0.5) * step
            body.append(f'<circle cx="{x:.1f}" cy="{y}" r="11" class="ring"><title>in history</title></circle>')
    return _svg(wide, 58 + _ROW * len(found), title, body)


def histogram(title: str, under: str, counts: Mapping[int, int], colour: str) -> str:
    """Draw how often each number came."""
    low, high = min(counts, default=0), max(counts, default=0)
    most, step = max(counts.values(), default=1), (_WIDE - _LEFT - 20) / (high - low + 1)
    base, up = _HIGH - _FOOT - 4, _HIGH - _FOOT - _TOP - 18
    body = [_title(title), _text(_WIDE - 10, _HIGH - 2, under, anchor="end", soft=True)]
    body.append(f'<line x1="{_LEFT}" x2="{_WIDE - 12}" y1="{base}" y2="{base}" class="g"/>')
    every = max(1, -(-(high - low + 1) // 14))
    for number in range(low, high + 1):
        x, count = _LEFT + (number - low) * step, counts.get(number, 0)
        if count:
            tall = up * count / most
            body.append(
                f'<rect x="{x + step * 0.1:.1f}" y="{base - tall:.1f}" width="{step * 0.8:.1f}" height="{tall:.1f}"'
                f' fill="{colour}"><title>{number}: {count}</title></rect>'
            )
            if step > 16:
                body.append(_text(x + step / 2, base - tall - 4, str(count), anchor="middle", soft=True))
        if (number - low) % every == 0:
            body.append(_text(x + step / 2, base + 14, str(number), anchor="middle", soft=True))
    return _svg(_WIDE, _HIGH, title, body)


def _marks(low: float, high: float) -> list[float]:
    """Give round numbers that span a figure, five or so."""
    span = (high - low) or 1.0
    size = 10.0 ** math.floor(math.log10(span / 4))
    step = next((size * k for k in _STEPS if size * k >= span / 4), size * _STEPS[-1])
    first = math.floor(low / step)
    last = max(first + 1, math.ceil(high / step))
    return [round(step * k, 6) for k in range(first, last + 1)]


def _title(words: str) -> str:
    return f'<text x="10" y="18" class="t">{escape(words)}</text>'


def _text(x: float, y: float, words: str, *, anchor: str = "start", soft: bool = False) -> str:
    look = ' class="s"' if soft else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{look}>{escape(words)}</text>'


def _svg(wide: float, high: float, title: str, body: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" '
        f'height="{high:.0f}" role="img" aria-label="{escape(title)}">{"".join(body)}</svg>'
    )
