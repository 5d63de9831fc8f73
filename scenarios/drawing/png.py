"""Write scenes as pictures: what is shown is what is printed, by one way of drawing."""

from __future__ import annotations

import io
from threading import Lock
from typing import TYPE_CHECKING

import pypdfium2

from scenarios.drawing.pdf import scene_pdf

if TYPE_CHECKING:
    from PIL.Image import Image

    from maps.palette import Palette
    from scenarios.drawing.scene import Scene

__all__ = ["pdf_pages", "scene_png"]

_INCH_MM = 25.4
# pdfium is not made for threads: one page is drawn at a time.
_ONE_AT_A_TIME = Lock()


def pdf_pages(content: bytes, dpi: float) -> list[Image]:
    """Draw every page of a PDF of our own; never one that somebody sent."""
    with _ONE_AT_A_TIME:
        document = pypdfium2.PdfDocument(content)
        try:
            return [page.render(scale=dpi / 72.0).to_pil() for page in document]
        finally:
            document.close()


def scene_png(scene: Scene, radius_mm: float, palette: Palette, dpi: float) -> bytes:
    """Draw a scene as PNG that says how large it is on paper."""
    (picture,) = pdf_pages(scene_pdf(scene, radius_mm, palette, ""), dpi)
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
