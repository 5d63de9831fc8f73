"""Join state, map and rule tables into the one value that rules and pages read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.model.places import places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.state import State
    from campaign.model.tables import Tables
    from campaign.model.things import Stand
    from maps.grid.hexmap import HexMap

__all__ = ["Moment", "Muster", "Situation", "ground_at", "hexside_place", "stands_at", "stands_of"]


@dataclass(frozen=True)
class Situation:
    """
    What is the case: state, map and the ruleset's shared tables.

    No rule lives here; rules are functions of a situation.
    """

    state: State
    map: HexMap
    tables: Tables

    def with_state(self, state: State) -> Situation:
        """Give the same situation in another state."""
        return Situation(state, self.map, self.tables)


@dataclass(frozen=True, eq=False, slots=True)
class Moment:
    """A key to keep answers by: two are the same if state, map and tables are the very same values."""

    situation: Situation

    def __hash__(self) -> int:
        """Hash by identity: a state never changes."""
        return id(self.situation.state)

    def __eq__(self, other: object) -> bool:
        """Compare by identity."""
        if not isinstance(other, Moment):
            return NotImplemented
        a, b = self.situation, other.situation
        return a.state is b.state and a.map is b.map and a.tables is b.tables


@dataclass(frozen=True, eq=False, slots=True)
class Muster:
    """
    A key to keep answers by that look at nothing but the stands, the map and the tables.

    Orders that are only declared leave it as it is, where every ``Moment`` is another.
    """

    situation: Situation

    def __hash__(self) -> int:
        """Hash by identity: who is where never changes, it is only written anew."""
        return id(self.situation.state.stands)

    def __eq__(self, other: object) -> bool:
        """Compare by identity."""
        if not isinstance(other, Muster):
            return NotImplemented
        a, b = self.situation, other.situation
        return a.state.stands is b.state.stands and a.map is b.map and a.tables is b.tables


def stands_of(situation: Situation, side: str | None = None) -> Iterator[Stand]:
    """List the stands on the map, of one side or of all."""
    # Written out, as it is asked of every stand of a front: a property costs as much as the rest.
    for stand in situation.state.stands.values():
        if stand.hex is not None and stand.gone is None and (side is None or stand.profile.side == side):
            yield stand


def stands_at(situation: Situation, index: int, side: str | None = None) -> list[Stand]:
    """List the stands in a hex, of one side or of all, in the order of the state."""
    there = places(situation.state.stands).there.get(index, ())
    return [stand for stand in there if side is None or stand.side == side]


def hexside_place(hexmap: HexMap, index: int, side: int) -> str:
    """Name a hexside as ``State.ground`` does: lower index first; off-map sides by the hex itself."""
    across = int(hexmap.layout.grid.neighbours(index)[side])
    if 0 <= across < index:
        return f"{across}/{(side + 3) % 6}"
    return f"{index}/{side}"


def ground_at(situation: Situation, index: int, side: int | None = None) -> str:
    """Say what play has put on a hex or hexside: "", "bridge", "blown", "fort", "mines"."""
    place = str(index) if side is None else hexside_place(situation.map, index, side)
    return situation.state.ground.get(place, "")
