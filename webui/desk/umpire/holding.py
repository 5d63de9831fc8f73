"""Freeze the front of a matter, so that the rest of the map need not wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.docket.matters import Matter, matters, reason_of
from campaign.engine.fronts.freezing import around
from campaign.engine.fronts.still import still_hexes
from campaign.model.verbs.fronts import FreezeFront
from campaign.model.verbs.ruling import Ruling
from campaign.store.umpiring import Umpiring
from webui.desk.faults import BadRequest
from webui.desk.umpire.stops import settled_by

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.store.session import Session

__all__ = ["HOLDABLE", "holding", "holds_any", "holds_now"]

HOLDABLE = frozenset({"surrender", "bridge", "unsupplied", "fight", "meeting"})
"""What has a place on the map that can stand still."""
_MOST_REASON = 400
RADIUS, TURNS = 2, 2
"""Unless the umpire says otherwise: what stands within two hexes, for this turn and the next."""


def holds_any(session: Session) -> bool:
    """Whether at a kind of matter only the front waits in this campaign."""
    return bool(Umpiring(session.log).fronts(session.campaign))


def holds_now(session: Session) -> tuple[AnyOrder, ...]:
    """Give the orders that let the fronts stand still that are to wait, each with the ruling that says so."""
    kept = Umpiring(session.log)
    kinds = (kept.fronts(session.campaign) & HOLDABLE) - kept.accepted(session.campaign)
    if not kinds:
        return ()
    situation = session.situation
    found = matters(situation, session.ruleset.play, kinds=kinds)
    settled = settled_by(session) if found else {}
    still = set(still_hexes(situation.state))
    orders: list[AnyOrder] = []
    for one in found:
        if one.key not in settled and one.hex is not None:
            orders += _held(one, one.hex, RADIUS, TURNS, new=not still.issuperset(around(situation, one.hex, RADIUS)))
            still.update(around(situation, one.hex, RADIUS))
    return tuple(orders)


def holding(matter: Matter, words: str) -> list[AnyOrder]:
    """
    Give the orders that let the front of a matter stand still.

    Parameters
    ----------
    words
        How many hexes around it, and how many turns, as in "2 2"; "" for the usual.

    Raises
    ------
    BadRequest
        If the matter has no place, or the words are no two numbers.
    """
    if matter.hex is None or matter.kind not in HOLDABLE:
        raise BadRequest(409, "matter", "it is at no place that could stand still", "accept it, or rule: key C")
    numbers = words.split() or [str(RADIUS), str(TURNS)]
    if len(numbers) != 2 or not all(one.isascii() and one.isdigit() and len(one) <= 2 for one in numbers):
        raise BadRequest(400, "notation", f"{words[:40]!r} says not how far and how long", "write hexes and turns: 2 2")
    return _held(matter, matter.hex, *map(int, numbers), new=True)


def _held(matter: Matter, index: int, radius: int, turns: int, *, new: bool) -> list[AnyOrder]:
    """Give the ruling on a matter, and the order to freeze its front if that is not done yet."""
    why = reason_of(matter.key, "its front waits", matter.what, matter.proposal.rule)
    freeze = FreezeFront(index, radius, turns, matter.what[:_MOST_REASON])
    return [Ruling(why=why), *([freeze] if new else [])]
