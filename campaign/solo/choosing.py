"""
Choose the next order of a side that plays itself, whoever plays it.

A commander plans a phase, or a go, as a whole and hands its orders out one by one; the table of chances thinks of one
stand after another. Both know the side's view and what stands in the log, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.model.notation import format_order, parse_order
from campaign.model.seats import TABLE
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.planned import SidePlanned
from campaign.solo.commander.levels import level_named, style_named
from campaign.solo.commander.staff import Commander
from campaign.solo.table.chart import RULE
from campaign.solo.table.choosing import Automaton

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.dice import SeededDice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.planning import Plan, Thought
    from campaign.model.roll import Roll
    from campaign.model.seats import Seat
    from campaign.model.situation import Situation
    from campaign.solo.memory import Memory

__all__ = ["STAFF", "Chosen", "choose", "planned"]

STAFF = "staff"
"""The rule that choices of a commander are told under: none of the rule system's."""


class Chosen(NamedTuple):
    """What a side wants next."""

    order: AnyOrder | None
    """None: nothing more in this phase."""
    told: SideChose
    plan: SidePlanned | None = None
    """What it planned just now; None if it goes on with an older plan."""
    passes: tuple[str, ...] = ()
    """What is to be passed over if it is refused."""
    thought: Thought | None = None

    @property
    def preface(self) -> tuple[AnyEvent, ...]:
        """The events that go into the log before those of the order."""
        return (self.told,) if self.plan is None else (self.plan, self.told)


def choose(
    ruleset: Ruleset,
    seat: Seat,
    side: str,
    view: Situation,
    memory: Memory,
    dice: SeededDice,
    passed: Sequence[str] = (),
) -> Chosen:
    """
    Choose the next order of a side in the present phase.

    Parameters
    ----------
    view
        The situation as the side knows it.
    memory
        What the log says that it has thought of.
    dice
        Its own; those of the rules are not disturbed.
    passed
        What was refused, or is not wanted: orders as they are written; of the table stands and formations.
    """
    if view.state.ended:
        return Chosen(None, SideChose(side=side, rule=STAFF))
    if seat.player == TABLE:
        return _by_table(ruleset, side, view, memory, dice, passed)
    fresh = _plan_wanted(ruleset, memory, passed)
    plan = planned(ruleset, seat, side, view, memory, dice, passed) if fresh else None
    if plan is not None:
        memory = memory._replace(plan=plan, given=())
    told = None if plan is None else SidePlanned(side=side, plan=plan, rule=STAFF)
    left = memory.left(passed)
    if not left:
        return Chosen(None, SideChose(side=side, passed=len(passed), rule=STAFF), told)
    return _next(left[0], side, view, told, len(passed))


def planned(
    ruleset: Ruleset,
    seat: Seat,
    side: str,
    view: Situation,
    memory: Memory,
    dice: SeededDice,
    passed: Sequence[str] = (),
) -> Plan:
    """Plan a phase as a commander would: for advice, and for orders."""
    commander = Commander(ruleset, side, level_named(seat.level), style_named(seat.style))
    return commander.plan(view, memory.dossier, dice, barred=frozenset(passed))


def _plan_wanted(ruleset: Ruleset, memory: Memory, passed: Sequence[str]) -> bool:
    """Whether a side must think anew: it has not yet, or orders are carried out at once and something happened."""
    if memory.plan is None:
        return True
    if ruleset.tables.each == "together" or memory.left(passed):
        return False
    # What was planned is carried out, or was refused: the next look may find more. An empty plan is its last word.
    return bool(memory.plan.thoughts)


def _next(thought: Thought, side: str, view: Situation, plan: SidePlanned | None, passed: int) -> Chosen:
    order = parse_order(thought.order, view.map, view.state)
    told = SideChose(
        side=side, order=thought.order, asked=(thought.subject,), passed=passed, why=thought.why, rule=STAFF
    )
    return Chosen(order, told, plan, (thought.order,), thought)


def _by_table(
    ruleset: Ruleset, side: str, view: Situation, memory: Memory, dice: SeededDice, passed: Sequence[str]
) -> Chosen:
    automaton = Automaton(ruleset, side)
    automaton.recall(view, {*memory.asked, *passed})
    thought = automaton.think(view, dice)
    asked = automaton.asked
    if thought is None:
        return Chosen(None, SideChose(side=side, asked=asked, passed=len(passed), rule=RULE), passes=asked)
    told = SideChose(
        side=side, order=format_order(thought.order, view.map), asked=asked,
        throws=_numbered(thought.rolls, dice.drawn), faces=thought.faces, passed=len(passed), why=thought.words,
        rule=RULE,
    )  # fmt: skip
    return Chosen(thought.order, told, passes=asked)


def _numbered(rolls: Sequence[Roll], drawn: int) -> tuple[Roll, ...]:
    """Say of the last dice that were drawn which they were, so that each can be drawn again and checked."""
    numbered: list[Roll] = []
    for roll in reversed(rolls):
        drawn -= len(roll.dice)
        numbered.insert(0, msgspec.structs.replace(roll, number=drawn + 1))
    return tuple(numbered)
