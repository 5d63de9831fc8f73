"""
Play many games of a setup and say what came of them, game by game: for the command line, and for a page.

A page's games are played in a process of their own (``python -m scenarios.trials.service FOLDER``). It reads what is
wanted from ``asked.json``, writes how far it is and what is known so far to ``job.json`` after each game, each game to
``games.jsonl``, and the report to ``report.html``; a file ``stop`` ends it, in the middle of a game too.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.names import count
from campaign.model.seats import Seat
from campaign.systems import catalogue
from maps.problems import ProblemsFound
from maps.whole import write_json
from scenarios.trials.many import Task, keep, played, seeds_of
from scenarios.trials.page import balance_html
from scenarios.trials.setups import Setup, started
from scenarios.trials.summary import Balance, verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from campaign.model.situation import Situation
    from scenarios.trials.records import GameRecord

    Play = Callable[[Sequence[Task]], Iterable[GameRecord]]

__all__ = ["ASKED", "JOB", "REPORT", "STOP", "Asked", "balance_data", "balanced"]

ASKED, JOB, GAMES, REPORT, STOP = "asked.json", "job.json", "games.jsonl", "report.html", "stop"
RUNNING, DONE, FAILED, STOPPED = "running", "done", "failed", "stopped"
_LOOK_EVERY_S = 0.2
_NICER = 10
"""Games for a page give way to whoever else uses the machine."""


class Asked(msgspec.Struct, frozen=True):
    """What a page wants played."""

    number: int
    setup: Setup
    games: int
    seed: str = "page"
    rule_folders: tuple[str, ...] = ()


def balanced(start: Situation, tasks: Sequence[Task], play: Play, told: Callable[[Balance], None]) -> Balance:
    """Play games; ``told`` is given what is known after each."""
    records: list[GameRecord] = []
    for record in play(tasks):
        records.append(record)
        told(Balance(start, tuple(records)))
    return Balance(start, tuple(records))


def balance_data(found: Balance) -> dict[str, Any]:
    """Say what games showed, as plain data: who won, points, losses and days by side, places, units that do nothing."""
    wins = {side: asdict(found.wins(side)) for side in (*found.sides, "")} if found.counted else {}
    return {
        "verdict": verdict(found), "games": len(found.counted), "wins": wins,
        "faults": {record.seed: record.fault for record in found.faults},
        "places": [one._asdict() for one in found.places()] if found.counted else [],
        "idlers": [one._asdict() for one in found.idlers()],
        "sides": [_side_data(found, side) for side in found.sides] if found.counted else [],
        "days": _mean(record.turns[-1].day for record in found.counted if record.turns),
        "lost_in": count(0, found.start.tables.losses.one).removeprefix("0 "),
    }  # fmt: skip


def _side_data(found: Balance, side: str) -> dict[str, Any]:
    last = [record.turns[-1] for record in found.counted if record.turns]
    name = next(one.name for one in found.start.state.setting.sides if one.key == side)
    return {
        "key": side, "name": name, "points": _mean(record.points.get(side, 0) for record in found.counted),
        "lost": _mean(row.lost.get(side, 0) for row in last),
        "units_lost": _mean(sum(one.side == side for one in record.deaths) for record in found.counted),
    }  # fmt: skip


def _pace(found: Balance) -> dict[str, float]:
    """Say how long a game takes here: no two plays of a game take the same, so only who waits is told."""
    return {"seconds": _mean(record.seconds for record in found.counted)}


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return round(fmean(found), 2) if found else 0.0


class _Telling:
    """Tells whoever looks into the folder how far the games are; once it is over nothing more is told."""

    def __init__(self, folder: Path, asked: Asked) -> None:
        self.folder = folder
        self.told: dict[str, Any] = {"number": asked.number, "state": RUNNING, "step": "beginning", "done": 0,
                                     "wanted": asked.games}  # fmt: skip
        self._lock, self._began = threading.Lock(), time.monotonic()

    def say(self, **more: Any) -> None:
        with self._lock:
            if self.told["state"] != RUNNING:
                return
            self.told |= {**more, "seconds": round(time.monotonic() - self._began, 1)}
            write_json(self.folder / JOB, self.told)

    def balance(self, found: Balance) -> None:
        self.say(step="playing", done=len(found.records), found=balance_data(found) | _pace(found))


def _watch(telling: _Telling) -> None:
    """End the process when it is told to stop, or when its server has ended; what is known so far stays told."""
    server = os.getppid()
    while True:
        time.sleep(_LOOK_EVERY_S)
        if (telling.folder / STOP).exists() or os.getppid() != server:
            (telling.folder / STOP).unlink(missing_ok=True)
            telling.say(state=STOPPED, step="stopped")
            os._exit(0)


def _kept(folder: Path, tasks: Sequence[Task]) -> Iterator[GameRecord]:
    for record in played(tasks, workers=1):
        keep(record, folder / GAMES)
        yield record


def _run(folder: Path, asked: Asked, telling: _Telling) -> None:
    start, _ = started(asked.setup)
    seats = tuple((side.key, Seat()) for side in start.state.setting.sides)
    tasks = [Task(asked.setup, seats, seed) for seed in seeds_of(asked.seed, asked.games)]
    telling.say(step="playing")
    found = balanced(start, tasks, partial(_kept, folder), telling.balance)
    title = f"{start.state.setting.name}: {count(asked.games, 'game')} under {start.tables.name}"
    (folder / REPORT).write_text(balance_html(found, title=title), "utf-8")
    telling.say(state=DONE, step="")


def main() -> None:
    """Play what is asked for in a folder."""
    folder = Path(sys.argv[1])
    asked = msgspec.json.decode((folder / ASKED).read_bytes(), type=Asked)
    with suppress(OSError, AttributeError):
        os.nice(_NICER)
    for name in asked.rule_folders:
        catalogue.look_in(Path(name))
    telling = _Telling(folder, asked)
    telling.say()
    threading.Thread(target=_watch, args=(telling,), daemon=True).start()
    try:
        _run(folder, asked, telling)
    except ProblemsFound as found:
        telling.say(state=FAILED, faults=[str(problem) for problem in found.problems])
    except Exception:
        telling.say(state=FAILED, faults=[traceback.format_exc(limit=-2)])


if __name__ == "__main__":
    main()
