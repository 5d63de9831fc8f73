"""Draw a QR code, so that a phone at the table finds the page where something is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRErrorCorrectLevel

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from scenarios.drawing.pencil import Pencil

__all__ = ["LEAST_MODULE_MM", "draw_qr", "qr_cells"]

QUIET = 4
"""Cells about a code that stay white, as the standard (ISO/IEC 18004) asks."""
LEAST_MODULE_MM = 0.4
"""Smaller cells a phone does not read from a printed page."""


def qr_cells(text: str) -> list[list[bool]]:
    """
    Give the dark cells of a code, row by row, without the quiet rim; 15 % of it may be spoilt.

    >>> len(qr_cells("http://127.0.0.1:8000/c/a/b/letters"))
    29
    """
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(QR8bitByte(text))
    code.make()
    count = code.getModuleCount()
    return [[bool(code.isDark(row, column)) for column in range(count)] for row in range(count)]


def draw_qr(pencil: Pencil, x: float, y: float, size: float, text: str) -> None:
    """
    Draw a code with its quiet rim in a square of so many millimetres, with its left upper corner at (x, y).

    Raises
    ------
    ProblemsFound
        If a phone could not read it, because the text is too long.
    """
    cells = qr_cells(text)
    step = size / (len(cells) + 2 * QUIET)
    if step < LEAST_MODULE_MM:
        what = f"has {len(text)} letters, too many for a code of {size:g} mm"
        raise ProblemsFound(
            [Problem("address", what, "give the server a shorter address, or the campaign a shorter id")]
        )
    rings = []
    for row, line in enumerate(cells):
        top = y + (row + QUIET) * step
        for start, end in _runs(line):
            left, right = x + (start + QUIET) * step, x + (end + QUIET) * step
            rings.append([(left, top), (right, top), (right, top + step), (left, top + step)])
    pencil.shape(rings, "ink.counter")


def _runs(line: list[bool]) -> list[tuple[int, int]]:
    """List where dark cells begin and end in a row, so that no seam shows between them."""
    edges = [k for k, (one, other) in enumerate(zip([False, *line], [*line, False], strict=True)) if one != other]
    return list(zip(edges[::2], edges[1::2], strict=True))
