"""Orders of battle made for other rules take the lines of the unit table; every line can be raised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.systems.catalogue import ruleset
from campaign.systems.star.board import row_of
from maps.problems import ProblemsFound
from scenarios.conversion import shipped_conversion, shipped_roles
from scenarios.raising import stands_wanted, told_of_conversion
from scenarios.scenario import read_scenario, shipped_scenario, under_rules

STARS = ("three_star_general", "two_star_general")
ARDENNES = read_scenario(shipped_scenario("ardennes_1944"))


def raised(key, scenario=ARDENNES):
    under, _ = under_rules(scenario, key)
    wanted = stands_wanted(under, [0] * len(scenario.orbat.stands), ruleset(key))
    return {one.stand.id: one.stand for one in wanted}


def line(key, stand):
    return row_of(ruleset(key).tables, stand)


def only(stand, **changed):
    """Give the Ardennes with one stand alone, changed."""
    row = next(row for row in ARDENNES.orbat.stands if row.id == stand)
    return replace(ARDENNES, orbat=replace(ARDENNES.orbat, stands=(replace(row, **changed),)))


@pytest.mark.parametrize("key", STARS)
def test_3s_1_2_every_stand_has_the_strength_of_the_unit_table(key):
    wrong = [s.id for s in raised(key).values() if s.profile.strength != line(key, s).strength]
    assert wrong == []


def test_3s_1_2_motorised_and_armoured_infantry_have_lines_of_their_own():
    stands = raised("three_star_general")
    for row in ARDENNES.orbat.stands:
        if row.kind == "infantry":
            wanted = {"armoured_infantry"} & set(row.traits) or {"motorised"} & set(row.traits)
            named = stands[row.id].profile.attributes["stand"]
            assert named == next(iter(wanted), "militia" if "poor" in row.traits else "infantry")
    assert stands["18VG.293.I"].profile.mover == "foot"


def test_2s_2_5_motorised_infantry_has_trucks_and_armoured_infantry_its_transport():
    stands = raised("two_star_general")
    beside = {s.attached_to: s.profile.attributes["stand"] for s in stands.values() if s.attached_to}
    for row in ARDENNES.orbat.stands:
        if row.kind == "infantry":
            armoured, motorised = "armoured_infantry" in row.traits, "motorised" in row.traits
            assert beside.get(row.id) == ("armoured_transport" if armoured else "truck" if motorised else None)
            assert stands[row.id].profile.mover == "foot"
    assert len(beside) > 50


@pytest.mark.parametrize("key", STARS)
def test_3s_1_2_all_artillery_has_vehicles_and_only_that_of_armoured_formations_is_armoured(key):
    guns = [s for s in raised(key).values() if line(key, s).independent]
    assert {s.profile.mover for s in guns} == {"wheeled", "tracked"}
    assert line(key, raised(key)["LXVI.A460"]).armour == "", "its tractors tow the guns"
    assert line(key, raised(key)["CCB10.420"]).armour == "armd_art"


def test_a_support_role_fits_only_stands_of_a_supports_size():
    """A company of engineers is a support where stands are battalions, and infantry where they are companies."""
    company = next(r for r in ARDENNES.orbat.stands if r.kind == "engineer" and r.size == "company")
    assert raised("three_star_general")[company.id].profile.attributes["stand"] == "engineers"
    assert raised("two_star_general")[company.id].profile.attributes["stand"] == "infantry"


def test_what_rides_comes_when_its_stand_comes():
    stands = raised("two_star_general")
    late = [s for s in stands.values() if s.attached_to and s.arrives]
    assert late
    assert all(s.arrives == stands[s.attached_to].arrives for s in late)


def test_under_its_own_rules_and_those_that_read_branches_nothing_is_converted():
    for key in ("zen_operational", "d3_one_hour", "parkin_generic"):
        stands = raised(key)
        assert len(stands) == len(ARDENNES.orbat.stands)
        assert all(stands[row.id].profile.strength == row.strength for row in ARDENNES.orbat.stands)


def test_the_opening_says_what_stands_became():
    under, _ = under_rules(ARDENNES, "two_star_general")
    (told,) = told_of_conversion(under, raised("two_star_general").values(), ruleset("two_star_general"))
    assert told.startswith("made for zen_operational: ")
    assert "57 truck" in told


def test_a_row_names_its_line_of_the_unit_table():
    own = replace(only("18VG.293.I", line="militia"), ruleset="three_star_general")
    (stand,) = raised("three_star_general", own).values()
    assert (stand.profile.attributes["stand"], stand.profile.strength) == ("militia", 3)
    (stand,) = raised("two_star_general", own).values()
    assert (stand.profile.attributes["stand"], stand.profile.strength) == ("militia", 4), "converted from line to line"


def test_a_line_of_the_scenarios_own_rules_says_nothing_under_rules_that_read_branch_and_size():
    own = replace(only("18VG.293.I", line="militia"), ruleset="three_star_general")
    (stand,) = raised("parkin_generic", own).values()
    assert (stand.profile.kind, stand.profile.attributes) == ("infantry", {})


def test_a_line_that_is_none_is_told_with_its_place():
    own = replace(only("18VG.293.I", line="milita"), ruleset="three_star_general")
    with pytest.raises(ProblemsFound, match=r"no stand of Three Star General; did you mean .militia."):
        raised("three_star_general", own)


@pytest.mark.parametrize("key", STARS)
def test_every_line_of_the_unit_table_has_a_role(key):
    roles = [role for role in shipped_roles().values() if key in role.kinds]
    raisable = {role.kinds[key] for role in roles} | {role.beside[key] for role in roles if key in role.beside}
    assert set(ruleset(key).play.kinds()) <= raisable
    supports = {kind for kind, row in ruleset(key).tables.stand.items() if row.role != "core"}
    assert {role.kinds[key] for role in roles if key in role.support} == supports


def test_rows_of_the_table_name_roles_that_the_systems_have():
    table = shipped_conversion()
    assert all(key in table.roles[row.role].kinds for row in table.rows for key in table.systems)
