"""Scenarios are read whole or refused with every reason, and open on their map."""

from __future__ import annotations

import datetime as dt
import re
import shutil
from dataclasses import replace

import pytest

from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import ruleset
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from maps.problems import ProblemsFound
from scenarios.check import check_scenario
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios


@pytest.fixture(scope="module")
def ardennes():
    scenario = read_scenario(shipped_scenario("ardennes_1944"))
    return scenario, build(read_area(shipped_area(scenario.area))), ruleset(scenario.ruleset, scenario.overrides)


@pytest.fixture
def folder(tmp_path):
    """A copy of the shipped scenario, to be broken."""
    return shutil.copytree(shipped_scenario("ardennes_1944"), tmp_path / "copy")


def broken(folder, old, new, file="scenario.toml"):
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {file}: the test breaks nothing"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ProblemsFound) as found:
        read_scenario(folder)
    return str(found.value)


def test_the_ardennes_are_shipped(ardennes):
    scenario, _, _ = ardennes
    assert "ardennes_1944" in shipped_scenarios()
    assert scenario.name == "Ardennes, 16 December 1944"
    assert scenario.start == dt.date(1944, 12, 16)
    assert {side.supply for side in scenario.sides} == {"axis", "allied"}


def test_an_unknown_scenario_is_named_with_the_nearest():
    with pytest.raises(ProblemsFound, match="did you mean 'ardennes_1944'"):
        shipped_scenario("ardenes_1944")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('key = "ardennes_1944"', 'kye = "ardennes_1944"', "kye is not known here; did you mean 'key'"),
        ("start = 1944-12-16", 'start = "16.12.44"', "is '16.12.44', no date; write it as 1944-12-16"),
        ("days = 9", "days = 0", "days is 0, out of range; give a number from 1 to 60"),
        ("latitude = 50.0", 'latitude = "north"', "latitude is 'north', no number"),
        ('weather = "overcast"', 'weather = "overcats"', "did you mean 'overcast'"),
        ('colour = "#7d8a7a"', 'colour = "grey"', "colour is 'grey'; write it as #8f8a4a"),
        ('side = "german"', 'side = "germn"', "did you mean 'german'"),
        ("[6.255, 50.640],", "[6.255],", "front is no line of [lon, lat] points"),
        ("days = 9", "days = = 9", "scenario.toml, line 11, column"),
    ],
)
def test_each_fault_of_the_file_is_said_with_its_line(folder, old, new, words):
    message = broken(folder, old, new)
    assert words in message
    assert "scenario.toml, line " in message


def test_faults_of_all_files_come_together(folder):
    (folder / "scenario.toml").write_text(
        (folder / "scenario.toml").read_text("utf-8").replace("days = 9", "days = 99"), "utf-8"
    )
    message = broken(folder, ",infantry,", ",infanty,", "orbat.csv")
    assert "days is 99" in message
    assert "orbat.csv, line " in message


def test_a_supply_source_that_nobody_has_is_found(folder):
    message = broken(folder, 'id = "kall"', 'id = "call"')
    assert "supply source 'kall' is not in scenario.toml; did you mean 'call'" in message
    assert "formations.csv, line " in message


def test_every_stand_finds_its_hex(ardennes):
    scenario, hexmap, rules = ardennes
    opening = open_scenario(scenario, hexmap, rules, seed="s")
    state = opening_state(opening.event)
    assert len(state.stands) == len(scenario.orbat.stands) >= 120
    placed = [stand for stand in state.stands.values() if stand.on_map]
    assert len(placed) >= 120
    sides_by_hex: dict[int, set[str]] = {}
    for stand in placed:
        sides_by_hex.setdefault(stand.hex, set()).add(stand.side)
    assert all(len(sides) == 1 for sides in sides_by_hex.values())
    waiting = [stand for stand in state.stands.values() if not stand.on_map]
    assert waiting
    assert all(stand.arrives is not None for stand in waiting)


def test_the_front_line_parts_the_map(ardennes):
    """Bitburg begins German, Bastogne and St. Vith American; Prüm lies behind the German line."""
    scenario, hexmap, rules = ardennes
    event = open_scenario(scenario, hexmap, rules, seed="s").event
    holders = {}
    for place in hexmap.places:
        code = event.control[place.index]
        holders[place.name] = event.setting.sides[code].key if code < 255 else None
    assert holders["Bitburg"] == holders["Prüm"] == "german"
    assert holders["Bastogne"] == holders["St. Vith"] == "us"


def test_without_a_front_line_a_hex_is_held_by_who_stands_nearest_to_it(ardennes):
    scenario, hexmap, rules = ardennes
    event = open_scenario(replace(scenario, front=()), hexmap, rules, seed="s").event
    sides, centres = [side.key for side in event.setting.sides], hexmap.layout.centres()
    placed = [(centres[stand.hex], sides.index(stand.side)) for stand in event.stands if stand.on_map]
    for index in range(0, len(hexmap), 37):
        if not hexmap.inside[index]:
            assert event.control[index] == 255
            continue
        off = [(float(((centres[index] - there) ** 2).sum()), side) for there, side in placed]
        assert event.control[index] in {side for far, side in off if far <= min(off)[0] + 1}
    assert len(set(event.control)) == 2 + (not hexmap.inside.all())


def test_prepared_positions_are_on_the_ground(ardennes):
    scenario, hexmap, rules = ardennes
    event = open_scenario(scenario, hexmap, rules, seed="s").event
    emplaced = [stand for stand in event.stands if stand.on_map and "emplaced" in stand.profile.traits]
    assert emplaced
    assert all(event.ground[str(stand.hex)] == "fort" for stand in emplaced)


def test_the_same_seed_opens_the_same_campaign(ardennes):
    first, second = (open_scenario(*ardennes, seed="s").event for _ in range(2))
    assert first == second
    assert open_scenario(*ardennes, seed="t").event.setting.seed == "t"


def checked(folder, ardennes):
    _, hexmap, rules = ardennes
    return check_scenario(folder, lambda _: hexmap, lambda _: rules)


def test_the_shipped_scenario_has_no_problems(ardennes):
    assert checked(shipped_scenario("ardennes_1944"), ardennes).problems == ()


def test_no_side_reads_of_the_other_s_units_in_an_introduction(folder, ardennes):
    path = folder / "scenario.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("We win by reaching", "Beware of the 99th Division. We win by reaching"), "utf-8")
    (problem,) = checked(folder, ardennes).problems
    assert "introduction of side 'german': it names '99th Division'" in str(problem)
    path.write_text(text.replace("guns open fire along", "guns of the 28th Division open fire along"), "utf-8")
    (problem,) = checked(folder, ardennes).problems
    assert "scenario.toml: introduction: it names '28th Division'" in str(problem)


def test_an_objective_off_the_map_is_found(folder, ardennes):
    text = (folder / "scenario.toml").read_text("utf-8")
    (folder / "scenario.toml").write_text(
        text + '\n[[objective]]\nname = "Antwerp"\nlon = 4.4\nlat = 51.22\nside = "german"\npoints = 9\n', "utf-8"
    )
    problems = checked(folder, ardennes).problems
    assert ["Antwerp (4.4, 51.22): lies off the map" in str(problem) for problem in problems] == [True]


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ('[[objective]]\nname = "Wiltz"\nlon = 5.9\nlat = 49.9\npoints = 3', "objective"),
        ("[[air]]\nday = 2\ndice = 1", "air"),
        ('[[source]]\nid = "x"\nname = "Sedan"\nlon = 4.9\nlat = 49.7', "source"),
        ('[[sample]]\nid = "x"\nsample = "infantry regiment"', "sample"),
        ('[[setup]]\nedge = "west"', "setup"),
    ],
)
def test_whose_a_row_is_must_be_said(folder, row, place):
    """Who left it out gave the objective to the side that happens to be named first."""
    path = folder / "scenario.toml"
    # The new row comes last of its table: those before it have their sides.
    path.write_text(path.read_text("utf-8") + f"\n{row}\n", "utf-8")
    with pytest.raises(ProblemsFound) as found:
        read_scenario(folder)
    (problem,) = found.value.problems
    assert re.search(rf"{place}.*side is missing; name one of german, us", str(problem))
    path.write_text(path.read_text("utf-8").replace(row, f'{row}\nside = "us"'), "utf-8")
    whole = read_scenario(folder)
    rows = {
        "objective": whole.objectives, "air": whole.air, "source": whole.sources, "sample": whole.samples,
        "setup": whole.setup,
    }  # fmt: skip
    assert rows[place][-1].side == "us"


def test_a_side_without_forces_is_found(folder, ardennes):
    text = (folder / "scenario.toml").read_text("utf-8")
    extra = '\n[[side]]\nkey = "uk"\nname = "British"\ncolour = "#b49a6a"\nsupply = "allied"\n'
    (folder / "scenario.toml").write_text(text + extra, "utf-8")
    assert "side British has no stands" in str(checked(folder, ardennes).problems[0])


SAMPLES = """
[[setup]]
side = "german"
edge = "east"

[[sample]]
id = "35Pz"
sample = "tanks"
side = "german"
name = "Panzer-Regiment 35"
parent = "5PzA"

[[sample]]
id = "99Inf"
sample = "motorised"
side = "us"
lon = 5.72
lat = 50.0
"""


def with_samples(folder, text=SAMPLES):
    file = folder / "scenario.toml"
    told = file.read_text("utf-8").replace('"zen_operational"', '"two_star_general"')
    file.write_text(re.sub(r"(?ms)^\[overrides\].*?(?=^\[|\Z)", "", told) + text, "utf-8")
    return folder


def test_3s_s_20_a_scenario_raises_sample_organisations_at_their_place_or_in_their_area(folder, ardennes):
    _, hexmap, _ = ardennes
    rules = ruleset("two_star_general")
    event = open_scenario(read_scenario(with_samples(folder)), hexmap, rules, seed="s").event
    tanks = [stand for stand in event.stands if stand.formation == "35Pz"]
    assert [stand.profile.attributes["stand"] for stand in tanks].count("medium_armour") == 3
    cols = hexmap.layout.grid.cols
    assert {stand.hex % cols for stand in tanks} <= {cols - 2, cols - 1}, "the attacker's two rows on his edge (S-21)"
    infantry = [stand for stand in event.stands if stand.formation == "99Inf"]
    assert sum("truck" in stand.id for stand in infantry) == 3
    assert all(stand.hex is not None for stand in (*tanks, *infantry))
    formation = next(one for one in event.formations if one.id == "35Pz")
    assert (formation.hq, formation.parent, formation.name) == ("hq/35Pz", "5PzA", "Panzer-Regiment 35")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('sample = "tanks"', 'sample = "tank"', "did you mean 'tanks'"),
        ('edge = "east"', 'edge = "top"', "edge"),
        ('side = "german"\nedge', 'side = "us"\nedge', "has no place and its side no set-up area"),
        ('id = "35Pz"', 'id = "5PzA"', "is taken"),
    ],
)
def test_faults_of_samples_are_told_with_their_place(folder, ardennes, old, new, says):
    _, hexmap, _ = ardennes
    assert old in SAMPLES
    found = check_scenario(
        with_samples(folder, SAMPLES.replace(old, new, 1)), lambda _: hexmap, lambda _: ruleset("two_star_general")
    )
    assert any(says in str(problem) and "scenario.toml, line" in str(problem) for problem in found.problems)


def test_2s_2_2_a_support_is_set_up_with_its_core_stand_though_it_is_written_first(ardennes):
    """Every line of the unit table can stand in orbat.csv; who needs another waits for him."""
    scenario, hexmap, _ = ardennes
    infantry = next(row for row in scenario.orbat.stands if row.id == "18VG.293.I")
    other = next(row for row in scenario.orbat.stands if row.side == "us" and not row.arrives)
    truck = replace(infantry, id="18VG.T", kind="transport", size="platoon", line="truck", strength=1)
    own = replace(
        scenario, ruleset="two_star_general", overrides={},
        orbat=replace(scenario.orbat, stands=(truck, infantry, other)),
    )  # fmt: skip
    stands = {one.id: one for one in open_scenario(own, hexmap, ruleset("two_star_general"), seed="s").event.stands}
    assert stands["18VG.T"].hex == stands["18VG.293.I"].hex is not None
    assert stands["18VG.T"].profile.attributes["stand"] == "truck"


def test_other_rules_have_no_samples(folder, ardennes):
    found = check_scenario(
        with_samples(folder), lambda _: ardennes[1], lambda item: ruleset(item.ruleset), rules="zen_operational"
    )
    assert any("says nothing of where sides set up" in str(problem) for problem in found.problems)
