"""
Send what waits in the outbox: one sender at a time, under a lease; what fails is tried again, and then shown.

A row is taken before it is sent and settled afterwards. Who dies between loses it again to the next one, who sends it
under the same id: mail programs and ntfy show it once.
"""

from __future__ import annotations

import datetime as dt
import logging
import threading
import uuid
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.people.telling import ASKED
from campaign.store.faults import NoSuchCampaign, StoreFault
from campaign.store.people import People
from campaign.store.post.outbox import Outbox
from campaign.store.post.wishes import WishBook
from campaign.store.sheets import Sheets
from webui.desk.faults import BadRequest
from webui.post.hooks import HookFault, Push, post_discord, post_ntfy
from webui.post.mail import MailFault, send_mail
from webui.post.reminders import by_the_clock
from webui.post.truth import still_so
from webui.post.writing import Writer, chat_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.store.post.outbox import Posted
    from webui.desk.library import CampaignStore
    from webui.post.hooks import Connect
    from webui.post.mail import Text
    from webui.post.mailbox import MailIn
    from webui.post.settings import PostSettings

__all__ = ["RETRIES", "Postman", "Round", "Sender"]

RETRIES = (dt.timedelta(minutes=1), dt.timedelta(minutes=5), dt.timedelta(minutes=30), dt.timedelta(hours=6))
"""So long after each fault it is tried again; after the last it is given up, and shown."""
EVERY_S = 5.0
_LEASE = dt.timedelta(minutes=2)
_CLOCK = dt.timedelta(minutes=1)
_KEPT = dt.timedelta(days=90)
_LOG = logging.getLogger(__name__)


class Round(NamedTuple):
    """What one round did: rows that were sent, are tried again later, were given up, or were so no longer."""

    sent: int = 0
    later: int = 0
    failed: int = 0
    dropped: int = 0
    held: bool = True
    """False if somebody else sends at this time."""


class Sender:
    """Sends what is due in one store."""

    def __init__(
        self, store: CampaignStore, settings: PostSettings, *, holder: str = "",
        mailer: Callable[[Text, PostSettings], None] = send_mail, connect_to: Connect | None = None,
    ) -> None:  # fmt: skip
        """Take the store and its settings; ``mailer`` and ``connect_to`` are the ways out."""
        self._store, self._settings = store, settings
        self._holder = holder or uuid.uuid4().hex
        self._outbox, self._leases = Outbox(store.log), Sheets(store.log)
        self._writer = Writer(store, settings)
        self._mailer, self._connect = mailer, connect_to
        self._clock: dt.datetime | None = None

    def round(self, now: dt.datetime) -> Round:
        """Look once at what the clock makes due and what waits; send it."""
        minute = self._clock is None or now - self._clock >= _CLOCK
        if not minute and not self._outbox.waits(now):
            return Round()
        if not self._leases.lease("post", self._holder, now, now + _LEASE):
            return Round(held=False)
        if minute:
            self._minute(now)
        done = [self._one(row, now) for row in self._outbox.take(now)]
        return Round(done.count("sent"), done.count("later"), done.count("failed"), done.count("dropped"))

    def _minute(self, now: dt.datetime) -> None:
        """Write what the clock has made due; once a day forget what is long over."""
        if self._clock is None or self._clock.date() != now.date():
            self._outbox.sweep(now - _KEPT)
        self._clock = now
        by_the_clock(self._store, now)

    def release(self) -> None:
        """Give the lease back."""
        self._leases.release("post", self._holder)

    def _one(self, row: Posted, now: dt.datetime) -> str:
        try:
            return self._sent(row, now)
        except (MailFault, HookFault) as fault:
            return self._again(row, now, str(fault), final=fault.final)
        except NoSuchCampaign:
            self._outbox.dropped(row.id)
            return "dropped"
        except (StoreFault, BadRequest) as fault:
            return self._again(row, now, str(fault))
        except Exception as fault:  # one that cannot be made must not keep the others
            _LOG.exception("notice %s could not be made", row.id)
            return self._again(row, now, f"it could not be made ({type(fault).__name__})")

    def _sent(self, row: Posted, now: dt.datetime) -> str:
        asked = row.notice.kind in ASKED
        session = None if asked else self._store.session(row.notice.campaign)
        if session is not None and not still_so(session, row, now):
            self._outbox.dropped(row.id)
            return "dropped"
        book = WishBook(self._store.log)
        wishes, reached = book.wishes(row.notice.person), book.reached(row.notice.person).get(row.way)
        address = row.notice.address or (reached.address if reached is not None and reached.confirmed else "")
        if not address or not (asked or self._is_there(row.notice.person)):
            self._outbox.dropped(row.id)
            return "dropped"
        if not asked and wishes.is_quiet(now):
            self._outbox.later(row.id, wishes.loud_again(now), tries=row.tries)
            return "later"
        self._deliver(row, address, now)
        self._outbox.sent(row.id, now)
        return "sent"

    def _is_there(self, person: str) -> bool:
        return People(self._store.log).person(person) is not None

    def _deliver(self, row: Posted, address: str, now: dt.datetime) -> None:
        if row.way == "mail":
            self._mailer(self._writer.mail(row, address, now), self._settings)
            return
        told, hooks = self._writer.said(row, now), self._settings.hooks
        link = self._settings.link("/seats")
        if row.way == "discord":
            post_discord(address, chat_text(told, link), hooks, self._connect)
        else:
            post_ntfy(address, Push(row.id, told.heading, told.text, link), hooks, self._connect)

    def _again(self, row: Posted, now: dt.datetime, fault: str, *, final: bool = False) -> str:
        if final or row.tries >= len(RETRIES):
            self._outbox.dropped(row.id, "failed", fault)
            return "failed"
        self._outbox.later(row.id, now + RETRIES[row.tries], tries=row.tries + 1, fault=fault)
        return "later"


class Postman:
    """Send and look into the mailbox every few seconds, in a thread of its own."""

    def __init__(self, sender: Sender, now: Callable[[], dt.datetime], mailbox: MailIn) -> None:
        """Take what sends, the clock on the wall, and what reads."""
        self._sender, self._now, self._mailbox = sender, now, mailbox
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="post", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and give the lease back; a mail that is on its way is waited for a little."""
        self._over.set()
        self._thread.join(EVERY_S)
        self._sender.release()
        self._mailbox.release()

    def _run(self) -> None:
        while not self._over.wait(EVERY_S):
            try:
                self._sender.round(self._now())
                self._mailbox.look(self._now())
            except Exception:  # the next round may go better, whatever this one met
                _LOG.exception("the post could not be seen to")
