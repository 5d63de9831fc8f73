"""What comes before an attack holds: who gives ground by it does not go in, whoever stands firm does."""

from __future__ import annotations

import pytest

from campaign.engine.cases import read_cases, run_case
from campaign.systems.catalogue import faults_of
from tests.campaign.own.small import SMALL
from webui.commands.shared import loader_of

CHECKED = SMALL.replace('defender = "defence"\n', 'defender = "defence"\nbefore = ["attacker checks go_in"]\n')
CHECK = """
[[check]]
key = "go_in"
name = "To go in"
dice = "2d6"
rating = "nerve"
failed = ["it retreats 1"]
rule = "4.1"
[retreat]
blocked = "stays"
rule = "5"
"""
CASE = """
[[case]]
id = "S-1"
rule = "4.1"
about = "who loses heart stays out of it"
given = ["map 1x9", "blue foot 7 0105", {red}"clock phase=fight side=red"]
when = "red: {order}"
dice = {dice}
then = {then}
"""
ONE, TWO = '"red foot 1 0104", ', '"red foot 1 0104", "red foot 2 0104", '


def failures(tmp_path, red, order, dice, then):
    file = tmp_path / "small.toml"
    file.write_text(CHECKED + CHECK + CASE.format(red=red, order=order, dice=dice, then=then), "utf-8")
    found = read_cases(file)
    load = loader_of(file, found.rulesets)
    return [str(one) for case in found.cases for one in run_case(case, case.ruleset, load)]


@pytest.mark.parametrize(
    ("red", "order", "dice", "then"),
    [
        # Twelve is over seven: it goes back, no die of the attack falls, and nobody loses anything.
        (ONE, "1 K 0105", [6, 6], ["1 at 0103", "1 losses 0", "7 losses 0", "7 at 0105"]),
        # Seven is not: it goes in, one to one, and a five costs the defender a step.
        (ONE, "1 K 0105", [3, 4, 5], ["1 at 0104", "7 losses 1"]),
        # Of two one goes back: the other fights alone, one to one, where both were two to one and a four would do.
        (TWO, "1 K 0105 with 2", [6, 6, 3, 4, 4], ["1 at 0103", "2 at 0104", "7 losses 0"]),
    ],
)
def test_who_gives_ground_before_the_throw_does_not_go_in(tmp_path, red, order, dice, then):
    assert failures(tmp_path, red, order, dice, then) == []


def test_the_sound_file_is_sound():
    assert faults_of(CHECKED + CHECK, "small.toml") == []
