"""Say how a map in work stands, as data for its page: the ground, what changed of it, corrections, conflicts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.derive.hand.handwork import describe
from maps.explain import explain
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.hand.compare import diff, diff_by_position
from maps.lonlat import hexes_at
from webui.desk.payload import OFF_MAP, UNKNOWN_HEIGHT, ground_payload, place_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maps.derive.hand.conflicts import Conflict, Touched
    from maps.grid.hexmap import HexMap
    from maps.record import Correction
    from webui.desk.mapprojects import MapProject

__all__ = [
    "audit_rows",
    "changed_data",
    "correction_rows",
    "difference_data",
    "editor_ground",
    "hex_card",
    "state_data",
]

_PAIRS = {
    "hexsides": "hexside", "slopes": "slope", "borders": "border", "crossings": "crossing", "roads": "road",
    "rails": "rail",
}  # fmt: skip
_MOST_DIFFERENCES = 3000
_MOST_DATED = 2000
_VERDICT_ORDER = ("doubtful", "removed", "restored", "changed", "kept")
_NUMBER = re.compile(r"\d{4,}")


def editor_ground(hexmap: HexMap, *, shade_url: str | None) -> dict[str, Any]:
    """Give the ground as the map's page has it."""
    return ground_payload(hexmap, shade_url=shade_url)


def changed_data(before: HexMap, after: HexMap) -> dict[str, Any]:
    """List what differs in what is drawn: hexes as [index, terrain, height], pairs as [index * 6 + side, code]."""
    changed: dict[str, Any] = {"hexes": _hexes(before, after)}
    for name, column in _PAIRS.items():
        changed[name] = _pairs(before, getattr(before, column), getattr(after, column))
    changed["places"] = [place_row(after, place) for place in after.places] if before.places != after.places else None
    named = [[index, side, name] for (index, side), name in sorted(after.side_names.items())]
    changed["side_names"] = named if before.side_names != after.side_names else None
    return changed


def _hexes(before: HexMap, after: HexMap) -> list[list[int]]:
    a, b = before.elevation_m, after.elevation_m
    other = (before.terrain != after.terrain) | ((a != b) & ~(np.isnan(a) & np.isnan(b)))
    found = []
    for index in np.flatnonzero(other & after.inside).tolist():
        height = float(b[index])
        whole = UNKNOWN_HEIGHT if np.isnan(height) else round(height)
        found.append([index, int(after.terrain[index]) if after.inside[index] else OFF_MAP, whole])
    return found


def _pairs(hexmap: HexMap, old: Any, new: Any) -> list[list[int]]:
    index, side = np.nonzero(old != new)
    across = hexmap.neighbour[index, side]
    once = (across == NO_HEX) | (index < across)
    index, side = index[once], side[once]
    return np.stack([index * SIDES + side, new[index, side]], axis=1).tolist()  # type: ignore[no-any-return]


def state_data(project: MapProject) -> dict[str, Any]:
    """Give corrections, conflicts, and what can be undone."""
    hexmap = project.hexmap
    mine = project.history.corrections()
    return {
        "version": project.history.version,
        "undo": project.undo_words(),
        "redo": project.redo_words(),
        "corrections": correction_rows(
            hexmap,
            [*project.base.corrections, *mine],
            came=len(project.base.corrections),
            touched=project.applied.touched,
        ),
        "conflicts": [_conflict(hexmap, conflict) for conflict in project.applied.conflicts],
        "doubts": [{"place": one.place, "what": one.what, "remedy": one.remedy} for one in hexmap.doubts],
    }


def audit_rows(hexmap: HexMap) -> list[dict[str, Any]]:
    """List what was done for the date of a map, what is doubtful first."""
    audit = sorted(hexmap.audit, key=lambda one: (_VERDICT_ORDER.index(one.verdict), one.kind, one.name))
    held = hexes_at(hexmap.layout, [(one.lon, one.lat) for one in audit]).tolist() if audit else []
    return [
        {"words": f"{one.kind} {one.name}".strip(), "verdict": one.verdict, "why": one.why, "feature": one.feature}
        | {"hex": index, "number": _number(hexmap, index)}
        for one, index in zip(audit[:_MOST_DATED], held, strict=False)
    ]


def correction_rows(
    hexmap: HexMap, corrections: Sequence[Correction], *, came: int = 0, touched: Mapping[str, Touched] | None = None
) -> list[dict[str, Any]]:
    """
    List corrections as the page shows them.

    Parameters
    ----------
    came
        How many, the first ones, came with the map and cannot be taken out of it.
    touched
        What each bears on; a correction goes to the first hex of that, else to where its shape begins.
    """
    held: list[int] = hexes_at(hexmap.layout, [one.points[0] for one in corrections]).tolist() if corrections else []
    rows = []
    for k, (one, begins) in enumerate(zip(corrections, held, strict=True)):
        index = _first_of((touched or {}).get(one.id, ()), begins)
        told = {"id": one.id, "what": one.what, "words": describe(one), "why": one.why, "source": one.source}
        rows.append(told | {"by": one.by, "hex": index, "number": _number(hexmap, index), "came": k < came})
    return rows


def _first_of(touched: Touched, other: int) -> int:
    """Give the first hex that something bears on, that of the hexside if it is one; ``other`` if there is none."""
    if not touched:
        return other
    return touched[0][0] if isinstance(touched[0], tuple) else touched[0]


def _conflict(hexmap: HexMap, conflict: Conflict) -> dict[str, Any]:
    index = _first_of(conflict.touched, int(hexes_at(hexmap.layout, conflict.correction.points[:1])[0]))
    problem = conflict.problem
    told = {"correction": conflict.correction.id, "kind": conflict.kind, "words": describe(conflict.correction)}
    return told | {"what": problem.what, "remedy": problem.remedy, "hex": index, "number": _number(hexmap, index)}


def _number(hexmap: HexMap, index: int) -> str:
    return hexmap.number(index) if index != NO_HEX else ""


def hex_card(hexmap: HexMap, index: int) -> dict[str, Any]:
    """Explain a hex: terrain and the rule that decided, shares, heights, features, corrections, what the date did."""
    found = explain(hexmap, index)
    return found.to_dict() | {
        "index": index,
        "place": hexmap.place_of(index) or "",
        "shares": found.covers_told,
        "evidence": [bearing.words for bearing in found.evidence],
    }


def difference_data(before: HexMap, after: HexMap) -> dict[str, Any]:
    """Compare two maps hex by hex, by position where their grids differ; the hexes are those of ``after``."""
    same = before.layout == after.layout
    found = diff(before, after) if same else diff_by_position(before, after)
    coarser = after.layout.width_m >= before.layout.width_m
    rows, hexes, sides = [], set(), set()
    for one in found:
        if one.what == "correction":
            continue
        index, across = _spot_of(after, one.place, last=coarser)
        rows.append([index, one.place, one.what, one.before, one.after])
        if across != NO_HEX:
            sides.add(index * SIDES + after.layout.grid.side_towards(index, across))
        elif index != NO_HEX:
            hexes.add(index)
    listed = {"rows": rows[:_MOST_DIFFERENCES], "hexes": sorted(hexes), "sides": sorted(sides)}
    return listed | {"same_grid": same, "count": len(rows)}


def _spot_of(hexmap: HexMap, place: str, *, last: bool) -> tuple[int, int]:
    """Find the hex of this map that a difference is about, and the one across the hexside, if it is about that."""
    numbers = _NUMBER.findall(place)
    if "/" in place:
        index, across = (hexmap.layout.grid.index_of(number) for number in numbers)
        return index, across
    # By position: the finer map's hex comes first, that of the other one in brackets.
    return hexmap.layout.grid.index_of(numbers[-1 if last else 0]), NO_HEX
