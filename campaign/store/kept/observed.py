"""Fold on what an observer knows as the log grows, so that a look costs what is new and not the whole log."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from campaign.engine.watch import Delayed, begun, heard
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.history import live_seqs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.engine.knowing import Known
    from campaign.engine.watch import Audience
    from campaign.model.anyevent import AnyEvent
    from campaign.model.tables import Tables
    from campaign.model.viewer import Viewer
    from campaign.store.history import Chronicle
    from maps.grid.hexmap import HexMap

__all__ = ["Observed"]


class Observed:
    """What an observer knew after some entries; what came since is kept until he may be told."""

    def __init__(self, viewer: Viewer, hexmap: HexMap, tables: Tables) -> None:
        """Begin; nothing is folded yet."""
        self._viewer, self._bare = viewer, (hexmap, tables)
        self._begin()

    def _begin(self) -> None:
        self._entries: tuple[int, ...] = ()
        self._audience: Audience | None = None
        self._delayed, self._told = Delayed(0), 0
        self._waiting: list[AnyEvent] = []

    def known(self, chronicle: Chronicle, seq: int | None = None) -> Known:
        """Give what he knew after an entry, by default the last; what an undo took away is folded anew."""
        entries = live_seqs(chronicle, seq)
        if entries[: len(self._entries)] != self._entries:
            self._begin()
        new = [chronicle.entries[number - 1].events for number in entries[len(self._entries) :]]
        self._entries = entries
        return self._hear(chain.from_iterable(new)).known[self._viewer]

    def _hear(self, events: Iterable[AnyEvent]) -> Audience:
        for event in events:
            if self._audience is None:
                assert isinstance(event, CampaignOpened), "a log begins with the opening of the campaign"
                self._audience = begun(event, *self._bare, (self._viewer,))
                self._delayed, self._told = Delayed(event.setting.delay), 1
            else:
                self._waiting.append(event)
            self._delayed.take(event)
        assert self._audience is not None, "nobody looks at a log without an entry"
        ready = self._delayed.told - self._told
        self._audience = heard(self._audience, self._waiting[:ready])
        self._told += ready
        del self._waiting[:ready]
        return self._audience
