"""Say what cannot be done while a front stands still: nobody there does anything, and nobody goes or fires into it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from campaign.engine.ledger import Refusal
from campaign.model.verbs.fronts import FreezeFront, ThawFront
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.table import VERBS

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.things import Front

__all__ = ["RULE", "front_words", "is_still", "still_hexes", "still_words", "why_still"]

RULE = "front"
_FREE = (Ruling, FreezeFront, ThawFront)
"""The umpire's own, for what happens there."""
_PLACES = frozenset({"hex", "target", "path"})


def still_hexes(state: State) -> frozenset[int]:
    """List the hexes that stand still."""
    return frozenset(chain.from_iterable(front.hexes for front in state.fronts.values()))


def is_still(state: State, stand: str) -> bool:
    """Whether a stand is where all stand still."""
    found = state.stands.get(stand)
    return found is not None and found.hex is not None and found.hex in still_hexes(state)


def still_words(situation: Situation, stand: str) -> str:
    """Say that a stand stands still, and until when; "" if it does not."""
    index = situation.state.stands[stand].hex
    left = [front.turns for front in situation.state.fronts.values() if index in front.hexes]
    if index is None or not left:
        return ""
    turns = f"{max(left)} {situation.tables.turn_word}{'s' if max(left) != 1 else ''}"
    return f"stands still while it is settled what happens there, {turns} at most; its orders wait ({RULE})"


def front_words(situation: Situation, front: Front) -> str:
    """Say until when a front stands still, and why, as far as the viewer knows."""
    word, turns = situation.tables.turn_word, front.turns
    until = f"this {word} ends" if turns <= 1 else f"{turns} {word}s have ended, this one counted"
    return f"a battle is settled here until {until}" + (f": {front.why}" if front.why else "")


def why_still(order: AnyOrder, situation: Situation) -> Refusal | None:
    """Say why an order cannot be given because a front stands still; None if it can."""
    state, hexmap = situation.state, situation.map
    if not state.fronts or isinstance(order, _FREE):
        return None
    still, verb = still_hexes(state), VERBS[type(order)]
    for name, role in verb.roles.items():
        value = getattr(order, name)
        for key in _stands_in(role.asks, value):
            stand = state.stands.get(key)
            if stand is not None and stand.hex in still:
                number = hexmap.number(stand.hex or 0)
                return Refusal(RULE, f"{key} {_its_own(number) if name == verb.subject else _another_s(number)}")
        for index in _hexes_in(role.asks, value):
            if index in still:
                return Refusal(RULE, _entered(hexmap.number(index)))
    return None


def _stands_in(asks: str, value: Any) -> tuple[str, ...]:
    """List the stands that a field of an order names, by what it asks for."""
    return {"stand": (value,), "stands": value or ()}.get(asks, ())


def _hexes_in(asks: str, value: Any) -> tuple[int, ...]:
    """List the hexes that a field of an order leads to: of a way all but the first."""
    if asks not in _PLACES:
        return ()
    return tuple(value or ())[1:] if asks == "path" else (value,)


def _its_own(number: str) -> str:
    return f"stands still at {number} while it is settled what happens there; it goes on when the umpire thaws it"


def _another_s(number: str) -> str:
    return f"is at {number}, where all stand still; order it when the umpire has thawed that front"


def _entered(number: str) -> str:
    return f"nobody goes or fires to {number} while it is settled what happens there; stop before it"
