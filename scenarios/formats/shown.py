"""
Hold what a viewer may take away of a campaign: its map, its order of battle, and who stood where and when.

Every format of forces is written from this one value, which is made of a viewer's own view; what
is not in it cannot be in a file.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from maps.ownhexsides import resembling_sides
from maps.ownterrain import resembling_words
from maps.palette import shipped_palette

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping

    from maps.grid.hexmap import HexMap
    from maps.palette import SideStyle

__all__ = ["Body", "Branch", "Party", "Shown", "Span", "Spell", "Unit", "file_name", "plain"]


@dataclass(frozen=True, slots=True)
class Party:
    """A side as a file names it: ``own`` if the viewer knows all about it."""

    key: str
    name: str
    style: SideStyle
    own: bool


@dataclass(frozen=True, slots=True)
class Body:
    """A formation: a node above the units; ``parent`` is the id of the one above it, or ""."""

    id: str
    side: str
    name: str
    short: str
    size: str
    kind: str
    parent: str


@dataclass(frozen=True, slots=True)
class Unit:
    """
    A unit; of an enemy, what is seen of him.

    Attributes
    ----------
    formation
        Id of its formation, "" where the viewer knows none.
    symbol
        A key of ``scenarios.symbols.KINDS``.
    strength, full
        Strength points now and unhurt, None where they are not known.
    hex
        Index of its hex, None off the map.
    arrives
        Day, turn and hex of one that is still to come.
    """

    id: str
    side: str
    formation: str
    name: str
    short: str
    kind: str
    size: str
    mover: str
    traits: tuple[str, ...]
    symbol: str
    strength: int | None
    full: int | None
    hex: int | None
    place: str = ""
    arrives: tuple[int, int, int] | None = None
    isolated: int = 0
    gone: str = ""
    band: str = ""
    """Class of range, of own artillery."""

    @property
    def label(self) -> str:
        """The words on its counter."""
        return self.short or self.name or self.kind

    @property
    def points(self) -> str:
        """Its strength in words: "4", "3 of 4", or "" where it is not known."""
        if self.strength is None:
            return ""
        return str(self.strength) if self.full in {None, self.strength} else f"{self.strength} of {self.full}"


@dataclass(frozen=True, slots=True)
class Spell:
    """A turn: when it began and ended, in UTC, where each unit stood as it began, and who held which hex."""

    words: str
    begin: dt.datetime
    end: dt.datetime
    hexes: Mapping[str, int]
    control: bytes = b""
    """By hex the place of the side that holds it among the parties; none at all where nobody knows."""


class Span(NamedTuple):
    """Where a unit stood, from when to when."""

    hex: int
    begin: dt.datetime
    end: dt.datetime


class Branch(NamedTuple):
    """A part of an order of battle: a formation (none at the top of a side), what is below it, and its own units."""

    body: Body | None
    below: tuple[Branch, ...]
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Shown:
    """What a viewer is shown, at one moment, and in the turns up to it."""

    hexmap: HexMap
    name: str
    key: str
    """Name of the campaign in its store."""
    viewer: str
    when: str
    at: dt.datetime
    """The beginning of the turn, in UTC."""
    start: dt.date
    utc_offset_h: float
    parties: tuple[Party, ...]
    bodies: tuple[Body, ...]
    units: tuple[Unit, ...]
    spells: tuple[Spell, ...] = ()
    control: bytes = b""
    """The holder of each hex now, as in a turn."""
    turn_word: str = "turn"
    """What the rules call a turn."""

    @cached_property
    def digest(self) -> str:
        """Hash of all that is shown, the same wherever it is taken."""
        parts = (self.hexmap.key, self.name, self.viewer, self.when, self.at, self.parties, self.bodies, self.units)
        told = [(spell.begin, spell.end, sorted(spell.hexes.items()), spell.control) for spell in self.spells]
        return hashlib.sha256(repr((parts, told, self.control)).encode()).hexdigest()[:24]

    @property
    def credits(self) -> tuple[str, ...]:
        """What the map was made from, with licences."""
        return self.hexmap.sources

    @cached_property
    def facts(self) -> dict[str, str]:
        """Say in every file who sees it, when, a hash of what is shown, whose data it is, what ground counts as."""
        own = {"terrain": resembling_words(self.hexmap.own), "hexsides": resembling_sides(self.hexmap.borders)}
        return {
            "campaign": self.name, "viewer": self.viewer, "when": self.when, "hash": self.digest,
            "credits": "; ".join(self.credits), **{key: words for key, words in own.items() if words},
        }  # fmt: skip

    @property
    def on_map(self) -> list[Unit]:
        """List the units that stand on the map."""
        return [unit for unit in self.units if unit.hex is not None]

    @cached_property
    def party(self) -> Mapping[str, Party]:
        """Give the sides by key."""
        return {party.key: party for party in self.parties}

    @cached_property
    def body(self) -> Mapping[str, Body]:
        """Give the formations by id."""
        return {body.id: body for body in self.bodies}

    def style(self, side: str) -> SideStyle:
        """Give the colours of a side."""
        return self.party[side].style if side in self.party else shipped_palette().side_style("")

    def place_of(self, side: str) -> int:
        """Give the place of a side in the order of the campaign, from 1; 0 for none of them."""
        return next((at for at, party in enumerate(self.parties, 1) if party.key == side), 0)

    def friendly(self, side: str) -> bool:
        """Say whether a side is on the viewer's own part; for one who sees all, the first of them is."""
        own = [party.key for party in self.parties if party.own]
        return side in own and (len(own) < len(self.parties) or side == own[0])

    def branch(self, side: str) -> Branch:
        """Give a side's order of battle as a tree; units of no known formation hang at its top."""
        bodies, units = defaultdict(list), defaultdict(list)
        for body in self.bodies:
            if body.side == side:
                bodies[body.parent].append(body)
        for unit in self.units:
            if unit.side == side:
                units[unit.formation].append(unit)

        def of(key: str, body: Body | None) -> Branch:
            return Branch(body, tuple(of(each.id, each) for each in bodies[key]), tuple(units[key]))

        return of("", None)

    def spans(self, unit: Unit) -> Iterator[Span]:
        """Give where a unit stood from when to when; turns in the same hex are one."""
        for index, same in itertools.groupby(self.told, key=lambda spell: spell.hexes.get(unit.id)):
            held = list(same)
            if index is not None:
                yield Span(index, held[0].begin, held[-1].end)

    @cached_property
    def told(self) -> tuple[Spell, ...]:
        """Give the turns before as they began, and the present one as it stands."""
        if not self.spells:
            return ()
        last = self.spells[-1]
        now = {unit.id: unit.hex for unit in self.units if unit.hex is not None}
        return (*self.spells[:-1], Spell(last.words, last.begin, last.end, now, self.control))


def plain(text: str) -> str:
    r"""
    Leave out of a text what no XML may hold: control characters and lone surrogates.

    >>> plain("1\x00 Bn")
    '1 Bn'
    """
    return "".join(c for c in text if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c < "\ufffe")
                   or c > "\uffff")  # fmt: skip


def file_name(text: str) -> str:
    """
    Make the name of a file of a text: letters, digits and strokes.

    >>> file_name("The Ardennes, 1944")
    'the-ardennes--1944'
    """
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in text).strip("-").lower() or "map"
