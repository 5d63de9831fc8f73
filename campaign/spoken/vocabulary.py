"""
Hold the words that orders are made of, by language.

Each language is a file of TOML beside this module. All known languages are read together unless one is asked for: a
word that is filling in one is filling in both, so that a line may mix them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.model.verbs.work import HEX_TASKS, SIDE_TASKS
from campaign.spoken.tokens import fold, plain, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["LANGUAGES", "Meaning", "Vocabulary", "vocabulary"]

LANGUAGES = ("en", "de")
"""The languages that there are words of."""

TASKS = (*HEX_TASKS, *SIDE_TASKS)
"""Verbs that are engineers' work."""


class Meaning(NamedTuple):
    """What a word or phrase is in an order."""

    kind: str
    """verb, mode, link, same, all, filling, noted, object, question, follow, followed, except, shun, rivers."""
    value: str


@dataclass(eq=False)
class Vocabulary:
    """The words of some languages: made once for each."""

    phrases: dict[tuple[str, ...], list[Meaning]] = field(default_factory=dict)
    longest: int = 1
    sizes: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    glued: dict[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    months: dict[str, int] = field(default_factory=dict)
    times: dict[str, set[str]] = field(default_factory=dict)
    other_names: dict[str, str] = field(default_factory=dict)
    rivers: list[list[str]] = field(default_factory=list)
    """Names of one river, each list."""
    says: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, words: Mapping[str, Any]) -> None:
        """Take in the words of one language."""
        for phrase, meaning in _phrases(words):
            key = tuple(token.word for token in tokens_of(plain(phrase)))
            kept = self.phrases.setdefault(key, [])
            if meaning not in kept:
                kept.append(meaning)
            self.longest = max(self.longest, len(key))
        for name in ("sizes", "kinds"):
            table = getattr(self, name)
            table |= {plain(word): kind for kind, listed in words[name].items() for word in listed}
        self.glued |= {word: tuple(parts) for word, parts in words["glued"].items()}
        self.numbers |= words["numbers"]
        self.says |= words["questions_say"]
        self.notes += [plain(start) for start in words["notes"]["starts"]]
        self.other_names |= {fold(other): fold(name) for other, name in words["other_names"].items()}
        self.rivers += words["rivers"]["of_one"]
        self._add_times(words["times"])

    def _add_times(self, times: Mapping[str, Any]) -> None:
        self.months |= times["months"]
        for name, listed in times.items():
            if name != "months":
                self.times.setdefault(name, set()).update(map(plain, listed))

    def meanings(self, words: tuple[str, ...]) -> list[Meaning]:
        """Give what a phrase may be; nothing if it is not known."""
        return self.phrases.get(words, [])


def _phrases(words: Mapping[str, Any]) -> Iterator[tuple[str, Meaning]]:
    for kind, table in (("verb", "verbs"), ("mode", "modes"), ("link", "links"), ("question", "questions")):
        for value, listed in words[table].items():
            for phrase in listed:
                yield phrase, Meaning(kind, value)
    for kind in ("follow", "followed", "except", "shun", "rivers"):
        for phrase in words["words_of_units"][kind]:
            yield phrase, Meaning(kind, kind)
    for value, listed in words["battalions"].items():
        for phrase in listed:
            yield phrase, Meaning("all", value)
    for kind, name in (
        ("same", "same"),
        ("all", "all"),
        ("filling", "filling"),
        ("noted", "noted"),
        ("object", "objects"),
    ):
        for phrase in words["words"][name]:
            yield phrase, Meaning(kind, "")


@lru_cache(maxsize=8)
def vocabulary(language: str = "") -> Vocabulary:
    """
    Give the words of a language; "" gives those of all.

    Raises
    ------
    KeyError
        If no words of that language are known.
    """
    if language and language not in LANGUAGES:
        msg = f"no words of {language!r} are known; there are {', '.join(LANGUAGES)}"
        raise KeyError(msg)
    found = Vocabulary()
    for name in (language,) if language else LANGUAGES:
        text = resources.files("campaign.spoken").joinpath(f"{name}.toml").read_text("utf-8")
        found.add(tomllib.loads(text))
    return found
