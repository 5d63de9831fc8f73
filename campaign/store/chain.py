"""Check a log line by line: numbers, hash chain, and whether each can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.verbs.clock import Rewound
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.entry import FIRST_HASH, decoded, line_hash
from maps.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyevent import AnyEvent
    from campaign.store.entry import Line

__all__ = ["first_fault", "is_whole"]

_REMEDY = "keep this store as it is and go on from the latest backup"
_OR_BRANCH = f"{_REMEDY}, or from a branch that begins before it"


def first_fault(lines: Iterable[Line], read: int = 0) -> Problem | None:
    """
    Find the first bad entry of a campaign's whole log.

    What a hash chain cannot show is an end cut off: the last entry's hash,
    noted elsewhere, shows that too.

    Parameters
    ----------
    read
        The last entry whose content this program has read before: until there the chain alone is checked.
    """
    before, expected = FIRST_HASH, 0
    for expected, line in enumerate(lines, 1):
        fault = _gap(line, expected) or _broken(line, before) or (_unreadable(line) if expected > read else "")
        if fault:
            return Problem(
                f"campaign {line.campaign!r}, entry {expected}", fault, _OR_BRANCH if expected > 1 else _REMEDY
            )
        before = line.hash
    return None if expected else Problem("log", "there is no entry, not even the opening", _REMEDY)


def is_whole(lines: Iterable[Line], after: int, before: str) -> bool:
    """Whether lines follow one another in a chain, the first of them entry ``after`` with the hash ``before``."""
    for expected, line in enumerate(lines, after + 1):
        if _gap(line, expected) or _broken(line, before):
            return False
        before = line.hash
    return True


def _gap(line: Line, expected: int) -> str:
    return "" if line.seq == expected else f"it is missing; the next one there is {line.seq}"


def _broken(line: Line, before: str) -> str:
    if line.prev_hash != before:
        return "it does not follow from the entry before"
    return "" if line_hash(line) == line.hash else "its content is not what was written"


def _unreadable(line: Line) -> str:
    try:
        events = decoded(line).events
    except ValueError as error:
        return f"it cannot be read: {error}"
    return _misplaced(events, line.seq)


def _misplaced(events: tuple[AnyEvent, ...], seq: int) -> str:
    opens = bool(events) and isinstance(events[0], CampaignOpened)
    if opens != (seq == 1):
        return "the opening of a campaign must be entry 1, and entry 1 an opening"
    for event in events:
        if isinstance(event, Rewound) and (len(events) > 1 or not 1 <= event.to < seq):
            return f"it rewinds to entry {event.to}, which does not lie before it, or does more than that"
    return ""
