"""
Read the Zen rules' own tables.

The figures live in ``zen_operational.toml``; this module gives them types and
refuses a file with a key it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.model.tables import Interpretation, PhaseRow, Tables, overridden
from campaign.systems.files import table_text
from campaign.systems.zen.facts import FACTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.things import Profile

__all__ = ["Base", "ZenTables", "read_zen_tables"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of the tables below: a key that is not known is an error."""


class CalendarTable(_Table, frozen=True):
    """4.1: hours of a turn, months of a season, daylight turns by month."""

    turn_hours: int
    seasons: dict[str, tuple[int, ...]]
    turns_by_month: tuple[int, ...]


class Base(_Table, frozen=True):
    """4.2: the base of the stands it fits, in inches."""

    kinds: tuple[str, ...]
    sizes: tuple[str, ...]
    width: float
    depth: float

    def fits(self, profile: Profile) -> bool:
        """Whether this is the base of such a stand."""
        return profile.kind in self.kinds and profile.size in self.sizes


class MovementTable(_Table, frozen=True):
    """4.7: inches per daylight turn by mover and ground, and what else movement costs."""

    fragments_per_turn: int
    transport_factor: int
    embark_share: int
    stream_share: int
    foot_movers: tuple[str, ...]
    built_up: tuple[str, ...]
    allowance: dict[str, dict[str, int]]
    ground: dict[str, str]


class ZocTable(_Table, frozen=True):
    """4.8: who exerts a zone of control."""

    kinds: tuple[str, ...]
    sizes: tuple[str, ...]


class CombatTable(_Table, frozen=True):
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


class ArtilleryTable(_Table, frozen=True):
    """4.11: ranges in inches by class."""

    range: dict[str, float]
    log_each: int


class CommandTable(_Table, frozen=True):
    """4.5: command range in inches."""

    range: float


class RateRow(_Table, frozen=True):
    """4.13: what a division takes in a night."""

    nation: str
    years: tuple[int, int]
    normal: int
    infantry: int


class SupplyTable(_Table, frozen=True):
    """4.13."""

    log_users: tuple[str, ...]
    pol_move: int
    pol_transport: int
    fuelled: tuple[str, ...]
    motorised: tuple[str, ...]
    infantry_kinds: tuple[str, ...]
    rate: tuple[RateRow, ...]


class IsolationTable(_Table, frozen=True):
    """4.13: on which day of isolation what happens."""

    no_attack_day: int
    half_dice_day: int
    surrender_day: int


class EngineerTable(_Table, frozen=True):
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


class LandingRow(_Table, frozen=True):
    """4.17: what a landing's total does."""

    upto: int
    dispersed: int
    lost: int


class AirTable(_Table, frozen=True):
    """4.17: air power and air-landing."""

    hit: int
    flak_inches: float
    night: int
    paras_in_rough: int
    gliders_in_broken: int
    near_flak: int
    landing: tuple[LandingRow, ...]


class _File(_Table, frozen=True):
    key: str
    name: str
    source: str
    marks: frozenset[str]
    formation_marks: frozenset[str]
    stores: tuple[str, ...]
    phase: tuple[PhaseRow, ...]
    calendar: CalendarTable
    base: tuple[Base, ...]
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
    interpretation: tuple[Interpretation, ...]


class ZenTables(Tables, frozen=True):
    """The Zen rules' tables: what all rulesets have, and what only this one has."""

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
        return next(base for base in self.bases if base.fits(profile))

    def inch_km(self) -> float:
        """Give the ground that one inch stands for, in km (4.1)."""
        return float(self.reading("inch_km"))


def read_zen_tables(text: str | None = None, overrides: Mapping[str, str | float | bool] | None = None) -> ZenTables:
    """
    Read the tables, the shipped file unless a text is given.

    Parameters
    ----------
    overrides
        Interpretations set otherwise by the umpire, by key.

    Raises
    ------
    msgspec.ValidationError
        If the text has unknown or missing keys, or values of the wrong kind; the message names the path.
    ProblemsFound
        If an override names no interpretation, one that is fixed, or a value that it cannot have.
    """
    if text is None:
        text = table_text("zen_operational")
    file = msgspec.toml.decode(text, type=_File)
    return ZenTables(
        key=file.key,
        name=file.name,
        source=file.source,
        phases=file.phase,
        marks=file.marks | file.formation_marks,
        stores=file.stores,
        facts=FACTS,
        interpretations=overridden(file.interpretation, overrides or {}),
        calendar=file.calendar,
        bases=file.base,
        movement=file.movement,
        zoc=file.zoc,
        combat=file.combat,
        artillery=file.artillery,
        command=file.command,
        supply=file.supply,
        isolation=file.isolation,
        weather=file.weather,
        engineers=file.engineers,
        air=file.air,
    )
