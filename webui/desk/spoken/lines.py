"""Give orders in a club's own words: what is made of each line, giving them, marches that go on."""

from __future__ import annotations

import itertools
import uuid
from typing import TYPE_CHECKING, Any

from campaign.docket.letterlines import is_letter, read_letter
from campaign.engine.ledger import Refusal
from campaign.model.notation import format_order
from campaign.model.sheets.intents import Line
from campaign.model.verbs.letter import SendLetter
from campaign.model.viewer import UMPIRE
from campaign.spoken.reader import read_block
from campaign.spoken.standing import going_on
from campaign.spoken.verdicts import Outcome, Verdict, verdicts
from campaign.spoken.vocabulary import LANGUAGES
from campaign.spoken.wording import understood
from campaign.views import view_for
from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from campaign.model.anyorder import AnyOrder
    from campaign.store.entry import Entry
    from campaign.store.session import Session
    from webui.desk.looks import Look

__all__ = ["carry_on", "give_spoken", "read_spoken_lines", "spoken_data"]


def read_spoken_lines(look: Look, text: str, language: str = "") -> tuple[Verdict, ...]:
    """
    Read a block for who looks, and say what becomes of each line.

    Raises
    ------
    BadRequest
        If no words of the language are known.
    """
    if language and language not in LANGUAGES:
        remedy = f"take {' or '.join(LANGUAGES)}, or leave it away"
        raise BadRequest(400, "language", f"no words of {language[:20]!r} are known", remedy)
    raw = text.splitlines()
    letters = {number: line for number, line in enumerate(raw, 1) if is_letter(line)}
    rest = "\n".join("" if number in letters else line for number, line in enumerate(raw, 1))
    read = read_block(rest, look.situation, look.viewer, language)
    found = verdicts(read, look.situation, look.session.ruleset, look.viewer, look.judged(look.viewer))
    post = [_letter(look, number, line) for number, line in letters.items()]
    return tuple(sorted([*found, *post], key=lambda one: one.line.number))


def _letter(look: Look, number: int, text: str) -> Verdict:
    """Say what becomes of a letter: what is given here is carried out at once, so a side's letter goes at once."""
    if look.viewer not in {side.key for side in look.state.setting.sides}:
        why = "whose letter is it? Say above whose orders these are, and read them again"
        if look.viewer != UMPIRE:
            why = "a letter: write this line on the sheet of a command, or write it on the page Letters"
        return Verdict(Line(number, text, "ask", why=why))
    read = read_letter(number, text, look.situation, look.viewer, now=True)
    if read.draft is None:
        return Verdict(Line(number, read.text, "ask", why=read.why, choices=read.choices))
    line, draft = Line(number, read.text, "give"), read.draft
    if read.state == "refused":
        return Verdict(line, (Outcome("", "refused", read.why, rule="letters"),))
    order = SendLetter(draft.sender, draft.to, draft.means, draft.form, draft.text)
    return Verdict(line, (Outcome("", "now", read.words, (order,)),))


def spoken_data(look: Look, found: Collection[Verdict]) -> dict[str, Any]:
    """Give verdicts as the page lists them."""
    states = [one.state for one in found]
    return {
        "version": look.version,
        "lines": [_line(look, one) for one in found],
        "count": {name: states.count(name) for name in ("sound", "doubt", "refused", "ask", "note")},
    }


def _line(look: Look, verdict: Verdict) -> dict[str, Any]:
    line = verdict.line
    return {
        "number": line.number,
        "text": line.text,
        "state": verdict.state,
        "understood": understood(line, look.situation),
        "assumed": list(line.assumed),
        "why": line.why,
        "asked": line.asked,
        "choices": list(line.choices),
        "outcomes": [_outcome(look, one) for one in verdict.outcomes],
    }


def _outcome(look: Look, one: Outcome) -> dict[str, Any]:
    name = look.state.stands[one.stand].profile.short if one.stand else "letter"
    return {
        "stand": one.stand,
        "name": name or one.stand,
        "state": one.state,
        "words": one.words,
        "rule": one.rule,
        "path": list(one.way.path) if one.way else [],
        "ends": list(one.way.ends) if one.way else [],
        "turns": one.way.turns if one.way else 0,
        "arrival": list(one.way.arrival) if one.way else None,
        "orders": [format_order(order, look.hexmap) for order in one.orders],
    }


def give_spoken(
    look: Look,
    found: Collection[Verdict],
    *,
    by: str,
    lines: Collection[int],
    doubted: Collection[int],
    command_id: str,
    after: int | None,
    faces: Collection[int] | None = None,
) -> Entry | None:
    """
    Give the orders of some lines as one entry, all or none; None if they come to no order.

    Parameters
    ----------
    lines
        Their numbers; none: all that are sound.
    doubted
        Lines that are given although they are in doubt.

    Raises
    ------
    BadRequest
        If a line is wanted that is not sound.
    Refusal
        If the rules forbid one of them; nothing is given then.
    """
    numbers = {one.line.number: one for one in found}
    wanted = [*lines, *doubted] or [number for number, one in numbers.items() if one.state == "sound"]
    orders: list[AnyOrder] = []
    for number in sorted(set(wanted)):
        verdict = numbers.get(number)
        good = {"sound", "doubt"} if number in doubted else {"sound"}
        if verdict is None or verdict.state not in good:
            why = "there is no such line" if verdict is None else f"it is {_SAID[verdict.state]}"
            raise BadRequest(409, "line", f"line {number} cannot be given: {why}", "give the sound lines alone")
        orders += verdict.orders(doubted=number in doubted)
    if not orders:
        return None
    dice = tuple(faces) if faces is not None else None
    return look.session.submit(tuple(orders), by=by, command_id=command_id, after=after, faces=dice)


_SAID = {
    "doubt": "in doubt: accept the doubt, or say the way", "refused": "against the rules", "ask": "a question",
    "note": "a note", "sound": "sound",
}  # fmt: skip


def carry_on(session: Session, names: Iterator[str] | None = None) -> list[Entry]:
    """
    Carry on the marches to far goals in the phase that has begun; an entry for each side that has any.

    What the rules refuse after all waits for the next phase.

    Parameters
    ----------
    names
        Ids for the commands that are sent; None: new ones are made.
    """
    found: list[Entry] = []
    if not session.state.intents:
        return found
    names = names or (f"{uuid.uuid4().hex}-{number}" for number in itertools.count())
    for side in session.setting.sides:
        view = view_for(session.known(side.key), session.situation)
        orders: list[AnyOrder] = []
        for one in going_on(view, session.ruleset, side.key):
            orders += one.orders
        if orders:
            try:
                found.append(session.submit(tuple(orders), by=side.key, command_id=next(names)))
            except Refusal:
                found += _one_by_one(session, orders, side.key, names)
    return found


def _one_by_one(session: Session, orders: list[AnyOrder], by: str, names: Iterator[str]) -> list[Entry]:
    """Give orders singly where one of them is refused, so that it holds up no other."""
    found = []
    for order in orders:
        try:
            found.append(session.submit(order, by=by, command_id=next(names)))
        except Refusal:
            continue
    return found
