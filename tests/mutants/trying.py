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

LIMIT_S = 420
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
    """The tests do not pass as the code is, or are not there: nothing can be said of a mutant."""


class Copy:
    """A copy of the tree as it is now, with what is not committed."""

    def __init__(self, folder: Path) -> None:
        """Copy all that git knows of or would add."""
        self.root, self._sound = folder, {}
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
        """Make the change, run its tests until one fails, and take it back."""
        path, begun = self.root / mutant.file, time.monotonic()
        kernels = "maps/grid" in mutant.file
        old = path.read_text(encoding="utf-8")
        self._put(path, mutant.new)
        try:
            by = next(filter(None, (self._noticed(tests, kernels=kernels) for tests in mutant.tests)), "")
        finally:
            self._put(path, old)
        if by:
            self._must_pass(mutant, kernels=False)
        return Fate(mutant, by, time.monotonic() - begun)

    def _must_pass(self, mutant: Mutant, *, kernels: bool) -> None:
        """See once for each list of tests that it passes without any change."""
        for tests in mutant.tests[:1]:
            if tests not in self._sound:
                self._sound[tests] = self._noticed(tests, kernels=kernels)
            if self._sound[tests]:
                msg = f"{self._sound[tests]} fails without any change; mend that first"
                raise NotSound(msg)

    @staticmethod
    def _put(path: Path, text: str) -> None:
        """Write a source and forget what was compiled of it: Python tells sources apart by the second only."""
        path.write_text(text, encoding="utf-8")
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            stale.unlink()

    def _noticed(self, tests: tuple[str, ...], *, kernels: bool) -> str:
        """Run tests; name the first that fails, "" if none does."""
        there = tuple(test for test in tests if (self.root / test.partition("::")[0]).exists())
        of_scripts = [test for test in there if test.startswith("tests/js")]
        files = sorted(str(file) for test in of_scripts for file in (self.root / test).rglob("*.test.*js"))
        by = self._run(("node", "--test", *files), kernels=False) if files else ""
        rest = [test for test in there if test not in of_scripts]
        pytest = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
        return by or (self._run((*pytest, *rest), kernels=kernels) if rest else "")

    def _run(self, command: tuple[str, ...], *, kernels: bool) -> str:
        home = {"PYTHONPATH": str(self.root), "SANDTABLE_SOAK": "", "NODE_TEST_CONTEXT": ""}
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
            return f"the limit of {LIMIT_S} s"
        if program.returncode == _NOTHING_FOUND:
            msg = f"{' '.join(command)} found no test"
            raise NotSound(msg)
        return first_failure(told) if program.returncode else ""


def first_failure(told: str) -> str:
    """Name the first test that failed, from what pytest or node printed."""
    patterns = (r"^(?:FAILED|ERROR) (\S+)", r"^not ok \d+ - (.+)$", r"^\s*✖ (.+?) \(")
    found = next(filter(None, (re.search(pattern, told, re.MULTILINE) for pattern in patterns)), None)
    return found[1] if found else (told.strip().splitlines() or ["an error without words"])[-1]
