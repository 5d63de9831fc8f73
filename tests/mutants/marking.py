"""
A plugin of pytest that writes down which places of a package each test runs: ``-p tests.mutants.marking``.

``SANDTABLE_MARKED`` names the package, ``SANDTABLE_RAN`` the folder; each file of tests has a file there, as soon as
its tests have run. What a cache kept is forgotten before each file of tests: its own tests fill the caches again.
"""

from __future__ import annotations

import builtins
import functools
import gc
import os
import sys
import time
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

import numpy as np
import pytest

from tests.mutants.lines import Ran, Test, digest_of, kept_file
from tests.mutants.places import MARKS, marked

PACKAGE, FOLDER, ROOT = os.environ["SANDTABLE_MARKED"], Path(os.environ["SANDTABLE_RAN"]), Path.cwd()
MOST = 50_000
RAN, NONE = bytearray(MOST), bytes(MOST)
PLACES: list[str] = []


class _Marking(SourceFileLoader):
    def get_code(self, fullname: str):
        source = self.get_data(self.path).decode()
        file = Path(self.path).relative_to(ROOT).as_posix()
        tree, found = marked(source, file, len(PLACES))
        PLACES.extend(place.name for place in found)
        return compile(tree, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Marking(spec.loader.name, spec.loader.path)
        return spec


setattr(builtins, MARKS, RAN)
sys.meta_path.insert(0, _Finder())


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
