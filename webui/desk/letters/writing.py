"""Write a letter that goes when the turn is closed, and take it back before that."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.ledger import Refusal
from campaign.engine.letters.sending import Draft, checked
from campaign.model.letters import MOST_A_TURN, letter_key, writers_of
from campaign.model.sheets import turn_key
from campaign.model.viewer import UMPIRE, side_of, viewer_of
from campaign.store.letters import LetterBox, LettersMoved, Waiting
from campaign.store.people import stamp
from maps.problems import did_you_mean
from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    import datetime as dt

    from campaign.model.things import Setting
    from campaign.store.session import Session
    from webui.desk.looks import Look

__all__ = ["Wanted", "take_back", "write", "writer_of"]

_TRIES = 20


class Wanted(NamedTuple):
    """A letter as it was filled in."""

    to: tuple[str, ...]
    means: str
    form: str
    text: str
    send_id: str
    turn: str


def writer_of(setting: Setting, viewer: str) -> str:
    """
    Name the writer that a viewer stands for: his command, or the side.

    Raises
    ------
    BadRequest
        If he writes none on a page of his own.
    """
    known = [key for side in setting.sides for key in writers_of(setting, side.key)]
    found = viewer_of(setting, viewer)
    if not side_of(setting, found):
        why = "the umpire has a page of his own for letters" if viewer == UMPIRE else "an observer writes no letters"
        raise BadRequest(404, "letters", why, did_you_mean(viewer, dict.fromkeys(known)))
    return viewer


def write(look: Look, wanted: Wanted, *, seat: str, now: dt.datetime) -> Waiting:
    """
    Keep a letter until the turn is closed; sent twice under one id it is kept once.

    Whether it can go is judged by what its writer knows.

    Raises
    ------
    BadRequest
        If it cannot be sent so, or the turn is closed.
    """
    session, sender = look.session, writer_of(look.state.setting, look.viewer)
    key = letter_key(session.ruleset.tables.veil, sender, wanted.send_id)
    post = LetterBox(session.log)
    try:
        draft = checked(look.situation, Draft(sender, wanted.to, wanted.means, wanted.form, wanted.text, key))
    except Refusal as refusal:
        raise BadRequest(409, refusal.rule, refusal.why, "") from refusal
    for left in reversed(range(_TRIES)):
        seen = _open(session, wanted.turn)
        mine = post.waiting(session.campaign, wanted.turn, sender)
        _check_count(look, mine, key)
        number = 1 + max((one.number for one in mine), default=0)
        text = (draft.to, draft.means, draft.form, draft.text)
        letter = Waiting(key, wanted.turn, sender, *text, number, seat, stamp(now))
        try:
            return post.keep(session.campaign, letter, seen=seen)
        except LettersMoved:
            if not left:
                raise
    raise AssertionError(wanted)


def take_back(look: Look, letter: str) -> None:
    """
    Take a letter back that has not gone yet.

    Raises
    ------
    BadRequest
        If it has gone, or there is none of that id of this writer's.
    """
    session, sender = look.session, writer_of(look.state.setting, look.viewer)
    for left in reversed(range(_TRIES)):
        seen = _open(session, turn_key(session.state.clock))
        if letter in look.state.letters:
            raise BadRequest(409, "letters", "that letter has gone already", "write another one after it")
        try:
            if not LetterBox(session.log).take_back(session.campaign, sender, letter, seen=seen):
                raise BadRequest(404, "letters", "no letter of that number waits", "look at the list of those that do")
            return
        except LettersMoved:
            if not left:
                raise


def _open(session: Session, turn: str) -> int:
    """Give the last entry of the log, if the turn takes letters still."""
    seq, state = session.seq, session.state
    if state.ended:
        raise BadRequest(409, "letters", "the campaign is over", "write outside the game what is still to be said")
    if state.closing is not None or turn != turn_key(state.clock):
        what = "that turn is closed; your letter was not kept"
        raise BadRequest(409, "late", what, "look at what has happened, and send it with the turn that has begun")
    return seq


def _check_count(look: Look, mine: list[Waiting], key: str) -> None:
    gone = [one for one in look.state.letters.values() if one.turn == turn_key(look.state.clock)]
    count = len({one.id for one in mine} | {one.id for one in gone if one.sender == look.viewer} - {key})
    if count >= MOST_A_TURN and key not in {one.id for one in mine}:
        why = f"you have written {MOST_A_TURN} letters for this turn"
        raise BadRequest(429, "letters", why, "take one back that waits, or write with the next turn")
