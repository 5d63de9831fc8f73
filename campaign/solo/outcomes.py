"""
Say what came of what a side meant to do: hits, losses and ground, from what a viewer was told and nothing else.

A side is not told what its enemy lost; what it hit stands for that. What came of the plans of others it knows in part
only, so that nothing is said of it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.planned import SidePlanned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.model.anyevent import AnyEvent
    from campaign.model.calendar import Clock
    from campaign.model.planning import Expected, Plan, Thought
    from maps.grid.hexmap import HexMap

__all__ = ["Came", "Meant", "Told", "blow_of", "came_of", "foretold", "in_sum", "meant", "turn_of"]

_NO_LOSS = "rejoined"
"""How a stand leaves play that is not lost: a detachment that comes home."""


class Told(Protocol):
    """A line of a viewer's log: what he was told, and when."""

    @property
    def clock(self) -> Clock:
        """When it was."""

    @property
    def event(self) -> AnyEvent:
        """What he was told."""


class Meant(NamedTuple):
    """What a side meant to do in one phase, and what was told after it."""

    side: str
    clock: Clock
    plans: tuple[tuple[Plan, tuple[Told, ...]], ...]
    """Each plan of the phase with what was told from it to the end of the turn."""
    since: tuple[Told, ...]
    """What was told from its first plan to the side's first plan in another phase."""


class Came(NamedTuple):
    """What came of a phase, as far as a side was told."""

    fights: int
    dealt: int
    """Hits of its own, as they were thrown: what was saved of them it is not told."""
    taken: int
    """Points that its stands lost."""
    units: int
    """Stands of its own that left play."""
    foes: int
    """Enemies that it saw leave play."""
    gained: int
    """Hexes that came into its hands."""
    given: int
    """Hexes that it saw come into the hands of others."""


def meant(reports: Sequence[Told]) -> list[Meant]:
    """
    List what sides meant to do, phase by phase, in the order of their first plans.

    A plan that wants nothing ends no phase: what is told after it came of the plan before it.
    """
    at: dict[str, list[int]] = {}
    for index, report in enumerate(reports):
        if isinstance(report.event, SidePlanned) and _wants(report.event.plan):
            at.setdefault(report.event.side, []).append(index)
    found: list[tuple[int, Meant]] = []
    for side, indices in at.items():
        phases = [list(group) for _, group in itertools.groupby(indices, key=lambda index: reports[index].clock)]
        ends = [*(phase[0] for phase in phases[1:]), len(reports)]
        found += [
            (phase[0], _meant(side, phase, end, reports)) for phase, end in zip(phases, ends, strict=True)
        ]  # fmt: skip
    return [one for _, one in sorted(found, key=lambda item: item[0])]


def _wants(plan: Plan) -> bool:
    return bool(plan.estimates or plan.tasks or plan.thoughts)


def _meant(side: str, phase: Sequence[int], end: int, reports: Sequence[Told]) -> Meant:
    plans = []
    for index in phase:
        event = reports[index].event
        assert isinstance(event, SidePlanned)
        plans.append((event.plan, tuple(_of_its_turn(reports, index))))
    return Meant(side, reports[phase[0]].clock, tuple(plans), tuple(reports[phase[0] : end]))


def _of_its_turn(reports: Sequence[Told], index: int) -> Iterator[Told]:
    """List what was told after a report in the same turn."""
    turn = turn_of(reports[index].clock)
    return itertools.takewhile(lambda report: turn_of(report.clock) == turn, itertools.islice(reports, index + 1, None))


def turn_of(clock: Clock) -> tuple[int, int, bool]:
    """Give the turn of a moment."""
    return clock.day, clock.turn, clock.night


def blow_of(event: AnyEvent, thought: Thought, hexmap: HexMap) -> int | None:
    """Give the hits of a fight that an order led to; None if the event is no such fight."""
    who = {thought.subject, *thought.needs}
    if isinstance(event, FightResolved):
        return event.hits_on_defenders if who & {*event.attackers} else None
    if not isinstance(event, FireResolved) or event.by not in who:
        return None
    # Aircraft and ships fire in the name of their side: the hex says which order it was.
    aimed = event.kind not in {"air", "naval"} or hexmap.number(event.target) in thought.order.split()
    return event.hits if aimed else None


def came_of(thought: Thought, later: Iterable[Told], hexmap: HexMap) -> dict[str, int] | None:
    """
    Say what came of an order that led to a fight: hits, and points lost by those who took part; None if none did.

    Parameters
    ----------
    later
        What was told from its plan to the end of the turn; what comes after the next plan for its stand is left out.
    """
    told = list(itertools.takewhile(lambda report: not _thinks_anew(report.event, thought), later))
    blows = [(report.clock, hits) for report in told if (hits := blow_of(report.event, thought, hexmap)) is not None]
    if not blows:
        return None
    clocks, who = [clock for clock, _ in blows], {thought.subject, *thought.needs}
    lost = (
        report.event.points
        for report in told
        if isinstance(report.event, LossesTaken) and report.event.stand in who and report.clock in clocks
    )
    return {"dealt": sum(hits for _, hits in blows), "taken": sum(points for points in lost if points > 0)}


def _thinks_anew(event: AnyEvent, thought: Thought) -> bool:
    """Whether a plan has another fight in mind for the stand of an order."""
    return isinstance(event, SidePlanned) and any(
        one.expected is not None and one.subject == thought.subject for one in event.plan.thoughts
    )


def foretold(event: AnyEvent, plans: Iterable[Plan], hexmap: HexMap) -> Expected | None:
    """Give what a fight was expected to bring by the plans of its turn, the last first; None if nobody planned it."""
    thoughts = (one for plan in plans for one in plan.thoughts if one.expected is not None)
    return next((one.expected for one in thoughts if blow_of(event, one, hexmap) is not None), None)


def in_sum(told: Iterable[Told], side: str, stands: Mapping[str, Any]) -> Came:
    """Sum up for a side what it was told; ``stands`` are those that the viewer knows."""
    own = {side, *(key for key, stand in stands.items() if stand.side == side)}
    events = [report.event for report in told]
    hits = [found for event in events if (found := _hits_of(event, own)) is not None]
    lost = (one.points for one in events if isinstance(one, LossesTaken) and one.stand in own)
    gone = [one.stand in own for one in events if isinstance(one, StandGone) and one.how != _NO_LOSS]
    held = {index: one.side == side for one in events if isinstance(one, ControlChanged) for index in one.hexes}
    return Came(
        len(hits), sum(hits), sum(points for points in lost if points > 0), gone.count(True), gone.count(False),
        sum(held.values()), len(held) - sum(held.values()),
    )  # fmt: skip


def _hits_of(event: AnyEvent, own: set[str]) -> int | None:
    """Give the hits of a side's own in a fight of any kind; None if it is none, or it only suffered it."""
    if isinstance(event, FightResolved):
        if own & {*event.attackers}:
            return event.hits_on_defenders
        return event.hits_on_attackers if own & {*event.defenders} else None
    return event.hits if isinstance(event, FireResolved) and event.by in own else None
