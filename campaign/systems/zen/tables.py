"""Read the Zen rules' own tables of ``zen_operational.toml``, with types, and refuse keys that nobody knows."""

from fractions import Fraction
from functools import cached_property

from campaign.kit.book import Names, Overrides, Row, Text, read_book
from campaign.kit.ruler import Ruler
from campaign.model.tables import Tables
from campaign.model.things import Profile
from campaign.systems.files import table_text
from campaign.systems.zen.facts import FACTS
from maps.grid.layout import Layout
from maps.problems import first_of

NAMES = (Names("movement.foot_movers", "movement.allowance"), Names("movement.built_up", "movement.ground"))


class CalendarTable(Row, frozen=True):
    """4.1: hours of a turn, months of a season, daylight turns by month."""

    turn_hours: int
    seasons: dict[str, tuple[int, ...]]
    turns_by_month: tuple[int, ...]


class Base(Row, frozen=True):
    """4.2: the base of the stands it fits, in inches."""

    kinds: tuple[str, ...]
    sizes: tuple[str, ...]
    width: float
    depth: float

    def fits(self, profile: Profile) -> bool:
        """Whether this is the base of such a stand."""
        return profile.kind in self.kinds and profile.size in self.sizes


class MovementTable(Row, frozen=True):
    """4.7: inches per daylight turn by mover and ground, and what else movement costs."""

    fragments_per_turn: int
    transport_factor: int
    embark_share: int
    stream_share: int
    foot_movers: tuple[str, ...]
    built_up: tuple[str, ...]
    allowance: dict[str, dict[str, int]]
    ground: dict[str, str]


class ZocTable(Row, frozen=True):
    """4.8: who exerts a zone of control."""

    kinds: tuple[str, ...]
    sizes: tuple[str, ...]


class CombatTable(Row, frozen=True):
    """4.9, 4.10 and 4.12."""

    hit: int
    hit_transport: int
    save: int
    artillery_dice: int
    disengage_loss: int
    retire_inches: float
    dice: dict[str, int]
    detachment_dice: int
    strong: int
    poor: int
    unprotected: tuple[str, ...]
    detachable: tuple[str, ...]
    detachment_targets: tuple[str, ...]
    support_behind: tuple[str, ...]
    infantry: tuple[str, ...]
    non_armour: tuple[str, ...]


class ArtilleryTable(Row, frozen=True):
    """4.11: ranges in inches by class."""

    range: dict[str, float]
    log_each: int


class CommandTable(Row, frozen=True):
    """4.5: command range in inches."""

    range: float


class RateRow(Row, frozen=True):
    """4.13: what a division takes in a night."""

    nation: str
    years: tuple[int, int]
    normal: int
    infantry: int


class SupplyTable(Row, frozen=True):
    """4.13."""

    log_users: tuple[str, ...]
    pol_move: int
    pol_transport: int
    fuelled: tuple[str, ...]
    motorised: tuple[str, ...]
    infantry_kinds: tuple[str, ...]
    rate: tuple[RateRow, ...]


class IsolationTable(Row, frozen=True):
    """4.13: what each day of isolation brings."""

    no_attack_day: int
    half_dice_day: int
    surrender_day: int


class EngineerTable(Row, frozen=True):
    """4.16: turns and scores of engineer work."""

    kinds: tuple[str, ...]
    bridge_stream_turns: int
    bridge_river_turns: int
    prepare_turns: int
    prepare_opposed_turns: int
    prepare_fail_loss: int
    prepare_fail: int
    blow: int
    fortify_turns: int
    hq_rate: int


class LandingRow(Row, frozen=True):
    """4.17: what a landing's total does."""

    upto: int
    dispersed: int
    lost: int


class AirTable(Row, frozen=True):
    """4.17: air power and air-landing."""

    hit: int
    flak_inches: float
    night: int
    paras_in_rough: int
    gliders_in_broken: int
    near_flak: int
    landing: tuple[LandingRow, ...]


class ZenTables(Tables, frozen=True, rename={"bases": "base"}):
    """The Zen rules' tables: what all rule systems have, and what only this one has."""

    calendar: CalendarTable
    bases: tuple[Base, ...]
    movement: MovementTable
    zoc: ZocTable
    combat: CombatTable
    artillery: ArtilleryTable
    command: CommandTable
    supply: SupplyTable
    isolation: IsolationTable
    weather: dict[str, tuple[str, ...]]
    engineers: EngineerTable
    air: AirTable

    def base_of(self, profile: Profile) -> Base:
        """Find the base of a stand (4.2)."""
        found = (base for base in self.bases if base.fits(profile))
        return first_of(found, profile.name, "is of a kind and size without a base (4.2)", "give it another size")

    def inch_km(self) -> float:
        """Give the ground that one inch stands for, in km (4.1)."""
        return self.number("inch_km")

    def ruler(self, layout: Layout) -> Ruler:
        """Give the ruler of a map's layout: inches on the map, straight (4.22 ``distance``)."""
        known = self._rulers.get(id(layout))
        if known is None or known[0] is not layout:
            per_hex = Fraction(str(layout.width_m)) / 1000 / Fraction(str(self.inch_km()))
            known = self._rulers[id(layout)] = layout, Ruler(layout.grid, per_hex, straight=True)
        return known[1]

    # Asked for every pair of stands: by identity, since a layout takes long to compare.
    @cached_property
    def _rulers(self) -> dict[int, tuple[Layout, Ruler]]:
        return {}


def read_zen_tables(text: Text | None = None, overrides: Overrides | None = None) -> ZenTables:
    """Read the tables, the shipped file unless a text is given."""
    return read_book(ZenTables, text or table_text("zen_operational"), overrides, names=NAMES, facts=FACTS)
