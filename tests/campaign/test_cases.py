"""The case runner: what it reads, what it finds, what it says."""

from __future__ import annotations

import re

import pytest

from campaign.engine import claims, given
from campaign.engine.cases import Case, read_cases, run_case
from campaign.engine.drawnmap import LETTERS, side_words
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.files import case_file
from maps.problems import ProblemsFound
from tests.campaign.facts import fact_of
from tests.webui.manualpages import HELP

ZEN = ruleset("zen_operational")
BOARD = """
map
. . w .
. . . .
red infantry 1 0101 of=A
red hq A/hq 0102 of=A
blue infantry 7 0402 losses=1
clock phase=move
"""


def run(when, *then, dice=(), more=""):
    case = Case("X", "ZN", "", BOARD + more, (when,) if when else (), dice, then, "umpire", "x.toml, line 1")
    return [(failure.claim, failure.instead) for failure in run_case(case, "zen_operational", ruleset)]


HOLDS = [
    "1 at 0101", "7 losses 1", "7 strength 3", "1 condition 4 of 4 SP", "1 in command", "7 out of command",
    "1 reaches 0201", "1 does not reach 0402", "1 not marked pinned", "phase move", "turn 1", "day 1", "weather fine",
    "legal 1 M 0101-0201", "not legal 1 M 0101-0201-0302-0402", "nothing happens", "red sees 7", "A hq A/hq",
    "points red 0", "not happens StandMoved", "1 reaches 0201", "1 does not reach 0201 by transport", "1 fits 0201",
    "1 does not fit 0402", "blue zone 0302", "blue no zone 0101", "1 not in contact", "red air 0", "ground 0101 none",
    "ground 0101/0201 none", "scale inch 1.86", "1 deserves 4",
]  # fmt: skip


@pytest.mark.parametrize("claim", HOLDS)
def test_what_holds_is_not_told(claim):
    assert run("", claim) == []


FAILS = [
    ("1 at 0102", "at is 0101"), ("7 losses 2", "losses is 1"), ("7 strength 4", "strength is 3"),
    ("1 condition Damaged", "condition is 4 of 4 SP"), ("1 out of command", "it is in command"),
    ("1 does not reach 0201", "it reaches it"), ("1 reaches 0402", "it does not"),
    ("1 marked pinned", "marked with nothing"),
    ("phase combat", "phase is move"), ("weather rain", "weather is fine"), ("over", "it goes on"),
    ("legal 1 M 0101-0402", "it is not among the legal orders"), ("red does not see 7", "it sees it"),
    ("1 gone", "gone is None"), ("dice 4", "rolled were no such dice"),
    ("happens StandMoved", "there happened nothing"),
    ("1 fits 0402", "it does not"), ("1 does not fit 0201", "it fits"), ("1 in contact", "it is in no contact"),
    ("blue zone 0101", "it has none there"), ("blue no zone 0302", "it has one there"),
    ("red air 2", "the dice of red are 0"),
    ("red holds 0101", "0101 is held by nobody"), ("ground 0101 mines", "ground is none"),
    ("scale inch 3.73", "scale is inch 1.86"), ("1 reaches 0201 by transport", "it does not"),
    ("1 deserves 5", "deserves is 4"),
    ("A hq 1", "hq is A/hq"), ("points red 3", "points of red are 0"), ("refused", "accepted"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "instead"), FAILS)
def test_what_does_not_hold_is_told_with_what_came_instead(claim, instead):
    assert run("", claim) == [(claim, instead)]


def test_an_order_that_is_refused_fails_the_case_unless_it_says_so():
    (failure,) = run("1 M 0101-0402", "1 at 0101")
    assert failure[0] == "accepted"
    assert "ZN 4.7" in failure[1]
    assert run("1 M 0101-0402", "refused ZN 4.7", "1 at 0101") == []
    ((_, instead),) = run("1 M 0101-0402", "refused ZN 9")
    assert instead.startswith("refused by ZN 4.7")


def test_too_few_dice_are_told():
    more = "contact 1 7\nformation A LOG=3\nred artillery G 0101 of=A\nclock phase=combat"
    case = Case("X", "ZN", "", BOARD + more, ("G F 0402", "next"), (6,), ("hits 3",), "umpire", "x.toml, line 1")
    with pytest.raises(ProblemsFound, match="3 dice wanted and 1 called in"):
        run_case(case, "zen_operational", ruleset)


def test_orders_follow_one_another_and_the_dice_fall_as_told():
    assert run("next", "phase combat", "happens ClockAdvanced") == []


def test_statements_set_what_they_say():
    more = """
width 2
terrain 0201 bocage
height 0201 150
place 0201 Marnach
road 0101-0201
river 0102/0202
bridge 0102/0202
cliff 0301/0302
formation A posture=hold LOG=3 marks=gone
side red name=Allies
weather overcast
days 2
date 1944-12-16
goes red blue
ground 0201 mines
contact 1 7
control red 0101 0102
source depot red 0101
objective Hill red 0201 5
air red 3
points red 4
reading mud false
"""
    situation = given.situation_of(BOARD + more, ZEN)
    state, hexmap = situation.state, situation.map
    at = hexmap.index_of("0201")
    assert (hexmap.terrain_of(at), float(hexmap.elevation_m[at]), hexmap.place_of(at)) == ("bocage", 150.0, "Marnach")
    assert hexmap.layout.width_m == 2000
    assert hexmap.road.sum() == 2 * 3  # a main road, seen from both hexes
    assert (hexmap.hexside.any(), hexmap.crossing.any(), hexmap.slope.any()) == (True, True, True)
    assert (state.formations["A"].posture, state.formations["A"].stores["LOG"]) == ("hold", 3)
    assert (state.setting.sides[0].name, state.weather, state.setting.days, state.setting.start) == (
        "Allies", "overcast", 2, "1944-12-16",
    )  # fmt: skip
    assert (fact_of(state, "goes", ()), state.contacts) == (("red", "blue"), frozenset({("1", "7")}))
    assert state.ground == {str(at): "mines"}
    assert state.control[0] == 0
    assert (state.setting.sources[0].name, state.setting.objectives[0].points) == ("depot", 5)
    assert (fact_of(state, "air_dice", {}), state.points) == ({"red": 3}, {"red": 4})
    assert given.readings_of(more) == {"mud": False}


WRONG_GIVEN = [
    ("map 9by7", "columns x rows"), ("map 90x7", "up to 60x60"), ("red infanty 1 0101", "did you mean 'infantry'"),
    ("terrain 0909 open", "there is no hex '0909'"), ("terrain 0101 watr", "did you mean 'water'"),
    ("river 0101/0402", "not neighbours"),
    ("road 0101", "a hexside is written"),
    ("clock phase=mve", "did you mean 'move'"), ("width 200", "from 0.01 to 50"),
    ("reading mudd false", "did you mean 'mud'"), ("formation A colour=red", "no such option"),
    ("wether fine", "did you mean 'weather'"),
    ("days many", "no whole number"), ("clock day", "what=value"), ("contact 1", "too short"),
    ("red infantry 9 0101 arrives=2", "day/turn/hex"), ("formation A hq_lost=2", "day/turn"),
    ("yesterday", "too short"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "what"), WRONG_GIVEN)
def test_a_statement_that_is_wrong_is_named(line, what):
    with pytest.raises(ProblemsFound, match=re.escape(what)):
        run("", "phase move", more=line)


WRONG_CLAIMS = [
    ("9 at 0101", "no claim begins so"), ("1 sits 0101", "nothing is claimed of a stand so"), ("1 at", "too short"),
    ("1 reaches", "too short"), ("1 does not fit", "too short"), ("ground 0909 mines", "there is no hex"),
    ("A colour red", "nothing is claimed of a formation so"), ("red likes 7", "it is claimed that it sees"),
    ("not so", "after 'not' comes"), ("1 reaches 9999", "there is no hex"), ("legal 1 Q", "no order begins so"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "what"), WRONG_CLAIMS)
def test_a_claim_that_is_none_is_named(claim, what):
    with pytest.raises(ProblemsFound, match=re.escape(what)):
        run("", claim)


FILES = [
    ("ruleset = 'zen_operational'", "write at least one [[case]]"),
    ("[[case]]\nid='a'\nrule='b'\nwhen=''\nthen=''", "ruleset"),
    ("ruleset='z'\n[[case]]\nid='a'\nrule='b'\nthen=''", "when"),
    ("ruleset='z'\n[[case]]\nid='a'\nrule='b'\nwhen=''\nthen=''\ncolour=1", "colour"),
    ("ruleset='z'\n[[case]]\nid='a'\nrule='b'\nwhen=''\nthen=''\ndice='6'", "dice = [6, 3, 1]"),
    ("[system.a]\nruleset='z'\n[[case]]\nid='a'\nfor='b'\nrule='b'\nwhen=''\nthen=''", "no system of this file"),
    ("[system.a]\nruleset='z'\nword='b'\n[[case]]\nid='a'\nrule='b'\nwhen=''\nthen=''", "word"),
    ("[system]\n[[case]]\nid='a'\nrule='b'\nwhen=''\nthen=''", "ruleset"),
    ("system=3\n[[case]]\nid='a'\nrule='b'\nwhen=''\nthen=''", "ruleset"),
    ("ruleset='z'\n" + 2 * "[[case]]\nid='a'\nrule='b'\nwhen=''\nthen=''\n", "comes twice"),
]


@pytest.mark.parametrize(("text", "what"), FILES)
def test_a_file_that_is_wrong_is_refused(tmp_path, text, what):
    file = tmp_path / "cases.toml"
    file.write_text(text)
    with pytest.raises(ProblemsFound, match=re.escape(what)):
        read_cases(file)


SHARED = """
given = "red fire_support A/s 0101"
[system.three]
ruleset = "three_star_general"
[system.two]
ruleset = "two_star_general"
words = { "3S S-" = "2S S-", "3S 1.1" = "2S 2.1", fire_support = "light_artillery" }
[[case]]
id = "a"
rule = "3S S-14"
when = "x"
then = ["refused 3S 1.1", "refused 3S 1.10", "refused 3S 1.1.2"]
[[case]]
id = "b"
ids = { two = "own" }
for = ["three", "two"]
rule = "3S 1.1"
when = ""
then = ""
[[case]]
id = "c"
for = "two"
rule = "2S 2.5"
when = ""
then = ""
"""


def test_systems_may_share_a_file_each_in_its_own_words(tmp_path):
    file = tmp_path / "cases.toml"
    file.write_text(SHARED)
    found = read_cases(file)
    assert [case.id for case in found.of("three_star_general")] == ["a", "b"]
    assert [case.id for case in found.of("two_star_general")] == ["a/two", "own", "c"]
    first = found.of("two_star_general")[0]
    assert (first.rule, first.given) == ("2S S-14", "red light_artillery A/s 0101")
    assert first.then == ("refused 2S 2.1", "refused 3S 1.10", "refused 3S 1.1.2"), "no part of a longer number"
    assert found.rulesets == ("three_star_general", "two_star_general")


CASE_FILES = list(dict.fromkeys(case_file(key) for key in keys()))


def test_every_rule_system_has_cases():
    assert {key for key in keys() if read_cases(case_file(key)).of(key)} == set(keys())


@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.parent.name)
def test_the_cases_of_each_rule_system_hold(path):
    found = read_cases(path)
    failures = [str(failure) for case in found.cases for failure in run_case(case, case.ruleset, ruleset)]
    assert failures == []
    assert set(found.rulesets) <= set(keys())


def test_what_play_has_done_is_claimed():
    more = ("contact 1 7", "ground 0101/0201 bridge", "control red 0101", "air red 3")
    claims_of = ("1 in contact", "7 in contact", "ground 0201/0101 bridge", "red holds 0101", "red air 3")
    assert run("", *claims_of, more="\n".join(more)) == []
    assert [claim for claim, _ in run("", "1 not in contact", "ground 0101/0201 none", more="\n".join(more))] == [
        "1 not in contact", "ground 0101/0201 none",
    ]  # fmt: skip


def test_stores_have_limits_and_a_lost_headquarters_its_day():
    more = "formation B hq_lost=1/2 LOG=3/20 POL=4\nsource beach red 0101 sea\nyesterday overcast"
    state = given.situation_of(BOARD + more, ZEN).state
    formation = state.formations["B"]
    assert (fact_of(formation, "hq_lost", None), fact_of(formation, "limits", {})) == ((1, 2), {"LOG": 20})
    assert formation.stores == {"LOG": 3, "POL": 4}
    assert (state.setting.sources[0].sea, fact_of(state, "past_weather", ())) == (True, ("overcast",))


def test_the_manual_shows_every_statement_and_every_letter():
    text = (HELP / "cases.md").read_text(encoding="utf-8")
    words = set(re.findall(r"`([a-z_]+)[ `,]", text))
    assert {*given.STATEMENTS, *side_words()} - words == set()
    assert [letter for letter in LETTERS if f"`{letter}`" not in text] == []
    assert [key for key in (*given.STAND_KEYS, *given.FORMATION_KEYS) if f"`{key}=" not in text] == []
    assert [word for word in claims._FIRST if f"`{word}" not in text] == []


def test_the_manuals_example_runs(tmp_path):
    text = (HELP / "cases.md").read_text(encoding="utf-8")
    file = tmp_path / "cases.toml"
    file.write_text(text.partition("```cases\n")[2].partition("```")[0])
    found = read_cases(file)
    assert [run_case(case, case.ruleset, ruleset) for case in found.cases] == [[]]
