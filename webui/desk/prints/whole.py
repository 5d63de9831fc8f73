"""Print all that a viewer may have at once: as one PDF, or as a zip of its parts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from campaign.model.viewer import UMPIRE
from maps.problems import ProblemsFound
from scenarios.formats.packing import packed
from scenarios.printshop.binding import LeftOut, Part, bound, contents_page
from webui.desk.faults import BadRequest, fault_words
from webui.desk.moments import words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from webui.desk.looks import Look
    from webui.desk.prints.printable import Options, Printable, Source

    Making = Callable[[Printable, Source, Options], bytes]

__all__ = ["whole_pdf", "whole_zip"]

_MOST_BYTES = 60_000_000
_LARGE = frozenset({"map", "poster"})
"""Each of these is a work of its own; they are asked for by themselves."""
_WHY_LARGE = "hundreds of sheets, or paper of another size; print it by itself"


def whole_pdf(rows: Iterable[Printable], make: Making, source: Source, options: Options) -> bytes:
    """
    Bind all that is for a viewer as one PDF, behind a page that lists it.

    What cannot be made now is listed with the reason: a report of a turn that is not over, for instance.
    """
    parts, left_out = _parts(rows, make, source, options)
    return bound(_title(source.look), _when(source.look), parts, left_out, options.paper)


def whole_zip(rows: Iterable[Printable], make: Making, source: Source, options: Options) -> bytes:
    """Pack the same as a zip, a file each."""
    parts, left_out = _parts(rows, make, source, options)
    counts = [1 for _ in parts]
    front = contents_page(_title(source.look), _when(source.look), parts, counts, left_out, options.paper)
    return packed([("contents.pdf", front), *((f"{part.key}.pdf", part.body) for part in parts)])


def _parts(
    rows: Iterable[Printable], make: Making, source: Source, options: Options
) -> tuple[list[Part], list[LeftOut]]:
    parts, left_out, size = [], [], 0
    for one in rows:
        if one.key in _LARGE:
            left_out.append(LeftOut(one.words, _WHY_LARGE))
            continue
        paper = options.paper if options.paper in one.papers else one.papers[0]
        try:
            body = make(one, source, replace(options, paper=paper))
        except (BadRequest, ProblemsFound) as fault:
            left_out.append(LeftOut(one.words, _why(fault)))
            continue
        size += len(body)
        if size > _MOST_BYTES:
            left_out.append(LeftOut(one.words, "it would make the whole too large; print it by itself"))
            continue
        parts.append(Part(one.key, one.words, body))
    return parts, left_out


def _title(look: Look) -> str:
    return f"{look.session.name}: {_who(look)}"


def _who(look: Look) -> str:
    setting = look.state.setting
    names = {side.key: side.name for side in setting.sides} | {one.id: one.name for one in setting.commands}
    return "the umpire" if look.viewer == UMPIRE else names.get(look.viewer, look.viewer)


def _when(look: Look) -> str:
    clock = words_of(look.state.clock, look.tables)
    return f"Day {clock['day']}, {clock['turn']}, {clock['phase']}. Print at 100 %, without fitting to the page."


def _why(fault: BadRequest | ProblemsFound) -> str:
    return "; ".join(str(fault).splitlines()) if isinstance(fault, ProblemsFound) else fault_words(fault)
