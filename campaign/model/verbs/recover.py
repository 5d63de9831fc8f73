"""Give strength back to stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import fact_of, with_facts
from campaign.model.folding import change, with_stand
from campaign.model.names import Names, count
from campaign.model.roles import Count, Flag, FormationId, StandAmounts, StandId
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "LossesRecovered", "Recover"]


_NO_ROWS: tuple[tuple[int, int], ...] = ()


class Recover(Order, frozen=True):
    """Say which stands of a formation get recovered strength."""

    formation: FormationId
    points: StandAmounts


class LossesRecovered(Event, frozen=True, kw_only=True):
    """A stand got strength points back."""

    stand: StandId
    points: Count
    returned: Flag = False
    """Whether these were dispersed points coming in."""


def _say(order: Recover, names: Names) -> str:
    points = {names.stand(key): number for key, number in order.points.items()}
    told = ", ".join(f"{name} {number}" for name, number in points.items())
    return f"Recover {told}" if told else f"Let nobody in {names.formation(order.formation)} recover"


def _tell(event: LossesRecovered, names: Names) -> str:
    how = "got in" if event.returned else "recovered"
    what = "dispersed point" if event.returned else "strength point"
    return f"{names.stand(event.stand)} {how} {count(event.points, what)}"


def _fold(event: LossesRecovered, state: State) -> State:
    stand = state.stands[event.stand]
    if event.returned:
        later = tuple(row for row in fact_of(stand, "returning", _NO_ROWS) if row[0] > state.clock.day)
        stand = with_facts(stand, returning=later or None)
    return with_stand(state, change(stand, losses=max(0, stand.losses - event.points)))


ROWS = (
    Verb(
        Recover,
        keys={"recover": Key("spread recovered strength")},
        wants={"points": "points by unit, for example 1/110=1"},
        says=_say,
    ),
    Tale(LossesRecovered, says=_tell, told=owner_of("stand"), apply=_fold),
)
