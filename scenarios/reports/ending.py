"""Tell how a battle ended: points, who holds what, and what each unit has lost, with a picture of it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.things import NO_SIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Goal", "SideEnd", "UnitEnd", "goals", "losses_svg", "side_ends"]

_ROW, _HEAD, _GAP = 22, 34, 18
_NAMES, _BAR, _FIGURES = 110, 200, 130
_LEAST_STEP = 4.0
_BACK = "rejoined"
"""What is said of a stand that is off the map because it is part of another again: it is not lost."""


class UnitEnd(NamedTuple):
    """A unit at the end: its strength unhurt and now, and what became of it if it is gone."""

    name: str
    full: int
    now: int
    gone: str

    @property
    def lost(self) -> int:
        """What it lost."""
        return self.full - self.now


class SideEnd(NamedTuple):
    """A side at the end: its points, and its units, those that lost most first."""

    key: str
    name: str
    colour: str
    points: int
    units: tuple[UnitEnd, ...]

    @property
    def lost(self) -> int:
        """What all its units lost."""
        return sum(unit.lost for unit in self.units)

    @property
    def full(self) -> int:
        """What all its units had unhurt."""
        return sum(unit.full for unit in self.units)

    @property
    def gone(self) -> int:
        """How many units are gone."""
        return sum(bool(unit.gone) for unit in self.units)


class Goal(NamedTuple):
    """An objective: where it lies, who holds its hex, and what each side gets for it."""

    name: str
    hex: str
    holder: str
    worth: tuple[tuple[str, int], ...]


def side_ends(situation: Situation, strengths: Callable[[Stand], tuple[int | None, int | None]]) -> tuple[SideEnd, ...]:
    """
    List the sides with the units that a viewer knows all about.

    Parameters
    ----------
    situation
        What the viewer sees.
    strengths
        Strength points of a stand now and unhurt; None where the viewer does not know them.
    """
    state = situation.state
    found = []
    for side in state.setting.sides:
        units = [_unit(stand, *strengths(stand)) for stand in state.stands.values() if stand.side == side.key]
        known = sorted((one for one in units if one is not None), key=lambda one: (-one.lost, one.name))
        found.append(SideEnd(side.key, side.name, side.colour, state.points.get(side.key, 0), tuple(known)))
    return tuple(found)


def _unit(stand: Stand, now: int | None, full: int | None) -> UnitEnd | None:
    if now is None or full is None or stand.gone == _BACK or not full:
        return None
    return UnitEnd(stand.profile.short or stand.profile.name or stand.id, full, 0 if stand.gone else min(now, full),
                   stand.gone or "")  # fmt: skip


def goals(situation: Situation) -> tuple[Goal, ...]:
    """List the objectives, each hex once, with what it is worth to each side."""
    state, names = situation.state, {side.key: side.name for side in situation.state.setting.sides}
    worth: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for spot in state.setting.objectives:
        worth.setdefault((spot.name, spot.hex), []).append((names.get(spot.side, spot.side), spot.points))
    return tuple(
        Goal(name, situation.map.number(index), _holder(situation, index), tuple(told))
        for (name, index), told in worth.items()
    )


def _holder(situation: Situation, index: int) -> str:
    code = situation.state.control[index] if index < len(situation.state.control) else NO_SIDE
    sides = situation.state.setting.sides
    return sides[code].name if code != NO_SIDE and code < len(sides) else "nobody"


def losses_svg(sides: Sequence[SideEnd], word: str) -> str:
    """
    Draw what is left of each unit as a bar in its side's colour, and what it lost as the empty rest of it.

    ``word`` names what is counted, in the plural.
    """
    most = max((unit.full for side in sides for unit in side.units), default=0)
    if not most:
        return ""
    step, body, top = max(_LEAST_STEP, _BAR / most), [], 0
    for side in sides:
        body.append(_text(0, top + 20, f"{side.name}: {side.lost} of {side.full} {word} lost", "head"))
        top += _HEAD
        for unit in side.units:
            body.append(_bar(unit, side.colour, top, step))
            top += _ROW
        top += _GAP
    wide = _NAMES + step * most + _FIGURES
    return (
        f'<svg class="losses" viewBox="0 0 {wide:.0f} {top}" role="img" aria-label="What each unit lost">'
        + "".join(body) + "</svg>"
    )  # fmt: skip


def _bar(unit: UnitEnd, colour: str, top: int, step: float) -> str:
    told = f"{unit.now} of {unit.full}" + (f", {unit.gone}" if unit.gone else "")
    whole, left = unit.full * step, unit.now * step
    return "".join([
        _text(_NAMES - 8, top + 15, unit.name, "unit"),
        f'<rect class="lost" x="{_NAMES}" y="{top + 3}" width="{whole:.1f}" height="15"/>',
        f'<rect fill="{escape(colour)}" x="{_NAMES}" y="{top + 3}" width="{left:.1f}" height="15"/>' if left else "",
        _text(_NAMES + whole + 8, top + 15, told, "figure"),
    ])  # fmt: skip


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y}">{escape(text)}</text>'
