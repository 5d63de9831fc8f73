"""Try mutants in a copy of the tree: the tree itself is never touched."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants.lines import MOST_S, Lines
from tests.mutants.rooms import ROOT
from tests.mutants.sites import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.mutants.rooms import Mutant

LIMIT_S, SURELY_S = 300, 60
HANGS = 5
"""A list of tests that takes longer, and so many times longer than without the change, runs in an endless loop."""
CRASH = "a crash"
_IN_BROWSER = re.compile(r"\b(?:guarded|playwright|browsing|everypage|firefox)\b")
_BY_THE_CLOCK = re.compile(r"\b(?:perf_counter|timeit|monotonic|time\.time|timeout)\b")
_NOT_THERE, _NOTHING_FOUND = 4, 5
_LEFT_OUT = "--deselect="
_ALSO = {"webui": ("people",)}
"""Other folders that hold tests of a package, as its README says."""


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

    def __init__(self, folder: Path, kept: Path | None = None, most_s: float = MOST_S) -> None:
        """Copy all that git knows of or would add; keep in ``kept`` which tests run a line, for other copies too."""
        self.root, self._tried = folder, set()
        self.lines = Lines(folder, kept or folder / ".lines", most_s)
        self.red: list[str] = []
        """Tests that fail without any change: they say nothing."""
        self.slow: list[str] = []
        """Tests in a browser or by the clock that failed once and not again: they say nothing of the mutant."""
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        compiled = (path.relative_to(ROOT).as_posix() for path in (ROOT / "maps").rglob("__pycache__/*.nb[ci]"))
        for name in (*listed.stdout.splitlines(), *compiled):
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
        if mutant.tests and not any(self._files(test) for tests in mutant.tests for test in tests):
            msg = f"{mutant.name}: there is no test in {mutant.tests}"
            raise NotSound(msg)
        by = self._noticed_by(mutant)
        while by and not (self._is_sound(by) and self._holds(mutant, by)):
            by = self._noticed_by(mutant)
        return Fate(mutant, by, time.monotonic() - begun)

    def _noticed_by(self, mutant: Mutant) -> str:
        return next(filter(None, (self._with_change(mutant, tests) for tests in self._lists(mutant))), "")

    def _with_change(self, mutant: Mutant, tests: tuple[str, ...], limit: float = 0) -> str:
        """Name the first test that fails with the change, "" if none does."""
        limit = limit or self._patience(tests)
        try:
            with self._changed(mutant):
                return next(iter(self._failures(tests, limit=limit)), "")
        except subprocess.TimeoutExpired:
            usual = self._seconds_without(tests)
        if limit < HANGS * usual:
            return self._with_change(mutant, tests, HANGS * usual)
        return f"no end after {limit:.0f} s, where {usual:.0f} s are usual"

    def _patience(self, tests: tuple[str, ...]) -> float:
        """Say how long to wait for tests: of those whose time is known not as long as for the others."""
        known = self.lines.seconds_of(tests)
        return LIMIT_S if known is None else min(max(LIMIT_S, SURELY_S + 2 * known), SURELY_S + HANGS * known)

    def _seconds_without(self, tests: tuple[str, ...]) -> float:
        """Measure what tests take without any change while the machine is as busy as it is."""
        begun = time.monotonic()
        with suppress(subprocess.TimeoutExpired):
            self._failures(tests, limit=4 * LIMIT_S)
        return time.monotonic() - begun

    @contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        path = self.root / mutant.file
        old, before = path.read_text(encoding="utf-8"), path.stat()
        with self._without_kernels(mutant):
            self._put(path, mutant.new)
            try:
                yield
            finally:
                self._put(path, old)
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    @contextmanager
    def _without_kernels(self, mutant: Mutant) -> Iterator[None]:
        """Set aside what was compiled of a kernel and of those that call it: they have its code in them."""
        files = self.lines.with_kernel_of(mutant.file, mutant.line) if "njit" in mutant.new else ()
        aside = self.root / ".aside"
        found = [old for file in files for old in _compiled(self.root / file)]
        for old in found:
            (aside / old.relative_to(self.root)).parent.mkdir(parents=True, exist_ok=True)
            old.rename(aside / old.relative_to(self.root))
        try:
            yield
        finally:
            for new in (new for file in files for new in _compiled(self.root / file)):
                new.unlink()
            for old in found:
                (aside / old.relative_to(self.root)).rename(old)

    def _is_sound(self, test: str) -> bool:
        """Whether a test passes without any change; the tests of each file are tried once."""
        if self.lines.passed(test):
            return True
        tests = (test.partition("::")[0],) if "::" in test else tuple(self._files("tests/js"))
        if tests not in self._tried:
            self._tried.add(tests)
            self.red += self._failures(tests, first=False)
        return test not in self.red

    def _holds(self, mutant: Mutant, test: str) -> bool:
        """Whether what was noticed is so again: a crash, or a failure that may come of a machine that is busy."""
        if test.startswith(CRASH):
            return bool(self._noticed_by(mutant))
        file = test.partition("::")[0]
        if "::" not in test or not (self._is_shown(file) or self._is_timed(file)):
            return True
        if self._with_change(mutant, (test,)) and not self._failures((test,)):
            return True
        self.slow.append(test)
        return False

    def _lists(self, mutant: Mutant) -> Iterator[tuple[str, ...]]:
        """List the tests to run: its own examples, then those of its package that run the line."""
        if mutant.file.endswith(".py") and ">>>" in mutant.new:
            yield (mutant.file,)
        if mutant.tests:
            yield from (tuple(file for test in tests for file in self._files(test)) for tests in mutant.tests)
        else:
            package = mutant.file.partition("/")[0]
            tests = [test for room in (package, *_ALSO.get(package, ())) for test in self._files(f"tests/{room}")]
            quick = (test for test in tests if not self._is_shown(test))
            yield from filter(None, self.lines.batches(mutant.file, mutant.line, quick))

    def _is_shown(self, test: str) -> bool:
        """Whether tests look at a page in a browser."""
        return bool(_IN_BROWSER.search((self.root / test).read_text(encoding="utf-8")))

    def _is_timed(self, test: str) -> bool:
        """Whether tests look at a clock."""
        return bool(_BY_THE_CLOCK.search((self.root / test).read_text(encoding="utf-8")))

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
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.cpython*"):
            stale.unlink()

    def _failures(self, tests: tuple[str, ...], *, first: bool = True, limit: float = LIMIT_S) -> list[str]:
        """Run tests, and name those that fail; if ``first``, the first one alone."""
        scripts = [test for test in tests if test.endswith("js")]
        rest = [test for test in tests if test not in scripts]
        found = self._run(("node", "--test", *scripts), limit) if scripts else []
        if found := [test for test in found if test not in self.red]:
            return found
        pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(["-x"] if first else []))
        pytest += tuple(f"{_LEFT_OUT}{test}" for test in (*self.red, *self.slow) if test not in rest)
        return self._run((*pytest, *rest), limit) if rest else []

    def _run(self, command: tuple[str, ...], limit: float) -> list[str]:
        program = subprocess.Popen(
            ("nice", *command), cwd=self.root, env=self._home(), text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            told, _ = program.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            program.communicate()
            raise
        if program.returncode == _NOT_THERE and "ERROR: not found:" in told:
            left = self._still_there(command)
            return self._run(left, limit) if left != command and any("::" in part for part in left) else []
        if program.returncode != _NOTHING_FOUND:
            return failures(told) if program.returncode else []
        if not any(part.startswith(_LEFT_OUT) for part in command):
            msg = f"{' '.join(command)} found no test"
            raise NotSound(msg)
        return []  # the only tests of a file were left out: they say nothing

    def _home(self) -> dict[str, str]:
        return os.environ | {"PYTHONPATH": str(self.root), "SANDTABLE_SOAK": "", "PYTEST_ADDOPTS": ""}

    def _still_there(self, command: tuple[str, ...]) -> tuple[str, ...]:
        """Leave out tests that are called otherwise since their marks were set: another file may name them."""
        files = sorted({part.partition("::")[0] for part in command if "::" in part and not part.startswith("-")})
        asked = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-o", "addopts=--import-mode=importlib", "--")
        asked += tuple(files)
        told = subprocess.run(asked, cwd=self.root, env=self._home(), text=True, capture_output=True, check=False)
        there = set(told.stdout.splitlines())
        return tuple(part for part in command if part.startswith("-") or "::" not in part or part in there)


def _compiled(source: Path) -> list[Path]:
    """List what was compiled of the kernels of a source."""
    return [*(source.parent / "__pycache__").glob(f"{source.stem}.*.nb[ci]")]


def failures(told: str) -> list[str]:
    """Name the tests that failed, from what pytest or node printed."""
    for pattern in (r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", r"^not ok \d+ - (.+)$", r"^\s*✖ (.+?) \("):
        if found := re.findall(pattern, told, re.MULTILINE):
            return found
    lines = told.strip().splitlines() or ["no words"]
    fatal = [line for line in lines if line.startswith("Fatal Python error")] or lines[-1:]
    return [f"{CRASH}: {shortened(fatal[0])}"]
