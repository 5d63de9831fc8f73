"""Say who asks a server, and what he may open."""

from __future__ import annotations

from typing import NamedTuple

from campaign.model.people.holding import PLAYING, UMPIRE, Appointment, Person

__all__ = ["Visitor"]


class Visitor(NamedTuple):
    """
    Whoever asks.

    Nobody: no person, and ``is_local`` is False. ``is_local``: no accounts are set up, and whoever reaches this
    machine is its umpire.
    """

    person: Person | None = None
    appointments: tuple[Appointment, ...] = ()
    is_local: bool = False

    @property
    def is_known(self) -> bool:
        """Whether he has signed in, or need not."""
        return self.is_local or self.person is not None

    @property
    def is_host(self) -> bool:
        """Whether he runs the server."""
        return self.is_local or (self.person is not None and self.person.is_host)

    @property
    def name(self) -> str:
        """His name; "umpire" where there are no accounts, "" of nobody."""
        if self.person is not None:
            return self.person.name
        return UMPIRE if self.is_local else ""

    def holds(self, campaign: str) -> tuple[Appointment, ...]:
        """List his appointments in a campaign."""
        return tuple(one for one in self.appointments if one.campaign == campaign)

    def is_umpire(self, campaign: str) -> bool:
        """Whether he is umpire of a campaign."""
        return self.is_host or any(one.role == UMPIRE for one in self.holds(campaign))

    def plays(self, campaign: str, viewer: str) -> bool:
        """Whether he writes the orders of a side or command; the umpire may for all."""
        playing = (one for one in self.holds(campaign) if one.role in PLAYING)
        return self.is_umpire(campaign) or any(one.key == viewer for one in playing)

    def looks(self, campaign: str, viewer: str, side: str = "") -> bool:
        """
        Whether he may open a viewer's pages.

        Parameters
        ----------
        side
            The side that the viewer is of: its commander may look over the shoulders of its commands.
        """
        return self.delay(campaign, viewer, side) is not None

    def delay(self, campaign: str, viewer: str, side: str = "") -> int | None:
        """Say how many turns late he sees what a viewer sees; None if he may not at all."""
        if self.is_umpire(campaign):
            return 0
        found = [
            one.delay if one.role == "observer" else 0
            for one in self.holds(campaign)
            if one.key == viewer or (one.role == "side" and one.key == side)
        ]
        return min(found, default=None)
