"""Draw how losses fall out over many plays of a fight: a panel for each side, bars with their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from campaign.engine.simulate import mean_of, share_of

if TYPE_CHECKING:
    from collections import Counter

    from campaign.engine.simulate import Estimate, Simulation

__all__ = ["loss_chart"]

_PANEL, _GAP, _LEFT, _TOP, _FOOT = 240, 56, 64, 76, 56
_MOST_WIDE, _LEAST_BAR, _MOST_BAR = 640, 14, 48
_CEILINGS = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8)
_INK, _SOFT, _LINE = "#2b2a26", "#6d6a61", "#dcd8cc"
_FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"


def loss_chart(found: Simulation) -> str:
    """
    Draw the losses of each side as an SVG.

    Along the panel runs what a side lost in a play, upwards in how many of a
    hundred plays it did. A whisker is the 95 % interval; a dashed line the mean.
    """
    body = [_text(_LEFT, 28, f"{found.case}: {found.about or found.rule}", size=16, bold=True)]
    body.append(_text(_LEFT, 48, f"{found.times:,} plays, seed {found.seed}", colour=_SOFT))
    span, top = _span(found), _TOP
    for key, tally in found.sides.items():
        body.append(_panel(tally.losses, tally.name, found.colours.get(key, "#777777"), top, span))
        top += _PANEL + _GAP
    width, height = _LEFT + span.wide + 24, top - _GAP + _FOOT
    frame = f"<rect width='{width}' height='{height}' fill='#fbfaf6'/>"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>"
    return "\n".join([head, f"<title>{escape(found.case)}: losses</title>", frame, *body, "</svg>\n"])


def _span(found: Simulation) -> _Span:
    """Find what all panels have in common, so that sides can be compared at a glance."""
    numbers = [number for tally in found.sides.values() for number in tally.losses]
    tallest = max(
        share_of(count, found.times).high for tally in found.sides.values() for count in tally.losses.values()
    )
    ceiling = next((mark for mark in _CEILINGS if tallest <= mark), 1.0)
    low, high = min(0, *numbers), max(1, *numbers)
    return _Span(low, high, ceiling, max(_MOST_WIDE, (high - low + 1) * (_LEAST_BAR + 4)))


class _Span(NamedTuple):
    """What all panels have in common: least and most losses, the greatest share drawn, width in pixels."""

    low: int
    high: int
    ceiling: float
    wide: int


@dataclass(frozen=True)
class _Axes:
    """Where losses and shares lie in a panel, in pixels."""

    left: float
    base: float
    low: int
    step: float
    up: float

    def x(self, losses: float) -> float:
        """Give the middle of a number of losses."""
        return self.left + (losses - self.low + 0.5) * self.step

    def y(self, share: float) -> float:
        """Give the height of a share."""
        return self.base - self.up * share


def _panel(losses: Counter[int], name: str, colour: str, top: int, span: _Span) -> str:
    of, base = losses.total(), top + _PANEL - 40
    low, high, ceiling, wide = span
    axes = _Axes(_LEFT, base, low, wide / (high - low + 1), (base - top - 28) / ceiling)
    parts = [_text(_LEFT, top + 8, name, size=14, bold=True)]
    for k in range(5):
        y = axes.y(ceiling * k / 4)
        parts.append(f"<line x1='{_LEFT}' x2='{_LEFT + wide}' y1='{y:.1f}' y2='{y:.1f}' stroke='{_LINE}'/>")
        parts.append(_text(_LEFT - 8, y + 4, f"{100 * ceiling * k / 4:g} %", anchor="end", colour=_SOFT))
    every = max(1, round(28 / axes.step))
    for number in range(low, high + 1):
        if (number - low) % every == 0:
            parts.append(_text(axes.x(number), base + 18, str(number), anchor="middle"))
        if losses[number]:
            parts.append(_bar(axes, number, share_of(losses[number], of), colour))
    parts.append(_mean(axes, mean_of(losses), top, at_end=axes.x(mean_of(losses).value) > _LEFT + wide * 0.7))
    parts.append(_text(_LEFT + wide / 2, base + 38, "losses in a play", anchor="middle", colour=_SOFT))
    return "\n".join(parts)


def _bar(axes: _Axes, number: int, share: Estimate, colour: str) -> str:
    x, top, wide = axes.x(number), axes.y(share.value), min(_MOST_BAR, axes.step * 0.72)
    words = f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
    return (
        f"<rect x='{x - wide / 2:.1f}' y='{top:.1f}' width='{wide:.1f}' height='{axes.base - top:.1f}'"
        f" fill={quoteattr(colour)} rx='2'><title>{words}</title></rect>"
        f"<line x1='{x:.1f}' x2='{x:.1f}' y1='{axes.y(share.low):.1f}' y2='{axes.y(share.high):.1f}'"
        f" stroke='{_INK}' stroke-width='1.5'/>"
    )


def _mean(axes: _Axes, mean: Estimate, top: int, *, at_end: bool) -> str:
    x = axes.x(mean.value)
    words = f"mean {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"
    line = f"<line x1='{x:.1f}' x2='{x:.1f}' y1='{top + 12}' y2='{axes.base}' stroke='{_INK}' stroke-dasharray='4 4'/>"
    return line + _text(x + (-6 if at_end else 6), top + 20, words, anchor="end" if at_end else "start")


def _text(
    x: float, y: float, words: str, *, size: int = 12, anchor: str = "start", colour: str = _INK, bold: bool = False
) -> str:
    weight = " font-weight='bold'" if bold else ""
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}' fill='{colour}' {_FONT}{weight}>"
        f"{escape(words)}</text>"
    )
