"""Cut the name of a unit into its numbers and its words in their common spelling."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from campaign.spoken.tokens import number_of, plain, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.spoken.vocabulary import Vocabulary

__all__ = ["FILLING", "bare_of", "cut_name"]

FILLING = frozenset({"of", "the", "der", "des", "vom", "von"})
_MARKS = frozenset("/.-()'")


def bare_of(text: str) -> str:
    """Take the ending off whose something is: Augereau's division."""
    return re.sub(r"(?<=[a-z])'s\b", "", text)


@lru_cache(maxsize=8192)
def cut_name(vocabulary: Vocabulary, text: str) -> tuple[tuple[int, ...], tuple[str, ...], int]:
    """Cut a name as ``Names.cut`` says; each line of a sheet asks for the same names."""
    numbers, words, filling = list[int](), list[str](), 0
    joined = re.sub(r"\bvolks[ -]?gren(?:adiere?)?\b", "vg", bare_of(plain(text)))
    joined = re.sub(r"\bpanzer[ -]?gren(?:adiere?)?\b|\bpz[. -]?gren\b\.?", "pzgren", joined)
    joined = re.sub(r"tank destroyers?", "td", re.sub(r"\b(?:combat command|cc) ?([abr])\b", r"cc\1", joined))
    for token in tokens_of(joined):
        word = token.word
        number = vocabulary.numbers.get(word, number_of(word))
        if number is not None:
            numbers.append(number)
        elif word in FILLING:
            filling += 1
        elif token.is_word:
            words += _spelled(vocabulary, word)
        elif word not in _MARKS and word not in {"&", ","}:
            words.append(word)
    return tuple(numbers), tuple(words), filling


def _spelled(words: Vocabulary, word: str) -> Sequence[str]:
    if word in words.glued:
        return words.glued[word]
    if word in words.sizes and word not in {"cc", "kg"}:
        return (words.sizes[word],)
    return (words.kinds[word],) if word in words.kinds else (word,)
