"""Make the codes that a mail carries to be taken as a seat's orders: one person, one command, one turn, 80 bits."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import TYPE_CHECKING

from campaign.store.veils import veil_of

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["code_of", "codes_in"]

_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LENGTH, _GROUP = 16, 4
_CODE = re.compile(rf"(?<![A-Z0-9])[{_SIGNS}]{{4}}(?:-[{_SIGNS}]{{4}}){{3}}(?![A-Z0-9])", re.IGNORECASE)


def code_of(log: EventLog, campaign: str, person: str, command: str, turn: str) -> str:
    """Give the code of a seat for a turn; it hangs on the campaign's own secret, and is kept nowhere."""
    key = hmac.new(veil_of(log, campaign).encode(), b"orders by mail", hashlib.sha256).digest()
    named = "\n".join((campaign, person, command, turn)).encode()
    number = int.from_bytes(hmac.new(key, named, hashlib.sha256).digest(), "big")
    signs = [_SIGNS[number >> (5 * place) & 31] for place in range(_LENGTH)]
    return "-".join("".join(signs[at : at + _GROUP]) for at in range(0, _LENGTH, _GROUP))


def codes_in(text: str) -> list[str]:
    """
    List what looks like a code in a text, in order.

    >>> codes_in("Re: orders [a7k2-9qf4-mnpq-2345], 1234-5678")
    ['A7K2-9QF4-MNPQ-2345']
    """
    return list(dict.fromkeys(found.upper() for found in _CODE.findall(text)))
