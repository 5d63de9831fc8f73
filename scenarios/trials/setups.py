"""
Say what is played in a trial, so that any process can open it: a scenario on its map, or a battle on a board.

A setup holds names and files only; whoever plays opens it himself, and keeps map and rules for the next game.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from campaign.model.situation import Situation
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import ruleset
from maps.gpkg.reader import read
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.battle import open_battle, plan_on, plan_on_map, planned, read_force
from scenarios.board import open_board, shipped_boards
from scenarios.handing.beside import rules_text
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, under_rules

if TYPE_CHECKING:
    from campaign.engine.ruleset import Ruleset
    from campaign.model.verbs.opening import CampaignOpened
    from maps.grid.hexmap import HexMap

__all__ = ["EQUAL", "Setup", "board_at", "opened", "opening_of", "started"]

EQUAL = "infantry x3, armour x2, artillery"
"""The force of either side, where neither the trial nor the board names one."""


class Setup(msgspec.Struct, frozen=True):
    """What is played."""

    rules: str = ""
    """The rule system; "": the scenario's own."""
    scenario: str = ""
    """The folder of a scenario; "": a battle."""
    map_file: str = ""
    """The map of the scenario, or of a battle that is on no board."""
    board: str = ""
    """A shipped board, or the file of one."""
    red: str = ""
    """The force of the first side of a battle, as ``battle new`` reads it; "": ``EQUAL``."""
    blue: str = ""
    defends: str = ""
    """The side that defends, where the rules say how it sets up."""
    days: int = 0
    """How many days are played; 0: all."""
    readings: tuple[tuple[str, str | int | float | bool], ...] = ()
    """Readings of the rules set otherwise."""

    @property
    def name(self) -> str:
        """Name what is played on: a scenario or a board."""
        return Path(self.scenario or self.board or self.map_file).stem

    @property
    def words(self) -> str:
        """Say what is played."""
        days = f", {self.days} days" if self.days else ""
        set_so = "".join(f", {key}={value}" for key, value in self.readings)
        forces = "" if self.scenario else f": {self.red or EQUAL} against {self.blue or EQUAL}"
        defends = f", {self.defends} defends" if self.defends else ""
        return f"{self.name}{f' under {self.rules}' if self.rules else ''}{forces}{defends}{days}{set_so}"


def opened(setup: Setup, seed: str) -> tuple[CampaignOpened, HexMap, Ruleset]:
    """
    Open a game of a setup.

    Raises
    ------
    ProblemsFound
        If scenario, board, forces or map are not right.
    """
    return _scenario(setup, seed) if setup.scenario else _battle(setup, seed)


def started(setup: Setup) -> tuple[Situation, Ruleset]:
    """
    Give the situation that a game of a setup begins with: whether all is right shows before a hundred are played.

    Raises
    ------
    ProblemsFound
        If scenario, board, forces, readings or map are not right.
    """
    event, hexmap, rules = opened(setup, "start")
    return Situation(opening_state(event), hexmap, rules.tables), rules


@lru_cache(maxsize=8)
def opening_of(setup: Setup) -> str:
    """
    Name what every game of a setup begins from, by a digest: map, forces, plans, readings and rules.

    Raises
    ------
    ProblemsFound
        If scenario, board, forces or map are not right.
    """
    event, _, _ = opened(setup, "start")
    return hashlib.sha256(msgspec.json.encode(event, order="deterministic")).hexdigest()[:16]


def board_at(name: str) -> Path:
    """
    Find a shipped board by its name, or a board or map file.

    Raises
    ------
    ProblemsFound
        If there is none.
    """
    path = shipped_boards().get(name, Path(name))
    if not path.is_file():
        what, remedy = f"there is no board {name!r}", did_you_mean(name, shipped_boards())
        raise ProblemsFound([Problem("board", what, remedy)])
    return path


def _scenario(setup: Setup, seed: str) -> tuple[CampaignOpened, HexMap, Ruleset]:
    scenario, _ = under_rules(read_scenario(Path(setup.scenario)), setup.rules or None)
    scenario = replace(scenario, overrides={**scenario.overrides, **dict(setup.readings)})
    readings = tuple(sorted(scenario.overrides.items()))
    rules, hexmap = _rules(scenario.ruleset, readings, rules_text(scenario)), _map(setup.map_file)
    return open_scenario(scenario, hexmap, rules, seed=seed).event, hexmap, rules


def _battle(setup: Setup, seed: str) -> tuple[CampaignOpened, HexMap, Ruleset]:
    plain = _rules(setup.rules, ())
    forces = (read_force(setup.red or EQUAL, "red"), read_force(setup.blue or EQUAL, "blue"))
    path, days = board_at(setup.board or setup.map_file), setup.days or 1
    if path.suffix == ".toml":
        board = open_board(path)
        plan, hexmap = plan_on(board, forces, plain, days=days), board.hexmap
    else:
        hexmap = _map(str(path))
        plan = plan_on_map(hexmap, forces, days=days)
    plan = replace(plan, overrides={**plan.overrides, **dict(setup.readings)})
    plan = planned(plan, hexmap, plain, defender=setup.defends)
    rules = _rules(setup.rules, tuple(sorted(plan.overrides.items())))
    return open_battle(plan, hexmap, rules, seed=seed).event, hexmap, rules


@lru_cache(maxsize=4)
def _map(file: str) -> HexMap:
    return read(Path(file))


@lru_cache(maxsize=8)
def _rules(key: str, readings: tuple[tuple[str, str | int | float | bool], ...], text: str | None = None) -> Ruleset:
    return ruleset(key, dict(readings), text)
