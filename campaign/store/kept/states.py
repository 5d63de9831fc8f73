"""
Keep states beside the log, so that a long campaign is opened by folding its last part alone.

A kept state is a cache, and safe to lose. It is used only where the log still has the entry that it was made at, by the
hash of its chain, where this very program made it, and where its bytes are what was written. Any other is passed over,
and made anew in time; ``verify`` says which there are, and holds each against the log.
"""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import Column, Integer, LargeBinary, String, Table, select

from campaign.model.anyevent import TALES
from campaign.store.beside import BESIDE
from campaign.store.entry import FIRST_HASH
from campaign.store.faults import StoreFault
from campaign.store.kept.glances import hashes_at
from campaign.store.kept.packing import Held, packed, unpacked
from campaign.store.kept.program import fingerprint
from campaign.store.kept.written import spacing
from campaign.store.veils import veil_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from campaign.store.eventlog import EventLog

__all__ = ["EVERY", "KEPT_STATE", "Index", "KeptState", "KeptStates"]

EVERY = 200
"""After so many entries more a state is kept."""
_MOST = 12
"""Of a longer log they lie further apart: there are never many more of them."""
_LAST = 2

KEPT_STATE = Table(
    "kept_state", BESIDE,
    Column("campaign", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("chain", String(64), nullable=False),
    Column("made_by", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip
_ABOUT = (KEPT_STATE.c.seq, KEPT_STATE.c.chain, KEPT_STATE.c.made_by, KEPT_STATE.c.digest)
_KINDS = {kind.__name__: kind for kind in TALES}


class KeptState(NamedTuple):
    """What is known of a kept state before it is read; ``fault`` says why it is not used."""

    seq: int
    chain: str
    made_by: str
    digest: str
    fault: str = ""


class Index(msgspec.Struct, array_like=True, frozen=True):
    """What is asked of old entries again and again: the undos, each with where it went, and the kinds of events."""

    rewinds: tuple[tuple[int, int], ...]
    kinds: tuple[tuple[str, ...], ...]
    """Which kinds come together in an entry."""
    of: tuple[int, ...]
    """Of each entry, which of ``kinds`` it holds."""

    @classmethod
    def over(cls, tips: Sequence[int], kinds: Iterable[frozenset[type]]) -> Index:
        """Write down what a log's entries are."""
        numbers: dict[frozenset[type], int] = {}
        of = tuple(numbers.setdefault(one, len(numbers)) for one in kinds)
        rewinds = tuple((seq, tip) for seq, tip in enumerate(tips, 1) if seq != tip)
        return cls(rewinds, tuple(tuple(sorted(kind.__name__ for kind in one)) for one in numbers), of)

    @property
    def tips(self) -> tuple[int, ...]:
        """The last entry that counts after each."""
        found = list(range(1, len(self.of) + 1))
        for seq, tip in self.rewinds:
            found[seq - 1] = tip
        return tuple(found)

    @property
    def all_kinds(self) -> tuple[frozenset[type], ...]:
        """The kinds of the events of each entry."""
        known = [frozenset(_KINDS[name] for name in names) for names in self.kinds]
        return tuple(known[number] for number in self.of)


class _Body(msgspec.Struct, array_like=True):
    index: Index
    held: bytes


_BODY = msgspec.msgpack.Decoder(_Body)


class KeptStates:
    """The kept states of one campaign."""

    def __init__(self, log: EventLog, campaign: str) -> None:
        """Take the log; its database keeps them. Nothing is read yet."""
        self._log, self._campaign = log, campaign
        self._sound: dict[int, KeptState] | None = None
        self._read: dict[int, tuple[Index, Held]] = {}

    @property
    def seqs(self) -> Collection[int]:
        """The entries whose kept states may be used."""
        if self._sound is None:
            self._sound = {one.seq: one for one in self.listed() if not one.fault}
        return self._sound.keys()

    def listed(self) -> list[KeptState]:
        """List them, the oldest first, each with what is wrong with it as far as that is known without reading it."""
        query = select(*_ABOUT).where(KEPT_STATE.c.campaign == self._campaign).order_by(KEPT_STATE.c.seq)
        with self._log.transaction() as db:
            found = [KeptState(*row) for row in db.execute(query)]
        if not found:
            return found
        made_by, hashes = self._made_by, hashes_at(self._log, self._campaign, [one.seq for one in found])
        return [one._replace(fault=_fault(one, made_by, hashes.get(one.seq, ""))) for one in found]

    def held(self, seq: int) -> Held | None:
        """Give what was kept after an entry; None if there is nothing, or what is there is not what was written."""
        found = self._body(seq)
        return None if found is None else found[1]

    def index(self, seq: int) -> Index | None:
        """Give what was kept of the entries up to one."""
        found = self._body(seq)
        return None if found is None else found[0]

    def _body(self, seq: int) -> tuple[Index, Held] | None:
        if seq not in self.seqs or self._sound is None:
            return None
        if seq not in self._read:
            try:
                # One at a time: whoever wants an older one wants no other soon.
                self._read = {seq: self._opened(self._sound[seq])}
            except (StoreFault, ValueError, LookupError, TypeError, zlib.error):
                del self._sound[seq]
                return None
        return self._read[seq]

    def _opened(self, one: KeptState) -> tuple[Index, Held]:
        query = select(KEPT_STATE.c.body).where(KEPT_STATE.c.campaign == self._campaign, KEPT_STATE.c.seq == one.seq)
        with self._log.transaction() as db:
            body = db.execute(query).scalar_one()
        if hashlib.sha256(body).hexdigest() != one.digest:
            msg = f"the state kept at entry {one.seq} is not what was written"
            raise ValueError(msg)
        found = _BODY.decode(zlib.decompress(body))
        return found.index, unpacked(found.held)

    @property
    def newest(self) -> KeptState:
        """The last one that may be used; where there is none, what stands before the first entry."""
        return KeptState(0, FIRST_HASH, "", "") if not self.seqs or not self._sound else self._sound[max(self._sound)]

    def drop(self, seq: int) -> None:
        """Throw one away."""
        with suppress(StoreFault), self._log.transaction(write=True) as db:
            db.execute(KEPT_STATE.delete().where(KEPT_STATE.c.campaign == self._campaign, KEPT_STATE.c.seq == seq))
        self._sound, self._read = None, {}

    def is_due(self, seq: int) -> bool:
        """Whether so much was written since the last one that another is to be kept."""
        return not self._log.reads_only and bool(fingerprint()) and seq - self.newest.seq >= EVERY

    def keep(self, seq: int, chain: str, index: Index, held: Held) -> None:
        """Keep a state; that it cannot be written is no fault: it is made again later, or the log is folded."""
        body = zlib.compress(msgspec.msgpack.encode(_Body(index, packed(held))), 1)
        one = KeptState(seq, chain, self._made_by, hashlib.sha256(body).hexdigest())
        own, gone = KEPT_STATE.c.campaign == self._campaign, set[int]()
        with suppress(StoreFault), self._log.transaction(write=True) as db:
            self._log.hold(db, self._campaign)
            there = [KeptState(*row) for row in db.execute(select(*_ABOUT).where(own))]
            gone = {each.seq for each in there if each.made_by != one.made_by or each.seq == seq}
            gone |= _too_many({each.seq for each in there} - gone, seq)
            db.execute(KEPT_STATE.delete().where(own, KEPT_STATE.c.seq.in_(gone)))
            db.execute(KEPT_STATE.insert().values(campaign=self._campaign, **_row(one), body=body))
        # Whether it was written or not: the next is due after as many entries again.
        self._sound = {key: each for key, each in (self._sound or {}).items() if key not in gone} | {seq: one}

    def lend(self, branch: str, upto: int) -> None:
        """
        Keep for a branch what is kept here of the entries that it has too, under the hashes of its own chain.

        That it cannot be written is no fault: the branch then folds its log when it is opened.
        """
        sound = {one.seq: one for one in self.listed() if not one.fault and one.seq <= upto}
        if not sound or KeptStates(self._log, branch)._made_by != self._made_by:
            return
        chains = hashes_at(self._log, branch, sound.keys())
        query = select(KEPT_STATE.c.body).where(KEPT_STATE.c.campaign == self._campaign)
        with suppress(StoreFault), self._log.transaction(write=True) as db:
            for seq, one in sound.items():
                body = db.execute(query.where(KEPT_STATE.c.seq == seq)).scalar()
                if body is not None and seq in chains:
                    row = {**_row(one), "campaign": branch, "chain": chains[seq]}
                    db.execute(KEPT_STATE.insert().values(**row, body=body))

    @cached_property
    def _made_by(self) -> str:
        """Name the program, and the secret that masked enemies are named by: what is known holds those names."""
        return hashlib.sha256(f"{fingerprint()}/{veil_of(self._log, self._campaign)}".encode()).hexdigest()


def _row(one: KeptState) -> dict[str, object]:
    return {name: value for name, value in one._asdict().items() if name != "fault"}


def _fault(one: KeptState, made_by: str, chain: str) -> str:
    if one.chain != chain:
        return "it is of another log than this one"
    return "" if one.made_by == made_by and fingerprint() else "it was made by another version of the program"


def _too_many(seqs: Iterable[int], newest: int) -> set[int]:
    """Say which lie too near to one another: the first of each stretch stays, and the last ones do."""
    every, stretches, ordered = spacing(newest, EVERY, _MOST), set[int](), sorted(seqs)
    first = set[int]()
    for seq in ordered:
        if seq // every not in stretches:
            stretches.add(seq // every)
            first.add(seq)
    return {seq for seq in ordered[: 1 - _LAST or None] if seq not in first}
