"""A club whose post is caught: what would be sent lies in lists; nothing leaves the machine."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from campaign.store.people import People
from campaign.store.post.outbox import Outbox
from campaign.store.post.wishes import WishBook
from tests.people.helpers import CAMPAIGN, NOW, club_store
from webui.desk.sheets.closing import close_turn
from webui.post.sender import Sender
from webui.post.settings import Imap, PostSettings, Smtp

SETTINGS = PostSettings(
    address="https://table.example.org",
    smtp=Smtp("localhost", "Sandtable <table@example.org>", security="none"),
    imap=Imap("localhost", "orders", "x", "orders@example.org", security="none"),
)


class Club(NamedTuple):
    """A store, its outbox, and the mails that were sent."""

    store: object
    outbox: Outbox
    mails: list
    sender: Sender

    @property
    def session(self):
        return self.store.session(CAMPAIGN)

    def person(self, name):
        return People(self.store.log).named(name).id

    def reach(self, *names, way="mail"):
        """Give people an address that counts."""
        for name in names:
            address = f"{name}@example.org" if way == "mail" else "https://ntfy.sh/topic"
            WishBook(self.store.log).set_address(self.person(name), way, address, confirmed="2026-01-01")

    def wish(self, name, **wanted):
        book, key = WishBook(self.store.log), self.person(name)
        book.set_wishes(key, book.wishes(key)._replace(**wanted))

    def close(self, turn="1.1"):
        close_turn(self.session, turn)

    def sent_to(self, name):
        return [mail for mail in self.mails if mail.to == f"{name}@example.org"]

    def states(self, **wanted):
        return [(row.notice.kind, row.way, row.state) for row in self.outbox.rows(**wanted)]


def club(folder, mailer=None):
    store, mails = club_store(folder), []
    sender = Sender(store, SETTINGS, mailer=mailer or (lambda text, _: mails.append(text)))
    return Club(store, Outbox(store.log), mails, sender)


def real_now(**later):
    """Give the time of the wall: what is written with an entry bears it."""
    return dt.datetime.now(dt.UTC) + dt.timedelta(**later)


__all__ = ["NOW", "SETTINGS", "Club", "club", "real_now"]
