"""
Keep the log of every campaign: append-only, chained, acknowledged after COMMIT.

SQLite by default, PostgreSQL by URL. One entry is one command and one
transaction. This module and ``dicekeys`` alone know SQLAlchemy; rows become
lines and entries here and nowhere else.
"""

from __future__ import annotations

import datetime as dt
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import (
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    func,
    inspect,
    or_,
    select,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from campaign.store.chain import first_fault
from campaign.store.dicekeys import DiceRoot, guard_file, keep_root, root_of
from campaign.store.entry import FIRST_HASH, Entry, Line, chained, decoded, encoded_events, encoded_order, owned
from campaign.store.faults import NoSuchCampaign, Stale, StoreFault, explained
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL, Connection

    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from maps.problems import Problem

__all__ = ["SCHEMA_VERSION", "CampaignRow", "EventLog"]

SCHEMA_VERSION = 1

_TABLES = MetaData()
_META = Table("meta", _TABLES, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))
_CAMPAIGN = Table(
    "campaign",
    _TABLES,
    Column("id", String(80), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", String(40), nullable=False),
    Column("branch_of", String(80), nullable=True),
    Column("branched_at", Integer, nullable=True),
)
_ENTRY = Table(
    "entry",
    _TABLES,
    Column("campaign", String(80), ForeignKey("campaign.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(120), nullable=False),
    Column("actor", String(80), nullable=False),
    Column("at", String(40), nullable=False),
    Column("order", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("prev_hash", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("campaign", "command_id"),
)
_GUARDS = {
    "sqlite": tuple(
        f"CREATE TRIGGER entry_no_{verb.lower()} BEFORE {verb} ON entry "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        for verb in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        "CREATE FUNCTION entry_is_fixed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$",
        "CREATE TRIGGER entry_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION entry_is_fixed()",
    ),
}


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

    What writes is one transaction, what reads is one statement; both may be called from any thread.
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
        address = _address(url)
        self.path = _file_of(address, create=create)
        self.place = str(self.path) if self.path else address.render_as_string(hide_password=True)
        self._engine = _engine(address, self.place, wait_s)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the store."""
        self._engine.dispose()

    def campaigns(self) -> list[CampaignRow]:
        """List the campaigns, oldest first."""
        with self._transaction() as db:
            rows = db.execute(select(_CAMPAIGN).order_by(_CAMPAIGN.c.created, _CAMPAIGN.c.id))
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
        with self._transaction(write=True) as db:
            self._begin(db, CampaignRow(campaign, name, first.at, None, None), secret)
            _insert(db, first)
        if secret is not None:
            guard_file(self.path)
        return decoded(first)

    def dice_root(self, campaign: str) -> DiceRoot | None:
        """Give the secret of a campaign's dice, None if it has none."""
        with self._transaction() as db:
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
    ) -> Entry:
        """
        Write a command down, after entry ``after``.

        A command id that is there already does nothing: its entry is given back.

        Raises
        ------
        Stale
            If the log has moved on.
        CommandClash
            If someone else has used the command id.
        """
        with self._transaction(write=True) as db:
            self._hold(db, campaign)
            known, last = _command_and_last(db, campaign, command_id)
            if known is not None:
                return owned(decoded(known), actor)
            if last is None:
                self._known(db, campaign)
            seq, last_hash = (0, FIRST_HASH) if last is None else (last.seq, last.hash)
            if seq != after:
                raise Stale(campaign, after, seq)
            line = _line(campaign, seq + 1, command_id, actor, order, events, last_hash)
            _insert(db, line)
        return decoded(line)

    def last_seq(self, campaign: str) -> int:
        """Give the number of the last entry."""
        query = select(func.max(_ENTRY.c.seq)).where(_ENTRY.c.campaign == campaign)
        with self._transaction() as db:
            seq = db.execute(query).scalar()
            if seq is None:
                self._known(db, campaign)
        return seq or 0

    def entries(self, campaign: str, after: int = 0) -> list[Entry]:
        """
        Read the entries after one, in order.

        Raises
        ------
        NoSuchCampaign
            If there is no such campaign.
        StoreFault
            If an entry cannot be read; the message names it.
        """
        found = []
        for line in self.lines(campaign, after):
            try:
                found.append(decoded(line))
            except ValueError as error:
                fault = f"entry {line.seq} cannot be read: {error}"
                remedy = "it was written by another version or damaged; use that version, or the latest backup"
                raise StoreFault(place=f"{self.place}, campaign {campaign!r}", what=fault, remedy=remedy) from error
        return found

    def lines(self, campaign: str, after: int = 0) -> list[Line]:
        """Read the entries after one as they are kept."""
        query = select(_ENTRY).where(_ENTRY.c.campaign == campaign, _ENTRY.c.seq > after).order_by(_ENTRY.c.seq)
        with self._transaction() as db:
            found = [Line(*row) for row in db.execute(query)]
            if not after and not found:
                self._known(db, campaign)
        return found

    def branch(
        self, campaign: str, seq: int, new: str, name: str, *more: AnyEvent, secret: DiceRoot | None = None
    ) -> None:
        """
        Copy the entries up to ``seq`` into a new campaign, chained anew; ``more`` is its first entry of its own.

        Raises
        ------
        StoreFault
            If the new id is taken, or there is no such entry.
        """
        lines = [line for line in self.lines(campaign) if line.seq <= seq]
        if not 1 <= seq == len(lines):
            place = f"campaign {campaign!r}"
            raise StoreFault(place, f"there is no entry {seq}", f"entries run from 1 to {self.last_seq(campaign)}")
        with self._transaction(write=True) as db:
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

    def verify(self, campaign: str) -> Problem | None:
        """Find the first entry that is missing, changed or unreadable; None if the whole log is sound."""
        return first_fault(self.lines(campaign))

    def _prepare(self) -> None:
        if not self._laid_out(write=False):
            self._laid_out(write=True)
        with self._transaction() as db:
            version = db.execute(select(_META.c.value).where(_META.c.key == "schema_version")).scalar()
        self._check_version(version)

    def _laid_out(self, *, write: bool) -> bool:
        """See whether the tables are there; make them, with ``write``. Another program may be doing so at this time."""
        with self._transaction(write=write) as db:
            self._hold(db, "")
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
        _TABLES.create_all(db)
        for statement in _GUARDS.get(db.dialect.name, ()):
            db.execute(text(statement))
        db.execute(_META.insert().values(key="schema_version", value=str(SCHEMA_VERSION)))

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
        if db.execute(select(_CAMPAIGN.c.id).where(_CAMPAIGN.c.id == row.id)).first():
            raise StoreFault(place=f"campaign {row.id!r}", what="there is one already", remedy="choose another id")
        db.execute(_CAMPAIGN.insert().values(row._asdict()))
        if secret is not None:
            keep_root(db, row.id, secret)

    def _known(self, db: Connection, campaign: str) -> None:
        ids = list(db.execute(select(_CAMPAIGN.c.id)).scalars())
        if campaign not in ids:
            remedy = did_you_mean(campaign, ids) or "open a campaign first"
            raise NoSuchCampaign(self.place, f"there is no campaign {campaign!r}", remedy)

    def _hold(self, db: Connection, campaign: str) -> None:
        # SQLite's BEGIN IMMEDIATE holds the whole store already.
        if db.dialect.name == "postgresql":
            db.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"sandtable/{campaign}"))))

    @contextmanager
    def _transaction(self, *, write: bool = False) -> Iterator[Connection]:
        try:
            with self._engine.connect() as db, db.execution_options(write=write).begin():
                yield db
        except DBAPIError as error:
            raise explained(error.orig, self.place) from error


def _address(url: str | Path) -> URL:
    given = str(url)
    try:
        address = make_url(given if "://" in given else f"sqlite:///{Path(given).absolute()}")
        address.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        remedy = "give a file name, sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
        raise StoreFault(given, "this is no address of a store", remedy) from error
    return address


def _file_of(address: URL, *, create: bool) -> Path | None:
    """Name the file of an SQLite store, having seen that it can be there."""
    if address.get_backend_name() != "sqlite":
        return None
    name = (address.database or "").removeprefix("file:")
    if name in ("", ":memory:"):
        raise StoreFault(place=str(address), what="it would be lost with the program", remedy="name a file")
    path = Path(name)
    if not path.parent.is_dir():
        raise StoreFault(name, f"there is no folder {path.parent}", "make the folder, or name a file in another")
    if path.is_dir():
        raise StoreFault(name, "this is a folder", "name a file in it")
    if not create and not path.exists():
        raise StoreFault(name, "there is no store here", "name the right file, or open a new campaign")
    return path


def _engine(address: URL, place: str, wait_s: float) -> Engine:
    try:
        engine = create_engine(address)
    except ImportError as error:
        remedy = "install the driver: pip install 'sandtable[postgres]'"
        raise StoreFault(place, f"the driver for this database is missing ({error.name})", remedy) from error
    if engine.dialect.name == "sqlite":
        pragmas = (f"busy_timeout={round(wait_s * 1000)}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

        @event.listens_for(engine, "connect")
        def _settle(connection: Any, _record: Any) -> None:
            connection.isolation_level = None
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(engine, "begin")
        def _begin(db: Connection) -> None:
            # A writer takes its lock at once: what it reads is still true when it writes. One who reads needs no BEGIN:
            # each statement sees the store at one moment, and nothing that it has seen is ever taken out.
            if db.get_execution_options().get("write"):
                db.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


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
    db.execute(_ENTRY.insert().values(line._asdict()))


def _command_and_last(db: Connection, campaign: str, command_id: str) -> tuple[Line | None, Line | None]:
    """Read the entry of a command, and the last entry there is; None for either that is not there."""
    newest = select(func.max(_ENTRY.c.seq)).where(_ENTRY.c.campaign == campaign).scalar_subquery()
    wanted = or_(_ENTRY.c.command_id == command_id, _ENTRY.c.seq == newest)
    query = select(_ENTRY).where(_ENTRY.c.campaign == campaign, wanted).order_by(_ENTRY.c.seq)
    lines = [Line(*row) for row in db.execute(query)]
    return next((line for line in lines if line.command_id == command_id), None), next(reversed(lines), None)


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
