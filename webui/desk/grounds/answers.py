"""Take what a map maker answers about the words of his files, into the table of kinds of his ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from maps.derive.answers import Answer, answer_words, kinds_text
from maps.toml_lines import read_text
from maps.whole import write_whole
from webui.desk.grounds.draft import FILES, Draft, Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.derive.headings import Question
    from webui.desk.grounds.shelf import OwnGround

__all__ = ["answer_choices", "answered", "question_data"]

KINDS = "answers.toml"
"""The table of kinds of a ground that was sent none."""


def answer_choices() -> dict[str, list[str]]:
    """List the words that can be answered, by the shape of what is asked about."""
    return {shape: list(words) for shape, words in answer_words().items()}


def question_data(question: Question) -> dict[str, Any]:
    """Give a question as plain data: the layer, and its columns with their commonest words."""
    columns = [
        {"heading": one.heading, "values": [list(pair) for pair in one.values], "known": one.known}
        for one in question.columns
    ]
    return {"layer": question.layer, "shape": question.shape, "count": question.count, "columns": columns}


def answered(ground: OwnGround, version: int, asked: tuple[str, str, str], means: Mapping[str, str]) -> Draft:
    """
    Write down what words of a layer mean; the ground is made by it from now on.

    Parameters
    ----------
    asked
        The layer, the shape of its things, and the heading of the column.
    means
        By word, one of ``answer_choices``.

    Raises
    ------
    BadRequest
        If the page is behind.
    ProblemsFound
        If a word cannot mean that, or the file cannot be written.
    """
    layer, shape, heading = asked
    found = [Answer(layer, shape, heading, value, kind) for value, kind in means.items()]

    def step(draft: Draft) -> Draft:
        name = next(iter(draft.of_kind("kinds")), KINDS)
        path = ground.folder / FILES / name
        path.parent.mkdir(exist_ok=True)
        write_whole(path, kinds_text(found, read_text(path) if path.is_file() else "").encode())
        known = any(one.name == name for one in draft.sources)
        return draft if known else msgspec.structs.replace(draft, sources=(*draft.sources, Source(name, "kinds")))

    return ground.change(version, step)
