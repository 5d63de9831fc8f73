"""
Print counters at exact size, fronts and backs, with marks to cut them by.

A sheet's back is its front mirrored from left to right: printed on both sides and turned on the long edge, each back
lies behind its front. The block of counters stands in the middle of the sheet, so that it is the same from both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound
from scenarios.drawing.bands import PLAIN
from scenarios.drawing.counterface import band_mm, draw_back, draw_front
from scenarios.drawing.pdf import MM, blank, draw_scene
from scenarios.drawing.pencil import Pencil
from scenarios.printshop.force import armies
from scenarios.printshop.furniture import RULER_MM, ruler
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenarios.drawing.counterface import Piece
    from scenarios.formats.shown import Shown
    from scenarios.printshop.force import Army

__all__ = ["LEAST_MM", "MOST_MM", "Grid", "counters_pdf", "grid_of"]

LEAST_MM, MOST_MM = 12.0, 25.0
_MOST_COUNTERS = 4000
_SIDE_MM, _TOP_MM, _FOOT_MM = 12.0, 27.0, 15.0
"""What is kept free beside, above and below the block."""
_BLEED_MM = 1.5
_CUT = (2.0, 5.5)
"""Where a cutting mark begins and ends, from the edge of the block."""
_CROSS_MM = 0.8
_KEY_ROW_MM, _KEY_COLUMN_MM, _KEY_GAP_MM = 5.0, 45.0, 8.0
_SOFT = "ink.rim"


class Grid(NamedTuple):
    """How counters lie on a sheet: how many across and down, and the left upper corner of the block."""

    across: int
    down: int
    left: float
    top: float
    size: float

    def spot(self, n: int, *, back: bool = False) -> tuple[float, float]:
        """Give the left upper corner of the n-th counter; on the back they run from right to left."""
        row, column = divmod(n, self.across)
        column = self.across - 1 - column if back else column
        return self.left + column * self.size, self.top + row * self.size


class _Sheet(NamedTuple):
    army: Army
    first: int
    pieces: tuple[Piece, ...]
    grid: Grid


def counters_pdf(shown: Shown, *, points: str, size_mm: float = 15.0, paper_name: str = "A4") -> bytes:
    """
    Make the PDF of the counters of all units that a viewer knows, fronts and backs by turns.

    Parameters
    ----------
    points
        What the rules call what a unit can lose, in the plural.
    size_mm
        Side of a counter.

    Raises
    ------
    ProblemsFound
        If counters of that size are not made, there are none to print, or far too many.
    """
    if not LEAST_MM <= size_mm <= MOST_MM:
        what = f"a counter of {size_mm:g} mm cannot be made"
        raise ProblemsFound([Problem("size", what, f"ask for {LEAST_MM:g} to {MOST_MM:g} mm")])
    forces = armies(shown, points, things="counters", most=_MOST_COUNTERS)
    canvas, out = blank(f"{shown.name}: counters")
    paper = PAPERS[paper_name]
    canvas.setPageSize((paper[0] * MM, paper[1] * MM))
    sheets = [sheet for army in forces for sheet in _sheets(army, size_mm, paper)]
    for number, sheet in enumerate(sheets, 1):
        palette = shipped_palette().with_inks(sheet.army.inks)
        for back in (False, True):
            pencil = Pencil(*paper)
            _draw(pencil, sheet, back=back)
            _head(pencil, shown, sheet, f"Sheet {number} of {len(sheets)}", back=back)
            draw_scene(canvas, pencil.scene(), 1.0, palette)
            ruler(canvas, (paper[0] - RULER_MM) / 2, 6.0)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def grid_of(size_mm: float, paper: tuple[float, float], down: int | None = None) -> Grid:
    """Lay as many counters of a size on a paper as fit, or so many rows of them."""
    across = int((paper[0] - 2 * _SIDE_MM + 1e-6) // size_mm)
    fits = int((paper[1] - _TOP_MM - _FOOT_MM + 1e-6) // size_mm)
    left = (paper[0] - across * size_mm) / 2
    return Grid(across, min(fits, down) if down else fits, left, _TOP_MM, size_mm)


def _sheets(army: Army, size_mm: float, paper: tuple[float, float]) -> Iterator[_Sheet]:
    """Part an army into sheets, so that below each there is room for the key of its formations."""
    first = 0
    while first < len(army.pieces):
        grid = grid_of(size_mm, paper)
        while True:
            taken = army.pieces[first : first + grid.across * grid.down]
            rows = -(-len(taken) // grid.across)
            foot = grid.top + rows * size_mm + _KEY_GAP_MM + _key_high(army, first, len(taken), paper)
            if foot <= paper[1] - _FOOT_MM or grid.down == 1:
                break
            grid = grid_of(size_mm, paper, grid.down - 1)
        yield _Sheet(army, first, taken, grid._replace(down=rows))
        first += len(taken)


def _draw(pencil: Pencil, sheet: _Sheet, *, back: bool) -> None:
    """Draw the counters, their colours run over the cut first, and the marks to cut by."""
    size = sheet.grid.size
    spots = [(piece, *sheet.grid.spot(n, back=back)) for n, piece in enumerate(sheet.pieces)]
    for piece, x, y in spots:
        _bleed(pencil, piece, x, y, size, back=back)
    for over_side in (_BLEED_MM, 0.0):
        for piece, x, y in spots:
            over = _BLEED_MM if y == sheet.grid.top else 0.0
            pencil.rect(x - over_side, y - over, size + 2 * over_side, over + band_mm(size), piece.band.colour)
    for piece, x, y in spots:
        (draw_back if back else draw_front)(pencil, piece, x, y, size)
    # Where one row is not filled, nothing is cut beside its counters; backs begin at the other end.
    used = min(len(sheet.pieces), sheet.grid.across)
    columns = range(sheet.grid.across - used, sheet.grid.across + 1) if back else range(used + 1)
    _crosses(pencil, sheet.grid, columns)
    _cuts(pencil, sheet.grid, columns)


def _bleed(pencil: Pencil, piece: Piece, x: float, y: float, size: float, *, back: bool) -> None:
    over = _BLEED_MM
    pencil.rect(x - over, y - over, size + 2 * over, size + 2 * over, piece.look.pale if back else piece.look.fill)


def _crosses(pencil: Pencil, grid: Grid, columns: Sequence[int]) -> None:
    """Draw small crosses where four counters meet."""
    lines = []
    for column in columns[1:-1]:
        for row in range(1, grid.down):
            x, y = grid.left + column * grid.size, grid.top + row * grid.size
            lines += [[(x - _CROSS_MM, y), (x + _CROSS_MM, y)], [(x, y - _CROSS_MM), (x, y + _CROSS_MM)]]
    if lines:
        pencil.lines(lines, "ink.counter", 0.1, alpha=0.6)


def _cuts(pencil: Pencil, grid: Grid, columns: Sequence[int]) -> None:
    """Draw the marks outside the block, on the line of each cut."""
    near, far = _CUT
    left, right = (grid.left + column * grid.size for column in (columns[0], columns[-1]))
    foot, lines = grid.top + grid.down * grid.size, []
    for column in columns:
        x = grid.left + column * grid.size
        lines += [[(x, grid.top - far), (x, grid.top - near)], [(x, foot + near), (x, foot + far)]]
    for row in range(grid.down + 1):
        y = grid.top + row * grid.size
        lines += [[(left - far, y), (left - near, y)], [(right + near, y), (right + far, y)]]
    pencil.lines(lines, "ink.counter", 0.12)


def _head(pencil: Pencil, shown: Shown, sheet: _Sheet, number: str, *, back: bool) -> None:
    grid, right = sheet.grid, sheet.grid.left + sheet.grid.across * sheet.grid.size
    side = "backs" if back else "fronts"
    room = right - grid.left - 40.0
    pencil.text(grid.left, 13.0, f"{shown.name}: {sheet.army.party.name}", 5.2, within=room)
    pencil.text(right, 13.0, f"{number}, {side}", 3.6, face="text", colour=_SOFT, anchor=1.0)
    told = (
        "Backs: a box for each point; a filled one is lost. Printed on both sides, turned on the long edge."
        if back
        else f"{len(sheet.pieces)} counters of {grid.size:g} mm. Print at 100 %, glue on card of 1.5 to 2 mm, "
        "cut along the marks."
    )
    pencil.text(grid.left, 18.2, told, 2.9, face="text", colour=_SOFT, within=right - grid.left)
    if not back:
        _key(pencil, sheet)


def _groups(army: Army, first: int, count: int) -> list[str]:
    """List the divisions of some pieces."""
    return [key for key in dict.fromkeys(army.divisions[first : first + count]) if key]


def _key_columns(paper_wide: float) -> int:
    return max(1, int((paper_wide - 2 * _SIDE_MM) // _KEY_COLUMN_MM))


def _key_high(army: Army, first: int, count: int, paper: tuple[float, float]) -> float:
    return -(-len(_groups(army, first, count)) // _key_columns(paper[0])) * _KEY_ROW_MM


def _key(pencil: Pencil, sheet: _Sheet) -> None:
    """Say below the block which band is whose."""
    names = {body.id: body.name for _, body in sheet.army.bodies}
    top = sheet.grid.top + sheet.grid.down * sheet.grid.size + _KEY_GAP_MM
    columns = _key_columns(pencil.wide)
    wide = sheet.grid.across * sheet.grid.size / columns
    for n, key in enumerate(_groups(sheet.army, sheet.first, len(sheet.pieces))):
        row, column = divmod(n, columns)
        x, y = sheet.grid.left + column * wide, top + row * _KEY_ROW_MM
        band = sheet.army.bands.get(key, PLAIN)
        pencil.rect(x, y, 6.0, 3.4, band.colour)
        if band.is_striped:
            pencil.rect(x, y + 2.4, 6.0, 1.0, band.stripe)
        pencil.frame(x, y, 6.0, 3.4, "ink.counter", 0.12)
        pencil.text(x + 7.4, y + 2.7, names[key], 2.6, face="text", within=wide - 9.5)
