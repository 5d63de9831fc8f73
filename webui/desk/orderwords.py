"""Put orders into words and data for the page."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model import orders as od
from campaign.model.notation import format_order
from maps.explain import FLAT_SIDES, POINTY_SIDES
from webui.desk.placenames import hex_words

if TYPE_CHECKING:
    from campaign.model.orders import AnyOrder
    from maps.grid.hexmap import HexMap
    from webui.desk.looks import Look

__all__ = ["order_data", "order_words", "side_words"]


def order_data(look: Look, order: AnyOrder) -> dict[str, Any]:
    """Give an order as the page lists it: as a value, as notation, in words, and the hex that it is about."""
    return {
        "kind": type(order).__name__,
        "order": msgspec.to_builtins(order),
        "notation": format_order(order, look.hexmap),
        "words": order_words(order, look),
        "target": _target(order),
    }


def side_words(hexmap: HexMap, side: int) -> str:
    """Say in which direction a hexside lies."""
    return (FLAT_SIDES if hexmap.layout.grid.flat_top else POINTY_SIDES)[side]


@singledispatch
def order_words(order: AnyOrder, look: Look) -> str:
    """Say an order in a few words."""
    return format_order(order, look.hexmap)


def _target(order: AnyOrder) -> int | None:
    if isinstance(order, od.SetToWork):
        return order.hex
    target = getattr(order, "target", None)
    return target if isinstance(target, int) else None


def _hex(look: Look, index: int) -> str:
    return hex_words(look.hexmap, index)


def _stand(look: Look, key: str) -> str:
    stand = look.state.stands.get(key)
    return stand.profile.short if stand else key


def _amounts(amounts: Any) -> str:
    return ", ".join(f"{count} {what}" for what, count in amounts.items()) or "nothing"


@order_words.register(od.Move)
def _(order: od.Move, look: Look) -> str:
    verb = "Attack" if order.attack else "Go in transport mode to" if order.transport else "March to"
    return f"{verb} {_hex(look, order.path[-1])}"


@order_words.register(od.Cancel)
def _(order: od.Cancel, look: Look) -> str:
    return f"Withdraw what is declared for {_stand(look, order.stand)}"


@order_words.register(od.Bombard)
def _(order: od.Bombard, look: Look) -> str:
    return f"Fire at {_hex(look, order.target)}"


@order_words.register(od.Fire)
def _(order: od.Fire, look: Look) -> str:
    what = "Lay smoke on" if order.smoke else "Fire at"
    return f"{what} {_hex(look, order.target)}{_joined(order.helpers, look)}"


@order_words.register(od.Assault)
def _(order: od.Assault, look: Look) -> str:
    return f"Close combat with {_hex(look, order.target)}{_joined(order.helpers, look)}"


def _joined(helpers: tuple[str, ...], look: Look) -> str:
    return ", joined by " + ", ".join(_stand(look, key) for key in helpers) if helpers else ""


@order_words.register(od.SetPosture)
def _(order: od.SetPosture, look: Look) -> str:
    return f"{_formation(look, order.formation)}: {order.posture.replace('_', ' ')}"


@order_words.register(od.Activate)
def _(order: od.Activate, look: Look) -> str:
    return f"It is the go of {_formation(look, order.formation)}"


def _formation(look: Look, key: str) -> str:
    formation = look.state.formations.get(key)
    return formation.short if formation else key


@order_words.register(od.PassSupport)
def _(order: od.PassSupport, look: Look) -> str:
    return f"Hand over to {_stand(look, order.to)}"


@order_words.register(od.Exchange)
def _(order: od.Exchange, look: Look) -> str:
    return f"Change places with {_stand(look, order.other)}"


@order_words.register(od.Face)
def _(order: od.Face, look: Look) -> str:
    return f"Face {side_words(look.hexmap, order.facing)}"


@order_words.register(od.Act)
def _(order: od.Act, look: Look) -> str:
    place = "" if order.target is None else f" at {_hex(look, order.target)}"
    return order.action.replace("_", " ").capitalize() + place


@order_words.register(od.Detach)
def _(order: od.Detach, look: Look) -> str:  # noqa: ARG001 - all tellers are called alike
    return f"Detach {order.count} compan{'y' if order.count == 1 else 'ies'}"


@order_words.register(od.Rejoin)
def _(order: od.Rejoin, look: Look) -> str:
    stand = look.state.stands.get(order.stand)
    parent = stand.attached_to if stand else None
    return f"Rejoin {_stand(look, parent)}" if parent else "Rejoin its parent"


@order_words.register(od.Embark)
def _(order: od.Embark, look: Look) -> str:
    return f"Get on {_stand(look, order.carrier)}"


@order_words.register(od.Debark)
def _(order: od.Debark, look: Look) -> str:  # noqa: ARG001 - all tellers are called alike
    return "Get off"


@order_words.register(od.SetToWork)
def _(order: od.SetToWork, look: Look) -> str:
    task = order.task.replace("_", " ").capitalize()
    if order.side is None:
        return f"{task} in {_hex(look, order.hex)}"
    across = int(look.hexmap.neighbour[order.hex, order.side])
    return f"{task} towards {_hex(look, across) if across >= 0 else 'the edge'}"


@order_words.register(od.AirStrike)
def _(order: od.AirStrike, look: Look) -> str:
    return f"Strike {_hex(look, order.target)} from the air with {order.dice} dice"


@order_words.register(od.AirRecon)
def _(order: od.AirRecon, look: Look) -> str:
    return f"Look at {_hex(look, order.target)} from the air"


@order_words.register(od.Land)
def _(order: od.Land, look: Look) -> str:
    return f"Land in {_hex(look, order.target)} by {'glider' if order.glider else 'parachute'}"


@order_words.register(od.Resupply)
def _(order: od.Resupply, look: Look) -> str:
    formation = look.state.formations.get(order.formation)
    name = formation.short if formation else order.formation
    return f"{name} takes {_amounts(order.stores)}" + (", flown in" if order.by_air else "")


@order_words.register(od.Recover)
def _(order: od.Recover, look: Look) -> str:
    points = {_stand(look, key): count for key, count in order.points.items()}
    return "Recover " + (", ".join(f"{name} {count}" for name, count in points.items()) or "nothing")


@order_words.register(od.ReplaceHq)
def _(order: od.ReplaceHq, look: Look) -> str:
    return f"Set the headquarters up with {_stand(look, order.with_stand)}"
