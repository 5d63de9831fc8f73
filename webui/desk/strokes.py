"""Turn what was drawn in the map editor, hexes and hexsides, into corrections in real coordinates."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import numpy as np

from maps.derive.hand.outlines import hexside_lines, middle_of, outlines
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.lonlat import lonlat_of
from maps.problems import Problem, ProblemsFound, raise_any
from maps.record import Correction
from maps.sources.corrections_check import faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap

__all__ = ["Stroke", "corrections_of"]

Points = tuple[tuple[float, float], ...]
Index = Annotated[int, msgspec.Meta(ge=0)]
Side = tuple[Index, Annotated[int, msgspec.Meta(ge=0, lt=SIDES)]]
Word = Annotated[str, msgspec.Meta(max_length=200)]
_BUILT = ("town", "city")
_DECIMALS = 7


class Stroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends for one change that was drawn; ``version`` is that of the map it was drawn on."""

    command_id: Word
    version: int
    what: Literal["terrain", "height", "hexside", "slope", "border", "road", "rail", "crossing", "place"]
    value: Word
    why: Annotated[str, msgspec.Meta(max_length=1000)]
    source: Annotated[str, msgspec.Meta(max_length=500)]
    hexes: Annotated[list[Index], msgspec.Meta(max_length=20_000)] = []
    """Hexes painted, or the hexes that a road or railway leads through, in order."""
    sides: Annotated[list[Side], msgspec.Meta(max_length=10_000)] = []
    spot: tuple[float, float] | None = None
    """Of a place: right and down from the centre of the first hex, in hex radii."""
    name: Word = ""
    rank: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    by: Word = ""


def corrections_of(hexmap: HexMap, stroke: Stroke) -> list[Correction]:
    """
    Give the corrections that a stroke means; their ids are still empty.

    Raises
    ------
    ProblemsFound
        If it names what is not on the map, draws nothing, or lacks its reason or source.
    """
    _check_hexes(hexmap, [*stroke.hexes, *(index for index, _ in stroke.sides)])
    drawn = [
        Correction(
            "", stroke.what, stroke.value.strip(), shape, points, name=stroke.name.strip(), rank=stroke.rank,
            why=stroke.why.strip(), source=stroke.source.strip(), by=stroke.by.strip(),
        )
        for shape, points in _SHAPERS[stroke.what](hexmap, stroke)
    ]  # fmt: skip
    if not drawn:
        raise ProblemsFound([Problem("correction", "draws nothing on this map", "draw it over hexes of the map")])
    known = hexmap.shown_names
    raise_any(
        [Problem("correction", *fault) for fault in dict.fromkeys(f for one in drawn for f in faults(one, known))]
    )
    return drawn


def _check_hexes(hexmap: HexMap, hexes: list[int]) -> None:
    if any(index >= len(hexmap) or not hexmap.inside[index] for index in hexes):
        raise ProblemsFound([Problem("correction", "names a hex that is not on this map", "load the page again")])


def _areas(hexmap: HexMap, stroke: Stroke) -> Iterator[tuple[str, Points]]:
    hexes = sorted(set(stroke.hexes))
    # A point says that a town is meant, too; an area spares towns, for it may have been drawn generously.
    if len(hexes) == 1 and hexmap.terrain_of(hexes[0]) in _BUILT:
        yield "point", (middle_of(hexmap.layout, hexes[0]),)
    elif hexes:
        for ring in outlines(hexmap.layout, hexes):
            yield "area", ring


def _lines(hexmap: HexMap, stroke: Stroke) -> Iterator[tuple[str, Points]]:
    sides = [side for side in map(tuple, stroke.sides) if hexmap.neighbour[side] != NO_HEX]
    for line in hexside_lines(hexmap.layout, (_lower(hexmap, *side) for side in sides)) if sides else ():
        yield "line", line


def _way(hexmap: HexMap, stroke: Stroke) -> Iterator[tuple[str, Points]]:
    for here, there in pairwise(stroke.hexes):
        if there not in hexmap.neighbour[here]:
            what = f"leads from {hexmap.number(here)} to {hexmap.number(there)}, which do not touch"
            raise ProblemsFound([Problem("correction", what, "draw it from hex to hex")])
    if len(stroke.hexes) > 1:
        yield "line", tuple(middle_of(hexmap.layout, index) for index in stroke.hexes)


def _crossing(hexmap: HexMap, stroke: Stroke) -> Iterator[tuple[str, Points]]:
    for index, side in stroke.sides[:1]:
        if hexmap.neighbour[index, side] != NO_HEX:
            yield "point", (middle_of(hexmap.layout, index, side),)


def _place(hexmap: HexMap, stroke: Stroke) -> Iterator[tuple[str, Points]]:
    if stroke.spot is not None and np.isfinite(stroke.spot).all():
        lon, lat = lonlat_of(hexmap.layout, np.array([stroke.spot]) * hexmap.layout.radius_m)[0].tolist()
        yield "point", ((round(lon, _DECIMALS), round(lat, _DECIMALS)),)


def _lower(hexmap: HexMap, index: int, side: int) -> tuple[int, int]:
    across = int(hexmap.neighbour[index, side])
    return (index, side) if index < across else (across, (side + 3) % SIDES)


_SHAPERS = {
    "terrain": _areas,
    "height": _areas,
    "hexside": _lines,
    "slope": _lines,
    "border": _lines,
    "road": _way,
    "rail": _way,
    "crossing": _crossing,
    "place": _place,
}
