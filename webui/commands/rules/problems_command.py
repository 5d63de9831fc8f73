"""Look through a file of rule tables: ``sandtable rules problems``."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.systems.checking import problems
from webui.commands.groups import json_option, print_json, print_lines

__all__ = ["list_problems"]


@click.command("problems")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@json_option
@click.pass_context
def list_problems(ctx: click.Context, file: Path, *, as_json: bool) -> None:
    """List what is wrong in FILE, a file of rule tables, each with a way out; exit 1 if anything is."""
    found = problems(file)
    if as_json:
        print_json([{"place": item.place, "what": item.what, "remedy": item.remedy} for item in found])
    else:
        print_lines(map(str, found) if found else ["sound"])
    ctx.exit(1 if found else 0)
