"""Write a scenario as one file to hand on: its files as they are, the finished map, the rules, sources and licences."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from maps.gpkg import writer
from maps.problems import Problem, raise_any
from scenarios.formats.packing import packed
from scenarios.handing.beside import MAP_FILE, RULES_FILE
from scenarios.handing.manifest import (
    FORMAT,
    LICENCES,
    MANIFEST,
    MEMBERS,
    VERSION,
    Ground,
    Manifest,
    Rules,
    bad_key,
    listed,
    manifest_bytes,
)
from scenarios.handing.player import files_of_side

if TYPE_CHECKING:
    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.scenario import Scenario

__all__ = ["Giver", "published"]

_LONGEST = 200
_MADE = {MANIFEST, LICENCES, MAP_FILE, RULES_FILE}
"""What is made anew; all else is taken from the scenario's folder."""


class Giver(NamedTuple):
    """The one who hands a scenario on, and what others may do with it."""

    by: str
    licence: str
    program: str = ""
    """The version that writes it."""


def published(scenario: Scenario, key: str, hexmap: HexMap, ruleset: Ruleset, giver: Giver, *, side: str = "") -> bytes:
    """
    Write a scenario as one file.

    Parameters
    ----------
    key
        Its short name, as others will find it.
    hexmap, ruleset
        What it is played on and by; both go with it, the rules only if they are a file of a club's own.
    side
        The side whose player it is for: nothing of the others goes with it. "": it is for umpires.

    Raises
    ------
    ProblemsFound
        If the giver or the licence is not told, a file is larger than it may be, or there is no such side.
    """
    raise_any([*bad_key(key), *_giver_faults(giver)])
    files = _files_of(scenario, side)
    text = ruleset.frozen.text if ruleset.frozen is not None else ""
    if text:
        files[RULES_FILE] = text.encode()
    files[MAP_FILE] = _map_bytes(hexmap)
    rules = Rules(scenario.ruleset, ruleset.tables.name, listed(text.encode()).sha256 if text else "")
    ground = Ground(hexmap.key, hexmap.name, len(hexmap), tuple(hexmap.sources))
    files[LICENCES] = _licences(scenario, ground, rules, giver).encode()
    raise_any(_size_faults(files))
    units = sum(not side or stand.side == side for stand in scenario.orbat.stands)
    manifest = Manifest(
        FORMAT, VERSION, key, scenario.name, giver.by, giver.licence, giver.program,
        scenario.start.isoformat(), scenario.days, tuple(side.name for side in scenario.sides),
        units, ground, rules, {name: listed(body) for name, body in sorted(files.items())},
    )  # fmt: skip
    return packed([(MANIFEST, manifest_bytes(manifest)), *sorted(files.items())])


def _files_of(scenario: Scenario, side: str) -> dict[str, bytes]:
    if side:
        return {name: text.encode() for name, text in files_of_side(scenario, side).items()}
    taken = (scenario.folder / name for name in MEMBERS if name not in _MADE)
    return {path.name: path.read_bytes() for path in taken if path.is_file()}


def _giver_faults(giver: Giver) -> list[Problem]:
    wanted = (("by", giver.by, "write your name or your club's"),
              ("licence", giver.licence, "say what others may do with it, for example CC BY 4.0"))  # fmt: skip
    return [
        Problem(place, "is missing" if not text else f"is no line of 1 to {_LONGEST} letters", remedy)
        for place, text, remedy in wanted
        if not 0 < len(text) <= _LONGEST or not text.isprintable()
    ]


def _size_faults(files: dict[str, bytes]) -> list[Problem]:
    return [
        Problem(name, f"has {len(body):,} bytes, and at most {MEMBERS[name]:,} can be handed on", "make it smaller")
        for name, body in files.items()
        if len(body) > MEMBERS[name]
    ]


def _map_bytes(hexmap: HexMap) -> bytes:
    with TemporaryDirectory(prefix="sandtable-") as folder:
        path = Path(folder) / MAP_FILE
        writer.write(hexmap, path)
        return path.read_bytes()


def _licences(scenario: Scenario, ground: Ground, rules: Rules, giver: Giver) -> str:
    """Say whose each part is, a paragraph each."""
    lines = [f"# {scenario.name}", f"The scenario: {giver.by}. Licence: {giver.licence}.",
             f"The ground, {ground.name}, was made from:"]  # fmt: skip
    lines += [f"* {source}" for source in ground.sources or ("no source that asks to be named",)]
    kind = "a file of a club's own, in this one" if rules.sha256 else "they come with the program"
    return "\n\n".join([*lines, f"Rules: {rules.name} ({kind})."]) + "\n"
