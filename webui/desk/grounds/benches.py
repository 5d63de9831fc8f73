"""Start the processes that read grounds' files, ask them, stop them; one a ground, and few at a time."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from maps.problems import ProblemsFound
from maps.whole import write_json
from webui.desk.grounds.bench import FAILED, RUNNING, STOPPED
from webui.desk.grounds.shelf import JOB, STOP

if TYPE_CHECKING:
    from webui.desk.grounds.limits import GroundLimits
    from webui.desk.grounds.shelf import OwnGround

    Job = dict[str, Any]

__all__ = ["Benches"]

MOST_AT_ONCE = 2
IDLE_S = 600.0
_EVERY_S = 0.05
_STOPS_IN_S = 10.0


class Benches:
    """The processes of one server; each reads the files of one ground, and is let go when nobody has asked for long."""

    def __init__(self) -> None:
        """Begin with none."""
        self._running: OrderedDict[str, tuple[subprocess.Popen[bytes], float]] = OrderedDict()
        self._lock = threading.Lock()
        self._sent_home: set[int] = set()

    def warm(self, ground: OwnGround, limits: GroundLimits) -> None:
        """Start the process of a ground, so that it is there when something is asked."""
        with self._lock:
            self._bench(ground, limits)

    def ask(self, ground: OwnGround, limits: GroundLimits, do: str, **more: Any) -> int:
        """Ask for something; give the number that ``job.json`` will bear when it is about that."""
        with self._lock:
            number = max(int(ground.job.get("number", 0)), time.time_ns() // 1_000_000) + 1
            (ground.folder / STOP).unlink(missing_ok=True)
            write_json(ground.folder / JOB, {"number": number, "do": do, "state": RUNNING, "step": "beginning"})
            line = json.dumps({"number": number, "do": do, **more}) + "\n"
            for _ in range(2):
                bench = self._bench(ground, limits)
                assert bench.stdin is not None
                with suppress(OSError):
                    bench.stdin.write(line.encode())
                    bench.stdin.flush()
                    break
        return number

    def wait(self, ground: OwnGround, number: int, seconds: float) -> Job:
        """Wait until something that was asked for is done, at most so long; say how far it is."""
        until = time.monotonic() + seconds
        while (job := ground.job) and job["number"] <= number and job["state"] == RUNNING:
            if time.monotonic() > until:
                break
            time.sleep(_EVERY_S)
        return job

    def stop(self, ground: OwnGround) -> Job:
        """Stop what is being done for a ground, by whichever server of the store it was asked."""
        job = ground.job
        if job.get("state") != RUNNING:
            return job
        (ground.folder / STOP).touch()
        told = self.wait(ground, job["number"], _STOPS_IN_S)
        if told.get("state") == RUNNING:
            # Whoever was at it is gone, with its server.
            (ground.folder / STOP).unlink(missing_ok=True)
            write_json(ground.folder / JOB, {**told, "state": STOPPED, "step": "stopped"})
        # It ends itself; what is asked next must not be told to one that is about to end.
        self.end(ground.key)
        return ground.job

    def end(self, key: str) -> None:
        """End the process of a ground, if there is one."""
        with self._lock:
            if key in self._running:
                self._let_go(key)

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            for key in list(self._running):
                self._let_go(key)

    def _bench(self, ground: OwnGround, limits: GroundLimits) -> subprocess.Popen[bytes]:
        now = time.monotonic()
        for key, (bench, used) in list(self._running.items()):
            if bench.poll() is not None or now - used > IDLE_S:
                self._let_go(key)
        if ground.key not in self._running:
            while len(self._running) >= MOST_AT_ONCE:
                self._let_go(next(iter(self._running)))
            bench = _started(ground, limits)
            threading.Thread(target=self._mourn, args=(bench, ground), daemon=True).start()
            self._running[ground.key] = (bench, now)
        bench = self._running[ground.key][0]
        self._running[ground.key] = (bench, now)
        self._running.move_to_end(ground.key)
        return bench

    def _mourn(self, bench: subprocess.Popen[bytes], ground: OwnGround) -> None:
        """Say so where a process has died over a job: a file can make a reader crash."""
        status = bench.wait()
        with suppress(OSError, ProblemsFound):
            job = ground.job
            if job.get("state") == RUNNING and bench.pid not in self._sent_home:
                words = f"the process that reads the files ended ({status}); take out the file that came last"
                write_json(ground.folder / JOB, {**job, "state": FAILED, "faults": [words]})

    def _let_go(self, key: str) -> None:
        bench, _ = self._running.pop(key)
        self._sent_home.add(bench.pid)
        with suppress(OSError):
            bench.stdin.close()  # type: ignore[union-attr]
        bench.kill()
        bench.wait()


def _started(ground: OwnGround, limits: GroundLimits) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "webui.desk.grounds.bench", str(ground.folder.absolute()),
               str(limits.seconds), str(limits.memory_mb)]  # fmt: skip
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
