"""Take losses and the results of combat: hits, fall back, pursuit (3S 1.2, 1.3, S-11 to S-13, S-16).

What the text leaves to the players here is done by a stated policy, a reading each: ``hit_policy``, ``joiner_hits``,
``fallback_choice``.
"""

from functools import partial

from campaign.engine.ledger import Ledger
from campaign.kit import losses
from campaign.kit.control import take_ground
from campaign.kit.ruler import around
from campaign.model.situation import Situation
from campaign.model.things import March, Stand
from campaign.model.verbs.hq import HqLost
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.fight.pools import Combat, status_of
from campaign.systems.star.march.steps import Way, retreat_way, take
from campaign.systems.star.turn import mark
from campaign.systems.star.units import can_carry, in_command, leaders, posture_of, riders_of, row, support_of
from maps.grid.hexgrid import NO_HEX


def march(
    ledger: Ledger, stand: Stand, path: tuple[int, ...], *, rule: str, why: str = "", transport: bool = False, takes:
    bool = True,
) -> None:  # fmt: skip
    """Move a core stand along a path, and all that is with it; if it ``takes`` them, it controls the hexes."""
    riders = board(ledger.situation).riders.get(path[0], ())
    for moved in (stand, *riders):
        ledger.record(StandMoved(stand=moved.id, path=path, transport=transport, rule=rule, why=why))
        why = "moves with the core stand it is with"
    if takes:
        take_ground(ledger, stand.side, path, rule=rule)


def shift(ledger: Ledger, rider: Stand, to: Stand, *, rule: str, why: str) -> None:
    """Put a support or transport with another core stand."""
    assert rider.hex is not None
    assert to.hex is not None
    if rider.hex != to.hex:
        ledger.record(StandMoved(stand=rider.id, path=(rider.hex, to.hex), rule=rule, why=why))
    ledger.record(StandMarked(stand=rider.id, attached_to=to.id, rule=rule, why=why))


def lose(ledger: Ledger, stand_id: str, points: int, *, rule: str, why: str) -> int:
    """Take strength points off a stand, and the stand off the map with the last; give what came off."""
    stand, basic = ledger.state.stands[stand_id], para(ledger.situation, "1.2")
    gone = partial(remove, ledger, stand_id, rule=basic, why="no strength points are left")
    return losses.lose(ledger, stand_id, points, stand.points if stand.on_map else 0, gone, rule=rule, why=why)


def remove(ledger: Ledger, stand_id: str, *, rule: str, why: str) -> None:
    """Take a stand off the map; what was with it finds another stand or is lost with it (1.3)."""
    stand = ledger.state.stands[stand_id]
    riders = riders_of(ledger.situation, stand)
    is_core = row(ledger.situation, stand).role == "core"
    hosts = _hosts(ledger.situation, stand) if is_core else []
    ledger.record(StandGone(stand=stand_id, how="eliminated", rule=rule, why=why))
    if not is_core:
        return
    formation = ledger.state.formations.get(stand.formation)
    if formation is not None and formation.hq == stand_id:
        clock = ledger.state.clock
        ledger.record(
            HqLost(formation=formation.id, day=clock.day, turn=clock.turn, rule=para(ledger.situation, "S-16"))
        )
    for rider in riders:
        _rehouse(ledger, rider, hosts)


def room_for(situation: Situation, rider: Stand, host: Stand) -> bool:
    """Whether a core stand has room for a support or transport with it (1.3; 2S 2.5)."""
    found, kind = row(situation, host), row(situation, rider)
    if found.role != "core":
        return False
    there = [row(situation, other) for other in board(situation).riders.get(host.hex or 0, ()) if other.id != rider.id]
    if kind.role == "transport" or kind.makes_armoured:
        if not can_carry(situation, host, trucks=kind.role == "transport"):
            return False
        if kind.makes_armoured and there:
            return False
    if any(other.makes_armoured for other in there):
        return False
    return sum(other.role == kind.role for other in there) < star(situation).slots[kind.role]


def _hosts(situation: Situation, stand: Stand) -> list[str]:
    """List the core stands of a regiment next to a lost one that are in command: they may take what was with it."""
    if star(situation).word("orphan_support") != "transfer_or_lost" or stand.hex is None:
        return []
    near = around(situation.map.layout.grid, stand.hex)
    members = board(situation).of_formation.get(stand.formation, ())
    return [s.id for s in members if s.hex in near and s.id != stand.id and in_command(situation, s)]


def _rehouse(ledger: Ledger, rider: Stand, hosts: list[str]) -> None:
    rule, situation = para(ledger.situation, "1.3"), ledger.situation
    for key in hosts:
        host = ledger.state.stands[key]
        # An HQ that fell with its support commands nobody any more.
        if host.on_map and in_command(situation, host) and room_for(situation, rider, host):
            shift(ledger, rider, host, rule=rule, why="its core stand is lost")
            return
    ledger.record(StandGone(stand=rider.id, how="eliminated", rule=rule, why="lost with its core stand"))


def spare_rider(situation: Situation, stand: Stand) -> Stand | None:
    """Name the stand that may be given up for a hit: a truck (2S 2.5), else the support (S-11)."""
    trucks = (rider for rider in riders_of(situation, stand) if row(situation, rider).role == "transport")
    return next(trucks, None) or support_of(situation, stand)


def suffer(ledger: Ledger, stand_id: str, hits: int, *, rule: str, why: str) -> int:
    """Apply hits to a core stand, which may give up a support for one of them (S-11).

    Gives left: hits that found nothing to destroy.
    """
    stand = ledger.state.stands[stand_id]
    rider = spare_rider(ledger.situation, stand) if hits and stand.on_map else None
    policy = star(ledger.situation).word("hit_policy")
    saves = hits == stand.points
    if rider is not None and (policy == "support_first" or (policy == "save_core" and saves)):
        remove(ledger, rider.id, rule=para(ledger.situation, "S-11"), why=f"given up for a hit on {stand_id}")
        hits -= 1
    return hits - lose(ledger, stand_id, hits, rule=rule, why=why) if hits else 0


def attackers_suffer(ledger: Ledger, combat: Combat, hits: int, *, why: str) -> None:
    """Share the attackers' hits: on the leader, up to one on each stand that joined (S-11 ``joiner_hits``)."""
    rule, lead = para(ledger.situation, "S-11"), ledger.state.stands[combat.lead.id]
    own = 1 if star(ledger.situation).word("joiner_hits") == "share" else lead.points - 1
    shared = min(len(combat.joining), max(0, hits - own))
    for one in combat.joining[:shared]:
        suffer(ledger, one.id, 1, rule=rule, why=why)
    suffer(ledger, lead.id, hits - shared, rule=rule, why=why)


def fall_backs(ledger: Ledger, combat: Combat, on_attackers: int, on_defender: int) -> None:
    """Make the side that suffered more hits fall back (S-12)."""
    target_hex, lead_hex = combat.target.hex or 0, combat.lead.hex or 0
    defender = ledger.state.stands[combat.target.id]
    if on_defender > on_attackers:
        stays = star(ledger.situation).combat.stay_dug_in
        if status_of(ledger.situation, combat.target) == "dig_in" and on_defender < stays:
            return
        _fall_back(ledger, defender, lead_hex)
    elif on_attackers > on_defender:
        if not defender.on_map and not star(ledger.situation).flag("fallback_after_removal"):
            return
        for one in (combat.lead, *combat.joining):
            _fall_back(ledger, ledger.state.stands[one.id], target_hex)


def open_pursuit(ledger: Ledger, combat: Combat) -> None:
    """Move one of the attackers into the hex that close combat has emptied (S-13)."""
    goal, rule = combat.target.hex or 0, para(ledger.situation, "S-13")
    there = board(ledger.situation)
    if goal in there.core:
        return
    for one in (combat.lead, *combat.joining):
        now = ledger.state.stands[one.id]
        stays = posture_of(ledger.situation, now) == "hold" and not star(ledger.situation).flag("pursuit_on_hold")
        if now.on_map and not stays and goal in around(there.grid, now.hex or 0):
            ledger.record(StandMarked(stand=one.id, march=March((goal,)), rule=rule, why="may pursue"))


def _fall_back(ledger: Ledger, stand: Stand, enemy_hex: int) -> None:
    rule = para(ledger.situation, "S-12")
    for _ in range(star(ledger.situation).whole("fallback_hexes")):
        now = ledger.state.stands[stand.id]
        if not now.on_map:
            return
        way = retreat_way(ledger.situation, now)
        goal = _refuge(ledger.situation, now, way, enemy_hex)
        if goal is None:
            lose(ledger, stand.id, 1, rule=rule, why="has nowhere to fall back to")
            return
        crossed = take(ledger.situation, way, now.hex or 0, goal, first=True).crosses
        march(ledger, now, (now.hex or 0, goal), rule=rule, why="falls back")
        mark(ledger, stand.id, on=("crossing",) if crossed else (), off=() if crossed else ("crossing",), rule=rule)
        if goal in board(ledger.situation).zone[stand.side]:
            lose(ledger, stand.id, 1, rule=rule, why="falls back into an enemy zone of control")


def _refuge(situation: Situation, stand: Stand, way: Way, enemy_hex: int) -> int | None:
    """Find the hex to fall back to: away from the enemy, without a core stand (S-12 ``fallback_choice``)."""
    there, here = board(situation), stand.hex or 0
    free = [
        index for index in around(there.grid, here)
        if index != NO_HEX and index not in there.core
        and distance(situation, index, enemy_hex) > distance(situation, here, enemy_hex)
        and take(situation, way, here, index, first=True).bar is None
    ]  # fmt: skip
    homeward = star(situation).word("fallback_choice") == "homeward"
    return min(free, key=lambda index: _worth(situation, stand, index, homeward=homeward), default=None)


def _worth(situation: Situation, stand: Stand, index: int, *, homeward: bool) -> tuple[int, int, int]:
    """Rank a hex to fall back to: the least is taken."""
    there = board(situation)
    in_zone = int(index in there.zone[stand.side])
    nearest = min((distance(situation, index, other) for other in there.enemy[stand.side]), default=0)
    if not homeward:
        return in_zone, -nearest, index
    hq = situation.state.stands.get(next(iter(leaders(situation, stand)), ""))
    home = distance(situation, index, hq.hex) if hq is not None and hq.hex is not None else 0
    return home, in_zone, index
