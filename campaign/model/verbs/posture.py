"""Put a formation under an order, face down until all are revealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.names import Names, spaced
from campaign.model.roles import FormationId, FormationWords, KindWord
from campaign.model.verbs.told import Teller
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "PosturesRevealed", "SetPosture"]


class SetPosture(Order, frozen=True):
    """Put a formation under an order (move, hold, dig_in, retreat), face down until all are revealed."""

    formation: FormationId
    posture: KindWord


class PosturesRevealed(Event, frozen=True, kw_only=True):
    """The orders of these formations were turned face up."""

    postures: FormationWords


def _tell(event: PosturesRevealed, names: Names) -> str:
    told = [f"{names.formation(key)} {spaced(posture)}" for key, posture in event.postures.items()]
    return "orders are revealed: " + (", ".join(told) or "none")


def _shown(event: PosturesRevealed, teller: Teller) -> Mapping[str, str]:
    """Show the orders of all where they lie open, else those of the side's own."""
    if teller.mask.open_postures:
        return event.postures
    return {key: posture for key, posture in event.postures.items() if teller.mask.own(key)}


def _told(event: PosturesRevealed, teller: Teller) -> bool:
    return teller.mask.open_postures or bool(_shown(event, teller))


def _fold(event: PosturesRevealed, state: State) -> State:
    changed = {
        key: change(state.formations[key], posture=posture)
        for key, posture in event.postures.items()
        if key in state.formations  # a side that reads the orders of all has only its own formations
    }
    return change(state, formations={**state.formations, **changed})


ROWS = (
    Verb(
        SetPosture,
        keys={"posture": Key("put a formation under orders")},
        wants={"posture": "what orders, for example hold"},
        says=lambda order, names: f"{names.formation(order.formation)}: {spaced(order.posture)}",
    ),
    Tale(PosturesRevealed, says=_tell, told=_told, masked={"postures": _shown}, apply=_fold),
)
