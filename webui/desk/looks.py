"""
Hold what a viewer may know of a campaign at one moment, and what follows from it.

A look is made from ``view_for`` and from nothing else; every page, payload
and export is made from a look. Looks are kept by campaign, log entry and
viewer, so that a page that asks for the same thing twice waits once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from campaign.engine.knowing import reported_at
from campaign.knowledge.gathering import contacts
from campaign.model.situation import stands_of
from campaign.model.viewer import side_of, viewer_of
from campaign.views import UMPIRE, view_for
from scenarios.drawing.bands import division_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.engine.ruleset import Play, Reach, SupplyTrace
    from campaign.knowledge.contact import Contact
    from campaign.model.calendar import Clock
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.tables import Tables
    from campaign.model.things import Formation, Side, Stand
    from campaign.spoken.verdicts import Kept
    from campaign.store.session import Session
    from maps.grid.hexmap import HexMap

__all__ = ["Look", "Looks"]

_MOST_LOOKS = 48
_MOST_JUDGED = 400

change = msgspec.structs.replace


class Look:
    """
    One viewer's look at one moment of a campaign.

    ``seq`` is the log entry just before it; of a side's look it must not
    leave the server: ``version`` may.
    """

    def __init__(self, session: Session, viewer: str, seq: int, situation: Situation) -> None:
        """Take the view; ``situation`` must come from ``view_for``."""
        self.session, self.viewer, self.seq, self.situation = session, viewer, seq, situation
        self._lock = threading.RLock()
        self._reaches: dict[tuple[str, bool], Reach] = {}
        self._judged: dict[str, Kept] = {}
        self._divisions: dict[str, str] = {}

    @property
    def state(self) -> State:
        """What the viewer knows of the state."""
        return self.situation.state

    @property
    def hexmap(self) -> HexMap:
        """The ground."""
        return self.situation.map

    @property
    def tables(self) -> Tables:
        """The rules' tables."""
        return self.situation.tables

    @property
    def play(self) -> Play:
        """The rules."""
        return self.session.ruleset.play

    @property
    def version(self) -> int:
        """A number that changes when what is seen changes."""
        return self.state.seq

    @property
    def is_umpire(self) -> bool:
        """Whether the viewer sees all."""
        return self.viewer == UMPIRE

    @cached_property
    def side(self) -> str:
        """The side that the viewer is of, as itself or as one of its commands; "" of the umpire and of observers."""
        return side_of(self.state.setting, viewer_of(self.state.setting, self.viewer))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides that the viewer may know all about: the umpire both, a side and its commands their own."""
        return tuple(side for side in self.state.setting.sides if self.is_umpire or side.key == self.side)

    @cached_property
    def formations(self) -> tuple[Formation, ...]:
        """The formations of the sides that the viewer may know all about."""
        own = {side.key for side in self.sides}
        return tuple(one for one in self.state.formations.values() if one.side in own)

    def division(self, formation: str) -> str:
        """Name the division of a formation by its id, or what is in its place; "" if it has none."""
        if formation not in self._divisions:
            self._divisions[formation] = division_of(formation, self.state.formations)
        return self._divisions[formation]

    @cached_property
    def command(self) -> str:
        """The command that looks, where it is one of several of its side; "" if a side, or the umpire, does."""
        return self.viewer if self.viewer != self.side and self.side else ""

    def knows(self, stand: Stand) -> bool:
        """Whether the viewer knows all about a stand, not only what he sees of it."""
        return self.is_umpire or stand.side == self.side

    def strength(self, stand: Stand) -> int | None:
        """Count a stand's strength points; None where the viewer does not know them."""
        if self.knows(stand):
            return self.play.strength(self.situation, stand.id)
        # What is seen of an enemy says how strong he is now, and no more.
        return stand.profile.strength if stand.profile.name else None

    def full_strength(self, stand: Stand) -> int | None:
        """Count the strength points a stand has unhurt; None where the viewer does not know all about it."""
        return self.play.full_strength(self.situation, stand.id) if self.knows(stand) else None

    def strengths(self, stand: Stand) -> tuple[int, int]:
        """Count a stand's strength points now and unhurt, 0 where they are not known."""
        return self.strength(stand) or 0, self.full_strength(stand) or 0

    def reach(self, stand: str, *, transport: bool) -> Reach:
        """Find where a stand can go this turn."""
        with self._lock:
            if (stand, transport) not in self._reaches:
                self._reaches[stand, transport] = self.play.reach(self.situation, stand, transport=transport)
            return self._reaches[stand, transport]

    def judged(self, by: str) -> Kept:
        """Give what was found of written lines that somebody ordered; when there are too many, all are forgotten."""
        kept = self._judged.setdefault(by, {})
        if len(kept) > _MOST_JUDGED:
            kept.clear()
        return kept

    @property
    def supplies(self) -> Mapping[str, SupplyTrace]:
        """The lines of communication of all stands that the viewer knows."""
        with self._lock:
            return self._supplies

    @cached_property
    def _supplies(self) -> Mapping[str, SupplyTrace]:
        side = None if self.is_umpire else self.side
        many = getattr(self.play, "supplies", None)
        if many is not None:
            found: Mapping[str, SupplyTrace] = many(self.situation, side)
            return found
        return {stand.id: self.play.supply(self.situation, stand.id) for stand in stands_of(self.situation, side)}

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """What the viewer knows of the enemy, dated; of the umpire, who knows all, nothing."""
        with self._lock:
            return self._contacts

    @cached_property
    def _contacts(self) -> tuple[Contact, ...]:
        if self.is_umpire:
            return ()
        return contacts(self.session.known(self.viewer, self.seq), self.situation, self.play)

    @cached_property
    def reports(self) -> Mapping[str, Clock]:
        """The friends that the viewer knows by report, each with the time of the report."""
        return {} if self.is_umpire else reported_at(self.session.known(self.viewer, self.seq))

    @property
    def zones(self) -> Mapping[str, tuple[int, ...]]:
        """The hexes in each side's zones of control, as far as the viewer knows."""
        with self._lock:
            return self._zones

    @cached_property
    def _zones(self) -> Mapping[str, tuple[int, ...]]:
        sides = self.state.setting.sides
        return {side.key: tuple(sorted(self.play.zones(self.situation, side.key))) for side in sides}


def _unseeded(whole: Situation) -> Situation:
    """Give the whole situation without the seed of its dice: who has it can work out those that are still to fall."""
    state = whole.state
    return whole.with_state(change(state, setting=change(state.setting, seed="")))


@dataclass(frozen=True, slots=True)
class _Key:
    campaign: str
    seq: int
    viewer: str


class Looks:
    """The looks last asked for, of all campaigns of a store."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[_Key, Look] = OrderedDict()
        self._lock = threading.RLock()

    def look(self, session: Session, viewer: str, seq: int | None = None) -> Look:
        """
        Give a viewer's look at a campaign, now or after log entry ``seq``.

        Raises
        ------
        UnknownViewer
            If he takes no part.
        IndexError
            If there is no such entry.
        """
        key = _Key(session.campaign, session.seq if seq is None else seq, viewer)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        whole = session.as_of(key.seq)
        view = _unseeded(whole) if viewer == UMPIRE else view_for(session.known(viewer, key.seq), whole)
        look = Look(session, viewer, key.seq, view)
        with self._lock:
            self._kept[key] = look
            while len(self._kept) > _MOST_LOOKS:
                self._kept.popitem(last=False)
        return look
