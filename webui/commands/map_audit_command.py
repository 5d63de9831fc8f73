"""List what was removed or restored for a map's date: ``sandtable map audit``."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from maps.gpkg.reader import read
from maps.record import VERDICTS
from webui.commands.groups import json_option, print_json, print_lines

if TYPE_CHECKING:
    from maps.record import Audited

__all__ = ["audit_map"]


@click.command("audit")
@click.argument("file", metavar="MAP", type=click.Path(path_type=Path))
@click.option("--verdict", type=click.Choice(VERDICTS), help="Only those of one verdict.")
@json_option
def audit_map(file: Path, verdict: str | None, *, as_json: bool) -> None:
    """List what was removed, restored or kept for the date of a map, each with the reason."""
    hexmap = read(file)
    found = [entry for entry in hexmap.audit if verdict in (None, entry.verdict)]
    if as_json:
        print_json([asdict(entry) for entry in found])
        return
    print_lines(map(_line, found))
    counts = Counter(entry.verdict for entry in found)
    told = ", ".join(f"{counts[name]:,} {name}" for name in VERDICTS if counts[name])
    click.echo(f"{hexmap.name}, as of {hexmap.date or 'no date'}: {told or 'nothing was treated'}")


def _line(entry: Audited) -> str:
    name = f" {entry.name!r}" if entry.name else ""
    return f"{entry.verdict:9} {entry.kind}{name} at {entry.lon:.4f} {entry.lat:.4f}: {entry.why} [{entry.feature}]"
