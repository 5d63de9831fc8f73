"""Hold an order of battle as a file of another program tells it: one node for each formation and each unit."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.problems import Problem

__all__ = ["ARMS", "MOST_NODES", "Arms", "Intake", "Node"]

MOST_NODES = 50_000
"""The largest order of battle that is taken in."""


@dataclass(slots=True)
class Node:
    """
    A formation or a unit; a field that the file does not fill is "".

    Attributes
    ----------
    place
        File and row, or name of the thing in the file, for messages.
    parent
        Id, or name, of the one above it.
    what
        "formation", "unit", or "": then what has others below it is a formation.
    symbol
        A key of ``scenarios.symbols.KINDS``.
    kind, size, mover, traits, band, strength
        Words of the order of battle, as the file says them.
    spot
        Longitude and latitude, None where it has no place of its own.
    """

    place: str
    id: str = ""
    parent: str = ""
    side: str = ""
    what: str = ""
    name: str = ""
    short: str = ""
    symbol: str = ""
    kind: str = ""
    size: str = ""
    mover: str = ""
    traits: str = ""
    band: str = ""
    strength: str = ""
    spot: tuple[float, float] | None = None
    at: str = ""
    arrive_day: str = ""
    arrive_turn: str = ""
    arrive_at: str = ""
    notes: str = ""

    @property
    def called(self) -> str:
        """The words that a message calls it by."""
        return self.name or self.short or self.id


@dataclass(slots=True)
class Intake:
    """What was read of a file: its nodes, what is wrong with it, and what was taken to mean something."""

    nodes: list[Node]
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    pages: tuple[str, ...] = ()
    """Titles of the pages of a workbook."""
    heads: tuple[str, ...] = ()
    """The heads of a table's columns."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """By field, the head of the column that it is read from."""
    headless: bool = False
    """Whether a column is missing that each row must have."""


class Arms(NamedTuple):
    """What a symbol means in an order of battle: branch, way of moving, traits, class of range."""

    kind: str
    mover: str
    traits: str = ""
    band: str = ""


ARMS: Mapping[str, Arms] = MappingProxyType(
    {
        "infantry": Arms("infantry", "foot"),
        "motorised": Arms("infantry", "wheeled", "motorised"),
        "mechanised": Arms("infantry", "tracked", "armoured_infantry"),
        "parachute": Arms("infantry", "foot"),
        "glider": Arms("infantry", "foot"),
        "mountain": Arms("infantry", "foot"),
        "naval": Arms("infantry", "foot"),
        "machine_guns": Arms("infantry", "foot"),
        "armour": Arms("armour", "tracked"),
        "heavy_armour": Arms("armour", "tracked"),
        "light_armour": Arms("armour", "tracked"),
        "armoured_recon": Arms("recon", "recce"),
        "assault_gun": Arms("antitank", "tracked"),
        "antitank": Arms("antitank", "wheeled"),
        "armoured_antitank": Arms("antitank", "tracked"),
        "recon": Arms("recon", "recce"),
        "cavalry": Arms("cavalry", "mounted"),
        "artillery": Arms("artillery", "wheeled", "", "standard"),
        "armoured_artillery": Arms("artillery", "tracked", "", "standard"),
        "rocket": Arms("artillery", "wheeled", "", "very_short"),
        "mortar": Arms("artillery", "foot", "", "very_short"),
        "antiaircraft": Arms("antiaircraft", "wheeled"),
        "engineer": Arms("engineer", "foot"),
        "signals": Arms("transport", "wheeled"),
        "transport": Arms("transport", "wheeled"),
        "supply": Arms("transport", "wheeled"),
        "hq": Arms("hq", "wheeled"),
    }
)
"""By symbol; what is not here is no unit of an order of battle: aircraft, works, what is unknown."""
