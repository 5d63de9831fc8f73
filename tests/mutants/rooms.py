"""The rooms of the code, each with its sources and the tests that are nearest to it."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants import in_python, in_scripts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.mutants.sites import Site

ROOT = Path(__file__).parents[2]
ROOMS = Path(__file__).parent / "rooms.toml"
KNOWN = ROOT / "tests" / "mutants.toml"


class Room(NamedTuple):
    """A room of the code."""

    name: str
    code: tuple[str, ...]
    tests: tuple[str, ...] = ()
    """For scripts: for Python it is known which tests run a line."""
    ending: str = ".py"
    pages: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Folders of scripts, each with the tests in a browser of the page that uses them."""

    def tests_of(self, file: str) -> tuple[tuple[str, ...], ...]:
        """List the tests of a script: those of the room, then those of its pages in a browser, each file alone."""
        shown = dict.fromkeys(test for folder, tests in self.pages if file.startswith(f"{folder}/") for test in tests)
        return tuple(filter(None, (self.tests, *((test,) for test in shown))))

    def files(self, root: Path = ROOT) -> list[Path]:
        """List its sources."""
        found = {path for part in self.code for path in _sources(root / part, self.ending)}
        return sorted(path for path in found if not path.name.startswith("__"))


class Mutant(NamedTuple):
    """A change to be tried: where, what, and the tests that should notice it."""

    name: str
    file: str
    line: int
    says: str
    new: str
    """The whole source with the change."""
    tests: tuple[tuple[str, ...], ...]
    """Lists of tests, tried one after the other until one of them notices; none: those that run the line."""


def rooms() -> dict[str, Room]:
    """Read the rooms."""
    rows = tomllib.loads(ROOMS.read_text(encoding="utf-8"))
    return {
        name: Room(
            name, tuple(row["code"]), tuple(row.get("tests", ())), row.get("ending", ".py"),
            tuple((folder, tuple(tests)) for folder, tests in row.get("pages", {}).items()),
        )
        for name, row in rows.items()
    }  # fmt: skip


def drawn(names: Iterable[str], count: int, seed: str, root: Path = ROOT) -> list[Mutant]:
    """Draw mutants by lot, from the rooms in turn; in a room each function is as likely, then each kind of change."""
    known = rooms()
    draws = {name: _draws(known.get(name) or _part(name), seed, root) for name in names}
    return [mutant for _, mutant in zip(range(count), _in_turn(draws), strict=False)]


def _part(path: str) -> Room:
    """Make a room of a file or folder."""
    scripts = rooms()["scripts"]
    return scripts._replace(name=Path(path).stem, code=(path,)) if "static" in path else Room(Path(path).stem, (path,))


def _in_turn(draws: dict[str, Iterator[Mutant]]) -> Iterator[Mutant]:
    while draws:
        for name in list(draws):
            mutant = next(draws[name], None)
            if mutant is None:
                del draws[name]
            else:
                yield mutant


def _draws(room: Room, seed: str, root: Path) -> Iterator[Mutant]:
    dice = random.Random(f"{seed}/{room.name}")
    functions: dict[tuple[Path, str], list[Site]] = {}
    for path in room.files(root):
        find = in_scripts.sites if room.ending == ".js" else in_python.sites
        for site in find(path.read_text(encoding="utf-8")):
            functions.setdefault((path, site.function), []).append(site)
    keys = list(functions)
    dice.shuffle(keys)
    for number, key in enumerate(keys, start=1):
        kinds = sorted({site.kind for site in functions[key]})
        kind = dice.choice(kinds)
        site = dice.choice([site for site in functions[key] if site.kind == kind])
        yield _mutant(room, f"{room.name} {number}", key[0], site, root)


def _mutant(room: Room, name: str, path: Path, site: Site, root: Path) -> Mutant:
    source = path.read_text(encoding="utf-8")
    says = f"{site.function} {site.kind}: {site.says(source)}".strip()
    file = path.relative_to(root).as_posix()
    return Mutant(name, file, site.line, says, site.applied(source), room.tests_of(file))


def known_mutants(only: str = "", root: Path = ROOT, file: Path = KNOWN) -> list[Mutant]:
    """
    Read the changes that no test noticed once: those whose name holds ``only``.

    Raises
    ------
    ValueError
        If the old text of one does not stand exactly once in its package.
    """
    rows = tomllib.loads(file.read_text(encoding="utf-8"))
    return [_known(name, row, root) for name, row in rows.items() if only in name]


def _known(name: str, row: dict, root: Path) -> Mutant:
    """Find the text wherever it stands now: a file that was moved needs no new line here."""
    sources = {path: path.read_text(encoding="utf-8") for path in _sources(root / row["within"], (".py", ".js"))}
    found = [path for path, text in sources.items() if row["old"] in text]
    if len(found) != 1 or sources[found[0]].count(row["old"]) != 1:
        where = ", ".join(path.relative_to(root).as_posix() for path in found) or "nowhere"
        msg = f"{name}: the text {row['old']!r} stands {where}; name one that stands once in {row['within']}"
        raise ValueError(msg)
    text = sources[found[0]]
    line = text.count("\n", 0, text.index(row["old"])) + 1
    return Mutant(
        name, found[0].relative_to(root).as_posix(), line, row["about"], text.replace(row["old"], row["new"]),
        (tuple(row["tests"]),),
    )  # fmt: skip


def _sources(path: Path, endings: str | tuple[str, ...]) -> list[Path]:
    files = [path] if path.is_file() else path.rglob("*")
    return [file for file in files if file.name.endswith(endings)]
