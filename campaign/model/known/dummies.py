"""Say what a dummy is: a counter that the enemy takes for a unit, and that stands for nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.model.things import Stand

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["Dummy", "as_stands", "dummies_of"]


class Dummy(msgspec.Struct, frozen=True):
    """A counter that stands for nobody. It lies beside the stands, so no rule of combat, supply or room meets it."""

    stand: Stand
    """What it looks like, and where it is; once found out or taken back it is off the map, and says why."""
    marched: tuple[int, int] = (0, 0)
    """The day and turn of its last march: it marches once a turn."""
    goal: int | None = None
    """Where it is going on to in the turns that come."""

    @property
    def side(self) -> str:
        """The side it deceives for."""
        return self.stand.side


def dummies_of(state: State, side: str | None = None) -> dict[str, Dummy]:
    """List the dummies on the map, of one side or of all."""
    return {key: one for key, one in state.dummies.items() if one.stand.on_map and side in {None, one.side}}


def as_stands(state: State) -> State:
    """Give a state where dummies are stands like others, as an enemy sees it; no rule is carried out in it."""
    if not state.dummies:
        return state
    false = {key: one.stand for key, one in state.dummies.items()}
    return msgspec.structs.replace(state, stands={**state.stands, **false}, dummies={})
