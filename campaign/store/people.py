"""
Keep people beside the log: who they are, what they hold, and the links that were handed out.

Nothing of it is ever an event. Of passwords and secrets only hashes come in; times come in as arguments.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, select, update

from campaign.model.people import PLAYING, Appointment, Invite, Person
from campaign.model.people.telling import Notice
from campaign.model.viewer import UMPIRE
from campaign.store.beside import is_any, stamp
from campaign.store.dice.dicekeys import guard_file
from campaign.store.faults import StoreFault
from campaign.store.peopletables import APPOINTMENT, LINK, PERSON, SESSION
from campaign.store.post.outbox import Outbox
from campaign.store.post.tables import FEED, WAY, WISHES

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable, Sequence

    from sqlalchemy import Connection, Row
    from sqlalchemy.sql.elements import ColumnElement

    from campaign.store.eventlog import EventLog

__all__ = ["NameTaken", "NoSuchPerson", "People", "SeatTaken", "Spent", "people_mark", "stamp"]

_ONE_HOLDER = frozenset({"side", "command"})
_PEOPLE = "people"


class NoSuchPerson(StoreFault):
    """The store knows nobody of that name."""


class NameTaken(StoreFault):
    """Somebody has that name already."""


class SeatTaken(StoreFault):
    """A command has one holder, and it has one already."""


class Spent(StoreFault):
    """A link was used, taken back, is too old, or never was one."""

    def __init__(self) -> None:
        """Say one thing for all of these: who guesses learns nothing."""
        super().__init__("link", "this link does not open anything any more", "ask your umpire for a new one")


class _Marks:
    """What stands for the people as this process last wrote them, in whatever store."""

    last = object()


def people_mark() -> object:
    """Give a mark that is another one as soon as this process has written who has an account or a password."""
    return _Marks.last


class People:
    """The people of one store."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps them."""
        self._log = log

    # --- persons ------------------------------------------------------------------------------------------------

    def has_host(self) -> bool:
        """Whether somebody who runs the server can sign in."""
        host = (PERSON.c.removed == "", PERSON.c.is_host == 1, PERSON.c.password != "")
        with self._log.transaction() as db:
            return is_any(db, *host)

    def persons(self) -> tuple[Person, ...]:
        """List everybody, by name."""
        with self._log.transaction() as db:
            rows = db.execute(select(PERSON).where(PERSON.c.removed == "").order_by(PERSON.c.name_key))
            return tuple(map(_person, rows))

    def person(self, key: str) -> Person | None:
        """Find somebody by his id."""
        with self._log.transaction() as db:
            return _found(db, PERSON.c.id == key)

    def named(self, name: str) -> Person:
        """
        Find somebody by name.

        Raises
        ------
        NoSuchPerson
            If there is nobody of that name.
        """
        with self._log.transaction() as db:
            found = _found(db, PERSON.c.name_key == _key(name))
        if found is None:
            raise NoSuchPerson(_PEOPLE, f"there is nobody called {name[:80]!r}", "see: sandtable people list")
        return found

    def password_of(self, name: str) -> tuple[Person | None, str]:
        """Give somebody by name, and the hash of his password; (None, "") if there is nobody."""
        with self._log.transaction() as db:
            row = db.execute(select(PERSON).where(PERSON.c.name_key == _key(name), PERSON.c.removed == "")).first()
        return (None, "") if row is None else (_person(row), row.password)

    def add(self, name: str, now: dt.datetime, *, password: str = "", is_host: bool = False) -> Person:
        """
        Add a person; ``password`` is a hash.

        Raises
        ------
        NameTaken
            If somebody has that name.
        """
        with self._log.transaction(write=True) as db:
            self._log.hold(db, "")
            made = _added(db, name, now, password, is_host=is_host)
        _Marks.last = object()
        guard_file(self._log.path)
        return made

    def set_password(self, person: str, password: str) -> None:
        """Set somebody's password, as a hash; whoever was signed in under his name is so no longer."""
        with self._log.transaction(write=True) as db:
            _set_password(db, person, password)
        _Marks.last = object()

    def remove(self, person: str, now: dt.datetime) -> None:
        """Take somebody's seats, links and sessions away; his name may be used again, the audit keeps it."""
        with self._log.transaction(write=True) as db:
            gone = {"removed": stamp(now), "password": "", "name_key": f"{person} removed", "is_host": 0}
            db.execute(update(PERSON).where(PERSON.c.id == person).values(gone))
            held = and_(APPOINTMENT.c.person == person, APPOINTMENT.c.until == "")
            db.execute(update(APPOINTMENT).where(held).values(until=stamp(now)))
            db.execute(LINK.delete().where(LINK.c.person == person))
            db.execute(SESSION.delete().where(SESSION.c.person == person))
            for table in (WAY, WISHES, FEED):
                db.execute(table.delete().where(table.c.person == person))
        _Marks.last = object()

    # --- appointments -------------------------------------------------------------------------------------------

    def appointments(self, *, campaign: str = "", person: str = "", ended: bool = False) -> tuple[Appointment, ...]:
        """List the appointments of a campaign or a person, oldest first; ``ended``: those that ended, too."""
        with self._log.transaction() as db:
            return _held(db, campaign=campaign, person=person, ended=ended)

    def hosts_as_umpires(self, campaign: str) -> tuple[Appointment, ...]:
        """Give whoever runs the server as the umpire of a campaign that has no other; nobody if it has one."""
        if any(one.role == UMPIRE for one in self.appointments(campaign=campaign)):
            return ()
        hosts = (one for one in self.persons() if one.is_host)
        return tuple(Appointment("", one.id, campaign, "umpire", UMPIRE, name=one.name) for one in hosts)

    def lend_umpires(self, campaign: str, game: str, now: dt.datetime) -> None:
        """Make the umpires of a campaign those of a game that comes of it, all at once or none."""
        with self._log.transaction(write=True) as db:
            self._log.hold(db, game)
            for held in _held(db, campaign=campaign, person="", ended=False):
                if held.role == UMPIRE:
                    self._appointed(db, held._replace(id="", campaign=game), now)

    def appoint(self, asked: Appointment, now: dt.datetime) -> Appointment:
        """
        Give a person a seat; ``id`` and ``since`` of what is asked are made here.

        Raises
        ------
        SeatTaken
            If a side or command has its holder already.
        """
        with self._log.transaction(write=True) as db:
            self._log.hold(db, asked.campaign)
            return self._appointed(db, asked, now)

    def end(self, appointment: str, campaign: str, now: dt.datetime) -> Appointment | None:
        """Take a seat of a campaign away; None if there is no such seat."""
        with self._log.transaction(write=True) as db:
            mine = and_(APPOINTMENT.c.id == appointment, APPOINTMENT.c.campaign == campaign, APPOINTMENT.c.until == "")
            held = _held(db, campaign=campaign)
            found = next((one for one in held if one.id == appointment), None)
            db.execute(update(APPOINTMENT).where(mine).values(until=stamp(now)))
            if found is not None:
                told = [one for one in held if one.role in PLAYING and one.key == found.key and one.id != appointment]
                Outbox(self._log).post(db, _changes(found, (found, *told), "ended"), now)
        return found

    def set_delay(self, appointment: str, campaign: str, delay: int) -> bool:
        """Set how many turns late an observer of a campaign is; give whether there is such an observer."""
        mine = (APPOINTMENT.c.id == appointment, APPOINTMENT.c.campaign == campaign, APPOINTMENT.c.role == "observer")
        with self._log.transaction(write=True) as db:
            return db.execute(update(APPOINTMENT).where(*mine).values(delay=delay)).rowcount == 1

    def _appointed(self, db: Connection, asked: Appointment, now: dt.datetime) -> Appointment:
        made = _appointed(db, asked, now)
        held = _held(db, campaign=asked.campaign)
        told = [one for one in held if one.role == "umpire" or (one.role in PLAYING and one.key == made.key)]
        Outbox(self._log).post(db, _changes(made, [one for one in told if one.person != made.person], "began"), now)
        return made

    # --- links --------------------------------------------------------------------------------------------------

    def invite(
        self, asked: Invite, secret_hash: str, told: Callable[[Invite], Sequence[Notice]] | None = None
    ) -> Invite:
        """
        Keep a link by the hash of its secret; of links to a seat and resets, a person has one at a time.

        ``told`` says of the link what people are told with it, in the same transaction.
        """
        made = asked._replace(id=secrets.token_hex(8))
        with self._log.transaction(write=True) as db:
            if asked.person:
                db.execute(LINK.delete().where(LINK.c.person == asked.person, LINK.c.kind == asked.kind))
            db.execute(LINK.insert().values(secret_hash=secret_hash, **made._asdict()))
            if told is not None:
                Outbox(self._log).post(db, told(made))
        return made

    def links(self, campaign: str = "") -> tuple[Invite, ...]:
        """List the links of a campaign that were not used; "": of all campaigns."""
        wanted = [LINK.c.used == "", *([LINK.c.campaign == campaign] if campaign else [])]
        with self._log.transaction() as db:
            return tuple(map(_link, db.execute(select(LINK).where(*wanted).order_by(LINK.c.made, LINK.c.id))))

    def link(self, secret_hash: str, now: dt.datetime) -> Invite:
        """Look at a link; raises ``Spent`` if it opens nothing."""
        with self._log.transaction() as db:
            return _open_link(db, secret_hash, now)

    def revoke(self, link: str, campaign: str = "") -> bool:
        """Take a link back, by its id; give whether there was one. ``campaign``: only if it is one of that."""
        wanted = [LINK.c.id == link, *([LINK.c.campaign == campaign] if campaign else [])]
        with self._log.transaction(write=True) as db:
            return db.execute(LINK.delete().where(*wanted)).rowcount == 1

    def join(
        self, secret_hash: str, now: dt.datetime, *, person: str = "", name: str = "", password: str = ""
    ) -> Person:
        """
        Take an invitation up, once: by somebody who is here already, or under a new name.

        Raises
        ------
        Spent, NameTaken, SeatTaken
            If the link opens nothing, the name or the seat is taken; the link then stays as it was.
        """
        with self._log.transaction(write=True) as db:
            self._log.hold(db, "")
            invite = _used(db, secret_hash, now, "join")
            self._log.hold(db, invite.campaign)
            known = _found(db, PERSON.c.id == person) if person else None
            joined = known or _added(db, name, now, password, is_host=False)
            seat = Appointment("", joined.id, invite.campaign, invite.role, invite.key, invite.delay)
            self._appointed(db, seat, now)
        guard_file(self._log.path)
        return joined

    def reset(self, secret_hash: str, now: dt.datetime, password: str) -> Person:
        """Set a password by a link for that, once; raises ``Spent`` if it opens nothing."""
        with self._log.transaction(write=True) as db:
            invite = _used(db, secret_hash, now, "reset")
            person = _found(db, PERSON.c.id == invite.person)
            if person is None:
                raise Spent
            _set_password(db, person.id, password)
        _Marks.last = object()
        return person


def _key(name: str) -> str:
    """Give what names are compared by: no two people are told apart by case or spaces."""
    return " ".join(name.casefold().split())[:160]


def _found(db: Connection, where: ColumnElement[bool]) -> Person | None:
    row = db.execute(select(PERSON).where(where, PERSON.c.removed == "")).first()
    return None if row is None else _person(row)


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, bool(row.is_host), bool(row.password), row.mail, row.made)


def _added(db: Connection, name: str, now: dt.datetime, password: str, *, is_host: bool) -> Person:
    if db.execute(select(PERSON.c.id).where(PERSON.c.name_key == _key(name))).first() is not None:
        raise NameTaken(_PEOPLE, f"somebody is called {name[:80]!r} already", "take another name")
    made = Person(secrets.token_hex(8), " ".join(name.split()), is_host, bool(password), "", stamp(now))
    row = {"id": made.id, "name": made.name, "name_key": _key(name), "password": password, "is_host": int(is_host)}
    db.execute(PERSON.insert().values(**row, made=made.made))
    return made


def _set_password(db: Connection, person: str, password: str) -> None:
    db.execute(update(PERSON).where(PERSON.c.id == person).values(password=password))
    db.execute(SESSION.delete().where(SESSION.c.person == person))
    db.execute(LINK.delete().where(LINK.c.person == person))


def _held(db: Connection, *, campaign: str = "", person: str = "", ended: bool = False) -> tuple[Appointment, ...]:
    wanted = [
        APPOINTMENT.c.person == PERSON.c.id,
        *([APPOINTMENT.c.campaign == campaign] if campaign else []),
        *([APPOINTMENT.c.person == person] if person else []),
        *([] if ended else [APPOINTMENT.c.until == ""]),
    ]
    query = (
        select(APPOINTMENT, PERSON.c.name)
        .where(*wanted)
        .order_by(APPOINTMENT.c.since, APPOINTMENT.c.campaign, APPOINTMENT.c.role, APPOINTMENT.c.key, APPOINTMENT.c.id)
    )
    return tuple(Appointment(*row) for row in db.execute(query))


def _appointed(db: Connection, asked: Appointment, now: dt.datetime) -> Appointment:
    held = _held(db, campaign=asked.campaign)
    same = next((one for one in held if (one.person, one.role, one.key) == (asked.person, asked.role, asked.key)), None)
    if same is not None:
        return same
    holder = next((one for one in held if asked.role in _ONE_HOLDER and (one.role, one.key) == asked[3:5]), None)
    if holder is not None:
        remedy = f"take that seat away first, or make this one a substitute of {asked.key}"
        raise SeatTaken(_PEOPLE, f"{holder.name} is {holder.words} already", remedy)
    made = asked._replace(id=secrets.token_hex(8), since=stamp(now), until="")
    row = made._asdict()
    del row["name"]
    db.execute(APPOINTMENT.insert().values(row))
    return made


def _changes(seat: Appointment, told: Iterable[Appointment], what: str) -> list[Notice]:
    """Tell holders of the same command, and umpires, that somebody took a seat or left it."""
    return [Notice(seat.campaign, one.person, one.key, "seat", about=f"{what} {seat.id}") for one in told]


def _link(row: Row[Any]) -> Invite:
    return Invite(**{name: getattr(row, name) for name in Invite._fields})


def _open_link(db: Connection, secret_hash: str, now: dt.datetime) -> Invite:
    alive = (LINK.c.secret_hash == secret_hash, LINK.c.used == "", LINK.c.expires > stamp(now))
    row = db.execute(select(LINK).where(*alive)).first()
    if row is None:
        raise Spent
    return _link(row)


def _used(db: Connection, secret_hash: str, now: dt.datetime, kind: str) -> Invite:
    """Use a link up. Of two who come at once, one finds it used: the row is taken under its own condition."""
    invite = _open_link(db, secret_hash, now)
    mine = and_(LINK.c.secret_hash == secret_hash, LINK.c.kind == kind, LINK.c.used == "")
    if db.execute(update(LINK).where(mine).values(used=stamp(now))).rowcount != 1:
        raise Spent
    return invite
