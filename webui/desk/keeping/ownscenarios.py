"""Keep the scenarios of a store's own: copies of others with an order of battle that was taken in from a file."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from scenarios.check import check_scenario
from scenarios.handing.aside import made_aside
from scenarios.handing.beside import ground_of, rules_text
from scenarios.handing.manifest import GOOD_KEY, bad_key
from scenarios.intake.blank import write_blank
from scenarios.intake.files import Looked, look_at_forces, write_tables
from scenarios.scenario import SCENARIO_FILE, read_scenario, read_sides, shipped_scenario, shipped_scenarios
from scenarios.teaching.lesson import LESSON_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from maps.grid.hexmap import HexMap
    from scenarios.check import Findings
    from scenarios.intake.blank import Blank
    from scenarios.intake.files import Asked
    from scenarios.scenario import Scenario
    from webui.desk.library import CampaignStore

__all__ = [
    "FOLDER",
    "NewScenario",
    "begin_blank",
    "begin_copy",
    "begin_scenario",
    "checked",
    "free_key",
    "key_faults",
    "looked_at",
    "map_of",
    "models",
    "own_scenario",
    "own_scenarios",
    "scenario_path",
]

FOLDER = "scenarios"
_LONGEST = 80
_PLANS = ("plans.toml", LESSON_FILE)
"""What speaks of the units of the scenario that was copied."""
_NAME, _PLAN = re.compile(r'^name = ".*"$', re.MULTILINE), re.compile(r'^plan = ".*"\n', re.MULTILINE)


class NewScenario(NamedTuple):
    """A scenario that is to be begun: its short name, its name, and the one that it is a copy of."""

    key: str
    name: str
    model: str


def own_scenarios(store: CampaignStore) -> tuple[list[Scenario], list[Problem]]:
    """List the scenarios that are kept in a store, and what is wrong with those that cannot be read."""
    found: list[Scenario] = []
    problems: list[Problem] = []
    for folder in sorted((store.folder / FOLDER).glob(f"*/{SCENARIO_FILE}")):
        try:
            found.append(read_scenario(folder.parent))
        except ProblemsFound as faults:
            problems += [Problem(f"scenario {folder.parent.name}", str(one)) for one in faults.problems]
    return found, problems


def models(store: CampaignStore) -> list[tuple[str, str]]:
    """List the scenarios that another may be a copy of, shipped ones and own, by short name, with their names."""
    return [(key, name) for key, name, _ in with_sides(store)]


def with_sides(store: CampaignStore) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """List the scenarios, shipped ones and own, by short name, with their names, and their sides by key and name."""
    shipped = [(name, read_scenario(shipped_scenario(name))) for name in shipped_scenarios()]
    rows = [(key, one.name, one) for key, one in shipped]
    rows += [(one.folder.name, f"{one.name} ({one.folder.name})", one) for one in own_scenarios(store)[0]]
    return [(key, name, [(side.key, side.name) for side in one.sides]) for key, name, one in rows]


def scenario_path(store: CampaignStore, name: str) -> Path:
    """
    Find the folder of a scenario that is kept in a store, or is shipped.

    Raises
    ------
    ProblemsFound
        If there is none of that name.
    """
    if own := _kept(store, name):
        return own
    if name in shipped_scenarios():
        return shipped_scenario(name)
    known = [*shipped_scenarios(), *(one.folder.name for one in own_scenarios(store)[0])]
    raise ProblemsFound([Problem("scenario", f"there is no scenario {name[:40]!r}", did_you_mean(name, known))])


def own_scenario(store: CampaignStore, name: str) -> Path:
    """
    Find the folder of a scenario of the store's own, which may be changed.

    Raises
    ------
    ProblemsFound
        If there is none of that name.
    """
    if own := _kept(store, name):
        return own
    known = [path.parent.name for path in (store.folder / FOLDER).glob(f"*/{SCENARIO_FILE}")]
    what = f"there is no scenario of your own called {name[:40]!r}"
    raise ProblemsFound([Problem("scenario", what, did_you_mean(name, known) or "begin one, or a copy of another")])


def _kept(store: CampaignStore, name: str) -> Path | None:
    place = store.folder / FOLDER / name
    return place if GOOD_KEY.fullmatch(name) and (place / SCENARIO_FILE).is_file() else None


def looked_at(store: CampaignStore, model: str, body: bytes, place: str, asked: Asked) -> Looked:
    """
    Look at what is in a file, for a copy of a scenario; nothing is written.

    Raises
    ------
    ProblemsFound
        If there is no such scenario.
    """
    folder = scenario_path(store, model)
    sides, near = read_sides(folder)
    looked = look_at_forces(body, place, sides, replace(asked, near=near))
    if "hex" not in looked.intake.columns:
        return looked
    # Few tables name hexes; the map is built for those alone, and once.
    return look_at_forces(body, place, sides, replace(asked, near=near, hexmap=map_of(folder)))


def checked(store: CampaignStore, name: str) -> Findings:
    """
    Try a scenario against its map and its rules: all that is wrong with it, and what is to be known.

    Raises
    ------
    ProblemsFound
        If there is none of that name.
    """
    folder = scenario_path(store, name)
    return check_scenario(
        folder, lambda _: map_of(folder), lambda item: store.ruleset(item.ruleset, item.overrides, rules_text(item))
    )


@lru_cache(maxsize=4)
def map_of(folder: Path) -> HexMap:
    """Give the map of a scenario's folder, from memory if it was asked for lately; raises ``ProblemsFound``."""
    return ground_of(read_scenario(folder))


def begin_scenario(store: CampaignStore, new: NewScenario, looked: Looked) -> Scenario:
    """
    Begin a scenario: a copy of another with the order of battle of a file; a blank one may itself be filled so.

    The plans of the staffs are left out: they speak of the units of the other.

    Raises
    ------
    ProblemsFound
        With all that is in the way, in the file and in the names; nothing was written then.
    """
    filled = new.key == new.model and _is_blank(store, new.model)
    raise_any([*([] if filled else key_faults(store, new.key)), *_name_faults(new), *looked.problems])
    assert looked.mustered is not None
    place = store.folder / FOLDER
    try:
        with made_aside(place / new.key, instead=filled) as made:
            shutil.copytree(scenario_path(store, new.model), made, ignore=shutil.ignore_patterns(*_PLANS, "*.before"))
            _renamed(made, new.name)
            write_tables(made, looked.mustered)
            for old in made.glob("*.before"):
                old.unlink()
            read_scenario(made)
    except OSError as error:
        raise _not_written(place, error) from error
    return read_scenario(place / new.key)


def begin_copy(store: CampaignStore, new: NewScenario) -> Scenario:
    """
    Begin a scenario as a copy of another, with all that is in it, to be changed.

    Raises
    ------
    ProblemsFound
        With all that is in the way, in the names; nothing was written then.
    """
    raise_any([*key_faults(store, new.key), *_name_faults(new)])
    place = store.folder / FOLDER
    try:
        with made_aside(place / new.key) as made:
            shutil.copytree(scenario_path(store, new.model), made, ignore=shutil.ignore_patterns("*.before"))
            _named(made, new.name)
    except OSError as error:
        raise _not_written(place, error) from error
    return read_scenario(place / new.key)


def begin_blank(store: CampaignStore, blank: Blank, ground: HexMap, area: str = "") -> Scenario:
    """
    Begin a scenario without units, on a shipped area's ground or on a map that goes into it.

    Raises
    ------
    ProblemsFound
        With all that is in the way, in the names and in what was told; nothing was written then.
    """
    raise_any(key_faults(store, blank.key))
    place = store.folder / FOLDER
    try:
        with made_aside(place / blank.key) as made:
            made.mkdir()
            write_blank(made, blank, ground, area)
    except OSError as error:
        raise _not_written(place, error) from error
    return read_scenario(place / blank.key)


def _not_written(place: Path, error: OSError) -> ProblemsFound:
    return ProblemsFound([Problem(str(place), f"cannot be written ({error.strerror})", "make room there")])


def _is_blank(store: CampaignStore, name: str) -> bool:
    """Whether a scenario of the store has no units yet, so that an order of battle may go into it and not a copy."""
    return any(one.folder.name == name and not one.orbat.stands for one in own_scenarios(store)[0])


def key_faults(store: CampaignStore, key: str) -> list[Problem]:
    """Say why a new scenario may not have this short name: it is none, or is taken."""
    if wrong := bad_key(key):
        return wrong
    if key in {known for known, _ in models(store)} or (store.folder / FOLDER / key).exists():
        return [Problem("short name", f"there is a scenario {key!r} already", "take another")]
    return []


def free_key(store: CampaignStore, key: str) -> str:
    """Give the short name itself, or with the least number behind it that makes it free."""
    names = (key, *(f"{key[:36]}-{number}" for number in range(2, 1000)))
    return next((name for name in names if not key_faults(store, name)), key)


def _name_faults(new: NewScenario) -> list[Problem]:
    if 0 < len(new.name) <= _LONGEST and new.name.isprintable():
        return []
    return [Problem("name", f"has {len(new.name)} characters", f"write 1 to {_LONGEST}, on one line")]


def _renamed(folder: Path, name: str) -> None:
    """Give a copy its own name; it has no plans that it could name."""
    path = _named(folder, name)
    path.write_text(_PLAN.sub("", path.read_text("utf-8"), count=1), "utf-8")


def _named(folder: Path, name: str) -> Path:
    path = folder / SCENARIO_FILE
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    path.write_text(_NAME.sub(lambda _: f'name = "{escaped}"', path.read_text("utf-8"), count=1), "utf-8")
    return path
