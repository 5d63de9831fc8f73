"""
Turn edits made in another program into corrections.

A map was written as a GeoPackage, and somebody changed it in QGIS. What differs in
terrain, heights, hexsides, links, crossings and places comes back as corrections in real
coordinates, so that it holds at any hex size and survives a new build. Shares of
cover, relief, rules and people are the sources' own, and are not taken over.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.derive.hand.handwork import apply_corrections
from maps.derive.hand.outlines import hexside_lines, link_lines, middle_of, outlines
from maps.derive.hand.sides import side_words
from maps.derive.tracing import ground_of, links_along, sides_along, sides_near
from maps.gpkg.reader import read_edited
from maps.grid.hexmap import CROSSINGS
from maps.hand.edited_places import place_edits
from maps.lonlat import to_map
from maps.problems import Problem, ProblemsFound
from maps.record import Correction
from maps.sources.corrections_check import made_up_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from maps.gpkg.columns import Reasons
    from maps.grid.hexmap import HexMap

__all__ = ["EDITED", "corrections_from"]

EDITED = "edited in QGIS"
"""Why and source of an edit that says neither."""

_BUILT = ("town", "city")
_LINES = {"hexside": "hexsides", "slope": "hexsides", "border": "hexsides", "road": "links", "rail": "links"}
"""What lies on hexsides and links, and the layer that it is in."""
_LINKS = ("road", "rail")

Points = tuple[tuple[float, float], ...]
Pair = tuple[int, int]


def corrections_from(before: HexMap, edited: Path) -> list[Correction]:
    """
    List the edits of a map as corrections, in the order that they are applied.

    Parameters
    ----------
    before
        The map as it was written.
    edited
        The GeoPackage, edited since; its columns ``why`` and ``source`` are taken over.

    Returns
    -------
    list of Correction
        Put onto ``before`` they give the edited map. Neighbouring hexes that were changed
        alike are one area; hexsides and links that hang together are one line.

    Raises
    ------
    ProblemsFound
        If the file cannot be read, or is of another grid or extent.
    """
    after, reasons, rows = read_edited(edited)
    _same_ground(before, after, str(edited))
    edits = _Edits(before, after, reasons)
    first = [*edits.lines(), *edits.areas()]
    interim = apply_corrections(before, first).hexmap
    found = [*first, *edits.crossings(interim), *place_edits(before, after, rows, reasons, EDITED)]
    drawn = (one for one in after.corrections if one not in before.corrections)
    explained = [replace(one, why=one.why or EDITED, source=one.source or EDITED) for one in drawn]
    return _numbered([*found, *explained])


def _same_ground(before: HexMap, after: HexMap, file: str) -> None:
    if before.layout != after.layout:
        remedy = "give the map that was edited, and the copy as it was before"
        raise ProblemsFound([Problem(file, f"does not lie on the grid of {before.name!r}", remedy)])
    off = np.flatnonzero(before.inside != after.inside)
    if len(off):
        what = f"{len(off)} hexes were put on the map or taken off it, {before.number(int(off[0]))} first"
        raise ProblemsFound([Problem(file, what, "the edge of the map goes by its area file; put it back")])


def _numbered(found: list[Correction]) -> list[Correction]:
    """Give every correction an id that says what it does."""
    named = []
    seen: dict[str, int] = defaultdict(int)
    for one in found:
        name = one.id or made_up_id(one.what, repr(one))
        seen[name] += 1
        named.append(replace(one, id=name if seen[name] == 1 else f"{name}.{seen[name]}"))
    return named


class _Edits:
    """Two maps of one grid, and the reasons for what differs."""

    def __init__(self, before: HexMap, after: HexMap, reasons: Reasons) -> None:
        self.before, self.after, self.reasons = before, after, reasons
        self.ground = ground_of(before)

    def _reason(self, layer: str, key: Any) -> tuple[str, str]:
        why, source = self.reasons.get((layer, key), ("", ""))
        return why or EDITED, source or EDITED

    def areas(self) -> Iterator[Correction]:
        """Give terrain and heights: areas, or points where a town must go."""
        for (value, alone, *reason), hexes in self._terrain().items():
            spots: list[Points] = [(middle_of(self.before.layout, index),) for index in hexes]
            for points in spots if alone else outlines(self.before.layout, hexes):
                yield _correction("terrain", value, "point" if alone else "area", points, reason)
        for (value, *reason), hexes in self._heights().items():
            for ring in outlines(self.before.layout, hexes):
                yield _correction("height", value, "area", ring, reason)

    def _terrain(self) -> dict[tuple[Any, ...], list[int]]:
        old, new = (np.array(m.shown_names, object)[m.terrain] for m in (self.before, self.after))
        found = defaultdict(list)
        for index in np.flatnonzero(old != new).tolist():
            alone = old[index] in _BUILT and new[index] not in _BUILT
            found[new[index], alone, *self._reason("hexes", index)].append(index)
        return found

    def _heights(self) -> dict[tuple[Any, ...], list[int]]:
        old, new = self.before.elevation_m, self.after.elevation_m
        found = defaultdict(list)
        for index in np.flatnonzero((old != new) & ~np.isnan(new)).tolist():
            found[str(new[index]), *self._reason("hexes", index)].append(index)
        return found

    def lines(self) -> Iterator[Correction]:
        """Give what changed on hexsides and links: lines."""
        for what in _LINES:
            for (value, name, *reason), pairs in self._changed(what).items():
                for points in self._drawn(what, value, pairs):
                    yield _correction(what, value, "line", points, reason, name)

    def _changed(self, what: str) -> dict[tuple[Any, ...], list[Pair]]:
        old, new = getattr(self.before, what), getattr(self.after, what)
        pairs = self._once(old != new)
        if what == "hexside":
            pairs |= self._renamed()
        found, words = defaultdict(list), side_words(self.after)[what]
        for key in sorted(pairs):
            value = words[int(new[key])]
            name = (self.after.river_of(*key) or "") if what == "hexside" and value != "none" else ""
            found[value, name, *self._reason(_LINES[what], key)].append(key)
        return found

    def _once(self, changed: Any) -> set[Pair]:
        lower = self.before.neighbour > np.arange(len(self.before))[:, None]
        return {(index, side) for index, side in np.argwhere(changed & lower).tolist()}

    def _renamed(self) -> set[Pair]:
        """List the hexsides whose water has another name; to take a name away is no correction."""
        keys = {key for key in self.after.side_names if self.before.side_names.get(key) != self.after.side_names[key]}
        return {key for key in keys if (name := self.after.river_of(*key)) and name != self.before.river_of(*key)}

    def _drawn(self, what: str, value: str, pairs: Iterable[Pair]) -> Iterator[Points]:
        """Draw hexsides or links as lines; one that would be laid otherwise is cut in two until it is not."""
        draw = link_lines if what in _LINKS else hexside_lines
        waiting, wanted = draw(self.before.layout, pairs), set(pairs)
        while waiting:
            points = waiting.pop(0)
            laid = self._laid(what, value, points)
            if len(points) == 2 or (len(laid) == len(points) - 1 and laid <= wanted):
                yield points
            else:
                half = len(points) // 2
                waiting[:0] = [points[: half + 1], points[half:]]

    def _laid(self, what: str, value: str, points: Points) -> set[Pair]:
        uv = self.before.layout.to_grid(to_map(self.before.layout, points))
        links = what in _LINKS
        laid = (links_along if links else sides_along)(self.ground, uv)
        if value == "none":
            laid = np.concatenate([laid, sides_near(self.ground, uv, links=links)])
        return {(int(index), int(side)) for index, side in laid}

    def crossings(self, interim: HexMap) -> Iterator[Correction]:
        """Give the crossings that differ once everything else on hexsides is corrected: points."""
        differs = self._once(interim.crossing != self.after.crossing)
        for key, name in self.after.side_names.items():
            if self.after.crossing[key] and interim.side_names.get(key) != name:
                differs |= {key} if interim.crossing_of(*key) != self.after.crossing_of(*key) else set()
        for key in sorted(differs):
            value = CROSSINGS[int(self.after.crossing[key])]
            name = "" if value == "none" or self._unnamed(key) else self.after.crossing_of(*key) or ""
            points = (middle_of(self.before.layout, *key),)
            yield _correction("crossing", value, "point", points, self._reason("hexsides", key), name)

    def _unnamed(self, key: Pair) -> bool:
        """Tell whether a new crossing was put where the text is still the river's name."""
        same = self.before.side_names.get(key) == self.after.side_names.get(key)
        return same and not bool(self.before.crossing[key])


def _correction(what: str, value: str, shape: str, points: Points, reason: Iterable[str], name: str = "") -> Correction:
    why, source = reason
    return Correction("", what, value, shape, points, name=name, why=why, source=source)
