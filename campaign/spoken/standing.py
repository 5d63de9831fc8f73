"""
Find the orders that marches to far goals come to in a phase, and the marches that are over.

What is found here is only said; whoever closes a phase gives it. A march follows the way that it was meant to go; if
that cannot be gone any more another is looked for, from what its side knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.sheets.intents import Intent
from campaign.model.verbs.intent import DropIntent, Intend
from campaign.spoken.times import now_of
from campaign.spoken.verdicts import judge_of
from campaign.spoken.ways import Barred

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.things import Kept, Stand
    from campaign.spoken.verdicts import Judge

__all__ = ["GoingOn", "going_on"]


class GoingOn(NamedTuple):
    """What becomes of a kept march in this phase."""

    stand: str
    orders: tuple[AnyOrder, ...]
    words: str


def going_on(view: Situation, ruleset: Ruleset, side: str, *, pressing: Collection[str] = ()) -> tuple[GoingOn, ...]:
    """
    Say what the kept marches of a side come to in this phase; those that wait are left out.

    Parameters
    ----------
    view
        What the side knows; it must come from its view.
    pressing
        Units that go on in contact too; the march of others is over there.
    """
    if view.state.ended or not view.state.intents:
        return ()
    judge = judge_of(ruleset, view, side)
    return tuple(_found(view, judge, side, pressing))


def _found(view: Situation, judge: Judge, side: str, pressing: Collection[str]) -> Iterator[GoingOn]:
    state, now = view.state, now_of(view.state.clock)
    declared = {getattr(order, "stand", "") for order in state.declared}
    for key, kept in sorted(state.intents.items()):
        stand = state.stands.get(key)
        if stand is None or stand.side != side:
            continue
        if _is_over(stand, kept, view, presses=key in pressing):
            yield GoingOn(key, (DropIntent(key),), "its march is over")
        elif key not in declared and (kept.day, kept.turn) <= now:
            found = _leg(stand, kept, view, judge)
            if found is not None:
                yield found


def _is_over(stand: Stand, kept: Kept, view: Situation, *, presses: bool) -> bool:
    here = not stand.on_map or stand.hex == kept.path[-1]
    return here or (not presses and any(stand.id in pair for pair in view.state.contacts))


def _leg(stand: Stand, kept: Kept, view: Situation, judge: Judge) -> GoingOn | None:
    """Find the next leg, along the way as it was meant or along a new one; None if no march is ordered now."""
    transport, number, rest = kept.by == "transport", view.map.number, tuple[int, ...]()
    marches = bool(judge.ruleset.play.marchers(view, (stand.id,)))
    if marches and stand.hex in kept.path:
        rest = kept.path[kept.path.index(stand.hex) :]
        order, _ = judge.first_leg(stand, rest, transport=transport)
        if order is not None:
            return GoingOn(stand.id, (order,), f"goes on to {number(rest[-1])}")
    by = kept.by if kept.by in {"road", "transport"} else "best"
    path = judge.ways.path(stand.id, Intent((stand.id,), "march", kept.path[-1], by=by))  # type: ignore[arg-type]
    if isinstance(path, Barred):
        return GoingOn(stand.id, (DropIntent(stand.id),), f"its march is given up: {path.why}")
    # The way that was refused is not tried again.
    order, _ = judge.first_leg(stand, path, transport=transport) if marches and path != rest else (None, None)
    if order is None:
        return None
    again = Intend(stand.id, path, kept.by, kept.day, kept.turn)
    orders: tuple[AnyOrder, ...] = (again, order) if path != kept.path else (order,)
    return GoingOn(stand.id, orders, f"goes on to {number(path[-1])} by another way")
