"""Throw the D3 of a shot and carry out what it does (3.8 to 3.10): hits, the pin, elimination."""

from __future__ import annotations

import msgspec

from campaign.engine.ledger import Ledger
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.fight.dice import Modifiers, throw
from campaign.systems.d3.units import d3

_KINDS = {"mortar": "artillery", "artillery": "artillery"}


def hit(  # noqa: PLR0913 - a shot has these parts
    ledger: Ledger, by: str, target: str, where: int, weapon: str, changes: Modifiers, *, near: bool,
    why: str = "", kind: str = "", rule: str = "D3 3.8",
) -> None:  # fmt: skip
    """
    Throw for a shot that may be made, and carry it out.

    Parameters
    ----------
    where
        The hex that was shot at; the target may have retired from it.
    near
        Whether the shooter is within 12 inches, so that hits past 6 count (3.10).
    """
    tables = d3(ledger.situation)
    roll = throw(ledger, f"Fire of {by} at {target}", rule, changes, by=by)
    hits = roll.total or 0
    roll = msgspec.structs.replace(roll, hits=hits)
    told = kind or _KINDS.get(weapon, "direct")
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
    """
    Give the hits that count: from beyond 12 inches none past ``limit`` (3.10).

    >>> counted(5, 2, 6, near=True), counted(5, 2, 6, near=False)
    (2, 1)
    """
    return hits if near else max(0, min(hits, limit - losses))
