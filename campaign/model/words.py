"""Take the words of a line one by one, each as what it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.tokens import NotParseable, Token, tokens_of
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["NOTHING", "Words"]

NOTHING = "nothing"
"""How no amounts at all are written."""


class Words:
    """The words of a line that are still to be read; every error names the word and its place."""

    def __init__(self, tokens: list[Token], hexmap: HexMap, state: State, *, end: int) -> None:
        """Begin at the first word; ``end`` is the place after the last."""
        self._tokens, self._next, self._end = tokens, 0, end
        self.hexmap, self._state = hexmap, state

    def inside(self, token: Token) -> Words:
        """Read on in a word that holds words itself, as a quoted ruling does."""
        return Words(tokens_of(token.text), self.hexmap, self._state, end=len(token.text) + 1)

    def next(self, wanted: str) -> Token:
        """Take the next word, which must be there."""
        if self._next == len(self._tokens):
            msg = f"the order ends too soon; {wanted} should follow"
            raise NotParseable(token="", at=self._end, what=msg)
        self._next += 1
        return self._tokens[self._next - 1]

    def peek(self) -> Token | None:
        """Look at the next word without taking it; None at the end."""
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def rest(self) -> list[Token]:
        """Take all words that are left."""
        left, self._next = self._tokens[self._next :], len(self._tokens)
        return left

    def past_keyword(self) -> Words:
        """Step over the first word."""
        self._next = 1
        return self

    def done(self) -> None:
        """See that nothing is left over."""
        if self._next < len(self._tokens):
            raise self._tokens[self._next].wrong(what="the order is complete before this; take it away")

    def flag(self, word: str) -> bool:
        """Take a word that may be there or not."""
        there = self._next < len(self._tokens) and self._tokens[self._next].word == word
        self._next += there
        return there

    def stand(self, wanted: str = "a unit") -> str:
        """Take the id of a stand."""
        return self.known_stand(self.next(wanted))

    def known_stand(self, token: Token) -> str:
        """See that a word is the id of a stand."""
        return _known(token, self._state.stands, "unit")

    def formation(self) -> str:
        """Take the id of a formation."""
        return self.known_formation(self.next("a formation"))

    def known_formation(self, token: Token) -> str:
        """See that a word is the id of a formation."""
        return _known(token, self._state.formations, "formation")

    def side(self) -> str:
        """Take the key of a side."""
        return _known(self.next("a side"), [side.key for side in self._state.setting.sides], "side")

    def number(self, wanted: str) -> int:
        """Take a whole number."""
        return self.whole(self.next(wanted), wanted)

    @staticmethod
    def whole(token: Token, wanted: str) -> int:
        """Read a whole number, which may be negative."""
        digits = token.text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise token.wrong(what=f"this is no whole number; here it says {wanted}")
        return int(token.text)

    def hex(self) -> int:
        """Take a hex by its printed number."""
        return self.known_hex(self.next("a hex, for example " + self.hexmap.number(0)))

    def known_hex(self, token: Token) -> int:
        """See that a word is a hex of the map."""
        try:
            return self.hexmap.index_of(token.text)
        except ValueError as error:
            raise token.wrong(str(error)) from None

    def path(self, *, attack: bool) -> tuple[int, ...]:
        """Take a path, ``0713-0714-0715``; an assault ends in ``x0716``."""
        token = self.next("a path, for example 0713-0714" + ("x0715" if attack else ""))
        head, mark, goal = token.text.partition("x") if attack else (token.text, "", "")
        if attack and not mark:
            raise token.wrong(what="an assault names its goal after an x, for example 0713-0714x0715")
        at, found = token.at, []
        for part in [*(head.split("-") if head or not attack else []), *([goal] if attack else [])]:
            found.append(self.known_hex(Token(part, at)))
            at += len(part) + 1
        return tuple(found)

    def place(self) -> tuple[int, int | None]:
        """Take a hex or a hexside: ``0714``, ``0714/0715``, ``0714/2``."""
        return self.known_place(self.next("a hex, or a hexside as 0714/0715"))

    def known_place(self, token: Token) -> tuple[int, int | None]:
        """See that a word is a hex or a hexside of the map."""
        first, slash, second = token.text.partition("/")
        index = self.known_hex(Token(first, token.at))
        if not slash:
            return index, None
        if len(second) == 1 and second in "012345":
            return index, int(second)
        other = self.known_hex(Token(second, token.at + len(first) + 1))
        try:
            return index, self.hexmap.layout.grid.side_towards(index, other)
        except ValueError as error:
            raise token.wrong(what=f"{error}; a hexside is written by two hexes next to each other") from None

    @staticmethod
    def hexside(hexmap: HexMap, index: int, side: int) -> str:
        """Write a hexside by its two hexes, or by its number at the edge of the map."""
        across = int(hexmap.neighbour[index, side % SIDES])
        return f"{hexmap.number(index)}/{side if across == NO_HEX else hexmap.number(across)}"

    def amounts(self, wanted: str, known: Callable[[Token], str] | None = None) -> dict[str, int]:
        """Take all that is left as ``what=number``; "nothing" says that it is none."""
        if self._next == len(self._tokens):
            self.next(wanted)
        if self._next == len(self._tokens) - 1 and self.flag(NOTHING):
            return {}
        found: dict[str, int] = {}
        for token in self.rest():
            name, count = self.pair(token, wanted)
            key = name.text if known is None else known(name)
            found[key] = self.whole(count, wanted)
        return found

    @staticmethod
    def pair(token: Token, wanted: str) -> tuple[Token, Token]:
        """Cut ``what=value`` in two, at the last equals sign."""
        name, equals, value = token.text.rpartition("=")
        if not (equals and name):
            raise token.wrong(what=f"here it says {wanted}")
        return Token(name, token.at, literal=True), Token(value, token.at + len(name) + 1)


def _known(token: Token, known: Iterable[str], what: str) -> str:
    choices = list(known)
    if token.text not in choices:
        # A long list of every unit helps nobody; the nearest one does.
        hint = did_you_mean(token.text, choices) if choices else ""
        hint = hint if len(hint) < 200 else f"look it up in the order of battle, for example {choices[0]!r}"
        raise token.wrong(what=f"there is no {what} of this name; {hint}".rstrip("; "))
    return token.text
