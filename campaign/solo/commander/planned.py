"""Keep where the stands of a side will be as a plan goes on: who is ordered, and where there is room yet."""

from __future__ import annotations

from functools import cached_property
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
        self._linked: dict[tuple[int, ...], NDArray[np.bool_]] = {}
        self._flooded: dict[tuple[tuple[int, ...], bytes], NDArray[np.bool_]] = {}
        self._barred: NDArray[np.bool_] | None = None

    def take(self, stand: str, goal: int) -> None:
        """Note where a stand goes."""
        self.used.add(stand)
        if self.at.get(stand) != goal:
            self.at[stand] = goal
            self._situation = self._barred = None
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

    def linked(self, *starts: int) -> NDArray[np.bool_]:
        """Say which hexes have a way to one of some that no believed enemy bars, as all are planned now (n,)."""
        if starts not in self._linked:
            self._linked[starts] = self._flood(starts)
        return self._linked[starts]

    def supplied(self) -> NDArray[np.bool_]:
        """Say which hexes have an open way to where the side's supply comes in; all, if it comes from nowhere (n,)."""
        setting, side = self._picture.view.state.setting, self._picture.side
        places = sorted({source.hex for source in setting.sources if source.side == side})
        return self.linked(*places) if places else np.ones(self._picture.size, bool)

    def barred(self) -> NDArray[np.bool_]:
        """Map the hexes that bar lines: the enemy's, and those of his zones without a friend in them (n,)."""
        if self._barred is None:
            friends = np.zeros(self._picture.size, bool)
            friends[list(self.at.values())] = True
            self._barred = self._picture.held | (self._picture.zone & ~friends)
        return self._barred

    @cached_property
    def graph(self) -> HexGraph:
        """The ground as men on foot go, whoever is in the way."""
        picture = self._picture
        walker = next((s.id for s in picture.own if s.profile.mover == "foot"), picture.own[0].id)
        return HexGraph.over(picture.view.map, self._fields.cost(walker, afraid=False).astype(np.int32))

    def _flood(self, starts: tuple[int, ...]) -> NDArray[np.bool_]:
        barred = self.barred()
        key = starts, barred.tobytes()
        if key not in self._flooded:
            self._flooded[key] = self._reached(starts, barred)
        return self._flooded[key]

    def _reached(self, starts: tuple[int, ...], barred: NDArray[np.bool_]) -> NDArray[np.bool_]:
        graph = self.graph.without(barred)
        open_starts = [start for start in starts if not graph.blocked[start]]
        if not open_starts:
            return np.zeros(self._picture.size, bool)
        found: NDArray[np.bool_] = distances(graph, open_starts, NO_LIMIT).cost < NO_LIMIT
        return found
