"""Read the Generic Rules' own tables.

The figures live in ``parkin_generic.toml``; this module gives them types and refuses a file with a key it does not
know.
"""

from fractions import Fraction
from functools import cached_property

from campaign.kit.book import Names, Overrides, Row, Text, read_book
from campaign.model.tables import Tables
from campaign.systems.files import table_text
from campaign.systems.parkin.facts import FACTS

NAMES = (Names("movers.*", "move"), Names("unit.*.move_type", "move"), Names("move.*.target", "defence"))


class CommandTable(Row, frozen=True):
    """5.3: at or below this a D6 fails."""

    fails: int


class MoveRow(Row, frozen=True):
    """5.4: a type of movement: MP in a turn, what it is to fire, what ground is barred to it."""

    speed: int
    target: str
    barred: tuple[str, ...]
    min_speed: int = 0


class GroundRow(Row, frozen=True, rename={"kind": "class"}):
    """5.4, 5.5, 5.8: what a terrain of the map is to movement, sight and fire."""

    kind: str = "open"
    cover: str = ""
    blocks: bool = False
    hill: bool = False


class SidesTable(Row, frozen=True):
    """5.4: what hexsides and crossings do."""

    stream: str
    river: str
    major_river: str
    lake: str
    coast: str
    steep: str
    cliff: str
    wall: str
    free_crossings: tuple[str, ...]
    foot_crossings: tuple[str, ...]
    obstacle_crossings: tuple[str, ...]
    roads: tuple[str, ...]

    def of(self, name: str) -> str:
        """Say what a kind of hexside is: "none", "obstacle" or "bar"."""
        return "none" if name == "none" else str(getattr(self, name))


class FireTable(Row, frozen=True):
    """5.6: range levels, what they need, and what shifts them."""

    levels: tuple[str, ...]
    needs: tuple[int, ...]
    damaged: int
    crippled: int
    moved: int
    big_target: int
    static_target: int
    fast: tuple[tuple[int, int], ...]
    big: tuple[str, ...]


class ScatterTable(Row, frozen=True):
    """5.7: where a miss bursts, by row and column."""

    table: tuple[tuple[str, ...], ...]


class DamageTable(Row, frozen=True):
    """5.8: the ladder of status, and points that cover takes off."""

    statuses: tuple[str, ...]
    cover: dict[str, int]


class ProjectileRow(Row, frozen=True):
    """5.8: area of effect in MP, and damage."""

    aoe: int
    damage: int


class CloseTable(Row, frozen=True):
    """5.9: what each face of a D6 adds."""

    average: tuple[int, ...]


class AutomationTable(Row, frozen=True):
    """5.11: plans by two dice, and firing by range level."""

    plans: tuple[tuple[str, ...], ...]
    fires: tuple[int, ...]


class CarrierTable(Row, frozen=True):
    """The kinds that carry, and the kinds that ride."""

    kinds: tuple[str, ...]
    riders: tuple[str, ...]


class WeatherTable(Row, frozen=True):
    """Which words of the weather are poor."""

    poor: tuple[str, ...]


class ParkinTables(Tables, frozen=True, eq=False):
    """The Generic Rules' tables: what all rule systems have, and what only this one has.

    Two are the same only if they are one: what is worked out from a loaded table is kept by the table itself.
    """

    command: CommandTable
    move: dict[str, MoveRow]
    movers: dict[str, str]
    factors: dict[str, int]
    ground: dict[str, GroundRow]
    sides: SidesTable
    delivery: dict[str, tuple[int, ...]]
    fire: FireTable
    scatter: ScatterTable
    damage: DamageTable
    projectile: dict[str, ProjectileRow]
    defence: dict[str, int]
    close: CloseTable
    automation: AutomationTable
    unit: dict[str, dict[str, str | int | float]]
    sheet: dict[str, str | int | float]
    carriers: CarrierTable
    weather: WeatherTable

    @cached_property
    def straight(self) -> bool:
        """Whether ranges are measured straight, not by steps (5.6)."""
        return self.reading("range_measure") != "steps"

    @cached_property
    def mp_per_hex(self) -> Fraction:
        """Give how many MP a hex is wide, exactly."""
        return Fraction(str(self.reading("mp_per_hex")))


def read_parkin_tables(text: Text | None = None, overrides: Overrides | None = None) -> ParkinTables:
    """Read the tables, the shipped file unless a text is given."""
    return read_book(ParkinTables, text or table_text("parkin_generic"), overrides, names=NAMES, facts=FACTS)
