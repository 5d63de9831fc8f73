"""Look into the club's mailbox each minute, and take the mails in it as orders."""

from __future__ import annotations

import datetime as dt
import hashlib
import imaplib
import logging
import uuid
from typing import TYPE_CHECKING

from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError

from campaign.store.beside import stamp
from campaign.store.post.inmail import CameIn, InMail
from campaign.store.sheets import Sheets
from webui.post.harmless import one_line
from webui.post.incoming import MOST_BYTES
from webui.post.receiving import receive

if TYPE_CHECKING:
    from email.message import Message

    from webui.desk.library import CampaignStore
    from webui.post.settings import Imap, PostSettings

__all__ = ["MailIn"]

_SECONDS = 20.0
_EVERY = dt.timedelta(minutes=1)
_LEASE = dt.timedelta(minutes=5)
_AT_A_TIME = 20
_LOG = logging.getLogger(__name__)


class MailIn:
    """Reads the mailbox of one store's settings; nothing happens where there is none."""

    def __init__(self, store: CampaignStore, settings: PostSettings) -> None:
        """Take the store and its settings."""
        self._store, self._settings = store, settings
        self._holder = uuid.uuid4().hex
        self._looked: dt.datetime | None = None

    def look(self, now: dt.datetime) -> int:
        """Read what is new, if a minute has passed since the last time; count the mails."""
        imap = self._settings.imap
        if imap is None or (self._looked is not None and now - self._looked < _EVERY):
            return 0
        self._looked = now
        if not Sheets(self._store.log).lease("mailbox", self._holder, now, now + _LEASE):
            return 0
        fault, count = "", 0
        try:
            count = self._read(imap, now)
        except (ImapToolsError, imaplib.IMAP4.error, OSError) as error:
            fault = f"{imap.host} cannot be read ({type(error).__name__}: {one_line(str(error), 100)})"
            _LOG.warning("orders by mail: %s", fault)
        InMail(self._store.log).set_box_fault(fault, now)
        return count

    def release(self) -> None:
        """Give the lease back."""
        Sheets(self._store.log).release("mailbox", self._holder)

    def _read(self, imap: Imap, now: dt.datetime) -> int:
        """Read new mails one by one; each is marked only when all that follows from it is written."""
        count = 0
        with _opened(imap).login(imap.user, imap.password, initial_folder=imap.folder) as box:
            new = AND(seen=False, size_lt=MOST_BYTES)
            for mail in box.fetch(new, mark_seen=False, limit=_AT_A_TIME):
                self._take(mail.obj, now)
                if mail.uid:
                    box.flag(mail.uid, MailMessageFlags.SEEN, True)
                count += 1
        return count

    def _take(self, mail: Message, now: dt.datetime) -> None:
        try:
            receive(self._store, mail.as_bytes(), self._settings, now)
        except Exception as fault:  # one mail must not keep all later ones
            _LOG.exception("a mail could not be read")
            name = hashlib.sha256(str(mail.get("Message-ID", "")).encode("utf-8", "replace")).hexdigest()
            words = f"it could not be read ({type(fault).__name__})"
            InMail(self._store.log).note(CameIn(name, stamp(now), "", "", "", "fault", words), (), now)


def _opened(imap: Imap) -> BaseMailBox:
    kinds: dict[str, type[MailBox | MailBoxStartTls | MailBoxUnencrypted]] = {
        "tls": MailBox, "starttls": MailBoxStartTls, "none": MailBoxUnencrypted,
    }  # fmt: skip
    return kinds[imap.security](imap.host, imap.port, timeout=_SECONDS)
