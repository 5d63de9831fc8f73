"""Try mutants in a copy of the tree: the tree itself is never touched."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants.rooms import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.mutants.rooms import Mutant

LIMIT_S = 900
"""A list of tests that takes longer has been stopped by the mutant: an endless loop."""
_NOTHING_FOUND = 5


class Fate(NamedTuple):
    """What became of a mutant: ``by`` names the test that noticed it, "" if none did."""

    mutant: Mutant
    by: str
    seconds: float

    @property
    def caught(self) -> bool:
        """Whether a test noticed it."""
        return bool(self.by)

    def __str__(self) -> str:
        """Print as one line of the table."""
        mutant, fate = self.mutant, f"caught by {self.by}" if self.by else "SURVIVED"
        return f"{mutant.name:12} {mutant.file}:{mutant.line}  {mutant.says}  | {fate} ({self.seconds:.0f} s)"


class NotSound(Exception):  # noqa: N818 - it reads as what is wrong
    """There are no tests: nothing can be said of a mutant."""


class Copy:
    """A copy of the tree as it is now, with what is not committed."""

    def __init__(self, folder: Path) -> None:
        """Copy all that git knows of or would add."""
        self.root, self._tried = folder, set()
        self.red: list[str] = []
        """Tests that fail without any change: they say nothing."""
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        for name in listed.stdout.splitlines():
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)

    def try_all(self, mutants: list[Mutant]) -> Iterator[Fate]:
        """Try mutants one after the other."""
        for mutant in mutants:
            yield self.try_one(mutant)

    def try_one(self, mutant: Mutant) -> Fate:
        """Make the change, run its tests until one fails, and take it back; tests that fail anyway say nothing."""
        begun = time.monotonic()
        if not any(self._lists(mutant)):
            msg = f"{mutant.name}: there is no test in {mutant.tests}"
            raise NotSound(msg)
        by = self._noticed_by(mutant)
        while by and not self._is_sound(by):
            by = self._noticed_by(mutant)
        return Fate(mutant, by, time.monotonic() - begun)

    def _noticed_by(self, mutant: Mutant) -> str:
        path = self.root / mutant.file
        old = path.read_text(encoding="utf-8")
        kernels = "maps/grid" in mutant.file
        self._put(path, mutant.new)
        try:
            return next(filter(None, (self._noticed(tests, kernels=kernels) for tests in self._lists(mutant))), "")
        finally:
            self._put(path, old)

    def _is_sound(self, test: str) -> bool:
        """Whether a test passes without any change; the tests of each file are tried once."""
        file = test.partition("::")[0]
        if file not in self._tried and (self.root / file).exists():
            self._tried.add(file)
            self.red += self._failures((file,), kernels=False, first=False)
        return test not in self.red

    def _lists(self, mutant: Mutant) -> Iterator[tuple[str, ...]]:
        """List the tests to run: its own examples, then files of tests, those first that name the module."""
        module, run = mutant.file.removesuffix(".py").replace("/", "."), set()
        if mutant.file.endswith(".py") and ">>>" in mutant.new:
            yield (mutant.file,)
        for tests in mutant.tests:
            files = [file for test in tests for file in self._files(test) if file not in run]
            run |= set(files)
            yield tuple(sorted(files, key=lambda file: module not in (self.root / file).read_text(encoding="utf-8")))

    def _files(self, test: str) -> list[str]:
        path = self.root / test
        if not path.is_dir():
            return [test] * path.exists()
        found = [*path.rglob("test_*.py"), *path.rglob("*.test.*js")]
        return sorted(file.relative_to(self.root).as_posix() for file in found)

    @staticmethod
    def _put(path: Path, text: str) -> None:
        """Write a source and forget what was compiled of it: Python tells sources apart by the second only."""
        path.write_text(text, encoding="utf-8")
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            stale.unlink()

    def _noticed(self, tests: tuple[str, ...], *, kernels: bool) -> str:
        """Run tests; name the first that fails, "" if none does."""
        return next(iter(self._failures(tests, kernels=kernels, first=True)), "")

    def _failures(self, tests: tuple[str, ...], *, kernels: bool, first: bool) -> list[str]:
        scripts = [test for test in tests if test.endswith("js")]
        rest = [test for test in tests if test not in scripts]
        found = self._run(("node", "--test", *scripts), kernels=False) if scripts else []
        pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(["-x"] if first else []))
        pytest += tuple(f"--deselect={test}" for test in self.red)
        return found or (self._run((*pytest, *rest), kernels=kernels) if rest else [])

    def _run(self, command: tuple[str, ...], *, kernels: bool) -> list[str]:
        home = {"PYTHONPATH": str(self.root), "SANDTABLE_SOAK": ""}
        if kernels:
            # A kernel that was kept has the old code of those that it calls in it.
            home["NUMBA_CACHE_DIR"] = str(self.root / f".kernels-{time.monotonic_ns()}")
        program = subprocess.Popen(
            ("nice", *command), cwd=self.root, env=os.environ | home, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            told, _ = program.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            program.communicate()
            return [f"the limit of {LIMIT_S} s"]
        if program.returncode == _NOTHING_FOUND:
            msg = f"{' '.join(command)} found no test"
            raise NotSound(msg)
        return failures(told) if program.returncode else []


def failures(told: str) -> list[str]:
    """Name the tests that failed, from what pytest or node printed."""
    for pattern in (r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", r"^not ok \d+ - (.+)$", r"^\s*✖ (.+?) \("):
        if found := re.findall(pattern, told, re.MULTILINE):
            return found
    return (told.strip().splitlines() or ["an error without words"])[-1:]
