"""Set how far what is seen may deceive, and let prisoners talk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.folding import change
from campaign.model.known.sightings import DUMMIES
from campaign.model.names import Names
from campaign.model.roles import Code, CommandIds, Count, HexIndex, KindWord, SideKey, Text
from campaign.model.tokens import quoted
from campaign.model.verbs.told import Addressed, public
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.state import State
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "DeceptionSet", "PrisonersTalked", "SetDeception"]


class SetDeception(Order, frozen=True):
    """
    Set how far what is seen may deceive.

    ``mistaken``: of a hundred enemies seen from afar or by night, how many are taken for something else.
    ``prisoners``: the least face of a die that makes prisoners name their formation, 2 to 6; 0: they are not asked.
    ``dummies``: who places counters that stand for nobody: umpire or sides.
    """

    mistaken: Count
    prisoners: Count
    dummies: KindWord
    reason: Text = ""


class DeceptionSet(Event, frozen=True, kw_only=True):
    """What is seen may deceive otherwise from now on."""

    mistaken: Count
    prisoners: Count
    dummies: KindWord
    reason: Text = ""


class PrisonersTalked(Event, frozen=True, kw_only=True):
    """Prisoners of a fight named the formation that they are of, or were asked and did not."""

    report: Code
    to: CommandIds
    hex: HexIndex
    side: SideKey
    kind: KindWord
    size: KindWord
    unit: Code = ""
    """What their unit is called; "" if they said nothing."""
    formation: Code = ""


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "mistaken": words.number("how many in a hundred seen from afar or by night are taken for something else"),
        "prisoners": words.number("the least face of a die at which prisoners talk, 2 to 6, or 0 for never"),
        "dummies": words.next(f"who places dummies: {' or '.join(DUMMIES)}").text,
    }
    return found | ({"reason": words.next("the reason, in quotation marks").text} if words.flag("because") else {})


def _write(order: SetDeception, _: HexMap) -> list[str]:
    found = [str(order.mistaken), str(order.prisoners), quoted(order.dummies)]
    return [*found, *(["because", quoted(order.reason)] if order.reason else [])]


def _say(event: DeceptionSet | SetDeception, _: Names) -> str:
    seen = f"{event.mistaken} in 100" if event.mistaken else "none"
    talk = f"on {event.prisoners} or more" if event.prisoners else "never"
    why = f" ({event.reason})" if event.reason else ""
    who = DUMMIES.get(event.dummies, event.dummies)
    return f"of enemies seen from afar or by night {seen} are mistaken; prisoners talk {talk}; {who}{why}"


def _tell(event: PrisonersTalked, names: Names) -> str:
    where = names.hex(event.hex)
    if not event.formation:
        return f"prisoners taken at {where} say nothing"
    return f"prisoners taken at {where} are of {event.unit}, {event.formation}"


def _fold(event: DeceptionSet, state: State) -> State:
    fog = change(state.fog, mistaken=event.mistaken, prisoners=event.prisoners, dummies=event.dummies)
    return change(state, fog=fog)


ROWS = (
    Verb(SetDeception, keys={"deception": Key("set how far what is seen may deceive")}, says=_say, read=_read,
         write=_write),
    Tale(DeceptionSet, says=_say, told=public, apply=_fold),
    Tale(PrisonersTalked, says=_tell, told=Addressed("to")),
)  # fmt: skip
"""The rows of what may deceive."""
