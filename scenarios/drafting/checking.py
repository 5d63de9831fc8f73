"""Say all that is wrong with a draft, each fault with its remedy and the thing that it is about."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec

from maps.problems import Problem, ProblemsFound
from scenarios.check import Findings, check_scenario
from scenarios.drafting.doubts import doubts
from scenarios.drafting.fields import HEAD
from scenarios.scenario import read_scenario

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.drafting.draft import Draft
    from scenarios.drafting.files import Written
    from scenarios.scenario import Scenario

__all__ = ["Found", "check_draft", "faults_of_files"]

_NOWHERE = re.compile(r"^(at|lon|lat) is (blank|missing)")
_SIDE = re.compile(r"side '?([^']+?)'?(?: has no stands)?$")
_LEADING = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*):? ")


class Found(msgspec.Struct, frozen=True):
    """Something that a check found: "fault" keeps it from being played, "doubt" and "note" do not."""

    grade: str
    place: str
    what: str
    remedy: str = ""
    thing: str = ""
    """The key of what it is about; "": the scenario as a whole."""


def check_draft(
    draft: Draft, written: Written, hexmap: HexMap, load_rules: Callable[[Scenario], Ruleset]
) -> list[Found]:
    """Try a draft as it is now: its files, its forces on the map by the rules, and what is unlikely in it."""
    found = _checked(written, hexmap, load_rules)
    told = [_found("fault", draft, written, one) for one in _gathered(draft, written, found.problems)]
    rest = [_found("note", draft, written, Problem("", note)) for note in found.notes]
    return [*told, *(Found("doubt", *one) for one in doubts(draft, hexmap)), *rest]


def faults_of_files(written: Written) -> list[Problem]:
    """Say what keeps the files of a draft from being read as a scenario."""
    with TemporaryDirectory(prefix="sandtable-") as folder:
        _write(Path(folder), written)
        try:
            read_scenario(Path(folder))
        except ProblemsFound as found:
            return list(found.problems)
    return []


def _write(folder: Path, written: Written) -> None:
    for name, text in written.texts.items():
        (folder / name).write_text(text, "utf-8")


def _checked(written: Written, hexmap: HexMap, load_rules: Callable[[Scenario], Ruleset]) -> Findings:
    with TemporaryDirectory(prefix="sandtable-") as folder:
        _write(Path(folder), written)
        try:
            return check_scenario(Path(folder), lambda _: hexmap, load_rules)
        except ProblemsFound as found:
            return Findings(found.problems)


def _gathered(draft: Draft, written: Written, problems: Sequence[Problem]) -> list[Problem]:
    """Say once of a unit that it stands nowhere, and not of each of its columns."""
    found: dict[tuple[str, str], Problem] = {}
    for one in problems:
        key = written.thing_at(one.place)
        if _NOWHERE.match(one.what) and draft.things.get(key, {}).get("what") == "unit":
            remedy = "drag it from the order of battle onto the map"
            found.setdefault((key, "nowhere"), Problem(one.place, "stands nowhere yet", remedy))
        else:
            found.setdefault((one.place, one.what), one)
    return list(found.values())


def _found(grade: str, draft: Draft, written: Written, one: Problem) -> Found:
    key = written.thing_at(one.place) or _by_words(draft, one)
    thing = draft.things.get(key, {})
    called = "The scenario" if key in ("", HEAD) else str(thing.get("name") or thing.get("what"))
    return Found(grade, called, one.what, one.remedy, "" if key == HEAD else key)


def _by_words(draft: Draft, one: Problem) -> str:
    """Find what a message is about by the id or the name in it; "": nobody knows."""
    for text in (one.place, one.what):
        leading, side = _LEADING.match(f"{text} "), _SIDE.search(text)
        ids = {str(each.get("id")): key for key, each in draft.things.items() if each.get("id")}
        if leading and leading[1] in ids:
            return ids[leading[1]]
        for key, each in draft.of("side"):
            if side and side[1] in (each["name"], each["id"]):
                return key
    spots = [row for what in ("source", "objective") for row in draft.of(what)]
    return next((key for key, each in spots if one.place == f"{each['name']} ({each['lon']}, {each['lat']})"), "")
