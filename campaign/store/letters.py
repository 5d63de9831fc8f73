"""
Keep letters beside the log until their turn is closed, and what has been read.

While people write, the log stands still; the closing writes every letter of the turn into it. A letter of this table
is waiting as long as none of its id stands in the log: so an undo to before the closing has it waiting again. Times of
the wall come in as arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Column, Integer, String, Table, Text, and_, select, update

from campaign.store.beside import BESIDE
from campaign.store.faults import StoreFault
from campaign.store.people import stamp

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from campaign.store.eventlog import EventLog

__all__ = ["LETTER", "READ", "LetterBox", "LettersMoved", "Waiting"]

_NAME = String(80)

LETTER = Table(
    "letter_waiting",
    BESIDE,
    Column("campaign", _NAME, primary_key=True),
    Column("id", String(20), primary_key=True),
    Column("turn", String(20), nullable=False),
    Column("sender", _NAME, nullable=False),
    Column("receivers", Text, nullable=False),
    Column("means", String(20), nullable=False),
    Column("form", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", String(40), nullable=False, default=""),
    Column("at", String(40), nullable=False),
    Column("held", Text, nullable=False, default=""),
    Column("changed", Text, nullable=False, default=""),
    Column("why", Text, nullable=False, default=""),
)
"""``number``: which of its sender's it is in the turn; ``held``, ``why``: why the umpire holds it, changed it."""

READ = Table(
    "letter_read",
    BESIDE,
    Column("campaign", _NAME, primary_key=True),
    Column("viewer", _NAME, primary_key=True),
    Column("id", String(20), primary_key=True),
    Column("at", String(40), nullable=False),
)


class Waiting(NamedTuple):
    """A letter that goes when its turn is closed."""

    id: str
    turn: str
    sender: str
    receivers: tuple[str, ...]
    means: str
    form: str
    text: str
    number: int = 0
    seat: str = ""
    at: str = ""
    held: str = ""
    changed: str = ""
    why: str = ""


class LettersMoved(StoreFault):
    """The log, or a letter, was written in this moment; nothing was changed."""

    def __init__(self, campaign: str) -> None:
        """Say so."""
        super().__init__(f"campaign {campaign!r}", "it was written to at this moment", "try again")


class LetterBox:
    """The letters that wait in a store, and the marks of what was read."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps them."""
        self._log = log

    def waiting(self, campaign: str, turn: str, sender: str | None = None) -> list[Waiting]:
        """List the letters written for a turn, by their ids; of one sender in the order that he wrote them in."""
        mine = [LETTER.c.campaign == campaign, LETTER.c.turn == turn]
        if sender is not None:
            mine.append(LETTER.c.sender == sender)
        with self._log.transaction() as db:
            found = [_read(row) for row in db.execute(select(LETTER).where(*mine))]
        return sorted(found, key=lambda one: one.id if sender is None else (f"{one.number:06}", one.id))

    def keep(self, campaign: str, letter: Waiting, *, seen: int) -> Waiting:
        """
        Keep a letter; one that was sent before under its id stays as it is.

        Parameters
        ----------
        seen
            The last entry of the log that the writer looked at.

        Raises
        ------
        LettersMoved
            If the log has moved on: the turn may be closed.
        """
        with self._log.transaction(write=True) as db:
            self._hold(db, campaign, seen)
            same = and_(LETTER.c.campaign == campaign, LETTER.c.id == letter.id)
            known = db.execute(select(LETTER).where(same)).first()
            if known is not None:
                return _read(known)
            row = letter._asdict() | {"receivers": ",".join(letter.receivers)}
            db.execute(LETTER.insert().values(campaign=campaign, **row))
        return letter

    def take_back(self, campaign: str, sender: str, letter: str, *, seen: int) -> bool:
        """Take a letter back that waits, of this sender's; give whether there was one. Raises ``LettersMoved``."""
        mine = (LETTER.c.campaign == campaign, LETTER.c.id == letter, LETTER.c.sender == sender)
        with self._log.transaction(write=True) as db:
            self._hold(db, campaign, seen)
            return db.execute(LETTER.delete().where(*mine)).rowcount > 0

    def mark(self, campaign: str, letter: Waiting, *, seen: int) -> None:
        """Note what the umpire does with a letter that waits: holds it, or changes it. Raises ``LettersMoved``."""
        mine = (LETTER.c.campaign == campaign, LETTER.c.id == letter.id)
        with self._log.transaction(write=True) as db:
            self._hold(db, campaign, seen)
            values = {"held": letter.held, "changed": letter.changed, "why": letter.why}
            if not db.execute(update(LETTER).where(*mine).values(**values)).rowcount:
                raise LettersMoved(campaign)

    def check(self, db: Connection, campaign: str, turn: str, letters: Sequence[Waiting]) -> None:
        """See, as a turn is closed, that its letters are as they were read; raises ``LettersMoved``."""
        rows = db.execute(select(LETTER).where(LETTER.c.campaign == campaign, LETTER.c.turn == turn))
        if {_read(row) for row in rows} != set(letters):
            raise LettersMoved(campaign)

    def _hold(self, db: Connection, campaign: str, seen: int) -> None:
        self._log.hold(db, campaign)
        if self._log.last_seq(campaign) != seen:
            raise LettersMoved(campaign)

    def read(self, campaign: str, viewer: str) -> dict[str, str]:
        """Say which letters a viewer has read, and when."""
        with self._log.transaction() as db:
            rows = db.execute(select(READ).where(READ.c.campaign == campaign, READ.c.viewer == viewer))
            return {row.id: row.at for row in rows}

    def readers(self, campaign: str) -> dict[str, dict[str, str]]:
        """Say who has read what, and when: by letter, then by viewer."""
        found: dict[str, dict[str, str]] = {}
        with self._log.transaction() as db:
            for row in db.execute(select(READ).where(READ.c.campaign == campaign)):
                found.setdefault(row.id, {})[row.viewer] = row.at
        return found

    def mark_read(self, campaign: str, viewer: str, letters: Sequence[str], now: dt.datetime) -> None:
        """Note that a viewer has read some letters; the first time counts."""
        known = self.read(campaign, viewer)
        fresh = [key for key in dict.fromkeys(letters) if key not in known]
        if not fresh:
            return
        with self._log.transaction(write=True) as db:
            self._log.hold(db, campaign)
            mine = (READ.c.campaign == campaign, READ.c.viewer == viewer)
            there = {row.id for row in db.execute(select(READ.c.id).where(*mine))}
            rows = [{"campaign": campaign, "viewer": viewer, "id": key, "at": stamp(now)} for key in fresh]
            if new := [row for row in rows if row["id"] not in there]:
                db.execute(READ.insert(), new)


def _read(row: Sequence[object]) -> Waiting:
    _, *fields = row
    found = Waiting(*fields)  # type: ignore[arg-type]
    return found._replace(receivers=tuple(str(found.receivers).split(",")))
