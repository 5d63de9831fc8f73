"""Keep where the stands of a side will be as a plan goes on: who is ordered, and where there is room yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from maps.grid.graph import NO_LIMIT, HexGraph, distances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from campaign.model.situation import Situation
    from campaign.solo.commander.fields import Fields
    from campaign.solo.commander.picture import Picture

__all__ = ["Planned"]

change = msgspec.structs.replace


class Planned:
    """The view as it will be when the orders given so far are carried out."""

    def __init__(self, picture: Picture, fields: Fields) -> None:
        """Begin with everybody where he is."""
        self._picture, self._fields = picture, fields
        self.at: dict[str, int] = {stand.id: stand.hex for stand in picture.own if stand.hex is not None}
        self.used: set[str] = set()
        """Stands that have their order, or are to stay."""
        self._situation: Situation | None = picture.view
        self._linked: dict[int, NDArray[np.bool_]] = {}

    def take(self, stand: str, goal: int) -> None:
        """Note where a stand goes."""
        self.used.add(stand)
        if self.at.get(stand) != goal:
            self.at[stand] = goal
            self._situation = None
            self._linked = {}

    def keep(self, stand: str) -> None:
        """Note that a stand stays, whatever others propose."""
        self.used.add(stand)

    @property
    def situation(self) -> Situation:
        """The view with everybody where he will be."""
        if self._situation is None:
            state = self._picture.view.state
            moved = {key: change(state.stands[key], hex=goal) for key, goal in self.at.items()}
            self._situation = self._picture.view.with_state(change(state, stands={**state.stands, **moved}))
        return self._situation

    def has_room(self, stand: str, goal: int) -> bool:
        """Whether a stand finds room in a hex when all others are where they will be."""
        return self.at.get(stand) == goal or self._picture.ruleset.play.fits(self.situation, stand, goal)

    def linked(self, start: int) -> NDArray[np.bool_]:
        """Say which hexes have a way to one that no believed enemy bars, as all are planned now (n,)."""
        if start not in self._linked:
            self._linked[start] = self._flood(start)
        return self._linked[start]

    def _flood(self, start: int) -> NDArray[np.bool_]:
        picture = self._picture
        friends = np.zeros(picture.size, bool)
        friends[list(self.at.values())] = True
        barred = picture.held | (picture.zone & ~friends)
        walker = next((s.id for s in picture.own if s.profile.mover == "foot"), picture.own[0].id)
        cost = self._fields.cost(walker, afraid=False)
        graph = HexGraph.over(picture.view.map, cost.astype(np.int32)).without(barred)
        if graph.blocked[start]:
            return np.zeros(picture.size, bool)
        found: NDArray[np.bool_] = distances(graph, [start], NO_LIMIT).cost < NO_LIMIT
        return found
