"""Say how far somebody has come in a lesson: which steps are done, from what was ordered and what time it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from campaign.model.calendar import Clock
    from scenarios.teaching.lesson import Lesson, Moment, Step

__all__ = ["is_done", "steps_done"]


def steps_done(
    lesson: Lesson, orders: Collection[str], clock: Clock, phases: Sequence[str], *, ended: bool
) -> tuple[bool | None, ...]:
    """
    Say of each step whether it is done; None of one that is only read.

    Parameters
    ----------
    orders
        The orders that were given and count, in notation.
    phases
        The keys of all phases in their order, those of the night at the end.
    """
    return tuple(None if step.only_read else ended or is_done(step, orders, clock, phases) for step in lesson.steps)


def is_done(step: Step, orders: Collection[str], clock: Clock, phases: Sequence[str]) -> bool:
    """Say whether all that a step asks for is done before the end: its orders are given, its phase is reached."""
    given = all(any(f"{order} ".startswith(f"{wanted} ") for order in orders) for wanted in step.orders)
    return given and not step.over and (step.moment is None or _reached(step.moment, clock, phases))


def _reached(moment: Moment, clock: Clock, phases: Sequence[str]) -> bool:
    """Whether a phase has begun: later turns and days are later than any phase of an earlier one."""
    now = (clock.day, clock.turn, phases.index(clock.phase) if clock.phase in phases else 0)
    return now >= (moment.day, moment.turn, phases.index(moment.phase))
