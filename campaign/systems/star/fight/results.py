"""Take the results of combat: hits, fall back, pursuit (3S S-11, S-12, S-13).

What the text leaves to the players here is done by a stated policy, a reading
each: ``hit_policy``, ``joiner_hits``, ``fallback_choice``.
"""

from campaign.engine.ledger import Ledger
from campaign.kit.ruler import around
from campaign.model.situation import Situation
from campaign.model.things import March, Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.fight.chart import status_of
from campaign.systems.star.fight.losses import lose, march, remove, spare_rider
from campaign.systems.star.fight.pools import Combat
from campaign.systems.star.march.steps import retreat_way, take
from campaign.systems.star.turn import mark
from campaign.systems.star.units import leaders, posture_of, strength
from maps.grid.hexgrid import NO_HEX


def suffer(ledger: Ledger, stand_id: str, hits: int, *, rule: str, why: str) -> int:
    """Apply hits to a core stand, which may give up a support for one of them (S-11).

    Gives left: hits that found nothing to destroy.
    """
    stand = ledger.state.stands[stand_id]
    rider = spare_rider(ledger.situation, stand) if hits and stand.on_map else None
    policy = star(ledger.situation).word("hit_policy")
    saves = hits == strength(stand)
    if rider is not None and (policy == "support_first" or (policy == "save_core" and saves)):
        remove(ledger, rider.id, rule=para(ledger.situation, "S-11"), why=f"given up for a hit on {stand_id}")
        hits -= 1
    return hits - lose(ledger, stand_id, hits, rule=rule, why=why) if hits else 0


def attackers_suffer(ledger: Ledger, combat: Combat, hits: int, *, why: str) -> None:
    """Share the attackers' hits: on the leader, up to one on each stand that joined (S-11 ``joiner_hits``)."""
    rule, lead = para(ledger.situation, "S-11"), ledger.state.stands[combat.lead.id]
    if star(ledger.situation).word("joiner_hits") == "share":
        shared = min(len(combat.joining), max(0, hits - 1))
    else:
        shared = min(len(combat.joining), max(0, hits - strength(lead) + 1))
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
        goal = _refuge(ledger.situation, now, enemy_hex)
        if goal is None:
            lose(ledger, stand.id, 1, rule=rule, why="has nowhere to fall back to")
            return
        crossed = take(ledger.situation, retreat_way(ledger.situation, now), now.hex or 0, goal, first=True).crosses
        march(ledger, now, (now.hex or 0, goal), rule=rule, why="falls back")
        mark(ledger, stand.id, on=("crossing",) if crossed else (), off=() if crossed else ("crossing",), rule=rule)
        if goal in board(ledger.situation).zone[stand.side]:
            lose(ledger, stand.id, 1, rule=rule, why="falls back into an enemy zone of control")


def _refuge(situation: Situation, stand: Stand, enemy_hex: int) -> int | None:
    """Find the hex to fall back to: away from the enemy, without a core stand (S-12 ``fallback_choice``)."""
    there, here = board(situation), stand.hex or 0
    way = retreat_way(situation, stand)
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
