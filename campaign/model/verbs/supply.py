"""Choose the stores that a formation takes; count stores, and days without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import with_facts
from campaign.model.folding import change, changed_formation
from campaign.model.names import Names, amounts, count, listed
from campaign.model.roles import Amounts, Flag, FormationId, StandAmounts
from campaign.model.verbs.told import Teller, owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "IsolationCounted", "Resupply", "StoresChanged"]


class Resupply(Order, frozen=True):
    """Choose the mix of stores a formation takes this night, by land or flown in."""

    formation: FormationId
    stores: Amounts
    by_air: Flag = False


class StoresChanged(Event, frozen=True, kw_only=True):
    """Stores of a formation changed by these amounts."""

    formation: FormationId
    changes: Amounts


class IsolationCounted(Event, frozen=True, kw_only=True):
    """Days of isolation after tonight's check, for the stands where they changed."""

    days: StandAmounts


def _say(order: Resupply, names: Names) -> str:
    return f"{names.formation(order.formation)} takes {amounts(order.stores)}" + (", flown in" if order.by_air else "")


def _tell_stores(event: StoresChanged, names: Names) -> str:
    told = listed([f"{amount:+d} {store}" for store, amount in event.changes.items()])
    return f"{names.formation(event.formation)}: " + (told or "stores as they were")


def _tell_isolation(event: IsolationCounted, names: Names) -> str:
    told = [f"{names.stand(key)} {count(days, 'day')}" for key, days in event.days.items()]
    return "isolated: " + (listed(told) or "none")


def _store(event: StoresChanged, state: State) -> State:
    stores = dict(state.formations[event.formation].stores)
    for store, amount in event.changes.items():
        stores[store] = stores.get(store, 0) + amount
    return changed_formation(state, event.formation, stores=stores)


def _has_isolated(event: IsolationCounted, teller: Teller) -> bool:
    return any(map(teller.mask.own, event.days))


def _isolate(event: IsolationCounted, state: State) -> State:
    changed = {key: with_facts(state.stands[key], isolated=days or None) for key, days in event.days.items()}
    return change(state, stands={**state.stands, **changed})


ROWS = (
    Verb(
        Resupply,
        keys={
            "supply": Key("choose the night's stores", {"by_air": False}),
            "airlift": Key("stores by air", {"by_air": True}),
        },
        wants={"stores": "stores, for example LOG=3 POL=4"},
        says=_say,
    ),
    Tale(StoresChanged, says=_tell_stores, told=owner_of("formation"), apply=_store),
    Tale(IsolationCounted, says=_tell_isolation, told=_has_isolated, apply=_isolate),
)
