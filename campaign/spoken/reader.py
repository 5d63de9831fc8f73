"""
Read a block of orders as players write them; each line becomes orders, a question or a note.

Three laws. No word is dropped: one that is neither unit, place, verb, time nor filling makes the line a question. Who
is to stay at a place where he is not is asked about. What may be two things is asked about, never guessed. Only units
that may be ordered are known, so that an enemy who is not seen reads as any other word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaign.model.commands import command_named, stands_held
from campaign.model.sheets.intents import Intent, Line
from campaign.model.viewer import UMPIRE, viewer_of
from campaign.spoken.clauses import clauses_of
from campaign.spoken.items import Scanner
from campaign.spoken.meaning import Meaning, battalions_of, intent_of, pair_of, without
from campaign.spoken.names import Names, Unclear
from campaign.spoken.places import Places
from campaign.spoken.times import now_of, time_words
from campaign.spoken.tokens import plain
from campaign.spoken.vocabulary import vocabulary

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from campaign.model.sheets.intents import When
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.model.viewer import Viewer
    from campaign.spoken.clause import Clause
    from campaign.spoken.item import Item
    from campaign.spoken.names import Named
    from campaign.spoken.times import Time

__all__ = ["MOST_CHARACTERS", "MOST_LINE", "Reader", "read_block"]

MOST_CHARACTERS = 20_000
"""The longest block."""
MOST_LINE = 300
"""The longest line."""
_BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}\)|\(\d{1,2}\))\s+")
_NUMBERING = re.compile(r"^\s*\d{1,2}\.\s+(?=\S)")
_QUOTED = (">", "#", "//", "--", "|")
_MEANT = frozenset({"verb", "place", "same", "when", "mode", "unclear"})


def own_stands(situation: Situation, viewer: str | Viewer) -> frozenset[str]:
    """List the stands that a viewer may order."""
    state = situation.state
    known = viewer_of(state.setting, viewer)
    if known.kind == UMPIRE:
        return frozenset(key for key, stand in state.stands.items() if stand.gone is None)
    command = command_named(state.setting, known.key) if known.kind == "command" else None
    if known.kind == "command" and command is not None:
        return _present(stands_held(state, command), state.stands)
    return frozenset(key for key, one in state.stands.items() if one.side == known.key and one.gone is None)


_PRESENT: list[tuple[frozenset[str], Mapping[str, Stand], frozenset[str]]] = []
"""The stands in play of the commands that were asked for last: a phase changes few."""
_MOST_PRESENT = 64


def _present(held: frozenset[str], stands: Mapping[str, Stand]) -> frozenset[str]:
    """Leave out the stands that are gone."""
    found = next((known[2] for known in _PRESENT if known[0] is held and known[1] is stands), None)
    if found is None:
        found = frozenset(key for key in held if stands[key].gone is None)
        _PRESENT[:] = [(held, stands, found), *_PRESENT][:_MOST_PRESENT]
    return found


def read_block(text: str, situation: Situation, viewer: str | Viewer, language: str = "") -> tuple[Line, ...]:
    """
    Read a block of orders, a line each.

    Parameters
    ----------
    situation
        What the viewer knows; it must come from his view.
    language
        "en" or "de"; "" reads both.
    """
    return Reader(situation, own_stands(situation, viewer), language).block(text)


@dataclass
class _Heading:
    """What the lines below stand under."""

    text: str = ""
    units: tuple[Named, ...] = ()

    @property
    def formation(self) -> str:
        """The formation that it names; "" if it is none."""
        return self.units[0].formation if self.units else ""


@dataclass
class _Read:
    """What became of a line on the way."""

    intents: list[Intent] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    heading: _Heading | None = None


class Reader:
    """Reads for one viewer at one moment."""

    def __init__(self, situation: Situation, own: Collection[str], language: str = "") -> None:
        """Take what he knows and whom he may order."""
        self.situation, self.words = situation, vocabulary(language)
        state = situation.state
        self.names = Names(state, sorted(own), self.words)
        self.places = Places(situation.map, self.words, state.setting.objectives)
        self.scanner = Scanner(self.names, self.places, self.words, state.clock, state.setting.start)
        self._heading = _Heading()
        self._ordered: dict[str, Intent] = {}
        """What the lines of the block have ordered so far, by unit."""
        self._begin: When | None = None
        """When the lines begin that stand under a line of a time alone: "Turn 2:"."""

    def block(self, text: str) -> tuple[Line, ...]:
        """Read a block; each line that is not empty becomes one."""
        self._heading, self._begin, self._ordered = _Heading(), None, {}
        found: list[Line] = []
        last: tuple[Intent, ...] = ()
        for number, raw in enumerate(text[:MOST_CHARACTERS].splitlines(), 1):
            if raw.strip():
                line = self.after(number, raw, last)
                last = last if line.verdict == "note" else line.intents
                found.append(line)
        if len(text) > MOST_CHARACTERS:
            why = f"the rest was not read: a block holds {MOST_CHARACTERS} characters; send it in parts"
            found.append(Line(len(found) + 1, text[MOST_CHARACTERS:][:60], "ask", why=why))
        return _replaced(tuple(found))

    def after(self, number: int, raw: str, last: Sequence[Intent] = ()) -> Line:
        """Read a line of a block; a heading is forgotten once a line orders others than its units."""
        line = self.line(number, raw, last)
        self._ordered |= {key: intent for intent in line.intents for key in intent.who}
        under = self.names.under.get(self._heading.formation, [])
        if any(key not in under for intent in line.intents for key in intent.who):
            self._heading = _Heading()
        return line

    def line(self, number: int, raw: str, last: Sequence[Intent] = ()) -> Line:
        """Read one line; ``last`` is what the one before ordered."""
        shown = " ".join(raw.split())[:MOST_LINE]
        if len(raw.strip()) > MOST_LINE:
            return Line(number, shown, "ask", why=f"the line is too long: at most {MOST_LINE} characters")
        if raw.lstrip().startswith(_QUOTED) and not re.match(r"\s*-\s", raw):
            return Line(number, shown, "note", why="a remark")
        text = _BULLET.sub("", plain(raw)).strip()
        read = _Read()
        try:
            why = self._read(text, tuple(last), read)
        except Unclear as unclear:
            return Line(
                number,
                shown,
                "ask",
                (),
                tuple(dict.fromkeys(read.assumed)),
                str(unclear),
                unclear.choices,
                unclear.asked,
            )
        if read.intents:
            return Line(number, shown, "give", tuple(read.intents), tuple(dict.fromkeys(read.assumed)))
        return Line(number, shown, "note", why=why)

    def _read(self, text: str, last: tuple[Intent, ...], read: _Read) -> str:
        """Read a plain line into ``read``; give back why there is no order in it."""
        if not re.search(r"[a-z0-9]", text):
            return "no words in it"
        head = self._head(text)
        if head is not None:
            return self._under(*head, last, read)
        items = self._scanned(text)
        if note := self._note(text, items):
            return note
        if heading := self._is_heading(items):
            self._heading = heading
            return f"a heading: the lines below may be of {heading.units[0].label}"
        if time := _time_alone(items):
            self._begin = time.when if time.when > now_of(self.situation.state.clock) else None
            return f"a heading: the lines below begin on {time_words(time.when)}"
        self._order(items, self._heading, last, read)
        return ""

    def _scanned(self, text: str) -> list[Item]:
        items = self.scanner.scan(text, self._heading.formation)
        numbering = _NUMBERING.match(text)
        if numbering and items[0].kind in {"unknown", "when", "unclear"}:
            other = self.scanner.scan(text[numbering.end() :], self._heading.formation)
            return other if other and other[0].kind in {"unit", "verb", "all"} else items
        return items

    def _head(self, text: str) -> tuple[_Heading, str] | None:
        """Find units before a colon, with others after it: then they are what those are named under."""
        head, colon, tail = text.partition(":")
        if not colon or (re.search(r"\d$", head) and re.match(r"[0-5]\d\b", tail)):
            return None
        items = self.scanner.scan(head)
        units = [item for item in items if item.kind == "unit"]
        others = [item for item in items if item.kind not in {"unit", "filling", "mark", "all"}]
        if len(units) != 1 or others:
            return None
        heading = _Heading(units[0].text, (units[0].value,))
        under = self.scanner.scan(tail, heading.formation)
        first = next((item for item in under if item.kind not in {"filling", "mark"}), None)
        if first is None or first.kind in {"unit", "unclear", "all"}:
            return heading, tail
        return None

    def _under(self, heading: _Heading, tail: str, last: tuple[Intent, ...], read: _Read) -> str:
        items = self.scanner.scan(tail, heading.formation)
        if not any(item.kind not in {"filling", "mark"} for item in items):
            self._heading = heading
            return f"a heading: the lines below may be of {heading.units[0].label}"
        self._order(items, heading, last, read)
        return ""

    def _is_heading(self, items: Sequence[Item]) -> _Heading | None:
        """Say whether a line only names a formation."""
        meant = [item for item in items if item.kind not in {"filling", "mark"}]
        if len(meant) == 1 and meant[0].kind == "unit" and meant[0].value.formation:
            return _Heading(meant[0].text, (meant[0].value,))
        return None

    def _note(self, text: str, items: Sequence[Item]) -> str:
        """Say why a line holds no order; "" if it may hold one."""
        kinds = {item.kind for item in items}
        named = "unit" in kinds or "unclear" in kinds
        if text.endswith("?") and not ("unit" in kinds and kinds & _MEANT):
            return "a question: kept for the umpire"
        if text.endswith("?"):
            raise Unclear("is that a question or an order? Write it without the question mark to order it", "?")
        if named:
            return ""
        starts = any(text == start or re.match(rf"{re.escape(start)}\b", text) for start in self.words.notes)
        whom = {"all", "link"} <= kinds  # "leave everybody else": of whom, and what?
        numbered = any(item.kind == "unknown" and item.text[:1].isdigit() for item in items)
        # Who is called as a note may begin ("Best holds", "best wishes") is asked about where he is told something.
        told = bool(items) and items[0].kind == "place" and bool(kinds & {"verb", "link"})
        if (starts and not told) or not (kinds & _MEANT or whom or numbered):
            return "no order in it"
        return ""

    def _order(self, items: Sequence[Item], heading: _Heading, last: tuple[Intent, ...], read: _Read) -> None:
        self._check_known(items)
        for clause in clauses_of(items, self.words, self.places, read.assumed):
            clause.start = clause.start or self._begin
            units = self._units(clause, heading)
            units = without(units, clause.left_out, read.assumed)
            above = self._ordered | {key: one for one in read.intents for key in one.who}
            intent = intent_of(clause, units, Meaning(self.situation.state, self.places, last, read.assumed, above))
            if any(set(intent.who) & set(one.who) for one in read.intents):
                raise Unclear("one unit is told two things in one line: which is it?")
            read.intents.append(intent)
            last = (intent,)

    def _check_known(self, items: Sequence[Item]) -> None:
        """Ask about a unit that is not known before anything else is said of the line."""
        if any(item.kind in {"unit", "all", "unclear"} for item in items):
            return
        first = next((item for item in items if item.kind not in {"filling", "mark", "verb", "link"}), None)
        name = "" if first is None else _until_order(items)
        if not name:
            raise Unclear("who is to do it? No unit is named")
        like = self.names.like(name)
        hint = f"; did you mean {' or '.join(like)}?" if like else ""
        raise Unclear(f"there is no unit {name!r} under your command{hint}", name, like)

    def _units(self, clause: Clause, heading: _Heading) -> Sequence[Named]:
        units = clause.units or (heading.units if clause.all else ())
        if units and clause.battalions == "pair":
            return pair_of(units)
        if units and clause.battalions:
            return [battalions_of(one, clause.battalions, self.situation.state) for one in units]
        if units:
            return units
        if clause.all:
            raise Unclear("all of whom? Name the formation")
        if not clause.is_said:
            raise Unclear("who is clear, what he is to do is not")
        raise Unclear("who is to do it? No unit is named")


def _time_alone(items: Sequence[Item]) -> Time | None:
    """Give the time of a line that says nothing else; None if it says more."""
    meant = [item for item in items if item.kind not in {"filling", "mark"}]
    if len(meant) != 1 or meant[0].kind != "when":
        return None
    time: Time = meant[0].value
    if time.why_not:
        raise Unclear(time.why_not, meant[0].text)
    return time if time.role == "start" else None


def _until_order(items: Sequence[Item]) -> str:
    """Give what stands before the verb or the preposition: what may be meant as a unit."""
    words: list[str] = []
    for item in items:
        if item.kind in {"verb", "link", "mark", "place", "same", "when"} and words:
            break
        if item.kind in {"unknown", "question", "noted", "object", "water"}:
            words.append(item.text)
    return " ".join(words)


def _replaced(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Ask where two lines tell one unit two things."""
    first: dict[str, Line] = {}
    found: list[Line] = []
    for line in lines:
        twice = next((first[key] for one in line.intents for key in one.who if key in first), None)
        if twice is not None:
            why = f"line {twice.number} has an order for the same unit: take one of them away"
            found.append(Line(line.number, line.text, "ask", (), line.assumed, why))
            continue
        first |= {key: line for one in line.intents for key in one.who}
        found.append(line)
    return tuple(found)
