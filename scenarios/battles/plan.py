"""What a battle on a table is set up from: kept in the campaign's log as it was when the battle was opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.model.things import Profile  # noqa: TC001 - msgspec reads it
from maps.making.nested import Table
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Coming", "LeftOut", "PlannedSide", "PlannedUnit", "Standing", "TablePlan", "changed_plan", "read_plan",
    "written_plan",
]  # fmt: skip


class PlannedSide(msgspec.Struct, frozen=True):
    """A side at the table, as it is called and coloured in the campaign."""

    key: str
    name: str
    colour: str
    hexes: tuple[int, ...]
    """Hexes of the campaign that it holds in this fight."""
    supplied: bool = True


class PlannedUnit(msgspec.Struct, frozen=True):
    """A unit on the table, ``of`` a stand of the campaign; of none: a staff that only the table wants."""

    id: str
    of: str
    formation: str
    profile: Profile
    hits: int = 0
    proposed: int | None = None
    """The hits that were proposed, where the umpire set them otherwise."""


class Standing(msgspec.Struct, frozen=True):
    """How a stand of the campaign stood when the battle was planned: its strength points, its posture, its line."""

    stand: str
    strength: int
    full: int
    posture: str = ""
    """In words: dug in, ordered to hold, just moved."""
    works: str = ""
    """The works that it lies in, as the campaign's map keeps them."""
    supplied: bool = True
    kind: str = ""
    """The kind that the umpire has it be on the table, of the table's own; "": as it is converted."""


class LeftOut(msgspec.Struct, frozen=True):
    """A stand of the fight that is not on the table, and why."""

    stand: str
    why: str


class Coming(msgspec.Struct, frozen=True):
    """A stand that stands near enough to come: how far off it is, in hexes of the campaign, from where, and when."""

    stand: str
    hexes: int
    bearing: str
    turn: int
    """The turn on the table when it comes; 0: it stays away."""
    at: int = -1
    """The hex of the campaign where it stands."""
    why: str = ""
    """Why it stays away."""
    edge: str = ""
    """By which edge of the table the umpire has it come, by the true compass; "": by the one that is nearest."""


class TablePlan(msgspec.Struct, frozen=True):
    """A battle on a table: its purpose, sides, units, ground and length."""

    name: str
    hexes: tuple[int, ...]
    """Hexes of the campaign; the first is the one that is attacked."""
    rules: str
    sides: tuple[PlannedSide, PlannedSide]
    units: tuple[PlannedUnit, ...]
    first: str
    """The side that goes first."""
    defends: str
    turns: int
    """Turns on the table, at most."""
    minutes: float
    """How many minutes of the campaign a turn on the table is."""
    campaign_turns: int
    """Turns of the campaign that its hexes stand still, this one counted."""
    date: str
    weather: str
    light: str
    wide_inches: float
    high_inches: float
    hex_inches: float
    inch_m: float
    seed: str
    ground: str = ""
    """The key of the map that its ground is cut from; "" where it is invented."""
    ground_words: str = ""
    """Which it is, and why."""
    fold: int = 1
    """How many units of the table's own size a unit stands for."""
    objectives: tuple[tuple[str, int, int], ...] = ()
    """Name, hex of the campaign, points."""
    left_out: tuple[LeftOut, ...] = ()
    coming: tuple[Coming, ...] = ()
    standings: tuple[Standing, ...] = ()
    facing: str = ""
    """From where the attack comes, by the true compass: "north-east"."""
    zones: tuple[tuple[str, str], ...] = ()
    """By side, where the umpire has it set up: a direction for that third of the table, or hexes of the table."""
    changed: tuple[str, ...] = ()
    """What the umpire set otherwise than it was proposed, by the names of these fields."""
    game: str = ""
    """The game in the same store that it is played in; "" on a table of wood."""

    @property
    def table(self) -> Table:
        """The table's size, and how much ground it is."""
        return Table(self.wide_inches, self.high_inches, self.inch_m, self.hex_inches)

    def units_of(self, stand: str) -> tuple[PlannedUnit, ...]:
        """Give the units that a stand of the campaign is on the table."""
        return tuple(unit for unit in self.units if unit.of == stand)

    def coming_of(self, unit: PlannedUnit) -> Coming | None:
        """Say when a unit comes, if it is not there from the first turn; a lent staff comes with its first unit."""
        late = {one.stand: one for one in self.coming if one.turn}
        if unit.of:
            return late.get(unit.of)
        led = [late.get(one.of) for one in self.units if one.of and one.formation == unit.formation]
        found = [one for one in led if one is not None]
        return min(found, key=lambda one: one.turn) if found and len(found) == len(led) else None

    @property
    def held_hexes(self) -> tuple[int, ...]:
        """The hexes of the campaign that stand still: those of the fight, and those of who comes to it."""
        return tuple(dict.fromkeys((*self.hexes, *(one.at for one in self.coming if one.turn))))

    @property
    def stands(self) -> tuple[str, ...]:
        """The stands of the campaign that are on the table, or may come onto it."""
        return tuple(dict.fromkeys(unit.of for unit in self.units if unit.of))


def written_plan(plan: TablePlan) -> str:
    """Write a plan as the log keeps it."""
    return msgspec.json.encode(plan, order="deterministic").decode()


def read_plan(text: str, place: str = "plan") -> TablePlan:
    """
    Read a plan as the log keeps it.

    Raises
    ------
    ProblemsFound
        If it is none: a battle may be opened by a written order, without a plan.
    """
    try:
        return msgspec.json.decode(text, type=TablePlan)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        what = "was opened without a plan" if not text else f"has a plan that cannot be read ({error})"
        raise ProblemsFound(
            [Problem(place, what, "take its result by a line: result NAME turns=N UNIT=2 because x")]
        ) from None


def changed_plan(plan: TablePlan, wanted: Mapping[str, object]) -> TablePlan:
    """Set fields of a plan as the umpire wants them, and note which are otherwise than they were proposed."""
    changed = {name: value for name, value in wanted.items() if getattr(plan, name) != value}
    noted = tuple(dict.fromkeys((*plan.changed, *changed)))
    return msgspec.structs.replace(plan, **changed, changed=noted)
