"""Take a file's order of battle into the folder of a scenario: both tables, or nothing."""

from __future__ import annotations

import codecs
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaign.spoken.cells import csv_of
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.intake.msdl import read_msdl
from scenarios.intake.muster import Mustered, muster
from scenarios.intake.orbatmapper import read_orbat_mapper
from scenarios.intake.sheet import read_sheet
from scenarios.orbat import FORMATIONS_FILE, STANDS_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from maps.grid.hexmap import HexMap

__all__ = ["Asked", "read_forces", "write_tables"]


@dataclass(frozen=True, slots=True)
class Asked:
    """How a file is to be read: columns, page of a workbook, sides, the map of its hexes, where the battle is."""

    columns: Mapping[str, str] = field(default_factory=dict)
    page: str = ""
    renamed: Mapping[str, str] = field(default_factory=dict)
    hexmap: HexMap | None = None
    near: tuple[float, float] | None = None


def read_forces(body: bytes, place: str, sides: Mapping[str, str], asked: Asked) -> Mustered:
    """
    Read an order of battle from a table, a scenario of ORBAT Mapper, or MSDL: what it is, the file itself says.

    Parameters
    ----------
    body, place
        The file, and its name for messages.
    sides
        Keys of the scenario's sides, each with its name.

    Raises
    ------
    ProblemsFound
        With everything that is in the way.
    """
    begins = _begins(body)
    if begins == "{":
        intake = read_orbat_mapper(body, place)
    elif begins == "<":
        intake = read_msdl(body, place)
    else:
        intake = read_sheet(
            body, place, columns=asked.columns, page=asked.page, hexmap=asked.hexmap, near=asked.near
        )  # fmt: skip
    if intake.problems and not intake.nodes:
        raise ProblemsFound(intake.problems)
    mustered = muster(intake, sides, asked.renamed)
    raise_any(mustered.problems)
    return mustered


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
