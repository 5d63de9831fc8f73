"""Write, check, seal and open the sheet of a command; every check is made with what that command knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from campaign.docket.delays import Posts, is_slow, standing_words, under_way_words
from campaign.docket.dummylines import foretold
from campaign.docket.foreseen import foreseen
from campaign.model.commands import command_named, commands_of
from campaign.model.notation import format_order
from campaign.model.sheets import turn_key
from campaign.model.viewer import UMPIRE
from campaign.spoken.wording import understood
from campaign.store.sheets import Sending, Sheet, Sheets
from maps.problems import did_you_mean
from webui.desk.faults import BadRequest
from webui.desk.moments import words_of
from webui.desk.sheets.kept import found_kept, read_kept
from webui.desk.sheets.mixing import share_data, wanted_share

if TYPE_CHECKING:
    import datetime as dt

    from campaign.docket.dummylines import DummyLine
    from campaign.docket.letterlines import LetterLine
    from campaign.docket.reading import Read
    from campaign.model.things import Command, Setting
    from campaign.spoken.verdicts import Verdict
    from campaign.store.session import Session
    from webui.desk.looks import Look

__all__ = [
    "MOST_TEXT",
    "Checked",
    "Sent",
    "checked",
    "command_of",
    "day_data",
    "sheet_data",
    "sheet_of",
    "start_text",
    "write",
]

MOST_TEXT = 20_000
MARKS = {
    "sound": "will be done", "doubt": "in doubt", "refused": "cannot be done", "ask": "not understood",
    "note": "a note, nothing is ordered",
}  # fmt: skip


class Sent(NamedTuple):
    """What somebody wants done with a sheet."""

    do: str
    text: str
    version: int
    send_id: str
    turn: str
    share: str = ""
    """The player's share in the dice of the turn, a text of his own."""


class Checked(NamedTuple):
    """A sheet, and what becomes of each line."""

    read: Read
    found: tuple[Verdict, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Count lines by what becomes of them."""
        states = [one.state for one in self.found] + [_further_state(one.verdict) for one in self.read.further]
        states += [one.state for one in self.read.beside]
        return {name: states.count(name) for name in MARKS if name in states}


def command_of(setting: Setting, viewer: str) -> Command:
    """
    Find the command whose sheet a viewer writes.

    Raises
    ------
    BadRequest
        If the viewer holds no single command.
    """
    found = command_named(setting, viewer)
    if found is None:
        known = [one.id for one in commands_of(setting)]
        why = "the umpire writes no sheet of his own" if viewer == UMPIRE else f"{viewer[:40]!r} is several commands"
        raise BadRequest(404, "command", why, did_you_mean(viewer, known))
    return found


def sheet_of(session: Session, command: str) -> Sheet:
    """Give what a command has written for the turn that is open."""
    return Sheets(session.log).sheet(session.campaign, command, turn_key(session.state.clock))


def start_text(look: Look, command: str) -> str:
    """Begin a new sheet with what was ordered until further notice."""
    number, short = look.hexmap.number, look.state.stands
    lines = []
    for one in look.state.standing.get(command, ()):
        if one.ends:
            continue
        who = ", ".join(short[key].profile.short or key for key in one.who if key in short)
        trigger = {"": "", "contact": " if in contact", "attacked": " if attacked", "cut_off": " if cut off"}[
            one.trigger
        ]
        goal = f" to {number(one.goal)}" if one.goal is not None else ""
        until = f" until day {one.until[0]}" if one.until else ""
        turn = f" turn {one.until[1]}" if one.until and one.until[1] < 99 else ""
        lines.append(f"standing: {who}{trigger} {one.posture.replace('_', ' ')}{goal}{until}{turn}")
    return "\n".join(lines)


def checked(look: Look, command: Command, text: str) -> Checked:
    """Read a sheet for its command, and say what becomes of each line as far as the command knows."""
    if len(text) > MOST_TEXT:
        raise BadRequest(400, "text", f"the sheet is longer than {MOST_TEXT} characters", "shorten it")
    read = read_kept(look.session, look.situation, look.viewer, text, seq=look.seq)
    kept, ruleset = found_kept(look.session, look.situation, look.viewer), look.session.ruleset
    dummies = tuple(foretold(one, look.situation, ruleset, command.side) for one in read.dummies)
    read = read._replace(dummies=dummies) if dummies else read
    return Checked(_timed(look, command, read), foreseen(read.lines, look.situation, ruleset, command, kept))


def _timed(look: Look, command: Command, read: Read) -> Read:
    """Say beside what counts until further notice when its units know of it, where orders take their time."""
    if not is_slow(look.situation, command.side):
        return read
    posts, before = Posts(look.situation, command), look.state.standing.get(command.id, ())
    given = iter(read.standing)
    further = []
    for line in read.further:
        late = standing_words(posts, next(given), before) if line.verdict == "give" else {}
        told = tuple(f"{_short(look, key)}: {words}" for key, words in late.items())
        further.append(replace(line, assumed=(*line.assumed, *told)))
    return read._replace(further=tuple(further))


def write(session: Session, command: str, sent: Sent, *, seat: str, now: dt.datetime) -> Sheet:
    """
    Save, seal or open a sheet.

    Raises
    ------
    OtherVersion, TooLate
        If it was written elsewhere meanwhile, or the turn is closed.
    BadRequest
        If something else is wanted.
    """
    # State and number are of one moment: another thread may read on between two questions, and a closing be missed.
    kept, chronicle = Sheets(session.log), session.chronicle
    state = chronicle.state
    if state is None or state.closing is not None or sent.turn != turn_key(state.clock):
        raise BadRequest(
            409,
            "late",
            "the orders of that turn are closed",
            "look at what has happened, and order for the turn that has begun",
        )
    sending = Sending(session.campaign, command, sent.turn, sent.version, sent.send_id, chronicle.seq, seat, now)
    if sent.do == "save":
        return kept.save(sending, sent.text)
    if sent.do == "seal":
        return kept.seal(sending, sent.text, wanted_share(session, sent.share))
    if sent.do == "open":
        return kept.unseal(sending)
    raise BadRequest(400, "do", f"a sheet is not {sent.do[:20]!r}", "check, save, seal or open it")


# --- for the page ---------------------------------------------------------------------------------------------------


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Give a sheet and its receipt."""
    return {
        "turn": sheet.turn, "version": sheet.version, "state": sheet.state, "text": sheet.text, "at": sheet.at,
        "code": sheet.code, "digest": sheet.digest,
    }  # fmt: skip


def day_data(look: Look, command: Command, sheet: Sheet) -> dict[str, Any]:
    """Give all that a command's page of the day begins with: the sheet, the turn, the deadline, what it may change."""
    session = look.session
    deadline = Sheets(session.log).deadline(session.campaign)
    text = sheet.text if sheet.version else start_text(look, command.id)
    return {
        "command": command.id,
        "name": command.name,
        "campaign": look.session.name,
        "clock": words_of(look.state.clock, look.tables),
        "turn": turn_key(look.state.clock),
        "open": look.state.closing is None and not look.state.ended,
        "sheet": {**sheet_data(sheet), "text": text, "state": "draft" if sheet.state == "closed" else sheet.state},
        "deadline": {"mode": deadline.mode, "at": deadline.closes_at}
        if deadline.turn
        else {"mode": "umpire", "at": ""},
        "standing": start_text(look, command.id),
        "slow": is_slow(look.situation, command.side),
        "sender": Posts(look.situation, command).notice,
        "under_way": [under_way_words(look.situation, one) for one in look.state.under_way.get(command.id, ())],
        "share": share_data(session, command.id),
    }


def lines_data(look: Look, found: Checked) -> list[dict[str, Any]]:
    """List the lines of a sheet as they were written, with what becomes of each."""
    rows = [_line(look, one) for one in found.found]
    for one in found.read.further:
        words = ["; ".join(one.assumed)] if one.verdict == "give" else []
        state = _further_state(one.verdict)
        row = {"number": one.number, "text": f"standing: {one.text}", "state": state, "mark": MARKS[state]}
        rows.append(
            row | {"why": one.why, "words": words, "understood": "", "choices": [], "assumed": [], "orders": []}
        )
    rows += [_said(one) for one in found.read.beside]
    return sorted(rows, key=lambda row: int(row["number"]))


def _said(one: LetterLine | DummyLine) -> dict[str, Any]:
    return {
        "number": one.number, "text": one.text, "state": one.state, "mark": MARKS[one.state], "why": one.why,
        "words": [one.words] if one.words else [], "understood": "", "choices": list(one.choices), "assumed": [],
        "orders": [],
    }  # fmt: skip


def _further_state(verdict: str) -> str:
    return "sound" if verdict == "give" else verdict


def _line(look: Look, verdict: Verdict) -> dict[str, Any]:
    line = verdict.line
    return {
        "number": line.number, "text": line.text, "state": verdict.state, "mark": MARKS[verdict.state],
        "understood": understood(line, look.situation), "why": line.why, "choices": list(line.choices),
        "assumed": list(line.assumed),
        "words": [f"{_short(look, one.stand)}: {one.words}{_rule(one.rule)}" for one in verdict.outcomes],
        "orders": [format_order(order, look.hexmap) for one in verdict.outcomes for order in one.orders],
    }  # fmt: skip


def _rule(rule: str) -> str:
    return f" ({rule})" if rule not in {"", "orders"} else ""


def _short(look: Look, key: str) -> str:
    return look.state.stands[key].profile.short or key
