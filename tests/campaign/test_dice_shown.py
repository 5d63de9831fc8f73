"""Every die that any rule of any system rolls is shown in the log: played by all cases of all systems."""


import pytest

from campaign.engine.apply import fold
from campaign.engine.cases import read_cases
from campaign.engine.committed import CommittedDice, die
from campaign.engine.decide import decide
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.store.dice.spans import rolls_of
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.files import case_file

KEY = bytes(range(32))


def played(case, system):
    """Play a case with committed dice; give the dice and the rolls that are shown."""
    rules = ruleset(system, readings_of(case.given))
    situation, dice, rolls = situation_of(case.given, rules), CommittedDice(KEY), []
    for line in case.when:
        by, colon, rest = line.partition(": ")
        order = parse_order(rest if colon else line, situation.map, situation.state)
        before = dice.drawn
        try:
            events = decide(rules, situation, order, dice, by=by if colon else case.by)
        except Refusal:
            return before, rolls
        rolls += rolls_of(events)
        situation = situation.with_state(fold(situation.state, events))
    return dice.drawn, rolls


@pytest.mark.parametrize("system", keys())
def test_every_die_rolled_is_shown_with_its_number(system):
    path = case_file(system)
    hidden, thrown = [], 0
    for case in read_cases(path).of(system):
        drawn, rolls = played(case, system)
        shown = {number: face for roll in rolls for number, face in enumerate(roll.dice, roll.number)}
        if shown != {number: die(KEY, number) for number in range(1, drawn + 1)}:
            hidden.append((case.id, drawn, [(roll.what, roll.number, roll.dice) for roll in rolls]))
        thrown += drawn
    assert hidden == []
    assert thrown > 20 or len(read_cases(path).of(system)) < 20
