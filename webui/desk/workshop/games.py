"""
Have games played that try a scenario or rules, in a process of their own, and say what came of them.

There is one trial of each scenario and of each rule file: what is asked next takes the place of the last. A server has
one at a time; a store's other servers read how far it is from the same folder.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.systems import catalogue
from maps.problems import Problem, ProblemsFound
from maps.whole import write_json
from scenarios.board import open_board, shipped_boards
from scenarios.handing.beside import MAP_FILE
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios
from scenarios.trials.service import ASKED, FAILED, JOB, REPORT, RUNNING, STOP, STOPPED, Asked
from scenarios.trials.setups import Setup
from webui.desk.faults import BadRequest
from webui.desk.keeping.ownscenarios import map_of, own_scenarios, scenario_path

if TYPE_CHECKING:
    from webui.desk.library import CampaignStore

__all__ = ["MOST_GAMES", "Trials", "grounds_for", "scenario_setup", "setup_on"]

FOLDER = "trials"
MOST_GAMES, MOST_DAYS = 1000, 60
_STOPS_IN_S = 3.0
_BOARD, _SCENARIO = "board:", "scenario:"


def grounds_for(store: CampaignStore, rules: str) -> list[tuple[str, str]]:
    """List what games can be played on under rules: scenarios made for them first, boards, then other scenarios."""
    own = [(one.folder.name, one) for one in own_scenarios(store)[0] if one.orbat.stands]
    rows = [*((name, read_scenario(shipped_scenario(name))) for name in shipped_scenarios()), *own]
    made = [(f"{_SCENARIO}{name}", one.name) for name, one in rows if one.ruleset == rules]
    rest = [(f"{_SCENARIO}{name}", one.name) for name, one in rows if one.ruleset != rules]
    boards = [(f"{_BOARD}{name}", f"Board: {open_board(path).name}") for name, path in shipped_boards().items()]
    return [*made, *boards, *rest]


def scenario_setup(store: CampaignStore, name: str, rules: str, days: int) -> Setup:
    """Say how a scenario is played in a trial; its map is kept beside the store first."""
    folder = scenario_path(store, name)
    hexmap = map_of(folder)
    store.keep_map(hexmap)
    return Setup(rules=rules, scenario=str(folder), map_file=str(store.map_file(hexmap.key)), days=days)


def setup_on(store: CampaignStore, ground: str, rules: str, days: int) -> Setup:
    """Say how rules are played on a ground that ``grounds_for`` lists."""
    if ground.startswith(_BOARD):
        name = ground.removeprefix(_BOARD)
        if name not in shipped_boards():
            raise BadRequest(404, "ground", f"there is no board {name[:40]!r}", "take one from the list")
        suits = open_board(shipped_boards()[name]).battles
        red, blue = suits.get(rules, ("", ""))
        return Setup(rules=rules, board=name, red=red, blue=blue, days=days)
    return scenario_setup(store, ground.removeprefix(_SCENARIO), rules, days)


class Trials:
    """The trials of one store's server."""

    def __init__(self, store: CampaignStore) -> None:
        """Begin with none running."""
        self.store = store
        self._lock = threading.Lock()
        self._running: tuple[str, subprocess.Popen[bytes]] | None = None

    def folder(self, name: str) -> Path:
        """Name the folder of a trial."""
        return self.store.folder / FOLDER / name

    def job(self, name: str) -> dict[str, Any]:
        """Say how far a trial is, and what is known so far; nothing: none was asked for."""
        path, other = self.folder(name) / JOB, self._other(name)
        busy = {"busy": _named(other)} if other else {}
        with suppress(FileNotFoundError, msgspec.DecodeError):
            told: dict[str, Any] = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
            return self._mourned(name, told) | {"report": (self.folder(name) / REPORT).is_file()} | busy
        return dict(busy)

    def _other(self, name: str) -> str:
        """Name the other trial that this server is at; "": none, so that one may be begun."""
        running = self._running
        return running[0] if running is not None and running[0] != name and running[1].poll() is None else ""

    def _mourned(self, name: str, told: dict[str, Any]) -> dict[str, Any]:
        """Say so where the process that plays has ended without a word."""
        running = self._running
        if told.get("state") != RUNNING or running is None or running[0] != name or running[1].poll() is None:
            return told
        again: dict[str, Any] = msgspec.json.decode((self.folder(name) / JOB).read_bytes(), type=dict[str, Any])
        if again.get("state") == RUNNING:
            again |= {"state": FAILED, "faults": [f"the process that plays ended ({running[1].returncode})"]}
            write_json(self.folder(name) / JOB, again)
        return again

    def begin(self, name: str, setup: Setup, games: int) -> dict[str, Any]:
        """
        Begin a trial; one of the same name that is over is forgotten.

        Raises
        ------
        BadRequest
            If another one runs here, or the numbers are none.
        """
        if not 1 <= games <= MOST_GAMES or not 0 <= setup.days <= MOST_DAYS:
            raise BadRequest(400, "games", f"{games} games of {setup.days} days", f"ask for 1 to {MOST_GAMES}")
        with self._lock:
            if self._running is not None and self.job(self._running[0]).get("state") == RUNNING:
                raise BadRequest(409, "busy", f"games are played for {_named(self._running[0])}", "wait, or stop them")
            self.close()
            folder = self.folder(name)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            own = _apart(folder, setup)
            number, rules = time.time_ns() // 1_000_000, tuple(map(str, catalogue.folders()))
            (folder / ASKED).write_bytes(msgspec.json.encode(Asked(number, own, games, rule_folders=rules)))
            write_json(
                folder / JOB, {"number": number, "state": RUNNING, "step": "beginning", "done": 0, "wanted": games}
            )
            command = [sys.executable, "-m", "scenarios.trials.service", str(folder.absolute())]
            quiet = subprocess.DEVNULL
            self._running = name, subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        return self.job(name)

    def stop(self, name: str) -> dict[str, Any]:
        """Stop a trial, by whichever server of the store it was begun; what is known so far stays."""
        told = self.job(name)
        if told.get("state") != RUNNING:
            return told
        (self.folder(name) / STOP).touch()
        until = time.monotonic() + _STOPS_IN_S
        while (told := self.job(name)).get("state") == RUNNING and time.monotonic() < until:
            time.sleep(0.05)
        if told.get("state") == RUNNING:
            # Whoever played is gone, with its server, or has not begun to listen.
            self.close()
            (self.folder(name) / STOP).unlink(missing_ok=True)
            write_json(self.folder(name) / JOB, {**told, "state": STOPPED, "step": "stopped"})
        return self.job(name)

    def report(self, name: str) -> bytes:
        """Give the report of a trial that was played to its end; raises ``BadRequest`` if there is none."""
        path = self.folder(name) / REPORT
        if not path.is_file():
            raise BadRequest(404, "report", "there is no report yet", "have the games played to their end")
        return path.read_bytes()

    def close(self) -> None:
        """End what runs."""
        if self._running is not None:
            self._running[1].kill()
            self._running[1].wait()
            self._running = None


def _named(trial: str) -> str:
    """Call a trial what it is of: "scenario sedan"."""
    return trial.replace("-", " ", 1)


def _apart(folder: Path, setup: Setup) -> Setup:
    """Copy the scenario that is played, so that it may be changed meanwhile."""
    if not setup.scenario:
        return setup
    source = Path(setup.scenario)
    copied = folder / source.name
    try:
        shutil.copytree(source, copied, ignore=shutil.ignore_patterns(MAP_FILE, "picture.*"))
    except OSError as error:
        raise ProblemsFound(
            [Problem(str(folder), f"cannot be written ({error.strerror})", "make room there")]
        ) from error
    return msgspec.structs.replace(setup, scenario=str(copied))
