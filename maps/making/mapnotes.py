"""Say what a reader of a map must know: where it is coarse, corrected, schematic or later than its date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.derive.terrain.ground import unknown_notes
from maps.problems import Problem
from maps.sources.raster.elevation import elevation_notes
from maps.sources.raster.land_cover import cover_notes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from maps.area.area import Area
    from maps.derive.waters.hexsides import LeftOut
    from maps.derive.ways.snapping import Unplaced
    from maps.grid.layout import Layout
    from maps.making.gather import Gathered
    from maps.making.materials import Materials
    from maps.sources.raster.elevation import Reading

__all__ = ["left_out_notes", "notes_of", "unlaid_doubts", "unplaced_notes"]

_FEW_CELLS = 4.0
_NAMED = 12


def notes_of(
    area: Area,
    stuff: Materials,
    layout: Layout,
    measured: tuple[Sequence[Reading | None], Sequence[Gathered]],
    known: NDArray[np.float64],
    outline: NDArray[np.bool_],
) -> tuple[str, ...]:
    """
    List the notes of a map.

    Parameters
    ----------
    measured
        What was met with in reading the heights of each block, and what covers it.
    known
        Share of each hex whose height is known (n,).
    outline
        Which hexes the area asks for (n,).
    """
    readings, gathered = measured
    return (
        *_of_heights(area, layout, [one for one in readings if one], np.where(outline, known, 1.0)),
        "Terrain is concluded from shares, relief, slope and people by the rules named in each hex.",
        *cover_notes([found.land_cover for found in gathered if found.land_cover], stuff.table),
        *_of_date(area, stuff),
        *_of_lines(area, stuff),
        *stuff.notes,
    )


def _of_heights(area: Area, layout: Layout, readings: Sequence[Reading], known: NDArray[np.float64]) -> Iterator[str]:
    if not readings:
        yield "There is no source of elevation: heights, relief and slopes are unknown."
        return
    finest = min(reading.cell_m for reading in readings)
    cells = layout.hex_area_m2() / finest**2
    yield (
        f"Elevation: about {cells:.1f} cells of the source to a hex; heights raised by {area.elevation_bias_m:g} m and "
        f"relief (highest less lowest cell) multiplied by {area.relief_factor:g}, as the area file says."
    )
    if cells < _FEW_CELLS:
        yield "Hexes are finer than the elevation can show; use a finer elevation source or wider hexes."
    yield from elevation_notes(readings)
    yield from unknown_notes("Elevation", known, layout.grid)


def _of_date(area: Area, stuff: Materials) -> Iterator[str]:
    if stuff.audit:
        yield (
            f"Made true to {area.date}: {len(stuff.audit):,} features were left out, restored or kept by dates, rules "
            f"and rulings; the audit lists each."
        )
    yield "Land cover and the sizes of places are those of the sources, later than the date of the map."


def _of_lines(area: Area, stuff: Materials) -> Iterator[str]:
    if stuff.reaches:
        yield "Rivers follow the hexsides nearest to them; which class they are goes by the area they drain."
    elif len(stuff.features.lines):
        yield "Rivers follow the hexsides nearest to them; which class they are goes by width, name and length."
    if "road_links" in area.sources:
        yield "Roads are schematic: right about which towns they join and in what class, not about bends."
    if "rail_links" in area.sources:
        yield "Railways are schematic, like the roads."


def unplaced_notes(unplaced: Sequence[Unplaced]) -> tuple[str, ...]:
    """Say which crossings of the sources lead over no water of the map: those with names, the others counted."""
    if not unplaced:
        return ()
    named = [f"{one.kind} {one.name!r} ({one.id}: {one.why})" for one in unplaced if one.name]
    more = len(unplaced) - min(len(named), _NAMED)
    told = "; ".join(named[:_NAMED]) + (f" and {more:,} more" if named and more else "")
    return (f"Crossings of the sources that no road or railway of the map leads over water by: {told or more}.",)


def unlaid_doubts(left_out: Sequence[LeftOut]) -> tuple[Problem, ...]:
    """Say which waters found no room on the hexsides."""
    return tuple(
        Problem(
            f"water {one.name or 'without a name'}",
            f"{one.length_m / 1000:.0f} km of it are not on the map: {one.why}",
            "draw it by a correction, or take narrower hexes",
        )
        for one in left_out
        if one.kind == "water"
    )


def left_out_notes(left_out: Sequence[LeftOut], width_m: float) -> tuple[str, ...]:
    """Say which named rivers and canals are too short for the hexes, as far as the sources know them."""
    short = [one for one in left_out if one.kind != "water"]
    if not short:
        return ()
    told = "; ".join(f"{one.kind} {one.name!r} ({one.length_m / 1000:.0f} km, {one.why})" for one in short[:_NAMED])
    more = f" and {len(short) - _NAMED:,} more" if len(short) > _NAMED else ""
    return (f"Left out, too short for hexes of {width_m / 1000:g} km as far as the sources know them: {told}{more}.",)
