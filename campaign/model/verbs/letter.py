"""
Send letters, and deliver them.

Whoever sent a letter is told that it went, and no more; whoever gets it is told when it is there; who overhears it
reads his copy. Their texts name whom they will: he who reads a letter reads what was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from campaign.model.folding import change
from campaign.model.letters import FORMS, MEANS, Letter, party_name, time_words
from campaign.model.names import Names, listed
from campaign.model.roles import Code, CommandId, Count, Flag, KindWord, Role, SideKey, Text
from campaign.model.tokens import quoted
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.masks import Mask
    from campaign.model.state import State
    from campaign.model.verbs.told import Teller
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = [
    "ROWS", "DeliverLetters", "LetterDelivered", "LetterHeard", "LetterLost", "LetterReturned", "LetterSent",
    "SendLetter", "changed_letter", "marked", "said",
]  # fmt: skip


def _open(value: Any, _: Mask) -> Any:
    return value


def _nothing(_value: Any, _mask: Mask) -> dict[str, Any]:
    return {}


def _parties(words: Words, _: str) -> tuple[str, ...]:
    return tuple(part for part in words.next("who gets it: commands, a side or umpire").text.split(",") if part)


Parties = Annotated[tuple[str, ...], Role("parties", _open, _parties, lambda keys, _: quoted(",".join(keys)))]
"""The receivers of a letter: commands, a side, or the umpire; they stand in events that their own are told alone."""
Times = Annotated[Mapping[str, int], Role("", _nothing)]
"""When a letter comes to each: only the umpire knows."""
Ways = Annotated[Mapping[str, tuple[int, ...]], Role("", _nothing)]
Letters = Annotated[
    tuple[str, ...],
    Role("letters", _open, lambda words, _: tuple(token.text for token in words.rest()),
         lambda keys, _: " ".join(map(quoted, keys))),
]  # fmt: skip


class SendLetter(Order, frozen=True):
    """
    Send a letter now, in game time; no rule asks for it.

    ``hidden``: it goes in the sender's name, and he is not told.
    """

    sender: CommandId
    to: Parties
    means: KindWord
    form: KindWord
    text: Code
    hidden: Flag = False
    reason: Text = ""


class DeliverLetters(Order, frozen=True):
    """Deliver what should have arrived by now; letters that are named, at once."""

    letters: Letters = ()


class LetterSent(Event, frozen=True, kw_only=True):
    """A letter went."""

    letter: Code
    sender: CommandId
    receivers: Parties
    means: KindWord
    form: KindWord
    text: Code
    sent: Count
    turn: Code = ""
    arrives: Times = {}  # noqa: RUF012 - msgspec gives each its own
    ways: Ways = {}  # noqa: RUF012
    hidden: Flag = False


class LetterReturned(Event, frozen=True, kw_only=True):
    """A letter could not go: its sender has it back."""

    letter: Code
    sender: CommandId
    receivers: Parties
    means: KindWord
    form: KindWord
    text: Code
    sent: Count
    turn: Code = ""
    words: Code = ""


class LetterDelivered(Event, frozen=True, kw_only=True):
    """A letter is there."""

    letter: Code
    sender: CommandId
    receiver: CommandId
    receivers: Parties
    means: KindWord
    form: KindWord
    text: Code
    sent: Count
    at: Count


class LetterHeard(Event, frozen=True, kw_only=True):
    """
    It was thrown for whether somebody overhears a letter or catches its courier.

    ``share`` is how much he has of it, "" if nothing; ``copy`` the id that he knows his copy by.
    """

    letter: Annotated[str, Role("", lambda _, __: "")]
    copy: Code
    side: SideKey
    by: CommandId
    means: KindWord
    share: KindWord = ""
    text: Code = ""
    at: Count = 0
    sender: SideKey = ""


class LetterLost(Event, frozen=True, kw_only=True):
    """A letter never comes to one of those it was written to; nobody is told."""

    letter: Code
    receiver: CommandId


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    """Read ``US-1 to us-2,umpire by courier form order "the text" hidden because "a ruse"``."""
    found: dict[str, Any] = {"sender": words.next("who writes it: a command, a side or umpire").text, "form": "free"}
    _keyword(words, "to")
    found["to"] = _parties(words, "")
    _keyword(words, "by")
    found["means"] = words.next(f"how it goes: {', '.join(MEANS)}").text
    if words.flag("form"):
        found["form"] = words.next(f"its form: {', '.join(FORMS)}").text
    found["text"] = words.next("the text, in quotation marks").text
    found["hidden"] = words.flag("hidden")
    if words.flag("because"):
        found["reason"] = words.next("the reason, in quotation marks").text
    return found


def _keyword(words: Words, word: str) -> None:
    token = words.next(f'"{word}"')
    if token.word != word:
        raise token.wrong(what=f'here it says {word}: letter us-1 to us-2 by courier "the text"')


def _write(order: SendLetter, _: HexMap) -> list[str]:
    found = [quoted(order.sender), "to", quoted(",".join(order.to)), "by", quoted(order.means)]
    found += [*(["form", quoted(order.form)] if order.form != "free" else []), marked(order.text)]
    found += ["hidden"] if order.hidden else []
    return [*found, *(["because", quoted(order.reason)] if order.reason else [])]


def marked(text: str) -> str:
    """Write a text in quotation marks, whatever it is."""
    return quoted(text, keywords=frozenset({text.lower()}))


# --- who is told ----------------------------------------------------------------------------------------------------


def _writer(event: LetterSent | LetterReturned, teller: Teller) -> bool:
    """Tell him who wrote it, unless it was done in his name behind his back."""
    if getattr(event, "hidden", False):
        return False
    mask = teller.mask
    return event.sender in mask.commands or (event.sender == mask.side and mask.whole)


def _reader(event: LetterDelivered, teller: Teller) -> bool:
    mask = teller.mask
    return event.receiver in mask.commands or (event.receiver == mask.side and mask.whole)


def _hearer(event: LetterHeard, teller: Teller) -> bool:
    return bool(event.share) and event.by in teller.mask.commands


# --- what it does ---------------------------------------------------------------------------------------------------


def _with(state: State, letter: Letter) -> State:
    return change(state, letters={**state.letters, letter.id: letter})


def _fold_sent(event: LetterSent, state: State) -> State:
    letter = Letter(
        event.letter, event.sender, event.receivers, event.means, event.form, event.text, event.sent, event.turn,
        event.arrives, event.ways, hidden=event.hidden,
    )  # fmt: skip
    return _with(state, letter)


def _fold_returned(event: LetterReturned, state: State) -> State:
    letter = Letter(
        event.letter, event.sender, event.receivers, event.means, event.form, event.text, event.sent, event.turn,
        returned=event.words,
    )  # fmt: skip
    return _with(state, letter)


def _fold_delivered(event: LetterDelivered, state: State) -> State:
    """Note that it is there; who did not know of it has it as it came."""
    at = {event.receiver: event.at}
    known = state.letters.get(event.letter)
    if known is None:
        known = Letter(
            event.letter, event.sender, event.receivers, event.means, event.form, event.text, event.sent
        )  # fmt: skip
    changed = event.text if event.text != known.text else known.changed
    came = tuple(dict.fromkeys((*known.delivered, event.receiver)))
    return _with(state, change(known, arrives={**known.arrives, **at}, delivered=came, changed=changed))


def _fold_heard(event: LetterHeard, state: State) -> State:
    known = state.letters.get(event.letter)
    state = state if known is None else _with(state, change(known, listened=True))
    if not event.share:
        return state
    copy = Letter(
        event.copy, event.sender, (event.by,), event.means, "free", event.text, event.at, arrives={event.by: event.at},
        delivered=(event.by,), heard=event.share,
    )  # fmt: skip
    return _with(state, copy)


def _fold_lost(event: LetterLost, state: State) -> State:
    return changed_letter(state, event.letter, lost=lambda known: (*known.lost, event.receiver))


def changed_letter(state: State, key: str, **fields: Any) -> State:
    """Change fields of a letter that is known; each is made from the letter as it was."""
    known = state.letters.get(key)
    return state if known is None else _with(state, change(known, **{name: of(known) for name, of in fields.items()}))


# --- how it is said -------------------------------------------------------------------------------------------------

_MOST_SAID = 160


def _party(key: str, names: Names) -> str:
    return party_name(names.state.setting, key)


def _what(event: Any, names: Names) -> str:
    told = listed(_party(key, names) for key in event.receivers)
    form = FORMS.get(event.form, event.form)
    return f"{form} of {_party(event.sender, names)} to {told}, {_by(event.means)}"


def _by(means: str) -> str:
    return MEANS.get(means, f"by {means}")


def said(text: str) -> str:
    """Give the beginning of a letter as part of a line."""
    line = " / ".join(part.strip() for part in text.split("\n") if part.strip())
    return repr(line if len(line) <= _MOST_SAID else f"{line[:_MOST_SAID].rstrip()} ...")


def _say_sent(event: LetterSent, names: Names) -> str:
    return f"{_what(event, names)}, was sent at {time_words(event.sent)}: {said(event.text)}"


def _say_returned(event: LetterReturned, names: Names) -> str:
    return f"{_what(event, names)}, did not go: {event.words}"


def _say_delivered(event: LetterDelivered, names: Names) -> str:
    came = f"came to {_party(event.receiver, names)} at {time_words(event.at)}"
    return f"{_what(event, names)}, {came}: {said(event.text)}"


def _say_heard(event: LetterHeard, names: Names) -> str:
    how = "caught a courier" if event.means == "courier" else "listened in"
    if not event.share:
        return f"{_party(event.by, names)} {how} for nothing" if event.means != "courier" else "a courier came through"
    much = {"whole": "the whole", "half": "half", "fragment": "a fragment"}.get(event.share, event.share)
    return f"{_party(event.by, names)} {how} and has {much} of a letter of {_party(event.sender, names)}: " + said(
        event.text
    )


def _say_order(order: SendLetter, names: Names) -> str:
    told = listed(_party(key, names) for key in order.to)
    return f"{FORMS.get(order.form, order.form)} to {told} {_by(order.means)}"


ROWS = (
    Verb(
        SendLetter,
        keys={"letter": Key("send a letter")},
        says=_say_order,
        read=_read,
        write=_write,
    ),
    Verb(DeliverLetters, keys={"deliver": Key("deliver letters that should be there")}),
    Tale(LetterSent, says=_say_sent, told=_writer, apply=_fold_sent),
    Tale(LetterReturned, says=_say_returned, told=_writer, apply=_fold_returned),
    Tale(LetterDelivered, says=_say_delivered, told=_reader, apply=_fold_delivered),
    Tale(LetterHeard, says=_say_heard, told=_hearer, apply=_fold_heard),
    Tale(
        LetterLost,
        says=lambda event, names: f"letter {event.letter} does not come to {_party(event.receiver, names)}",
        apply=_fold_lost,
    ),
)
"""The rows of letters."""
