"""Count attempts in the store, so that neither a restart nor a second worker begins anew."""

from __future__ import annotations

import hashlib
import ipaddress
from typing import NamedTuple

from flask import request

from campaign.store.signins import SignIns
from webui.desk.faults import BadRequest
from webui.serving.shared import desk

__all__ = ["LIMITS", "Limit", "check_limits", "forgive", "from_where"]


class Limit(NamedTuple):
    """So many times in so many seconds."""

    most: int
    seconds: int


LIMITS: dict[str, tuple[Limit, ...]] = {
    "sign_in": (Limit(5, 60), Limit(30, 3600)),
    "sign_in_net": (Limit(30, 60), Limit(200, 3600)),
    "sign_in_name": (Limit(200, 3600),),
    "link": (Limit(20, 60), Limit(100, 3600)),
    "invite": (Limit(60, 3600),),
    "sheet": (Limit(60, 60),),
    "letter": (Limit(60, 3600),),
    "post": (Limit(10, 3600),),
    "feed": (Limit(30, 60), Limit(600, 3600)),
}
"""
Per what is counted: sign_in a name from one network, sign_in_net a network, sign_in_name a name from everywhere (high,
so that nobody shuts another out), link a network that tries links, invite an umpire's invitations, sheet and letter a
seat, post a person who has mails sent to himself, feed a network that asks for feeds that are none.
"""


def check_limits(what: str, *whose: str) -> None:
    """
    Count an attempt of this kind.

    Raises
    ------
    BadRequest
        Status 429 with the seconds to wait, if there were too many.
    """
    now, kept = desk().now(), SignIns(desk().store.log)
    for limit in LIMITS[what]:
        count, wait = kept.count(_key(what, whose), limit.seconds, now)
        if count > limit.most:
            why = f"this was tried {limit.most} times within {_span(limit.seconds)}"
            raise BadRequest(429, "limit", why, f"wait {max(wait, 1)} seconds", wait=max(wait, 1))


def forgive(what: str, *whose: str) -> None:
    """Count from nothing again: the right one was given."""
    SignIns(desk().store.log).forget(_key(what, whose))


def from_where() -> str:
    """Name the network that the request comes from: the first 24 bits of an address, or 64 of a long one."""
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    bits = 24 if address.version == 4 else 64
    return str(ipaddress.ip_network((address, bits), strict=False))


def _key(what: str, whose: tuple[str, ...]) -> str:
    return f"{what}/{hashlib.sha256(chr(0).join(whose).encode()).hexdigest()[:32]}"


def _span(seconds: int) -> str:
    return "a minute" if seconds == 60 else "an hour"
