"""Have a package's modules marked as they are imported, in this process and in those that its tests start."""

from __future__ import annotations

import builtins
import mmap
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutants.places import MARKS, marked

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE, FOLDER = os.environ.get("SANDTABLE_MARKED", ""), Path(os.environ.get("SANDTABLE_RAN", "."))
ROOT = Path(__file__).parents[2]
STARTED = FOLDER / "started"
"""Where processes that tests start keep their marks, by number: a row of bytes, and the places in their order."""
MOST = 50_000
RAN, NONE = bytearray(MOST), bytes(MOST)
PLACES: list[str] = []
_TOLD: list[Path] = []
"""Where this process names its places; nothing in the one that runs the tests."""


class _Marking(SourceFileLoader):
    def get_code(self, fullname: str):
        source = self.get_data(self.path).decode()
        file = Path(self.path).relative_to(ROOT).as_posix()
        tree, found = marked(source, file, len(PLACES))
        PLACES.extend(place.name for place in found)
        _name(place.name for place in found)
        return compile(tree, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Marking(spec.loader.name, spec.loader.path)
        return spec


def install() -> None:
    """Begin; a process that is forked off keeps marks of its own."""
    setattr(builtins, MARKS, RAN)
    sys.meta_path.insert(0, _Finder())
    os.register_at_fork(after_in_child=_keep)


def install_in_started() -> None:
    """Begin in a process that a test started."""
    install()
    _keep()


def _keep() -> None:
    """Keep the marks in a file from now on: such processes are killed, and some live on when their test is over."""
    STARTED.mkdir(parents=True, exist_ok=True)
    marks = STARTED / f"{os.getpid()}.ran"
    marks.write_bytes(NONE)
    with marks.open("r+b") as file:
        setattr(builtins, MARKS, mmap.mmap(file.fileno(), MOST))
    _TOLD[:] = [marks.with_suffix(".names")]
    _TOLD[0].unlink(missing_ok=True)
    _name(PLACES)


def _name(places: Iterable[str]) -> None:
    for told in _TOLD:
        with told.open("a", encoding="utf-8") as file:
            file.write("".join(f"{place}\n" for place in places))


def ran_in_started() -> None:
    """Take over what processes that a test started have run since the last time."""
    for names in STARTED.glob("*.names"):
        marks = names.with_suffix(".ran")
        with marks.open("r+b") as file:
            ran = file.read()
            file.seek(0)
            file.write(NONE)
        numbers = {place: number for number, place in enumerate(PLACES)}
        for name in compress(names.read_text(encoding="utf-8").splitlines(), ran):
            if name not in numbers:
                numbers[name] = len(PLACES)
                PLACES.append(name)
            RAN[numbers[name]] = 1
        if _is_over(int(names.stem)):
            names.unlink()
            marks.unlink()


def _is_over(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
