"""
Read letters that stand as lines on a sheet: ``letter to 28 Div by courier: hold until noon``, in English or German.

Whoever gets it is named by id or name, also cut short ("28 Div"); only commands of the writer's own side are known, so
that an enemy's name reads as any other word. What follows the colon is the letter, and nothing in it is read as orders.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.ledger import Refusal
from campaign.engine.letters.roads import journey
from campaign.engine.letters.sending import Draft, checked
from campaign.model.commands import command_named, commands_of
from campaign.model.letters import COURIER, MEANS, STAFF, TELEPHONE, UMPIRE, WIRELESS, clean, letter_key, party_name
from campaign.model.names import listed
from campaign.model.sheets import turn_key
from campaign.model.things import Command
from campaign.spoken.names import Unclear
from campaign.spoken.sheetfile import LETTER
from campaign.spoken.tokens import plain

if TYPE_CHECKING:
    from campaign.model.situation import Situation

__all__ = ["LetterLine", "is_letter", "read_letter"]

_WHOLE = re.compile(rf"^{LETTER}\s*(?P<to>[^:]*?)\s*:\s*(?P<text>.*)$", re.IGNORECASE | re.DOTALL)
_BY = re.compile(r"^(?P<to>.+?),?\s+(?:by|via|per|mit|durch|über|ueber)\s+(?P<means>[^,]+)$", re.IGNORECASE)
_ARTICLES = re.compile(r"^(?:a|the|field|dem|den|der|ein|einen|einem)\s+", re.IGNORECASE)
_MEANS = {
    **dict.fromkeys(("wireless", "radio", "funk", "funkspruch"), WIRELESS),
    **dict.fromkeys(("telephone", "phone", "telefon", "fernsprecher", "draht"), TELEPHONE),
    **dict.fromkeys(
        ("courier", "messenger", "runner", "rider", "dispatch rider",
         "kurier", "melder", "meldereiter", "bote", "boten"),
        COURIER,
    ),
    **dict.fromkeys(("hand",), STAFF),
}  # fmt: skip
_UMPIRES = frozenset({"umpire", "schiedsrichter", "spielleitung", "leitung"})
_ALL = frozenset({"all", "everybody", "alle"})
_LEFT_OUT = frozenset({"the", "der", "die", "das", "dem", "den"})
_AND = re.compile(r"\s*(?:,|;|&|\band\b|\bund\b)\s*", re.IGNORECASE)
_SHOWN = 300


class LetterLine(NamedTuple):
    """A line that is a letter: what was understood, and why it cannot go or what is asked; ``draft`` None: asked."""

    number: int
    text: str
    draft: Draft | None = None
    state: str = "sound"
    words: str = ""
    why: str = ""
    choices: tuple[str, ...] = ()


def is_letter(line: str) -> bool:
    """Whether a line begins as a letter does."""
    return re.match(LETTER, line, re.IGNORECASE) is not None


def read_letter(number: int, line: str, view: Situation, viewer: str, *, now: bool = False) -> LetterLine:
    """
    Read a line that is a letter, and say whether it can go as far as its writer knows.

    Parameters
    ----------
    view
        What the writer knows; it must come from its view.
    now
        Whether it goes now, and not when the turn is closed; then a side may write as well as a command.
    """
    shown = " ".join(clean(line).split())[:_SHOWN]
    sides = {side.key: Command(side.key, side.key, side.name) for side in view.state.setting.sides} if now else {}
    command = command_named(view.state.setting, viewer) or sides.get(viewer)
    if command is None:
        return LetterLine(number, shown, state="ask", why="letters are written by commands, on their own sheets")
    try:
        draft = _draft(number, line, view, command)
    except Unclear as asked:
        return LetterLine(number, shown, state="ask", why=str(asked), choices=asked.choices)
    try:
        draft = checked(view, draft)
    except Refusal as refusal:
        return LetterLine(number, shown, draft, "refused", why=refusal.why)
    return LetterLine(number, shown, draft, words=_words(view, draft, "now" if now else "when the turn is closed"))


def _draft(number: int, line: str, view: Situation, command: Command) -> Draft:
    found = _WHOLE.match(line)
    if found is None:
        why = "put a colon before what it says: letter to 28 Div by courier: hold until noon"
        raise Unclear(why)
    to, means = _means(found["to"].strip())
    if not clean(found["text"]):
        why = "what is it to say? Write it behind the colon"
        raise Unclear(why)
    receivers = _receivers(to, view, command)
    key = letter_key(view.tables.veil, command.id, turn_key(view.state.clock), f"line {number}")
    return Draft(command.id, receivers, means, "free", clean(found["text"]), key)


def _means(to: str) -> tuple[str, str]:
    """Part the receivers from the means; by wireless, if none is said."""
    found = _BY.match(to)
    if found is None:
        return to, WIRELESS
    said = _ARTICLES.sub("", " ".join(found["means"].casefold().split()))
    if said not in _MEANS:
        names = (WIRELESS, TELEPHONE, COURIER)
        why = f"by which means: {', '.join(names[:-1])} or {names[-1]}? {said[:30]!r} is none"
        raise Unclear(why, choices=names)
    return found["to"].strip(), _MEANS[said]


def _receivers(to: str, view: Situation, command: Command) -> tuple[str, ...]:
    if not to:
        why = "to whom? Name a command of your side, all, or the umpire"
        raise Unclear(why)
    names = [to] if _found(to, view, command) else [one for one in _AND.split(to) if one]
    return tuple(dict.fromkeys(_receiver(name, view, command) for name in names))


def _receiver(name: str, view: Situation, command: Command) -> str:
    said = plain(name).strip()
    if said.split()[-1:] and said.split()[-1] in _UMPIRES:
        return UMPIRE
    if said in _ALL:
        return command.side
    found = _found(name, view, command)
    if len(found) == 1:
        return found[0].id
    known = [one.name for one in found or _others(view, command)]
    why = f"{name[:40]!r} may be {' or '.join(known)}" if found else f"nobody of yours is called {name[:40]!r}"
    raise Unclear(why, choices=tuple(known[:5]))


def _others(view: Situation, command: Command) -> list[Command]:
    return [one for one in commands_of(view.state.setting) if one.side == command.side and one.id != command.id]


def _found(name: str, view: Situation, command: Command) -> list[Command]:
    """List the commands that a name may mean; one that is written out or by its id is meant alone."""
    others = _others(view, command)
    exact = [one for one in others if name.casefold() in {one.id.casefold(), one.name.casefold()}]
    return exact or [one for one in others if _fits(_tokens(name), _tokens(one.name))]


def _tokens(name: str) -> list[str]:
    words = re.findall(r"[a-z]+|\d+", re.sub(r"(\d)(?:st|nd|rd|th)\b", r"\1", plain(name)))
    return [word for word in words if word not in _LEFT_OUT]


def _fits(said: list[str], name: list[str]) -> bool:
    """Whether each word that was said begins one of a name, in order; numbers are alike."""
    left = iter(name)
    return bool(said) and all(
        any(word == other or (not word.isdigit() and other.startswith(word)) for other in left) for word in said
    )


def _words(view: Situation, draft: Draft, when: str) -> str:
    setting = view.state.setting
    names = listed(party_name(setting, key) for key in draft.to)
    minutes = max(journey(view, draft.sender, key, draft.means).minutes for key in draft.to)
    long = f"; it takes {minutes} minutes" if minutes else ""
    return f"a letter to {names}, {MEANS[draft.means]}, goes {when}{long}"
