"""
Keep the log of every campaign: append-only, chained, acknowledged after COMMIT.

SQLite by default, PostgreSQL by URL. One entry is one command and one transaction. This module, ``dicekeys`` and those
that keep tables beside the log (``layout``) alone know SQLAlchemy; rows become lines and entries here and nowhere else.
"""

from __future__ import annotations

import datetime as dt
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import (
    Engine,
    Integer,
    Table,
    bindparam,
    event,
    func,
    inspect,
    select,
    text,
    union_all,
)
from sqlalchemy.exc import DBAPIError

from campaign.store.chain import first_fault
from campaign.store.dice.dicekeys import DiceRoot, forget_root, guard_file, keep_root, root_of
from campaign.store.entry import FIRST_HASH, Entry, Line, chained, decoded, encoded_events, encoded_order, owned
from campaign.store.faults import NoSuchCampaign, PutAway, Stale, StoreFault, explained
from campaign.store.files import address_of, can_be_written, empty_fault, engine_of, file_of, made_whole
from campaign.store.kept.guards import GUARDS, unguarded
from campaign.store.kept.logtables import CAMPAIGN, ENTRY, META, TABLES
from campaign.store.kept.tables import PUT_AWAY
from campaign.store.layout import lay_out_beside
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from sqlalchemy import Connection

    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from maps.problems import Problem

    Also: TypeAlias = Callable[[Connection], None]

__all__ = ["SCHEMA_VERSION", "CampaignRow", "EventLog"]

SCHEMA_VERSION = 1

# What is asked at each look is put together once: that takes longer than the asking.
_IN = ENTRY.c.campaign == bindparam("campaign")
_AT = select(ENTRY).where(_IN, ENTRY.c.seq == bindparam("seq"))
_ALL, _AT_ONCE, _LATER = 2**31 - 1, 400, ENTRY.c.seq > bindparam("seq")
_AFTER = select(ENTRY).where(_IN, _LATER).order_by(ENTRY.c.seq).limit(bindparam("most", type_=Integer))
# "this or that" would have SQLite read the whole log for each entry written; two numbers it looks up.
_SAME = select(ENTRY.c.seq).where(_IN, ENTRY.c.command_id == bindparam("command"))
_WANTED = ENTRY.c.seq.in_(union_all(_SAME, select(func.max(ENTRY.c.seq)).where(_IN)))
_AWAY = select(PUT_AWAY.c.state).where(PUT_AWAY.c.campaign == bindparam("campaign")).scalar_subquery()
_COMMAND_AND_LAST = select(ENTRY, _AWAY).where(_IN, _WANTED).order_by(ENTRY.c.seq)


class CampaignRow(NamedTuple):
    """A campaign as the store lists it."""

    id: str
    name: str
    created: str
    branch_of: str | None
    branched_at: int | None


class EventLog:
    """
    The log of the campaigns in one store.

    What writes is one transaction, what reads is one statement; both from any thread. ``address`` opens it anew.
    """

    def __init__(self, url: str | Path, *, create: bool = True, wait_s: float = 10.0) -> None:
        """
        Open a store.

        Parameters
        ----------
        url
            A file name, or a database URL (``sqlite:///...``, ``postgresql+psycopg://...``).
        create
            Whether to make the store if it is not there.
        wait_s
            How long to wait for another writer, in seconds.

        Raises
        ------
        StoreFault
            If it cannot be used; the message says why and what to do.
        """
        address = address_of(url)
        self.path, self.address = file_of(address, create=create), address.render_as_string(hide_password=False)
        self.place = str(self.path) if self.path else address.render_as_string(hide_password=True)
        self.reads_only = self.path is not None and self.path.exists() and not can_be_written(self.path)
        if self.path is not None and not self.path.exists():
            with made_whole(self.path) as part:
                self._open(engine_of(address.set(database=str(part), query={}), self.place, wait_s), new=True)
                self.close()
        reads_only = self.path if self.reads_only else None
        self._open(engine_of(address, self.place, wait_s, reads_only=reads_only), new=self.path is None)

    def _open(self, engine: Engine, *, new: bool) -> None:
        self._engine = engine
        try:
            self._prepare(new=new)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the store."""
        self._engine.dispose()

    def campaigns(self) -> list[CampaignRow]:
        """List the campaigns, oldest first."""
        with self.transaction() as db:
            rows = db.execute(select(CAMPAIGN).order_by(CAMPAIGN.c.created, CAMPAIGN.c.id))
            return [CampaignRow(*row) for row in rows]

    def create(
        self, campaign: str, name: str, events: tuple[AnyEvent, ...], *, secret: DiceRoot | None = None
    ) -> Entry:
        """
        Begin a campaign with its opening events, as entry 1; keep the ``secret`` of its dice, if it has one.

        Raises
        ------
        StoreFault
            If there is a campaign of that id already.
        """
        first = _line(campaign, 1, "open", "umpire", None, events, FIRST_HASH)
        with self.transaction(write=True) as db:
            self._begin(db, CampaignRow(campaign, name, first.at, None, None), secret)
            _insert(db, first)
        if secret is not None:
            guard_file(self.path)
        return decoded(first)

    def dice_root(self, campaign: str) -> DiceRoot | None:
        """Give the secret of a campaign's dice, None if it has none."""
        with self.transaction() as db:
            return root_of(db, campaign)

    def append(
        self,
        campaign: str,
        command_id: str,
        actor: str,
        order: AnyOrder | None,
        events: tuple[AnyEvent, ...],
        *,
        after: int,
        also: Also | None = None,
    ) -> Entry:
        """
        Write a command down, after entry ``after``; ``also`` is done in the same transaction.

        A command id that is there already does nothing: its entry is given back.

        Raises
        ------
        Stale
            If the log has moved on.
        PutAway
            If the campaign was put aside or deleted.
        CommandClash
            If someone else has used the command id.
        """
        with self.transaction(write=True) as db:
            self.hold(db, campaign)
            known, last, away = _command_and_last(db, campaign, command_id)
            if known is not None:
                return owned(decoded(known), actor)
            if away is not None:
                raise PutAway(campaign, away)
            if last is None:
                self._known(db, campaign)
            seq, last_hash = (0, FIRST_HASH) if last is None else (last.seq, last.hash)
            if seq != after:
                raise Stale(campaign, after, seq)
            line = _line(campaign, seq + 1, command_id, actor, order, events, last_hash)
            _insert(db, line)
            if also is not None:
                also(db)
        return decoded(line)

    def last_seq(self, campaign: str) -> int:
        """Give the number of the last entry."""
        query = select(func.max(ENTRY.c.seq)).where(ENTRY.c.campaign == campaign)
        with self.transaction() as db:
            seq = db.execute(query).scalar()
            if seq is None:
                self._known(db, campaign)
        return seq or 0

    def entries(self, campaign: str, after: int = 0, most: int | None = None) -> list[Entry]:
        """Read the entries after one, in order; all, or so many of them.

        Raises
        ------
        NoSuchCampaign
            If there is no such campaign.
        StoreFault
            If an entry cannot be read; the message names it.
        """
        found = []
        for line in self.lines(campaign, after, most):
            try:
                found.append(decoded(line))
            except ValueError as error:
                fault = f"entry {line.seq} cannot be read: {error}"
                remedy = "it was written by another version or damaged; use that version, or the latest backup"
                raise StoreFault(place=f"{self.place}, campaign {campaign!r}", what=fault, remedy=remedy) from error
        return found

    def lines(self, campaign: str, after: int = 0, most: int | None = None) -> list[Line]:
        """Read the entries after one as they are kept; all, or so many of them."""
        wanted = {"campaign": campaign, "seq": after, "most": _ALL if most is None else most}
        with self.transaction() as db:
            found = [Line(*row) for row in db.execute(_AFTER, wanted)]
            if not after and not found:
                self._known(db, campaign)
        return found

    def written(self, db: Connection, campaign: str, seq: int) -> tuple[AnyEvent, ...]:
        """Read the events of an entry in a transaction that is open, and may be writing it."""
        return decoded(Line(*db.execute(_AT, {"campaign": campaign, "seq": seq}).one())).events

    def branch(
        self, campaign: str, seq: int, new: str, name: str, *more: AnyEvent, secret: DiceRoot | None = None
    ) -> None:
        """
        Copy the entries up to ``seq`` into a new campaign, chained anew; ``more`` is its first entry of its own.

        Raises
        ------
        StoreFault
            If the new id is taken, there is no such entry, or one up to there is damaged.
        """
        lines = [line for line in self.lines(campaign) if line.seq <= seq]
        if not 1 <= seq == len(lines):
            place = f"campaign {campaign!r}"
            raise StoreFault(place, f"there is no entry {seq}", f"entries run from 1 to {self.last_seq(campaign)}")
        fault = first_fault(lines)
        if fault is not None:
            raise StoreFault(fault.place, fault.what, "branch off before it")
        with self.transaction(write=True) as db:
            self._begin(db, CampaignRow(new, name, _now(), campaign, seq), secret)
            before = FIRST_HASH
            for line in lines:
                copy = chained(line._replace(campaign=new, prev_hash=before))
                _insert(db, copy)
                before = copy.hash
            if more:
                _insert(db, _line(new, seq + 1, f"branch at {seq}", "umpire", None, more, before))
        if secret is not None:
            guard_file(self.path)

    def rename(self, campaign: str, name: str) -> None:
        """Change the name that a campaign is listed by; raises ``NoSuchCampaign``."""
        self.last_seq(campaign)
        with self.transaction(write=True) as db:
            db.execute(CAMPAIGN.update().where(CAMPAIGN.c.id == campaign).values(name=name))

    def name_of(self, campaign: str) -> str:
        """Give the name that a campaign is listed by; "" if there is none of that id."""
        with self.transaction() as db:
            return db.execute(select(CAMPAIGN.c.name).where(CAMPAIGN.c.id == campaign)).scalar() or ""

    def forget(self, campaign: str, beside: Sequence[Table]) -> None:
        """
        Remove a campaign for good: its log, its secret, and its rows in the tables ``beside``.

        It is the one thing that ever removes entries, so the guards of the log are lifted for this transaction alone;
        ``kept.campaigns`` sees to it that nothing is removed which is still wanted.
        """
        with self.transaction(write=True) as db:
            self.hold(db, campaign)
            with unguarded(db):
                db.execute(ENTRY.delete().where(ENTRY.c.campaign == campaign))
            forget_root(db, campaign)
            for table in beside:
                db.execute(table.delete().where(table.c.campaign == campaign))
            db.execute(CAMPAIGN.delete().where(CAMPAIGN.c.id == campaign))

    def verify(self, campaign: str, read: int = 0) -> Problem | None:
        """
        Find the first entry that is missing, changed or unreadable; None if the whole log is sound.

        Parameters
        ----------
        read
            The last entry whose content this program has read before: until there the chain alone is checked.
        """
        return first_fault(self.all_lines(campaign), read)

    def all_lines(self, campaign: str, after: int = 0) -> Iterator[Line]:
        """Read the entries after one as they are kept, by parts: a long log need not be in memory."""
        while found := self.lines(campaign, after, _AT_ONCE):
            yield from found
            after = found[-1].seq

    def _prepare(self, *, new: bool) -> None:
        if not self._laid_out(write=False):
            if not new:
                raise empty_fault(self.place)
            self._laid_out(write=True)
        with self.transaction() as db:
            version = db.execute(select(META.c.value).where(META.c.key == "schema_version")).scalar()
        self._check_version(version)
        lay_out_beside(self)

    def _laid_out(self, *, write: bool) -> bool:
        """See whether the tables are there; make them, with ``write``. Another program may be doing so at this time."""
        with self.transaction(write=write) as db:
            self.hold(db, "")
            known = set(inspect(db).get_table_names())
            if known >= {"meta", "campaign", "entry"}:
                return True
            if known:
                there = ", ".join(sorted(known)[:3])
                remedy = "name a campaign store, or a file that is not there yet"
                raise StoreFault(self.place, f"this database holds something else ({there})", remedy)
            if write:
                self._lay_out(db)
            return False

    def _lay_out(self, db: Connection) -> None:
        TABLES.create_all(db, checkfirst=False)
        for statement in GUARDS.get(db.dialect.name, ()):
            db.execute(text(statement))
        db.execute(META.insert().values(key="schema_version", value=str(SCHEMA_VERSION)))

    def _check_version(self, version: str | None) -> None:
        if version is None or not version.isdigit():
            raise StoreFault(self.place, "the store does not say its version", "open the latest backup")
        if int(version) > SCHEMA_VERSION:
            raise StoreFault(
                self.place,
                f"the store was written by a newer Sandtable (store version {version}; this one reads"
                f" {SCHEMA_VERSION})",
                "install the newer Sandtable; nothing was changed",
            )

    def _begin(self, db: Connection, row: CampaignRow, secret: DiceRoot | None) -> None:
        if db.execute(select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == row.id)).first():
            raise StoreFault(place=f"campaign {row.id!r}", what="there is one already", remedy="choose another id")
        db.execute(CAMPAIGN.insert().values(row._asdict()))
        if secret is not None:
            keep_root(db, row.id, secret)

    def _known(self, db: Connection, campaign: str) -> None:
        ids = list(db.execute(select(CAMPAIGN.c.id)).scalars())
        if campaign not in ids:
            remedy = did_you_mean(campaign, ids) or "open a campaign first"
            raise NoSuchCampaign(self.place, f"there is no campaign {campaign!r}", remedy)

    def hold(self, db: Connection, campaign: str) -> None:
        """Keep others from writing to a campaign until this transaction ends; "": to what belongs to none."""
        # SQLite's BEGIN IMMEDIATE holds the whole store already.
        if db.dialect.name == "postgresql":
            db.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"sandtable/{campaign}"))))

    def lend_tables(self, statements: Sequence[str]) -> None:
        """Give each connection to a store that cannot be written tables of its own, which end with it."""

        @event.listens_for(self._engine, "connect")
        def _make(connection: Any, _record: Any) -> None:
            for statement in statements:
                connection.execute(statement)

        self._engine.dispose()

    @contextmanager
    def transaction(self, *, write: bool = False) -> Iterator[Connection]:
        """Open a transaction, for the modules of this folder that keep tables beside the log; raises ``StoreFault``."""
        try:
            with self._engine.connect() as db, db.execution_options(write=write).begin():
                yield db
        except DBAPIError as error:
            raise explained(error.orig, self.place) from error

    @contextmanager
    def moment(self) -> Iterator[Connection]:
        """Open a transaction that reads one moment of the whole store, however much is written meanwhile."""
        # SQLite's writers wait for one another, so whoever reads as one of them sees one moment.
        held = {"isolation_level": "REPEATABLE READ"} if self._engine.dialect.name == "postgresql" else {"write": True}
        try:
            with self._engine.connect() as db, db.execution_options(**held).begin():
                yield db
        except DBAPIError as error:
            raise explained(error.orig, self.place) from error


def _line(  # noqa: PLR0917 - the columns of the table
    campaign: str,
    seq: int,
    command_id: str,
    actor: str,
    order: AnyOrder | None,
    events: tuple[AnyEvent, ...],
    prev_hash: str,
) -> Line:
    written = (encoded_order(order), encoded_events(events))
    return chained(Line(campaign, seq, command_id, actor, _now(), *written, prev_hash, ""))


def _insert(db: Connection, line: Line) -> None:
    db.execute(ENTRY.insert().values(line._asdict()))


def _command_and_last(db: Connection, campaign: str, command_id: str) -> tuple[Line | None, Line | None, str | None]:
    """Read the entry of a command, the last entry there is, and how the campaign was put away; None if it is not so."""
    rows = list(db.execute(_COMMAND_AND_LAST, {"campaign": campaign, "command": command_id}))
    lines = [Line(*row[:-1]) for row in rows]
    known = next((line for line in lines if line.command_id == command_id), None)
    return known, next(reversed(lines), None), rows[0][-1] if rows else None


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
