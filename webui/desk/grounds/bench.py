"""
Read a ground's files and make its map, in a process of its own with limits: no file can hold the server up.

The process is this module. It is told what to do a line of JSON at a time, and writes how far it is, and what came of
it, to ``job.json`` in the ground's folder. Whatever is asked next takes the place of what it is at; a file ``stop``
ends it, also in the middle of a file that never ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

from maps.loading import uncollected, unhurried
from maps.problems import ProblemsFound
from maps.whole import write_json
from webui.desk.grounds.shelf import JOB, STOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from webui.desk.grounds.making import Workbench

    Job = dict[str, Any]

__all__ = ["Superseded", "Telling", "first_of", "main"]

RUNNING, DONE, FAILED, STOPPED = "running", "done", "failed", "stopped"
LOOK_EVERY_S = 0.1
IDLE_S = 1.0


class Superseded(Exception):  # noqa: N818 - it reads as what happened
    """Something else was asked for meanwhile."""


class Telling:
    """Tells whoever asks how far a job is."""

    def __init__(self, folder: Path, job: Job, is_late: Callable[[], bool]) -> None:
        """Take the folder, the job, and what says whether another one waits."""
        self.folder, self.job, self._is_late = folder, job, is_late
        self.began = time.monotonic()
        self.told: Job = {"number": job["number"], "do": job["do"], "state": RUNNING, "step": "reading"}
        self._lock = threading.Lock()
        self.say()

    def step(self, words: str) -> None:
        """Say what is done now; raises ``Superseded`` if something else is wanted instead."""
        if self._is_late():
            raise Superseded
        self.say(step=words)

    @property
    def seconds(self) -> float:
        """How long the job has taken so far."""
        return round(time.monotonic() - self.began, 2)

    def say(self, **more: Any) -> None:
        """Write what is known, with what is new."""
        with self._lock:
            if self.told["state"] != RUNNING:
                return
            self.told |= {**more, "seconds": self.seconds}
            write_json(self.folder / JOB, self.told)


def _limit(memory_mb: int) -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))


def _watch(folder: Path, now: dict[str, Telling | None], seconds: float) -> None:
    """End the process when it is told to stop, or when a job takes too long."""
    while True:
        time.sleep(LOOK_EVERY_S)
        telling = now["job"]
        if telling is None:
            continue
        if (folder / STOP).exists():
            (folder / STOP).unlink(missing_ok=True)
            telling.say(state=STOPPED, step="stopped")
            os._exit(0)
        if time.monotonic() - telling.began > seconds:
            words = f"it took longer than {seconds:g} seconds and was stopped; take wider hexes, or smaller files"
            telling.say(state=FAILED, faults=[words])
            os._exit(0)


def _listen(jobs: Queue[Job | None]) -> None:
    for line in sys.stdin:
        jobs.put(json.loads(line))
    jobs.put(None)
    # Nobody is there any more who could want the answer.
    os._exit(0)


def _done(workbench: Workbench, telling: Telling) -> None:
    try:
        with unhurried():  # hardly anything of what is read is garbage that goes in rings, and the room is limited
            told = getattr(workbench, telling.job["do"])(telling)
        telling.say(**told, state=DONE, step="")
    except Superseded:
        return
    except ProblemsFound as found:
        telling.say(state=FAILED, faults=[str(problem) for problem in found.problems])
    except MemoryError:
        words = "the files need more room than the process that reads them may have (memory_mb in the settings)"
        telling.say(state=FAILED, faults=[f"{words}; cut them to the map, or take out the file that came last"])
    except Exception as error:
        telling.say(state=FAILED, faults=[f"a file cannot be read ({type(error).__name__}: {error}); take it out"])


def first_of(jobs: Queue[Job | None]) -> Job | None:
    """Wait for the first job; if the map maker is looking for his files yet, load meanwhile what it will ask for."""
    with suppress(Empty):
        return jobs.get(timeout=IDLE_S)
    from webui.desk.grounds.warming import warm  # noqa: PLC0415 - for who has a second to spare

    with suppress(ProblemsFound, OSError, MemoryError):  # it is for speed alone
        warm()
    return jobs.get()


def main() -> None:
    """Do what is asked for, one thing after the other, until nobody is there any more."""
    folder, seconds, memory_mb = Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    _limit(memory_mb)
    jobs: Queue[Job | None] = Queue()
    now: dict[str, Telling | None] = {"job": None}
    threading.Thread(target=_listen, args=(jobs,), daemon=True).start()
    threading.Thread(target=_watch, args=(folder, now, seconds), daemon=True).start()
    with uncollected():
        from webui.desk.grounds.making import Workbench  # noqa: PLC0415 - it takes a second, and the limits hold for it

    workbench = Workbench(folder)
    job = first_of(jobs)
    while job is not None:
        now["job"] = telling = Telling(folder, job, lambda: not jobs.empty())
        _done(workbench, telling)
        now["job"] = None
        job = jobs.get()


if __name__ == "__main__":
    main()
