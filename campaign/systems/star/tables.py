"""
Read the tables of the Star General rules, Three Star or Two Star.

The figures live in ``three_star_general.toml`` and ``two_star_general.toml``;
this module gives them types and refuses a file with a key it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.model.tables import Interpretation, PhaseRow, Tables, overridden
from campaign.systems.files import table_text
from campaign.systems.star.facts import FACTS
from maps.problems import Problem, did_you_mean, raise_any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = ["ChartRow", "GroundRow", "MusterRow", "Pace", "StandRow", "StarTables", "read_star_tables"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of the tables below: a key that is not known is an error."""


class StandRow(_Table, frozen=True):
    """1.2, 2.2: a line of the unit table. ``reach`` 0: close combat only."""

    branch: str
    role: str
    """core, support or transport."""
    strength: int
    dice: int
    reach: int
    mover: str
    armour: str = ""
    """heavy, medium, light, armd_inf or armd_art; "" is a soft target."""
    versus_armour: int = 0
    """Dice against armour, where they differ (AT guns)."""
    overhead: bool = False
    """Whether it helps the attack of another stand over the heads of others."""
    attacks: bool = True
    independent: bool = False
    """Whether it belongs to no regiment's go (artillery)."""
    makes_armoured: bool = False
    """Whether it makes the infantry it is with armoured infantry, and shares its hex with nobody else."""


class Pace(_Table, frozen=True):
    """1.6, 2.4: hexes of a normal and of a strategic move."""

    normal: int
    strategic: int


class GroundRow(_Table, frozen=True):
    """1.9: what a class of terrain does. ``strategic``: pass, stop (before it) or none."""

    halts: bool
    strategic: str
    blocks: str
    """Whether it blocks the line of sight: no, yes, or unless_high."""
    cover: int
    cover_close: int
    enter: str = "all"
    """all, none or river."""


class ChartRow(_Table, frozen=True):
    """1.12: which score hits, and which double; ``double`` 0: none does."""

    roller: str
    """attacker or defender."""
    status: tuple[str, ...]
    against: tuple[str, ...]
    score: int
    double: int
    source: str


class MusterRow(_Table, frozen=True):
    """S-20: the stands of a sample unit, by kind."""

    key: str
    name: str
    stands: dict[str, int]


class CombatTable(_Table, frozen=True):
    """1.12 and the default block."""

    armour_sub: dict[str, int]
    light_against_heavy: int
    long_range: int
    """At this distance fire loses a die; 0: never (3S)."""
    minimum_artillery_range: int
    stay_dug_in: int
    """A dug-in stand stays where it is unless it suffered so many hits (S-12)."""


class SpottingTable(_Table, frozen=True):
    """S-15: hexes."""

    core: int
    hq: int
    self: int
    revealed: int


class _File(_Table, frozen=True):
    key: str
    name: str
    source: str
    paragraphs: dict[str, str]
    marks: frozenset[str]
    formation_marks: frozenset[str]
    postures: tuple[str, ...]
    actions: tuple[str, ...]
    turn_word: str
    rounds: int
    command_range: int
    strategic_distance: int
    sizes: dict[str, str]
    slots: dict[str, int]
    phase: tuple[PhaseRow, ...]
    stand: dict[str, StandRow]
    by_branch: dict[str, str]
    by_support: dict[str, str]
    by_mover: dict[str, str]
    pace: dict[str, Pace]
    order_changes: dict[str, tuple[str, ...]]
    ground: dict[str, GroundRow]
    terrain: dict[str, str]
    water: dict[str, str]
    crossing: dict[str, str]
    combat: CombatTable
    chart: tuple[ChartRow, ...]
    spotting: SpottingTable
    muster: tuple[MusterRow, ...]
    interpretation: tuple[Interpretation, ...]


class StarTables(Tables, frozen=True):
    """The tables of a Star General system: what all rulesets have, and what only these have."""

    paragraphs: dict[str, str]
    rounds: int
    command_range: int
    strategic_distance: int
    sizes: dict[str, str]
    slots: dict[str, int]
    stand: dict[str, StandRow]
    by_branch: dict[str, str]
    by_support: dict[str, str]
    by_mover: dict[str, str]
    pace: dict[str, Pace]
    order_changes: dict[str, tuple[str, ...]]
    ground: dict[str, GroundRow]
    terrain: dict[str, str]
    water: dict[str, str]
    crossing: dict[str, str]
    combat: CombatTable
    chart: tuple[ChartRow, ...]
    spotting: SpottingTable
    muster: tuple[MusterRow, ...]
    readings: dict[str, str | int | float | bool]
    """The interpretations' values by key."""

    def paragraph(self, number: str) -> str:
        """
        Name a paragraph as this system has it; ``number`` is that of Three Star General.

        >>> read_star_tables("two_star_general").paragraph("1.6")
        '2S 2.4'
        """
        given = self.paragraphs.get(number)
        if given is not None:
            return given
        return self.paragraphs["S" if number.startswith("S-") else "1"] + " " + number

    def number(self, key: str) -> int:
        """Give a reading that is a whole number."""
        return int(self.readings[key])

    def flag(self, key: str) -> bool:
        """Give a reading that is yes or no."""
        return bool(self.readings[key])

    def word(self, key: str) -> str:
        """Give a reading that is a word."""
        return str(self.readings[key])


def read_star_tables(
    key: str, text: str | None = None, overrides: Mapping[str, str | float | bool] | None = None
) -> StarTables:
    """
    Read the tables of ``three_star_general`` or ``two_star_general``, the shipped file unless a text is given.

    Parameters
    ----------
    overrides
        Interpretations set otherwise by the umpire, by key.

    Raises
    ------
    msgspec.ValidationError
        If the text has unknown or missing keys, or values of the wrong kind; the message names the path.
    ProblemsFound
        If an override names no interpretation, one that is fixed, or a value that it cannot have; or if one table
        names what another does not have.
    """
    if text is None:
        text = table_text(key)
    file = msgspec.toml.decode(text, type=_File)
    raise_any(_crossed(file))
    readings = overridden(file.interpretation, overrides or {})
    shared = {name: getattr(file, name) for name in _SHARED}
    return StarTables(
        phases=file.phase, marks=file.marks | file.formation_marks, stores=(), facts=FACTS, interpretations=readings,
        open_marks=frozenset({"strategic", "revealed", "crossing"}),
        open_postures=True,
        readings={item.key: item.value for item in readings}, **shared,
    )  # fmt: skip


_SHARED = (
    "key", "name", "source", "turn_word", "postures", "actions", "paragraphs", "rounds", "command_range",
    "strategic_distance", "sizes", "slots", "stand", "by_branch", "by_support", "by_mover", "pace", "order_changes",
    "ground", "terrain", "water", "crossing", "combat", "chart", "spotting", "muster",
)  # fmt: skip


def _crossed(file: _File) -> list[Problem]:
    """Find what one table names and the other has not."""
    place = f"{file.key}.toml"
    asked: list[tuple[str, str, Collection[str]]] = [
        *((f"stand.{key}.mover", row.mover, file.pace) for key, row in file.stand.items()),
        *((f"terrain.{key}", row, file.ground) for key, row in file.terrain.items()),
        *((f"by_branch.{key}", row, file.stand) for key, row in file.by_branch.items()),
        *((f"by_support.{key}", row, file.stand) for key, row in file.by_support.items()),
        *((f"by_mover.{key}", row, file.pace) for key, row in file.by_mover.items()),
        *((f"muster {row.key}", kind, file.stand) for row in file.muster for kind in row.stands),
        *((f"order_changes.{key}", to, file.postures) for key, row in file.order_changes.items() for to in row),
    ]
    return [
        Problem(f"{place}, {what}", f"there is no {word!r}", did_you_mean(word, list(known)))
        for what, word, known in asked if word not in known
    ]  # fmt: skip
