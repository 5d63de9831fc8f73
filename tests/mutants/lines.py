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

from tests.mutants.imports import called_at_import, function_at
from tests.mutants.places import function_of, is_kernel, place_of, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FIRST, FIRST_S, MOST_S = 40, 10.0, 90.0
"""So many tests, or seconds of them, are tried first; then the others, up to so many seconds unless more are asked."""
UNLISTED_S = 6.0
"""What a file of tests takes at most that is not in ``tests/costs.txt``: it is quick, or new."""


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

    def in_all(self, seconds: float) -> Ran:
        """Give it with tests that take so long together at most: a busy machine made them seem longer."""
        total = sum(test.seconds for test in self.tests)
        if total <= seconds:
            return self
        shared = [msgspec.structs.replace(test, seconds=test.seconds * seconds / total) for test in self.tests]
        return msgspec.structs.replace(self, tests=shared)

    def running(self, wanted: Iterable[str]) -> list[Test]:
        """List the tests that pass and run one of some places, the quickest first."""
        sought = set(wanted)
        numbers = [number for number, place in enumerate(self.places) if place in sought]
        found = [test for test in self.tests if not test.failed and any(map(test.has_run, numbers))]
        return sorted(found, key=lambda test: test.seconds)

    def touching(self, file: str) -> list[Test]:
        """List the tests that pass and run anything of a source, the quickest first."""
        return self.running(place for place in self.places if place.startswith(f"{file}:"))

    def touches(self, file: str) -> bool:
        """Whether one of its tests ran anything of a source."""
        numbers = [number for number, place in enumerate(self.places) if place.startswith(f"{file}:")]
        return any(test.has_run(number) for test in self.tests for number in numbers)

    def ran_before(self, wanted: Iterable[str]) -> bool:
        """Whether one of its tests ran the function of some places when it was another one."""
        now = {function_of(place) for place in wanted}
        names = {name for name, _ in now}
        files = tuple({f"{name.partition(':')[0]}:" for name in names})
        numbers = [
            number for number, place in enumerate(self.places)
            if place.startswith(files) and (key := function_of(place))[0] in names and key not in now
        ]  # fmt: skip
        return any(test.has_run(number) for test in self.tests for number in numbers)


def digest_of(file: Path) -> str:
    """Tell versions of a file of tests apart."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def kept_file(folder: Path, file: str) -> Path:
    """Say where it is kept what the tests of a file ran."""
    return folder / f"{file.replace('/', '-').removesuffix('.py')}.ran"


def costs_of(file: Path) -> dict[str, float]:
    """Read what files of tests take on a quiet machine; nothing where nobody knows."""
    rows = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return {name: float(seconds) for seconds, name in map(str.split, rows)}


class Lines:
    """Which tests of a tree run a line, kept in a folder; files of tests that are new are run first."""

    def __init__(self, root: Path, folder: Path, most_s: float = MOST_S) -> None:
        self.root, self.folder, self.most_s, self._read, self._asked = root, folder, most_s, {}, set()
        self._imported: dict[str, frozenset[str]] = {}
        self._costs = costs_of(root / "tests" / "costs.txt")

    def batches(self, file: str, line: int, tests: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """
        Give the tests of some files that run a line, in lists to be tried one after the other.

        Those of files that name the source come first, then those of its room: of the others nothing needs to be known
        where one of them fails.
        """
        tests, tried = sorted(tests), set()
        near = self._near(file, tests)
        for files in (near, sorted({*near, *self._beside(file, tests)}), tests):
            for batch in self._batches(file, line, files):
                yield tuple(test for test in batch if test not in tried)
                tried.update(batch)

    def _near(self, file: str, tests: list[str]) -> list[str]:
        """List the files of tests that import a source by its name."""
        package, _, name = file.removesuffix(".py").replace("/", ".").rpartition(".")
        named = re.compile(rf"\b{re.escape(package)}\.{name}\b|\bfrom {re.escape(package)} import [^\n]*\b{name}\b")
        return [test for test in tests if named.search((self.root / test).read_text(encoding="utf-8"))]

    def _beside(self, file: str, tests: list[str]) -> list[str]:
        """List the files of tests in a folder that is called as one of a source, and those that import from its own."""
        package, *rooms = file.split("/")[:-1]
        if not rooms:
            return []
        named = re.compile(rf"\b{re.escape('.'.join((package, *rooms)))}\b")
        of_room = (test for test in tests if not {*rooms}.isdisjoint(test.split("/")[2:-1]))
        return [*of_room, *(test for test in tests if named.search((self.root / test).read_text(encoding="utf-8")))]

    def _batches(self, file: str, line: int, tests: list[str]) -> Iterator[tuple[str, ...]]:
        wanted, package = self._places(file, line), file.partition("/")[0]
        known = self._of(package, tests)
        known = self._once_more(package, known, {row.file for row in known if row.ran_before(wanted)})
        if not any(row.running(wanted) for row in known):
            known = self._once_more(package, known, self._older(package, known, file))
        rows = [row for row in known if row.running(wanted)]
        found = _in_turn(row.running(wanted) for row in rows)
        first = list(_within(found[:FIRST], FIRST_S))
        rest = sorted(_within([test for test in found if test not in first], self.most_s), key=lambda test: test.name)
        yield tuple(test.name for test in first)
        yield tuple(test.name for test in rest)
        # What is made once for all tests of a file seems to be run by the first of them alone.
        few = [row for row in rows if len(row.running(wanted)) <= 3]
        others = [test for row in few for test in row.tests if not test.failed and test not in {*first, *rest}]
        yield tuple(test.name for test in _within(others, self.most_s))
        if function_at((self.root / file).read_text(encoding="utf-8"), line) in self._at_import(package):
            yield tuple(test.name for test in _within(_in_turn(row.touching(file) for row in known), self.most_s))

    def _at_import(self, package: str) -> frozenset[str]:
        """Name what runs as the modules of a package are imported: what it makes is used by those who run its file."""
        if package not in self._imported:
            self._imported[package] = called_at_import(self._package(package).values())
        return self._imported[package]

    def passed(self, test: str) -> bool:
        """Whether a test passed without any change."""
        return any(one.name == test and not one.failed for row in self._read.values() for one in row.tests)

    def seconds_of(self, tests: Iterable[str]) -> float | None:
        """Say how long some tests take together; nothing where that is not known of one of them."""
        known = {test.name: test.seconds for row in self._read.values() for test in row.tests}
        return sum(known[test] for test in tests) if known.keys() >= {*tests} else None

    def _places(self, file: str, line: int) -> list[str]:
        """Name the place of a line; for a kernel, which has no marks, the places that call it."""
        source = (self.root / file).read_text(encoding="utf-8")
        place = place_of(places(source, file), line)
        return [place.name] if place is not None else self._callers(file, line)

    def with_kernel_of(self, file: str, line: int) -> list[str]:
        """List the files with kernels that have the code of a line in them, the file itself included."""
        return sorted({file, *(where for where, _ in self._kernels_with(file, line))})

    def _package(self, file: str) -> dict[str, str]:
        sources = sorted((self.root / file.partition("/")[0]).rglob("*.py"))
        return {path.relative_to(self.root).as_posix(): path.read_text(encoding="utf-8") for path in sources}

    def _kernels_with(self, file: str, line: int) -> set[tuple[str, str]]:
        """Name the kernel that a line is in, and those that call it, each with its file."""
        kernels = {(where, one.name): one for where, text in self._package(file).items() for one in _kernels(text)}
        found = {key for key, one in kernels.items() if key[0] == file and one.first <= line <= one.last}
        while more := {key for key, one in kernels.items() if _mentions(one.text, _known_in(key[0], found))} - found:
            found |= more
        return found

    def _callers(self, file: str, line: int) -> list[str]:
        found = self._kernels_with(file, line)
        return [
            place.name
            for where, text in self._package(file).items() if (names := _known_in(where, found))
            if _mentions(text, names)
            for place in places(text, where)
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

    def _older(self, package: str, known: list[Ran], file: str) -> set[str]:
        """List those that ran other places of a source and are older than it: what they run may have moved."""
        born = (self.root / file).stat().st_mtime
        old = {row.file for row in known if kept_file(self.folder / package, row.file).stat().st_mtime < born}
        return {row.file for row in known if row.file in old and row.touches(file)}

    def _once_more(self, package: str, known: list[Ran], again: set[str]) -> list[Ran]:
        """Run some files of tests again."""
        for test in again:
            kept_file(self.folder / package, test).unlink()
            del self._read[package, test]
            self._asked.discard((package, test))
        return self._of(package, [row.file for row in known]) if again else known

    def _known(self, package: str, test: str) -> bool:
        kept = kept_file(self.folder / package, test)
        if not kept.exists():
            return False
        row = msgspec.msgpack.decode(kept.read_bytes(), type=Ran)
        if row.digest != digest_of(self.root / test):
            return False
        self._read[package, test] = row.in_all(self._costs.get(test, UNLISTED_S) if self._costs else float("inf"))
        return True

    def _run(self, package: str, tests: list[str]) -> None:
        path = os.pathsep.join(map(str, (self.root, self.root / "tests" / "mutants" / "started")))
        home = {"PYTHONPATH": path, "SANDTABLE_SOAK": "", "SANDTABLE_MARKED": package}
        home["SANDTABLE_RAN"] = str(self.folder / package)
        command = ("nice", sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.marking", *tests)
        subprocess.run(command, cwd=self.root, env=os.environ | home, check=False, stdout=subprocess.DEVNULL)


def _in_turn(rows: Iterable[list[Test]]) -> list[Test]:
    """Take of each file of tests its first, then of each its second."""
    return [test for test in chain(*zip_longest(*rows)) if test]


def _within(tests: Iterable[Test], seconds: float) -> Iterator[Test]:
    """Take tests as long as there is time for them."""
    for test in tests:
        if test.seconds <= seconds:
            seconds -= test.seconds
            yield test


class _Kernel(NamedTuple):
    name: str
    first: int
    last: int
    text: str


def _kernels(source: str) -> list[_Kernel]:
    """List the compiled functions of a source."""
    import ast

    return [
        _Kernel(node.name, node.lineno, node.end_lineno, ast.unparse(node))
        for node in ast.walk(ast.parse(source)) if is_kernel(node)
    ]  # fmt: skip


def _known_in(file: str, kernels: set[tuple[str, str]]) -> set[str]:
    """Name those kernels that a file can mean: its own, and those of others that are no private ones."""
    return {name for where, name in kernels if where == file or not name.startswith("_")}


def _mentions(text: str, names: set[str]) -> bool:
    return bool(re.search(rf"\b(?:{'|'.join(sorted(names))})\b", text)) if names else False
