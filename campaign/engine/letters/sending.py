"""Send a letter: check its writer, receivers and means, and reckon when it will be there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.ledger import Refusal
from campaign.engine.letters.figures import figure, game_time
from campaign.engine.letters.roads import RULE, Journey, journey
from campaign.model.commands import commands_of
from campaign.model.letters import (
    FORMS,
    MEANS,
    MOST_A_TURN,
    MOST_LETTERS,
    STAFF,
    UMPIRE,
    clean,
    letter_key,
    side_of_party,
    writers_of,
)
from campaign.model.sheets import turn_key
from campaign.model.verbs.hold import LetterHeld
from campaign.model.verbs.letter import LetterReturned, LetterSent, SendLetter
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation

__all__ = ["Draft", "checked", "receivers_of", "returned", "send_letter", "sent"]


class Draft(NamedTuple):
    """A letter that is to go."""

    sender: str
    to: tuple[str, ...]
    means: str
    form: str
    text: str
    key: str = ""
    """Its id; "": one is made."""
    hidden: bool = False
    why: str = ""


def send_letter(order: SendLetter, by: str, ledger: Ledger) -> None:
    """Send a letter now."""
    state = ledger.state
    if state.ended:
        raise Refusal(RULE, "the campaign is over; go back to an earlier turn to play on from there")
    if by != UMPIRE and (order.sender not in writers_of(state.setting, by) or order.hidden):
        known = ", ".join(writers_of(state.setting, by))
        raise Refusal(RULE, f"you do not write for {order.sender[:40]!r}; you write for {known}")
    key = letter_key(ledger.situation.tables.veil, order.sender, str(state.seq), str(len(state.letters)))
    draft = Draft(order.sender, order.to, order.means, order.form, order.text, key, order.hidden, order.reason)
    for event in sent(ledger.situation, checked(ledger.situation, draft)):
        ledger.record(event)


def checked(situation: Situation, draft: Draft) -> Draft:
    """
    Give a letter as it is to be kept: its receivers one by one, its text without what is not to be read.

    A command's own view will do: whether it can go is asked of the same functions that send it.

    Raises
    ------
    Refusal
        If it cannot be sent so; the words name the way out.
    """
    text = clean(draft.text)
    if draft.form not in FORMS:
        raise Refusal(RULE, f"there is no form {draft.form[:20]!r}; {did_you_mean(draft.form, FORMS)}")
    if not text:
        raise Refusal(RULE, "the letter is empty; write what it is to say")
    if len(text) > MOST_LETTERS:
        raise Refusal(RULE, f"the letter has {len(text)} characters; {MOST_LETTERS} can be sent, so shorten it")
    receivers = receivers_of(situation, draft.sender, draft.to)
    means = STAFF if UMPIRE in {draft.sender, *receivers} else draft.means
    if means not in MEANS:
        raise Refusal(RULE, f"there is no means {means[:20]!r}; {did_you_mean(means, MEANS)}")
    found = draft._replace(to=receivers, text=text, means=means)
    _journeys(situation, found)
    _check_count(situation, draft.sender)
    return found


def receivers_of(situation: Situation, sender: str, to: tuple[str, ...]) -> tuple[str, ...]:
    """
    Name those who get a letter, a side as its commands; the umpire gets his letters alone.

    Raises
    ------
    Refusal
        If somebody is named whom the sender does not know of.
    """
    setting = situation.state.setting
    side = side_of_party(setting, sender)
    if sender != UMPIRE and not side:
        writers = [UMPIRE, *(key for one in setting.sides for key in writers_of(setting, one.key))]
        raise Refusal(RULE, f"nobody is called {sender[:40]!r}; {did_you_mean(sender, dict.fromkeys(writers))}")
    sides = [one.key for one in setting.sides] if sender == UMPIRE else [side]
    commands = [one.id for one in commands_of(setting) if one.side in sides]
    found: list[str] = []
    for key in to:
        if key in commands or (key == UMPIRE and sender != UMPIRE):
            found.append(key)
        elif key in sides:
            found += [one.id for one in commands_of(setting) if one.side == key]
        else:
            known = dict.fromkeys([*commands, *sides, *([UMPIRE] if sender != UMPIRE else [])])
            raise Refusal(RULE, f"nobody of yours is called {key[:40]!r}; {did_you_mean(key, known)}")
    found = [key for key in dict.fromkeys(found) if key != sender]
    if not found:
        raise Refusal(RULE, "it is written to nobody; name a command, your side, or the umpire")
    if UMPIRE in found and len(found) > 1:
        raise Refusal(RULE, "the umpire gets his letters alone; write a second one to the others")
    return tuple(found)


def _journeys(situation: Situation, draft: Draft) -> dict[str, Journey]:
    return {key: journey(situation, draft.sender, key, draft.means) for key in draft.to}


def _check_count(situation: Situation, sender: str) -> None:
    turn = turn_key(situation.state.clock)
    so_far = sum(one.sender == sender and one.turn == turn for one in situation.state.letters.values())
    if so_far >= MOST_A_TURN and sender != UMPIRE:
        raise Refusal(RULE, f"{MOST_A_TURN} letters have gone in this turn already; wait for the next")


def sent(situation: Situation, draft: Draft) -> list[LetterSent | LetterHeld]:
    """
    Send a letter that was checked, and hold it if all of its means are held.

    Raises
    ------
    Refusal
        If it cannot go as things are.
    """
    now, found = game_time(situation), _journeys(situation, draft)
    went = LetterSent(
        letter=draft.key, sender=draft.sender, receivers=draft.to, means=draft.means, form=draft.form, text=draft.text,
        sent=now, turn=turn_key(situation.state.clock), hidden=draft.hidden, why=draft.why, rule=RULE,
        arrives={key: now + one.minutes for key, one in found.items()},
        ways={key: one.way for key, one in found.items() if one.way},
    )  # fmt: skip
    side = side_of_party(situation.state.setting, draft.sender)
    if draft.means != STAFF and figure(situation, draft.means, "held", side):
        held = LetterHeld(letter=draft.key, reason=f"all letters {MEANS[draft.means]} are held", rule=RULE)
        return [went, held]
    return [went]


def returned(situation: Situation, draft: Draft, why: str) -> LetterReturned:
    """Give a letter back that could not go, with the reason."""
    return LetterReturned(
        letter=draft.key, sender=draft.sender, receivers=draft.to, means=draft.means, form=draft.form, text=draft.text,
        sent=game_time(situation), turn=turn_key(situation.state.clock), words=why, rule=RULE,
    )  # fmt: skip
