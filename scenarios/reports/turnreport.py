"""Hold what is in a viewer's report of a turn; its page, plain text and sheet are made from it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.docket.forecast import Forecast
    from scenarios.reports.sector import Sector

__all__ = ["UNLESS", "Body", "Contact", "Message", "TurnReport", "coming", "contact_lines"]

UNLESS = "If nothing changes, and unless the enemy has a say:"


class Body(NamedTuple):
    """A formation of the viewer's: its strength, its stores, and where its units stand."""

    name: str
    side: str
    units: int
    now: int
    full: int
    stores: str
    where: tuple[str, ...]
    """A phrase a unit: name, condition, hex."""


class Contact(NamedTuple):
    """Enemies in a hex: those in sight, or one of earlier, with his date."""

    where: str
    side: str
    what: str
    strength: str
    touches: str
    """Own units in contact with them."""


class Message(NamedTuple):
    """A letter that came in a turn or was sent in it: its writer and its readers, how and when; and its text."""

    head: str
    text: str

    def line(self, most: int = 0) -> str:
        """Write it on one line, of its text so many characters at most; 0: all."""
        text = " / ".join(part.strip() for part in self.text.split("\n") if part.strip())
        return f"{self.head}: {text if not most or len(text) <= most else f'{text[:most].rstrip()} ...'}"


class TurnReport(NamedTuple):
    """A viewer's report of a turn."""

    campaign: str
    viewer: str
    when: str
    """The turn that is told."""
    now: str
    """How late it is when the report is made: the beginning of the next turn, as a rule."""
    weather: tuple[str, ...]
    must: tuple[str, ...]
    happened: tuple[tuple[str, tuple[str, ...]], ...]
    """Phases, each with what was reported in it."""
    bodies: tuple[Body, ...]
    lost: tuple[str, ...]
    contacts: tuple[Contact, ...] | None
    """None: the viewer has no enemy, as the umpire."""
    forecast: Forecast
    sector: Sector
    sources: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    """Letters that came in the turn, and that were sent in it."""

    @property
    def title(self) -> str:
        """The heading."""
        return f"{self.viewer}: {self.when}"


def coming(report: TurnReport) -> Iterator[tuple[str, tuple[str, ...]]]:
    """List what comes under its headings; empty ones are left out."""
    told = report.forecast
    rows = (
        ("Marches", told.marches), ("Arrivals", told.arrivals), ("Supply", told.supply),
        ("By the rules", told.notices),
    )  # fmt: skip
    return ((head, lines) for head, lines in rows if lines)


def contact_lines(report: TurnReport) -> list[str]:
    """Say which enemies are seen, a line a hex; nothing if the viewer has no enemy."""
    if report.contacts is None:
        return []
    return [
        f"{one.where}: {one.side} {one.what}" + (f", strength {one.strength}" if one.strength else "")
        + (f", in contact with {one.touches}" if one.touches else "") for one in report.contacts
    ] or ["Nobody is seen."]  # fmt: skip
