"""Name every piece of a line: units, places, verbs, times, filling; what is none of these is unknown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from campaign.spoken.bodies import counted, pair_called
from campaign.spoken.item import Item, is_linked, shunned_at, whole_of
from campaign.spoken.names import MOST_TOKENS, Named, Unclear, together
from campaign.spoken.spelling import bare_of
from campaign.spoken.times import Times
from campaign.spoken.tokens import fold, number_of, numbers_from, plain, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.calendar import Clock
    from campaign.spoken.names import Names
    from campaign.spoken.places import Places
    from campaign.spoken.tokens import Token
    from campaign.spoken.vocabulary import Meaning, Vocabulary

__all__ = ["Scanner"]

_NEUTRAL = frozenset(",;.:-()!\"'*…")
_FILLING_IN_NAMES = frozenset({"of", "the", "der", "des", "vom", "von"})
_ARTICLES = frozenset({"the", "der", "die", "den", "dem"})
_NUMBER = re.compile(r"\d+(?:st|nd|rd|th|d)?\b")
_ROW = re.compile(
    r"(?P<begins>[a-z]+\d+\.)(?P<numbers>\d+(?:(?P<to>\s?-\s?|\s+bis\s+)(?:(?P=begins)|\.)?\d+"
    r"|(?:(?:/|\s?[&+]\s?)\.?\d+|(?:,\s*|\s+(?:and|und|u\.)\s+)\.\d+)+))(?![\w./-])"
)
"""Ids of one formation: what they begin with, and their last numbers, as a row or a list."""
_LAST = re.compile(r"(?<![a-z\d])\d+(?!\d*\.\d)")
_FEW = 4
"""Battalions of a regiment that are listed by number alone: 1, 2 and 3/110."""
_COUNTED = re.compile(r"(\d{1,2}) +([a-z]+)\b\.?( +(?:of|from|out of|von|vom|der|des|aus)\b)?")
_SEVERAL = frozenset(
    {"bns", "battalions", "btl", "btle", "btln", "bataillone", "abteilungen", "coys", "cos", "companies", "sqns"}
    | {"squadrons"}
)
_ORDER = (
    "question", "verb", "follow", "followed", "except", "shun", "link", "mode", "same", "all", "noted", "object",
    "filling", "rivers",
)  # fmt: skip
"""What a word is taken for first, where it may be several things."""


class Scanner:
    """Cuts lines into items for one viewer."""

    def __init__(self, names: Names, places: Places, words: Vocabulary, clock: Clock, start: str) -> None:
        """Take what names there are; ``start`` is the date of day 1."""
        self.names, self.places, self.words = names, places, words
        self.times = Times(words, clock, start)
        in_ids = {token.word for key in (*names.ids, *names.formation_ids) for token in tokens_of(key) if token.is_word}
        self.known = frozenset(names.known | in_ids | words.glued.keys() | words.numbers.keys() | _FILLING_IN_NAMES)

    def scan(self, text: str, under: str = "") -> list[Item]:
        """Cut a plain text into items; ``under`` is a heading that units are looked for under."""
        tokens, found, at = tokens_of(text), list[Item](), 0
        while at < len(tokens):
            item, count = self._next(text, tokens, at, found, under)
            found.append(item)
            if item.kind == "remark":
                break
            at += count
        return found

    def _next(self, text: str, tokens: Sequence[Token], at: int, found: Sequence[Item], under: str) -> tuple[Item, int]:
        token = tokens[at]
        if token.word == "#" or (token.word == "/" and token.tight and tokens[at + 1].word == "/"):
            return Item("remark", "", text[token.start :]), len(tokens) - at
        timed = self.times.at(text, token.start)
        if timed is not None:
            when, end = timed
            count = sum(one.start < end for one in tokens[at:])
            return Item("when", when, text[token.start : end].strip()), count
        shunned = shunned_at(tokens[at], found, self.places, self.words)
        if shunned is not None:
            return shunned, 1
        linked = is_linked(found)
        under = under or whole_of(found)
        unit = self._unit(text, tokens, at, under)
        if unit is None and all(item.kind in {"filling", "mark"} for item in found):
            only = self.names.only_one(token.word)  # "the guns to 0505": who goes stands first; later it is a target
            unit = None if only is None else (Item("unit", only, token.word), 1)
        unit = self._pair(unit, tokens, at, found) or unit
        phrase = self._phrase(text, tokens, at)
        place = self._place(text, tokens, at)
        if place is None and not linked and (unit is None or unit[0].kind == "unclear"):
            unit = self._like_the_last(tokens, at, found, under) or unit
        if token.is_number and place is not None and unit is not None and unit[1] == 1 and linked:
            why = f"{token.word!r} may be the hex or {unit[0].value.label}"
            return Item("question", why, token.word), 1
        crossed = place is not None and place[0].kind == "water" and self._is_crossed(tokens, at)
        return self._longest(unit, phrase, place, linked=linked or crossed) or self._mark(text, tokens, at)

    def _pair(
        self, unit: tuple[Item, int] | None, tokens: Sequence[Token], at: int, found: Sequence[Item]
    ) -> tuple[Item, int] | None:
        """Read a name that two units bear where both are meant: both 6 pounders."""
        last = next((item for item in reversed(found) if item.kind != "filling"), None)
        if unit is None or unit[0].kind != "unclear" or last is None or (last.kind, last.value) != ("all", "pair"):
            return None
        unclear: Unclear = unit[0].value
        each = self._each([plain(name) for name in unclear.choices])
        if len(each) != 2 or any(one.formation for one in each):
            return None
        count = sum(token.start < tokens[at].start + len(unclear.asked) for token in tokens[at:])
        return Item("unit", together(each), unclear.asked), count

    @staticmethod
    def _longest(
        unit: tuple[Item, int] | None, phrase: tuple[Item, int] | None, place: tuple[Item, int] | None, *, linked: bool
    ) -> tuple[Item, int] | None:
        """Choose the reading that takes most; among equals a unit, then a word; after "to" a place before a word."""
        if unit is not None and place is not None and unit[1] == place[1] and not place[0].text.isdigit():
            unit = None  # a bridging column may be called after a town; the town is meant
        order = (unit, place, phrase) if linked else (unit, phrase, place)
        found = [one for one in order if one is not None]
        return max(found, key=lambda one: one[1]) if found else None

    def _mark(self, text: str, tokens: Sequence[Token], at: int) -> tuple[Item, int]:
        token = tokens[at]
        if token.word in _NEUTRAL and not (token.word == "-" and token.glued and token.tight):
            return Item("mark", token.word, token.word), 1
        if token.word == "/" and not token.glued and not token.tight:
            return Item("mark", ",", "/"), 1
        end = at + 1
        while end < len(tokens) and tokens[end].glued and tokens[end].word not in _NEUTRAL - {"-"}:
            end += 1  # what is written as one is asked about as one
        return Item(
            "unknown", text[token.start : tokens[end - 1].end], text[token.start : tokens[end - 1].end]
        ), end - at

    # ---- words, places, units ------------------------------------------------------------------------------

    def _phrase(self, text: str, tokens: Sequence[Token], at: int) -> tuple[Item, int] | None:
        for count in range(min(self.words.longest, len(tokens) - at), 0, -1):
            words = tuple(token.word for token in tokens[at : at + count])
            found = self.words.meanings(words)
            if found and not self._is_cut_out(tokens, at, count) and not self._opens_place(text, tokens, at, count):
                return self._meant(found, " ".join(words)), count
        return None

    def _opens_place(self, text: str, tokens: Sequence[Token], at: int, count: int) -> bool:
        """Whether the end of a phrase is the beginning of a place's name: "the town" of "the Town bridge"."""
        starts = (at + 1,) if count == 2 and tokens[at].word in _FILLING_IN_NAMES | {"die", "das", "den"} else ()
        places = ((first, self.places.at(tokens, first, text)) for first in starts)
        return any(found is not None and first + found[1] > at + count for first, found in places)

    @staticmethod
    def _is_cut_out(tokens: Sequence[Token], at: int, count: int) -> bool:
        """Whether letters stand in a longer name: the A of A/110, the n of n1."""
        first, last = tokens[at], tokens[at + count - 1]
        if not first.is_word:
            return False
        after = tokens[at + count] if at + count < len(tokens) else None
        before = tokens[at - 1] if at else None
        joined = after is not None and last.tight and (after.word in {"/", "-"} or after.is_number)
        return (joined and len(first.word) < 3) or (
            before is not None
            and first.glued
            and len(first.word) < 3
            and (before.word in {"/", "-"} or before.is_number)
        )

    @staticmethod
    def _meant(found: Sequence[Meaning], text: str) -> Item:
        kinds = {meaning.kind for meaning in found}
        first = min(found, key=lambda meaning: _ORDER.index(meaning.kind))
        return Item(first.kind, first.value, text, soft="filling" in kinds or "object" in kinds)

    def _place(self, text: str, tokens: Sequence[Token], at: int) -> tuple[Item, int] | None:
        token = tokens[at]
        index = self.places.hex(token.word) if not token.glued or tokens[at - 1].word in "(@>" else None
        if index is not None and not (token.tight and tokens[at + 1].word == "/"):
            return Item("place", index, token.word), 1
        found = self.places.at(tokens, at, text) if token.is_word else None
        is_water = token.is_word and fold(token.word) in self.places.waters
        if found is not None and not (is_water and found[1] == 1 and self._is_crossed(tokens, at)):
            return Item("place", found[0], found[0].written), found[1]
        return (Item("water", token.word, token.word), 1) if is_water else None

    def _is_crossed(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether words before a name say that it is a river, though it may be a town or a word: over the Wiltz."""
        before = tuple(token.word for token in tokens[max(0, at - 2) : at])
        over, phrases = {("verb", "cross")}, [before[-1:]]
        if before[-1:] and before[-1] in _ARTICLES:
            over, phrases = over | {("link", "via")}, [before, before[:-1]]
        elif not self._stands_alone(tokens, at):
            return False
        return any((one.kind, one.value) in over for phrase in phrases for one in self.words.meanings(phrase))

    def _stands_alone(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a name cannot be the word that it is as well: "cross Our to", and not "cross our bridge"."""
        following = tokens[at + 1].word if at + 1 < len(tokens) else "."
        linked = any(one.kind == "link" for one in self.words.meanings((following,)))
        return linked or not following[0].isalnum() or not self.words.meanings((tokens[at].word,))

    def _unit(self, text: str, tokens: Sequence[Token], at: int, under: str) -> tuple[Item, int] | None:
        """Find the longest name of units that begins at a token."""
        first = tokens[at]
        if bodies := self._bodies(text, tokens, at, under):
            return bodies
        if first.word in _FILLING_IN_NAMES or not (first.is_number or first.is_word):
            return None
        if first.glued and at and tokens[at - 1].word == "/":
            return None
        return (
            self._called_a_list(text, tokens, at)
            or self._in_a_row(text, tokens, at)
            or self._listed(text, tokens, at, under)
            or self._numbered(text, tokens, at)
            or self._of_one_kind(text, tokens, at)
            or self._single(text, tokens, at, under)
        )

    def _bodies(self, text: str, tokens: Sequence[Token], at: int, under: str) -> tuple[Item, int] | None:
        """Read bodies of a formation that are counted: all three brigades of 50 Div; both CLY."""

        def whole(start: int) -> tuple[Named, int] | None:
            first = next((k for k, token in enumerate(tokens) if token.start >= start), len(tokens))
            for end in self._ends(tokens, first) if first < len(tokens) else ():
                named = next(iter(self._each([text[tokens[first].start : tokens[end - 1].end]], under)), None)
                if named is not None and named.formation:
                    return named, tokens[end - 1].end
            return None

        found = counted(text, tokens[at].start, self.names, whole, under) or pair_called(
            text, tokens[at].start, self.names
        )
        if found is None:
            return None
        kind = "unclear" if isinstance(found.named, Unclear) else "unit"
        count = sum(token.start < found.end for token in tokens[at:])
        return Item(kind, found.named, text[tokens[at].start : found.end]), count

    def _called_a_list(self, text: str, tokens: Sequence[Token], at: int) -> tuple[Item, int] | None:
        """Read a counter whose own name is a list: AA 3, 33."""
        start = tokens[at].start
        for name in self.names.lists:
            end = start + len(name)
            if text.startswith(name, start) and not text[end : end + 1].isalnum():
                named = self.names.find(name)
                return (Item("unit", named, name), sum(one.start < end for one in tokens[at:])) if named else None
        return None

    def _in_a_row(self, text: str, tokens: Sequence[Token], at: int) -> tuple[Item, int] | None:
        """Read ids that differ in their last number alone: R1.1-R1.3, R1.1-3, R1.1/2, R1.1, .2 and .3."""
        found = _ROW.match(text, tokens[at].start)
        if found is None:
            return None
        first, *others = map(int, _LAST.findall(found["numbers"]))
        numbers = [first, *others] if not found["to"] else list(range(first, others[-1] + 1))
        keys = [self.names.ids.get(f"{found['begins']}{number}") for number in numbers]
        if len(keys) < 2 or len(set(keys)) < len(keys) or None in keys:
            return None
        named = [self.names.find(f"{found['begins']}{number}") for number in numbers]
        count = sum(token.start < found.end() for token in tokens[at:])
        return Item("unit", together([one for one in named if one is not None]), found[0]), count

    def _numbered(self, text: str, tokens: Sequence[Token], at: int) -> tuple[Item, int] | None:
        """Read battalions that are numbered behind the name of their formation: Hansen I, II and III."""
        if not tokens[at].is_word:
            return None
        for end in self._ends(tokens, at):
            numbers, tail = numbers_from(tokens, end, _FEW)
            if len(numbers) < 2 or (tail < len(tokens) and (tokens[tail].glued or self._may_be_name(tokens, tail, at))):
                continue
            name = text[tokens[at].start : tokens[end - 1].end]
            each = self._each([f"{name} {number}" for number in numbers])
            named = self._battalions(name, numbers) or (
                None if not each or any(one.formation for one in each) else together(each)
            )
            if named is not None:
                return Item("unit", named, text[tokens[at].start : tokens[tail - 1].end]), tail - at
        return None

    def _of_one_kind(self, text: str, tokens: Sequence[Token], at: int) -> tuple[Item, int] | None:
        """Read numbers that share the word behind the last: 422 and 423 Inf."""
        numbers, last = list[str](), at
        while last < len(tokens) and tokens[last].is_number and not self._is_in_one(tokens, last):
            numbers.append(tokens[last].word)
            if last + 2 >= len(tokens) or not self._joins(tokens[last + 1]):
                break
            last += 2
        if len(numbers) < 2 or last >= len(tokens) or not tokens[last].is_number:
            return None
        for end in self._ends(tokens, last):
            kind = text[tokens[last].end : tokens[end - 1].end]
            named = self._each([f"{number}{kind}" for number in numbers]) if end > last + 1 else []
            if named:
                return Item("unit", together(named), text[tokens[at].start : tokens[end - 1].end]), end - at
        return None

    @staticmethod
    def _is_in_one(tokens: Sequence[Token], at: int) -> bool:
        """Whether a token is written as one with the next, and that is no comma of a list."""
        return tokens[at].tight and tokens[at + 1].glued and tokens[at + 1].word != ","

    def _each(self, phrases: Sequence[str], under: str = "") -> list[Named]:
        """Find what each phrase names; nothing if one of them names nothing, or several."""
        try:
            found = [self.names.find(phrase, under) for phrase in phrases]
        except Unclear:
            return []
        named = [one for one in found if one is not None]
        return named if len(named) == len(phrases) else []

    def _like_the_last(
        self, tokens: Sequence[Token], at: int, found: Sequence[Item], under: str
    ) -> tuple[Item, int] | None:
        """Read a number as a unit of the kind that was named before it: 23rd Inf to Rocherath and 38th to Krinkelt."""
        token = tokens[at]
        last = next((item.text for item in reversed(found) if item.kind == "unit"), "")
        if not token.is_number or token.glued or (token.tight and tokens[at + 1].word in {"/", "-", "."}):
            return None
        if len(_NUMBER.findall(last)) != 1 or not re.search("[a-z]", _NUMBER.sub("", last)):
            return None
        try:
            named = self.names.find(_NUMBER.sub(token.word, last), under)
        except Unclear:
            return None
        return None if named is None else (Item("unit", named, token.word), 1)

    def _single(self, text: str, tokens: Sequence[Token], at: int, under: str) -> tuple[Item, int] | None:
        unclear = self._counted(text, tokens[at])
        for end in self._ends(tokens, at) if unclear is None else ():
            if self._begins_again(tokens, at, end):
                continue
            phrase = text[tokens[at].start : tokens[end - 1].end]
            try:
                named = self.names.find(phrase, under)
            except Unclear as fault:
                unclear = unclear or fault
                continue
            if named is not None and not self._runs_on(tokens, end):
                return Item("unit", named, phrase), end - at
        if unclear is not None:
            return Item("unclear", unclear, unclear.asked), 1
        return None

    def _counted(self, text: str, token: Token) -> Unclear | None:
        """Ask where a number may count units, or name one: 2 Bns of 110 Inf, 1 Btl von GR 916."""
        found = _COUNTED.match(text, token.start)
        if found is None or self.words.sizes.get(found[2]) not in {"battalion", "company"}:
            return None
        if not (found[3] or found[2] in _SEVERAL):
            return None
        asked = f"{found[1]} {found[2]}"
        return Unclear(
            f"{asked!r}: so many of them, or the one of that number? Write 2/110 or 2nd Bn, or name each", asked
        )

    @staticmethod
    def _begins_again(tokens: Sequence[Token], at: int, end: int) -> bool:
        """Whether the last word of a name is its first again, with a number to come: "GR 48 GR" of "GR 48 GR 89"."""
        more = end < len(tokens) and tokens[end].is_number
        return more and end - at > 2 and tokens[at].is_word and tokens[end - 1].word == tokens[at].word

    @staticmethod
    def _runs_on(tokens: Sequence[Token], end: int) -> bool:
        """Whether a name goes on without a space: 1/110/A."""
        return end < len(tokens) and tokens[end].glued and tokens[end].word == "/"

    def _ends(self, tokens: Sequence[Token], at: int) -> list[int]:
        """List where a name that begins at a token may end, the longest first."""
        ends, end = list[int](), at
        while end < min(len(tokens), at + MOST_TOKENS) and self._may_be_name(tokens, end, at):
            end += 1
            last = tokens[end - 1]
            if (last.is_number or last.is_word or last.word == ")") and last.word not in _FILLING_IN_NAMES:
                ends.append(end)
        return ends[::-1]

    def _may_be_name(self, tokens: Sequence[Token], end: int, at: int) -> bool:
        token = tokens[end]
        if token.word == "(" and [one.word for one in tokens[end + 1 : end + 3]] in (["-", ")"], ["+", ")"]):
            return False  # less something, or with something more: it is asked what
        if token.is_number or number_of(token.word) is not None:
            return True
        if token.is_word:
            return token.word in self.known or bare_of(token.word) in self.known
        if token.word == ",":
            return end > at and self.words.sizes.get(tokens[end - 1].word) in {"battalion", "company"}
        if token.word == "&":
            return end > at and token.glued and token.tight
        return token.word in "/.-()'" and end > at and (token.word != "-" or token.glued == token.tight)

    def _listed(self, text: str, tokens: Sequence[Token], at: int, under: str) -> tuple[Item, int] | None:
        """Read battalions that share the number of their regiment: 1, 2 and 3/110; 1st and 2nd Bns 110th."""
        numbers, end = list[int](), at
        while end < len(tokens):
            number = self.words.numbers.get(tokens[end].word, number_of(tokens[end].word))
            if number is None or number > _FEW:
                return None
            numbers.append(number)
            end += 1
            end += end < len(tokens) and tokens[end].word == "."
            if end < len(tokens) and self._joins(tokens[end]):
                end += 1
                end += end < len(tokens) and tokens[end - 1].word == "," and tokens[end].word in {"and", "und", "&"}
                continue
            break
        if len(numbers) < 2 or end >= len(tokens) or len(set(numbers)) < len(numbers):
            return None
        if tokens[end].word != "/" and self.words.sizes.get(tokens[end].word) != "battalion":
            return None
        return self._shared(text, tokens, at, end + 1, numbers) or self._headed(text, tokens, at, end, numbers, under)

    def _headed(
        self, text: str, tokens: Sequence[Token], at: int, end: int, numbers: Sequence[int], under: str
    ) -> tuple[Item, int] | None:
        """Read battalions below the heading of their regiment: 110 Inf: 1 and 2 Bns to Clervaux."""
        if not under or tokens[end].word == "/":
            return None
        named = self._each([f"{number} bn" for number in numbers], under)
        if not named or any(one.formation for one in named):
            return None
        return Item("unit", together(named), text[tokens[at].start : tokens[end].end]), end + 1 - at

    @staticmethod
    def _joins(token: Token) -> bool:
        return token.word in {",", "&", "+", "and", "und", "u", "n"}

    def _shared(
        self, text: str, tokens: Sequence[Token], at: int, tail: int, numbers: Sequence[int]
    ) -> tuple[Item, int] | None:
        while tail < len(tokens) and tokens[tail].word in {*_FILLING_IN_NAMES, ".", ","}:
            tail += 1
        for end in self._ends(tokens, tail):
            regiment = text[tokens[tail].start : tokens[end - 1].end]
            both = self._battalions(regiment, numbers)
            if both is not None:
                return Item("unit", both, text[tokens[at].start : tokens[end - 1].end]), end - at
        return None

    def _battalions(self, regiment: str, numbers: Sequence[int]) -> Named | None:
        """Find the battalions of a regiment by their numbers; None if not each of them is one unit."""
        named = self._each([f"{number}/{regiment}" for number in numbers])
        if not named or any(one.formation for one in named):
            return None
        both = together(named)
        return both if len(set(both.stands)) + len(both.away) == len(numbers) else None
