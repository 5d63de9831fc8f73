"""
Say where engineers can do what, and what stands in the way (ZN 4.16).

Bridges are built, prepared for demolition and blown on a hexside of the stand's
hex; fortifications and mines are laid in its hex; mines are cleared there or
next to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.model.situation import Situation, ground_at, hexside_place
from campaign.model.things import Stand, Work
from campaign.model.verbs.march import Move
from campaign.systems.zen.fight.firepower import stand_rides
from campaign.systems.zen.march.crossing import has_bridge, water_on
from campaign.systems.zen.space import enemies, inches, zen
from campaign.systems.zen.spotting import sees
from maps.grid.hexgrid import NO_HEX, SIDES

RULE = "ZN 4.16"
SIDE_TASKS = ("bridge", "prepare", "blow")
HEX_TASKS = ("fortify", "lay_mines", "clear_mines")
_BRIDGED_WATER = frozenset({"stream", "river", "major_river"})
_HAIR = 1e-9


def is_engineer(situation: Situation, stand: Stand) -> bool:
    """Whether a stand does engineer work: engineers, and headquarters with engineers of their own."""
    return stand.profile.kind in zen(situation).engineers.kinds or rate_of(situation, stand) > 1


def rate_of(situation: Situation, stand: Stand) -> int:
    """Give by how much longer a stand works than engineers do: headquarters twice as long."""
    hq = stand.profile.kind == "hq" and "engineering" in stand.profile.traits
    return zen(situation).engineers.hq_rate if hq else 1


def turns_needed(situation: Situation, stand: Stand, work: Work, *, opposed: bool) -> int:
    """Count the turns that a work takes a stand in all."""
    table = zen(situation).engineers
    if work.task == "bridge":
        stream = work.side is not None and water_on(situation, work.hex, work.side) == "stream"
        turns = table.bridge_stream_turns if stream else table.bridge_river_turns
    elif work.task == "fortify":
        turns = table.fortify_turns
    elif opposed:
        turns = table.prepare_opposed_turns
    else:
        turns = table.prepare_turns if work.task == "prepare" else int(zen(situation).reading("mines_turns"))
    return turns * rate_of(situation, stand)


def sites(situation: Situation, stand: Stand) -> Iterator[tuple[str, int, int | None]]:
    """List every task and place that a stand could be set to where it stands: task, hex, side."""
    if stand.hex is None:
        return
    for task in SIDE_TASKS:
        for side in range(SIDES):
            yield task, stand.hex, side
    yield "fortify", stand.hex, None
    yield "lay_mines", stand.hex, None
    for index in (stand.hex, *(int(other) for other in situation.map.neighbour[stand.hex])):
        if index != NO_HEX:
            yield "clear_mines", index, None


def place_of(situation: Situation, index: int, side: int | None) -> str:
    """Name a place as ``State.ground`` does."""
    return str(index) if side is None else hexside_place(situation.map, index, side)


def is_near(situation: Situation, index: int, side: int | None, others: Iterable[int]) -> bool:
    """Whether any of some hexes is so close that an enemy there opposes the work."""
    limit = float(zen(situation).reading("opposed_inches")) + _HAIR
    here = [index] if side is None else [index, int(situation.map.neighbour[index, side])]
    return any(inches(situation, spot, other) <= limit for spot in here if spot != NO_HEX for other in others)


def worker_fault(situation: Situation, stand: Stand) -> str:
    """Say why a stand cannot work this turn, or ""."""
    if not is_engineer(situation, stand):
        return f"{stand.id} is no engineer unit and no headquarters with engineers"
    if "transport" in stand.marks or stand_rides(situation, stand):
        return f"{stand.id} is in transport mode and cannot work"
    if any(isinstance(order, Move) and order.stand == stand.id for order in situation.state.declared):
        return f"{stand.id} is ordered to march; cancel that first"
    return ""


def site_fault(situation: Situation, stand: Stand, task: str, index: int, side: int | None) -> str:
    """Say why a task cannot be done at a place by a stand, as far as its side can see; or ""."""
    if task not in (*SIDE_TASKS, *HEX_TASKS):
        return f"there is no work {task!r}; known are {', '.join((*SIDE_TASKS, *HEX_TASKS))}"
    if not (0 <= index < len(situation.map) and situation.map.inside[index]):
        return f"hex {index} lies off the map; name a hex of the map"
    if (side is not None) != (task in SIDE_TASKS):
        kind = "a hexside, as 0714/0715" if task in SIDE_TASKS else "a hex, as 0714"
        return f"the work {task!r} is done at {kind}"
    if side is not None:
        return _side_fault(situation, stand, task, index, side)
    return _hex_fault(situation, stand, task, index)


def _side_fault(situation: Situation, stand: Stand, task: str, index: int, side: int) -> str:
    across = int(situation.map.neighbour[index, side]) if 0 <= side < SIDES else NO_HEX
    if across == NO_HEX or stand.hex not in (index, across):
        return f"{stand.id} works on the hexsides of its own hex; march there first"
    name = f"{situation.map.number(index)}/{situation.map.number(across)}"
    bridge = has_bridge(situation, index, side)
    if task == "bridge":
        if water_on(situation, index, side) not in _BRIDGED_WATER:
            return f"there is no stream or river to bridge at {name}"
        if bridge:
            return f"there is a bridge at {name} already"
        near = is_near(situation, index, side, _seen_enemies(situation, stand.side))
        return f"no bridge is built with the enemy within reach of {name}; drive him off first" if near else ""
    prepared = ground_at(situation, index, side) == "prepared"
    if task == "blow":
        return "" if prepared else f"there is no bridge prepared for demolition at {name}; prepare it first"
    if prepared:
        return f"the bridge at {name} is prepared already; it can be blown"
    return "" if bridge else f"there is no bridge at {name} to prepare"


def _seen_enemies(situation: Situation, side: str) -> set[int]:
    seen = sees(situation, side)
    return {stand.hex for stand in enemies(situation, side) if stand.id in seen and stand.hex is not None}


def _hex_fault(situation: Situation, stand: Stand, task: str, index: int) -> str:
    here, number = ground_at(situation, index), situation.map.number(index)
    if task == "clear_mines":
        around = {stand.hex, *(int(other) for other in situation.map.neighbour[stand.hex or 0])}
        if index not in around:
            return f"{stand.id} clears mines in its own hex or the next; {number} is further"
        return "" if here == "mines" else f"no mines are known in {number}"
    if index != stand.hex:
        return f"{stand.id} does that work in its own hex; march to {number} first"
    return f"there are {'fortifications' if here == 'fort' else 'mines'} in {number} already" if here else ""
