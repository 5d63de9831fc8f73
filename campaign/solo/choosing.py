"""
Choose the next order of a side that plays itself, whoever plays it.

A commander plans a phase, or a go, as a whole and hands its orders out one by one; the table of chances thinks of one
stand after another. Both know the side's view and what stands in the log, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.model.commands import commands_of, first_of, holdings, stands_held
from campaign.model.notation import format_order, parse_order
from campaign.model.seats import FAST, TABLE
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.planned import SidePlanned
from campaign.solo.commander.levels import tempered
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

__all__ = ["STAFF", "Chosen", "Player"]

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


@dataclass(frozen=True)
class Player:
    """Whoever plays a side by itself."""

    ruleset: Ruleset
    side: str
    seat: Seat
    command: str = ""
    """The command of the side that it plays; "": the whole side."""

    @property
    def who(self) -> str:
        """The command or the side that it plays."""
        return self.command or self.side

    @property
    def plans(self) -> bool:
        """Whether it plans, and so remembers from phase to phase."""
        return self.seat.player not in {TABLE, FAST}

    def holds(self, view: Situation) -> frozenset[str]:
        """Name the stands and formations that it may order, and the side if it orders for that."""
        state = view.state
        held = [command for command in commands_of(state.setting) if command.id == self.command]
        if not held:
            stands = (key for key, stand in state.stands.items() if stand.side == self.side)
            own = (key for key, formation in state.formations.items() if formation.side == self.side)
            return frozenset({self.side, *stands, *own})
        formations = {key for key, holder in holdings(state).items() if holder == self.command}
        first = {self.side} if first_of(state.setting, self.side) == self.command else set()
        return frozenset({*stands_held(state, held[0]), *formations, *first})

    def choose(self, view: Situation, memory: Memory, dice: SeededDice, passed: Sequence[str] = ()) -> Chosen:
        """
        Choose the next order of the side in the present phase.

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
        if view.state.ended or self.seat.player == FAST:
            return Chosen(None, SideChose(side=self.side, command=self.command, rule=STAFF))
        if self.seat.player == TABLE:
            return self._by_table(view, memory, dice, passed)
        told = None
        if self._must_think(memory, passed):
            plan = self.plan(view, memory, dice, passed)
            told = SidePlanned(side=self.side, command=self.command, plan=plan, rule=STAFF)
            memory = memory._replace(plan=plan, given=())
        left = memory.left(passed)
        if not left:
            nothing = SideChose(side=self.side, command=self.command, passed=len(passed), rule=STAFF)
            return Chosen(None, nothing, told)
        return self._next(left[0], view, told, len(passed))

    def plan(self, view: Situation, memory: Memory, dice: SeededDice, passed: Sequence[str] = ()) -> Plan:
        """Plan a phase as a commander would: for advice, and for orders."""
        commander = Commander(self.ruleset, self.side, *tempered(self.seat))
        plan = commander.plan(view, memory.dossier, dice, barred=frozenset(passed))
        return self._own_part(plan, view) if self.command else plan

    def why_not(self, view: Situation, memory: Memory, stand: str, dice: SeededDice) -> tuple[Thought, ...]:
        """Give what else a commander weighed for a stand, the best first."""
        commander = Commander(self.ruleset, self.side, *tempered(self.seat))
        return commander.why_not(view, memory.dossier, stand, dice)

    def _own_part(self, plan: Plan, view: Situation) -> Plan:
        """Take of a plan what the command may order: it supposes that its neighbours do the rest, and orders it not."""
        held = self.holds(view)
        own = tuple(one for one in plan.thoughts if held >= {one.subject, *one.needs})
        estimates = tuple(one for one in plan.estimates if one.group in held)
        tasks = tuple(one for one in plan.tasks if one.group in held)
        return msgspec.structs.replace(plan, thoughts=own, estimates=estimates, tasks=tasks)

    def _must_think(self, memory: Memory, passed: Sequence[str]) -> bool:
        """Whether the side has no plan yet, or orders are carried out at once and all of its plan was."""
        if memory.plan is None:
            return True
        if self.ruleset.tables.each == "together" or memory.left(passed):
            return False
        # After what was planned the next look may find more; an empty plan is the last word.
        return bool(memory.plan.thoughts)

    def _next(self, thought: Thought, view: Situation, plan: SidePlanned | None, passed: int) -> Chosen:
        order = parse_order(thought.order, view.map, view.state)
        told = SideChose(
            side=self.side, command=self.command, order=thought.order, asked=(thought.subject,), passed=passed,
            why=thought.why, rule=STAFF,
        )  # fmt: skip
        return Chosen(order, told, plan, (thought.order,), thought)

    def _by_table(self, view: Situation, memory: Memory, dice: SeededDice, passed: Sequence[str]) -> Chosen:
        automaton = Automaton(self.ruleset, self.side, self._not_held(view))
        automaton.recall(view, {*memory.asked, *passed})
        thought = automaton.think(view, dice)
        asked = automaton.asked
        if thought is None:
            nothing = SideChose(side=self.side, command=self.command, asked=asked, passed=len(passed), rule=RULE)
            return Chosen(None, nothing, passes=asked)
        told = SideChose(
            side=self.side, command=self.command, order=format_order(thought.order, view.map), asked=asked,
            throws=_numbered(thought.rolls, dice.drawn), faces=thought.faces, passed=len(passed), why=thought.words,
            rule=RULE,
        )  # fmt: skip
        return Chosen(thought.order, told, passes=asked)

    def _not_held(self, view: Situation) -> frozenset[str]:
        """Name what another command of the side orders."""
        if not self.command:
            return frozenset()
        return replace(self, command="").holds(view) - self.holds(view)


def _numbered(rolls: Sequence[Roll], drawn: int) -> tuple[Roll, ...]:
    """Say of the last dice that were drawn which they were, so that each can be drawn again and checked."""
    numbered: list[Roll] = []
    for roll in reversed(rolls):
        drawn -= len(roll.dice)
        numbered.insert(0, msgspec.structs.replace(roll, number=drawn + 1))
    return tuple(numbered)
