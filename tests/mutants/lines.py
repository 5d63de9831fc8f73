"""Which tests run a line: a test that does not run it cannot notice that it has changed."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tests.mutants.places import is_kernel, place_of, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FIRST, FIRST_S, MOST_S = 40, 10.0, 90.0
"""So many tests, or seconds of them, are tried first; then the others, up to so many seconds."""


class Test(msgspec.Struct, array_like=True, frozen=True):
    """A test, how long it took, and which places it ran: a bit each."""

    __test__ = False
    name: str
    seconds: float
    failed: bool
    ran: bytes

    def has_run(self, number: int) -> bool:
        """Whether it ran a place."""
        return number >> 3 < len(self.ran) and bool(self.ran[number >> 3] >> (7 - (number & 7)) & 1)


class Ran(msgspec.Struct, array_like=True):
    """What the tests of a file ran."""

    file: str
    digest: str
    places: list[str]
    tests: list[Test]

    def packed(self) -> bytes:
        """Give it as bytes."""
        return msgspec.msgpack.encode(self)

    def running(self, wanted: Iterable[str]) -> list[Test]:
        """List the tests that pass and run one of some places, the quickest first."""
        sought = set(wanted)
        numbers = [number for number, place in enumerate(self.places) if place in sought]
        found = [test for test in self.tests if not test.failed and any(map(test.has_run, numbers))]
        return sorted(found, key=lambda test: test.seconds)


def digest_of(file: Path) -> str:
    """Tell versions of a file of tests apart."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def kept_file(folder: Path, file: str) -> Path:
    """Say where it is kept what the tests of a file ran."""
    return folder / f"{file.replace('/', '-').removesuffix('.py')}.ran"


class Lines:
    """Which tests of a tree run a line, kept in a folder; files of tests that are new are run first."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self._read, self._asked = root, folder, {}, set()

    def batches(self, file: str, line: int, tests: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """Give the tests of some files that run a line, in lists to be tried one after the other."""
        wanted = self._places(file, line)
        rows = [row for row in self._of(file.partition("/")[0], sorted(tests)) if row.running(wanted)]
        found = [test for test in chain(*zip_longest(*(row.running(wanted) for row in rows))) if test]
        first = list(_within(found[:FIRST], FIRST_S))
        rest = sorted(_within([test for test in found if test not in first], MOST_S), key=lambda test: test.name)
        yield tuple(test.name for test in first)
        yield tuple(test.name for test in rest)
        # What is made once for all tests of a file seems to be run by the first of them alone.
        few = [row for row in rows if len(row.running(wanted)) <= 3]
        others = [test for row in few for test in row.tests if not test.failed and test not in {*first, *rest}]
        yield tuple(test.name for test in _within(others, MOST_S))

    def passed(self, test: str) -> bool:
        """Whether a test passed without any change."""
        return any(one.name == test and not one.failed for row in self._read.values() for one in row.tests)

    def _places(self, file: str, line: int) -> list[str]:
        """Name the place of a line; for a kernel, which has no marks, the places that call it."""
        source = (self.root / file).read_text(encoding="utf-8")
        place = place_of(places(source, file), line)
        return [place.name] if place is not None else self._callers(file, line)

    def with_kernel_of(self, file: str, line: int) -> list[str]:
        """List the files with kernels that have the code of a line in them, the file itself included."""
        names = self._kernels_with(file, line)
        sources = {path.relative_to(self.root).as_posix(): text for path, text in self._package(file).items()}
        return [name for name, text in sources.items() if name == file or names & {key for key, _ in _kernels(text)}]

    def _package(self, file: str) -> dict[Path, str]:
        sources = sorted((self.root / file.partition("/")[0]).rglob("*.py"))
        return {path: path.read_text(encoding="utf-8") for path in sources}

    def _kernels_with(self, file: str, line: int) -> set[str]:
        """Name the kernel that a line is in, and those that call it."""
        kernels = dict(chain(*(_kernels(text) for text in self._package(file).values())))
        own = _kernels((self.root / file).read_text(encoding="utf-8"))
        names = {name for name, (first, last, _) in own if first <= line <= last}
        while more := {name for name, (*_, text) in kernels.items() if _mentions(text, names)} - names:
            names |= more
        return names

    def _callers(self, file: str, line: int) -> list[str]:
        package, names = self._package(file), self._kernels_with(file, line)
        return [
            place.name
            for path, text in package.items() if _mentions(text, names)
            for place in places(text, path.relative_to(self.root).as_posix())
            if _mentions("\n".join(text.splitlines()[place.first - 1 : place.last]), names)
        ]  # fmt: skip

    def _of(self, package: str, tests: list[str]) -> list[Ran]:
        """Read what the tests of some files ran; run those that are not known."""
        missing = [test for test in tests if (package, test) not in self._read and not self._known(package, test)]
        if new := [test for test in missing if (package, test) not in self._asked]:
            self._asked |= {(package, test) for test in new}
            self._run(package, new)
        known = (test for test in tests if (package, test) in self._read or self._known(package, test))
        return [self._read[package, test] for test in known]

    def _known(self, package: str, test: str) -> bool:
        kept = kept_file(self.folder / package, test)
        if not kept.exists():
            return False
        row = msgspec.msgpack.decode(kept.read_bytes(), type=Ran)
        if row.digest != digest_of(self.root / test):
            return False
        self._read[package, test] = row
        return True

    def _run(self, package: str, tests: list[str]) -> None:
        path = os.pathsep.join(map(str, (self.root, self.root / "tests" / "mutants" / "started")))
        home = {"PYTHONPATH": path, "SANDTABLE_SOAK": "", "SANDTABLE_MARKED": package}
        home["SANDTABLE_RAN"] = str(self.folder / package)
        command = ("nice", sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.marking", *tests)
        subprocess.run(command, cwd=self.root, env=os.environ | home, check=False, stdout=subprocess.DEVNULL)


def _within(tests: Iterable[Test], seconds: float) -> Iterator[Test]:
    """Take tests as long as there is time for them."""
    for test in tests:
        if test.seconds <= seconds:
            seconds -= test.seconds
            yield test


class _Kernel(NamedTuple):
    first: int
    last: int
    text: str


def _kernels(source: str) -> list[tuple[str, _Kernel]]:
    """List the compiled functions of a source."""
    import ast

    return [
        (node.name, _Kernel(node.lineno, node.end_lineno, ast.unparse(node)))
        for node in ast.walk(ast.parse(source)) if is_kernel(node)
    ]  # fmt: skip


def _mentions(text: str, names: set[str]) -> bool:
    return bool(re.search(rf"\b(?:{'|'.join(sorted(names))})\b", text)) if names else False
