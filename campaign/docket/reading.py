"""
Read a sheet: orders for the turn, lines that count until further notice, letters and dummies.

``standing: 1/110 if attacked withdraw to 4429 until day 3`` is such a line. Its units and its place are read as those
of any other line, and no word of it is dropped.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.docket.dummylines import DummyLine, is_dummy, read_dummy
from campaign.docket.letterlines import LetterLine, is_letter, read_letter
from campaign.docket.postures import DOES
from campaign.model.sheets import Posture, Standing, Trigger
from campaign.model.sheets.intents import NIGHT, Line
from campaign.spoken.reader import own_stands, read_block

if TYPE_CHECKING:
    from campaign.model.situation import Situation

__all__ = ["Read", "read_sheet"]

_HEAD = re.compile(r"^\s*(?:standing|standing order|until further notice|bis auf weiteres)\s*:\s*", re.IGNORECASE)
_POSTURES: tuple[tuple[str, Posture], ...] = (
    (r"holds? at all costs|um jeden preis halten", "hold_at_all_costs"),
    (r"stands? fast|holds?|hält|halten", "stand_fast"),
    (r"delays?(?: back)?|verzögern|verzögert", "delay"),
    (r"withdraws?|falls? back|weicht aus|ausweichen", "withdraw"),
    (r"goes on|go on|weitermachen", "go_on"),
    (r"automaton|plays? itself|automat", "automaton"),
)
_TRIGGERS: tuple[tuple[str, Trigger], ...] = (
    (r"(?:if|when|wenn|bei) (?:in )?(?:contact|feindberührung)", "contact"),
    (r"(?:if|when|wenn) (?:attacked|angegriffen)", "attacked"),
    (r"(?:if|when|wenn) (?:cut off|abgeschnitten)", "cut_off"),
)
_UNTIL = re.compile(r"\b(?:until|bis) (?:day|tag) (\d{1,3})(?:,? turn (\d{1,2}))?\b", re.IGNORECASE)
_ALL = frozenset({"all", "everybody", "alle"})
_GO_BACK = frozenset({"delay", "withdraw"})


class Read(NamedTuple):
    """A sheet as it was read."""

    lines: tuple[Line, ...]
    standing: tuple[Standing, ...]
    further: tuple[Line, ...]
    """The lines that count until further notice, with a question where one was not understood."""
    letters: tuple[LetterLine, ...] = ()
    """The lines that are letters."""
    dummies: tuple[DummyLine, ...] = ()
    """The lines that are about dummies."""

    @property
    def beside(self) -> list[LetterLine | DummyLine]:
        """The lines that order no unit about: letters and dummies."""
        return [*self.letters, *self.dummies]


def read_sheet(text: str, view: Situation, viewer: str, language: str = "") -> Read:
    """
    Read a sheet for a command.

    Parameters
    ----------
    view
        What the command knows; it must come from its view.
    """
    raw = text.splitlines()
    marked = {number: _HEAD.sub("", line) for number, line in enumerate(raw, 1) if _HEAD.match(line)}
    letters = {number: line for number, line in enumerate(raw, 1) if number not in marked and is_letter(line)}
    false = {number: line for number, line in enumerate(raw, 1) if number not in marked and is_dummy(line)}
    taken = marked.keys() | letters.keys() | false.keys()
    rest = "\n".join("" if number in taken else line for number, line in enumerate(raw, 1))
    found = [_standing(number, words, view, viewer, language) for number, words in marked.items()]
    standing = tuple(one for one, _ in found if one is not None)
    post = tuple(read_letter(number, line, view, viewer) for number, line in letters.items())
    dummies = tuple(read_dummy(number, line, view, viewer) for number, line in false.items())
    return Read(read_block(rest, view, viewer, language), standing, tuple(line for _, line in found), post, dummies)


def _standing(number: int, words: str, view: Situation, viewer: str, language: str) -> tuple[Standing | None, Line]:
    """Read what follows ``standing:``; give it, and the line as it was understood or is asked about."""
    rest, until = _taken_until(" ".join(words.split()))
    rest, trigger = _taken(rest, _TRIGGERS)
    place = next(((m, p) for p_, p in _POSTURES if (m := re.search(rf"\b(?:{p_})\b", rest, re.IGNORECASE))), None)
    if place is None:
        return None, _asked(number, words, "which: stand fast, hold at all costs, delay, withdraw, go on or automaton?")
    match, posture = place
    who = rest[: match.start()].strip(" ,:;.")
    goal = re.sub(r"^(?:back )?(?:to|nach|auf)\s+", "", rest[match.end() :].strip(" ,:;."), flags=re.IGNORECASE)
    # Who delays without a place falls back on his headquarters.
    if bool(goal) != (posture in _GO_BACK) and (goal or posture != "delay"):
        why = "name the place to go back to" if posture in _GO_BACK else f"what is meant by {goal[:40]!r}?"
        return None, _asked(number, words, why)
    made = _read_rest(who, goal, view, viewer, language)
    if isinstance(made, str):
        return None, _asked(number, words, made)
    units, hex_ = made
    if posture == "automaton" and set(units) != set(own_stands(view, viewer)):
        return None, _asked(
            number, words, "only a whole command is played by the program; write: standing: all automaton"
        )
    kept = Standing(units, posture, trigger, hex_, until)
    does = DOES[posture] + (f", to {view.map.number(hex_)}" if hex_ is not None else "")
    return kept, Line(number, words, "give", assumed=("until further notice", does))


def _read_rest(
    who: str, goal: str, view: Situation, viewer: str, language: str
) -> tuple[tuple[str, ...], int | None] | str:
    """Read units and a place by the common reader; a text says what it asks."""
    own = tuple(sorted(own_stands(view, viewer)))
    if who.casefold() in _ALL and not goal:
        return own, None
    anybody = next((view.state.stands[key] for key in own if view.state.stands[key].on_map), None)
    if who.casefold() in _ALL and anybody is None:
        return "the command has no unit on the map"
    named = anybody.profile.short if anybody is not None and who.casefold() in _ALL else who
    lines = read_block(f"{named} to {goal}" if goal else f"{named} hold", view, viewer, language)
    if len(lines) != 1 or lines[0].verdict != "give" or len(lines[0].intents) != 1:
        return (lines[0].why if lines else "") or "name the units, as in: standing: 1/110 stand fast"
    intent = lines[0].intents[0]
    units = own if who.casefold() in _ALL else intent.who
    return units, intent.goal if goal else None


def _taken_until(text: str) -> tuple[str, tuple[int, int] | None]:
    match = _UNTIL.search(text)
    if match is None:
        return text, None
    until = int(match[1]), int(match[2]) if match[2] else NIGHT
    return (text[: match.start()] + text[match.end() :]).strip(" ,"), until


def _taken(text: str, table: tuple[tuple[str, Trigger], ...]) -> tuple[str, Trigger]:
    for pattern, trigger in table:
        match = re.search(rf"\b(?:{pattern})\b,?", text, re.IGNORECASE)
        if match is not None:
            return " ".join((text[: match.start()] + " " + text[match.end() :]).split()), trigger
    return text, ""


def _asked(number: int, words: str, why: str) -> Line:
    return msgspec.structs.replace(Line(number, words, "ask"), why=why)
