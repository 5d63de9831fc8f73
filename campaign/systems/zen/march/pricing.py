"""Price a stand's steps by what lies between hexes now, and count its turn (ZN 4.7, 4.16)."""

from dataclasses import dataclass, field
from functools import lru_cache

from campaign.kit.crossings import crossing_at, crossing_now
from campaign.kit.ground import Ground, Same, Step, changed_steps, ground
from campaign.kit.walk import Now
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Stand
from campaign.systems.zen.march.transport import boarding_fragments, mover_of
from campaign.systems.zen.space import ground_named, hex_inches, is_mud, zen
from campaign.systems.zen.supply.stores import lacks_fuel
from campaign.systems.zen.tables import ZenTables
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import CROSSINGS, HEXSIDES, HexMap
from maps.grid.kinds import Kind, kinds_of

_OVER = frozenset({"bridge", "tunnel", "dam", "railway_bridge"})


def water_on(situation: Situation, index: int, side: int) -> str:
    """Name the water on a hexside: none, stream, river, major_river, lake, coast."""
    return HEXSIDES[int(situation.map.played_hexside[index, side])]


def has_map_bridge(situation: Situation, index: int, side: int) -> bool:
    """Whether the map has a bridge here, blown or not."""
    return CROSSINGS[int(situation.map.played_crossing[index, side])] in _OVER


def has_bridge(situation: Situation, index: int, side: int) -> bool:
    """Whether there is a bridge that stands now."""
    return crossing_at(situation, index, side).name in _OVER


def uses_railway_bridges(situation: Situation, mover: str) -> bool:
    """Whether a mover crosses by a bridge that carries only a railway (``railway_bridge``)."""
    tables = zen(situation)
    who = tables.reading("railway_bridge")
    return who == "all" or (who == "foot" and mover in tables.movement.foot_movers)


def is_crossable(situation: Situation, stand: Stand, index: int, side: int) -> bool:
    """Whether a stand gets across a hexside: dry ground, a bridge, and a stream by ford or on foot."""
    water, over = water_on(situation, index, side), crossing_at(situation, index, side).name
    return gets_across(situation, stand.profile.mover, water, over)


def gets_across(situation: Situation, mover: str, water: str, over: str) -> bool:
    """Whether a mover gets across water by what leads over it."""
    barred = over == "railway_bridge" and not uses_railway_bridges(situation, mover)
    if water == "none" or (over in _OVER and not barred):
        return True
    return water == "stream" and (mover in zen(situation).movement.foot_movers or over == "ford")


RULE = "ZN 4.7"
SHUT = -1
"""What cannot be passed costs this."""
_DRY_SHOD = frozenset(
    (water, crossing)
    for water in ("stream", "river", "major_river", "lake", "coast")
    for crossing in ("bridge", "tunnel", "dam")
) | {("stream", "ford")}
_BY_RAIL = frozenset((water, "railway_bridge") for water, crossing in _DRY_SHOD if crossing == "bridge")
_ASSAULTED = ("river", "major_river")
_FAST = frozenset({"open", "road"})


@dataclass(frozen=True)
class Going:
    """What steps cost to one kind of mover.

    ``half``: fragments for half a hex, by terrain; 0 where only a road leads in, ``SHUT`` where nothing does. ``road``:
    fragments for a whole step along a road. ``wade``: fragments more to get through a stream; ``SHUT`` if it cannot. No
    other water is waded. ``bridged``: pairs (water, crossing) that the mover crosses dry-shod.
    """

    half: tuple[tuple[str, float], ...]
    road: float
    wade: int
    bridged: frozenset[tuple[str, str]]


def going_of(situation: Situation, stand: Stand, *, transport: bool = False) -> Going:
    """Say what steps cost a stand: by ground and road, and through streams (4.7); in transport mode a third (4.6)."""
    return _going(_goes(situation, stand, transport=transport))


@dataclass(unsafe_hash=True, slots=True)
class _Goes:
    """What a way of going hangs on; of the situation nothing else counts, whatever is ordered and whoever is where."""

    hexmap: Same[HexMap]
    tables: Same[ZenTables]
    mud: bool
    mover: str
    transport: bool
    situation: Situation = field(compare=False, hash=False)


def _goes(situation: Situation, stand: Stand, *, transport: bool) -> _Goes:
    mover = mover_of(situation, stand, transport=transport)
    return _Goes(Same(situation.map), Same(zen(situation)), is_mud(situation), mover, transport, situation)


@lru_cache(maxsize=64)
def _going(goes: _Goes) -> Going:
    situation, mud, mover, transport = goes.situation, goes.mud, goes.mover, goes.transport
    tables = zen(situation).movement
    factor = tables.transport_factor if transport else 1
    turn, allowance = tables.fragments_per_turn * hex_inches(situation), tables.allowance[mover]

    def half(terrain: str) -> float:
        ground = ground_named(zen(situation), terrain, mover, mud)
        if ground == "none":
            return float(SHUT)
        if transport and ground not in _FAST:
            return 0.0
        return turn / (allowance[ground] * factor) / 2

    return Going(
        half=tuple((name, half(name)) for name in situation.map.terrain_names if name in tables.ground),
        road=turn / (allowance["road"] * factor),
        wade=tables.fragments_per_turn // tables.stream_share if mover in tables.foot_movers else SHUT,
        bridged=_DRY_SHOD | (_BY_RAIL if uses_railway_bridges(situation, mover) else frozenset()),
    )


def ground_for(situation: Situation, stand: Stand, *, transport: bool = False) -> Ground:
    """Price the steps of the map for a stand."""
    return _ground_for(_goes(situation, stand, transport=transport))


@lru_cache(maxsize=64)
def _ground_for(goes: _Goes) -> Ground:
    return ground_of(goes.situation, _going(goes))


def ground_of(situation: Situation, going: Going) -> Ground:
    """Price the steps of the map for a way of going.

    A step costs half of the hex left and half of the hex entered, or the road's where a road joins the two and water
    between them is bridged. Coming to grips across it costs half of that, and all that the water asks.
    """
    tables, half = zen(situation), dict(going.half)

    def price(kind: Kind) -> Step:
        left, entered, (wade, by_road) = half[kind.here], half[kind.there], _between(tables, going, kind)
        if left < 0 or entered < 0 or not (by_road or (left > 0 and entered > 0 and wade >= 0)):
            return Step(0, 0, RULE)
        plain = going.road if by_road else left + entered
        return Step(max(1, round(plain) + wade), assault=max(1, round(plain / 2) + wade))

    return ground(kinds_of(situation.map), price, ("zen", Same(tables), going))


def _between(tables: ZenTables, going: Going, kind: Kind) -> tuple[int, bool]:
    """Say what the water on a hexside costs a mover, and whether it goes there by road."""
    crossing = crossing_now(kind.crossing, kind.played, tables)
    if kind.water == "none" or (kind.water, crossing.name) in going.bridged:
        return 0, kind.road != "none" and crossing.road
    return going.wade if kind.water == "stream" else SHUT, False


def now_for(situation: Situation, stand: Stand, *, transport: bool = False) -> Now:
    """Say which steps are otherwise now than the map says: over bridges built and blown, and as the first of a march.

    The first step costs less if it has been begun already (4.22 ``progress``), and a full turn across a river without
    bridge if engineers help (``assault_crossing``).
    """
    over = ground_for(situation, stand, transport=transport)
    steps = changed_steps(over, situation)
    goal, spent = progress_of(situation, stand, transport=transport)
    helped = not transport and crosses_in_assault(situation, stand)
    if stand.hex is None or not (spent or helped):
        return Now(steps=steps)
    first = {}
    for side, there in enumerate(situation.map.neighbour[stand.hex].tolist()):
        step = steps.get((stand.hex, side)) or over.at(stand.hex, side)
        if helped and not step.cost:
            step = _helped(situation, over.kinds.at(stand.hex, side))
        if spent and there == goal and step.cost:
            step = step._replace(cost=max(1, step.cost - spent))
        first[side] = step
    return Now(steps=steps, first=first)


def _helped(situation: Situation, kind: Kind) -> Step:
    """Price a step across a river without bridge that engineers help to make: a full turn."""
    tables = zen(situation).movement
    if kind.water not in _ASSAULTED or not kind.there or tables.ground[kind.there] == "none":
        return Step(0, 0, RULE)
    return Step(tables.fragments_per_turn, assault=tables.fragments_per_turn)


def budget(situation: Situation, stand: Stand, *, transport: bool = False) -> int:
    """Count the fragments that a stand has for a move this turn.

    A turn's, less what getting on and off takes; half a turn without fuel where ``no_pol`` says so.
    """
    turn = zen(situation).movement.fragments_per_turn
    if lacks_fuel(situation, stand, transport=transport) and zen(situation).reading("no_pol") == "half_move":
        turn //= 2
    return max(0, turn - boarding_fragments(situation, stand, transport=transport))


def progress_of(situation: Situation, stand: Stand, *, transport: bool = False) -> tuple[int, int]:
    """Give the hex that a stand has begun to enter and the fragments spent on that; none: ``NO_HEX`` and 0.

    They count for any path that begins with that hex, in the same mode (4.22 ``progress``).
    """
    march = stand.march
    if march is None or not march.path or stand.hex is None or march.transport != transport:
        return NO_HEX, 0
    if zen(situation).reading("progress") != "kept":
        return NO_HEX, 0
    return march.path[0], march.spent


def crosses_in_assault(situation: Situation, stand: Stand) -> bool:
    """Whether a stand may cross a river without bridge: infantry with an engineer unit in its hex."""
    tables = zen(situation)
    on_foot = stand.profile.mover in tables.movement.foot_movers and stand.profile.kind in ("infantry", "engineer")
    if stand.hex is None or not on_foot or not tables.reading("assault_crossing"):
        return False
    here = stands_at(situation, stand.hex)
    return any(other.profile.kind in tables.engineers.kinds for other in here if other.side == stand.side)
