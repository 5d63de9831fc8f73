"""Follow the log of one campaign: fold in what comes, begin at the latest state that is kept, keep one now and then."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from campaign.store.audiences import has_sightings
from campaign.store.chain import is_whole
from campaign.store.history import Chronicle, extended, resumed
from campaign.store.kept.glances import command_ids
from campaign.store.kept.packing import Held
from campaign.store.kept.states import Index, KeptStates
from campaign.store.kept.written import Written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.engine.watch import Audience
    from campaign.store.audiences import Audiences
    from campaign.store.entry import Entry, Line
    from campaign.store.eventlog import EventLog
    from campaign.store.kept.states import KeptState
    from maps.problems import Problem

__all__ = ["WRONG", "Followed", "damage_of"]

WRONG = "it is not what the log comes to"

_AT_ONCE = 400  # entries of a long log: they need not all be in memory


def damage_of(log: EventLog, campaign: str) -> Problem | None:
    """Check the whole chain of a log; what this program has folded and kept a state of is not read besides."""
    return log.verify(campaign, KeptStates(log, campaign).newest.seq)


class Followed:
    """The fold of a log as far as it was read; whoever calls sees to it that one does at a time."""

    def __init__(self, log: EventLog, campaign: str) -> None:
        """Take the log; nothing is read yet."""
        self._log, self._campaign = log, campaign
        self.kept = KeptStates(log, campaign)
        self.chronicle = Chronicle(Written(fetch=partial(log.entries, campaign)), kept=self.kept)
        self.commands: dict[str, int] = {}
        """The entry of each command, by its id."""

    def latest(self) -> Chronicle:
        """Fold in what was written since, and give all."""
        if not self.chronicle.seq:
            self._resume()
        while len(new := self._log.entries(self._campaign, self.chronicle.seq, _AT_ONCE)) == _AT_ONCE:
            self.take(new)
        return self.take(new)

    def take(self, entries: Sequence[Entry]) -> Chronicle:
        """Fold in the entries that come next."""
        if entries:
            self.chronicle = extended(self.chronicle, entries)
            self.commands |= {entry.command_id: entry.seq for entry in entries}
        return self.chronicle

    def _resume(self) -> None:
        """Begin at the latest state that is kept and sound; without any, at the opening."""
        for seq in sorted(self.kept.seqs, reverse=True):
            ids = command_ids(self._log, self._campaign, seq)
            found = resumed(self.kept, seq, partial(self._log.entries, self._campaign), ids)
            if found is not None:
                self.chronicle, self.commands = found, {name: number for number, name in enumerate(ids, 1)}
                return

    def keep(self, audiences: Audiences) -> None:
        """Keep what is the case now and what everybody knows, if so much was written since that it is worth it."""
        now, seq = self.chronicle, self.chronicle.seq
        # What was known of logs of format 1 hangs on the rules besides; and after an undo nothing new is the case.
        if now.state is None or not self.kept.is_due(seq) or now.tips[-1] != seq:
            return
        entries, last = now.entries, self.kept.newest
        if has_sightings(entries[0].events[0]) and is_whole(self._lines(last.seq, seq), last.seq, last.chain):
            audience = audiences.at(now)
            index = Index.over(now.tips, [entries.kinds(number) for number in range(1, seq + 1)])
            self.kept.keep(seq, entries[-1].hash, index, Held(now.state, audience.situation.state, audience.known))

    def _lines(self, after: int, upto: int) -> Iterator[Line]:
        """Read the entries after one up to another, as they are kept."""
        return takewhile(lambda line: line.seq <= upto, self._log.all_lines(self._campaign, after))

    def checked(self, audiences: Audiences) -> list[KeptState]:
        """
        Hold each kept state against the log, folded from its opening; say what is wrong with some, and drop those.

        Parameters
        ----------
        audiences
            Folds what everybody knew, from the opening too.
        """
        found = {one.seq: one for one in self.kept.listed()}
        replayed = Chronicle(Written(fetch=partial(self._log.entries, self._campaign)))
        while found and (entries := self._log.entries(self._campaign, replayed.seq, _AT_ONCE)):
            for entry in entries:
                replayed = extended(replayed, (entry,))
                one = found.get(entry.seq)
                if one is not None and not one.fault:
                    found[entry.seq] = one._replace(fault=self._told(replayed, audiences.at(replayed)))
        for one in found.values():
            if one.fault and not self._log.reads_only:
                self.kept.drop(one.seq)
        return list(found.values())

    def _told(self, replayed: Chronicle, audience: Audience) -> str:
        held, situation = self.kept.held(replayed.seq), audience.situation
        if held is None:
            return "its bytes are not what was written"
        is_same = (held.state, held.whole, held.known) == (replayed.state, situation.state, audience.known)
        return "" if is_same else WRONG
