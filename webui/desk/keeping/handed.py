"""Hand a store's scenarios on as files, and keep those that other clubs hand on."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, NamedTuple

from maps.problems import raise_any
from scenarios.check import check_scenario
from scenarios.handing.beside import rules_text
from scenarios.handing.manifest import PICTURES
from scenarios.handing.publishing import Giver, published
from scenarios.handing.receiving import keep, looked_into, received
from scenarios.scenario import read_scenario
from webui.desk.keeping.ownscenarios import FOLDER, key_faults, map_of, scenario_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from campaign.engine.ruleset import Ruleset
    from scenarios.check import Findings
    from scenarios.handing.manifest import Manifest
    from scenarios.scenario import Scenario
    from webui.desk.library import CampaignStore

__all__ = ["HandedOn", "hand_on", "handed_rows", "keep_handed", "look_into_handed", "picture_of", "program", "rules_of"]


class HandedOn(NamedTuple):
    """What is in a file of another club: what it says of itself, the scenario, and what a check of it found."""

    manifest: Manifest
    scenario: Scenario
    findings: Findings


def program() -> str:
    """Give the version of the program that writes files."""
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "not installed"


def hand_on(store: CampaignStore, name: str, by: str, licence: str, *, side: str = "") -> bytes:
    """
    Write a scenario of a store, or a shipped one, as one file: for umpires, or for a player of one side.

    Raises
    ------
    ProblemsFound
        If there is none of that name or no such side, it cannot be read, or the giver or the licence is not told.
    """
    folder = scenario_path(store, name)
    scenario = read_scenario(folder)
    rules = rules_of(store, scenario)
    giver = Giver(by.strip(), licence.strip(), program())
    return published(scenario, name, map_of(folder), rules, giver, side=side.strip())


def look_into_handed(body: bytes, load_rules: Callable[[Scenario], Ruleset]) -> HandedOn:
    """
    Look into a file of another club: nothing of it is kept.

    Raises
    ------
    ProblemsFound
        If it cannot be opened, with all that is wrong; what is wrong with the scenario itself stands in the findings.
    """
    found = received(body)
    with looked_into(found) as (scenario, hexmap):
        findings = check_scenario(scenario.folder, lambda _: hexmap, load_rules)
    return HandedOn(found.manifest, scenario, findings)


def keep_handed(store: CampaignStore, body: bytes, key: str) -> Scenario:
    """
    Keep a file of another club as a scenario of the store, by a short name that is free.

    Raises
    ------
    ProblemsFound
        If it cannot be opened, or the name is taken; nothing was written then.
    """
    raise_any(key_faults(store, key))
    return keep(received(body), store.folder / FOLDER, key)


def picture_of(store: CampaignStore, name: str) -> Path | None:
    """Find the picture of a scenario, if one lies beside it; raises ``ProblemsFound`` if there is no such scenario."""
    folder = scenario_path(store, name)
    return next((folder / one for one in PICTURES if (folder / one).is_file()), None)


def handed_rows(found: HandedOn) -> list[tuple[str, str]]:
    """Say what a file holds, a row each: a heading and words."""
    told, item = found.manifest, found.scenario
    size = sum(one.bytes for one in told.files.values())
    return [
        ("Scenario", f"{item.name}, from {item.start:%d.%m.%Y}, {item.days} days"),
        ("Sides", " against ".join(side.name for side in item.sides)),
        ("Units", f"{len(item.orbat.stands)} in {len(item.orbat.formations)} formations"),
        ("Ground", f"{told.ground.name}, {told.ground.hexes:,} hexes, {told.ground.key}"),
        ("Made from", "\n".join(told.ground.sources) or "no source that asks to be named"),
        ("Rules", f"{told.rules.name}{', a file of their own in it' if told.rules.sha256 else ''}"),
        ("Given by", f"{told.by}; licence: {told.licence}"),
        ("Files", f"{', '.join(told.files)}; {size:,} bytes, written by Sandtable {told.program or 'of no version'}"),
    ]


def rules_of(store: CampaignStore, scenario: Scenario) -> Ruleset:
    """Load the rules of a scenario: those beside it, else those that the store knows; raises ``StoreFault``."""
    return store.ruleset(scenario.ruleset, scenario.overrides, rules_text(scenario))
