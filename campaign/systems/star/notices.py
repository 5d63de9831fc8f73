"""Say in words what holds for a stand and on the map, and what each side sees (3S 1.1-1.7, 1.15, S-15)."""

from fractions import Fraction

from campaign.engine.ruleset import Reach, Scale, Sight
from campaign.kit.groups import grouped
from campaign.kit.ruler import around, disc
from campaign.kit.walk import Goer
from campaign.kit.watching import open_to_all, seen_from, told_apart
from campaign.model.known.sightings import Sightings
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import board, distance, para, row_of, star, without_hq
from campaign.systems.star.command.orders import barred_from_attack
from campaign.systems.star.command.supply import is_isolated
from campaign.systems.star.march import steps
from campaign.systems.star.march.moves import ways_of
from campaign.systems.star.turn import ammunition
from campaign.systems.star.umpire import no_place
from campaign.systems.star.units import in_command, is_artillery, leaders, posture_of, row
from maps.grid.hexgrid import NO_HEX
from maps.ownkinds import unnamed_kinds

_TOLERANCE = 0.25


def spotted_by(situation: Situation, gun: Stand, target: int) -> str:
    """Name who has spotted the enemy in a hex for a gun; "" if nobody has (S-15 ``spotting_los``)."""
    reach, through = star(situation).spotting, not star(situation).flag("spotting_los")
    there = board(situation)
    hidden = [s for s in (there.core.get(target), *there.riders.get(target, ())) if s is not None]
    shown = any("revealed" in stand.marks for stand in hidden)
    for index in disc(there.grid, target, max(reach.revealed, reach.core, reach.hq, reach.self)):
        stand = there.core.get(index)
        if stand is None or stand.side != gun.side:
            continue
        hexes = distance(situation, index, target)
        if shown and hexes <= reach.revealed:
            return stand.id
        if hexes <= _reach(situation, gun, stand) and (through or steps.in_sight(situation, index, target)):
            return stand.id
    return ""


def sightings(situation: Situation, side: str) -> Sightings:
    """Say whom a side sees, and who of it does: all, or those near enough (1.15 ``hidden_beyond_hexes``)."""
    own, others = told_apart(situation, side)
    limit = star(situation).whole("hidden_beyond_hexes")
    if limit == 0:
        return open_to_all(others)
    eyes = grouped(((stand.hex or 0, float(limit)), stand.id) for stand in own)
    grid = board(situation).grid
    seen = seen_from(eyes, {stand.hex or 0 for stand in others}, lambda here, reach: disc(grid, here, int(reach)))
    return {stand.id: frozenset(seen[stand.hex or 0]) for stand in others if stand.hex in seen}


def sight(situation: Situation) -> Sight:
    """Say how far off a stand may be seen; where all lie open, none matters to another."""
    return Sight(star(situation).whole("hidden_beyond_hexes"))


def _reach(situation: Situation, gun: Stand, spotter: Stand) -> int:
    """Say how far a stand spots for a gun: HQs and the gun itself, core stands in command, nobody else."""
    reach = star(situation).spotting
    if spotter.id == gun.id:
        return reach.self
    if spotter.profile.kind == "hq":
        return reach.hq
    return reach.core if in_command(situation, spotter) else -1


def scale(situation: Situation) -> Scale:
    """Say that the rules measure in hexes (1.1)."""
    width_km = situation.map.layout.width_m / 1000.0
    meant = float(star(situation).readings["hex_km"])
    hours = float(star(situation).readings["round_hours"])
    told = (
        f"a hex of this map is a hex of the rules; it is {width_km:g} km wide, meant are {meant:g} km (hex_km) "
        f"and {hours:g} hours a round (round_hours)"
    )
    return Scale("hex", Fraction(1), told, "MP", 1)


def cautions(situation: Situation) -> tuple[str, ...]:
    """Say where the map is not what the rules are meant for."""
    width_km = situation.map.layout.width_m / 1000.0
    meant = float(star(situation).readings["hex_km"])
    told = f"hexes are {width_km:g} km wide; ranges and moves are meant for {meant:g} km ({para(situation, '1.1')})"
    found = [told] if abs(width_km / meant - 1) > _TOLERANCE else []
    return (*found, *unnamed_kinds(situation.map), *_crowded(situation), *_leaderless(situation))


def _leaderless(situation: Situation) -> list[str]:
    """Name the regiments without an HQ stand, those that come later too, and whose HQ leads each (S-16)."""
    lacking, rule, hexes = without_hq(situation), para(situation, "S-16"), star(situation).command_range
    core = [s for s in situation.state.stands.values() if row(situation, s).role == "core"]
    fighting = {s.formation: s for s in core if not is_artillery(situation, s)}
    led = {key: ", ".join(leaders(situation, s)) or "nobody" for key, s in fighting.items() if key in lacking}
    if not led:
        return []
    told = ", ".join(f"{key} ({hq})" for key, hq in led.items())
    return [
        f"{len(led)} of {len(fighting)} regiments have no HQ stand. Each is led by the HQ of the formation above it "
        f"within {hexes} hexes, or by a stand named in an order step, hq REGIMENT STAND ({rule}): {told}"
    ]


def _crowded(situation: Situation) -> list[str]:
    """Name stands that stand as they cannot (1.3)."""
    tables, there, rule = star(situation), board(situation), para(situation, "1.3")
    found = []
    for index, riders in there.riders.items():
        roles = [row_of(tables, rider).role for rider in riders]
        number = situation.map.number(index)
        if index not in there.core:
            found.append(f"{riders[0].id}: stands alone in {number}; supports need a core stand ({rule})")
        elif any(roles.count(role) > tables.slots[role] for role in set(roles)):
            found.append(f"{riders[0].id}: is one too many in {number} ({rule})")
    core = [s for stands in there.of_formation.values() for s in stands if there.core[s.hex or 0].id != s.id]
    shared = [(s.id, situation.map.number(s.hex or 0)) for s in core]
    return [*found, *(f"{key}: shares {number} with another core stand ({rule})" for key, number in shared)]


def notices(situation: Situation, stand_id: str) -> tuple[str, ...]:
    """Say what holds for a stand now."""
    stand = situation.state.stands[stand_id]
    if not stand.on_map or stand.hex is None:
        return ()
    found = []
    if row(situation, stand).role != "core":
        host = board(situation).core.get(stand.hex)
        return (f"is with {host.id} and moves with it",) if host is not None else ("stands alone, which it cannot",)
    if is_artillery(situation, stand):
        found.append(f"has {ammunition(situation, stand)} rounds left in this round")
        found += ["is kept in reserve: it does not fire in defence"] if "reserved" in stand.marks else []
    else:
        found.append(f"is on {posture_of(situation, stand) or 'no order yet'}")
        barred = " and may not attack" if barred_from_attack(situation, stand) else ""
        found += [] if in_command(situation, stand) else ["is out of command" + barred]
    if stand.hex in board(situation).zone[stand.side]:
        found.append("is in an enemy zone of control")
    if steps.fights_in_water(situation, stand):
        found.append("is in a ford or on a bridge and fights as on Move")
    if stand.march is not None:
        found.append(f"may pursue into {situation.map.number(stand.march.path[0])}")
    if is_isolated(situation, stand):
        found.append("is isolated: no recovery, no ammunition")
    return tuple(found)


def reach(situation: Situation, stand: str, *, transport: bool = False) -> Reach:
    """Find where a stand can go: in its go as it may now, else as on a normal or strategic move."""
    here = situation.state.stands[stand]
    if here.hex is None or row(situation, here).role != "core":
        return Reach({}, {}, 0)
    way = next((way for way, strategic in ways_of(situation, here) if strategic == transport), None)
    way = way or _way(situation, here, transport=transport)
    found, there = steps.reachable(situation, way, here.hex), board(situation)
    cost = {here.hex: 0, **{goal: paid for goal, paid in found.cost.items() if goal not in there.core}}
    contacts = {near for index in cost for near in around(there.grid, index)}
    paths = found.paths or {here.hex: (here.hex,)}
    return Reach(cost, paths, way.limit, frozenset(contacts & there.enemy[here.side]))


def goer(situation: Situation, stand: Stand, *, transport: bool) -> Goer:
    """Say how a stand goes by normal or strategic moves (1.6); who goes with another has no turn."""
    way, is_core = _way(situation, stand, transport=transport), row(situation, stand).role == "core"
    turn = way.limit if is_core else 0
    return Goer(steps.ground_for(situation, way), turn, lambda: steps.now_for(situation, way), least=1)


def _way(situation: Situation, stand: Stand, *, transport: bool) -> steps.Way:
    return steps.strategic_way(situation, stand) if transport else steps.normal_way(situation, stand)


def zones(situation: Situation, side: str) -> dict[int, tuple[str, ...]]:
    """Map each hex next to a side's stands to these stands (1.7)."""
    there = board(situation)
    hexes = sorted(there.core.keys() & there.held.get(side, set()))
    pairs = ((near, there.core[index].id) for index in hexes for near in around(there.grid, index))
    return grouped((near, key) for near, key in pairs if near != NO_HEX)


def fits(situation: Situation, stand_id: str, index: int) -> bool:
    """Whether a stand may be set up in a hex: passable ground, no enemy, room (1.3)."""
    if not situation.map.inside[index] or steps.ground(situation, index).enter == "none":
        return False
    return no_place(situation, situation.state.stands[stand_id], index) is None
