"""
Hand the tests out to the processes of a run: file by file, those that take long first.

What the tests of a file share, its fixtures and what they keep, is then made in one process and not in each. A file
that takes very long is dealt out test by test; what ``xdist_group`` names stays together as ever. At the end only short
files are left, so that no process waits long for another.

``costs.txt`` says what files take. A whole run on a quiet machine with ``SANDTABLE_COSTS=write`` writes it anew.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from xdist.scheduler import LoadGroupScheduling

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.workermanage import WorkerController

COSTS = Path(__file__).with_name("costs.txt")
LEAST_S, TOO_LONG_S = 2, 130
SPENT: Counter[str] = Counter()


def costs() -> dict[str, float]:
    """Read how many seconds files take; those that are not named take little."""
    rows = (line.split() for line in COSTS.read_text(encoding="utf-8").splitlines())
    return {name: float(seconds) for seconds, name in rows}


def written(spent: dict[str, float]) -> str:
    """Write down what files took, the longest first."""
    rows = sorted(((round(seconds), name) for name, seconds in spent.items()), key=lambda row: (-row[0], row[1]))
    return "".join(f"{seconds:4} {name}\n" for seconds, name in rows if seconds >= LEAST_S)


class Balanced(LoadGroupScheduling):
    """Tests go out by file, the longest first."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self.costs = costs()
        self.known: dict[str, float] = {}

    def _split_scope(self, nodeid: str) -> str:
        """Name what a test is handed out with: its group, its file, or itself."""
        own, file = super()._split_scope(nodeid), file_of(nodeid)
        return file if own == nodeid and self.costs.get(file, 0) <= TOO_LONG_S else own

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Hand out next what takes longest of all that is left."""
        self.workqueue.move_to_end(max(self.workqueue, key=self._cost), last=False)
        super()._assign_work_unit(node)

    def _cost(self, scope: str) -> float:
        # Asked of all that is left each time that something is handed out: a thousand times a thousand.
        if scope not in self.known:
            self.known[scope] = sum(self.costs.get(file, 0) for file in set(map(file_of, self.workqueue[scope])))
        return self.known[scope]


def file_of(nodeid: str) -> str:
    """Name the file of a test."""
    return nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Balanced | None:
    """Balance what ``--dist loadgroup`` hands out."""
    return Balanced(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what a test took."""
    SPENT[file_of(report.nodeid)] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write down what files took, if that is asked for and any test was run, where all of it came together."""
    if SPENT and os.environ.get("SANDTABLE_COSTS") == "write" and not hasattr(session.config, "workerinput"):
        COSTS.write_text(written(SPENT), encoding="utf-8")
