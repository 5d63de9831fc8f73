"""
Write a map as a picture that other programs can lay on the ground, and as SVG.

A picture comes as a zip of three files: the PNG, which says how large it is on paper; the world
file, with the six numbers of the grid as it is turned, from the middle of the first pixel; and
the file beside it where GDAL looks for the coordinate system.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.png import scene_png
from scenarios.drawing.svg import scene_svg
from scenarios.formats.packing import packed
from scenarios.printshop.mapsheets import checked_drawing

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from scenarios.drawing.names import Goal
    from scenarios.drawing.scene import Scene

__all__ = ["DPI", "MOST_PIXELS", "located", "map_picture", "map_svg", "sized"]

DPI = 150.0
MOST_PIXELS = 60_000_000
_INCH_MM = 25.4
_LARGEST_MM, _LEAST_MM = 40.0, 5.0


def map_picture(
    hexmap: HexMap, name: str, *, mm_per_hex: float | None = None, style: str = "full",
    part: tuple[str, str] | None = None, goals: tuple[Goal, ...] = (),
) -> bytes:  # fmt: skip
    """
    Write a map, or the part between two hexes, as a zip of a PNG and the two files that say where it lies.

    Parameters
    ----------
    name
        Of the files in the zip, without ending.
    mm_per_hex
        Printed hex from flat to flat; None: as large as the picture may be, but at most 40 mm.
    goals
        What is fought for, which is named first.

    Raises
    ------
    ProblemsFound
        If scale, style or part are none, or the picture would be too large.
    """
    drawing = replace(sized(hexmap, mm_per_hex, style, part), goals=goals)
    return located(scene_of(drawing), drawing, name)


def located(scene: Scene, drawing: Drawing, name: str) -> bytes:
    """Write the scene of a drawing as a zip of a PNG and the two files that say where it lies."""
    content = scene_png(scene, radius_mm(drawing), shipped_palette().in_scheme(drawing.style), DPI)
    world = "\n".join(f"{number!r}" for number in _world(drawing)).encode() + b"\n"
    system = f"<PAMDataset><SRS>{escape(drawing.hexmap.layout.crs)}</SRS></PAMDataset>\n".encode()
    return packed([(f"{name}.png", content), (f"{name}.pgw", world), (f"{name}.png.aux.xml", system)])


def map_svg(
    hexmap: HexMap,
    *,
    mm_per_hex: float | None = None,
    style: str = "full",
    part: tuple[str, str] | None = None,
    goals: tuple[Goal, ...] = (),
) -> bytes:
    """
    Write a map, or the part between two hexes, as SVG in millimetres, a group for each layer; ``goals`` go first.

    Raises
    ------
    ProblemsFound
        If scale, style or part are none, or the picture would be too large.
    """
    drawing = replace(sized(hexmap, mm_per_hex, style, part), goals=goals)
    scheme = shipped_palette().in_scheme(style)
    return scene_svg(scene_of(drawing), radius_mm(drawing), scheme, hexmap.name).encode()


def sized(
    hexmap: HexMap, mm_per_hex: float | None, style: str = "full", part: tuple[str, str] | None = None
) -> Drawing:
    """Hold a map as large as is wanted, or as fits; refuse what is too large, with the size that is not."""
    whole = checked_drawing(hexmap, _LARGEST_MM, style, part)
    most = min(_LARGEST_MM, _LARGEST_MM * (MOST_PIXELS / _pixels(whole)) ** 0.5)
    if mm_per_hex is None:
        return Drawing(hexmap, max(_LEAST_MM, most), style, whole.part)
    wanted = checked_drawing(hexmap, mm_per_hex, style, part)
    if _pixels(wanted) > MOST_PIXELS:
        what = f"at {mm_per_hex:g} mm a hex it would have {_pixels(wanted) / 1e6:.0f} million pixels"
        raise ProblemsFound([Problem("picture", what, f"take {int(most)} mm or less, or a part of the map")])
    return wanted


def _pixels(drawing: Drawing) -> float:
    wide, high = drawing.size_mm
    return wide * high * (DPI / _INCH_MM) ** 2


def _world(drawing: Drawing) -> tuple[float, ...]:
    """Give the six numbers of a world file: east and north of a step right, of a step down, of the first pixel."""
    step = 1 / (drawing.mm_per_m * DPI / _INCH_MM)
    u0, v0, _, _ = drawing.box
    spots = [(u0 + (x + 0.5) * step, v0 + (y + 0.5) * step) for x, y in ((0, 0), (1, 0), (0, 1))]
    (x, y), (right_x, right_y), (down_x, down_y) = drawing.hexmap.layout.to_map(spots).tolist()
    return right_x - x, right_y - y, down_x - x, down_y - y, x, y
