"""Set how fast letters go, how far, and who may overhear them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.names import Names, spaced
from campaign.model.roles import Code, Count, KindWord, Text
from campaign.model.tokens import quoted
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb
from campaign.model.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from campaign.model.state import State
    from campaign.model.verbs.told import Teller
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "SECRET", "MeansSet", "SetMeans", "means_key"]

SECRET = frozenset({"heard", "held"})
"""What is set without telling anybody."""


class SetMeans(Order, frozen=True):
    """
    Set a figure of a means of sending letters, for all or for one side.

    ``what`` is delay (minutes), speed (metres a minute), range (km), allowed (1 or 0), heard (the least face of
    a die that overhears it; 0: never), held (1: the umpire lets each go by hand); of the means "clock" it is
    begins (the minute of the day that the first turn begins at) or turn (minutes); of "orders" it is wireless,
    telephone or courier (1: orders of sheets go so), or ahead (minutes before a turn that they leave).
    """

    means: KindWord
    what: KindWord
    value: Count
    whose: KindWord = ""
    reason: Text = ""


class MeansSet(Event, frozen=True, kw_only=True):
    """A figure of a means of sending letters is another from now on."""

    means: KindWord
    what: KindWord
    value: Count
    whose: Code = ""
    reason: Text = ""


def means_key(means: str, what: str, side: str = "") -> str:
    """Name a figure in ``State.means``: "courier/speed", or of one side "us/courier/speed"."""
    return "/".join(filter(None, (side, means, what)))


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "means": words.next("wireless, telephone, courier, staff, clock or orders").text,
        "what": words.next("what is set: delay, speed, range, allowed, heard or held").text,
        "value": words.number("a whole number"),
    }
    if words.flag("for"):
        found["whose"] = words.next("a side").text
    if words.flag("because"):
        found["reason"] = words.next("the reason, in quotation marks").text
    return found


def _write(order: SetMeans, _: HexMap) -> list[str]:
    found = [quoted(order.means), quoted(order.what), str(order.value)]
    found += ["for", quoted(order.whose)] if order.whose else []
    return [*found, *(["because", quoted(order.reason)] if order.reason else [])]


def _told(event: MeansSet, teller: Teller) -> bool:
    return event.what not in SECRET and event.whose in {"", teller.mask.side}


def _say(event: MeansSet | SetMeans, names: Names) -> str:
    whose = f" for the {names.side(event.whose)} side" if event.whose else ""
    why = f" ({event.reason})" if event.reason else ""
    return f"{spaced(event.means)}: {spaced(event.what)} is {event.value}{whose} from now on{why}"


def _fold(event: MeansSet, state: State) -> State:
    return change(state, means={**state.means, means_key(event.means, event.what, event.whose): event.value})


ROWS = (
    Verb(SetMeans, keys={"means": Key("set how letters go")}, says=_say, read=_read, write=_write),
    Tale(MeansSet, says=_say, told=_told, apply=_fold),
)
"""The rows of what letters go by."""
