"""Fight at close quarters (GR 5.9).

Two rounds: in the first the one who began attacks, in the second the other; both are rolled on the status at the start
and applied together.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

import msgspec

from campaign.engine.chances import at_least
from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Power
from campaign.kit.authority import refuse
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.close import Assault, FightResolved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.clock import acting, is_turn_of, why_cannot_act
from campaign.systems.parkin.fight.aim import BEYOND, VERY_LONG, band, firer_shifts, target_in, target_shifts
from campaign.systems.parkin.fight.ammunition import shots_left
from campaign.systems.parkin.space import counters, is_adjacent, is_dummy, parkin, ruler, sheet
from campaign.systems.parkin.status import DESTROYED, expose, hurt
from campaign.systems.parkin.tables import ParkinTables

RULE = "GR 5.9"
PHASE = "close_combat"


def average(situation: Situation, die: int) -> int:
    """Give what a D6 adds: 1 2 2 3 3 4."""
    return parkin(situation).close.average[die - 1]


def why_no_fight(
    situation: Situation, stand: Stand, index: int, there: Mapping[int, Sequence[Stand]] | None = None
) -> Refusal | None:
    """Say why a unit cannot begin close combat with the unit in a hex."""
    if why := why_cannot_act(stand):
        return why
    if "attacked" in stand.marks:
        return Refusal(RULE, f"{stand.id} has begun one close combat this turn")
    if is_dummy(stand) or not sheet(situation, stand).cc_attack:
        return Refusal(RULE, f"{stand.id} has no strength for close combat")
    target = target_in(situation, stand.side, index, counters(situation) if there is None else there)
    if target is None or not is_adjacent(situation, stand.hex or 0, index):
        return Refusal(RULE, f"there is no enemy of {stand.id} in {situation.map.number(index)}, adjacent to it")
    flies = sheet(situation, stand).flies or sheet(situation, target).flies
    if flies and not parkin(situation).reading("air_close_combat"):
        return Refusal(RULE, "aircraft take no part in close combat")
    return None


def offers(situation: Situation, key: str) -> Iterator[Assault]:
    """List the enemies that a stand can begin close combat with."""
    stand = situation.state.stands[key]
    if is_turn_of(situation, stand, PHASE):
        there = counters(situation)
        near = sorted(index for index in there if is_adjacent(situation, stand.hex or 0, index))
        yield from (Assault(key, index) for index in near if why_no_fight(situation, stand, index, there) is None)


def _assault(order: Assault, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "close combat")
    if order.helpers:
        raise Refusal(RULE, "close combat is fought in pairs; each unit begins its own")
    refuse(why_no_fight(ledger.situation, stand, order.target))
    target = target_in(ledger.situation, stand.side, order.target)
    assert target is not None
    ledger.record(StandMarked(stand=stand.id, on=("attacked",), rule=RULE))
    if is_dummy(target):
        expose(ledger, target, f"attacked by {stand.profile.short}")
    else:
        _fight(ledger, stand, target)


def _fight(ledger: Ledger, stand: Stand, target: Stand) -> None:
    first, on_target = _round(ledger, stand, target, 1)
    second, on_stand = _round(ledger, target, stand, 2)
    ledger.record(
        FightResolved(
            place=str(target.hex), attackers=(stand.id,), defenders=(target.id,), hits_on_attackers=on_stand,
            hits_on_defenders=on_target, rolls=(*first, *second), rule=RULE,
        )
    )  # fmt: skip
    for key, points in ((target.id, on_target), (stand.id, on_stand)):
        if points:
            hurt(ledger, key, points, rule=RULE, why="lost a round of close combat")


def _round(ledger: Ledger, attacker: Stand, defender: Stand, number: int) -> tuple[tuple[Roll, Roll], int]:
    """Roll one round; if its defender has the lower score he takes the attacker's damage, else nothing happens."""
    situation = ledger.situation
    attack = _score(ledger, attacker, f"Round {number}, attack", sheet(situation, attacker).cc_attack)
    defence = _score(ledger, defender, f"Round {number}, defence", sheet(situation, defender).def_close)
    won, lost = attack.total or 0, defence.total or 0
    beaten = won > lost or (won == lost and parkin(situation).reading("close_ties") == "defender")
    return (attack, defence), sheet(situation, attacker).cc_damage if beaten else 0


def _score(ledger: Ledger, stand: Stand, what: str, strength: int) -> Roll:
    cast = ledger.roll_total(what, RULE, by=stand.id)
    added = average(ledger.situation, cast.dice[0])
    changes = (("average die", added - cast.dice[0]), ("strength", strength))
    told = tuple(row for row in changes if row[1])
    return msgspec.structs.replace(cast, modifiers=told, total=added + strength)


def power(situation: Situation, stand: str) -> Power:
    """Reckon what a unit takes off its like that stands in the open: in a round; by a hit at half range (5.6-5.9)."""
    here, tables = situation.state.stands[stand], parkin(situation)
    paper, fire = sheet(situation, here), tables.fire
    if is_dummy(here):
        return Power(0.0, 0.0, 0)
    still = msgspec.structs.replace(here, marks=frozenset())
    level = band(tables, paper.delivery, paper.max_range**2 / 4) if paper.delivery else BEYOND
    level += sum(amount for _, amount in (*firer_shifts(situation, here), *target_shifts(situation, still)))
    able = level <= VERY_LONG and shots_left(situation, here) != 0
    hits = min(1.0, at_least(fire.needs[max(0, level)])) if able else 0.0
    steps = min(DESTROYED, paper.damage * at_least(paper.def_ranged + 1))
    wins = _wins(tables, paper.cc_attack - paper.def_close) if paper.cc_attack else 0.0
    return Power(wins * paper.cc_damage, hits * steps, ruler(situation).steps(paper.max_range) if hits else 0)


@lru_cache(maxsize=64)
def _wins(tables: ParkinTables, ahead: int) -> float:
    """Give the chance that an attacker so many points ahead wins a round."""
    least = 0 if tables.reading("close_ties") == "defender" else 1
    rounds = [ahead + attack - defence >= least for attack, defence in product(tables.close.average, repeat=2)]
    return sum(rounds) / len(rounds)


ORDERS = {Assault: _assault}
