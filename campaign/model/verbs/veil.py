"""Hide a stand from the enemy, or lay it open to him, by the umpire's ruling: whatever the rules of sight say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import fact_of, with_facts
from campaign.model.folding import with_stand
from campaign.model.roles import KindWord, StandId
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.names import Names
    from campaign.model.state import State
    from campaign.model.things import Stand

__all__ = ["HIDDEN", "REVEALED", "ROWS", "VEILS", "StandVeiled", "veil_of"]

HIDDEN, REVEALED = "hidden", "revealed"
VEILS = {
    HIDDEN: "is hidden from the enemy, unless he meets it", REVEALED: "lies open to the enemy",
    "": "is seen as the rules say",
}  # fmt: skip
"""What may be ruled of who sees a stand, in words."""
_KEY = "veil"


class StandVeiled(Event, frozen=True, kw_only=True):
    """The umpire ruled who sees a stand; what the enemy comes to see by it follows as events of their own."""

    stand: StandId
    veil: KindWord = ""
    """One of ``VEILS``."""


def veil_of(stand: Stand) -> str:
    """Say what the umpire ruled of who sees a stand: one of ``VEILS``; "" is what the rules say."""
    return fact_of(stand, _KEY, "")


def _apply(event: StandVeiled, state: State) -> State:
    return with_stand(state, with_facts(state.stands[event.stand], **{_KEY: event.veil or None}))


def _says(event: StandVeiled, names: Names) -> str:
    return f"{names.stand(event.stand)} {VEILS.get(event.veil, event.veil)}"


# Its owner does not learn what the enemy sees of it, so nobody is told but the umpire.
ROWS = (Tale(StandVeiled, says=_says, told=lambda _event, _teller: False, apply=_apply),)
