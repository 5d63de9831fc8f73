"""
Name people and what they hold: umpires, players, side commanders, observers, substitutes; and the links to seats.

A person holds appointments; an appointment is a role in one campaign, with the viewer that it opens. ``seats.Seat`` is
another thing: it says who plays a side, a person or the program.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = [
    "DEFAULT_DELAY", "INVITE_DAYS", "LINK_KINDS", "PLAYING", "ROLES", "UMPIRE", "Appointment", "Invite", "LinkKind",
    "Person", "Role", "role_words",
]  # fmt: skip

Role = Literal["umpire", "side", "command", "substitute", "observer"]
ROLES: tuple[Role, ...] = ("umpire", "side", "command", "substitute", "observer")
PLAYING = frozenset({"side", "command", "substitute"})
"""The roles that write orders."""

LinkKind = Literal["join", "seat", "reset"]
LINK_KINDS: tuple[LinkKind, ...] = ("join", "seat", "reset")
"""join: once, for a new appointment; seat: again and again, a person's way in without a password; reset: once."""

DEFAULT_DELAY = 2
"""Turns that an observer is behind, unless the umpire says otherwise."""
INVITE_DAYS = 14

UMPIRE = "umpire"
_WORDS = {
    "umpire": "umpire", "side": "commander of the side", "command": "commander", "substitute": "substitute",
    "observer": "observer",
}  # fmt: skip


class Person(NamedTuple):
    """Somebody who can sign in; ``is_host``: he runs the server, and is umpire of all its campaigns."""

    id: str
    name: str
    is_host: bool = False
    has_password: bool = False
    mail: str = ""
    made: str = ""


class Appointment(NamedTuple):
    """
    What a person holds in a campaign.

    ``key`` is the viewer that it opens: "umpire", a side, a command, or "observer"; an observer may be given any of
    them, ``delay`` turns late.
    """

    id: str
    person: str
    campaign: str
    role: Role
    key: str
    delay: int = 0
    since: str = ""
    until: str = ""
    """When it ended; "": it holds."""
    name: str = ""
    """The person's name."""

    @property
    def words(self) -> str:
        """Say in plain words what it is."""
        return role_words(self.role, self.key, self.delay)


class Invite(NamedTuple):
    """A link that was handed out; of its secret only a hash is kept, and ``id`` is no part of either."""

    id: str
    kind: LinkKind
    campaign: str
    role: Role
    key: str
    delay: int
    person: str
    """The owner of a link to seats or a reset; "" of one that invites somebody new."""
    made: str
    expires: str
    used: str = ""
    note: str = ""
    """What the umpire wrote down to know it again: a name."""

    @property
    def words(self) -> str:
        """Say in plain words what it opens."""
        return role_words(self.role, self.key, self.delay)


def role_words(role: Role, key: str, delay: int = 0) -> str:
    """Say in plain words what an appointment is: the role, whose, and how late."""
    if role == UMPIRE:
        return UMPIRE
    late = f", {delay} turn{'' if delay == 1 else 's'} late" if role == "observer" and delay else ""
    whose = {UMPIRE: "of both sides", "observer": "of what is public"}.get(key, f"of {key}")
    if role == "side":
        return f"{_WORDS[role]} {key}"
    return f"{_WORDS[role]} {whose}{late}"
