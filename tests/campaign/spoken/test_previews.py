"""What marches and attacks lead to is said with what becomes of a line, as far as its commander knows."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from campaign.engine.given import situation_of
from campaign.model.verbs.march import Move
from campaign.spoken.reader import read_block
from campaign.spoken.verdicts import verdicts
from campaign.systems.catalogue import keys, ruleset
from tests.campaign.own.wilds import of_data

ZEN = ruleset("zen_operational")
GIVEN = """
map 9x5
us infantry 1/110 0303 of=us-div
us infantry 2/110 0304 of=us-div
us artillery 229FA 0203 of=us-div
us hq 28HQ 0202 of=us-div
ge infantry II/3 0403 of=ge-div
formation us-div name="28th Division" hq=28HQ LOG=9
formation ge-div name="26. Volksgrenadier-Division" LOG=7
source depot us 0101
clock phase=move
weather fine
"""


def judged(text, given=GIVEN, rules=ZEN, **changes):
    view = situation_of(given, rules)
    view = view.with_state(replace(view.state, **changes))
    found = verdicts(read_block(text, view, "us"), view, rules, "us")
    return {one.stand: one for verdict in found for one in verdict.outcomes}


def test_a_march_says_whether_supply_leads_to_its_end():
    assert judged("1/110 to 0202")["1/110"].words.endswith("; in supply there")
    # The enemy sits on the depot.
    cut = judged("1/110 to 0202", GIVEN.replace("source depot us 0101", "source depot us 0403"))["1/110"]
    assert "; out of supply there" in cut.words


def test_who_cannot_march_is_told_nothing_of_its_end():
    found = judged("1/110 to 0202", GIVEN.replace("map 9x5", "map 9x5\nterrain 0202 water"))["1/110"]
    assert found.state == "refused"
    assert "supply" not in found.words


def test_guns_that_reach_two_enemies_fire_at_the_one_who_is_named():
    given = GIVEN.replace("clock phase=move", "ge infantry III/3 0404 of=ge-div\nclock phase=combat")
    for number in ("0403", "0404"):
        (order,) = judged(f"229FA fire at {number}", given)["229FA"].orders
        assert situation_of(given, ZEN).map.number(order.target) == number


SAPPERS = GIVEN.replace("us artillery 229FA 0203", "us engineer 103E 0203 traits=engineering").replace(
    "map 9x5", "map 9x5\nriver 0202/0203 0203/0204\nbridge 0202/0203 0203/0204"
)


@pytest.mark.parametrize("number", ["0202", "0204"])
def test_work_is_done_at_the_hexside_to_the_hex_that_is_named(number):
    (order,) = judged(f"103E prepare the bridge at {number}", SAPPERS)["103E"].orders
    here = situation_of(SAPPERS, ZEN).map
    assert here.number(int(here.neighbour[order.hex, order.side])) == number


@pytest.mark.parametrize("work", ["prepare", "blow"])
def test_work_at_a_hexside_of_ones_own_hex_is_asked_about_where_there_are_two(work):
    found = judged(f"103E {work} the bridge at 0203", SAPPERS)["103E"]
    assert found.state == "refused"
    assert f"{work} at which hexside, 0203/0202 or 0203/0204?" in found.words


@pytest.mark.parametrize("words", ["", " at 0203"])
def test_work_in_ones_own_hex_may_be_said_with_its_number_or_without(words):
    (order,) = judged(f"103E fortify{words}", SAPPERS)["103E"].orders
    assert (order.task, situation_of(SAPPERS, ZEN).map.number(order.hex), order.side) == ("fortify", "0203", None)


def test_a_bridge_that_cannot_be_blown_yet_is_named_with_what_is_to_be_done_first():
    found = judged("103E blow the bridge at 0204", SAPPERS)["103E"]
    assert found.words == "there is no bridge prepared for demolition at 0203/0204; prepare it first"
    alone = judged("103E blow the bridge at 0203", SAPPERS.replace("bridge 0202/0203 0203/0204", "bridge 0203/0204"))
    assert alone["103E"] == found


@pytest.mark.parametrize("line", [
    "103E prepare the bridge at 0204 for demolition", "103E wires the bridge at 0204",
    "103E prepares to blow the bridge at 0204", "103E bereitet die Brücke bei 0204 zur Sprengung vor",
    "103E: Brücke 0204 zur Sprengung vorbereiten", "103E lädt die Brücke bei 0204",
])  # fmt: skip
def test_to_prepare_a_bridge_may_be_said_in_many_ways(line):
    assert judged(line, SAPPERS) == judged("103E rig the bridge at 0204", SAPPERS)


def test_an_attack_says_its_odds_and_two_who_attack_one_hex_say_the_same():
    alone = judged("1/110 attack 0403")["1/110"]
    assert "odds: " in alone.words
    assert re.search(r"\d+ strength points against \d+", alone.words)
    assert re.search(r"the hex falls in \d+ %", alone.words)
    both = judged("1/110 attack 0403\n2/110 attack 0403")
    assert both["1/110"].words.partition("odds")[2] == both["2/110"].words.partition("odds")[2]
    assert points(both["1/110"]) == 2 * points(alone)


def points(outcome):
    return int(re.search(r"odds: (\d+) strength", outcome.words)[1])


def test_an_attack_that_waits_to_be_carried_out_counts_with_the_next():
    here = situation_of(GIVEN, ZEN)
    path = tuple(here.map.index_of(number) for number in ("0304", "0403"))
    waiting = judged("1/110 attack 0403", declared=(Move("2/110", path, attack=True),))["1/110"]
    assert points(waiting) == 2 * points(judged("1/110 attack 0403")["1/110"])


def test_a_strength_that_is_not_known_is_called_a_guess():
    here = situation_of(GIVEN, ZEN)
    foe = here.state.stands["II/3"]
    masked = replace(foe, formation="", profile=replace(foe.profile, name="", short="", strength=0, mover=""))
    found = judged("1/110 attack 0403", stands={**here.state.stands, "II/3": masked})["1/110"]
    assert "a guess" in found.words
    assert "a guess" not in judged("1/110 attack 0403")["1/110"].words


TRACED = {"three_star_general", "two_star_general"} | {
    key for key in of_data() if ruleset(key).tables.rules.supply.reach > 0
}
"""Rules that trace a line of supply to where a stand is."""


@pytest.mark.parametrize("system", [key for key in keys() if key != "zen_operational"])
def test_rules_without_lines_or_odds_of_their_own_say_what_they_can(system):
    from tests.campaign.spoken.corpus import board

    view, rules = board("lesk_fords" if "star" in system else "tallow_cross", system)
    stand = next(s for s in view.state.stands.values() if s.on_map and s.side == "red")
    goals = [index for index in rules.play.trek(view, stand.id).cost if index != stand.hex][:4]
    assert goals
    for goal in goals:
        text = f"{stand.profile.short} to {view.map.number(goal)}"
        for verdict in verdicts(read_block(text, view, "red"), view, rules, "red"):
            for one in verdict.outcomes:
                assert "supply there" in one.words or system not in TRACED or one.state == "refused"
                assert "supply there" not in one.words or system in TRACED
