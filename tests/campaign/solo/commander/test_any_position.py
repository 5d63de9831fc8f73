"""In every position of the rules' own cases each side plans something that the rules take, and never breaks."""

from __future__ import annotations

from pathlib import Path

import msgspec

from campaign.engine.cases import read_cases
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.model.missions import Goal, Mission
from campaign.model.notation import parse_order
from campaign.model.planning import Dossier
from campaign.solo.commander.staff import Commander
from campaign.systems.catalogue import ruleset

CASES = Path(__file__).parents[4] / "campaign/systems/zen/cases.toml"
FOUND = read_cases(CASES).cases


def with_wishes(situation):
    """Give every formation the mission to take the place of some enemy."""
    state = situation.state
    there = [stand for stand in state.stands.values() if stand.on_map]
    places = {side.key: [one.hex for one in there if one.side != side.key] for side in state.setting.sides}
    missions = tuple(
        Mission(one.id, one.side, goals=(Goal(places[one.side][0], "the enemy"),))
        for one in state.formations.values()
        if places.get(one.side)
    )
    setting = msgspec.structs.replace(state.setting, missions=missions)
    return situation.with_state(msgspec.structs.replace(state, setting=setting))


def planned(case):
    """Plan for both sides in the position of a case, all of it seen, and try every order."""
    rules = ruleset("zen_operational", readings_of(case.given))
    situation = with_wishes(situation_of(case.given, rules))
    for side in situation.state.setting.sides:
        plan = Commander(rules, side.key).plan(situation, Dossier(), SeededDice(case.id, 1))
        for thought in plan.thoughts:
            order = parse_order(thought.order, situation.map, situation.state)
            try:
                decide(rules, situation, order, SeededDice(case.id, 2))
            except Refusal as refusal:
                yield thought, f"{case.id}: {thought.order}: {refusal}"
            else:
                yield thought, ""


def test_no_position_breaks_the_commander_and_next_to_nothing_is_refused():
    found = [one for case in FOUND for one in planned(case)]
    refused = [why for _, why in found if why]
    assert len(found) > 80
    assert not refused
    assert all(thought.why and (thought.reasons or thought.expected) for thought, _ in found)
