"""
Run phases: hand each order, and each phase's beginning and end, to the modules of a rule system in their order.

A module may offer

* ``ORDERS``, a handler for each kind of order it knows: ``(order, by, ledger)``;
* ``offers(situation, stand)`` and ``side_offers(situation, side)``, the legal orders of its kinds;
* ``begin_<phase>(ledger)`` and ``end_<phase>(ledger)``. A name without ``night_``
  serves by night too, unless the module has one with it; None there means that
  nothing is done by night.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from campaign.engine.fronts.still import why_still
from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import SupplyTrace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from types import ModuleType

    from campaign.engine.ledger import Ledger
    from campaign.engine.ruleset import Leash
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.tables import Tables
    from campaign.model.things import Profile, Stand

    Handler = Callable[[Any, str, Ledger], None]
    Hook = Callable[[Ledger], None]
    _Offers = Callable[[Situation, str], Iterator[AnyOrder]]

__all__ = ["Modules", "Phased"]

_Order = TypeVar("_Order", bound="AnyOrder")
_Tables = TypeVar("_Tables", bound="Tables")
_NIGHT = "night_"
_ORDERS = "orders"


class Modules:
    """The modules of a rule system, in the order that they act in a phase."""

    def __init__(self, *modules: ModuleType) -> None:
        """Keep the modules; what they offer is looked up when it is first asked."""
        self.modules = modules
        self._hooks: dict[str, list[Hook]] = {}

    def __iter__(self) -> Iterator[ModuleType]:
        """Give the modules in their order."""
        return iter(self.modules)

    @cached_property
    def handlers(self) -> Mapping[type, Handler]:
        """The handler of each kind of order."""
        return {kind: handler for module in self.modules for kind, handler in getattr(module, "ORDERS", {}).items()}

    @cached_property
    def _offers(self) -> Sequence[_Offers]:
        return [module.offers for module in self.modules if hasattr(module, "offers")]

    @cache  # noqa: B019 - there are as many as there are rule systems, and they stay
    def _offers_of(self, kind: type) -> Sequence[_Offers]:
        """List who offers a kind of order: a module offers no kind that it does not know."""
        return [one.offers for one in self.modules if hasattr(one, "offers") and kind in getattr(one, "ORDERS", {})]

    @cached_property
    def _side_offers(self) -> Sequence[_Offers]:
        return [module.side_offers for module in self.modules if hasattr(module, "side_offers")]

    def carry_out(self, order: AnyOrder, by: str, ledger: Ledger) -> None:
        """Work an order out into events, or refuse one of a kind that no module knows."""
        handler = self.handlers.get(type(order))
        if handler is None:
            why = f"{ledger.situation.tables.name}: these rules know no order {type(order).__name__}"
            why += "; see the list of orders in the manual"
            raise Refusal(_ORDERS, why)
        handler(order, by, ledger)

    def begin(self, ledger: Ledger) -> None:
        """Do what the phase just begun does by itself."""
        self._run("begin", ledger)

    def end(self, ledger: Ledger) -> None:
        """Carry out what was declared in the phase, and close it."""
        self._run("end", ledger)

    def offers(self, situation: Situation, stand: str) -> Iterator[AnyOrder]:
        """List every legal order of a stand in the present phase."""
        return chain.from_iterable(offers(situation, stand) for offers in self._offers)

    def offers_of(self, kind: type[_Order], situation: Situation, stand: str) -> Iterator[_Order]:
        """List the legal orders of one kind that a stand has in the present phase; the others are not worked out."""
        offered = chain.from_iterable(offers(situation, stand) for offers in self._offers_of(kind))
        return (order for order in offered if isinstance(order, kind))

    def side_offers(self, situation: Situation, side: str) -> Iterator[AnyOrder]:
        """List every legal order of a side that belongs to no single stand."""
        return chain.from_iterable(offers(situation, side) for offers in self._side_offers)

    def _run(self, what: str, ledger: Ledger) -> None:
        """Call each module's hook for the present phase; by night, if it has none, that of its like by day."""
        phase = ledger.state.clock.phase
        key, by_day = f"{what}_{phase}", f"{what}_{phase.removeprefix(_NIGHT)}"
        if key not in self._hooks:
            found = (getattr(module, key, getattr(module, by_day, None)) for module in self.modules)
            self._hooks[key] = [hook for hook in found if hook is not None]
        for hook in self._hooks[key]:
            hook(ledger)


def _possible(orders: Iterator[_Order], situation: Situation) -> Iterator[_Order]:
    """Leave out what cannot be given because a front stands still."""
    if not situation.state.fronts:
        return orders
    return (order for order in orders if why_still(order, situation) is None)


class Phased(Generic[_Tables]):
    """
    What a ``Play`` does with orders and phases: it hands them to the modules of its rules.

    Besides, what most rule systems say alike of a stand; those that differ say it themselves.
    """

    rules: ClassVar[Modules]
    no_supply: ClassVar[str] = ""
    """Why there are no lines of supply, for rules that know none."""
    makes: ClassVar[Callable[..., Profile]]
    """Gives the profile of a kind from the tables, for rules whose unit table stands in them."""

    def __init__(self, tables: _Tables) -> None:
        """Keep the tables for questions asked without a situation."""
        self._tables = tables

    def profile(self, kind: str, *, name: str, side: str) -> Profile:
        """Give the profile of a stand of a kind; ``KeyError`` if the unit table has none."""
        return type(self).makes(self._tables, kind, name=name, side=side)

    def full_strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has unhurt."""
        return situation.state.stands[stand].profile.strength

    def strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has now."""
        return situation.state.stands[stand].points

    def condition(self, situation: Situation, stand: str) -> str:
        """Say how many of its strength points a stand has."""
        return f"{self.strength(situation, stand)} of {self.full_strength(situation, stand)} SP"

    def supply(self, situation: Situation, stand: str) -> SupplyTrace:
        """Say that there are no lines of supply: a stand draws on nothing and lacks nothing."""
        here = situation.state.stands[stand].hex
        return SupplyTrace(stand, "", () if here is None else (here,), 0.0, why=self.no_supply)

    def zones(self, situation: Situation, side: str) -> Mapping[int, tuple[str, ...]]:  # noqa: ARG002 - others have
        """Give no zones of control, for rules that know none."""
        return {}

    def command(self, situation: Situation, stand: str) -> tuple[str | None, float]:  # noqa: ARG002 - others do
        """Say that every stand commands itself, for rules that know no command."""
        return stand, 0.0

    def leash(self, situation: Situation, stand: str) -> Leash | None:
        """Say that no stand needs anybody, for rules that know no command."""

    def orders(self, situation: Situation, stand: str) -> Iterator[AnyOrder]:
        """List every legal order of a stand in the present phase; of moves the least path to each goal."""
        return _possible(self.rules.offers(situation, stand), situation)

    def orders_of(self, kind: type[_Order], situation: Situation, stand: str) -> Iterator[_Order]:
        """List those of a stand's legal orders that are of one kind, and work no others out."""
        return _possible(self.rules.offers_of(kind, situation, stand), situation)

    def may_march(self, situation: Situation, stand: Stand) -> bool:  # noqa: ARG002 - some know
        """Say that a stand may have a march in this phase, where that is not known without looking for one."""
        return True

    def marchers(self, situation: Situation, keys: Collection[str]) -> Collection[str]:
        """Leave out stands that can have no march in this phase, where that is known without looking for one."""
        stands = situation.state.stands
        return [key for key in keys if self.may_march(situation, stands[key])]

    def may_end(self, situation: Situation, stand: str, index: int) -> bool:  # noqa: ARG002 - some know
        """Say that a march may end anywhere, where that is not known without looking for one."""
        return True

    def side_orders(self, situation: Situation, side: str) -> Iterator[AnyOrder]:
        """List every legal order of a side that belongs to no single stand: postures, goes, aircraft, stores."""
        return _possible(self.rules.side_offers(situation, side), situation)

    def carry_out(self, order: AnyOrder, by: str, ledger: Ledger) -> None:
        """Work an order out into events, or raise ``Refusal``."""
        refusal = why_still(order, ledger.situation)
        if refusal is not None:
            raise refusal
        self.rules.carry_out(order, by, ledger)

    def begin_phase(self, ledger: Ledger) -> None:
        """Do what the phase just begun does by itself."""
        self.rules.begin(ledger)

    def end_phase(self, ledger: Ledger) -> None:
        """Carry out what was declared in the phase, and close it."""
        self.rules.end(ledger)
