"""Give the faces that ship with the project: Alegreya Sans for names, Barlow for counters and tables (SIL OFL 1.1)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import as_file, files

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

__all__ = ["FACES", "register", "width_mm"]

# Streams stay bytes: written as letters they are a quarter larger, and that took half of a poster's time. This stands
# here because every PDF asks for its faces here: a sheet is the same bytes, whatever was printed before it.
rl_config.useA85 = 0


FACES = {
    "names": "AlegreyaSans-Medium",
    "names_bold": "AlegreyaSans-Bold",
    "names_italic": "AlegreyaSans-MediumItalic",
    "counter": "BarlowCondensed-Medium",
    "counter_bold": "BarlowCondensed-Bold",
    "text": "BarlowSemiCondensed-Regular",
    "text_bold": "BarlowSemiCondensed-SemiBold",
    "text_italic": "BarlowSemiCondensed-Italic",
}
"""What each face is for, and its file."""


@cache
def register() -> None:
    """Make the faces known to the writer of PDF, which embeds what is used of them."""
    for name, file in FACES.items():
        with as_file(files("scenarios.drawing") / "faces" / f"{file}.ttf") as path:
            pdfmetrics.registerFont(TTFont(name, str(path)))


@lru_cache(maxsize=1 << 15)
def width_mm(text: str, size_mm: float, face: str) -> float:
    """Measure a text."""
    register()
    return float(pdfmetrics.stringWidth(text, face, size_mm))
