"""
Hold a letter: what one wrote to others in game time, and how far it has come.

Game time is counted in minutes from midnight before day 1. A viewer's state holds the letters that he sent, got or
overheard, and of each what he may know: whoever sent one is never told that it arrived.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

__all__ = [
    "COURIER", "FORMS", "MEANS", "MOST_A_TURN", "MOST_LETTERS", "SHARES", "STAFF", "TELEPHONE", "UMPIRE", "WIRELESS",
    "Letter", "letter_key",
]  # fmt: skip

WIRELESS, TELEPHONE, COURIER, STAFF = "wireless", "telephone", "courier", "staff"
MEANS = {WIRELESS: "by wireless", TELEPHONE: "by telephone", COURIER: "by courier", STAFF: "by hand"}
"""The means of sending, each as it is said; by hand go letters to the umpire and from him."""
FORMS = {"report": "situation report", "order": "order", "fire": "request for fire", "free": "message"}
SHARES = ("whole", "half", "fragment")
"""How much of a letter somebody may overhear."""
MOST_LETTERS = 2_000
"""Characters of a letter."""
MOST_A_TURN = 30
"""Letters that a command may write in a turn."""
UMPIRE = "umpire"

_KEY_BYTES = 5


class Letter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter, as far as a viewer knows of it."""

    id: str
    sender: str
    """A command, a side, or "umpire"; of one overheard the side it came from."""
    receivers: tuple[str, ...]
    means: str
    form: str
    text: str
    sent: int = 0
    turn: str = ""
    """The turn that it went at the start of, as ``turn_key`` has it."""
    arrives: Mapping[str, int] = {}
    """The game time at each receiver; told to nobody before it is there."""
    ways: Mapping[str, tuple[int, ...]] = {}
    """The hexes that a courier goes through to each."""
    delivered: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    """Those it never comes to."""
    changed: str = ""
    """What arrives in place of its text, if the umpire changed it."""
    held: str = ""
    """Why the umpire holds it; "": he does not."""
    returned: str = ""
    """Why it could not go at all; "": it went."""
    heard: str = ""
    """Of a copy that was overheard: how much it is of the letter."""
    listened: bool = False
    """Whether it was thrown for already who overhears it."""
    hidden: bool = False
    """Whether it was written in somebody's name, and he does not know it."""


def letter_key(veil: str, *parts: str) -> str:
    """
    Make the id of a letter: it tells neither whose it is nor how many there are.

    >>> letter_key("secret", "us-1", "1") == letter_key("secret", "us-1", "1") != letter_key("other", "us-1", "1")
    True
    """
    secret = hashlib.sha256(veil.encode()).digest()
    return hashlib.blake2b("\0".join(parts).encode(), key=secret, digest_size=_KEY_BYTES, person=b"letter").hexdigest()
