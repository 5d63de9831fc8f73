"""How a game ended is said with who won and every side's points: in every system, on the page and in the log."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import ruleset
from campaign.views import log_for
from tests.campaign.own.wilds import of_data
from webui.cli import main
from webui.desk.viewdata import ending_line


def last_of(key):
    """Give the last moment of a December day by a file: the last turn, and the last phase in which somebody orders."""
    rules = ruleset(key).tables
    turn = rules.rules.time.turns_a_day[11]
    phase = [row.key for row in rules.phases if not row.automatic][-1]
    return f"date 1944-12-16\nclock turn={turn} phase={phase} side=blue"


LAST = {
    "zen_operational": "clock turn=5 phase=night_move",
    "three_star_general": "clock phase=night_artillery turn=5 day=1",
    "two_star_general": "clock phase=night_artillery turn=6 day=1",
    "d3_one_hour": "clock phase=shoot turn=15 side=blue",
    "parkin_generic": "clock turn=20 phase=close_combat side=blue",
    **{key: last_of(key) for key in of_data()},
}
"""The last moment of a game in which somebody decides."""
KIND = {"d3_one_hour": "tank", "parkin_generic": "armour"}
ONE = {"three_star_general": 1, "two_star_general": 1}
"""What an objective of 5 points is worth where objectives are counted and not their points (S-18)."""


def ended(key, *, objective=True):
    rules, kind = ruleset(key), KIND.get(key, "infantry")
    lines = ["map 9x9", f"red {kind} 1 0101 of=A", f"blue {kind} 9 0909 of=B", "days 1", LAST[key], "control red 0101"]
    now = situation_of("\n".join([*lines, "objective Hill red 0101 5"] if objective else lines), rules)
    events = decide(rules, now, EndPhase(), SeededDice("x", 1))
    return now, events, now.with_state(fold(now.state, events))


@pytest.mark.parametrize("key", LAST)
def test_who_won_and_all_points_are_named_at_the_end(key):
    now, events, after = ended(key)
    words = f"t is over; Red won; points: Red {ONE.get(key, 5)} and Blue 0"
    assert ending_line(after.state) == f"I{words}."
    for viewer in ("umpire", "red", "blue"):
        told = [report.text for report in log_for(events, now, viewer, after=now.state)]
        assert any(words in text for text in told)


@pytest.mark.parametrize("key", LAST)
def test_a_draw_is_said_to_be_one(key):
    _, _, after = ended(key, objective=False)
    assert ending_line(after.state) == "It is over; it is a draw; points: Red 0 and Blue 0."


@pytest.mark.parametrize("key", LAST)
def test_before_the_end_there_is_none_to_tell(key):
    assert ending_line(ended(key)[0].state) == ""


def test_the_command_line_says_how_a_battle_ended(tmp_path):
    force = "infantry x2, armour"
    words = ["--board", "harrow_green", "--red", force, "--blue", force, "--days", "1", "--store", str(tmp_path)]
    run = CliRunner()
    begun = run.invoke(main, ["battle", "new", "short", "--rules", "zen_operational", *words])
    assert begun.exit_code == 0, begun.output
    where = ["--campaign", "short", "--store", str(tmp_path)]
    assert "It is over" not in run.invoke(main, ["campaign", "show", *where]).output
    for _ in range(40):
        if run.invoke(main, ["campaign", "advance", *where]).exit_code:
            break
    shown = run.invoke(main, ["campaign", "show", *where]).output
    assert "It is over; it is a draw; points: Red 0 and Blue 0." in shown
