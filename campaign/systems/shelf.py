"""Know which rule files there are: those that are shipped, and those of folders that were named."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from campaign.engine.ruleset import Ruleset
from campaign.model.tables import frozen
from campaign.systems.ownfolders import folders
from maps.problems import Problem, ProblemsFound
from maps.toml_lines import parse_toml, read_text

_ENDING = ".toml"


def _opened() -> Any:
    """Give what opens a file; it is loaded when one is first read, for to list files their names are enough."""
    return import_module("campaign.systems.own.opened")


def _variants() -> Any:
    return import_module("campaign.systems.variants")


def extends(text: str) -> str:
    """Name the rules that a text extends; "" if it is a whole system."""
    if "extends" not in text:
        return ""
    found: str = import_module("campaign.systems.own.variant.resolving").extends(text)
    return found


def faults_of(text: str, name: str) -> list[Problem]:
    """List every fault of a rule file, by line."""
    found: list[Problem] = (_variants() if extends(text) else _opened()).faults(text, name)
    return found


def shipped() -> Path:
    """Give the folder of the files that are shipped."""
    return Path(str(resources.files("campaign.systems").joinpath("own", "library")))


def files() -> dict[str, Path]:
    """List the rule files by the keys of their systems, which are the files' names; a shipped one comes first."""
    found: dict[str, Path] = {}
    for folder in (shipped(), *folders()):
        for path in sorted(folder.glob(f"*{_ENDING}")):
            if folder == shipped() or not _faults_of(path):
                found.setdefault(path.stem, path)
    return found


def unsound() -> dict[Path, tuple[Problem, ...]]:
    """List the rule files of the folders that were named which cannot be played, each with its faults."""
    paths = (path for folder in folders() for path in sorted(folder.glob(f"*{_ENDING}")))
    return {path: found for path in paths if (found := _faults_of(path))}


def _faults_of(path: Path) -> tuple[Problem, ...]:
    """List what is wrong with a file; it is read again only when it has changed."""
    try:
        stat = path.stat()
    except OSError as error:
        return (Problem(str(path), f"cannot be opened ({error.strerror})", "check the name and the rights"),)
    return _found(path, stat.st_mtime_ns, stat.st_size, _line(path.stem))


def _line(key: str, deep: int = 4) -> tuple[tuple[str, int], ...]:
    """Say which files a file stands on, and when each was changed: one that is extended may change, or go."""
    path = paths().get(key)
    if path is None or not deep:
        return ()
    base = _base_in(path, path.stat().st_mtime_ns, path.stat().st_size)
    return ((key, path.stat().st_mtime_ns), *(_line(base, deep - 1) if base else ()))


@lru_cache(maxsize=256)
def _base_in(path: Path, *_: int) -> str:
    try:
        return extends(read_text(path))
    except ProblemsFound:
        return ""


def root_of(key: str, deep: int = 4) -> str:
    """Name the rules that a file and those it extends go back to; its own key if it extends none."""
    path = paths().get(key)
    if path is None or not deep:
        return key
    base = _base_in(path, path.stat().st_mtime_ns, path.stat().st_size)
    return root_of(base, deep - 1) if base else key


def paths() -> dict[str, Path]:
    """List all rule files by their names, sound or not; a shipped one comes first."""
    found: dict[str, Path] = {}
    for folder in (shipped(), *folders()):
        for path in sorted(folder.glob(f"*{_ENDING}")):
            found.setdefault(path.stem, path)
    return found


@lru_cache(maxsize=256)
def _found(path: Path, *_: object) -> tuple[Problem, ...]:
    try:
        found = tuple(faults_of(read_text(path), path.name))
    except ProblemsFound as error:
        return error.problems
    named = path.stem if found else _key(path)
    what, remedy = f"is the system {named!r}", f"call the file {named}{_ENDING}, or the system {path.stem}"
    return (*found, *(() if named == path.stem else (Problem(path.name, what, remedy),)))


def _key(path: Path) -> str:
    return str(parse_toml(read_text(path), path.name)[0]["system"]["key"])


def text_of(key: str) -> str:
    """Give the text of a rule file as it is now, as a log would keep it."""
    return frozen(read_text(paths()[key])).text


def stamp(key: str) -> str:
    """Give the hash of a file's text as it is now, which tells kept answers apart; "" if there is no such file."""
    if key not in paths():
        return ""
    return "".join(frozen(text_of(one)).sha256 for one, _ in _line(key) if one in paths())


def load(key: str, overrides: Mapping[str, str | int | float | bool], text: str | None = None) -> Ruleset:
    """Read a system from its file, or from a text that a log keeps.

    Raises ``ProblemsFound`` with every fault.
    """
    found = text_of(key) if text is None else text
    if extends(found):
        found = _variants().whole_text(found, f"{key}{_ENDING}")
    return _read(found, f"{key}{_ENDING}", tuple(sorted(overrides.items())))


@lru_cache(maxsize=64)
def _read(text: str, name: str, overrides: tuple[tuple[str, str | int | float | bool], ...]) -> Ruleset:
    found: Ruleset
    if extends(text):
        found = _variants().load(text, name, dict(overrides))
    else:
        found = _opened().ruleset_of(text, name, dict(overrides))
        found = Ruleset(found.tables, _variants().movable(type(found.play))(found.tables), found.frozen)
    return found
