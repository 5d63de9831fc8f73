"""The shipped order of battle: without problems, whole, and able to stand where it says."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from importlib.resources import files
from itertools import product

import numpy as np
import pytest
from pyproj import Transformer

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from scenarios.orbat import read_orbat
from scenarios.scenario import read_scenario, shipped_scenario

WEST, SOUTH, EAST, NORTH = 5.15, 49.62, 6.75, 50.62
EARTH_KM = 6371.0
HEX_M = 2000.0
INCH_M = 536.4
ROOM_INCHES2 = math.sqrt(3) / 2 * (HEX_M / INCH_M) ** 2
COMMAND_INCHES = 18.0
FOLDER = files("scenarios").joinpath("library", "ardennes_1944")
# Out of reach of an HQ at the start, as they were; notes.md says why.
ON_THEIR_OWN = {"1111.291", "1111.51", "14Cav.32", "99.395.3"}


@pytest.fixture(scope="module")
def orbat():
    return read_orbat(FOLDER, sides=("german", "us"))


def apart_km(a, b):
    """Great circle distance, worked out without any library of maps."""
    lon1, lat1, lon2, lat2 = (math.radians(x) for x in (a.lon, a.lat, b.lon, b.lat))
    chord = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH_KM * math.asin(math.sqrt(chord))


def base_inches2(stand):
    """The footprints of the rules (4.2), squadron and company being detachments."""
    small = stand.size == "company"
    if stand.kind == "hq":
        return 4.0 if stand.size in {"corps", "army"} else 2.25
    if stand.kind in {"infantry", "engineer", "cavalry"}:
        return 1.5 if small else 4.0
    if stand.kind in {"armour", "antitank"}:
        return 3.75 if small else 8.0
    return 3.75 if small and stand.kind == "recon" else 6.0


def layouts():
    """Two UTM zones, four origins: wherever the area file lays the grid, the forces must fit."""
    grid = Grid(cols=80, rows=80, flat_top=True)
    for zone, east, north in product((31, 32), (0.0, 0.5), (0.0, 0.5)):
        crs = f"EPSG:326{zone}"
        turn = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
        x, y = turn.transform(WEST - 0.15, NORTH + 0.15)
        yield pytest.param(
            (Layout(grid, crs, x + east * HEX_M, y - north * HEX_M, HEX_M), turn), id=f"{zone}N+{east}+{north}"
        )


def hexes_of(stands, layout_and_turn):
    layout, turn = layout_and_turn
    x, y = turn.transform([stand.lon for stand in stands], [stand.lat for stand in stands])
    hexes = layout.indices_at(np.column_stack([x, y]))
    assert (hexes >= 0).all()
    return dict(zip((stand.id for stand in stands), hexes.tolist(), strict=True))


def test_has_no_problems_and_enough_units(orbat):
    at_start = [stand for stand in orbat.at_start() if stand.kind not in {"hq", "transport"}]
    assert len(at_start) >= 200
    assert len(orbat.stands) >= 400
    sides = Counter(stand.side for stand in orbat.stands)
    assert min(sides["german"], sides["us"]) > 0.4 * len(orbat.stands)


@pytest.mark.parametrize(
    ("formation", "chain"),
    [
        ("116Pz", ("116Pz", "LVIII", "5PzA")), ("560VG", ("560VG", "LVIII", "5PzA")),
        ("2Pz", ("2Pz", "XLVII", "5PzA")), ("26VG", ("26VG", "XLVII", "5PzA")), ("PzL", ("PzL", "XLVII", "5PzA")),
        ("18VG", ("18VG", "LXVI", "5PzA")), ("62VG", ("62VG", "LXVI", "5PzA")), ("FBB", ("FBB", "5PzA")),
        ("Peiper", ("Peiper", "1SS", "ISS", "6PzA")), ("12VG", ("12VG", "ISS", "6PzA")),
        ("3FJ", ("3FJ", "ISS", "6PzA")), ("277VG", ("277VG", "ISS", "6PzA")), ("12SS", ("12SS", "ISS", "6PzA")),
        ("5FJ", ("5FJ", "LXXXV", "7A")), ("352VG", ("352VG", "LXXXV", "7A")),
        ("276VG", ("276VG", "LXXX", "7A")), ("212VG", ("212VG", "LXXX", "7A")),
        ("106.422", ("106.422", "106", "VIII", "1A")), ("28.110", ("28.110", "28", "VIII", "1A")),
        ("14Cav", ("14Cav", "VIII", "1A")), ("CCR9", ("CCR9", "VIII", "1A")), ("4.12", ("4.12", "4", "VIII", "1A")),
        ("99", ("99", "V", "1A")), ("2", ("2", "V", "1A")), ("CCB9", ("CCB9", "V", "1A")),
    ],
)  # fmt: skip
def test_formations_stand_under_their_corps(orbat, formation, chain):
    assert orbat.chain(formation) == chain
    assert (
        any(stand.formation == formation and not stand.arrives for stand in orbat.stands)
        or any(child.parent == formation for child in orbat.formations)
        or formation == "FBB"
    )


@pytest.mark.parametrize(
    ("stand", "kind", "band"),
    [
        ("106.422.589", "artillery", "standard"), ("106.423.590", "artillery", "standard"),
        ("106.424.591", "artillery", "standard"), ("106.422.592", "artillery", "standard"),
        ("28.109.107", "artillery", "standard"), ("28.109.108", "artillery", "standard"),
        ("28.110.109", "artillery", "standard"), ("28.112.229", "artillery", "standard"),
        ("402Gp.1", "artillery", "long"), ("XLVII.W15", "artillery", "very_short"), ("101.FA1", "artillery", "short"),
        ("28.103", "engineer", ""), ("106.81", "engineer", ""), ("28.707", "armour", ""), ("14Cav.18", "recon", ""),
        ("VIII.705", "antitank", ""), ("VIII.QM", "transport", ""), ("XLVII.Flak15", "antiaircraft", ""),
    ],
)  # fmt: skip
def test_named_units_are_there(orbat, stand, kind, band):
    found = orbat.stands_by_id()[stand]
    assert (found.kind, found.band) == (kind, band)


@pytest.mark.parametrize(
    ("formation", "day", "turn", "bound_for", "near"),
    [
        ("101", 3, 3, "Bastogne", (5.72, 50.0)),
        ("CCB10", 3, 2, "Bastogne", (5.72, 50.0)),
        ("7AD", 2, 2, "St. Vith", (5.915, 50.284)),
        ("82", 3, 3, "Trois-Ponts", (5.682, 50.381)),
        ("4AD", 6, 2, "Martelange", (5.8, 49.72)),
        ("84", 5, 3, "Marche", (5.34, 50.26)),
    ],
)
def test_reserves_arrive_on_their_day_at_their_place(orbat, formation, day, turn, bound_for, near):
    hq = orbat.stands_by_id()[f"{formation}.HQ"]
    assert (hq.arrive_day, hq.arrive_turn, hq.arrive_at) == (day, turn, bound_for)
    assert math.hypot((hq.lon - near[0]) * 71.5, (hq.lat - near[1]) * 111.2) < 6
    row = orbat.formation(formation)
    assert (row.arrive_day, row.arrive_turn) == (day, turn)


def test_everything_lies_in_the_box(orbat):
    outside = [s.id for s in orbat.stands if not (WEST < s.lon < EAST and SOUTH < s.lat < NORTH)]
    assert outside == []


def test_no_two_enemies_start_within_2_4_km(orbat):
    """Hexes are 2 km: further apart than 2.31 km no layout puts them in one."""
    germans = [stand for stand in orbat.at_start() if stand.side == "german"]
    americans = [stand for stand in orbat.at_start() if stand.side == "us"]
    near = [(a.id, b.id) for a in germans for b in americans if apart_km(a, b) < 2.4]
    assert near == []


@pytest.mark.parametrize("layout", list(layouts()))
def test_the_start_fits_the_hexes(orbat, layout):
    """No hex of any layout holds more bases than it has room for, or enemies."""
    hexes = hexes_of(orbat.at_start(), layout)
    filled, sides = defaultdict(float), defaultdict(set)
    for stand in orbat.at_start():
        filled[hexes[stand.id]] += base_inches2(stand)
        sides[hexes[stand.id]].add(stand.side)
    assert all(len(there) == 1 for there in sides.values())
    assert {index: size for index, size in filled.items() if size > ROOM_INCHES2 + 0.001} == {}


@pytest.mark.parametrize("layout", list(layouts()))
def test_those_who_come_together_fit_their_hexes(orbat, layout):
    """Whoever is first on the spot, the ones that come in the same turn do not crowd each other out."""
    hexes = hexes_of(orbat.arrivals(), layout)
    filled = defaultdict(float)
    for stand in orbat.arrivals():
        filled[stand.arrive_day, stand.arrive_turn, hexes[stand.id]] += base_inches2(stand)
    assert {where: size for where, size in filled.items() if size > ROOM_INCHES2 + 0.001} == {}


@pytest.mark.parametrize("layout", list(layouts()))
def test_fighting_units_start_in_command(orbat, layout):
    """Within 18 inches, centre to centre, of an HQ on their own chain (4.5, 4.22)."""
    hexes, stands = hexes_of(orbat.at_start(), layout), orbat.stands_by_id()
    centres = layout[0].centres()
    out = set()
    for stand in orbat.at_start():
        hqs = [orbat.formation(link).hq for link in orbat.chain(stand.formation)]
        reach = [
            math.dist(centres[hexes[hq]], centres[hexes[stand.id]]) / INCH_M
            for hq in hqs
            if hq and not stands[hq].arrives
        ]
        if min(reach) > COMMAND_INCHES and stand.kind not in {"artillery", "transport"}:
            out.add(stand.id)
    assert out - ON_THEIR_OWN == set()


def test_strength_points_add_up_as_each_row_says(orbat):
    """``4 companies, armour +1`` makes 5; ``Three battalions as one stand. Each ...`` three times that."""
    for stand in orbat.stands:
        if stand.kind in {"hq", "transport", "artillery"}:
            continue
        units = re.search(r"(\d+) (?:company|companies|squadrons?|troops)\b([^.;]*)", stand.notes)
        assert units, f"{stand.place}: {stand.id} does not say what it is made of"
        each = int(units[1]) + sum(int(change) for change in re.findall(r"[+-]\d+", units[2]))
        battalions = re.match("(One|Two|Three) battalions? as one stand", stand.notes)
        assert stand.strength == each * (("One", "Two", "Three").index(battalions[1]) + 1 if battalions else 1), (
            stand.id
        )


def test_strength_by_type_is_what_the_notes_say(orbat):
    def points(**wanted):
        found = {s.strength for s in orbat.stands if all(getattr(s, k) == v for k, v in wanted.items())}
        return min(found), max(found)

    assert points(kind="infantry", size="battalion", side="german") == (2, 6)
    assert points(kind="infantry", size="battalion", side="us") == (3, 6)
    assert points(kind="armour", size="battalion") == (3, 6)
    assert points(kind="artillery") == (3, 6)
    assert points(kind="hq") == (1, 3)
    assert points(kind="transport") == (3, 10)


def test_marks_are_those_of_the_rules(orbat):
    for stand in orbat.stands:
        if "armoured_infantry" in stand.traits:
            assert {"strong", "motorised"} <= set(stand.traits), stand.id
            assert stand.mover == "tracked", stand.id
        if stand.kind == "engineer":
            assert "light" in stand.traits, stand.id
        if stand.kind == "hq":
            assert stand.mover == "wheeled", stand.id
        if stand.size == "regiment" and stand.kind == "infantry":
            assert ("strong" in stand.traits) == stand.notes.startswith("Three battalions"), stand.id


def test_divisions_hold_stocks_and_regiments_none(orbat):
    for row in orbat.formations:
        if row.size in {"army", "corps", "division", "brigade"}:
            assert row.log is not None, row.id
            assert row.source, row.id
        if row.kind == "armoured" and row.size == "division":
            assert row.pol is not None, row.id


def test_there_is_transport_a_hospital_recovery_and_bridging_on_both_sides(orbat):
    for side in ("german", "us"):
        traits = {trait for stand in orbat.stands if stand.side == side for trait in stand.traits}
        assert {"hospital", "recovery", "bridging", "flak"} <= traits
        assert sum(stand.kind == "transport" for stand in orbat.stands if stand.side == side) >= 5


def test_names_are_not_doubled(orbat):
    names = Counter((stand.side, stand.name) for stand in orbat.stands)
    assert [name for name, count in names.items() if count > 1] == []
    assert max(len(stand.short) for stand in orbat.stands) <= 16


def test_the_notes_name_their_sources_and_their_judgement():
    notes = FOLDER.joinpath("notes.md").read_text("utf-8")
    for words in ("Cole", "MacDonald", "Dupuy", "Parker", "Judgement", "Left out", "Strength points"):
        assert words in notes


@pytest.fixture(scope="module")
def plans():
    return read_scenario(shipped_scenario("ardennes_1944")).plans


@pytest.mark.parametrize("key", ["history", "small_solution"])
def test_each_plan_gives_every_formation_a_mission_or_one_above_it(orbat, plans, key):
    assert plans.reader.problems == []
    named = {row.mission.formation for row in plans.rows if key in row.plans}
    parents = {row.id: row.parent for row in orbat.formations}

    def led(formation):
        return formation in named or (formation in parents and led(parents[formation]))

    assert [row.id for row in orbat.formations if not led(row.id)] == []
    assert len(named) > 70


def test_both_plans_have_the_same_american_orders_and_german_ones_of_their_own(plans):
    rows = {key: [row.mission for row in plans.rows if key in row.plans] for key in plans.keys}
    american = {key: [one for one in found if one.side == "us"] for key, found in rows.items()}
    assert american["history"] == american["small_solution"]
    german = {key: {one.formation: one for one in found if one.side == "german"} for key, found in rows.items()}
    changed = {key for key, one in german["history"].items() if german["small_solution"].get(key) != one}
    assert {"6PzA", "ISS", "12SS", "1SS", "LVIII", "116Pz", "2Pz", "PzL"} <= changed
    assert not {"5FJ", "352VG", "276VG", "212VG", "26VG"} & changed


def test_st_vith_is_given_up_from_the_21st_on_and_third_army_attacks_on_the_22nd(plans):
    of = {row.mission.formation: row.mission for row in plans.rows if row.mission.side == "us"}
    for formation in ("7AD", "CCB9", "106"):
        mission = of[formation]
        assert (mission.kind, mission.goals[0].name, mission.until) == ("hold", "St. Vith", 6)
        assert (mission.then.kind, mission.then.goals[0].name) == ("withdraw", "Vielsalm")
    for formation, goal in (("4AD", "Bastogne"), ("III", "Bastogne"), ("26", "Wiltz"), ("80", "Heiderscheid")):
        mission = of[formation]
        assert (mission.kind, mission.until, mission.then.kind) == ("reserve", 6, "take")
        assert mission.then.goals[-1].name == goal
    assert [goal.name for goal in of["101"].goals] == ["Bastogne"]
