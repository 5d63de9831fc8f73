"""Throw the D3, a die with the faces 1, 1, 2, 2, 3, 3 (3.1), and carry out what a shot does (3.8 to 3.10)."""

import msgspec

from campaign.engine.ledger import Ledger
from campaign.model.roll import Roll
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.space import d3

Modifiers = tuple[tuple[str, int], ...]


def d3_of(face: int) -> int:
    """Read a D6 as a D3.

    >>> [d3_of(face) for face in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    return (face + 1) // 2


def throw(ledger: Ledger, what: str, rule: str, modifiers: Modifiers = (), *, by: str = "") -> Roll:
    """Throw one D3 and add modifiers; the total is never below 0 (3.8 ``negative_hits``)."""
    roll = ledger.roll_total(what, rule, by=by)
    less = d3_of(roll.dice[0]) - roll.dice[0]
    total = max(0, d3_of(roll.dice[0]) + sum(amount for _, amount in modifiers))
    read = (("as a D3", less),) if less else ()
    return msgspec.structs.replace(roll, modifiers=read + modifiers, total=total)


def hit(  # noqa: PLR0913 - a shot has these parts
    ledger: Ledger, by: str, target: str, where: int, weapon: str, changes: Modifiers, *, near: bool,
    why: str = "", kind: str = "", rule: str = "D3 3.8",
) -> None:  # fmt: skip
    """Throw for a shot that may be made, and carry it out.

    ``where``: the hex that was shot at; the target may have retired from it. ``near``: whether the shooter is within 12
    inches, so that hits past 6 count (3.10).
    """
    tables = d3(ledger.situation)
    roll = throw(ledger, f"Fire of {by} at {target}", rule, changes, by=by)
    hits = roll.total or 0
    roll = msgspec.structs.replace(roll, hits=hits)
    told = kind or ("artillery" if weapon in {"mortar", "artillery"} else "direct")
    ledger.record(FireResolved(by=by, kind=told, target=where, hits=hits, rolls=(roll,), rule=rule, why=why))
    stand = ledger.state.stands[target]
    if tables.weapons[weapon].pins and "pinned" not in stand.marks:
        ledger.record(StandMarked(stand=target, on=("pinned",), rule="D3 3.9"))
    points = counted(stand.losses, hits, tables.elimination.hits, near=near)
    if points:
        ledger.record(LossesTaken(stand=target, points=points, rule="D3 3.10"))
    if stand.losses + points > tables.elimination.hits:
        ledger.record(StandGone(stand=target, how="eliminated", rule="D3 3.10"))


def counted(losses: int, hits: int, limit: int, *, near: bool) -> int:
    """Give the hits that count: from beyond 12 inches none past ``limit`` (3.10).

    >>> counted(5, 2, 6, near=True), counted(5, 2, 6, near=False)
    (2, 1)
    """
    return hits if near else max(0, min(hits, limit - losses))
