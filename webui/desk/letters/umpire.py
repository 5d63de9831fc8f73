"""Do what an umpire does with letters: read, hold, change and deliver them, write as anybody, set how they go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.engine.letters.delivering import on_the_way
from campaign.engine.letters.figures import CLOCK, ORDERS, figure, figures, game_time
from campaign.engine.letters.keeping import changed_text
from campaign.model.letters import FORMS, MEANS, MOST_LETTERS, UMPIRE, clean, party_name, time_words, writers_of
from campaign.model.names import listed
from campaign.model.sheets import turn_key
from campaign.model.verbs.hold import ChangeLetter, HoldLetter, ReleaseLetter
from campaign.model.verbs.letter import DeliverLetters, LetterSent, SendLetter
from campaign.store.letters import LetterBox
from maps.problems import did_you_mean
from webui.desk.faults import BadRequest
from webui.desk.letters.box import letter_row, waiting_row
from webui.desk.letters.going import departing
from webui.desk.moments import words_of

if TYPE_CHECKING:
    from campaign.model.letters import Letter
    from campaign.model.situation import Situation
    from campaign.store.letters import Waiting
    from campaign.store.session import Session

__all__ = ["ACTS", "Act", "act", "overview", "send_as", "send_waiting"]

ACTS = ("hold", "release", "change", "deliver")
"""What can be done with a letter that has not come yet."""
_MOST_DONE = 200


class Act(NamedTuple):
    """What is to be done with a letter, why, and the id of doing it."""

    do: str
    letter: str
    reason: str
    command_id: str
    text: str = ""


def act(session: Session, wanted: Act) -> None:
    """
    Hold, release, change or deliver a letter, whether it waits for the end of its turn or is on its way.

    Raises
    ------
    BadRequest, Refusal
        If there is no such letter, or it cannot be done.
    """
    if wanted.do not in ACTS:
        raise BadRequest(400, "do", f"a letter is not {wanted.do[:20]!r}", did_you_mean(wanted.do, ACTS))
    waiting = {one.id: one for one in _waiting(session)}
    if wanted.letter in waiting and wanted.do == "deliver":
        send_waiting(session, wanted.command_id, only=wanted.letter)
        session.submit(DeliverLetters((wanted.letter,)), command_id=f"{wanted.command_id}-come")
    elif wanted.letter in waiting:
        _mark(session, waiting[wanted.letter], wanted)
    else:
        session.submit(_order(wanted), command_id=wanted.command_id)


def _order(wanted: Act) -> HoldLetter | ReleaseLetter | ChangeLetter | DeliverLetters:
    if wanted.do == "hold":
        return HoldLetter(wanted.letter, wanted.reason)
    if wanted.do == "release":
        return ReleaseLetter(wanted.letter, wanted.reason)
    if wanted.do == "change":
        return ChangeLetter(wanted.letter, wanted.text, wanted.reason)
    return DeliverLetters((wanted.letter,))


def _mark(session: Session, one: Waiting, wanted: Act) -> None:
    """Note beside the log what is to be done with a letter that waits; the closing writes it into the log."""
    reason = clean(wanted.reason)
    if not reason:
        raise BadRequest(400, "letters", "the reason is missing", "say why; it will stand in the log")
    if wanted.do == "change":
        one = one._replace(changed=changed_text(wanted.text), why=reason)
    else:
        one = one._replace(held=reason if wanted.do == "hold" else "")
    LetterBox(session.log).mark(session.campaign, one, seen=session.seq)


def send_waiting(session: Session, command_id: str, *, only: str = "") -> int:
    """
    Send letters that wait now, not when the turn is closed; count them.

    Raises
    ------
    BadRequest
        If the turn is being closed: they go with it.
    """
    if session.state.closing is not None:
        raise BadRequest(409, "letters", "the turn is being closed, and they go with it", "go on with the closing")
    going = departing(session, turn_key(session.state.clock), only=only)
    count = len({event.letter for event in going.events if hasattr(event, "letter")})
    if count:
        session.submit((), command_id=command_id, after=going.seq, preface=going.events, also=going.check)
    return count


def send_as(session: Session, order: SendLetter, command_id: str, *, at_once: bool) -> None:
    """Send a letter as anybody, and deliver it at once if so wished; raises ``Refusal``."""
    if order.sender != UMPIRE and not clean(order.reason):
        raise BadRequest(400, "letters", "the reason is missing", "say why you write in another's name")
    entry = session.submit(order, command_id=command_id)
    if at_once:
        (key,) = [event.letter for event in entry.events if isinstance(event, LetterSent)]
        session.submit(DeliverLetters((key,)), command_id=f"{command_id}-come")


def _waiting(session: Session) -> list[Waiting]:
    state = session.state
    found = LetterBox(session.log).waiting(session.campaign, turn_key(state.clock))
    return [one for one in found if one.id not in state.letters]


# --- for the page ---------------------------------------------------------------------------------------------------


def overview(session: Session) -> dict[str, Any]:
    """Give all letters as the umpire sees them: those that wait, are on their way, and have come or never will."""
    situation = session.situation
    state, setting = situation.state, situation.state.setting
    readers = LetterBox(session.log).readers(session.campaign)
    letters = sorted(state.letters.values(), key=lambda one: (one.sent, one.id), reverse=True)
    under_way = [one for one in letters if list(on_the_way(one))]
    done = [one for one in letters if not list(on_the_way(one))]
    parties = [UMPIRE, *(key for side in setting.sides for key in writers_of(setting, side.key))]
    return {
        "name": session.name,
        "clock": words_of(state.clock, situation.tables),
        "time": time_words(game_time(situation)),
        "turn": turn_key(state.clock),
        "open": state.closing is None and not state.ended,
        "waiting": [
            waiting_row(situation, one) | {"held": one.held, "changed": one.changed} for one in _waiting(session)
        ],
        "under_way": [_row(situation, one, readers) for one in under_way],
        "done": [_row(situation, one, readers) for one in done[:_MOST_DONE]],
        "cut": max(0, len(done) - _MOST_DONE),
        "parties": [{"key": key, "name": party_name(setting, key)} for key in dict.fromkeys(parties)],
        "forms": [{"key": key, "name": words} for key, words in FORMS.items()],
        "sides": [{"key": side.key, "name": side.name} for side in setting.sides],
        "most": MOST_LETTERS,
        "figures": [f"{means} {what}" for means in (*MEANS, CLOCK, ORDERS) for what in figures(means)],
        "means": [{"key": means, "rows": _figures(situation, means)} for means in (*MEANS, CLOCK, ORDERS)],
    }


def _row(situation: Situation, letter: Letter, readers: dict[str, dict[str, str]]) -> dict[str, Any]:
    setting = situation.state.setting
    return letter_row(setting, letter) | {
        "heard": letter.heard,
        "held": letter.held,
        "changed": letter.changed,
        "hidden": letter.hidden,
        "fates": [_fate(situation, letter, key) for key in letter.arrives],
        "read": listed(party_name(setting, key) for key in sorted(readers.get(letter.id, {}))),
    }


def _fate(situation: Situation, letter: Letter, key: str) -> str:
    """Say what became of a letter on its way to one of its receivers."""
    name, at = party_name(situation.state.setting, key), time_words(letter.arrives[key])
    if letter.heard:
        return f"overheard by {name} at {at}"
    if key in letter.lost:
        return f"never comes to {name}: its courier was caught"
    return f"came to {name} at {at}" if key in letter.delivered else f"comes to {name} at {at}"


def _figures(situation: Situation, means: str) -> list[dict[str, Any]]:
    """List what is set of a means: the common figure, and those of sides that have their own."""
    sides = [side.key for side in situation.state.setting.sides]
    rows = []
    for what, bounds in figures(means).items():
        common = figure(situation, means, what)
        own = {key: figure(situation, means, what, key) for key in sides} if means != CLOCK else {}
        other = [
            f"{party_name(situation.state.setting, key)}: {value}" for key, value in own.items() if value != common
        ]
        rows.append({"what": what, "value": common, "words": bounds.words, "others": "; ".join(other)})
    return rows
