"""Write a log entry as text, read it back, and chain it to the one before."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec

from campaign.model.anyevent import AnyEvent  # noqa: TC001 - msgspec reads it at run time
from campaign.model.anyorder import AnyOrder
from campaign.model.formats import read_events, stamped
from campaign.store.faults import CommandClash

__all__ = ["FIRST_HASH", "Entry", "Line", "chained", "decoded", "encoded_events", "encoded_order", "line_hash", "owned",
           "sole"]  # fmt: skip

FIRST_HASH = "0" * 64
"""What stands before the first entry."""


class Entry(msgspec.Struct, frozen=True):
    """
    One command and what came of it.

    ``order`` is None where nobody gave one: the opening, and an undo. ``at``
    is wall time in ISO form, UTC; no rule reads it.
    """

    campaign: str
    seq: int
    command_id: str
    actor: str
    at: str
    order: AnyOrder | None
    events: tuple[AnyEvent, ...]
    hash: str = ""

    @property
    def cast_dice(self) -> bool:
        """Whether dice fell in it."""
        return any(event.rolls for event in self.events)


def sole(order: AnyOrder | tuple[Any, ...]) -> AnyOrder | None:
    """Give the order of an entry; of several none is kept: what they came to stands in its events."""
    return None if isinstance(order, tuple) else order


class Line(NamedTuple):
    """An entry as it is kept: text, so that old logs stay readable whatever the types become."""

    campaign: str
    seq: int
    command_id: str
    actor: str
    at: str
    order: str
    events: str
    prev_hash: str
    hash: str


_ENCODER = msgspec.json.Encoder(order="deterministic")
_ORDER = msgspec.json.Decoder(AnyOrder | None)


def encoded_order(order: AnyOrder | None) -> str:
    """Write an order as JSON; None, where nobody gave one, is ``null``."""
    return _ENCODER.encode(order).decode()


def encoded_events(events: tuple[AnyEvent, ...]) -> str:
    """Write events as a JSON list, keys sorted; an opening says the format that logs are written in now."""
    return _ENCODER.encode(tuple(map(stamped, events))).decode()


def chained(line: Line) -> Line:
    """Give a line the hash that ties it to the line before."""
    return line._replace(hash=line_hash(line))


def line_hash(line: Line) -> str:
    """
    Hash a line: SHA-256 over the hash before it and its own canonical bytes.

    The bytes are the JSON list of all its columns but the two hashes, with
    order and events as the text that is kept.
    """
    return hashlib.sha256(line.prev_hash.encode() + msgspec.json.encode(line[:7])).hexdigest()


def decoded(line: Line) -> Entry:
    """
    Read a line.

    Raises
    ------
    msgspec.ValidationError, msgspec.DecodeError
        If it is no order or no events that this program knows; the message names the path.
    """
    return Entry(
        campaign=line.campaign,
        seq=line.seq,
        command_id=line.command_id,
        actor=line.actor,
        at=line.at,
        order=_ORDER.decode(line.order),
        events=read_events(line.events),
        hash=line.hash,
    )


def owned(entry: Entry, actor: str) -> Entry:
    """
    Give the entry of a command that was sent before, to its own sender only.

    Raises
    ------
    CommandClash
        If someone else sent it.
    """
    if entry.actor != actor:
        place = f"campaign {entry.campaign!r}"
        raise CommandClash(place, f"command id {entry.command_id!r} is taken", "send the command under a new id")
    return entry
