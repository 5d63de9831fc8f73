"""
Fold a whole log: entries, the undos among them, and the state after each.

An undo is an entry like any other; it names the entry that play goes on from. So
the entries form a tree, and the ones that count now are the way from its tip
back to the opening. Nothing is ever taken out.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from campaign.engine.apply import fold
from campaign.model.verbs.clock import Rewound
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.store.kept.written import Written, spacing
from maps.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.model.anyevent import AnyEvent
    from campaign.model.state import State
    from campaign.store.entry import Entry
    from campaign.store.eventlog import EventLog
    from campaign.store.kept.states import KeptStates
    from campaign.store.kept.written import Fetch

__all__ = [
    "EMPTY",
    "Chronicle",
    "Told",
    "extended",
    "live_events",
    "live_seqs",
    "resumed",
    "rewound_to",
    "state_at",
    "state_next",
    "told",
    "unfit",
]  # fmt: skip

_SNAPSHOT_EVERY = 40
_MOST_SNAPSHOTS = 64
"""Of a longer log they lie further apart: there are never more of them."""
_AT_ONCE = 400
_LAST_STATES = 8
"""So many of the last states are kept besides: whoever asks for the past mostly asks for what was just now."""


@dataclass(frozen=True)
class Chronicle:
    """
    A log folded up to its last entry.

    ``tips[s - 1]`` is the last entry that counts once entry ``s`` is written:
    ``s`` itself, or what an undo went back to. ``live`` are the entries that
    count, in order. ``snapshots`` are states by tip, a cache that only saves
    time, and so is what is ``kept`` beside the log.
    """

    entries: Written = field(default_factory=Written)
    tips: tuple[int, ...] = ()
    state: State | None = None
    live: tuple[int, ...] = ()
    snapshots: Mapping[int, State] = field(default_factory=dict, compare=False, repr=False)
    kept: KeptStates | None = field(default=None, compare=False, repr=False)

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.entries)


EMPTY = Chronicle()


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as the war diary lists it; ``counts`` is False where an undo took it back."""

    entry: Entry
    counts: bool


def rewound_to(entry: Entry) -> int | None:
    """Give the entry that this one goes back to, None if it is no undo."""
    first = entry.events[0] if entry.events else None
    return first.to if isinstance(first, Rewound) else None


def extended(chronicle: Chronicle, entries: Iterable[Entry]) -> Chronicle:
    """
    Fold further entries in.

    Folding a prefix and then the rest gives what folding all gives, wherever
    the cut, undos included.
    """
    new, tips = tuple(entries), list(chronicle.tips)
    written = chronicle.entries.plus(new)
    snapshots, state, live = dict(chronicle.snapshots), chronicle.state, list(chronicle.live)
    for entry in new:
        to = rewound_to(entry)
        if to is None:
            tips.append(entry.seq)
            live.append(entry.seq)
            state = _after(state, entry)
        else:
            tips.append(tips[to - 1])
            before = Chronicle(written, tuple(tips), snapshots=snapshots, kept=chronicle.kept)
            state = _numbered(_refolded(before, tips[to - 1]), entry.seq)
            live = _chain(tuple(tips), tips[-1])
        snapshots.setdefault(tips[-1], state)
        _thin(snapshots, entry.seq)
    return Chronicle(written, tuple(tips), state, tuple(live), snapshots, chronicle.kept)


def resumed(kept: KeptStates, seq: int, fetch: Fetch, ids: Sequence[str]) -> Chronicle | None:
    """
    Give a log folded up to an entry that a state was kept at, without reading it; None if what was kept is not sound.

    Parameters
    ----------
    fetch, ids
        What reads entries, and the ids of the commands up to there.
    """
    index, held = kept.index(seq), kept.held(seq)
    if index is None or held is None or not len(ids) == len(index.of) == seq:
        return None
    tips = index.tips
    written = Written.begun(fetch, ids, index.all_kinds)
    return Chronicle(written, tips, held.state, tuple(_chain(tips, tips[-1])), {seq: held.state}, kept)


def _thin(snapshots: dict[int, State], seq: int) -> None:
    """Forget states that lie too near to one another; those of just now stay."""
    every = spacing(seq, _SNAPSHOT_EVERY, _MOST_SNAPSHOTS)
    passed = seq - _LAST_STATES
    if passed > 0 and passed % every:
        snapshots.pop(passed, None)
    if len(snapshots) > _MOST_SNAPSHOTS + _LAST_STATES + 1:
        for tip in [tip for tip in snapshots if tip % every and tip < passed]:
            del snapshots[tip]


def state_at(chronicle: Chronicle, seq: int) -> State:
    """
    Give the state after entry ``seq``, as it was then.

    Raises
    ------
    IndexError
        If there is no such entry.
    """
    if not 1 <= seq <= chronicle.seq:
        msg = f"there is no entry {seq}; entries run from 1 to {chronicle.seq}"
        raise IndexError(msg)
    if seq == chronicle.seq and chronicle.state is not None:
        return chronicle.state
    tip = chronicle.tips[seq - 1]
    return _numbered(_refolded(chronicle, tip), seq)


def state_next(chronicle: Chronicle, seq: int, before: State) -> State:
    """Give the state after entry ``seq``, from that after the entry before it: for who goes through a log in order."""
    entry = chronicle.entries[seq - 1]
    return state_at(chronicle, seq) if rewound_to(entry) is not None else _after(before, entry)


def live_seqs(chronicle: Chronicle, seq: int | None = None) -> tuple[int, ...]:
    """List the entries that count after entry ``seq`` (default: the last), in order."""
    if seq in {None, chronicle.seq}:
        return chronicle.live
    return tuple(_way_to(chronicle, chronicle.tips[(seq or chronicle.seq) - 1]))


def live_events(chronicle: Chronicle, seq: int | None = None) -> Iterator[AnyEvent]:
    """List the events that count after entry ``seq`` (default: the last), in order."""
    for number in live_seqs(chronicle, seq):
        yield from chronicle.entries[number - 1].events


def told(chronicle: Chronicle) -> tuple[Told, ...]:
    """List every entry, and whether it still counts. An undo counts only as the entry it is."""
    live = set(live_seqs(chronicle))
    return tuple(Told(entry, entry.seq in live) for entry in chronicle.entries)


def unfit(log: EventLog, campaign: str) -> Problem | None:
    """Replay a whole log from the store, and find the first entry that does not fit what came before it."""
    replayed = Chronicle(Written(fetch=partial(log.entries, campaign)))
    while entries := log.entries(campaign, replayed.seq, _AT_ONCE):
        for entry in entries:
            try:
                replayed = extended(replayed, (entry,))
            except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
                place = f"campaign {campaign!r}, entry {entry.seq}"
                fault = f"its events do not fit what came before ({type(error).__name__}: {error})"
                return Problem(place, fault, "keep this store as it is and go on from the latest backup")
    return None


def _after(state: State | None, entry: Entry) -> State:
    events = entry.events
    if state is None:
        opening = events[0]
        if not isinstance(opening, CampaignOpened):
            msg = f"entry {entry.seq} is the first and opens no campaign"
            raise TypeError(msg)
        state, events = opening_state(opening), events[1:]
    return _numbered(fold(state, events), entry.seq)


def _refolded(chronicle: Chronicle, tip: int) -> State:
    chain, state, start = _way_to(chronicle, tip), None, 0
    for k in range(len(chain), 0, -1):
        state = _known_at(chronicle, chain[k - 1])
        if state is not None:
            start = k
            break
    for seq in chain[start:]:
        state = _after(state, chronicle.entries[seq - 1])
    if state is None:
        msg = "the log is empty"
        raise IndexError(msg)
    return state


def _known_at(chronicle: Chronicle, tip: int) -> State | None:
    """Give the state after an entry if it need not be folded: it is in memory, or kept beside the log."""
    known = chronicle.snapshots.get(tip)
    if known is None and chronicle.kept is not None:
        held = chronicle.kept.held(tip)
        known = None if held is None else held.state
    return known


def _way_to(chronicle: Chronicle, tip: int) -> Sequence[int]:
    """List the entries that counted when one was written: of one that counts still, those before it that do."""
    live = chronicle.live
    at = bisect_left(live, tip)
    return live[: at + 1] if at < len(live) and live[at] == tip else _chain(chronicle.tips, tip)


def _chain(tips: tuple[int, ...], tip: int) -> list[int]:
    """Walk from a tip back to the opening: before entry s counted what counted after s - 1."""
    chain = []
    while tip:
        chain.append(tip)
        tip = tips[tip - 2] if tip > 1 else 0
    return chain[::-1]


def _numbered(state: State, seq: int) -> State:
    return msgspec.structs.replace(state, seq=seq)
