"""Keep passwords as scrypt hashes, and compare with them in the same time whether there is one or not."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import threading
from typing import NamedTuple

from webui.desk.faults import BadRequest

__all__ = ["LEAST", "MOST", "Cost", "check_new", "hashed", "matches"]

LEAST, MOST = 8, 200
"""How many characters a password has."""

_AT_ONCE = threading.BoundedSemaphore(2)
"""A hash takes 32 MB and a third of a second: more than two at a time would starve the game."""
_PATIENCE_S = 10.0


class Cost(NamedTuple):
    """What a hash costs: 2 to the power of ``log_n`` rounds over blocks of ``r``, ``p`` times."""

    log_n: int = 15
    r: int = 8
    p: int = 1


COST = Cost()


def check_new(password: str, name: str) -> None:
    """
    See that a password may be taken.

    Raises
    ------
    BadRequest
        If it is too short, too long, or the name.
    """
    if not LEAST <= len(password) <= MOST:
        raise BadRequest(400, "password", f"a password has {LEAST} to {MOST} characters", "take a few words in a row")
    if name and password.casefold().strip() in {name.casefold(), name.casefold()[::-1]}:
        raise BadRequest(400, "password", "this password is the name", "take a few words in a row")


def hashed(password: str, cost: Cost = COST) -> str:
    """Hash a password with a salt of its own; the cost stands with it, so that it may be raised later."""
    salt = secrets.token_bytes(16)
    words = (base64.b64encode(part).decode() for part in (salt, _scrypt(password, salt, cost)))
    return "$".join(("scrypt", *map(str, cost), *words))


def matches(password: str, kept: str) -> bool:
    """Whether a password is the one that was kept; where none is, it takes as long to say no."""
    if not kept:
        _scrypt(password[:MOST], b"nobody is called so", COST)
        return False
    _, log_n, r, p, salt, digest = kept.split("$")
    made = _scrypt(password[:MOST], base64.b64decode(salt), Cost(int(log_n), int(r), int(p)))
    return hmac.compare_digest(made, base64.b64decode(digest))


def _scrypt(password: str, salt: bytes, cost: Cost) -> bytes:
    if not _AT_ONCE.acquire(timeout=_PATIENCE_S):
        raise BadRequest(503, "busy", "too many people are signing in at this moment", "try again", wait=5)
    try:
        return hashlib.scrypt(
            password.encode(), salt=salt, n=1 << cost.log_n, r=cost.r, p=cost.p, maxmem=1 << 27, dklen=32
        )
    finally:
        _AT_ONCE.release()
