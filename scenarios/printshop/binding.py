"""Bind several printed things as one PDF, behind a page that lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenarios.drawing.joining import joined, page_counts
from scenarios.drawing.pdf import MM, blank
from scenarios.printshop.furniture import paragraphs, ruler, words
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LeftOut", "Part", "bound", "contents_page"]

_EDGE, _ROW = 15.0, 6.5


class Part(NamedTuple):
    """A printed thing: its key, what it is, and its PDF."""

    key: str
    words: str
    body: bytes


class LeftOut(NamedTuple):
    """A thing that is not among the others, and why."""

    words: str
    why: str


def bound(title: str, when: str, parts: Sequence[Part], left_out: Sequence[LeftOut], paper_name: str) -> bytes:
    """
    Bind things in their order as one PDF; its bytes hang on nothing but what is in it.

    Each keeps its own paper. The first page lists them with their pages, and what was left out.
    """
    bodies = [part.body for part in parts]
    front = contents_page(title, when, parts, page_counts(bodies), left_out, paper_name)
    return joined([front, *bodies])


def contents_page(
    title: str, when: str, parts: Sequence[Part], pages: Sequence[int], left_out: Sequence[LeftOut], paper_name: str
) -> bytes:
    """Make the page that lists what follows; ``pages`` counts those of each part."""
    wide, high = PAPERS[paper_name]
    canvas, out = blank(title)
    canvas.setPageSize((wide * MM, high * MM))
    y = paragraphs(canvas, [title], _EDGE, high - _EDGE, wide - 2 * _EDGE, size=8.0, face="names_bold")
    y = paragraphs(canvas, [when], _EDGE, y, wide - 2 * _EDGE, size=3.6) - 6
    first = 2
    for part, count in zip(parts, pages, strict=True):
        words(canvas, _EDGE, y, part.words, 4.0, face="text_bold")
        said = f"page {first}" if count == 1 else f"pages {first} to {first + count - 1}"
        words(canvas, wide - _EDGE, y, said, 3.6, anchor=1.0)
        canvas.setLineWidth(0.1 * MM)
        canvas.line(_EDGE * MM, (y - 1.8) * MM, (wide - _EDGE) * MM, (y - 1.8) * MM)
        y -= _ROW
        first += count
    if left_out:
        words(canvas, _EDGE, y - 4, "Left out", 4.0, face="text_bold")
        paragraphs(canvas, [f"{one.words}: {one.why}" for one in left_out], _EDGE, y - 6, wide - 2 * _EDGE, size=3.2)
    ruler(canvas, _EDGE, 10.0)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
