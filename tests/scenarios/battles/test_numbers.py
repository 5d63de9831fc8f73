"""Strength points become units on a table and go back: figures worked out on paper, and laws for all systems."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.model.things import Stand
from campaign.systems.catalogue import keys, ruleset
from maps.problems import ProblemsFound
from scenarios.battles.numbers import Brought, Fate, Settled, TableUnit, fold_for, raised, read_numbers, settled
from scenarios.conversion import role_of_stand, shipped_roles

PAIRS = tuple(product(keys(), keys()))


def stand_of(system, role="infantry", short="3/112"):
    play = ruleset(system).play
    return Stand("X", "F", play.profile(shipped_roles()[role].kinds[system], name=short, side="us"))


def brought(system, role="infantry", strength=None):
    stand = stand_of(system, role)
    full = stand.profile.strength
    return Brought(stand, full if strength is None else strength, full)


def on_table(system, table, role="infantry", strength=None, fold=1):
    units = raised(brought(system, role, strength), ruleset(system), ruleset(table), fold)
    return [(unit.name, unit.steps, unit.hits) for unit in units]


def test_three_points_of_a_battalion_are_three_fresh_companies():
    assert on_table("zen_operational", "d3_one_hour", strength=3) == [
        ("3/112 A", 7, 0), ("3/112 B", 7, 0), ("3/112 C", 7, 0),
    ]  # fmt: skip


def test_what_does_not_come_out_even_are_hits_of_the_last_unit():
    # 2 of 3 batteries of 4 companies are 8/3 companies of 7 steps: 18.67, that is 19 = 7 + 7 + 5
    assert on_table("zen_operational", "d3_one_hour", "artillery", 2) == [
        ("3/112 A", 7, 0), ("3/112 B", 7, 0), ("3/112 C", 5, 2),
    ]  # fmt: skip


def test_units_of_one_size_stay_one_unit():
    assert on_table("zen_operational", "three_star_general", strength=3) == [("3/112", 4, 1)]


def test_the_same_rules_take_a_stand_as_it_is():
    assert on_table("zen_operational", "zen_operational", strength=3) == [("3/112", 3, 1)]


def test_a_staff_is_one_unit_whatever_it_leads():
    assert on_table("zen_operational", "two_star_general", "hq") == [("3/112", 6, 0)]


def test_a_table_without_headquarters_raises_none():
    assert on_table("zen_operational", "d3_one_hour", "hq") == []


def test_who_has_no_strength_left_brings_nothing():
    assert on_table("zen_operational", "d3_one_hour", strength=0) == []


def test_a_unit_may_stand_for_two_companies():
    assert on_table("zen_operational", "d3_one_hour", strength=3, fold=2) == [("3/112 A", 7, 0), ("3/112 B", 3, 4)]


def test_a_side_is_folded_to_what_the_rules_have_in_mind():
    zen, d3 = ruleset("zen_operational"), ruleset("d3_one_hour")
    three = [brought("zen_operational") for _ in range(3)]
    assert fold_for([three, three[:1]], zen, d3) == 2
    assert fold_for([three[:1], three[:1]], zen, d3) == 1
    assert fold_for([three, three], zen, ruleset("three_star_general")) == 1


def test_a_side_of_more_stands_than_units_has_one_unit_for_each():
    zen, d3 = ruleset("zen_operational"), ruleset("d3_one_hour")
    nine = [brought("zen_operational") for _ in range(9)]
    assert sum(len(raised(one, zen, d3, fold_for([nine], zen, d3))) for one in nine) == 9


@pytest.mark.parametrize("role", ["armour", "artillery", "engineer", "recon"])
def test_the_line_of_a_unit_table_names_the_role(role):
    zen = ruleset("zen_operational")
    for system in keys():
        found = role_of_stand(stand_of(system, role), "", ruleset(system), zen)
        assert found is not None
        play, wanted = ruleset(system).play, shipped_roles()[role]
        kinds = [one.kinds[system] for one in (found, wanted)]
        assert play.profile(kinds[0], name="", side="") == play.profile(kinds[1], name="", side="")


def test_mortars_of_other_rules_are_mortars():
    found = role_of_stand(stand_of("parkin_generic", "mortar"), "", ruleset("parkin_generic"), ruleset("d3_one_hour"))
    assert found is not None
    assert found.name == "mortar"


COMPANY = stand_of("d3_one_hour").profile
UNITS = tuple(TableUnit("X", name, COMPANY, hits) for name, hits in (("A", 0), ("B", 0), ("C", 2)))
"""Three companies of seven steps, the last with two hits: 19 steps."""


@pytest.mark.parametrize(
    ("fates", "lost"),
    [
        ((Fate(), Fate(), Fate(2)), Settled(0, 0)),
        ((Fate(gone=True), Fate(), Fate(2)), Settled(1, 1)),  # 7/19 of 3 points: 1.105, and .105 is nearest to a face
        ((Fate(4), Fate(), Fate(2)), Settled(0, 2)),  # half of 4 hits: 2/19 of 3: 0.316
        ((Fate(left=True, hits=6), Fate(), Fate(2)), Settled(0, 0)),
        ((Fate(gone=True), Fate(gone=True), Fate(2)), Settled(2, 0)),  # 14/19 of 3 is 2.2, but one has a point left
        ((Fate(gone=True),) * 3, Settled(3, 0)),
    ],
)
def test_losses_are_the_share_of_steps_that_is_gone(fates, lost):
    assert settled(UNITS, fates, 3) == lost


def test_stragglers_may_count_whole_or_not_at_all():
    hit = (Fate(4), Fate(), Fate(2))
    assert settled(UNITS, hit, 3, Fraction(1)) == Settled(0, 4)
    assert settled(UNITS, hit, 3, Fraction(0)) == Settled(0, 0)


def test_who_brought_nothing_loses_nothing():
    assert settled((), (), 3) == Settled(0, 0)


@st.composite
def fights(draw):
    system, table = draw(st.sampled_from(PAIRS))
    roles = [name for name, one in shipped_roles().items() if system in one.kinds and name != "hq"]
    role = draw(st.sampled_from(roles))
    full = stand_of(system, role).profile.strength
    one = brought(system, role, draw(st.integers(1, full)))
    units = raised(one, ruleset(system), ruleset(table), draw(st.integers(1, 4)))
    hurt = [(Fate(draw(st.integers(unit.hits, unit.profile.strength - 1)), gone=draw(st.booleans()))) for unit in units]
    return one, units, hurt


@given(fights())
def test_law_without_a_shot_nothing_is_lost(fight):
    one, units, _ = fight
    assert settled(units, [Fate(unit.hits) for unit in units], one.strength) == Settled(0, 0)


@given(fights())
def test_law_nobody_loses_more_than_he_brought_and_a_unit_left_keeps_a_point(fight):
    one, units, fates = fight
    found = settled(units, fates, one.strength)
    assert 0 <= found.lost <= one.strength
    assert 0 <= found.faces < 6
    if units and not all(fate.gone for fate in fates):
        assert found.lost + found.faces / 6 <= one.strength - 1


@given(fights(), st.data())
def test_law_who_suffers_more_loses_no_less(fight, data):
    one, units, fates = fight
    if not units:
        return
    worse = list(fates)
    k = data.draw(st.integers(0, len(units) - 1))
    worse[k] = Fate(gone=True)
    before, after = (settled(units, found, one.strength) for found in (fates, worse))
    assert 6 * after.lost + after.faces >= 6 * before.lost + before.faces


@given(fights())
def test_law_units_are_whole_but_the_last(fight):
    _, units, _ = fight
    assert all(unit.hits == 0 for unit in units[:-1])
    assert all(0 <= unit.hits < unit.profile.strength for unit in units)


def test_faults_of_the_table_are_told_by_line(tmp_path):
    path = tmp_path / "numbers.toml"
    path.write_text('stragglers = 2\n[companies]\nplatoon = "few"\n[most_units]\nd3 = 0\n[most]\n', "utf-8")
    with pytest.raises(ProblemsFound) as told:
        read_numbers(path)
    assert len(told.value.problems) == 5
