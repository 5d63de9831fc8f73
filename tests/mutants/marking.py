"""
A plugin of pytest that writes down which places of a package each test runs: ``-p tests.mutants.marking``.

``SANDTABLE_MARKED`` names the package, ``SANDTABLE_RAN`` the folder; each file of tests has a file there, as soon as
its tests have run. What a cache kept is forgotten before each file of tests: its own tests fill the caches again.
"""

from __future__ import annotations

import functools
import gc
import time

import numpy as np
import pytest

from tests.mutants import marks
from tests.mutants.lines import Ran, Test, digest_of, kept_file
from tests.mutants.marks import FOLDER, NONE, PACKAGE, PLACES, RAN, ROOT

if PACKAGE:
    marks.install()


class Recorder:
    """What the tests of the file at hand have run so far."""

    def __init__(self) -> None:
        self.file, self.tests, self.failed = "", [], False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        """Write down what a test runs, with what it is given."""
        file = item.nodeid.partition("::")[0]
        if file != self.file:
            self.written()
            self.file = file
            forget()
        RAN[:], self.failed, begun = NONE, False, time.perf_counter()
        done = yield
        marks.ran_in_started()
        seconds, ran = time.perf_counter() - begun, np.packbits(np.frombuffer(RAN, np.uint8)[: len(PLACES)])
        self.tests.append(Test(item.nodeid, seconds, self.failed, ran.tobytes()))
        return done

    def pytest_runtest_logreport(self, report):
        """Notice that a test failed or was left out."""
        self.failed |= report.outcome != "passed"

    def pytest_sessionfinish(self):
        """Write down the last file."""
        self.written()

    def written(self) -> None:
        """Write a file of tests."""
        if self.file:
            row = Ran(self.file, digest_of(ROOT / self.file), PLACES, self.tests)
            kept_file(FOLDER, self.file).write_bytes(row.packed())
        self.tests = []


def forget() -> None:
    """Empty the caches of the package."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and str(found.__module__).startswith(f"{PACKAGE}."):
            found.cache_clear()


def pytest_configure(config) -> None:
    """Begin."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    config.pluginmanager.register(Recorder(), "sandtable-marking")
