"""Take a file's order of battle into the folder of a scenario: both tables, or nothing."""

from __future__ import annotations

import codecs
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaign.spoken.cells import csv_of
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.intake.linking import side_words
from scenarios.intake.msdl import read_msdl
from scenarios.intake.muster import Mustered, muster
from scenarios.intake.orbatmapper import read_orbat_mapper
from scenarios.intake.sheet import read_sheet
from scenarios.orbat import FORMATIONS_FILE, STANDS_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from maps.grid.hexmap import HexMap
    from scenarios.intake.nodes import Intake

__all__ = ["Asked", "Looked", "look_at_forces", "read_forces", "write_tables"]


@dataclass(frozen=True, slots=True)
class Asked:
    """How a file is to be read: columns, page of a workbook, sides, the map of its hexes, where the battle is."""

    columns: Mapping[str, str] = field(default_factory=dict)
    page: str = ""
    renamed: Mapping[str, str] = field(default_factory=dict)
    hexmap: HexMap | None = None
    near: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """What is in a file, and how it was read: to be shown before anything is written."""

    what: str
    """A table, ORBAT Mapper, or MSDL."""
    intake: Intake
    sides: Mapping[str, str]
    """The file's own words for sides, each with the key of the scenario's, "" where none is known."""
    mustered: Mustered | None
    """None where nothing could be read."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is in the way."""
        found = self.intake.problems if self.mustered is None else self.mustered.problems
        return tuple(sorted(found, key=_row_of))


def _row_of(problem: Problem) -> tuple[str, int]:
    """Give the page and the row that a fault is in; those of the whole file come first."""
    page, _, number = problem.place.rpartition(", row ")
    return (page, int(number)) if number.isdigit() else ("", 0)


def look_at_forces(body: bytes, place: str, sides: Mapping[str, str], asked: Asked) -> Looked:
    """
    Read an order of battle from a table, a scenario of ORBAT Mapper, or MSDL: what it is, the file itself says.

    Parameters
    ----------
    body, place
        The file, and its name for messages.
    sides
        Keys of the scenario's sides, each with its name.
    """
    begins = _begins(body)
    if begins == "{":
        what, intake = "a scenario of ORBAT Mapper", read_orbat_mapper(body, place)
    elif begins == "<":
        what, intake = "MSDL", read_msdl(body, place)
    else:
        what, intake = "a table", read_sheet(
            body, place, columns=asked.columns, page=asked.page, hexmap=asked.hexmap, near=asked.near
        )  # fmt: skip
    words = side_words(sides, asked.renamed)
    told = list(dict.fromkeys(node.side for node in intake.nodes if node.side))
    found = {one: words.get(one.casefold(), "") for one in told}
    if intake.problems and not intake.nodes:
        return Looked(what, intake, found, None)
    return Looked(what, intake, found, muster(intake, sides, asked.renamed))


def read_forces(body: bytes, place: str, sides: Mapping[str, str], asked: Asked) -> Mustered:
    """
    Read an order of battle as ``look_at_forces`` does, if nothing is in the way.

    Raises
    ------
    ProblemsFound
        With everything that is in the way.
    """
    looked = look_at_forces(body, place, sides, asked)
    raise_any(looked.problems)
    assert looked.mustered is not None
    return looked.mustered


def _begins(body: bytes) -> str:
    """Give the first letter of a file, in whichever of the three ways it is written."""
    wide = body[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}
    head = body[:400].decode("utf-16" if wide else "utf-8-sig", errors="replace")
    return head.lstrip()[:1]


def write_tables(folder: Path, mustered: Mustered) -> None:
    """
    Write both tables of a scenario; those that were there are kept beside them, with ``.before`` behind their names.

    Raises
    ------
    ProblemsFound
        If the folder cannot be written to.
    """
    tables = {FORMATIONS_FILE: mustered.formations, STANDS_FILE: mustered.stands}
    try:
        for name, rows in tables.items():
            (folder / f".{name}.part").write_bytes(csv_of(rows))
        for name in tables:
            if (folder / name).is_file():
                os.replace(folder / name, folder / f"{name}.before")
            os.replace(folder / f".{name}.part", folder / name)
    except OSError as error:
        raise ProblemsFound([Problem(str(folder), f"cannot be written ({error.strerror})", "name another")]) from error
