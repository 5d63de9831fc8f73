"""Find what is wrong with a mission by itself: what it lacks, days that cannot be, formations that wait in a ring."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.missions import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.model.missions import Mission

__all__ = ["MissionFault", "mission_faults", "rings", "stands_under"]

_WITH_PARTNER = ("follow", "relieve")
_WITHOUT_END = ("hold", "screen", "reserve", "follow")


class MissionFault(NamedTuple):
    """What is wrong; ``keys`` lead to it as a plan is written: ("then", "by")."""

    keys: tuple[str, ...]
    what: str
    """To be read after the name of the key."""
    remedy: str


def mission_faults(mission: Mission, *, first: int, last: int) -> Iterator[MissionFault]:
    """
    Find what is wrong with a mission and with those that follow it.

    Parameters
    ----------
    first, last
        The days that a mission may name: from this one to the last of the campaign.
    """
    begins = first
    for depth, part in enumerate(parts_of(mission)):
        for fault in (*_lacks(part), *_days(part, begins, last)):
            yield fault._replace(keys=(*(("then",) * depth), *fault.keys))
        begins = max(begins, min(part.until, last))


def _lacks(part: Mission) -> Iterator[MissionFault]:
    goals = [goal for goal in part.goals if not goal.via]
    if part.kind in {"take", "withdraw"} and not goals:
        yield MissionFault(("goals",), f"is missing a place to {part.kind}", "name one that is not only via")
    if part.kind in _WITH_PARTNER and not part.partner:
        yield MissionFault(("partner",), "is missing", f"name the formation to {part.kind}")
    if part.partner and part.kind not in _WITH_PARTNER:
        yield MissionFault(("partner",), f"is named, but to {part.kind} needs none", "take it away, or follow it")
    if not 0 <= part.reserve <= 100:
        yield MissionFault(("reserve",), f"is {part.reserve} per cent", "keep back 0 to 100")
    if part.not_before and not part.line:
        yield MissionFault(("not_before",), "is a day, and there is no line", "draw the line, or take the day away")
    if part.then is not None and part.kind in _WITHOUT_END and not part.until:
        yield MissionFault(("then",), f"never comes: to {part.kind} has no end", "say until which day")


def _days(part: Mission, first: int, last: int) -> Iterator[MissionFault]:
    remedy = f"name a day from {first} to {last}"
    for name, day in (("not_before", part.not_before), ("until", part.until)):
        if day and not first <= day <= last:
            yield MissionFault((name,), f"is day {day}, {_where(day, last)}", remedy)
    latest = 0
    for day in filter(None, (goal.by_day for goal in part.goals)):
        if not first <= day <= last:
            yield MissionFault(("by",), f"names day {day}, {_where(day, last)}", remedy)
        elif day < latest:
            yield MissionFault(("by",), f"names day {day} after day {latest}", "name days in the order of the places")
        elif part.until and day > part.until:
            what = f"names day {day}, and the mission ends on day {part.until}"
            yield MissionFault(("by",), what, "let it end later, or name an earlier day")
        latest = max(latest, day)


def _where(day: int, last: int) -> str:
    return f"after the last, {last}" if day > last else "which is over before it begins"


def rings(partners: Mapping[str, str]) -> list[tuple[str, ...]]:
    """
    Find formations that wait for each other: each follows or relieves the next, the last the first.

    >>> rings({"A": "B", "B": "C", "C": "B", "D": "D"})
    [('B', 'C'), ('D',)]
    """
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in partners:
        trail: list[str] = []
        at = start
        while at in partners and at not in done and at not in trail:
            trail.append(at)
            at = partners[at]
        if at in trail:
            found.append(tuple(trail[trail.index(at) :]))
        done |= {*trail}
    return found


def stands_under(lower: str, upper: str, parents: Mapping[str, str]) -> bool:
    """
    Whether a formation stands under another, or is it.

    >>> stands_under("regiment", "corps", {"regiment": "division", "division": "corps"})
    True
    """
    passed: set[str] = set()
    at = lower
    while at and at not in passed:
        if at == upper:
            return True
        passed.add(at)
        at = parents.get(at, "")
    return False
