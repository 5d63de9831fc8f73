"""The operations of the library: sound on their ground under each rule system that their notes name, and they play."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from campaign.model.seats import Seat
from campaign.solo.playing import Game, play_out
from campaign.systems.catalogue import coded, keys, ruleset
from maps.lonlat import to_map
from scenarios.check import check_scenario
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios
from scenarios.teaching.lesson import teaches
from tests.maps.test_grounds import built

OLDER = {"ardennes_1944", "castiglione_1796", "skyline_drive_1944"}
"""Those with tests or played logs of their own; their notes have a form of their own too."""
OPERATIONS = sorted(name for name in set(shipped_scenarios()) - OLDER if not teaches(shipped_scenario(name)))
HEADS = ("Sources", "Rules", "Strength points", "Judgement", "Left out", "Points", "Played by itself")
REPORT = re.compile(r"(\d+) games?, seeds library/1 to library/(\d+)")


@cache
def told(name):
    return (shipped_scenario(name) / "notes.md").read_text("utf-8")


@cache
def found(name):
    return read_scenario(shipped_scenario(name))


def ground_of(scenario):
    return built(scenario.area)


def rules_of(scenario):
    return ruleset(scenario.ruleset, scenario.overrides)


def section(name, head):
    return told(name).split(f"\n## {head}\n")[1].split("\n## ")[0]


def systems(name):
    """Read out of the notes which rule systems an operation opens under, its own first."""
    text = " ".join(section(name, "Rules").split())
    named = " ".join(re.findall(r"(?:Made for|It opens under)[^.,;]*(?:, [^.,;]*)*", text))
    return [key for title, key in NAMES.items() if title in named]


NAMES = {
    "Zen Operational": "zen_operational", "Three Star General": "three_star_general",
    "Two Star General": "two_star_general", "D3 One-Hour": "d3_one_hour", "Generic Rules": "parkin_generic",
    **{ruleset(key).tables.name: key for key in keys() if key not in coded()},
}  # fmt: skip


@pytest.mark.parametrize("name", OPERATIONS)
def test_it_is_sound_under_each_rule_system_that_its_notes_name(name):
    scenario = found(name)
    named = systems(name)
    assert scenario.ruleset in named
    assert len(named) >= 4
    notes = {}
    for key in named:
        findings = check_scenario(shipped_scenario(name), ground_of, rules_of, rules=key)
        assert findings.problems == (), key
        notes[key] = findings.notes
    assert [note for note in notes[scenario.ruleset] if "has a way there" in note] == []
    # Who is shifted at set-up is told; many would mean that places are wrong.
    shifted = [note for note in notes[scenario.ruleset] if "taken or barred" in note]
    assert len(shifted) <= len(scenario.orbat.stands) // 3


@pytest.mark.parametrize("name", OPERATIONS)
def test_both_sides_play_a_turn_of_it_by_their_plan(name):
    scenario = found(name)
    rules = rules_of(scenario)
    event = open_scenario(scenario, built(scenario.area), rules, seed="turn").event
    assert {mission.side for mission in event.setting.missions} == {side.key for side in scenario.sides}
    game = Game.opened(event, built(scenario.area), rules, "turn")
    fought = set()
    for step in play_out(game, {side.key: Seat() for side in scenario.sides}):
        fought |= {type(one).__name__ for one in step.events}
        if (step.situation.state.clock.day, step.situation.state.clock.turn) > (1, 1):
            break
    assert "StandMoved" in fought, fought


@pytest.mark.parametrize("name", OPERATIONS)
def test_its_objectives_lie_at_the_places_that_they_are_called_by(name):
    hexmap, scenario = built(found(name).area), found(name)
    centres = hexmap.layout.to_map(hexmap.layout.centres())
    known = [one for one in scenario.objectives if one.name in {place.name for place in hexmap.places}]
    assert len(known) >= 4
    for one in known:
        (xy,) = to_map(hexmap.layout, [(one.lon, one.lat)])
        there = [centres[place.index] for place in hexmap.places if place.name == one.name]
        assert min(float(np.hypot(*(spot - xy))) for spot in there) < 1.2 * hexmap.layout.width_m, one.name


@pytest.mark.parametrize("name", OPERATIONS)
def test_its_notes_say_what_all_say_and_add_up_its_points(name):
    scenario = found(name)
    assert [head for head in HEADS if f"\n## {head}\n" not in told(name)] == []
    first, second = (side.key for side in scenario.sides)
    totals = [sum(one.points for one in scenario.objectives if one.side == side) for side in (first, second)]
    gained = [one for one in scenario.objectives if one.side == first and 0 < one.fell <= (one.by_day or scenario.days)]
    sums = [tuple(map(int, pair)) for pair in re.findall(r"\((\d+) of (\d+)\)", section(name, "Points"))]
    assert [total for _, total in sums] == totals
    assert sums[0][0] == sum(one.points for one in gained)


@pytest.mark.parametrize("name", OPERATIONS)
def test_its_report_of_games_counts_what_it_says(name):
    report = section(name, "Played by itself")
    games, last = map(int, REPORT.search(report).groups())
    assert games == last
    won = [int(number) for number in re.findall(r"^\| (?:.+ won|drawn) \| (\d+) \|$", report, re.MULTILINE)]
    assert len(won) == 3
    assert sum(won) == games
    rows = re.findall(r"^\| ([^|]+) \| (?:\d+|not) \| (\d+) \| (?:\d+|-) \|$", report, re.MULTILINE)
    wanted = {one.name for one in found(name).objectives}
    assert {row[0] for row in rows} == wanted
    assert all(int(row[1]) <= games for row in rows)


def test_the_manual_names_each_scenario_and_its_rules():
    page = Path("webui/help/scenarios.md").read_text("utf-8")
    assert [name for name in shipped_scenarios() if f"| `{name}` |" not in page] == []


def test_the_coast_road_of_crete_runs_on_land_through_every_village_of_it():
    hexmap = built("crete_1941")
    wet = {index for index in range(len(hexmap)) if hexmap.terrain_of(index) in {"sea", "water"}}
    assert [place.name for place in hexmap.places if place.index in wet] == []
    assert [hexmap.number(index) for index in wet if hexmap.road[index].any()] == []


def test_the_sea_is_nobodys_and_no_front_runs_over_it():
    """Crete: each hex of land is held by the side whose unit is nearest, the sea by none."""
    scenario = found("crete_1941")
    hexmap = ground_of(scenario)
    opening = open_scenario(scenario, hexmap, rules_of(scenario), seed="sea").event
    held = np.frombuffer(opening.control, np.uint8)
    is_sea = np.array([name == "sea" for name in hexmap.terrain_names])[hexmap.terrain]
    assert is_sea.sum() > 1000
    assert set(held[is_sea].tolist()) == {255}
    assert set(held[hexmap.inside & ~is_sea].tolist()) == {0, 1}
