"""Battles: forces by roles, zones, every rule system, the store and the command."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.engine.drawnmap import DrawnMap
from campaign.model.situation import Situation
from campaign.model.tokens import tokens_of
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.zen.space import hex_inches
from maps.gpkg.writer import write
from maps.problems import ProblemsFound
from scenarios.battle import (
    BattlePlan,
    default_zones,
    open_battle,
    plan_on,
    planned,
    read_force,
    setup_zones,
    usual_day,
)  # fmt: skip
from scenarios.board import open_board, shipped_boards
from scenarios.conversion import read_conversion, shipped_roles
from tests.campaign.by_the_table import play_out
from webui.cli import main

GROUND = """
. . . b . . . w . . . .
. . . . . . w w . . . .
. . r . . . . . . h . .
. . . . T . . . . h . .
. . . . . . . . . . . .
. w w . . . . . r . . .
. . . . . . . b . . . .
. . . . . . . . . . . .
"""


def drawn():
    map_ = DrawnMap()
    for row in GROUND.strip().splitlines():
        map_.row(tokens_of(row))
    return map_.finish()


BOARD = drawn()
ZONES = default_zones(BOARD, ("red", "blue"))


def plan(red="infantry x4, armour x2, artillery, antitank", blue="infantry x5, armour, mortar, engineer", **more):
    return BattlePlan("Toy", (read_force(red, "red"), read_force(blue, "blue")), ZONES, **more)


def opened(key, **more):
    rules = ruleset(key)
    event = open_battle(plan(**more), BOARD, rules, seed="s").event
    return rules, Situation(opening_state(event), BOARD, rules.tables)


def test_a_force_is_read_by_roles():
    roles = read_force("infantry x2, armour, artillery*2", "red").roles
    assert roles == ("infantry", "infantry", "armour", "artillery", "artillery")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("infantri x2", "did you mean 'infantry'"),
        ("", "has 0 units"),
        ("infantry x99", "has 99 units"),
        ("3 tanks", "is no unit"),
    ],
)
def test_what_is_no_force_is_said(text, what):
    with pytest.raises(ProblemsFound, match=what):
        read_force(text, "red")


def test_zones_are_the_outer_thirds_from_the_edge_inwards():
    """Twelve columns: four each; the first hexes are those of the edge column, nearest the middle first."""
    assert len(ZONES["red"]) == len(ZONES["blue"]) == 4 * 8
    columns = [index % 12 for index in ZONES["blue"]]
    assert columns == [11] * 8 + [10] * 8 + [9] * 8 + [8] * 8
    assert not set(ZONES["red"]) & set(ZONES["blue"])


@pytest.mark.parametrize("key", keys())
def test_a_battle_of_every_system_is_set_up_and_plays_to_its_end(key):
    rules, situation = opened(key)
    for stand in situation.state.stands.values():
        assert stand.hex in ZONES[stand.side]
        assert stand.formation in situation.state.formations
    supports = [stand for stand in situation.state.stands.values() if stand.attached_to]
    assert all(stand.hex == situation.state.stands[stand.attached_to].hex for stand in supports)
    assert list(play_out(rules, situation, ("red", "blue"), "toy", phases=400))[-1].situation.state.ended


@pytest.mark.parametrize("key", keys())
@settings(max_examples=8)
@given(roles=st.lists(st.sampled_from(sorted(shipped_roles())), min_size=1, max_size=9))
def test_any_force_that_the_system_has_finds_room(key, roles):
    rules = ruleset(key)
    force = ", ".join(["infantry", *roles])
    missing = [role for role in roles if key not in shipped_roles()[role].kinds]
    if missing:
        with pytest.raises(ProblemsFound, match="is nothing in"):
            open_battle(plan(red=force), BOARD, rules, seed="s")
        return
    supports = sum(key in shipped_roles()[role].support for role in roles)
    if supports > 1:
        # They may be more than there are units to stand with; infantry for each makes room, and is alike for all.
        force = ", ".join([force, *["infantry"] * supports])
    event = open_battle(plan(red=force), BOARD, rules, seed="s").event
    raised = [s for s in event.stands if s.side == "red" and s.profile.kind != "hq" and not s.id.endswith(".T")]
    assert len(raised) == len(force.split(",")) - roles.count("hq")
    hqs = [stand for stand in event.stands if stand.side == "red" and stand.profile.kind == "hq"]
    formations = [one for one in event.formations if one.side == "red"]
    assert len(hqs) in {0, len(formations)}
    assert len({stand.id for stand in event.stands}) == len(event.stands)


def test_a_zone_that_is_too_small_is_said():
    forces = plan(red="infantry x9").forces  # one hex and the five beside it that are on the board
    small = BattlePlan("Toy", forces, {"red": ZONES["red"][:1], "blue": ZONES["blue"]})
    with pytest.raises(ProblemsFound, match="finds no hex in the zone of red"):
        open_battle(small, BOARD, ruleset("d3_one_hour"), seed="s")


def test_overrides_are_in_the_first_event():
    key = ruleset("parkin_generic").tables.interpretations[0].key
    value = ruleset("parkin_generic").tables.interpretations[0].value
    event = open_battle(plan(overrides={key: value}), BOARD, ruleset("parkin_generic", {key: value}), seed="s").event
    assert event.setting.overrides == {key: value}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[roles.infantry]\nd3_one_hour = "infantri"', "did you mean 'infantry'"),
        ('[roles.infantry]\nd3 = "infantry"', "d3"),
        ('[role.infantry]\nd3_one_hour = "infantry"', "role"),
    ],
)
def test_a_wrong_table_of_roles_is_refused(tmp_path, text, what):
    file = tmp_path / "conversion.toml"
    file.write_text(text)
    with pytest.raises(ProblemsFound, match=what):
        read_conversion(file)


def run(*words):
    return CliRunner().invoke(main, ["battle", *map(str, words)])


def test_the_command_raises_samples_in_the_areas_of_the_text_with_air(tmp_path):
    write(BOARD, tmp_path / "board.gpkg")
    words = ("new", "toy-2", "--rules", "three_star_general", "--board", tmp_path / "board.gpkg")
    more = ("--red", "sample tanks, sample divisional", "--defends", "red", "--blue-air", 6)
    answer = run(*words, *more, "--store", tmp_path / "store", "--json")
    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)["units"] > 12
    assert "three_star_general: sample tanks = Tank regiment" in run("samples").stdout
    refused = run("new", "x", "--rules", "parkin_generic", "--board", tmp_path / "board.gpkg", "--defends", "red")
    assert "says nothing of where a defender sets up" in refused.output


def test_the_command_begins_a_battle(tmp_path):
    write(BOARD, tmp_path / "board.gpkg")
    board, store = tmp_path / "board.gpkg", tmp_path / "store"
    words = ("new", "toy-1", "--rules", "parkin_generic", "--board", board, "--store", store)
    facts = json.loads(run(*words, "--json").stdout)
    assert facts["rules"] == "parkin_generic"
    assert facts["units"] == 6 + 6 + 2 * 2  # two formations a side, each with its headquarters
    assert "there is" in run(*words).stderr


def test_roles_are_listed():
    assert "d3_one_hour tank" in run("roles").output
    assert json.loads(run("roles", "--json").output)["armour"]["three_star_general"] == "medium_armour"


@pytest.mark.parametrize("board", shipped_boards())
@pytest.mark.parametrize("key", keys())
def test_every_system_fights_on_every_shipped_board(board, key):
    """Four units a side find room in the zones; the board's objectives count for both."""
    found, rules = open_board(shipped_boards()[board]), ruleset(key)
    forces = read_force("infantry x2, armour, artillery", "red"), read_force("infantry x2, armour, artillery", "blue")
    plan = plan_on(found, forces, rules)
    event = open_battle(plan, found.hexmap, ruleset(key, plan.overrides), seed="s").event
    grid = found.hexmap.layout.grid
    beside = {near for index in found.zones[0] for near in grid.within(index, 1)}
    assert {stand.hex for stand in event.stands if stand.side == "red"} <= beside
    assert len(event.setting.objectives) == 2 * len(found.objectives)
    if key == "d3_one_hour":
        assert event.setting.overrides == {"hex_inches": found.hex_inches}


@pytest.mark.parametrize("board", shipped_boards())
def test_zn_4_1_a_hex_of_a_board_is_as_many_inches_wide_as_the_board_says(board):
    """An inch of 536 m, which is for maps, made a hex of 300 m half an inch wide, and zones as wide as the board."""
    found, rules = open_board(shipped_boards()[board]), ruleset("zen_operational")
    plan = plan_on(found, (read_force("infantry", "red"), read_force("infantry", "blue")), rules)
    rules = ruleset("zen_operational", plan.overrides)
    event = open_battle(plan, found.hexmap, rules, seed="s").event
    start = Situation(opening_state(event), found.hexmap, rules.tables)
    assert hex_inches(start) == pytest.approx(found.hex_inches)
    assert len(rules.play.zones(start, "red")) < len(found.hexmap) // 2


def test_a_battle_on_a_shipped_board_begins_by_its_name(tmp_path):
    words = ("new", "green-1", "--rules", "d3_one_hour", "--board", "harrow_green", "--json")
    words += ("--store", tmp_path / "store")
    assert json.loads(run(*words).stdout)["board"] == open_board(shipped_boards()["harrow_green"]).name
    assert "harrow_green" in run("boards").output


def test_zn_4_4_armoured_and_motorised_infantry_and_heavy_armour_are_raised_as_such():
    """The text's examples: armour and scary kit add points; those with vehicles of their own may ride them."""
    rules = ruleset("zen_operational")
    force = read_force("infantry, motorised_infantry, armoured_infantry, armour, heavy_armour", "red")
    event = open_battle(BattlePlan("Toy", (force, read_force("infantry", "blue")), ZONES), BOARD, rules, seed="s").event
    raised = {stand.profile.name.rpartition(" ")[0]: stand.profile for stand in event.stands if stand.side == "red"}
    found = {name: (p.strength, p.mover, sorted(p.traits)) for name, p in raised.items()}
    assert found["infantry"] == (4, "foot", [])
    assert found["motorised infantry"] == (4, "foot", ["motorised"])
    assert found["armoured infantry"] == (5, "tracked", ["armoured_infantry", "motorised", "strong"])
    assert found["armour"] == (5, "tracked", [])
    assert found["heavy armour"] == (6, "tracked", [])


STARS = ("three_star_general", "two_star_general")


def lines_of(stands, side="red"):
    return sorted(str(s.profile.attributes["stand"]) for s in stands if s.side == side and s.profile.kind != "hq")


def test_samples_are_read_beside_roles():
    force = read_force("sample tanks x2, artillery, sample divisional", "red")
    assert (force.roles, force.samples) == (("artillery",), ("tanks", "tanks", "divisional"))


@pytest.mark.parametrize("key", STARS)
def test_3s_s_20_every_sample_organisation_is_raised_and_set_up_whole(key):
    tables = ruleset(key).tables
    for row in tables.muster:
        event = open_battle(plan(red=f"infantry, sample {row.key}"), BOARD, ruleset(key), seed="s").event
        raised = [s for s in event.stands if s.formation == "R2"]
        assert len(raised) == sum(row.stands.values())
        assert all(s.hex is not None for s in raised)
        (formation,) = [f for f in event.formations if f.id == "R2"]
        assert row.name in formation.name
        situation = Situation(opening_state(event), BOARD, tables)
        told = " ".join(ruleset(key).play.cautions(situation))
        assert "one too many" not in told


@pytest.mark.parametrize("key", STARS)
def test_every_line_of_the_unit_tables_is_raised_by_its_role(key):
    """Each role alone, with infantry for those that stand with others."""
    seen = set()
    for role in shipped_roles().values():
        if key in role.kinds:
            event = open_battle(plan(red=f"{role.name}, infantry"), BOARD, ruleset(key), seed="s").event
            seen |= {str(s.profile.attributes["stand"]) for s in event.stands if s.side == "red"}
    assert seen == set(ruleset(key).play.kinds())


def test_2s_2_5_motorised_infantry_is_raised_with_trucks_and_armoured_infantry_with_its_transport():
    rules, situation = opened("two_star_general", red="motorised_infantry, armoured_infantry, truck, infantry")
    found = situation.state.stands
    assert lines_of(found.values()) == ["armoured_transport", *["infantry"] * 3, "truck", "truck"]
    assert (found["R1.1.T"].attached_to, found["R1.1.T"].hex) == ("R1.1", found["R1.1"].hex)
    assert found["R1.4"].attached_to == "R1.3", "the other truck goes to the infantry that has none"
    assert rules.play.reach(situation, "R1.1").limit == 3


def test_more_supports_than_stands_are_told_and_none_is_left_out():
    with pytest.raises(ProblemsFound, match="finds no unit to stand with"):
        open_battle(plan(red="infantry, engineer x3"), BOARD, ruleset("three_star_general"), seed="s")
    event = open_battle(plan(red="infantry, engineer x2"), BOARD, ruleset("three_star_general"), seed="s").event
    assert lines_of(event.stands) == ["engineers", "engineers", "infantry"], "the HQ takes the second"


def test_samples_that_the_rules_do_not_have_are_told():
    with pytest.raises(ProblemsFound, match="did you mean 'tanks'"):
        open_battle(plan(red="sample tank"), BOARD, ruleset("two_star_general"), seed="s")
    with pytest.raises(ProblemsFound, match="no sample organisation of Generic Rules"):
        open_battle(plan(red="sample tanks"), BOARD, ruleset("parkin_generic"), seed="s")


def test_3s_s_21_the_defender_sets_up_in_his_third_and_the_attacker_on_his_edge():
    rules = ruleset("three_star_general")
    zones = setup_zones(BOARD, ("red", "blue"), "blue", rules)
    assert {index % 12 for index in zones["red"]} == {0, 1}
    assert {index % 12 for index in zones["blue"]} == {8, 9, 10, 11}
    assert zones["blue"][0] % 12 == 11, "from the edge inwards"
    with pytest.raises(ProblemsFound, match="says nothing of where a defender sets up"):
        setup_zones(BOARD, ("red", "blue"), "blue", ruleset("parkin_generic"))


@pytest.mark.parametrize("key", STARS)
def test_3s_s_17_a_side_has_air_dice_on_every_day(key):
    _, situation = opened(key, air={"red": 6, "blue": 0}, days=2)
    assert situation.state.setting.air == (("red", 1, 6), ("red", 2, 6))
    with pytest.raises(ProblemsFound, match="knows no dice of air power"):
        opened("parkin_generic", air={"red": 6})


@pytest.mark.parametrize(("period", "day"), [
    ("", "1944-06-06"), ("The desert, 1940-1943", "1941-06-06"), ("1939-45", "1944-06-06"), ("1914-18", "1916-06-06"),
    ("Revolution and Empire, 1792-1815", "1803-06-06"), ("any war", "1944-06-06"), ("1864", "1864-06-06"),
])  # fmt: skip
def test_a_battle_without_a_day_is_fought_in_the_wars_that_its_rules_are_for(period, day):
    rules = ruleset("three_star_general")
    rules = replace(rules, tables=msgspec.structs.replace(rules.tables, period=period))
    assert planned(plan(), BOARD, rules).date == usual_day(rules) == day
    assert planned(plan(), BOARD, rules, date="1864-05-05").date == "1864-05-05"
    with pytest.raises(ProblemsFound, match="'May' is no date"):
        planned(plan(), BOARD, rules, date="May")
