"""Pack panels into the columns of pages, the highest free place first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Free", "Spot", "free_below", "packed", "spare"]


class Spot(NamedTuple):
    """Where a panel stands: page and column from 0, and how far below the page's top in millimetres."""

    page: int
    column: int
    top: float


class Free(NamedTuple):
    """The free end of a column: from where to where below the page's top, in millimetres."""

    page: int
    column: int
    top: float
    foot: float


def packed(sizes: Sequence[tuple[int, float]], columns: int, high: float, gap: float) -> list[Spot]:
    """
    Place panels (columns wide, millimetres high) in their order, each as high up as it can stand.

    A later one may fill a place that earlier ones were too large for. One that is higher than a page stands on a page
    of its own and runs over its foot; ask for smaller type then.

    >>> packed([(1, 60.0), (2, 30.0), (1, 50.0)], 3, 100.0, 2.0)
    [Spot(page=0, column=0, top=0.0), Spot(page=0, column=1, top=0.0), Spot(page=0, column=1, top=32.0)]
    """
    pages: list[list[float]] = []
    spots = []
    for wide, tall in sizes:
        spot = _spot(pages, wide, tall, high)
        if spot is None:
            pages.append([0.0] * columns)
            spot = Spot(len(pages) - 1, 0, 0.0)
        for column in range(spot.column, spot.column + wide):
            pages[spot.page][column] = spot.top + tall + gap
        spots.append(spot)
    return spots


def _spot(pages: Sequence[Sequence[float]], wide: int, tall: float, high: float) -> Spot | None:
    for page, used in enumerate(pages):
        tops = [(max(used[column : column + wide]), column) for column in range(len(used) - wide + 1)]
        top, column = min(tops)
        if top + tall <= high:
            return Spot(page, column, top)
    return None


def spare(sizes: Sequence[tuple[int, float]], spots: Sequence[Spot], gap: float) -> list[float]:
    """
    Say how much higher each panel could be without touching the one below; 0 where none is below.

    >>> spare([(1, 60.0), (2, 30.0), (1, 50.0)], packed([(1, 60.0), (2, 30.0), (1, 50.0)], 3, 100.0, 2.0), 2.0)
    [0.0, 0.0, 0.0]
    """
    found = []
    for (wide, tall), spot in zip(sizes, spots, strict=True):
        below = [other.top for (span, _), other in zip(sizes, spots, strict=True)
                 if other.page == spot.page and other.top > spot.top and _share(spot, wide, other, span)]  # fmt: skip
        found.append(max(0.0, min(below) - gap - spot.top - tall) if below else 0.0)
    return found


def _share(one: Spot, wide: int, other: Spot, span: int) -> bool:
    return one.column < other.column + span and other.column < one.column + wide


def free_below(
    sizes: Sequence[tuple[int, float]], spots: Sequence[Spot], columns: int, high: float, gap: float, pages: int
) -> list[Free]:
    """
    List the free ends of the columns of so many pages, in the order of reading; none if the panels need more pages.

    >>> free_below([(2, 60.0)], [Spot(0, 0, 0.0)], 3, 100.0, 2.0, 1)
    [Free(page=0, column=0, top=62.0, foot=100.0), Free(page=0, column=1, top=62.0, foot=100.0), \
Free(page=0, column=2, top=0.0, foot=100.0)]
    """
    used = {(page, column): 0.0 for page in range(pages) for column in range(columns)}
    for (wide, tall), spot in zip(sizes, spots, strict=True):
        if spot.page >= pages or spot.top + tall > high:
            return []
        for column in range(spot.column, spot.column + wide):
            used[spot.page, column] = max(used[spot.page, column], spot.top + tall + gap)
    return [Free(page, column, top, high) for (page, column), top in used.items()]
