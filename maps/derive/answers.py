"""Write down what a map maker says of the words of his files, as a table of kinds."""

from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from maps.derive.headings import SHAPES
from maps.problems import Problem, did_you_mean, raise_any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Answer", "answer_words", "kinds_text"]

_HEAD = """\
# What the words of this area's files mean, in tags of OpenStreetMap. Rules of your own may follow,
# as [[road]] or [[cover]]; they go before the shipped ones.
extends = "shipped"
"""


class Answer(NamedTuple):
    """What one word of a layer means: ``means`` is one of ``answer_words``."""

    layer: str
    shape: str
    heading: str
    value: str
    means: str


@lru_cache(maxsize=1)
def answer_words() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Give the words that can be answered, by shape, and the tags that each stands for."""
    text = files("maps.derive").joinpath("answers.toml").read_text(encoding="utf-8")
    return MappingProxyType(tomllib.loads(text))


def kinds_text(answers: Sequence[Answer], before: str = "") -> str:
    """
    Write answers as a table of kinds.

    Parameters
    ----------
    before
        A table of kinds that is added to; its own text stays as it is.

    Raises
    ------
    ProblemsFound
        With every answer that is no word that is known here.
    """
    raise_any([problem for answer in answers if (problem := _fault(answer))])
    grouped: dict[tuple[str, str, str, str], list[str]] = {}
    for one in answers:
        grouped.setdefault((one.layer, one.heading, one.shape, one.means), []).append(one.value)
    return "\n".join([before.rstrip("\n") + "\n" if before.strip() else _HEAD, *map(_entry, grouped.items())])


def _fault(answer: Answer) -> Problem | None:
    if answer.shape not in SHAPES:
        return Problem(f"shape {answer.shape!r}", "is none", did_you_mean(answer.shape, SHAPES))
    known = answer_words()[answer.shape]
    if answer.means in known:
        return None
    return Problem(
        f"{answer.layer}, {answer.value!r}", f"cannot mean {answer.means!r}", did_you_mean(answer.means, known)
    )


def _entry(group: tuple[tuple[str, str, str, str], list[str]]) -> str:
    (layer, heading, shape, means), values = group
    tags = ", ".join(f"{_quoted(key)} = {_quoted(value)}" for key, value in answer_words()[shape][means].items())
    return (
        f"[[means]]                 # {means}\n"
        f"layer = {_quoted(layer)}\nheading = {_quoted(heading)}\n"
        f"values = [{', '.join(map(_quoted, values))}]\ntags = {{ {tags} }}\n"
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
