"""
Say what a formation and a stand are in an order of battle.

The words that the tables may use stand here and nowhere else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenarios.table import Row

__all__ = [
    "BANDS",
    "FORMATION_COLUMNS",
    "FORMATION_KINDS",
    "FORMATION_SIZES",
    "MOVERS",
    "STAND_COLUMNS",
    "STAND_KINDS",
    "STAND_OPTIONAL",
    "STAND_SIZES",
    "TRAITS",
    "FormationRow",
    "StandRow",
    "formation_row",
    "stand_row",
]

FORMATION_COLUMNS = (
    "id", "parent", "side", "name", "short", "size", "kind", "hq",
    "LOG", "POL", "LOG_max", "POL_max", "arrive_day", "arrive_turn", "source", "notes",
)  # fmt: skip
STAND_COLUMNS = (
    "id", "formation", "name", "short", "side", "kind", "size", "strength", "mover", "traits", "band",
    "at", "lon", "lat", "arrive_day", "arrive_turn", "arrive_at", "notes",
)  # fmt: skip
STAND_OPTIONAL = ("line",)

FORMATION_SIZES = ("army", "corps", "division", "brigade", "regiment", "group")
FORMATION_KINDS = ("armoured", "motorised", "infantry", "parachute", "cavalry", "corps", "army")
STAND_KINDS = (
    "infantry", "armour", "recon", "cavalry", "artillery", "engineer", "antitank", "antiaircraft", "hq", "transport",
)  # fmt: skip
STAND_SIZES = ("platoon", "company", "battalion", "regiment", "division", "corps", "army")
MOVERS = ("foot", "wheeled", "tracked", "recce", "mounted", "horse")
TRAITS = (
    "strong", "poor", "light", "motorised", "armoured_infantry", "bridging", "flak", "emplaced", "hospital",
    "recovery", "engineering",
)  # fmt: skip
BANDS = ("very_short", "short", "standard", "long", "very_long")

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")
_LAST_DAY = 99
_LAST_TURN = 5
_MOST_POINTS = 30
_MOST_STOCK = 999


@dataclass(frozen=True, slots=True)
class FormationRow:
    """
    A formation: a node of the tree of command.

    Attributes
    ----------
    parent
        Id of the formation above, blank at the top.
    hq
        Id of its headquarters stand; blank only for a regiment or a group that its parent's HQ commands.
    log, pol, log_max, pol_max
        Stocks of gun ammunition and fuel at the start, and the most it can hold; ``None`` where the
        formation holds none and draws on the one above.
    arrive_day, arrive_turn
        When a formation that comes later comes (its stands say it each for themselves), else ``None``.
    source
        Id of the supply source of the scenario it draws on; blank: as its parent.
    place
        File and line, for messages.
    """

    id: str
    parent: str
    side: str
    name: str
    short: str
    size: str
    kind: str
    hq: str
    log: int | None
    pol: int | None
    log_max: int | None
    pol_max: int | None
    arrive_day: int | None
    arrive_turn: int | None
    source: str
    notes: str
    place: str


@dataclass(frozen=True, slots=True)
class StandRow:
    """
    A stand: the thing on the table.

    Attributes
    ----------
    strength
        Strength points: 1 a company or squadron, tempered as the rules say; at least 1.
    traits
        Some of ``TRAITS``.
    band
        Class of range, for artillery; else blank.
    at, lon, lat
        Where it stands at the start, or where it comes in; decimal degrees, WGS 84.
    arrive_day, arrive_turn
        When a reinforcement comes: day 1 is the first; turns count from 1, and the night turn comes
        after the last turn of daylight. ``None`` for a stand that is there from the start.
    arrive_at
        Where a reinforcement was bound for, as history has it; blank for the others.
    line
        Its line in the unit table of the scenario's rules, where its branch and size do not say which.
    """

    id: str
    formation: str
    name: str
    short: str
    side: str
    kind: str
    size: str
    strength: int
    mover: str
    traits: tuple[str, ...]
    band: str
    at: str
    lon: float
    lat: float
    arrive_day: int | None
    arrive_turn: int | None
    arrive_at: str
    notes: str
    place: str
    line: str = ""

    @property
    def arrives(self) -> bool:
        """Say whether it comes later."""
        return self.arrive_day is not None


def formation_row(row: Row) -> FormationRow:
    """Make a formation of a line; what is wrong goes to the line's problems."""
    arrive_day, arrive_turn = _arrival(row)
    log, log_max = _stock(row, "LOG")
    pol, pol_max = _stock(row, "POL")
    formation = FormationRow(
        id=_id(row, "id"), parent=row.text("parent"), side=row.needed("side"), name=row.needed("name"),
        short=row.needed("short"), size=row.word("size", FORMATION_SIZES), kind=row.word("kind", FORMATION_KINDS),
        hq=row.text("hq"), log=log, pol=pol, log_max=log_max, pol_max=pol_max,
        arrive_day=arrive_day, arrive_turn=arrive_turn,
        source=row.text("source"), notes=row.text("notes"), place=row.place,
    )  # fmt: skip
    if formation.size == "regiment" and (log_max is not None or pol_max is not None):
        row.complain(f"regiment {formation.id} holds LOG or POL", "stocks are held at division or above; leave blank")
    if not formation.hq and formation.size in {"army", "corps", "division", "brigade"}:
        row.complain(f"{formation.size} {formation.id} has no HQ", "give the id of its HQ stand")
    return formation


def stand_row(row: Row) -> StandRow:
    """Make a stand of a line; what is wrong goes to the line's problems."""
    arrive_day, arrive_turn = _arrival(row)
    stand = StandRow(
        id=_id(row, "id"), formation=row.needed("formation"), name=row.needed("name"), short=row.needed("short"),
        side=row.needed("side"), kind=row.word("kind", STAND_KINDS), size=row.word("size", STAND_SIZES),
        strength=_strength(row), mover=row.word("mover", MOVERS), traits=row.words("traits", TRAITS),
        band=row.word("band", BANDS, blank=True), at=row.needed("at"),
        lon=_degrees(row, "lon", 180), lat=_degrees(row, "lat", 90),
        arrive_day=arrive_day, arrive_turn=arrive_turn, arrive_at=row.text("arrive_at"),
        notes=row.text("notes"), place=row.place, line=row.text("line"),
    )  # fmt: skip
    _check_stand(row, stand)
    return stand


def _check_stand(row: Row, stand: StandRow) -> None:
    if {"strong", "poor"} <= set(stand.traits):
        row.complain(f"{stand.id} is both strong (S) and poor (I)", "keep one of the two")
    if stand.kind == "artillery" and not stand.band:
        row.complain(f"artillery {stand.id} has no band", "known are " + ", ".join(BANDS))
    if stand.kind != "artillery" and stand.band:
        row.complain(f"{stand.kind} {stand.id} has the band {stand.band!r}", "only artillery has one; leave it blank")
    if stand.arrive_at and not stand.arrives:
        row.complain(f"{stand.id} has arrive_at and no arrive_day", "give the day, or leave arrive_at blank")


def _id(row: Row, column: str) -> str:
    value = row.needed(column)
    if value and not _ID.fullmatch(value):
        row.complain(f"{column} is {value!r}", "use up to 24 letters, digits, dots, dashes and underscores")
    return value


def _strength(row: Row) -> int:
    row.needed("strength")
    return row.whole("strength", 1, _MOST_POINTS) or 1


def _degrees(row: Row, column: str, most: float) -> float:
    row.needed(column)
    return row.decimal(column, -most, most) or 0.0


def _arrival(row: Row) -> tuple[int | None, int | None]:
    day = row.whole("arrive_day", 1, _LAST_DAY)
    turn = row.whole("arrive_turn", 1, _LAST_TURN)
    if day is not None and not row.text("arrive_turn"):
        row.complain("arrive_day without arrive_turn", "give the turn of that day, 1 for the first")
    if turn is not None and not row.text("arrive_day"):
        row.complain("arrive_turn without arrive_day", "give the day, 1 for the first, or leave both blank")
    return day, turn


def _stock(row: Row, name: str) -> tuple[int | None, int | None]:
    stock, most = row.whole(name, 0, _MOST_STOCK), row.whole(f"{name}_max", 0, _MOST_STOCK)
    if row.text(name) and not row.text(f"{name}_max"):
        row.complain(f"{name} is {row.text(name)} without {name}_max", "give the most it can hold")
    if row.text(f"{name}_max") and not row.text(name):
        row.complain(f"{name}_max is {row.text(f'{name}_max')} without {name}", "give the stock at the start")
    if stock is not None and most is not None and stock > most:
        row.complain(f"{name} is {stock} and {name}_max is {most}", "the stock may not exceed the most it can hold")
    return stock, most
