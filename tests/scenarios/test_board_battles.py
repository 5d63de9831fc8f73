"""Battles on every board that comes with the package, automatic against automatic, to the end; they replay the same."""

import pytest

from campaign.engine.apply import fold
from campaign.model.situation import Situation
from campaign.model.state import state_hash
from campaign.model.things import Objective
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import ruleset
from scenarios.battle import BattlePlan, open_battle, read_force
from scenarios.board import open_board, shipped_boards
from tests.campaign.by_the_table import play_out

FORCES = ("infantry x3, antitank, armour x2", "infantry x3, mortar, artillery, recon")


@pytest.mark.parametrize("key", shipped_boards())
def test_a_battle_of_the_d3_rules_on_each_board(key):
    board = open_board(shipped_boards()[key])
    rules = ruleset("d3_one_hour", {"hex_inches": board.hex_inches, "option_smoke": True})
    sides = ("red", "blue")
    plan = BattlePlan(
        board.name, (read_force(FORCES[0], "red"), read_force(FORCES[1], "blue")),
        dict(zip(sides, board.zones, strict=True)),
        objectives=tuple(Objective(o.name, o.hex, side, o.points, 1) for o in board.objectives for side in sides),
    )  # fmt: skip
    opening = open_battle(plan, board.hexmap, rules, seed="boards").event
    state = opening_state(opening)
    for stand in state.stands.values():
        assert stand.hex in board.zones[sides.index(stand.side)]
    steps = list(play_out(rules, Situation(state, board.hexmap, rules.tables), sides, "boards", phases=200))
    end = steps[-1].situation.state
    assert end.ended
    assert end.clock.turn <= 15
    assert any(stand.losses for stand in end.stands.values()), "somebody was hit"
    assert state_hash(fold(state, [event for step in steps for event in step.events])) == state_hash(end)
