"""Lay out the map of a report: which part of the ground, the counters on it, and the line between the sides."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.model.situation import stands_of
from campaign.model.things import chain_of
from maps.palette import shipped_palette
from scenarios.drawing.drawing import MM, Drawing
from scenarios.drawing.frontline import front_lines
from scenarios.drawing.names import Goal
from scenarios.drawing.scene import holds
from scenarios.reports.spreading import spread
from scenarios.symbols import BOX_HIGH, BOX_WIDE, echelon_mark, sign_of, symbol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.model.situation import Situation
    from campaign.model.things import Formation, Stand
    from scenarios.reports.fronts import Still

    Floats = NDArray[np.float64]

__all__ = ["Chit", "Ghost", "Sector", "chits", "fitted", "front", "goals_in", "trails"]

_MARGIN = 3
"""Hexes about one's own units that the map shows."""
_LEAST = 8
"""Hexes that it is wide and high at the least."""
_BY_UNIT_MM = 8.0
"""Hexes of this size have room for a counter a unit; on smaller ones each formation has one."""
_CHIT_MM, _SMALL_MM = 7.0, 4.0
_NAMED_MM = 4.4
"""What the name and the size of a unit take beside the box of its counter."""
_BODIES = ("division", "brigade")


class Ghost(NamedTuple):
    """An enemy who is known and not in sight, or a dummy of one's own: where he is marked, as what, and how old."""

    hex: int
    side: str
    kind: str
    size: str
    label: str
    hatched: bool
    """Whether its edge is hatched: all that is not of this turn, what is inferred, and dummies."""


class Sector(NamedTuple):
    """What a report's map shows: a viewer's situation, what he holds, and how strong each stand is."""

    situation: Situation
    own: frozenset[str]
    strengths: Mapping[str, int]
    """Strength points by stand, as far as the viewer knows them."""
    ghosts: tuple[Ghost, ...] = ()
    still: tuple[Still, ...] = ()


class Chit(NamedTuple):
    """A counter on the map: its middle in grid coordinates, its size on paper, and what is on it."""

    u: float
    v: float
    wide_mm: float
    fill: str
    line: str
    symbol: str
    echelon: str
    label: str
    title: str
    foe: bool
    """Whether it is none of the viewer's own side: its edge is broken, so that no colour is needed to know it."""
    ghost: bool = False
    """Whether it is pale: nobody is in sight there."""
    hatched: bool = False
    stands_at: tuple[float, float] | None = None
    """Where it is in truth, if there was no room for it and it was moved."""


def goals_in(situation: Situation) -> tuple[Goal, ...]:
    """List what is fought for, which maps name first."""
    return tuple(Goal(spot.name, spot.hex, spot.points) for spot in situation.state.setting.objectives)


def fitted(sector: Sector, wide_mm: float, high_mm: float) -> Drawing:
    """Hold the part of the map about one's own units, as large as it fits a frame."""
    hexmap = sector.situation.map
    part = _part(sector)
    u0, v0, u1, v1 = Drawing(hexmap, 1.0, "low_ink", part).box
    per_m = min(wide_mm / (u1 - u0), high_mm / (v1 - v0))
    return Drawing(hexmap, per_m * hexmap.layout.width_m, "low_ink", part, goals_in(sector.situation))


def _part(sector: Sector) -> tuple[int, int] | None:
    stands = sector.situation.state.stands
    held = [stands[key].hex for key in sorted(sector.own) if key in stands and stands[key].on_map]
    hexes = [index for index in held if index is not None]
    if not hexes:
        return None
    grid = sector.situation.map.layout.grid
    rows, cols = np.divmod(np.array(hexes), grid.cols)
    (left, right), (top, low) = _span(cols, grid.cols), _span(rows, grid.rows)
    return top * grid.cols + left, low * grid.cols + right


def _span(places: NDArray[np.int64], most: int) -> tuple[int, int]:
    first, last = int(places.min()) - _MARGIN, int(places.max()) + _MARGIN
    short = max(0, _LEAST - (last - first + 1))
    return max(0, first - short // 2), min(most - 1, last + (short + 1) // 2)


def chits(sector: Sector, drawing: Drawing) -> list[Chit]:
    """Lay out the counters, those drawn over others last."""
    groups = _groups(sector, drawing)
    found = [_chit(sector, drawing, stands, head) for head, stands in groups]
    ghosts, found = list(_ghosts(sector, drawing)), sorted(found, key=lambda chit: (chit.wide_mm, chit.v, chit.u))
    if drawing.mm_per_hex >= _BY_UNIT_MM:
        return [*ghosts, *found]
    small = [chit for chit in found if not chit.label]
    large = sorted((chit for chit in found if chit.label), key=lambda chit: (chit.foe, chit.v, chit.u))
    return [*ghosts, *small, *spread([*ghosts, *small], large, drawing.box, drawing.mm_per_m)]


def _ghosts(sector: Sector, drawing: Drawing) -> Iterator[Chit]:
    """Lay out those who are not in sight, several in a hex a little apart."""
    state, centres = sector.situation.state, sector.situation.map.layout.centres()
    by_unit = drawing.mm_per_hex >= _BY_UNIT_MM
    wide = min(_CHIT_MM if by_unit else _SMALL_MM, drawing.mm_per_hex * 0.62)
    own = {state.stands[key].side for key in sector.own if key in state.stands}
    # One below the other, under whoever is in sight in the hex, so that each is read.
    (_, y), (_, one) = drawing.to_paper(np.array([[0.0, 0.0], [0.0, 1.0]])).tolist()
    step = (wide * BOX_HIGH / BOX_WIDE + _NAMED_MM * by_unit) * MM / abs(one - y)
    taken = Counter({stand.hex: 1 for stand in stands_of(sector.situation)})
    for one in sector.ghosts:
        if not drawing.shown[one.hex]:
            continue
        u, v = centres[one.hex].tolist()
        lower, taken[one.hex] = taken[one.hex] * step, taken[one.hex] + 1
        place = state.side_code(one.side)
        style = shipped_palette().side_style(state.setting.sides[place].colour, place)
        yield Chit(
            u, v + lower, wide, style.fill, style.line, symbol(one.kind), echelon_mark(one.size),
            one.label if by_unit else "", f"{one.label} at {sector.situation.map.number(one.hex)}",
            one.side not in own, ghost=True, hatched=one.hatched,
        )  # fmt: skip


def _groups(sector: Sector, drawing: Drawing) -> Iterator[tuple[str, list[Stand]]]:
    """Group the stands that one counter stands for, each group with its formation, if it is drawn as one."""
    by_unit = drawing.mm_per_hex >= _BY_UNIT_MM
    formations = sector.situation.state.formations
    found: dict[tuple[str, str], list[Stand]] = defaultdict(list)
    for stand in stands_of(sector.situation):
        if not drawing.shown[stand.hex or 0]:
            continue
        body = "" if by_unit or stand.formation not in formations else _body(sector, stand)
        found[stand.side, body or f"hex {stand.hex}"].append(stand)
    for (_, key), stands in sorted(found.items()):
        yield (key if key in formations else ""), stands


def _body(sector: Sector, stand: Stand) -> str:
    chain = list(chain_of(sector.situation.state.formations, stand.formation))
    return next((one.id for one in chain if one.size in _BODIES), stand.formation)


def _chit(sector: Sector, drawing: Drawing, stands: Sequence[Stand], body: str) -> Chit:
    top = max(stands, key=lambda stand: (sector.strengths.get(stand.id, 0), stand.id))
    state, hexmap = sector.situation.state, sector.situation.map
    place = state.side_code(top.side)
    style = shipped_palette().side_style(state.setting.sides[place].colour, place)
    at = _middle(hexmap.layout.centres(), [stand.hex or 0 for stand in stands])
    profile = top.profile
    formation = state.formations.get(body)
    small = formation is None and drawing.mm_per_hex < _BY_UNIT_MM
    wide = _CHIT_MM if formation else min(_SMALL_MM if small else _CHIT_MM, drawing.mm_per_hex * 0.62)
    name = (formation.short or formation.name) if formation else "" if small else _stack(stands, profile.short)
    return Chit(
        *at, wide, style.fill, style.line,
        _body_symbol(formation) if formation else sign_of(profile),
        echelon_mark(formation.size if formation else profile.size), _label(sector, stands, name),
        _title(sector, stands), top.side not in {state.stands[key].side for key in sector.own if key in state.stands},
    )  # fmt: skip


def _body_symbol(formation: Formation) -> str:
    """Choose the symbol of a whole formation: its strongest unit may be its guns."""
    kind = {"armoured": "armour", "corps": "hq", "army": "hq"}.get(formation.kind, formation.kind)
    return symbol(kind)


def _middle(centres: Floats, hexes: Sequence[int]) -> tuple[float, float]:
    """Take the hex of those held that is nearest to the middle of them."""
    points = centres[hexes]
    near = points[int(np.argmin(np.hypot(*(points - points.mean(axis=0)).T)))]
    return float(near[0]), float(near[1])


def _stack(stands: Sequence[Stand], name: str) -> str:
    return f"{name} +{len(stands) - 1}".strip() if len(stands) > 1 else name


def _label(sector: Sector, stands: Sequence[Stand], name: str) -> str:
    """Write what stands under a counter: its name, and the strength points if they are known; nothing without name."""
    known = [sector.strengths[stand.id] for stand in stands if stand.id in sector.strengths]
    return f"{name} ({sum(known)})" if name and known else name


def _title(sector: Sector, stands: Sequence[Stand]) -> str:
    number = sector.situation.map.number
    return ", ".join(f"{one.profile.short or one.profile.kind} at {number(one.hex or 0)}" for one in stands[:8])


def front(sector: Sector, drawing: Drawing) -> list[Floats]:
    """Give the line between ground of different sides, as the viewer knows it: its parts on a drawing, in hex radii."""
    hexmap = sector.situation.map
    u0, v0, u1, v1 = (edge / hexmap.layout.radius_m for edge in drawing.box)
    around = u0 - 1, v0 - 1, u1 + 1, v1 + 1
    found = []
    for line in front_lines(hexmap, sector.situation.state.control):
        shown = holds(around, (line.points[:-1] + line.points[1:]) / 2)
        cuts = np.flatnonzero(np.diff(shown, prepend=False, append=False)).tolist()
        found += [line.points[first : last + 1] for first, last in zip(cuts[::2], cuts[1::2], strict=True)]
    return found


def trails(sector: Sector, drawing: Drawing, own: Collection[str]) -> list[tuple[str, Floats]]:
    """Give the ways of marches that go on, each with the colour of its side, in hex radii."""
    state, centres = sector.situation.state, sector.situation.map.layout.centres()
    found = []
    for key in sorted(own):
        stand, kept = state.stands.get(key), state.intents.get(key)
        if stand is None or stand.hex is None or kept is None:
            continue
        path = kept.path[kept.path.index(stand.hex) :] if stand.hex in kept.path else (stand.hex, kept.path[-1])
        if len(path) > 1 and drawing.crosses(centres[list(path)]):
            place = state.side_code(stand.side)
            found.append((shipped_palette().side_style(state.setting.sides[place].colour, place).line,
                          centres[list(path)] / sector.situation.map.layout.radius_m))  # fmt: skip
    return found
