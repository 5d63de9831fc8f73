"""
Work out what the units of a command attempt in a phase: lines of its sheet, marches that go on, standing orders.

Everything is found from what the command knows; what only the truth forbids happens when it is attempted. A line that
cannot be begun in one phase is looked at again in the next, until the turn is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.docket.postures import acts, counts, formation_orders, pressing
from campaign.engine.decide import Attempt
from campaign.model.sheets.intents import Intent, Line
from campaign.model.verbs.intent import DropIntent, Intend
from campaign.model.verbs.march import Move
from campaign.spoken.reader import own_stands
from campaign.spoken.standing import going_on
from campaign.spoken.verdicts import Judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ruleset import Ruleset
    from campaign.model.sheets import ClosedLine, Standing
    from campaign.model.situation import Situation
    from campaign.model.things import Command
    from campaign.spoken.verdicts import Kept, Outcome

__all__ = ["Orders", "Tried", "attempts_of", "left_of"]

Tried = frozenset[tuple[int, str]]
"""Lines and units whose orders were begun; line 0: by a standing order."""


@dataclass(frozen=True)
class Orders:
    """What a command has ordered for a turn."""

    command: Command
    lines: tuple[ClosedLine, ...] = ()
    standing: tuple[Standing, ...] = ()
    doubts_meant: bool = False
    """Whether lines in doubt are meant all the same: who sealed them had read the doubt."""
    marches_go_on: bool = True
    tried: Tried = field(default=frozenset())

    @property
    def pending(self) -> list[tuple[int, str, Intent, str]]:
        """What was not begun yet: line, its text, what is to be done, unit."""
        return [
            (line.number, line.text, intent, key)
            for line in self.lines
            for intent in line.intents
            for key in intent.who
            if (line.number, key) not in self.tried
        ]


class Pending(NamedTuple):
    """A line's orders for a unit that cannot be begun now, and why."""

    line: int
    stand: str
    why: str


def attempts_of(orders: Orders, view: Situation, ruleset: Ruleset, kept: Kept | None = None) -> tuple[Attempt, ...]:
    """
    Say what the units of a command attempt in this phase.

    Parameters
    ----------
    kept
        What was found of its lines from this view before; it stays as it is.
    """
    if view.state.ended:
        return ()
    # What is found here has no reasons, and goes into nothing that a page may read.
    judge = Judge(ruleset, view, orders.command.side, dict(kept or {}), reasons=False)
    own = own_stands(view, orders.command.id)
    found = [
        _attempt(orders, line, outcome)
        for line, outcome in _judged(orders, judge, own)
        if _is_given(orders, line, outcome)
    ]
    told = {key for line in orders.lines for intent in line.intents for key in intent.who}
    busy = {one.stand for one in found} | told
    found += _by_standing(orders, judge, own - busy)
    busy |= {one.stand for one in found}
    presses = pressing(orders.standing, judge, own)
    # A command that is silent may have lines all the same: those of earlier turns that come now.
    free = own if orders.marches_go_on else presses | (own & told)
    found += _going_on(orders, (judge.view, ruleset), free - {one.stand for one in found}, presses)
    return tuple(found)


def left_of(orders: Orders, view: Situation, ruleset: Ruleset) -> tuple[Pending, ...]:
    """List the lines that came to nothing and their units, with the reason as the command knows it."""
    judge = Judge(ruleset, view, orders.command.side)
    own = own_stands(view, orders.command.id)
    return tuple(Pending(number, outcome.stand, outcome.words) for number, outcome in _judged(orders, judge, own))


def _judged(orders: Orders, judge: Judge, own: frozenset[str]) -> Iterator[tuple[int, Outcome]]:
    """Judge what is pending, a line at a time."""
    by_line: dict[int, list[Intent]] = {}
    texts: dict[int, str] = {}
    for number, text, intent, key in orders.pending:
        if key not in own:
            continue
        texts[number] = text
        kept = by_line.setdefault(number, [])
        whole = msgspec.structs.replace(intent, who=())
        if kept and msgspec.structs.replace(kept[-1], who=()) == whole:
            kept[-1] = msgspec.structs.replace(intent, who=(*kept[-1].who, key))
        else:
            kept.append(msgspec.structs.replace(intent, who=(key,)))
    for number, intents in by_line.items():
        for outcome in judge.judge(Line(number, texts[number], "give", tuple(intents))).outcomes:
            yield number, outcome


def _is_given(orders: Orders, line: int, outcome: Outcome) -> bool:
    if outcome.state != "doubt":
        return outcome.state in {"now", "later", "stays"}
    return next((one.sealed for one in orders.lines if one.number == line and one.sealed), orders.doubts_meant)


def _attempt(orders: Orders, line: int, outcome: Outcome, *, standing: bool = False) -> Attempt:
    # A march is kept before its first leg is gone: if the leg is barred, the march still goes on next turn.
    kept = sorted(outcome.orders, key=lambda order: not isinstance(order, Intend | DropIntent))
    command = orders.command
    return Attempt(command.id, command.side, line, outcome.stand, tuple(kept), outcome.words, standing)


def _by_standing(orders: Orders, judge: Judge, free: frozenset[str]) -> Iterator[Attempt]:
    for outcome in formation_orders(orders.standing, free, judge):
        # It is not tried as the unit's own: what that does comes when its phase has come.
        yield _attempt(orders, 0, outcome)
    for one in orders.standing:
        for key in one.who:
            # Who holds at all costs does what each phase offers for that; the others act once a turn.
            is_due = (0, key) not in orders.tried or one.posture == "hold_at_all_costs"
            if key in free and is_due and counts(one, key, judge):
                for outcome in acts(one, key, judge):
                    yield _attempt(orders, 0, outcome, standing=True)


def _going_on(
    orders: Orders, known: tuple[Situation, Ruleset], free: frozenset[str], presses: frozenset[str]
) -> Iterator[Attempt]:
    view, ruleset = known
    intents = view.state.intents
    kept = {key: intents[key] for key in free if key in intents}
    there = ruleset.play.marchers(view, [key for key in kept if view.state.stands[key].on_map])
    if not any(True for key in there for _ in ruleset.play.orders_of(Move, view, key)):
        return
    own = view.with_state(msgspec.structs.replace(view.state, intents=kept))
    for one in going_on(own, ruleset, orders.command.side, pressing=presses):
        yield Attempt(orders.command.id, orders.command.side, 0, one.stand, one.orders, one.words)
