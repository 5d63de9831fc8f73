"""Tell what was done to the places of a map by comparing rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.lonlat import lonlat_of
from maps.record import Correction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maps.gpkg.columns import Reasons
    from maps.grid.hexmap import HexMap, Place

__all__ = ["place_edits"]

_SAME_M = 0.001


def place_edits(
    before: HexMap, after: HexMap, rows: Sequence[int], reasons: Reasons, otherwise: str
) -> Iterator[Correction]:
    """
    List the places that were taken away, renamed, moved, given a rank, or added, in this order.

    Parameters
    ----------
    rows
        Row number of each place of ``after``; places were written in rows 1, 2, 3 and so on.
    otherwise
        Why and source, where nothing is written.
    """
    now = dict(zip(rows, after.places, strict=True))
    was = dict(enumerate(before.places, start=1))

    def made(row: int, name: str, value: str, at: Place, rank: int = 0) -> Correction:
        why, source = reasons.get(("places", row), ("", ""))
        points = (_degrees(before, at),)
        why, source = why or otherwise, source or otherwise
        return Correction("", "place", value, "point", points, name=name, rank=rank, why=why, source=source)

    both = [(row, old, now[row]) for row, old in was.items() if row in now]
    yield from (made(row, old.name, "", old) for row, old in was.items() if row not in now)
    yield from (made(row, old.name, new.name, old) for row, old, new in both if old.name != new.name)
    for row, old, new in both:
        moved = np.hypot(old.x_m - new.x_m, old.y_m - new.y_m) > _SAME_M
        if moved or old.rank != new.rank:
            yield made(row, new.name, new.name, new, new.rank if new.rank != old.rank else 0)
    yield from (made(row, "", new.name, new, new.rank) for row, new in now.items() if row not in was)


def _degrees(hexmap: HexMap, place: Place) -> tuple[float, float]:
    layout = hexmap.layout
    lon, lat = lonlat_of(layout, layout.to_grid([[place.x_m, place.y_m]]))[0].tolist()
    return lon, lat
