"""Cut a line into words, numbers and marks; letters lose case and accents."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Token", "fold", "number_of", "numbers_from", "plain", "tokens_of"]

_PIECE = re.compile(r"\d+|[a-z]+(?:'[a-z]+)?|->|=>|[^\s\w]")
_ORDINAL = frozenset({"st", "nd", "rd", "th", "d", "te", "ter", "tes", "ten"})
_ROMAN = re.compile(r"l?x{0,3}(?:ix|iv|v?i{0,3})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}
_ALIKE = str.maketrans(
    {"ß": "ss", "→": "->", "–": "-", "—": "-", "\u2212": "-", "’": "'", "œ": "oe", "æ": "ae", "ø": "o", "đ": "d"}
)


class Token(NamedTuple):
    """A piece of a line; ``start`` and ``end`` are its place in the plain text."""

    word: str
    start: int
    end: int
    glued: bool
    """Whether it follows the piece before without a space."""
    tight: bool
    """Whether the next piece follows it without a space."""

    @property
    def is_number(self) -> bool:
        """Whether it is written in digits."""
        return self.word.isdigit()

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters."""
        return self.word[0].isalpha()


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Give small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.translate(_ALIKE).replace("ẞ", "ss"))
    bare = "".join(one for one in apart if not unicodedata.combining(one)).lower()
    return "".join(one if one.isascii() or not one.isalnum() else "?" for one in bare)


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Give what two spellings of a name have in common."""
    bare = re.sub(r"\b(?:saint|sankt|sainte|ste|st)\b\.?", "st", plain(text))
    joined = re.sub(r"[^a-z0-9]", "", bare)
    return joined.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def number_of(word: str) -> int | None:
    """Read digits or a Roman number; None if it is neither. A lone x or l is a letter."""
    if word.isdigit():
        return int(word) if len(word) < 7 else None
    if word in {"x", "l"} or not word or _ROMAN.fullmatch(word) is None:
        return None
    values = [_VALUES[letter] for letter in word]
    following = [*values[1:], 0]
    return sum(-one if one < after else one for one, after in zip(values, following, strict=True))


def tokens_of(text: str) -> list[Token]:
    """Cut a plain text; the end of an ordinal (1st, 422d) goes with its number."""
    found: list[Token] = []
    pieces = list(_PIECE.finditer(text))
    for n, piece in enumerate(pieces):
        start, end = piece.span()
        tight = n + 1 < len(pieces) and pieces[n + 1].start() == end
        glued = n > 0 and pieces[n - 1].end() == start
        last = found[-1] if found else None
        if last is not None and glued and last.is_number and piece[0] in _ORDINAL:
            found[-1] = Token(last.word, last.start, end, last.glued, tight)
        else:
            found.append(Token(piece[0], start, end, glued, tight))
    return found


def numbers_from(tokens: Sequence[Token], at: int, most: int) -> tuple[list[int], int]:
    """Read a list of numbers, none above ``most``, that begins at a token: the numbers, and where it ends."""
    numbers, tail = list[int](), at
    while tail < len(tokens):
        number = number_of(tokens[tail].word)
        of_another = tail < len(tokens) - 1 and tokens[tail].tight and tokens[tail + 1].word == "/"
        if number is None or number > most or number in numbers or of_another:
            break
        numbers.append(number)
        at = tail = tail + 1
        if tail < len(tokens) and tokens[tail].word == "." and not tokens[tail - 1].is_number:
            at = tail = tail + 1
        if tail < len(tokens) and tokens[tail].word in {",", "&", "+", "and", "und"}:
            tail += 1
    return numbers, at
