"""Say what an area would be made from: ``sandtable map sources``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.making.survey import survey
from webui.commands.groups import json_option, print_json, print_lines, progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.derive.headings import Question
    from maps.making.survey import SourceSurvey, Survey

__all__ = ["map_sources", "question_lines"]


@click.command("sources")
@click.argument("area", metavar="AREA")
@click.option("--count", is_flag=True, help="Count the features by kind in large files too, which takes its time.")
@json_option
def map_sources(area: str, *, count: bool, as_json: bool) -> None:
    """
    Say what an area would be made from, without building it.

    How much of it each source covers, what is missing, and how small hexes may
    be. AREA is an area file, or a shipped area's name.
    """
    path = shipped_area(area) if area in shipped_areas() else Path(area)
    told = survey(read_area(path), count_large=count, progress=progress())
    if as_json:
        print_json(told)
    else:
        print_lines(_lines(told))


def _lines(told: Survey) -> Iterator[str]:
    box = told.box
    yield f"{told.name}: {told.columns} x {told.rows} hexes of {told.width_km:g} km, {told.crs}"
    yield f"  {box.west:.4g} to {box.east:.4g} east, {box.south:.4g} to {box.north:.4g} north"
    yield from (f"  {note}" for note in told.notes)
    kind = ""
    for source in told.sources:
        if source.kind != kind:
            kind = source.kind
            yield kind.replace("_", " ")
        yield from _source(source)
    if told.online:
        yield "online, asked after the files"
        for service in told.online:
            yield f"  {service.name}: {service.gives}"
            yield f"    {service.cached}"
    yield "missing"
    yield from (f"  {what}" for what in told.missing or ("nothing",))
    if told.warnings:
        yield "warnings"
        yield from (f"  {warning}" for warning in told.warnings)


def _source(source: SourceSurvey) -> Iterator[str]:
    facts = [source.format, *([source.crs] if source.crs else [])]
    if source.cell_m:
        facts.append(f"cells of {source.cell_m[0]:.0f} x {source.cell_m[1]:.0f} m")
    if source.covers is not None:
        what = "lies over" if source.kind == "features" else "covers"
        facts.append(f"{what} {source.covers:.1%}")
    if source.adds is not None and source.adds != source.covers:
        facts.append(f"adds {source.adds:.1%}")
    yield f"  {source.file}: {', '.join(facts)}"
    if source.counts:
        yield "    " + ", ".join(f"{name} {number:,}" for name, number in source.counts.items())
    if source.honest_km:
        widths = (f"{what} from {width:.2g} km on" for what, width in source.honest_km.items())
        yield f"    honest in hexes: {', '.join(widths)}"
    yield from (f"    {note}" for note in source.notes)
    for question in source.questions:
        yield from question_lines(question)


def question_lines(question: Question) -> Iterator[str]:
    """Say what is asked of a layer: its columns with their commonest values, the likeliest first."""
    yield f"    not understood: {question.layer}, {question.count:,} {question.shape}; its columns are"
    for column in question.columns:
        words = ", ".join(f"{value} {number:,}" for value, number in column.values)
        yield f"      {column.heading}: {words}"
    if question.columns:
        yield f"    {question.proposed!r} most likely says what they are: answer with 'sandtable map kinds'"
