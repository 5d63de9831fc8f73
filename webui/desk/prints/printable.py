"""Say what a printable is: its key, what it is, who may have it, what may be asked of it, and who makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import quote

from campaign.model.viewer import viewer_of
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.model.tables import Tables
    from campaign.store.session import Session
    from scenarios.drawing.names import Goal
    from webui.desk.logdata import Diary
    from webui.desk.looks import Look, Looks

__all__ = [
    "ANYBODY",
    "ANY_PAPER",
    "GROUPS",
    "OWN_FORCES",
    "PAGES",
    "UMPIRE_ALONE",
    "Export",
    "Options",
    "Printable",
    "RulesAsPlayed",
    "Source",
    "page_of",
]  # fmt: skip

ANYBODY = frozenset({"umpire", "side", "command", "observer"})
OWN_FORCES = frozenset({"umpire", "side", "command"})
UMPIRE_ALONE = frozenset({"umpire"})
"""Kinds of viewers that may have a thing, see ``campaign.model.viewer``."""

PAGES = ("A4", "Letter")
ANY_PAPER = tuple(PAPERS)
GROUPS = ("all", "map", "rules", "forces", "orders", "battle", "reports")
"""What belongs together, in the order of the page that lists it."""


@dataclass(frozen=True, slots=True)
class Export:
    """A file to send or to write."""

    name: str
    mimetype: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Options:
    """How it is wanted; what does not apply is not looked at."""

    paper: str = ""
    """"": what a thing is usually printed on."""
    mm_per_hex: float = 100.0
    style: str = "full"
    part: tuple[str, str] | None = None
    day: int | None = None
    turn: int | None = None
    of: str = ""
    """A formation or a side: its units alone."""
    without_orders: bool = False
    size_mm: float = 15.0
    """Side of a counter."""
    address: str = ""
    """How browsers reach the server, for the codes on forms; "" where nobody knows."""
    sized: bool = False
    """Whether the width of a hex was asked for; a picture is else as large as fits."""
    stretch: float = 5.0
    step_m: float = 0.0
    bed_mm: float = 220.0
    """Of a relief: how many times higher than true, height of a step or 0 for none, the longest part."""
    goals: tuple[Goal, ...] = ()
    """What a campaign is fought for: maps name it first."""


@dataclass(frozen=True, slots=True)
class Source:
    """The matter of an export: a viewer's look and log, and how to look at other moments."""

    look: Look
    diary: Diary
    looks: Looks


class RulesAsPlayed(NamedTuple):
    """The tables of a rule system as they are played, and the title of the campaign, "" without one."""

    tables: Tables
    title: str = ""

    @classmethod
    def of(cls, session: Session) -> RulesAsPlayed:
        """Take those of a campaign."""
        return cls(session.ruleset.tables, session.name)


def _always(_: Look) -> bool:
    return True


class Printable(NamedTuple):
    """
    A thing that can be printed.

    ``make`` gets its matter and the options, and gives a PDF. The matter is a ``HexMap``, ``RulesAsPlayed``, or the
    ``Source`` of a viewer; only what is made from a source can hold anything that not everybody may know.
    """

    key: str
    words: str
    group: str
    make: Callable[[Any, Options], bytes]
    matter: Literal["map", "rules", "viewer"] = "viewer"
    viewers: frozenset[str] = ANYBODY
    papers: tuple[str, ...] = PAGES
    """What it is offered on; the first is usual."""
    asks: frozenset[str] = frozenset()
    """Which of ``Options`` are looked at besides the paper: mm, size, style, part, day, of."""

    there: Callable[[Look], bool] = _always
    """Whether a viewer has anything of it now: it is offered then; who asks for it by name has it anyway."""

    def is_for(self, look: Look) -> bool:
        """Whether a viewer may have it."""
        return viewer_of(look.session.setting, look.viewer).kind in self.viewers


def page_of(look: Look, options: Options, path: str) -> str:
    """Give the whole address of a page of a viewer's, "" where nobody knows how the server is reached."""
    return f"{options.address}/c/{quote(look.session.campaign)}/{quote(look.viewer)}{path}" if options.address else ""
