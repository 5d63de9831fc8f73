"""
Read lines of a sheet that are about dummies: ``dummy like 1/110 called KG Weber``, ``dummy us-1 to Clervaux``.

A dummy is named by its id, with or without its first word, or by the name that it was given. Units and places are read
by the common reader, and no word of a line is dropped. What a line comes to is worked out on the command's own view.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.decide import Attempt, decide
from campaign.engine.dice import SeededDice
from campaign.engine.fog.feigning import trek_of
from campaign.engine.ledger import Refusal
from campaign.model.commands import command_named, first_of, holdings
from campaign.model.known.dummies import dummies_of
from campaign.model.verbs.dummy import DropDummy, MarchDummy, PlaceDummy
from campaign.spoken.names import Unclear
from campaign.spoken.reader import read_block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ruleset import Ruleset
    from campaign.model.known.dummies import Dummy
    from campaign.model.sheets.intents import Intent
    from campaign.model.situation import Situation
    from campaign.model.things import Command

__all__ = ["DummyLine", "attempted", "foretold", "is_dummy", "read_dummy"]

_NOUN = r"dummy|dummies|attrappe|scheinverband|scheineinheit"
_HEAD = re.compile(
    rf"^\s*(?:[-*•·]\s*)?(?P<verb>(?:place|set up|put|march|take back|take off)\s+)?(?:(?:a|the|eine?|die|der)\s+)?"
    rf"(?:{_NOUN})\b[\s:-]*",
    re.IGNORECASE,
)
_LIKE = re.compile(r"^(?:that looks\s+)?(?:like|wie)\s+", re.IGNORECASE)
_CALLED = re.compile(r"[,\s]\s*(?:called|named|genannt|namens)\s+(?P<name>\S.*)$", re.IGNORECASE)
_AT = re.compile(r"\s+(?:in|at|bei)\s+(?P<place>\S.*)$", re.IGNORECASE)
_BACK = re.compile(r"^(?:is\s+)?(?:(?:taken\s+)?back|off|zurück|zurücknehmen|weg)$", re.IGNORECASE)
_STAYS = re.compile(r"^(?:stays?|holds?|halts?|stops?|stands? fast|bleibt(?: stehen)?|hält|halt)$", re.IGNORECASE)
_GOES = re.compile(
    r"^(?:(?:march(?:es)?|moves?|goes|go|marschiert|geht|zieht)\s+)?(?:on\s+)?(?:to|nach|auf|bis)\s+(?P<place>\S.*)$",
    re.IGNORECASE,
)
_QUOTES = "\"'“”„«»"
_SHOWN = 300


class DummyLine(NamedTuple):
    """A line about a dummy: the order that it comes to, or what is asked; ``unit``: whom the order is about."""

    number: int
    text: str
    order: PlaceDummy | MarchDummy | DropDummy | None = None
    unit: str = ""
    state: str = "sound"
    words: str = ""
    why: str = ""
    choices: tuple[str, ...] = ()


def is_dummy(line: str) -> bool:
    """Whether a line begins as one about a dummy does."""
    return _HEAD.match(line) is not None


def read_dummy(number: int, line: str, view: Situation, viewer: str) -> DummyLine:
    """
    Read a line about a dummy.

    Parameters
    ----------
    view
        What the command knows; it must come from its view.
    """
    shown = " ".join(line.split())[:_SHOWN]
    command, head = command_named(view.state.setting, viewer), _HEAD.match(line)
    if command is None or head is None:
        return DummyLine(number, shown, state="ask", why="dummies are ordered by commands, on their own sheets")
    verb, rest = " ".join((head["verb"] or "").casefold().split()), line[head.end() :].strip().rstrip(".;!").strip()
    try:
        if verb in {"place", "set up", "put"} or _LIKE.match(rest):
            order = _placed(rest, view, viewer)
            return DummyLine(number, shown, order, order.like)
        return _about(DummyLine(number, shown), verb, rest, view, command)
    except Unclear as asked:
        return DummyLine(number, shown, state="ask", why=str(asked), choices=asked.choices)


def _placed(rest: str, view: Situation, viewer: str) -> PlaceDummy:
    """Read which unit a new dummy looks like, where it is placed, and how it is called."""
    like = _LIKE.match(rest)
    if like is None:
        why = "which unit is it to look like? Write: dummy like 1/110"
        raise Unclear(why)
    rest, name = _taken(_CALLED, rest[like.end() :], "name")
    unit, place = _taken(_AT, rest, "place")
    intent = _read(f"{unit} to {place}" if place else f"{unit} hold", view, viewer)
    if len(intent.who) != 1:
        why = f"it looks like one unit, and {unit[:40]!r} are {len(intent.who)}; name one"
        raise Unclear(why)
    here = view.state.stands[intent.who[0]].hex
    where = intent.goal if place else here
    if where is None:
        why = f"{unit[:40]!r} is not on the map; name the place: dummy like {unit[:40]} in 4429"
        raise Unclear(why)
    return PlaceDummy(intent.who[0], where, name.strip(_QUOTES + " "))


def _taken(pattern: re.Pattern[str], text: str, group: str) -> tuple[str, str]:
    """Part a text from what a pattern finds at its end; "" if it is not there."""
    found = pattern.search(text)
    return (text.strip(), "") if found is None else (text[: found.start()].strip(), found[group].strip())


def _about(line: DummyLine, verb: str, rest: str, view: Situation, command: Command) -> DummyLine:
    """Read what a dummy that is on the map is to do."""
    key, dummy, what = _named(rest, view, command)
    side, known = command.side, line._replace(unit=key)
    if _BACK.match(what) or (verb.startswith("take") and not what):
        return known._replace(order=DropDummy(side, key))
    if verb.startswith("take"):
        why = f"what is meant by {what[:40]!r}?"
        raise Unclear(why)
    here = dummy.stand.hex
    if _STAYS.match(what) and here is not None:
        words = f"stays in {view.map.number(here)}"
        return (
            known._replace(order=MarchDummy(side, key, here)) if dummy.goal is not None else known._replace(words=words)
        )
    goes = _GOES.match(what)
    if goes is None:
        meant = f"what is meant by {what[:40]!r}? " if what else ""
        why = f"{meant}Write where it marches (to 4429), that it stays, or back to take it off the map"
        raise Unclear(why)
    anybody = next((one for one in view.state.stands.values() if one.side == side and one.on_map), None)
    if anybody is None:
        why = "none of your units is on the map"
        raise Unclear(why)
    intent = _read(f"{anybody.id} to {goes['place']}", view, side)
    plain = not intent.via and intent.start is None and intent.due is None and intent.by == "best"
    if intent.goal is None or intent.who != (anybody.id,) or not plain:
        why = "a dummy goes the shortest way from this turn on; name nothing but the place"
        raise Unclear(why)
    return known._replace(order=MarchDummy(side, key, intent.goal))


def _read(text: str, view: Situation, viewer: str) -> Intent:
    """Read a unit and a place by the common reader."""
    lines = read_block(text, view, viewer)
    if len(lines) != 1 or lines[0].verdict != "give" or len(lines[0].intents) != 1:
        asked = lines[0] if lines else None
        why = (asked.why if asked is not None else "") or "write: dummy like 1/110 in 4429, or: dummy 1 to 4429"
        raise Unclear(why, choices=asked.choices if asked is not None else ())
    return lines[0].intents[0]


def _named(rest: str, view: Situation, command: Command) -> tuple[str, Dummy, str]:
    """Find the dummy that a text begins with, by its longest name; give the rest of the text too."""
    held, first = holdings(view.state), first_of(view.state.setting, command.side)
    of_side = dummies_of(view.state, command.side)
    own = {key: one for key, one in of_side.items() if held.get(one.stand.formation, first) == command.id}
    said = rest.casefold()
    found = [
        (len(name), key)
        for key, one in own.items()
        for name in _names(key, one, view)
        if said == name or (said.startswith(name) and not said[len(name)].isalnum())
    ]
    longest = max((length for length, _ in found), default=0)
    keys = sorted({key for length, key in found if length == longest})
    if len(keys) != 1:
        known = tuple(keys) or tuple(own)
        which = f"it may be {' or '.join(keys)}" if keys else f"{rest[:40]!r} is no dummy of yours"
        why = f"{which}; " + (f"name one of {', '.join(known)}" if known else "place one first: dummy like 1/110")
        raise Unclear(why, choices=known[:5])
    return keys[0], own[keys[0]], rest[longest:].strip(" ,:")


def _names(key: str, dummy: Dummy, view: Situation) -> Iterator[str]:
    """Give what a dummy may be called by, in small letters: no name that a real unit has too."""
    yield key
    yield key.removeprefix("dummy-")
    yield key.rpartition("-")[2]
    name = dummy.stand.profile.name.casefold()
    if name and all(one.profile.name.casefold() != name for one in view.state.stands.values()):
        yield name


# ---- what becomes of it ------------------------------------------------------------------------------------------


def foretold(line: DummyLine, view: Situation, ruleset: Ruleset, side: str) -> DummyLine:
    """Say what becomes of a line as far as its command knows; nothing is decided on what it does not know."""
    if line.order is None:
        return line
    try:
        decide(ruleset, view, line.order, SeededDice("", 0), by=side)
    except Refusal as refusal:
        return line._replace(state="refused", why=refusal.why)
    return line._replace(words=_words(line.order, view, ruleset))


def _words(order: PlaceDummy | MarchDummy | DropDummy, view: Situation, ruleset: Ruleset) -> str:
    number = view.map.number
    if isinstance(order, PlaceDummy):
        profile = view.state.stands[order.like].profile
        called = f", called {order.name}" if order.name else ""
        return f"a dummy that looks like {profile.short or order.like} is placed in {number(order.hex)}{called}"
    if isinstance(order, DropDummy):
        return f"{order.dummy} is taken off the map"
    dummy = view.state.dummies[order.dummy]
    if order.goal == dummy.stand.hex:
        return f"{order.dummy} stays in {number(order.goal)}"
    turns, word = trek_of(view, order.dummy, ruleset.play).turns_to(order.goal), view.tables.turn_word
    long = f"{turns} {word}{'s' if turns > 1 else ''}"
    return f"{order.dummy} marches to {number(order.goal)}, {long}, unless it meets the enemy"


def attempted(line: DummyLine, command: Command) -> Attempt | None:
    """Give what a line attempts when its turn is closed; None if nothing is ordered."""
    if line.order is None:
        return None
    return Attempt(command.id, command.side, line.number, line.unit, (line.order,), "done")
