"""
Draw dice from keys that are committed before and revealed after.

All keys of a campaign hang on one secret root: the key of a span is the
SHA-256 of the key of the span after it. The hash of the first key is
published when the campaign opens. A key is revealed when its span is over,
and is itself the hash of the next: so every key is fixed before the first
order, and whoever holds the secret cannot choose another later.

Where commands seal their orders, each seal carries a share, a text of the
player's own. When the turn is closed the shares are mixed into its key, so
that whoever drew the secret could not have chosen it to suit.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import TYPE_CHECKING

from campaign.engine.dice import face_of
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MOST_SPANS", "CommittedDice", "commitment", "die", "key_of_span", "leaf_of", "mixed", "pads"]

MOST_SPANS = 10_000
"""How many spans one root serves."""


@lru_cache(maxsize=64)
def key_of_span(root: bytes, ordinal: int) -> bytes:
    """
    Give the key of a span.

    Parameters
    ----------
    root
        The secret, 32 bytes: it is hashed ``MOST_SPANS - ordinal`` times.
    ordinal
        Which span of this root it is, from 1.

    Raises
    ------
    ProblemsFound
        If the root serves no further span.

    >>> commitment(key_of_span(bytes(32), 2)) == key_of_span(bytes(32), 1).hex()
    True
    """
    if not 1 <= ordinal <= MOST_SPANS:
        what = f"all {MOST_SPANS:,} keys of the dice are used up"
        raise ProblemsFound([Problem("dice", what, "branch the campaign: the branch gets new keys")])
    key = root
    for _ in range(MOST_SPANS - ordinal):
        key = hashlib.sha256(key).digest()
    return key


def commitment(key: bytes) -> str:
    """Give the hash of a key, to publish before its dice are rolled."""
    return hashlib.sha256(key).hexdigest()


def die(key: bytes, number: int, faces: int = 6) -> int:
    """
    Give the face of a span's die by its number: HMAC-SHA256 of key and number.

    Parameters
    ----------
    number
        Which die of the span it is, from 1.
    """
    return face_of(hmac.digest(key, str(number).encode(), "sha256"), faces)


def leaf_of(closing: str, command: str, share: str) -> str:
    """Hash a player's share, with the closing's key and his command: so it stands in the log."""
    return hashlib.sha256(f"{closing}/{command}/{share}".encode()).hexdigest()


def pads(root: bytes, closing: str, count: int) -> tuple[str, ...]:
    """
    Give hashes that hide how many shares there are; they hang on the secret root: nobody can choose them.

    Parameters
    ----------
    root
        The secret of the campaign; its keys come from it too.
    closing
        The key of the closing.
    """
    return tuple(hmac.new(root, f"{closing}/{number}".encode(), "sha256").hexdigest() for number in range(count))


def mixed(key: bytes, leaves: Sequence[str]) -> bytes:
    """Mix the players' shares into a key: HMAC-SHA256 of the key and the leaves, written one after the other."""
    return hmac.digest(key, "".join(leaves).encode(), "sha256") if leaves else key


class CommittedDice:
    """The dice of one span, from the one after the last that was drawn."""

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        """Go on in a span after its first ``drawn`` dice."""
        self._key, self._drawn = key, drawn

    @property
    def drawn(self) -> int:
        """How many of the span were drawn so far."""
        return self._drawn

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Roll the next dice."""
        first = self._drawn + 1
        self._drawn += count
        return tuple(die(self._key, number, faces) for number in range(first, first + count))
