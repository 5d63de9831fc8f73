"""Hand out links: invitations, ways in without a password, resets. A secret is shown once; its hash is kept."""

from __future__ import annotations

import datetime as dt
import unicodedata
from typing import TYPE_CHECKING

from flask import current_app, request

from campaign.model.people import INVITE_DAYS, Appointment, Invite
from campaign.store.people import People, stamp
from webui.desk.faults import BadRequest
from webui.door import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from campaign.model.people import LinkKind, Person, Visitor
    from campaign.model.people.telling import Notice

__all__ = ["address_of", "check_name", "draw_link", "may_manage", "personal_link"]

_DAYS: dict[LinkKind, int] = {"join": INVITE_DAYS, "seat": 400, "reset": 2}
_MOST_NAME = 60
_RESERVED = frozenset({"umpire", "host", "observer", "sandtable", "nobody"})
_GUARD = "sandtable_guard"


def draw_link(
    people: People,
    asked: Appointment,
    kind: LinkKind,
    now: dt.datetime,
    *,
    note: str = "",
    also: Callable[[Invite, str], Sequence[Notice]] | None = None,
) -> tuple[Invite, str]:
    """
    Draw a link and keep its hash; give it with the secret, which nobody can show again.

    ``also`` says of link and secret what is told with it, in the transaction that keeps it.
    """
    secret = tokens.fresh()
    expires = stamp(now + dt.timedelta(days=_DAYS[kind]))
    asked_for = Invite(
        "", kind, asked.campaign, asked.role, asked.key, asked.delay, asked.person, stamp(now), expires, note=note
    )
    told = None if also is None else lambda made: also(made, secret)
    return people.invite(asked_for, tokens.digest(secret), told), secret


def personal_link(people: People, person: Person, kind: LinkKind, now: dt.datetime) -> str:
    """Draw a link of one person: his way in without a password, or to a new one. The one before opens nothing."""
    return draw_link(people, Appointment("", person.id, "", "observer", ""), kind, now, note=person.name)[1]


def address_of(secret: str) -> str:
    """Give the link as it is sent to somebody: the secret stands behind '#', so that no server on the way reads it."""
    scheme = "https" if current_app.extensions[_GUARD].secure else request.scheme
    return f"{scheme}://{request.host}/join#{secret}"


def check_name(name: str) -> str:
    """
    Give a name as it is kept.

    Raises
    ------
    BadRequest
        If it cannot be somebody's name.
    """
    told = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(told) <= _MOST_NAME:
        raise BadRequest(400, "name", f"a name has 1 to {_MOST_NAME} characters", "write the name that others know")
    if any(unicodedata.category(sign).startswith("C") for sign in told):
        raise BadRequest(400, "name", "this name has signs in it that nobody sees", "write it with letters")
    if told.casefold() in _RESERVED:
        raise BadRequest(400, "name", f"{told!r} is what the program calls others", "take another name")
    return told


def may_manage(visitor: Visitor, people: People, person: Person) -> bool:
    """
    Whether a visitor may reset a person's way in, which gives him that person's seats.

    The host may; an umpire if all that the person holds is in campaigns of his.
    """
    if visitor.is_host:
        return True
    held = people.appointments(person=person.id)
    return not person.is_host and bool(held) and all(visitor.is_umpire(one.campaign) for one in held)
