"""
Read an order of battle: the formations and the stands that belong to them.

Two tables in one folder. ``formations.csv`` is the tree of command, with its
headquarters and its stocks of ammunition and fuel; ``orbat.csv`` holds one row
for every stand, with its strength, its way of moving and where it stands or
when it comes. Strength, marks and bands are those of "Rules - Zen Internet"
(strength points, OrBat marks S, I, L, artillery ranges).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.problems import Problem, raise_any
from scenarios.orbat_checks import chain_problems, formation_problems, stand_problems
from scenarios.orbat_rows import (
    FORMATION_COLUMNS,
    STAND_COLUMNS,
    STAND_OPTIONAL,
    FormationRow,
    StandRow,
    formation_row,
    stand_row,
)
from scenarios.table import decode, read_table

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from scenarios.table import Table

__all__ = [
    "FORMATIONS_FILE",
    "STANDS_FILE",
    "FormationRow",
    "Orbat",
    "OrbatNode",
    "StandRow",
    "read_formations",
    "read_orbat",
    "read_stands",
]

FORMATIONS_FILE = "formations.csv"
STANDS_FILE = "orbat.csv"


@dataclass(frozen=True, slots=True)
class OrbatNode:
    """A formation with what is directly under it, in the order of the tables."""

    formation: FormationRow
    children: tuple[OrbatNode, ...]
    stands: tuple[StandRow, ...]

    @property
    def strength(self) -> int:
        """Add up the strength points from here downwards."""
        return sum(stand.strength for stand in self.stands) + sum(child.strength for child in self.children)

    @property
    def stand_count(self) -> int:
        """Count the stands from here downwards."""
        return len(self.stands) + sum(child.stand_count for child in self.children)


@dataclass(frozen=True, slots=True)
class Orbat:
    """An order of battle without problems."""

    formations: tuple[FormationRow, ...]
    stands: tuple[StandRow, ...]

    def formation(self, id_: str) -> FormationRow:
        """Give a formation by its id; ``KeyError`` if there is none."""
        return self.formations_by_id()[id_]

    def formations_by_id(self) -> Mapping[str, FormationRow]:
        """Give all formations by id."""
        return {row.id: row for row in self.formations}

    def stands_by_id(self) -> Mapping[str, StandRow]:
        """Give all stands by id."""
        return {row.id: row for row in self.stands}

    def at_start(self) -> tuple[StandRow, ...]:
        """List the stands that are on the map when the operation begins."""
        return tuple(stand for stand in self.stands if not stand.arrives)

    def arrivals(self) -> tuple[StandRow, ...]:
        """List the reinforcements in the order that they come."""
        coming = [stand for stand in self.stands if stand.arrives]
        return tuple(sorted(coming, key=lambda stand: (stand.arrive_day or 0, stand.arrive_turn or 0)))

    def chain(self, formation: str) -> tuple[str, ...]:
        """List the ids from a formation up to the top of its tree, itself first."""
        by_id = self.formations_by_id()
        found = [formation]
        while parent := by_id[found[-1]].parent:
            found.append(parent)
        return tuple(found)

    def tree(self) -> tuple[OrbatNode, ...]:
        """Give the order of battle as nested nodes, one for each formation without a parent."""
        children: dict[str, list[FormationRow]] = {}
        for formation in self.formations:
            children.setdefault(formation.parent, []).append(formation)
        stands: dict[str, list[StandRow]] = {}
        for stand in self.stands:
            stands.setdefault(stand.formation, []).append(stand)

        def node(formation: FormationRow) -> OrbatNode:
            below = tuple(node(child) for child in children.get(formation.id, ()))
            return OrbatNode(formation, below, tuple(stands.get(formation.id, ())))

        return tuple(node(root) for root in children.get("", ()))


def read_formations(text: str, place: str, *, sides: Collection[str] = ()) -> list[FormationRow]:
    """
    Read the formations.

    Parameters
    ----------
    text, place
        The table, and its name for messages.
    sides
        The keys of the sides. Where none are given, those of the formations at
        the top of the tree count as known.

    Raises
    ------
    ProblemsFound
        With everything that is wrong with the table by itself.
    """
    table = read_table(text, place, FORMATION_COLUMNS)
    rows = _formations(table, sides)
    raise_any(table.problems)
    return rows


def read_stands(text: str, place: str) -> list[StandRow]:
    """
    Read the stands.

    Raises
    ------
    ProblemsFound
        With everything that is wrong with the table by itself. Whether the
        formations exist is for ``read_orbat`` to say.
    """
    table = read_table(text, place, STAND_COLUMNS, STAND_OPTIONAL)
    rows = _stands(table)
    raise_any(table.problems)
    return rows


def read_orbat(folder: Traversable | Path, *, sides: Collection[str] = ()) -> Orbat:
    """
    Read the order of battle that lies in a folder.

    Parameters
    ----------
    folder
        Holds ``formations.csv`` and ``orbat.csv``.
    sides
        The keys of the sides, as in ``read_formations``.

    Raises
    ------
    ProblemsFound
        With all problems of both tables, by file and line.
    """
    formation_text, problems = _text(folder, FORMATIONS_FILE)
    stand_text, more = _text(folder, STANDS_FILE)
    problems += more
    raise_any(problems)
    upper = read_table(formation_text, FORMATIONS_FILE, FORMATION_COLUMNS)
    lower = read_table(stand_text, STANDS_FILE, STAND_COLUMNS, STAND_OPTIONAL)
    whole = upper.complete and lower.complete
    formations, stands = _formations(upper, sides), _stands(lower)
    between = chain_problems(formations, stands) if whole else []
    raise_any([*upper.problems, *lower.problems, *between])
    return Orbat(tuple(formations), tuple(stands))


def _text(folder: Traversable | Path, name: str) -> tuple[str, list[Problem]]:
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return "", [Problem(name, f"the file cannot be read: {reason}", f"look for it in {folder}")]
    return decode(data, name)


def _formations(table: Table, sides: Collection[str]) -> list[FormationRow]:
    rows = [formation_row(row) for row in table.rows]
    if table.complete:
        table.problems.extend(formation_problems(rows, sides))
    return rows


def _stands(table: Table) -> list[StandRow]:
    rows = [stand_row(row) for row in table.rows]
    table.problems.extend(stand_problems(rows))
    return rows
