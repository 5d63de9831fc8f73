"""
Find what lies beside a scenario: its ground, and the rules of a club's own that it is played by.

The ground of a scenario is the finished map in its folder, else what its own area file says, else the shipped area
that it names. A scenario that came from another club has the finished map, so that both play on the same ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.systems import catalogue
from maps.area.reader import read_area, shipped_area
from maps.gpkg import reader
from maps.toml_lines import read_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from maps.area.area import Area
    from maps.grid.hexmap import HexMap
    from scenarios.scenario import Scenario

    Progress = Callable[[str], None]

__all__ = ["AREA_FILE", "MAP_FILE", "RULES_FILE", "build", "ground_of", "rules_in", "rules_text"]

MAP_FILE, AREA_FILE, RULES_FILE = "map.gpkg", "area.toml", "rules.toml"


def ground_of(scenario: Scenario, progress: Progress = lambda _: None) -> HexMap:
    """
    Give the map that a scenario is played on: read if it is finished, else built.

    Raises
    ------
    ProblemsFound
        If the map, the area file or a source of it is wrong.
    """
    made = scenario.folder / MAP_FILE
    if made.is_file():
        return reader.read(made)
    own = scenario.folder / AREA_FILE
    return build(read_area(own if own.is_file() else shipped_area(scenario.area)), progress=progress)


def build(area: Area, *, progress: Progress = lambda _: None) -> HexMap:
    """Build the map of an area. What reads geodata is loaded here: most programs find their maps finished."""
    from maps.making.build import build as made  # noqa: PLC0415

    return made(area, progress=progress)


def rules_text(scenario: Scenario) -> str | None:
    """
    Give the text of the rules that lie beside a scenario, for the system that it is made for; None: there are none.

    A coded system, or another that the scenario is put under, has no text here.

    Raises
    ------
    ProblemsFound
        If the file cannot be read.
    """
    return None if scenario.made_for else rules_in(scenario.folder, scenario.ruleset)


def rules_in(folder: Path, ruleset: str) -> str | None:
    """Give the text of the rules of a key that lie in a folder; None: there are none, or they are coded."""
    path = folder / RULES_FILE
    return read_text(path) if ruleset not in catalogue.coded() and path.is_file() else None
