"""
Give formations bands of colour, so that the counters of a division are found at a glance.

The divisions of a side get the colours of the palette in their order; those after the last get a stripe of another
colour besides, so that no two of a side look alike. What belongs to no division has the colour of paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from maps.palette import luminance, shipped_palette

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["PLAIN", "Band", "Node", "bands", "division_of", "ink_on"]

_DIVISIONS = ("division", "brigade", "group")
_ABOVE = frozenset({"corps", "army", "army_group"})
_DARK = 0.25


class Node(Protocol):
    """What a formation must tell to be given a band."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def side(self) -> str:
        """Key of its side."""

    @property
    def size(self) -> str:
        """Its size, as division."""

    @property
    def parent(self) -> str | None:
        """Id of the one above it."""


class Band(NamedTuple):
    """Two colours, as names of the palette; one and the same if there is no stripe."""

    colour: str
    stripe: str

    @property
    def is_striped(self) -> bool:
        """Whether it has a stripe."""
        return self.colour != self.stripe


PLAIN = Band("paper", "paper")


def division_of(formation: str, nodes: Mapping[str, Node]) -> str:
    """
    Name the formation whose band a formation bears: its division, else what is in a division's place, else none.

    In a force without divisions that is a brigade or group, else what stands highest below a corps.
    """
    chain: list[Node] = []
    while formation in nodes and len(chain) < len(nodes):
        chain.append(nodes[formation])
        formation = nodes[formation].parent or ""
    for size in _DIVISIONS:
        found = next((node.id for node in chain if node.size == size), "")
        if found:
            return found
    return next((node.id for node in reversed(chain) if node.size not in _ABOVE), "")


def bands(nodes: Iterable[Node]) -> dict[str, Band]:
    """Give each formation that bears a band of its own its colours, divisions before brigades and groups."""
    known = {node.id: node for node in nodes}
    mine = [node for key, node in known.items() if division_of(key, known) == key]
    mine.sort(key=lambda node: _DIVISIONS.index(node.size) if node.size in _DIVISIONS else len(_DIVISIONS))
    colours, given, count = [f"band.{name}" for name in shipped_palette().band], {}, dict[str, int]()
    for node in mine:
        nth = count.get(node.side, 0)
        count[node.side] = nth + 1
        turn, at = divmod(nth, len(colours))
        given[node.id] = Band(colours[at], colours[(at + 5 * turn) % len(colours)])
    return given


def ink_on(colour: str) -> str:
    """
    Name the ink that is read on a colour.

    >>> ink_on("#2b2b2b"), ink_on("#fdf8ea")
    ('ink.box', 'ink.counter')
    """
    return "ink.box" if luminance(colour) < _DARK else "ink.counter"
