"""Write a viewer's report of a turn as plain text of 76 columns, for mail and for who hears it read."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from scenarios.reports.turnreport import UNLESS, coming, contact_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenarios.reports.turnreport import TurnReport

__all__ = ["turn_text"]

_WIDE = 76


def turn_text(report: TurnReport) -> str:
    """Write the text; no line is longer than 76 columns."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: TurnReport) -> Iterator[str]:
    yield from (*_wrapped(report.title.upper()), *_wrapped(f"{report.campaign}. Now: {report.now}."))
    yield from _wrapped(" ".join(report.weather))
    yield from _part("What you must do", report.must)
    yield from _part("What happened", [] if report.happened else ["Nothing was reported."])
    for head, lines in report.happened:
        yield from (f"{head}:", *_items(lines))
    if report.messages:
        yield from _part("Messages", [])
    for message in report.messages:
        yield from (*_items([f"{message.head}:"]), *_lines_of(message.text))
    yield from _part("What comes", [UNLESS])
    for head, lines in coming(report):
        yield from (f"{head}:", *_items(lines))
    yield from _part("Your units", [] if report.bodies else ["None on the map."])
    for body in report.bodies:
        stores = f"; {body.stores}" if body.stores else ""
        yield from _wrapped(f"{body.name}: {body.units} units, strength {body.now} of {body.full}{stores}")
        yield from _items(body.where)
    if report.forecast.without_orders:
        yield from _wrapped(f"Without orders: {', '.join(report.forecast.without_orders)}.")
    if report.lost:
        yield from _wrapped(f"Lost: {', '.join(report.lost)}.")
    if report.contacts is not None:
        yield from (*_part("The enemy as you see him", []), *_items(contact_lines(report)))


def _part(head: str, lines: Sequence[str]) -> Iterator[str]:
    yield from ("", head.upper(), "-" * len(head))
    for line in lines:
        yield from _wrapped(line)


def _items(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, _WIDE, initial_indent="- ", subsequent_indent="  ")


def _lines_of(text: str) -> Iterator[str]:
    """Set a text of several lines under its heading."""
    for line in text.split("\n"):
        yield from textwrap.wrap(line, _WIDE, initial_indent="    ", subsequent_indent="    ")


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDE)
