"""
Read long logs aside: who asks for a campaign is told how far its reading is, and nobody waits for another's.

A log whose states are kept is opened at once. After another version of the program, or of the first format, a log is
gone through from its beginning: seconds of a long one.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.commands import commands_of
from campaign.store.faults import StoreFault
from campaign.store.kept.states import KeptStates

if TYPE_CHECKING:
    from webui.desk.library import CampaignStore

__all__ = ["Readings", "StillRead", "unread"]

LONG = 1_500
"""Of so many entries somebody who waits is told."""
_STEP = 250


def unread(store: CampaignStore, campaign: str) -> int:
    """Say how many entries of a campaign must be read before it can be shown: those after its last kept state."""
    return store.log.last_seq(campaign) - KeptStates(store.log, campaign).newest.seq


class StillRead(NamedTuple):
    """How many entries of a log have been gone through, and how many there are."""

    done: int
    entries: int


class _Reading(threading.Thread):
    """One log that is gone through, with what everybody knows; a fault of it is told to who opens it then."""

    def __init__(self, store: CampaignStore, campaign: str) -> None:
        super().__init__(name=f"reading {campaign}", daemon=True)
        self._store, self._campaign = store, campaign
        self.state = StillRead(0, store.log.last_seq(campaign))

    def run(self) -> None:
        """Go through it in steps, and note each."""
        try:
            session = self._store.any_session(self._campaign)
            who = [one.id for one in commands_of(session.setting)]
            for seq in range(_STEP, session.seq, _STEP):
                session.known_to(who, seq)
                self.state = StillRead(seq, session.seq)
            session.known_to(who)
        except StoreFault:
            return


class Readings:
    """The logs that are gone through for the pages of one store."""

    def __init__(self, store: CampaignStore) -> None:
        """Take the store; nothing is read yet."""
        self._store, self._lock = store, threading.Lock()
        self._begun: dict[str, _Reading | None] = {}

    def awaited(self, campaign: str, seconds: float) -> StillRead | None:
        """
        Wait until a campaign can be shown, if that is soon.

        None: it can, or it has a fault that opening it tells. Else how far its reading is.
        """
        with self._lock:
            if campaign not in self._begun:
                self._begun[campaign] = self._begin(campaign)
            reading = self._begun[campaign]
        if reading is None:
            return None
        reading.join(seconds)
        if reading.is_alive():
            return reading.state
        self._begun[campaign] = None
        return None

    def _begin(self, campaign: str) -> _Reading | None:
        try:
            if unread(self._store, campaign) < LONG:
                return None
            reading = _Reading(self._store, campaign)
        except StoreFault:
            return None
        reading.start()
        return reading
