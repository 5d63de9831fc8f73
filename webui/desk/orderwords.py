"""Put orders into words and data for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.names import Names
from campaign.model.notation import format_order
from campaign.model.verbs.table import VERBS
from maps.explain import FLAT_SIDES, POINTY_SIDES
from webui.desk.placenames import hex_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyorder import AnyOrder
    from maps.grid.hexmap import HexMap
    from webui.desk.looks import Look

__all__ = ["order_data", "order_words", "page_names", "side_words", "verbs_data"]


class _PageNames(Names):
    """How the page calls things: shorter than the log does."""

    def stand(self, key: str) -> str:
        """Name a stand by its short name."""
        stand = self.state.stands.get(key)
        return stand.profile.short if stand else key

    def formation(self, key: str) -> str:
        """Name a formation by its short name."""
        formation = self.state.formations.get(key)
        return formation.short if formation else key

    def hex(self, index: int) -> str:
        """Name a hex as the page does."""
        return hex_words(self.hexmap, index)

    def direction(self, hexside: int) -> str:
        """Give the direction that a hexside lies in."""
        return side_words(self.hexmap, hexside)


def order_data(look: Look, order: AnyOrder) -> dict[str, Any]:
    """Give an order as the page lists it: as a value, as notation, in words, and the hex that it is about."""
    return {
        "kind": type(order).__name__,
        "order": msgspec.to_builtins(order),
        "notation": format_order(order, look.hexmap),
        "words": order_words(order, look),
        "target": VERBS[type(order)].target(order),
    }


def verbs_data(orders: Iterable[AnyOrder]) -> dict[str, dict[str, Any]]:
    """Tell the page of each kind among some orders how it is written and what it asks for."""
    kinds = dict.fromkeys(map(type, orders))
    return {kind.__name__: VERBS[kind].form() for kind in kinds}


def side_words(hexmap: HexMap, side: int) -> str:
    """Give the direction that a hexside lies in."""
    return (FLAT_SIDES if hexmap.layout.grid.flat_top else POINTY_SIDES)[side]


def order_words(order: AnyOrder, look: Look) -> str:
    """Say an order in a few words; one that has none is said as it is written."""
    verb = VERBS[type(order)]
    if verb.says is None:
        return format_order(order, look.hexmap)
    return verb.says(order, page_names(look))


def page_names(look: Look) -> Names:
    """Give how the page calls things."""
    return _PageNames(look.state, look.hexmap)
