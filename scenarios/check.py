"""Try a scenario against its map and its rules, before anybody plays it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.kit.ending import leader
from campaign.model.situation import Situation
from campaign.model.verbs.opening import opening_state
from maps.problems import Problem, ProblemsFound
from scenarios.opening import open_scenario
from scenarios.plan_ground import plan_problems
from scenarios.plans import NO_PLAN
from scenarios.scenario import read_scenario, under_rules
from scenarios.teaching.lesson import lesson_problems, read_lesson
from scenarios.ways_there import no_way_there

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from campaign.engine.ruleset import Ruleset
    from campaign.model.verbs.opening import CampaignOpened
    from maps.grid.hexmap import HexMap
    from scenarios.scenario import Scenario

__all__ = ["Findings", "check_scenario"]


@dataclass(frozen=True)
class Findings:
    """What is wrong, and what is only worth knowing."""

    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()


def check_scenario(
    folder: Path,
    build_map: Callable[[Scenario], HexMap],
    load_rules: Callable[[Scenario], Ruleset],
    *,
    rules: str | None = None,
) -> Findings:
    """
    Read a scenario, build its map, and set its forces up.

    Parameters
    ----------
    build_map, load_rules
        How the map of its area and its rules are got.
    rules
        The key of another rule system than the scenario's own.

    Returns
    -------
    findings
        All problems at once; none, if the scenario can be played. Notes tell which stands had to be
        shifted at set-up, objectives that no side wants, and those that a side has no way to.
    """
    try:
        scenario, left = under_rules(read_scenario(folder), rules)
        hexmap = build_map(scenario)
    except ProblemsFound as found:
        return Findings(found.problems)
    try:
        loaded = load_rules(scenario)
        opening = open_scenario(scenario, hexmap, loaded, seed="check", plan=NO_PLAN)
    except ProblemsFound as found:
        return Findings((*found.problems, *scenario.plans.reader.by_line()))
    present = {stand.side for stand in scenario.orbat.stands} | {sample.side for sample in scenario.samples}
    idle = [side.name for side in scenario.sides if side.key not in present]
    problems = [Problem("orbat.csv", f"side {name} has no stands", "give it some, or leave it out") for name in idle]
    problems += list(_told_to_the_enemy(scenario))
    problems += plan_problems(scenario.plans, hexmap, opening.event.setting.objectives)
    if rules in {None, scenario.ruleset}:
        problems += lesson_problems(read_lesson(folder), scenario, hexmap, loaded)
    start = Situation(opening_state(opening.event), hexmap, loaded.tables)
    lost = no_way_there(start, loaded)
    return Findings(tuple(problems), (*left, *opening.notes, *lost, *_if_nothing_moves(opening.event)))


def _if_nothing_moves(event: CampaignOpened) -> Iterator[str]:
    """Say what the objectives would bring to each side if all stay where they are: who need not move is favoured."""
    sides, goals = event.setting.sides, event.setting.objectives
    codes = {side.key: code for code, side in enumerate(sides)}
    held = [goal for goal in goals if event.control[goal.hex] == codes[goal.side]]
    points = {side.key: sum(goal.points for goal in held if goal.side == side.key) for side in sides}
    ahead = leader(points)
    if goals:
        told = ", ".join(f"{side.name} {points[side.key]}" for side in sides)
        end = f"{next(side.name for side in sides if side.key == ahead)} is ahead" if ahead else "nobody is ahead"
        yield f"points for objectives if nothing moves: {told}; {end}"


def _told_to_the_enemy(scenario: Scenario) -> Iterator[Problem]:
    """Find units of another side that a side would read of in its introduction, or everybody in the common one."""
    texts = [(f"introduction of side {side.key!r}", side.introduction, side.key) for side in scenario.sides]
    for place, text, reader in [("introduction", scenario.introduction, ""), *texts]:
        for name in _names_of_others(scenario, reader):
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
                remedy = "put it into the introduction of the side that it is of, or into umpire_notes"
                yield Problem(f"scenario.toml: {place}", f"it names {name!r}, which the enemy must not read of", remedy)


def _names_of_others(scenario: Scenario, side: str) -> list[str]:
    """List the names of stands and formations that a side does not command; of all sides for nobody's."""
    formations = scenario.orbat.formations
    sides = {row.id: row.side for row in formations}
    named = [(row.side, name) for row in formations for name in (row.id, row.name, row.short)]
    # "99th Infantry Division" is called 99th Division, too.
    named += [(row.side, f"{parts[0]} {parts[-1]}") for row in formations if len(parts := row.name.split()) > 2]
    named += [(sides.get(row.formation, ""), name) for row in scenario.orbat.stands for name in (row.id, row.name)]
    # Names of few letters may stand in any text.
    return sorted({name for owner, name in named if owner != side and len(name) >= _SHORTEST_NAME})


_SHORTEST_NAME = 4
"""Letters of a name that is looked for in an introduction."""
