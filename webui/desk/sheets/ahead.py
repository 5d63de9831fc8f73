"""
Read sheets before they are needed, beside the pages: those that were sent to another process, or before a start.

A turn that is closed goes on from what was read and found while people wrote. After a start nothing of it is there, nor
once the log has moved; then the sheets of the open turn are read again as soon as the log stands still.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from campaign.model.commands import command_named
from campaign.model.sheets import turn_key
from campaign.store.faults import StoreFault
from campaign.store.sheets import Sheets
from webui.desk.faults import BadRequest
from webui.desk.sheets.writing import checked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.store.session import Session
    from webui.desk.library import CampaignStore
    from webui.desk.looks import Looks

__all__ = ["EVERY_S", "Ahead", "read_ahead"]

EVERY_S = 5.0
PAUSE_S = 0.1
"""Between two sheets: pages come first."""
_LOG = logging.getLogger(__name__)


def read_ahead(session: Session, looks: Looks) -> Iterator[str]:
    """Read the sheets of the open turn and find what becomes of their lines, a command at a time; name each."""
    state = session.state
    if state.closing is not None or state.ended:
        return
    for sheet in Sheets(session.log).sheets(session.campaign, turn_key(state.clock)).values():
        command = command_named(session.setting, sheet.command)
        if command is not None and sheet.text.strip():
            try:
                checked(looks.look(session, command.id), command, sheet.text)
            except (StoreFault, BadRequest) as fault:
                _LOG.warning("the sheet of %s in %s could not be read: %s", command.id, session.campaign, fault)
            yield command.id


class Ahead:
    """Looks every few seconds for sheets that this process has not read, in a thread of its own."""

    def __init__(self, store: CampaignStore, looks: Looks) -> None:
        """Take the store, and the looks that its pages are made of."""
        self._store, self._looks, self._over = store, looks, threading.Event()
        self._seen: dict[str, tuple[object, ...]] = {}
        self._read: dict[str, tuple[object, ...]] = {}
        self._thread = threading.Thread(target=self._run, name="ahead", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._over.set()
        self._thread.join(EVERY_S)

    def look(self) -> list[str]:
        """Read what stands since the look before and was not read; name the campaigns."""
        found, away = list[str](), self._store.away.now()
        for campaign, sheets in Sheets(self._store.log).unclosed().items():
            now = (self._store.log.last_seq(campaign), *sheets)
            # What moves is left to those who move it; it is read once it stands still, and at once after a start.
            stands = self._seen.setdefault(campaign, now) == now
            self._seen[campaign] = now
            if stands and campaign not in away and self._read.get(campaign) != now and self._reads(campaign):
                self._read[campaign] = now
                found.append(campaign)
        return found

    def _reads(self, campaign: str) -> bool:
        """Read the sheets of a campaign; give whether it was done with them. A fault of one keeps no other."""
        try:
            return all(not self._over.wait(PAUSE_S) for _ in read_ahead(self._store.session(campaign), self._looks))
        except Exception:
            _LOG.exception("the sheets of %s could not be read ahead", campaign)
            return True

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self.look()
            except Exception:  # what one look met keeps no other
                _LOG.exception("sheets could not be read ahead")
            self._over.wait(EVERY_S)
