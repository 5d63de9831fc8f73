"""Attack the next hex in close combat."""

from __future__ import annotations

from campaign.model.names import Names, count
from campaign.model.roles import Count, HexsidePlace, HitHex, StandId, StandIds
from campaign.model.verbs.told import part_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

__all__ = ["ROWS", "Assault", "FightResolved"]


class Assault(Order, frozen=True):
    """Attack an adjacent hex in close combat without entering it first, alone or with ``helpers`` that join."""

    stand: StandId
    target: HitHex
    helpers: StandIds = ()


class FightResolved(Event, frozen=True, kw_only=True):
    """One exchange of close combat; the losses follow as events of their own."""

    place: HexsidePlace
    attackers: StandIds
    defenders: StandIds
    hits_on_attackers: Count
    hits_on_defenders: Count


def _tell(event: FightResolved, names: Names) -> str:
    who = f"{names.stands(event.attackers)} against {names.stands(event.defenders)}"
    return (
        f"fight at {names.place(event.place)}, {who}: {count(event.hits_on_attackers, 'hit')} on the attacker,"
        f" {event.hits_on_defenders} on the defender"
    )


ROWS = (
    Verb(
        Assault,
        keys={"K": Key("close combat without marching")},
        says=lambda order, names: f"Close combat with {names.hex(order.target)}{names.joined(order.helpers)}",
    ),
    Tale(FightResolved, says=_tell, told=part_of("attackers", "defenders")),
)
