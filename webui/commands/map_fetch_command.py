"""Fetch what public services know of an area: ``sandtable map fetch``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from maps.area.area import layout_of
from maps.area.reader import read_area
from webui.commands.groups import json_option, print_json, print_lines, progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.sources.online.fetch import Fetched, Tally

__all__ = ["map_fetch"]


@click.command("fetch")
@click.argument("area", metavar="AREA", type=click.Path(path_type=Path))
@click.option("--services", "mirrors", type=click.Path(path_type=Path), help="A TOML file of mirrors.")
@click.option("--again", is_flag=True, help="Ask for everything anew, also for what is kept.")
@json_option
def map_fetch(area: Path, mirrors: Path | None, *, again: bool, as_json: bool) -> None:
    """Fetch what the public services that an area file names know of it, and keep it; nothing is built."""
    # What speaks with services takes a while to load, and those who build maps of files need none of it.
    from maps.sources.online.fetch import fetch  # noqa: PLC0415
    from maps.sources.online.services import chosen_services  # noqa: PLC0415
    from maps.sources.online.store import cache_folder  # noqa: PLC0415

    read = read_area(area)
    fetched = fetch(read, layout_of(read), progress=progress(), services=chosen_services(mirrors), again=again)
    folder = cache_folder()
    if as_json:
        files = {kind: [str(path) for path in paths] for kind, paths in fetched.files.items()}
        print_json({"folder": str(folder), "services": fetched.tallies, "files": files, "notes": fetched.notes})
    else:
        print_lines(_lines(fetched, folder))


def _lines(fetched: Fetched, folder: Path) -> Iterator[str]:
    if not fetched.tallies:
        yield "the area file names no services under sources.online"
        return
    yield from map(_line, fetched.tallies)
    yield from (f"  {note}" for note in fetched.notes)
    yield f"kept in {folder}"


def _line(tally: Tally) -> str:
    nowhere = f", {tally.nowhere:,} that the service does not have" if tally.nowhere else ""
    return (
        f"{tally.service}: {tally.tiles:,} tiles, {tally.cached:,} were cached, {tally.fetched:,} asked for{nowhere}; "
        f"{tally.megabytes:g} MB"
    )
