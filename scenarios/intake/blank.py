"""Begin a blank scenario: ground, date, rules and two sides, no units; its order of battle is taken in afterwards."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.systems import catalogue
from maps.gpkg import writer
from maps.lonlat import lonlat_of
from maps.problems import Problem, did_you_mean, raise_any
from scenarios.handing.beside import MAP_FILE
from scenarios.orbat_rows import FORMATION_COLUMNS, STAND_COLUMNS
from scenarios.scenario import SCENARIO_FILE, read_scenario

if TYPE_CHECKING:
    from pathlib import Path

    from maps.grid.hexmap import HexMap
    from scenarios.scenario import Scenario

__all__ = ["Blank", "write_blank"]

_LONGEST, _MOST_DAYS = 80, 60
_SIDES = (("red", "#a04c42", "axis"), ("blue", "#4a6a8f", "allied"))
"""Key, colour and supply rates of the two sides; all of it is there to be changed."""


class Blank(NamedTuple):
    """What is told of a new scenario."""

    key: str
    name: str
    rules: str
    start: str
    """The first day, as 1944-12-16."""
    days: int
    sides: tuple[str, str]


def write_blank(folder: Path, blank: Blank, hexmap: HexMap, area: str = "") -> Scenario:
    """
    Write a blank scenario into a folder that is there.

    Parameters
    ----------
    hexmap, area
        Its ground, and the shipped area that makes it; "": the finished map goes into the folder.

    Raises
    ------
    ProblemsFound
        With all that is wrong with what was told; nothing was written then.
    """
    raise_any(_faults(blank))
    middle = hexmap.layout.centres()[np.asarray(hexmap.inside, bool)].mean(axis=0)
    lon, lat = (round(float(one), 3) for one in lonlat_of(hexmap.layout, middle)[0])
    if not area:
        writer.write(hexmap, folder / MAP_FILE)
    (folder / SCENARIO_FILE).write_text(_text(blank, area or MAP_FILE, lon, lat), "utf-8")
    for name, columns in (("formations.csv", FORMATION_COLUMNS), ("orbat.csv", STAND_COLUMNS)):
        (folder / name).write_text(",".join(columns) + "\n", "utf-8")
    return read_scenario(folder)


def _faults(blank: Blank) -> list[Problem]:
    found = [
        Problem(place, f"{text[:50]!r} cannot be a name", f"write 1 to {_LONGEST} letters, on one line")
        for place, text in (("name", blank.name), *(("side", side) for side in blank.sides))
        if not 0 < len(text) <= _LONGEST or not text.isprintable()
    ]
    if blank.sides[0] == blank.sides[1]:
        found.append(Problem("side", "both sides have one name", "call them differently"))
    if blank.rules not in (known := catalogue.keys()):
        found.append(Problem("rules", f"there are none called {blank.rules[:50]!r}", did_you_mean(blank.rules, known)))
    if not 1 <= blank.days <= _MOST_DAYS:
        found.append(Problem("days", f"is {blank.days}", f"give a number from 1 to {_MOST_DAYS}"))
    try:
        dt.date.fromisoformat(blank.start)
    except ValueError:
        found.append(Problem("start", f"{blank.start[:20]!r} is no date", "write it as 1944-12-16"))
    return found


def _text(blank: Blank, area: str, lon: float, lat: float) -> str:
    """Write the scenario's file, with a remark where something is there to be filled in."""
    heads = [
        f"key = {_quoted(blank.key)}",
        f"name = {_quoted(blank.name)}",
        f"area = {_quoted(area)}",
        f"ruleset = {_quoted(blank.rules)}",
        f"start = {blank.start}",
        f"days = {blank.days}",
        "",
        "# For sunrise and sunset: the middle of the map, and the hours that clocks stood before Greenwich.",
        f"latitude = {lat}",
        f"longitude = {lon}",
        f"utc_offset_h = {round(lon / 15)}",
        "",
        "# What all players read, and no side's secrets:",
        '# introduction = """..."""',
    ]
    sides = (_side(key, name, rest) for (key, *rest), name in zip(_SIDES, blank.sides, strict=True))
    wanted = "# Where supply comes in is a [[source]], what is worth points an [[objective]]: see the manual."
    return "\n".join([*heads, *(line for side in sides for line in side), "", wanted, ""])


def _side(key: str, name: str, rest: list[str]) -> list[str]:
    colour, supply = rest
    return ["", "[[side]]", f"key = {_quoted(key)}", f"name = {_quoted(name)}", f"colour = {_quoted(colour)}",
            f"supply = {_quoted(supply)}"]  # fmt: skip


def _quoted(text: str) -> str:
    """Write a text as a string of TOML: those of JSON are strings of TOML too."""
    return json.dumps(text, ensure_ascii=False)
