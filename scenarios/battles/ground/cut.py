"""
Cut the ground of a campaign's fight for a table.

Where the campaign's map is all that is known, the ground within its hexes is invented from what it says of them:
shares of terrain, the hexsides that roads cross, river and bank, heights, places. The same seed gives the same ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import INVENTED, SLOPES, HexMap, Place
from maps.making.relit import relit
from maps.palette import shipped_palette
from scenarios.battles.ground.cover import cover_of
from scenarios.battles.ground.frame import frame_for
from scenarios.battles.ground.heights import heights_of
from scenarios.battles.ground.legend import shipped_ground_legend
from scenarios.battles.ground.marks import Marks, TableGround
from scenarios.battles.ground.waters import gates_of, waters_of
from scenarios.battles.ground.ways import spots_m, ways_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.making.nested import Table
    from scenarios.battles.ground.cover import Laid
    from scenarios.battles.ground.frame import Frame
    from scenarios.battles.ground.waters import Waters

    Floats = NDArray[np.float64]
    Codes = NDArray[np.uint8]

__all__ = ["ground_for"]

_STEEP = SLOPES.index("steep")
_WATER_NAMES = 9


def ground_for(
    campaign: HexMap,
    hexes: Sequence[int],
    table: Table,
    seed: str,
    *,
    changed: Mapping[str, str] | None = None,
    name: str = "",
) -> TableGround:
    """
    Cut the ground about some hexes of a campaign for a table.

    Parameters
    ----------
    hexes
        Indices of hexes of the campaign's map; the middle of the table lies where theirs does.
    table
        Its size in inches, how much ground an inch is, and how wide a hex is on it.
    changed
        What play has changed on the map (``state.ground``): a blown bridge is none on the table.
    name
        Of the board; without it, made of the map's and the hexes.

    Raises
    ------
    ProblemsFound
        If the table cannot be, or a hex is none of the map.
    """
    frame = frame_for(campaign, hexes, table, seed, shipped_ground_legend())
    gates = gates_of(frame)
    waters = waters_of(frame, gates, changed or {})
    wet = np.asarray((waters.hexside > 0).any(axis=1))
    heights, spots = heights_of(frame, wet), spots_m(frame)
    road, rail = ways_of(frame, gates, np.nan_to_num(heights))
    laid = cover_of(frame, heights, road, wet, spots)
    notes = _notes(frame, waters)
    title = name or f"{campaign.name}: {' '.join(campaign.number(index) for index in hexes)}"
    board = _board(frame, laid, waters, (road, rail), heights, (title, notes))
    return TableGround(board, Marks(seed, frame.parent[frame.keep], laid.shares, notes))


def _board(
    frame: Frame, laid: Laid, waters: Waters, ways: tuple[Codes, Codes], heights: Floats, words: tuple[str, Any]
) -> HexMap:
    keep, names = frame.keep, tuple(shipped_palette().terrain)
    code = {terrain: k for k, terrain in enumerate(names)} | {"": 0}
    level = heights[keep].astype(np.float32)
    slope = np.where(waters.hexside > 0, 0, np.maximum(waters.slope, _steep(frame, heights)))
    return HexMap(
        name=words[0], layout=frame.board, inside=frame.parent[keep] != NO_HEX,
        terrain=np.array([code[terrain] for terrain in laid.terrain[keep].tolist()], np.uint8), terrain_names=names,
        elevation_m=level, low_m=level.copy(), high_m=level.copy(), relief_m=np.zeros(len(keep), np.float32),
        cover=np.zeros((len(keep), 0), np.float32), cover_names=(),
        hexside=_cut(frame, waters.hexside), crossing=_cut(frame, waters.crossing), slope=_cut(frame, slope),
        border=_cut(frame, waters.border), borders=frame.campaign.borders,
        road=_cut(frame, ways[0]), rail=_cut(frame, ways[1]),
        rule=np.zeros(len(keep), np.uint8), rule_names=("invented from what the campaign's map says of its hexes",),
        places=_places(frame), side_names=_names(frame, waters), sources=frame.campaign.sources, notes=words[1],
        date=frame.campaign.date, shade=relit(frame.board, level),
        invented=_invented(frame, waters, ways[0] | ways[1], heights),
    )  # fmt: skip


def _cut(frame: Frame, codes: NDArray[Any]) -> Codes:
    """Cut the table's part out of a column of the frame, without what leads off the board."""
    there = frame.board.grid.neighbour_table()
    inside = frame.parent[frame.keep] != NO_HEX
    on_board = (there != NO_HEX) & inside[there] & inside[:, None]
    return np.where(on_board, codes[frame.keep], 0).astype(np.uint8)


def _steep(frame: Frame, heights: Floats) -> Codes:
    drop = np.abs(heights[:, None] - heights[frame.neighbour])
    steep = drop >= np.tan(np.radians(frame.legend.steep_deg)) * frame.layout.width_m
    return np.where(steep & (frame.neighbour != NO_HEX), _STEEP, 0).astype(np.uint8)


def _names(frame: Frame, waters: Waters) -> dict[tuple[int, int], str]:
    """Give the names on hexsides by the board's own indices, lower first."""
    place = {int(index): k for k, index in enumerate(frame.keep)}
    found = {}
    for (here, side), name in waters.names.items():
        there = int(frame.neighbour[here, side])
        if here in place and there in place:
            a, b = place[here], place[there]
            found[(a, side) if a < b else (b, (side + 3) % SIDES)] = name
    return found


def _places(frame: Frame) -> tuple[Place, ...]:
    """Put the places of the campaign's map on the board, the largest of each hex where its roads meet."""
    spots, found = spots_m(frame), []
    for parent in frame.parents:
        mine = [one for one in frame.campaign.places if one.index == parent and one.rank < _WATER_NAMES]
        mine.sort(key=lambda one: (one.rank, -one.population))
        hexes = frame.keep[frame.parent[frame.keep] == parent]
        for k, place in enumerate(mine):
            spot = spots[parent] if k == 0 else np.array((place.x_m, place.y_m))
            index = frame.board.index_at(float(spot[0]), float(spot[1]))
            if index != NO_HEX and frame.keep[index] in hexes:
                found.append(Place(place.name, index, float(spot[0]), float(spot[1]), place.population, place.rank))
    return tuple(found)


def _invented(frame: Frame, waters: Waters, ways: Codes, heights: Floats) -> NDArray[np.uint8]:
    """Mark what of each hex of the board is made up: bits of ``INVENTED`` (b,)."""
    on = frame.parent[frame.keep] != NO_HEX
    held = np.zeros(len(on), bool)
    held[[place.index for place in _places(frame)]] = True
    told = {
        "terrain": on,
        "heights": on & np.isfinite(heights[frame.keep]),
        "waters": (_cut(frame, waters.hexside) > 0).any(axis=1),
        "ways": (_cut(frame, ways) > 0).any(axis=1),
        "places": held,
    }
    bits = np.zeros(len(on), np.uint8)
    for k, name in enumerate(INVENTED):
        bits |= (told[name].astype(np.uint8) << k).astype(np.uint8)
    return bits


def _notes(frame: Frame, waters: Waters) -> tuple[str, ...]:
    on = int((frame.parent[frame.keep] != NO_HEX).sum())
    inches = frame.table
    told = [
        f"Invented: the ground of all {on} hexes, from what {frame.campaign.name} says of its hexes "
        f"({', '.join(INVENTED)}), by the seed {frame.seed!r}. Shares of terrain, heights, the hexsides that roads, "
        "railways and waters cross, and the banks are the campaign's; where within its hexes they lie is not.",
        f"An inch is {inches.inch_m:g} m, a hex {inches.hex_inches:g} inches.",
    ]
    told += [f"Not there any longer: {one}." for one in waters.gone]
    return tuple(told)
