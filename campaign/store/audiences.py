"""
Keep what everybody knew after each entry of a log.

What a viewer knows is folded on from the last entry that is kept; an undo goes back to the fold at its fork. Logs of
format 2 hold who came to see whom; for those of format 1 it is worked out as they are read, by the rules in force, and
kept beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.watch import Audience, begun, heard, noticed
from campaign.model.commands import commands_of
from campaign.model.situation import Situation
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.viewer import Viewer
from campaign.store.history import live_seqs
from campaign.store.kept.observed import Observed
from campaign.store.kept.written import spacing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.knowing import Known
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.calendar import Clock
    from campaign.model.things import Setting
    from campaign.store.history import Chronicle
    from maps.grid.hexmap import HexMap

__all__ = ["Audiences", "followed", "has_sightings"]

_KEEP_EVERY = 50
_MOST_EVERY = 32
"""Of a longer log they lie further apart: there are never more of them."""
_MOST_KEPT = 20


def followed(setting: Setting) -> tuple[Viewer, ...]:
    """List the viewers whose knowledge is folded: all commands, and the sides of several; a lone one is its side."""
    commands = commands_of(setting)
    sides = [command.side for command in commands]
    several = [side.key for side in setting.sides if sides.count(side.key) > 1]
    return (*(Viewer("command", command.id) for command in commands), *(Viewer("side", key) for key in several))


def has_sightings(opening: AnyEvent) -> bool:
    """Whether a log that begins so holds who came to see whom."""
    return isinstance(opening, CampaignOpened) and opening.format > 1


class Audiences:
    """What everybody knew after entries of one log."""

    def __init__(self, hexmap: HexMap, ruleset: Ruleset) -> None:
        """Begin; nothing is folded yet."""
        self._bare, self._ruleset = (hexmap, ruleset.tables), ruleset
        self._kept: dict[int, Audience] = {}
        self._observers: dict[Viewer, Observed] = {}
        self._every = _KEEP_EVERY

    def at(self, chronicle: Chronicle, seq: int | None = None) -> Audience:
        """Give what everybody knew after an entry, by default the last."""
        chain, audience, start = live_seqs(chronicle, seq), None, 0
        for k in range(len(chain), 0, -1):
            audience = self._kept.get(chain[k - 1]) or self._from_store(chronicle, chain[k - 1])
            if audience is not None:
                start = k
                break
        for number in chain[start:]:
            audience = self._after(audience, chronicle, number)
            if number % self._apart(number) == 0:
                self.keep(number, audience)
        assert audience is not None, "a log begins with the opening of the campaign"
        self.keep(chain[-1], audience)
        return audience

    def _from_store(self, chronicle: Chronicle, seq: int) -> Audience | None:
        """Give what was known after an entry as it is kept beside the log, if it was known by these rules."""
        held = None if chronicle.kept is None else chronicle.kept.held(seq)
        if held is None or chronicle.state is None or held.state.rules != chronicle.state.rules:
            return None
        return Audience(Situation(held.whole, *self._bare), held.known)

    def keep(self, seq: int, audience: Audience) -> None:
        """Keep what was known after an entry: of every so manieth entry, and of those last asked for."""
        self._kept.pop(seq, None)
        self._kept[seq] = audience
        every = self._apart(seq)
        passing = [number for number in self._kept if number % every]
        for number in passing[: max(0, len(passing) - _MOST_KEPT)]:
            del self._kept[number]

    def _apart(self, seq: int) -> int:
        """Say how far apart the entries lie where it is kept what was known."""
        self._every = max(self._every, spacing(seq, _KEEP_EVERY, _MOST_EVERY))
        return self._every

    def known(self, chronicle: Chronicle, viewer: Viewer, seq: int | None = None) -> Known:
        """Give what a side, a command or an observer knew after an entry, by default the last."""
        if viewer.kind == "observer":
            return self._observer(viewer, latest=seq in {None, chronicle.seq}).known(chronicle, seq)
        audience = self.at(chronicle, seq)
        if viewer in audience.known:
            return audience.known[viewer]
        commands = commands_of(audience.situation.state.setting)
        (alone,) = [command.id for command in commands if command.side == viewer.key]
        return audience.known[Viewer("command", alone)]

    def _observer(self, viewer: Viewer, *, latest: bool) -> Observed:
        """Give what folds for an observer: of the log's end one that goes on, of a moment before it one of its own."""
        if not latest:
            return Observed(viewer, *self._bare)
        return self._observers.setdefault(viewer, Observed(viewer, *self._bare))

    def begin(self, events: Sequence[AnyEvent]) -> Audience:
        """Tell everybody of the first entry of a campaign."""
        hexmap, tables = self._bare
        opening = events[0]
        assert isinstance(opening, CampaignOpened), "a log begins with the opening of the campaign"
        audience = begun(opening, hexmap, tables, followed(opening.setting))
        return heard(audience, events[1:])

    def sighted(self, audience: Audience, began: Clock | None = None) -> tuple[Audience, list[AnyEvent]]:
        """Say what is new to be seen, and give what everybody knows with it."""
        return noticed(audience, self._ruleset.play, began)

    def _after(self, audience: Audience | None, chronicle: Chronicle, seq: int) -> Audience:
        events = chronicle.entries[seq - 1].events
        after = self.begin(events) if audience is None else heard(audience, events)
        return after if has_sightings(chronicle.entries[0].events[0]) else self.sighted(after)[0]
