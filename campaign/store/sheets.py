"""
Keep the sheets of the commands beside the log: drafts and sealed ones, deadlines, and what the silent do.

While people write, the log stands still. A sheet has one version after the other; who writes names the version that he
had before him, so that of two tabs the second learns of the first. Sent twice under one id, it counts once. Times of
the wall come in as arguments.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sqlalchemy import and_, select, update

from campaign.store.faults import StoreFault
from campaign.store.people import stamp
from campaign.store.sheettables import DEADLINE, LEASE, SENT, SHARE, SHEET, SILENCE

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from campaign.store.eventlog import EventLog

__all__ = ["MODES", "Deadline", "Mode", "OtherVersion", "Sending", "Sheet", "Sheets", "SheetsMoved", "TooLate"]

State = Literal["draft", "sealed", "closed"]
Mode = Literal["umpire", "clock", "all_sealed"]
MODES: tuple[Mode, ...] = ("umpire", "clock", "all_sealed")
"""What closes a turn: the umpire; the clock, at the deadline; the clock, or the last seal if that is earlier."""
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LENGTH = 12


class Sheet(NamedTuple):
    """What a command has written for a turn; version 0: nothing yet."""

    command: str
    turn: str
    version: int = 0
    state: State = "draft"
    text: str = ""
    seat: str = ""
    at: str = ""
    digest: str = ""
    closed_at: int = 0

    @property
    def code(self) -> str:
        """Twelve letters of a sealed sheet to read out: they say whether two people speak of the same text."""
        if not self.digest:
            return ""
        number, found = int(self.digest, 16), ""
        for _ in range(_CODE_LENGTH):
            number, letter = divmod(number, len(_LETTERS))
            found += _LETTERS[letter]
        return "-".join(found[index : index + 4] for index in range(0, _CODE_LENGTH, 4))


class Sending(NamedTuple):
    """A writing: the person, the sheet, and what he knew: the version before him, and the last log entry."""

    campaign: str
    command: str
    turn: str
    version: int
    send_id: str
    seen: int
    seat: str
    now: dt.datetime


class Deadline(NamedTuple):
    """The end of a turn's writing: what closes it, when, and how many hours later the next one ends."""

    turn: str
    mode: Mode = "umpire"
    closes_at: str = ""
    hours: int = 0
    watched: str = ""
    missed: int = 0


class OtherVersion(StoreFault):
    """A sheet was written elsewhere since it was looked at; ``kept`` is what is there now."""

    def __init__(self, kept: Sheet) -> None:
        """Keep what is there."""
        self.kept = kept
        what = f"it was written elsewhere meanwhile: version {kept.version} is there, {kept.state}"
        super().__init__(f"sheet of {kept.command}", what, "look at both texts, and send the one you want again")


class TooLate(StoreFault):
    """The turn was closed before the sheet came."""

    def __init__(self, command: str) -> None:
        """Say so."""
        what = "the orders of this turn are closed; what you sent was not kept"
        super().__init__(f"sheet of {command}", what, "it can be sent for the next turn; look at what has happened")


class SheetsMoved(StoreFault):
    """A sheet was written while the turn was being closed; nothing was closed."""

    def __init__(self, campaign: str) -> None:
        """Say so."""
        super().__init__(f"campaign {campaign!r}", "a sheet came in at this moment", "close the turn again")


class Sheets:
    """The sheets of one store."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps them."""
        self._log = log

    def sheet(self, campaign: str, command: str, turn: str) -> Sheet:
        """Give what a command has written for a turn."""
        with self._log.transaction() as db:
            return _sheet(db, campaign, command, turn)

    def sheets(self, campaign: str, turn: str) -> dict[str, Sheet]:
        """Give all that was written for a turn, by command."""
        query = select(SHEET).where(SHEET.c.campaign == campaign, SHEET.c.turn == turn)
        with self._log.transaction() as db:
            return {row.command: Sheet(*row[1:]) for row in db.execute(query)}

    def marks(self, campaign: str, turn: str) -> str:
        """Give what changes when a sheet of a turn is begun, sealed or opened; it says nothing of what is in them."""
        query = select(SHEET.c.command, SHEET.c.state, SHEET.c.digest).where(
            SHEET.c.campaign == campaign, SHEET.c.turn == turn
        )
        with self._log.transaction() as db:
            rows = sorted(":".join(row) for row in db.execute(query))
        return hashlib.sha256("\n".join((turn, *rows)).encode()).hexdigest()[:16]

    def unclosed(self) -> dict[str, tuple[str, ...]]:
        """List the sheets that no turn has closed, by campaign; each by what changes when it is written anew."""
        query = select(SHEET.c.campaign, SHEET.c.turn, SHEET.c.command, SHEET.c.version).where(
            SHEET.c.state != "closed"
        )
        found: dict[str, list[str]] = {}
        with self._log.transaction() as db:
            for campaign, *row in db.execute(query):
                found.setdefault(campaign, []).append(":".join(map(str, row)))
        return {campaign: tuple(sorted(rows)) for campaign, rows in found.items()}

    def save(self, sent: Sending, text: str) -> Sheet:
        """
        Keep a draft.

        Raises
        ------
        OtherVersion
            If the sheet was written elsewhere, or is sealed.
        TooLate
            If the turn was closed before.
        """
        return self._write(sent, text, "draft")

    def seal(self, sent: Sending, text: str, share: str = "") -> Sheet:
        """Seal a sheet, with a share in the dice of the turn if one is given; raises as ``save`` does."""
        return self._write(sent, text, "sealed", share)

    def shares(self, campaign: str, turn: str) -> dict[str, str]:
        """Give the shares in a turn's dice that lie in sealed sheets, by command."""
        same = and_(*(SHARE.c[name] == SHEET.c[name] for name in ("campaign", "command", "turn", "version")))
        query = select(SHARE.c.command, SHARE.c.share).join(SHEET, same)
        wanted = query.where(SHARE.c.campaign == campaign, SHARE.c.turn == turn, SHEET.c.state != "draft")
        with self._log.transaction() as db:
            return {row.command: row.share for row in db.execute(wanted)}

    def unseal(self, sent: Sending) -> Sheet:
        """Open a sealed sheet, to write on; raises as ``save`` does."""
        return self._write(sent, None, "draft")

    def _write(self, sent: Sending, text: str | None, state: State, share: str = "") -> Sheet:
        with self._log.transaction(write=True) as db:
            self._log.hold(db, sent.campaign)
            kept = _sheet(db, sent.campaign, sent.command, sent.turn)
            if _known(db, sent):
                return kept
            if kept.state == "closed" and kept.closed_at > sent.seen:
                raise TooLate(sent.command)
            if kept.version != sent.version or (kept.state == "sealed" and text is not None):
                raise OtherVersion(kept)
            made = _made(sent, kept.text if text is None else text, state)
            _keep(db, sent.campaign, made)
            row = {"campaign": sent.campaign, "command": sent.command, "turn": sent.turn, "version": made.version}
            db.execute(SENT.insert().values(**row, send_id=sent.send_id))
            if share:
                mine = (SHARE.c[name] == row[name] for name in ("campaign", "command", "turn"))
                db.execute(SHARE.delete().where(*mine))
                db.execute(SHARE.insert().values(**row, share=share))
        return made

    def freeze(self, db: Connection, campaign: str, turn: str, sheets: Mapping[str, Sheet], seq: int) -> None:
        """
        Close the sheets of a turn, in the transaction that writes so into the log.

        Parameters
        ----------
        sheets
            As they were read, one for each command.
        seq
            The number of the entry.

        Raises
        ------
        SheetsMoved
            If one is no longer as it was read.
        """
        for command, sheet in sheets.items():
            if _sheet(db, campaign, command, turn) != sheet:
                raise SheetsMoved(campaign)
            _keep(db, campaign, sheet._replace(state="closed", closed_at=seq))
        db.execute(SENT.delete().where(SENT.c.campaign == campaign, SENT.c.turn != turn))

    # --- deadlines ----------------------------------------------------------------------------------------------

    def deadline(self, campaign: str) -> Deadline:
        """Say when the turn of a campaign is closed."""
        with self._log.transaction() as db:
            row = db.execute(select(DEADLINE).where(DEADLINE.c.campaign == campaign)).first()
        return Deadline("") if row is None else Deadline(*row[1:])

    def set_deadline(self, campaign: str, wanted: Deadline) -> None:
        """Set when a turn is closed."""
        with self._log.transaction(write=True) as db:
            self._log.hold(db, campaign)
            db.execute(DEADLINE.delete().where(DEADLINE.c.campaign == campaign))
            db.execute(DEADLINE.insert().values(campaign=campaign, **wanted._asdict()))

    def deadlines(self) -> dict[str, Deadline]:
        """Give the deadlines of all campaigns that have one."""
        with self._log.transaction() as db:
            return {row.campaign: Deadline(*row[1:]) for row in db.execute(select(DEADLINE))}

    def watched(self, campaign: str, now: dt.datetime, *, missed: bool) -> None:
        """Note that the program looks at the clock, and whether it was not there when a deadline passed."""
        with self._log.transaction(write=True) as db:
            values = {"watched": stamp(now), "missed": int(missed)}
            db.execute(update(DEADLINE).where(DEADLINE.c.campaign == campaign).values(**values))

    # --- silence, leases ----------------------------------------------------------------------------------------

    def silence(self, campaign: str) -> dict[str, str]:
        """Say what commands do that send no orders, as far as it was set."""
        with self._log.transaction() as db:
            rows = db.execute(select(SILENCE).where(SILENCE.c.campaign == campaign))
            return {row.command: row.mode for row in rows}

    def set_silence(self, campaign: str, command: str, mode: str) -> None:
        """Set what a command does if it sends no orders."""
        mine = and_(SILENCE.c.campaign == campaign, SILENCE.c.command == command)
        with self._log.transaction(write=True) as db:
            db.execute(SILENCE.delete().where(mine))
            db.execute(SILENCE.insert().values(campaign=campaign, command=command, mode=mode))

    def lease(self, name: str, holder: str, now: dt.datetime, until: dt.datetime) -> bool:
        """Take a lease, or go on with it; give whether it is held now. It ends by itself."""
        with self._log.transaction(write=True) as db:
            self._log.hold(db, f"lease/{name}")
            kept = db.execute(select(LEASE).where(LEASE.c.name == name)).first()
            if kept is not None and kept.holder != holder and kept.until > stamp(now):
                return False
            db.execute(LEASE.delete().where(LEASE.c.name == name))
            db.execute(LEASE.insert().values(name=name, holder=holder, until=stamp(until)))
        return True

    def release(self, name: str, holder: str) -> None:
        """Give a lease back."""
        with self._log.transaction(write=True) as db:
            db.execute(LEASE.delete().where(LEASE.c.name == name, LEASE.c.holder == holder))


def _sheet(db: Connection, campaign: str, command: str, turn: str) -> Sheet:
    mine = (SHEET.c.campaign == campaign, SHEET.c.command == command, SHEET.c.turn == turn)
    row: Sequence[Any] | None = db.execute(select(SHEET).where(*mine)).first()
    return Sheet(command, turn) if row is None else Sheet(*row[1:])


def _known(db: Connection, sent: Sending) -> bool:
    mine = (SENT.c.campaign == sent.campaign, SENT.c.command == sent.command, SENT.c.send_id == sent.send_id)
    return db.execute(select(SENT.c.version).where(*mine)).first() is not None


def _made(sent: Sending, text: str, state: State) -> Sheet:
    version = sent.version + 1
    content = {"campaign": sent.campaign, "command": sent.command, "turn": sent.turn, "version": version, "text": text}
    whole = json.dumps(content, sort_keys=True, ensure_ascii=False).encode()
    digest = hashlib.sha256(whole).hexdigest() if state == "sealed" else ""
    return Sheet(sent.command, sent.turn, version, state, text, sent.seat, stamp(sent.now), digest)


def _keep(db: Connection, campaign: str, sheet: Sheet) -> None:
    mine = (SHEET.c.campaign == campaign, SHEET.c.command == sheet.command, SHEET.c.turn == sheet.turn)
    db.execute(SHEET.delete().where(*mine))
    db.execute(SHEET.insert().values(campaign=campaign, **sheet._asdict()))
