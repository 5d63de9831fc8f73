"""Make of a row of the outbox what its reader gets: a mail with report and code, or a line for a chat."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from campaign.model.commands import command_named
from campaign.model.people import PLAYING
from campaign.model.people.telling import ASKED
from campaign.model.sheets import turn_key
from campaign.store.people import People
from campaign.store.post.wishes import WishBook
from maps.problems import ProblemsFound
from webui.desk.exports import Options, Source, export
from webui.desk.faults import BadRequest
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.moments import late_seq, moments
from webui.post.codes import code_of
from webui.post.harmless import for_chat, one_line, plain
from webui.post.mail import Attached, Text
from webui.post.needs import NEEDS, needs_words
from webui.post.words import said, said_of_body

if TYPE_CHECKING:
    from campaign.model.people import Appointment
    from campaign.model.people.telling import Notice
    from campaign.store.post.outbox import Posted
    from webui.desk.exports import Export
    from webui.desk.library import CampaignStore
    from webui.post.settings import PostSettings
    from webui.post.words import Said

__all__ = ["ABOVE", "Writer", "chat_text"]

ABOVE = "-- write your orders above this line --"
_ASKS = frozenset({"turn", "reminder", "nudge", "withdrawn"})
"""What is answered by orders."""
_FORMS = {"pdf": "pdf", "text": "txt"}


class Writer:
    """Writes the mails and lines of one store."""

    def __init__(self, store: CampaignStore, settings: PostSettings) -> None:
        """Take the store and its settings."""
        self._store, self._settings = store, settings
        self._looks = Looks()

    def said(self, row: Posted, now: dt.datetime) -> Said:
        """Say a row in words."""
        if row.notice.kind in ASKED:
            return said_of_body(row.notice.body)
        wishes = WishBook(self._store.log).wishes(row.notice.person)
        told = said(self._store.session(row.notice.campaign), row.notice, wishes, now)
        return told._replace(heading=one_line(told.heading), text=plain(told.text))

    def mail(self, row: Posted, address: str, now: dt.datetime) -> Text:
        """Make the mail of a row, with the report of the turn if its reader wants that."""
        told, notice = self.said(row, now), row.notice
        made = dt.datetime.fromisoformat(row.made)
        if notice.kind in ASKED:
            return Text(row.id, address, told.heading, told.text, made, answers=told.answers)
        subject, parts = told.heading, [told.text, self._settings.link(told.path)]
        if notice.kind in NEEDS:
            parts[1:1] = [plain(words) for words in needs_words(self._store.session(notice.campaign), notice.kind)]
        report = self._report(notice) if notice.kind == "turn" else None
        if report is not None and report.mimetype == "text/plain":
            parts.append(report.body.decode())
        if report is None and notice.kind == "turn" and WishBook(self._store.log).wishes(notice.person).report:
            parts.append("The report could not be made for this mail; it is on your page.")
        code = self._code(notice) if notice.kind in _ASKS else ""
        if code:
            subject, parts = f"{subject} [{code}]", [_how(code, self._command(notice)), *parts]
        parts.append(f"You chose to be told so: {self._settings.link('/account/post')}")
        attached = Attached(report.name, report.mimetype, report.body) if report and "pdf" in report.mimetype else None
        return Text(row.id, address, subject, "\n\n".join(parts) + "\n", made, attached)

    def _seat(self, notice: Notice) -> Appointment | None:
        held = People(self._store.log).appointments(campaign=notice.campaign, person=notice.person)
        return next((one for one in held if one.key == notice.viewer), None)

    def _command(self, notice: Notice) -> str:
        found = command_named(self._store.session(notice.campaign).setting, notice.viewer)
        return "" if found is None else found.name

    def _code(self, notice: Notice) -> str:
        """Give the code that makes an answer orders for the turn that is open; "" if it may be none."""
        session, seat = self._store.session(notice.campaign), self._seat(notice)
        if self._settings.imap is None or seat is None or seat.role not in PLAYING or session.state.ended:
            return ""
        if not self._command(notice):
            return ""
        turn = turn_key(session.state.clock)
        return code_of(self._store.log, notice.campaign, notice.person, notice.viewer, turn)

    def _report(self, notice: Notice) -> Export | None:
        """Make the report of a turn as its reader knows it; None if he wants none, or none can be made."""
        form = _FORMS.get(WishBook(self._store.log).wishes(notice.person).report)
        seat, session = self._seat(notice), self._store.session(notice.campaign)
        if form is None or seat is None:
            return None
        last = late_seq(session, seat.delay) if seat.role == "observer" and seat.delay else None
        look = self._looks.look(session, seat.key, last)
        clocks = [one.clock for one in moments(session, last=look.seq) if turn_key(one.clock) == notice.turn]
        if not clocks:
            return None
        source = Source(look, Diary(session, seat.key), self._looks)
        try:
            return export("turn", form, source, Options(day=clocks[0].day, turn=clocks[0].turn))
        except (BadRequest, ProblemsFound):
            return None


def chat_text(told: Said, link: str) -> str:
    """Give a line for a chat: nothing in it calls anybody, or looks like what it is not."""
    return f"**{for_chat(told.heading)}**\n{for_chat(told.text)}\n<{link}>"


def _how(code: str, command: str) -> str:
    return (
        f"To order by mail, answer this one: your orders for {one_line(command, 80)}, one a line, above this line.\n"
        f"{ABOVE}\nThe code of this turn is {code}; whoever has it can order in your name."
    )
