"""Have a package's modules marked as they are imported, in this process and in those that its tests start."""

from __future__ import annotations

import atexit
import builtins
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

from tests.mutants.places import MARKS, marked

PACKAGE, FOLDER = os.environ.get("SANDTABLE_MARKED", ""), Path(os.environ.get("SANDTABLE_RAN", "."))
ROOT = Path(__file__).parents[2]
STARTED = FOLDER / "started"
"""Where processes that tests start write down what they ran, by name."""
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


def install() -> None:
    """Begin."""
    setattr(builtins, MARKS, RAN)
    sys.meta_path.insert(0, _Finder())


def install_in_started() -> None:
    """Begin in a process that a test started, and write down at its end what it ran."""
    install()
    atexit.register(_written)


def _written() -> None:
    STARTED.mkdir(parents=True, exist_ok=True)
    names = [place for place, ran in zip(PLACES, RAN, strict=False) if ran]
    (STARTED / f"{os.getpid()}").write_text("\n".join(names), encoding="utf-8")


def ran_in_started() -> None:
    """Take over what processes that a test started have run."""
    for file in STARTED.glob("*"):
        numbers = {place: number for number, place in enumerate(PLACES)}
        for name in file.read_text(encoding="utf-8").splitlines():
            if name not in numbers:
                numbers[name] = len(PLACES)
                PLACES.append(name)
            RAN[numbers[name]] = 1
        file.unlink()
