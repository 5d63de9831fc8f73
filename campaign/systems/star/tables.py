"""Read the tables of the Star General rules, Three Star or Two Star.

The figures live in ``three_star_general.toml`` and ``two_star_general.toml``; this module gives them types and refuses
a file with a key it does not know.
"""

from functools import cached_property

from campaign.few import Few
from campaign.kit.book import Names, Overrides, Row, Text, read_book
from campaign.model.tables import Tables
from campaign.model.things import Profile
from campaign.systems.files import table_text
from campaign.systems.star.facts import FACTS

NAMES = (
    Names("stand.*.mover", "pace"),
    Names("terrain.*", "ground"),
    Names("by_branch.*", "stand"),
    Names("by_support.*", "stand"),
    Names("by_mover.*", "pace"),
    Names("muster.*.stands", "stand"),
    Names("order_changes.*", "postures"),
)


class StandRow(Row, frozen=True):
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


class Pace(Row, frozen=True):
    """1.6, 2.4: hexes of a normal and of a strategic move."""

    normal: int
    strategic: int


class GroundRow(Row, frozen=True):
    """1.9: what a class of terrain does. ``strategic``: pass, stop (before it) or none."""

    halts: bool
    strategic: str
    blocks: str
    """Whether it blocks the line of sight: no, yes, or unless_high."""
    cover: int
    cover_close: int
    enter: str = "all"
    """all, none or river."""


class ChartRow(Row, frozen=True):
    """1.12: which score hits, and which double; ``double`` 0: none does."""

    roller: str
    """attacker or defender."""
    status: tuple[str, ...]
    against: tuple[str, ...]
    score: int
    double: int
    source: str


class MusterRow(Row, frozen=True):
    """S-20: the stands of a sample unit, by kind."""

    key: str
    name: str
    stands: dict[str, int]


class CombatTable(Row, frozen=True):
    """1.12 and the default block."""

    armour_sub: dict[str, int]
    light_against_heavy: int
    long_range: int
    """Fire at this distance loses a die; 0: never (3S)."""
    minimum_artillery_range: int
    stay_dug_in: int
    """A dug-in stand stays where it is unless it suffered so many hits (S-12)."""


class SpottingTable(Row, frozen=True):
    """S-15: hexes."""

    core: int
    hq: int
    self: int
    revealed: int


class StarTables(Tables, frozen=True):
    """The tables of a Star General system: what all rule systems have, and what only these have."""

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

    # Asked of every stand at every event: by identity, since a profile takes long to compare.
    @cached_property
    def rows_found(self) -> Few[int, tuple[Profile, StandRow]]:
        """The line of each profile that was asked for, by its identity."""
        return Few(10_000)

    def paragraph(self, number: str) -> str:
        """Name a paragraph as this system has it; ``number`` is that of Three Star General.

        >>> read_star_tables("two_star_general").paragraph("1.6")
        '2S 2.4'
        """
        chapter = self.paragraphs["S" if number.startswith("S-") else "1"]
        return self.paragraphs.get(number, f"{chapter} {number}")


def read_star_tables(key: str, text: Text | None = None, overrides: Overrides | None = None) -> StarTables:
    """Read the tables of ``three_star_general`` or ``two_star_general``, the shipped file unless a text is given."""
    return read_book(StarTables, text or table_text(key), overrides, names=NAMES, facts=FACTS)
