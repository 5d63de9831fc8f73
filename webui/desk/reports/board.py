"""
Say in words and tables what the map shows, for who does not see it: a hex and what lies about it, and the ways.

All of it is made from a viewer's look. One moves over the board from hex to hex by the links of the neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.engine.fronts.still import front_words
from campaign.model.situation import stands_at
from campaign.model.things import NO_SIDE
from campaign.spoken.reader import own_stands
from maps.explain import FLAT_SIDES, POINTY_SIDES, explain
from maps.grid.hexgrid import SIDES
from maps.problems import did_you_mean
from webui.desk.faults import BadRequest
from webui.desk.placenames import hex_words, place_names
from webui.desk.viewdata import stand_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.things import Stand
    from maps.explain import SideFacts
    from webui.desk.looks import Look

__all__ = ["board_data", "hex_asked", "ways_data"]


def hex_asked(look: Look, text: str) -> int:
    """
    Find the hex that somebody asks for by its number or a place; without one, where his first unit stands.

    Raises
    ------
    BadRequest
        If there is no such hex or place, with those that are spelt like it.
    """
    hexmap, wanted = look.hexmap, text.strip()
    if not wanted:
        return _first(look)
    named = {name.casefold(): index for index, name in place_names(hexmap).items()}
    if wanted.casefold() in named:
        return named[wanted.casefold()]
    try:
        index = hexmap.index_of(wanted)
    except ValueError:
        index = -1
    if index < 0 or not hexmap.inside[index]:
        near = (
            did_you_mean(wanted, sorted(place_names(hexmap).values())) or "write a number as it is printed, or a place"
        )
        raise BadRequest(404, "hex", f"there is no hex or place {wanted[:40]!r} on this map", near)
    return index


def board_data(look: Look, index: int) -> dict[str, Any]:
    """Give a hex and its neighbours, each with its ground, what lies between, who holds it, and the units in it."""
    hexmap = look.hexmap
    facts = {side.side: side for side in explain(hexmap, index).sides}
    directions = FLAT_SIDES if hexmap.layout.grid.flat_top else POINTY_SIDES
    around = []
    for side in range(SIDES):
        beside = int(hexmap.neighbour[index, side])
        if beside >= 0 and hexmap.inside[beside]:
            between = _between(facts[side]) if side in facts else ""
            around.append({"direction": directions[side], "between": between, **_hex(look, beside)})
    return {"here": _hex(look, index), "around": around}


def ways_data(look: Look) -> list[dict[str, str]]:
    """List the marches that a viewer's own units have before them: where from, the hexes between, where to."""
    state, rows = look.state, []
    own = own_stands(look.situation, look.viewer)
    paths = {key: kept.path for key, kept in state.intents.items()}
    declared = ((getattr(order, "stand", ""), getattr(order, "path", ())) for order in state.declared)
    paths |= {stand: path for stand, path in declared if stand and path}
    for key in sorted(own & paths.keys() & state.stands.keys()):
        stand, path = state.stands[key], paths[key]
        if stand.hex == path[-1]:
            continue
        left = path[path.index(stand.hex) :] if stand.hex in path else path
        rows.append(
            {
                "unit": _short(stand),
                "at": "" if stand.hex is None else hex_words(look.hexmap, stand.hex),
                "by": ", ".join(look.hexmap.number(index) for index in left[1:-1]),
                "to": hex_words(look.hexmap, left[-1]),
            }
        )
    return rows


def _first(look: Look) -> int:
    own = own_stands(look.situation, look.viewer)
    there = [one for key, one in sorted(look.state.stands.items()) if key in own and one.hex is not None and one.on_map]
    if there and there[0].hex is not None:
        return there[0].hex
    return next(index for index in range(len(look.hexmap)) if look.hexmap.inside[index])


def _hex(look: Look, index: int) -> dict[str, Any]:
    hexmap, sides = look.hexmap, look.state.setting.sides
    holder = look.state.control[index] if index < len(look.state.control) else NO_SIDE
    return {
        "number": hexmap.number(index),
        "place": place_names(hexmap).get(index, ""),
        "terrain": hexmap.terrain_of(index).replace("_", " "),
        "held_by": sides[holder].name if holder < len(sides) else "",
        "still": [front_words(look.situation, one) for one in look.state.fronts.values() if index in one.hexes],
        "units": [_unit(look, stand) for stand in stands_at(look.situation, index)],
        "objectives": [
            f"{spot.name}, {spot.points} points by the end of day {spot.by_day}"
            for spot in look.state.setting.objectives
            if spot.hex == index
        ],
    }


def _unit(look: Look, stand: Stand) -> dict[str, Any]:
    told = stand_data(look, stand)
    names = {side.key: side.name for side in look.state.setting.sides}
    return {
        "name": told["name"] if told["masked"] and not stand.profile.name else _short(stand),
        "side": names.get(stand.side, ""),
        "kind": told["kind"].replace("_", " "),
        "strength": "" if told["strength"] is None else str(told["strength"]),
        "own": look.knows(stand),
    }


def _between(side: SideFacts) -> str:
    """Say what lies on a hexside, in the words of the hex's card."""
    river = f" {side.river}" if side.river else ""
    bridge = f": {side.crossing_name}" if side.crossing_name else ""
    return ", ".join(_told(side, river, bridge))


def _told(side: SideFacts, river: str, bridge: str) -> Iterator[str]:
    if side.road != "none":
        yield f"{side.road} road"
    if side.rail != "none":
        yield "railway" if side.rail == "single" else f"{side.rail}-track railway"
    if side.water != "none":
        yield f"{side.water}{river}".replace("_", " ")
    if side.crossing != "none":
        yield f"{side.crossing}{bridge}".replace("_", " ")
    if side.border != "none":
        yield side.border_words
    if side.slope != "none":
        yield side.slope.replace("_", " ")


def _short(stand: Stand) -> str:
    return stand.profile.short or stand.profile.name or stand.id
