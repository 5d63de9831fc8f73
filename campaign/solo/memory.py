"""
Remember what a side that plays itself has thought of, by folding what it wrote into the log.

Nothing is kept beside the log: an undo takes thoughts back with the orders, and whoever goes on tomorrow, or on another
machine, goes on from the same memory.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.planning import Dossier
from campaign.model.verbs.activate import GoGiven
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.planned import SidePlanned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyevent import AnyEvent
    from campaign.model.planning import Plan, Thought

__all__ = ["FRESH", "Memory", "recalled", "remember"]


class Memory(NamedTuple):
    """What a side knows of its own thoughts."""

    dossier: Dossier = Dossier()
    plan: Plan | None = None
    """What it means to do in this phase or go; None: it has not thought yet."""
    given: tuple[str, ...] = ()
    """The orders of that plan that were given."""
    asked: frozenset[str] = frozenset()
    """The subjects that the table of chances has thought of."""

    def left(self, passed: Iterable[str] = ()) -> list[Thought]:
        """List what the plan still holds, but for the orders that are passed over."""
        gone = {*self.given, *passed}
        return [] if self.plan is None else [one for one in self.plan.thoughts if one.order not in gone]


FRESH = Memory()


def remember(memory: Memory, event: AnyEvent, who: str) -> Memory:
    """Fold one event; ``who`` is the side or the command that remembers."""
    match event:
        case ClockAdvanced() | GoGiven() | CampaignOpened():
            return Memory(memory.dossier)
        case SidePlanned() if event.who == who:
            return Memory(event.plan.dossier, event.plan, (), memory.asked)
        case SideChose() if event.who == who:
            given = (*memory.given, event.order) if event.order else memory.given
            return memory._replace(given=given, asked=memory.asked | {*event.asked})
    return memory


def recalled(newest_first: Iterable[Iterable[AnyEvent]], who: str, *, planned: bool) -> Memory:
    """
    Fold what counts of a log, read from its end as far back as is needed.

    Parameters
    ----------
    newest_first
        The events of each entry that counts, the last entry first.
    planned
        Whether the last plan is looked for; else nothing before the phase counts.
    """
    kept: list[list[AnyEvent]] = []
    begun, sought = False, planned
    for events in newest_first:
        own = list(events)
        kept.append(own)
        begun = begun or any(isinstance(one, ClockAdvanced | GoGiven | CampaignOpened) for one in own)
        sought = sought and not any(isinstance(one, SidePlanned) and one.who == who for one in own)
        if begun and not sought:
            break
    memory = FRESH
    for event in chain.from_iterable(reversed(kept)):
        memory = remember(memory, event, who)
    return memory
