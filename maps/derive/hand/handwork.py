"""
Put corrections by hand onto a finished map.

Corrections are in real coordinates, so a map built again, at another hex size too,
takes them again; what then no longer fits is told as a conflict. To undo one, put
the others onto the map as it was built.

What lies on hexsides goes first, then links, crossings, terrain, heights and places;
within each of these the later correction wins. A line is laid by its own course alone,
so corrections that do not overlap may come in any order, and twice is as good as once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from maps.derive.hand.conflicts import Conflict
from maps.derive.hand.ground import GroundWork
from maps.derive.hand.places import PlaceWork
from maps.derive.hand.sides import SideWork
from maps.record import CORRECTED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maps.derive.hand.conflicts import Touched
    from maps.derive.hand.sides import Laid
    from maps.grid.hexmap import HexMap
    from maps.record import Correction

__all__ = ["Applied", "Conflict", "apply_corrections", "describe"]


class Applied(NamedTuple):
    """A corrected map, what did not fit, and what each correction bears on."""

    hexmap: HexMap
    conflicts: tuple[Conflict, ...]
    touched: Mapping[str, Touched]
    """By correction id: hexes, or hexsides as (lower hex, side), changed or not."""


def apply_corrections(hexmap: HexMap, corrections: Sequence[Correction], *, laid: Laid | None = None) -> Applied:
    """
    Correct a map by hand.

    Parameters
    ----------
    corrections
        In the order that they were made; if two contradict, the later wins.
    laid
        Where lines were laid, remembered from one call to the next; for one map alone.

    Returns
    -------
    Applied
        The new map, with the corrections noted in it; heights of hills, shares of cover
        and evidence stay as the sources say.
    """
    if not corrections:
        return Applied(hexmap, (), {})
    sides, ground, places = SideWork(hexmap, laid), GroundWork(hexmap), PlaceWork(hexmap)
    work = dict.fromkeys(("hexside", "slope", "border", "road", "rail", "crossing"), sides.apply)
    work |= dict.fromkeys(("terrain", "height"), ground.apply) | {"place": places.apply}
    touched: dict[str, Touched] = defaultdict(tuple)
    conflicts: list[Conflict] = []
    ground.make_room(corrections)
    for what in _STAGES:
        if what == "crossing":
            sides.follow_links()
        for correction in corrections:
            if correction.what == what:
                done = work[what](correction)
                touched[correction.id] += done.touched
                conflicts += done.conflicts
    conflicts += [Conflict.unknown(c, "what", c.what, CORRECTED) for c in corrections if c.what not in CORRECTED]
    order = {id(correction): k for k, correction in enumerate(corrections)}
    conflicts.sort(key=lambda conflict: order[id(conflict.correction)])
    changed = sides.columns() | ground.columns() | places.columns()
    kept = tuple(one for one in hexmap.corrections if one not in set(corrections))
    return Applied(replace(hexmap, **changed, corrections=kept + tuple(corrections)), tuple(conflicts), dict(touched))


_STAGES = ("hexside", "slope", "border", "road", "rail", "crossing", "terrain", "height", "place")


def describe(correction: Correction) -> str:
    """
    Say in words what a correction does.

    >>> from maps.record import Correction
    >>> print(describe(Correction("1", "place", "Bütgenbach", "point", ((6.2, 50.4),), name="Butgenbach")))
    place: Butgenbach is called Bütgenbach
    """
    if correction.what == "place":
        return "place: " + _place_words(correction)
    named = f" ({correction.name})" if correction.name else ""
    if correction.what == "height":
        return f"height: {correction.value} m{named}{_WHERE[correction.shape]}"
    value = correction.value.replace("_", " ")
    if correction.value == "none":
        return f"{correction.what}: taken away{named}{_WHERE[correction.shape]}"
    return f"{correction.what}: {value}{named}{_WHERE[correction.shape]}"


_WHERE = {"area": " over an area", "line": " along a line", "point": " at a point"}


def _place_words(correction: Correction) -> str:
    old, new = correction.name, correction.value
    rank = f", rank {correction.rank}" if correction.rank else ""
    if not new:
        return f"{old} is taken away"
    if not old:
        return f"{new} is put in{rank}"
    return f"{old} is put here{rank}" if old == new else f"{old} is called {new}{rank}"
