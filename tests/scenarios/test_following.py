"""Battles that follow one another, armies that are thrown for: D3 3.12, 3.14, 3.16."""

from __future__ import annotations

import json

import msgspec
import pytest
from click.testing import CliRunner

from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import ruleset
from maps.problems import ProblemsFound
from scenarios.battle import BattlePlan, open_battle, read_force
from scenarios.following import campaign_standing, forces_left, joining_words, open_next_battle, thrown_force
from tests.scenarios.test_battle import BOARD, ZONES
from webui.cli import main

D3 = ruleset("d3_one_hour")


def fought(key="d3_one_hour", *, ended=True, **losses):
    """Give the state of a battle that is over, with losses by stand."""
    rules = ruleset(key)
    plan = BattlePlan("First", (read_force("infantry x2, armour", "red"), read_force("infantry", "blue")), ZONES)
    state = opening_state(open_battle(plan, BOARD, rules, seed="s").event)
    stands = {
        key: msgspec.structs.replace(stand, losses=losses.get(key.replace(".", "_"), 0))
        for key, stand in state.stands.items()
    }
    return msgspec.structs.replace(state, stands=stands, ended=ended, winner="red")


def next_battle(before, unsupplied=(), rules=D3):
    plan = BattlePlan("Second", forces_left(before), ZONES, follows="first")
    return open_next_battle(plan, before, BOARD, rules, unsupplied=unsupplied, seed="t", dice="seeded").event


def test_d3_3_12_what_a_battle_of_a_campaign_does_to_units_is_said_with_its_paragraph():
    before, after = joining_words(D3)
    assert before == "In a campaign each unit of a side out of supply begins with 1 hit (D3 3.12)"
    assert after.startswith("After a battle of a campaign units that are left heal half their hits")
    assert after.endswith("rounded down (D3 3.12)")
    assert joining_words(ruleset("zen_operational")) == ("", ""), "its text says nothing of it"


def test_d3_3_12_who_is_left_heals_half_its_hits_and_is_set_up_again():
    """5 hits leave 2, rounded down; who is gone is lost."""
    before = fought(R1_0=5)
    gone = msgspec.structs.replace(before.stands["R1.1"], gone="eliminated", hex=None)
    event = next_battle(msgspec.structs.replace(before, stands={**before.stands, "R1.1": gone}))
    assert {stand.id: stand.losses for stand in event.stands} == {"R1.0": 2, "R1.2": 0, "B1.0": 0}
    assert all(stand.hex is not None and not stand.marks for stand in event.stands)
    assert event.setting.follows == "first"


def test_d3_3_12_a_side_out_of_supply_begins_with_a_hit_more():
    event = next_battle(fought(R1_0=5), unsupplied=("red",))
    assert {stand.id: stand.losses for stand in event.stands} == {"R1.0": 3, "R1.1": 1, "R1.2": 1, "B1.0": 0}


def test_d3_3_12_what_cannot_go_on_is_said():
    with pytest.raises(ProblemsFound, match="is not over"):
        next_battle(fought(ended=False))
    with pytest.raises(ProblemsFound, match="does not say what units carry from one battle into the next"):
        next_battle(fought("parkin_generic"), rules=ruleset("parkin_generic"))
    lost = fought()
    stands = {k: msgspec.structs.replace(s, gone="eliminated", hex=None) for k, s in lost.stands.items() if k[0] == "B"}
    with pytest.raises(ProblemsFound, match="blue: has no unit left"):
        next_battle(msgspec.structs.replace(lost, stands={**lost.stands, **stands}))


def test_d3_3_14_the_ladder_goes_by_the_winners():
    """Red holds zone 5 and wins twice: it holds 3 to 5; a failed attack lets blue attack zone 3."""
    words = campaign_standing(D3, ("red", "blue"), ["red", "red", "blue"]).words
    assert words == "after 3 battles red holds 3 of 5 zones, blue 2; blue attacks zone 3"
    over = campaign_standing(D3, ("red", "blue"), ["red"] * 4)
    assert (over.over, over.points) == (True, {"red": 5, "blue": 0})
    assert campaign_standing(D3, ("red", "blue"), ["red"] * 9) == over
    with pytest.raises(ProblemsFound, match="knows no campaign of battles"):
        campaign_standing(ruleset("zen_operational"), ("red", "blue"), [])


def test_d3_3_16_an_army_is_thrown_for_by_its_seed():
    force, words = thrown_force(D3, "red", "seed")
    assert len(force.roles) == 6
    assert thrown_force(D3, "red", "seed") == (force, words)
    assert thrown_force(D3, "blue", "seed") != (force, words)
    with pytest.raises(ProblemsFound, match="has no table of armies"):
        thrown_force(ruleset("zen_operational"), "red", "seed")


def run(*words):
    found = CliRunner().invoke(main, list(words), catch_exceptions=False)
    return found.exit_code, found.output


def test_two_battles_in_a_row_by_commands(tmp_path):
    """Armies are thrown for, the battle plays itself to its end, and the next one begins with who is left."""
    store = ("--store", str(tmp_path))
    code, told = run(
        "battle", "new", "one", "--rules", "d3_one_hour", "--board", "harrow_green", "--red", "army", "--blue", "army",
        "--seed", "s", *store,
    )  # fmt: skip
    assert code == 0
    assert "army of red: row " in told
    refused = run("battle", "next", "two", "--after", "one", "--board", "marl_farm", *store)
    assert refused[0] != 0
    assert "is not over" in refused[1]
    assert run("campaign", "auto", "--campaign", "one", "--as", "table", "--turns", "16", *store)[0] == 0
    code, told = run("battle", "next", "two", "--after", "one", "--board", "marl_farm", "--seed", "t", "--json", *store)
    assert code == 0
    assert json.loads(told)["standing"].startswith("after 1 battle ")
    code, told = run("battle", "standing", "two", "--json", *store)
    assert sum(json.loads(told)["points"].values()) == 5
    assert run("battle", "standing", "two", *store)[1].startswith("after 1 battle")
    pink = run("battle", "next", "x", "--after", "one", "--board", "marl_farm", "--unsupplied", "pink", *store)
    assert "is no side" in pink[1]
