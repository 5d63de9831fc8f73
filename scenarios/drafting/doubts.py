"""Say what is unlikely in a draft, though it can be played: no supply, nothing to fight for, arrivals too late."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX
from scenarios.drafting.placing import hex_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap
    from scenarios.drafting.draft import Draft

__all__ = ["Doubt", "doubts"]

_FAR_KM = 100.0
_WATER = frozenset({"sea", "lake"})


class Doubt(NamedTuple):
    """Something unlikely: what it is about, what it is, what may be done, and the key of the thing."""

    place: str
    what: str
    remedy: str
    thing: str = ""


def doubts(draft: Draft, hexmap: HexMap) -> Iterator[Doubt]:
    """Find what is unlikely."""
    yield from _of_sides(draft)
    yield from _late(draft)
    yield from _wet(draft, hexmap)
    yield from _far_apart(draft, hexmap)
    yield from _alike(draft)


def _of_sides(draft: Draft) -> Iterator[Doubt]:
    supplied = {one["side"] for _, one in draft.of("source")}
    wanting = {one["side"] for _, one in draft.of("objective")}
    planned = {draft.side_of(one["formation"] or "") for _, one in draft.of("mission")}
    for key, side in draft.of("side"):
        if key not in supplied:
            yield Doubt(side["name"], "has no source of supply", "set one where a road leaves the map", key)
        if key not in wanting:
            yield Doubt(side["name"], "has nothing to win", "add an objective that is worth points to it", key)
        if planned and key not in planned:
            what = "has no mission, and the other side has: its commander goes by the objectives alone"
            yield Doubt(side["name"], what, "add missions for it, or leave it so", key)


def _late(draft: Draft) -> Iterator[Doubt]:
    days = draft.head["days"]
    for key, one in draft.of("unit"):
        if (one["arrive_day"] or 0) > days:
            what = f"arrives on day {one['arrive_day']}, and the last is {days}"
            yield Doubt(one["name"], what, "let it arrive earlier, or take it away", key)
    for key, one in draft.of("objective"):
        if (one["by_day"] or 0) > days:
            yield Doubt(one["name"], f"counts from day {one['by_day']}, and the last is {days}", "name a day", key)


def _wet(draft: Draft, hexmap: HexMap) -> Iterator[Doubt]:
    for what in ("objective", "source"):
        for key, one in draft.of(what):
            index = hex_of(hexmap, one)
            terrain = "" if index == NO_HEX else hexmap.terrain_names[hexmap.terrain[index]]
            if terrain in _WATER and not one.get("sea"):
                yield Doubt(one["name"], f"lies in {terrain}", "put it on land", key)


def _far_apart(draft: Draft, hexmap: HexMap) -> Iterator[Doubt]:
    centres = hexmap.layout.centres()
    for key, one in draft.of("formation"):
        units = [unit for _, unit in draft.of("unit", key) if not unit["arrive_day"]]
        hexes = [index for unit in units if (index := hex_of(hexmap, unit)) != NO_HEX]
        spots = centres[hexes] if hexes else np.zeros((1, 2))
        km = float(np.hypot(*(spots.max(axis=0) - spots.min(axis=0)))) / 1000
        if km > _FAR_KM:
            yield Doubt(one["name"], f"its units stand {km:.0f} km apart", "look where each of them stands", key)


def _alike(draft: Draft) -> Iterator[Doubt]:
    for what in ("formation", "unit"):
        rows = draft.of(what)
        count = Counter(str(one["id"]).casefold() for _, one in rows)
        exact = Counter(str(one["id"]) for _, one in rows)
        for key, one in rows:
            if count[str(one["id"]).casefold()] > 1 and exact[one["id"]] == 1:
                yield Doubt(one["name"], f"the id {one['id']!r} is another's but for capitals", "change one", key)
