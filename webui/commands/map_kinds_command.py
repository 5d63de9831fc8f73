"""Say what the words of an area's own files mean: ``sandtable map kinds``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from maps.area.reader import read_area
from maps.derive.answers import Answer, answer_words, kinds_text
from maps.making.survey import survey
from maps.problems import Problem, ProblemsFound, did_you_mean
from maps.toml_lines import read_text
from webui.commands.groups import json_option, print_json, print_lines, progress
from webui.commands.map_sources_command import question_lines
from webui.commands.shared import write_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maps.derive.headings import Question

__all__ = ["map_kinds"]


@click.command("kinds")
@click.argument("area", metavar="AREA", type=click.Path(path_type=Path))
@click.argument("answers", metavar="WORD=KIND", nargs=-1)
@click.option("--layer", help="Which layer the words are of; needed where several are not understood.")
@click.option("--column", help="The column they stand in; the likeliest if it is not said.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="The table of kinds to write, or to add to: kinds.toml beside AREA."
)
@json_option
def map_kinds(
    area: Path, answers: tuple[str, ...], layer: str | None, column: str | None, out: Path | None, *, as_json: bool
) -> None:
    """
    Say what the words of an area's own files mean.

    Without answers: what is not understood, and the kinds that a word can be. With answers, as
    "Autobahn=motorway": they are written as a table of kinds; AREA names it with kinds = "kinds.toml".
    """
    read = read_area(area)
    asked = [question for source in survey(read, progress=progress()).sources for question in source.questions]
    if not answers:
        print_json({"questions": asked, "kinds": dict(answer_words())}) if as_json else print_lines(_open(asked))
        return
    question = _which(asked, layer)
    heading = column or question.proposed
    found = [Answer(question.layer, question.shape, heading, *_pair(text)) for text in answers]
    target = out or read.kinds or area.with_name("kinds.toml")
    write_file(target, kinds_text(found, read_text(target) if target.exists() else "").encode())
    used = "" if read.kinds else f'; name it in {area.name}: kinds = "{target.name}"'
    many = "1 word" if len(found) == 1 else f"{len(found)} words"
    click.echo(f"{target}: {many} of {heading!r} in {question.layer}{used}")


def _open(asked: Sequence[Question]) -> Iterator[str]:
    if not asked:
        yield "every layer is understood"
        return
    for question in asked:
        yield from question_lines(question)
    for shape in dict.fromkeys(question.shape for question in asked):
        yield f"    a word of {shape} can be: {', '.join(answer_words()[shape])}"


def _which(asked: Sequence[Question], layer: str | None) -> Question:
    names = [question.layer for question in asked]
    found = [question for question in asked if layer in (None, question.layer)]
    if len(found) == 1:
        return found[0]
    if not asked:
        problem = Problem("answers", "nothing is asked: every layer is understood", "look at 'map sources'")
    elif layer is None:
        problem = Problem("layer", "it is not said which is meant", f"give --layer: {', '.join(names)}")
    else:
        problem = Problem(f"layer {layer!r}", "is none that is asked about", did_you_mean(layer, names))
    raise ProblemsFound([problem])


def _pair(text: str) -> tuple[str, str]:
    word, equals, kind = text.rpartition("=")
    if not equals or not word.strip() or not kind.strip():
        problem = Problem(f"answer {text!r}", "does not say what the word means", 'write "Autobahn=motorway"')
        raise ProblemsFound([problem])
    return word.strip(), kind.strip()
