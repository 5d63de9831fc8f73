"""Laws of a fight on a table for chance sides: no shot, no change; what is lost is what was; and on it goes."""

from __future__ import annotations

import random

import msgspec
import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.model.state import state_hash
from campaign.model.verbs.battle import CloseBattle
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import keys, ruleset
from scenarios.battles.numbers import Fate
from scenarios.battles.proposing import propose
from scenarios.battles.settling import lawful, outcomes
from tests.scenarios.battles.test_table_plans import FIGHT, campaign, hexes, opened, taken

CHANCES = tuple((key, seed) for key in keys() for seed in range(6))


def chance_fight(key, seed):
    """Give a campaign with chance losses, and the plan of its fight by chance rules; and the chance itself."""
    lot, rules, here = random.Random(f"{key}/{seed}"), ruleset(key), campaign(key)
    stands = {
        one.id: msgspec.structs.replace(one, losses=lot.randrange(max(1, rules.play.full_strength(here, one.id))))
        for one in here.state.stands.values()
    }
    here = here.with_state(msgspec.structs.replace(here.state, stands=stands))
    table = ruleset(keys()[(keys().index(key) + seed) % len(keys())])
    return lot, here, propose(here, rules, table, hexes(here, *FIGHT), seed=str(seed))


def strengths(key, situation):
    return {
        one.id: 0 if one.gone else ruleset(key).play.strength(situation, one.id)
        for one in situation.state.stands.values()
    }


@pytest.mark.parametrize(("key", "seed"), CHANCES)
def test_law_without_a_shot_nothing_changes_whatever_the_sides_have_lost(key, seed):
    _, here, plan = chance_fight(key, seed)
    fought = opened(here, plan, key)
    rows = outcomes(plan, {unit.id: Fate(unit.hits) for unit in plan.units}, fought, ruleset(key))
    assert rows == ()
    after = taken(fought, key, CloseBattle(plan.name, 7, rows, (), "nobody dared"))
    assert state_hash(after.state) == state_hash(here.state)


@pytest.mark.parametrize(("key", "seed"), CHANCES)
def test_law_of_conservation_each_loses_what_his_units_lost_and_nobody_else_anything(key, seed):
    lot, here, plan = chance_fight(key, seed)
    fought = opened(here, plan, key)
    fates = {
        unit.id: lot.choice((
            Fate(unit.hits), Fate(lot.randrange(unit.hits, unit.profile.strength)), Fate(gone=True),
            Fate(unit.hits, left=True),
        ))
        for unit in plan.units
    }  # fmt: skip
    rows = outcomes(plan, fates, fought, ruleset(key))
    order, notes = lawful(CloseBattle(plan.name, 7, rows, (), "by lot"), fought, ruleset(key))
    assert not notes
    before, after = strengths(key, here), strengths(key, taken(fought, key, order))
    told = {row.stand: row for row in rows}
    for stand, had in before.items():
        row, units = told.get(stand), plan.units_of(stand)
        if units and all(fates[unit.id].gone for unit in units):
            assert after[stand] == 0, stand
        elif row is None:
            assert after[stand] == had, stand
        else:
            assert had - after[stand] - row.lost in ({0, 1} if row.faces else {0}), stand
            assert after[stand] >= 1, "who has a unit left keeps a point"
        most = sum(unit.profile.strength - unit.hits for unit in units)
        gone = sum(
            unit.profile.strength - unit.hits if fates[unit.id].gone
            else 0 if fates[unit.id].left else fates[unit.id].hits - unit.hits
            for unit in units
        )  # fmt: skip
        if most and gone < most:
            assert had - after[stand] <= had * gone / most + 1, "no more is lost than the share of its steps"


@pytest.mark.parametrize("key", keys())
def test_loop_after_its_result_the_campaign_goes_into_its_next_turn(key):
    _, here, plan = chance_fight(key, 1)
    fought = opened(here, plan, key)
    first = plan.stands[0]
    rows = outcomes(plan, {unit.id: Fate(gone=True) for unit in plan.units_of(first)}, fought, ruleset(key))
    situation = taken(fought, key, CloseBattle(plan.name, 7, rows, (), "won"))
    began = situation.state.clock
    for number in range(200):
        now = situation.state.clock
        if (now.day, now.turn) != (began.day, began.turn) or situation.state.ended:
            break
        events = decide(ruleset(key), situation, EndPhase(), SeededDice("on", number), by="umpire")
        situation = situation.with_state(fold(situation.state, events))
    # Where a side that lost so much has lost the campaign, it may be over with that.
    assert (situation.state.clock.day, situation.state.clock.turn) > (began.day, began.turn) or situation.state.ended
    assert not situation.state.fronts
    assert situation.state.stands[first].gone
