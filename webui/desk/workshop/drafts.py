"""
Keep the scenarios that are being built, one folder each in the store: every change since, so that undo survives.

``drafts/KEY/history.json`` is written whole, to the disk, before a change is acknowledged. The scenario's own files are
written anew with each change that can be read as a scenario; so it is played, handed on and listed as it is now. Where
somebody has changed those files by hand, or sent another order of battle, that is taken in as a change of its own.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from maps.problems import Problem, ProblemsFound
from maps.toml_lines import load_toml, read_text
from maps.whole import write_whole
from scenarios.drafting.changing import change_of
from scenarios.drafting.checking import faults_of_files
from scenarios.drafting.draft import Change, Draft, History, Things
from scenarios.drafting.fields import HEAD
from scenarios.drafting.files import NOTES_FILE, written_files
from scenarios.drafting.reading import read_draft
from scenarios.drafting.remarks import with_remarks
from scenarios.handing.beside import rules_text
from scenarios.plans import PLANS_FILE
from scenarios.scenario import SCENARIO_FILE
from webui.desk.faults import BadRequest
from webui.desk.keeping.ownscenarios import map_of, own_scenario
from webui.desk.mapprojects import held_folder
from webui.desk.workshop.pictures import first_picture, lay_picture

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.drafting.changing import Step
    from scenarios.drafting.draft import Thing
    from scenarios.drafting.files import Written
    from scenarios.scenario import Scenario
    from webui.desk.library import CampaignStore

__all__ = ["DRAFTS", "OwnDraft", "Taken"]

DRAFTS, HISTORY = "drafts", "history.json"
MOST_CHANGES = 20_000
_FILES = (SCENARIO_FILE, "formations.csv", "orbat.csv", PLANS_FILE, NOTES_FILE)
_MAYBE = (PLANS_FILE, NOTES_FILE)


class Taken(NamedTuple):
    """What came of a change: the history, and what keeps the files from being written as they are now."""

    history: History
    in_the_way: list[Problem]


class OwnDraft:
    """One scenario of the store that is being built."""

    def __init__(self, store: CampaignStore, key: str) -> None:
        """Find it; raises ``ProblemsFound`` if there is none of that name."""
        self.store, self.key, self.place = store, key, own_scenario(store, key)
        self.folder = store.folder / DRAFTS / key
        self.folder.mkdir(parents=True, exist_ok=True)

    def history(self) -> History:
        """Give all changes so far; what was changed in the files meanwhile is one of them."""
        with held_folder(self.folder):
            return self._fresh()

    @property
    def hexmap(self) -> HexMap:
        """Its ground."""
        return map_of(self.place)

    def written(self, things: Things) -> Written:
        """Give its files as they are now."""
        area = load_toml(self.place / SCENARIO_FILE)[0]["area"]
        return written_files(Draft(things), self.key, area)

    def rules(self, scenario: Scenario) -> Ruleset:
        """Load the rules of the scenario as it is now; raises ``StoreFault`` if there are none of that name."""
        text = rules_text(replace(scenario, folder=self.place))
        return self.store.ruleset(scenario.ruleset, scenario.overrides, text)

    def take(self, version: int, step: Step | Callable[[Draft], Change]) -> Taken:
        """
        Change the scenario by what somebody does, or by what a function makes of it.

        Raises
        ------
        BadRequest
            If the page is behind: it was changed in another window.
        ProblemsFound
            If it cannot be done, or cannot be written.
        """
        return self._moved(version, lambda history: _stepped(history, step))

    def undo(self, version: int) -> Taken:
        """Take back the last change; raises as ``take``."""
        return self._moved(version, lambda history: _shifted(history, -1))

    def redo(self, version: int) -> Taken:
        """Do again what was taken back; raises as ``take``."""
        return self._moved(version, lambda history: _shifted(history, 1))

    def _moved(self, version: int, step: Callable[[History], History]) -> Taken:
        with held_folder(self.folder):
            before = self._fresh()
            if version != before.version:
                raise BadRequest(409, "stale", "this scenario was changed elsewhere since", "load the page again")
            after = step(before)
            written = self.written(after.things())
            in_the_way = faults_of_files(written)
            if not in_the_way:
                self._lay(written, after.things()[HEAD])
                after = msgspec.structs.replace(after, files=self._mark())
            self._keep(after)
        return Taken(after, in_the_way)

    def _lay(self, written: Written, head: Thing) -> None:
        for name, text in written.texts.items():
            path = self.place / name
            kept = with_remarks(read_text(path), text) if path.suffix == ".toml" and path.is_file() else text
            write_whole(path, kept.encode())
        for name in _MAYBE:
            if name not in written.texts:
                (self.place / name).unlink(missing_ok=True)
        lay_picture(self.folder, self.place, head["picture"])

    def _keep(self, history: History) -> None:
        write_whole(self.folder / HISTORY, msgspec.json.encode(history))

    def _fresh(self) -> History:
        path, mark = self.folder / HISTORY, self._mark()
        if not path.is_file():
            found = History(self._read(), files=mark)
            self._keep(found)
            return found
        found = _decoded(path)
        if found.files == mark:
            return found
        now, then = self._read(), found.things()
        if self.written(now).texts != self.written(then).texts:
            after: dict[str, Thing | None] = {**dict.fromkeys(then), **now}
            before = {key: then.get(key) for key in after}
            found = found.with_change(Change("what was changed in its files", before, after))
        found = msgspec.structs.replace(found, files=mark)
        self._keep(found)
        return found

    def _read(self) -> Things:
        things = read_draft(self.place)
        things[HEAD]["picture"] = first_picture(self.folder, self.place)
        return things

    def _mark(self) -> str:
        """Say what the files are known by."""
        found = hashlib.sha256()
        for name in _FILES:
            path = self.place / name
            found.update(name.encode() + b"\0" + (path.read_bytes() if path.is_file() else b"") + b"\0")
        return found.hexdigest()


def _stepped(history: History, step: Step | Callable[[Draft], Change]) -> History:
    if history.at >= MOST_CHANGES:
        remedy = "hand it on as one file, open that, and go on with it under another name"
        raise ProblemsFound([Problem("scenario", f"has had {MOST_CHANGES:,} changes", remedy)])
    draft = Draft(history.things())
    return history.with_change(step(draft) if callable(step) else change_of(draft, step, history.version))


def _shifted(history: History, by: int) -> History:
    if not 0 <= history.at + by <= len(history.changes):
        raise ProblemsFound([Problem("undo" if by < 0 else "redo", "there is nothing left of that", "go on")])
    return history.moved(by)


def _decoded(path: Path) -> History:
    try:
        return msgspec.json.decode(path.read_bytes(), type=History)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        remedy = "put it back from a backup of the store, or take it away: the scenario's own files stay"
        raise ProblemsFound([Problem(str(path), f"cannot be read ({error})", remedy)]) from error
