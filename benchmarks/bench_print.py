"""
Time what goes on paper, from maps that nothing has been drawn of: ``python -m benchmarks.bench_print``.

Seconds of processor, the least of some runs, so that a machine that does other things beside says the same. The usual
way to write a PDF from Python, reportlab's own path objects, draws the areas and lines of one picture too, and the two
pictures are compared.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from reportlab.lib.colors import HexColor

from benchmarks.bigworld import big_map
from benchmarks.contest import DIFFER
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from maps.making.nested import Table
from maps.palette import shipped_palette
from maps.shapes import shapes
from scenarios.battles.ground.cut import ground_for
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.pdf import MM, blank, draw_scene, spline
from scenarios.drawing.png import pdf_pages
from scenarios.drawing.scene import Area, Lines, Scene, each
from scenarios.formats.picture import map_picture, map_svg
from scenarios.printshop.mapsheets import map_pdf
from scenarios.printshop.poster import poster_pdf

if TYPE_CHECKING:
    from collections.abc import Callable

    from reportlab.pdfgen.canvas import Canvas

    from maps.grid.hexmap import HexMap

    Make = Callable[[], bytes]

RUNS = 2
HEX_100_MM = 100 / 25.4


def cold_s(make: Make, runs: int = RUNS) -> tuple[float, int]:
    """Time a thing that is made anew, shapes and all: the least seconds of processor, and how many bytes it has."""
    times, size = [], 0
    for _ in range(runs):
        shapes._KEPT.clear()
        start = time.process_time()
        size = len(make())
        times.append(time.process_time() - start)
    return min(times), size


def row(name: str, took_s: float, said: str = "", bar_s: float | None = None) -> str:
    """Write a line of the table."""
    return f"{name:52}{took_s:9.2f}{said:>20}{'' if bar_s is None else f'< {bar_s:g}':>9}"


def things(ardennes: HexMap, fine: HexMap) -> list[tuple[str, Make, float | None]]:
    """List what is printed, and the seconds each may take."""
    table = Table(72, 48, 200, HEX_100_MM)
    middle = ardennes.index_of("2832")
    board = ground_for(ardennes, [middle], table, "bench").board
    return [
        ("poster on A1, 4,130 hexes", lambda: poster_pdf(ardennes, paper_name="A1"), 6),
        ("poster on A1 with contours", lambda: poster_pdf(ardennes, paper_name="A1", style="contours"), 6),
        (f"poster on A0, {len(fine):,} hexes", lambda: poster_pdf(fine, paper_name="A0"), 15),
        (f"table of 6 x 4 ft, {len(board):,} hexes of 100 mm, A4", lambda: map_pdf(board), 6),
        ("the same, low in ink, on Letter", lambda: map_pdf(board, paper_name="Letter", style="low_ink"), 6),
        ("sheets of the whole map, hexes of 18 mm, A4", lambda: map_pdf(ardennes, mm_per_hex=18), 6),
        ("SVG of the whole map, 8 mm hexes", lambda: map_svg(ardennes, mm_per_hex=8), None),
        ("PNG of the same, 300 dpi", lambda: map_picture(ardennes, "map", mm_per_hex=8), None),
    ]


def by_path_objects(scene: Scene, radius: float) -> bytes:
    """Draw areas and lines in the usual way."""
    canvas, out = blank("usual")
    wide, high = scene.size_mm(radius)
    canvas.setPageSize((wide * MM, high * MM))
    for item in scene.items:
        if isinstance(item, Area | Lines):
            _usual(canvas, item, scene, radius)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _usual(canvas: Canvas, item: Area | Lines, scene: Scene, radius: float) -> None:
    canvas.saveState()
    ink, path, is_area = HexColor(shipped_palette().colour(item.colour)), canvas.beginPath(), isinstance(item, Area)
    for line in (np.asarray(one, float) for one in each(item.points, item.starts) if len(one) > 1):
        placed = np.stack([line[:, 0] - scene.box[0], scene.box[3] - line[:, 1]], axis=1) * radius * MM
        pieces = spline(placed, closed=is_area or item.closed) if item.curved else None
        path.moveTo(*(placed[0] if pieces is None else pieces[0, 0]))
        for piece in placed[1:] if pieces is None else pieces:
            (path.lineTo if pieces is None else path.curveTo)(*(piece if pieces is None else piece[1:].ravel()))
        if is_area or item.closed:
            path.close()
    canvas.setFillColor(ink)
    if isinstance(item, Lines):
        canvas.setStrokeColor(ink, item.alpha)
        canvas.setLineWidth(item.width.at(radius) * MM)
        canvas.setLineCap(int(item.round_ends))
        canvas.setLineJoin(1)
    canvas.drawPath(path, stroke=not is_area, fill=is_area, fillMode=0)
    canvas.restoreState()


def beside_the_usual(ardennes: HexMap) -> tuple[list[str], bool]:
    """Write one picture in our way and in the usual one, and say whether they look the same."""
    drawing = Drawing(ardennes, 12.0)
    whole, radius = scene_of(drawing), radius_mm(drawing)
    scene = Scene(whole.box, tuple(item for item in whole.items if isinstance(item, Area | Lines)))

    def ours() -> bytes:
        canvas, out = blank("ours")
        canvas.setPageSize(tuple(size * MM for size in scene.size_mm(radius)))
        draw_scene(canvas, scene, radius, shipped_palette())
        canvas.showPage()
        canvas.save()
        return out.getvalue()

    def usual() -> bytes:
        return by_path_objects(scene, radius)

    ours_s, usual_s = cold_s(ours)[0], cold_s(usual)[0]
    one, other = (np.asarray(pdf_pages(make(), 30)[0].convert("RGB")).astype(int) for make in (ours, usual))
    apart = float(np.abs(one - other).mean())
    said = f"{usual_s / ours_s:.1f} times as quick" if apart < 1 else DIFFER
    return [
        row("areas and lines of the whole map, ours", ours_s, said),
        row("the same by reportlab's path objects", usual_s, f"{apart:.2f} of 255 apart"),
    ], apart < 1


def main() -> int:
    """Print the table; fail if two ways to draw one picture differ."""
    area = read_area(shipped_area("ardennes_1944"))
    ardennes, fine = build(area), replace(big_map(200, 200), name="forty thousand")
    poster_pdf(ardennes, paper_name="A4")  # the kernels are translated before anything is timed
    lines = [f"{'seconds of processor, least of ' + str(RUNS):52}{'s':>9}{'':20}{'bar':>9}"]
    for name, make, bar in things(ardennes, fine):
        took, size = cold_s(make)
        lines.append(row(name, took, f"{size / 1e6:.1f} MB", bar))
    compared, agree = beside_the_usual(ardennes)
    sys.stdout.write("\n".join([*lines, *compared]) + "\n")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
