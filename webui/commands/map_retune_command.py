"""Give a map new terrain by one's own rules: ``sandtable map retune`` and ``sandtable map legend``."""

from __future__ import annotations

from pathlib import Path

import click

from maps.derive.legend import legend_text, read_legend
from maps.gpkg import reader, writer
from maps.hand.retune import changes, retune
from maps.problems import Problem, ProblemsFound
from webui.commands.groups import json_option, print_json, print_lines

__all__ = ["print_legend", "retune_map"]

FILE = click.Path(path_type=Path)


@click.command("legend")
@click.argument("file", metavar="[MAP]", type=FILE, required=False)
def print_legend(file: Path | None) -> None:
    """Print the rules that MAP was made by, or the shipped ones: a beginning for your own."""
    if file is None:
        click.echo(legend_text(), nl=False)
        return
    kept = reader.read(file).legend_text
    if not kept:
        way_out = "build the map again; without MAP the shipped rules are printed"
        raise ProblemsFound([Problem(str(file), "its rules of terrain were not kept with it", way_out)])
    click.echo(kept, nl=not kept.endswith("\n"))


@click.command("retune")
@click.argument("file", metavar="MAP", type=FILE)
@click.option("--legend", "rules", type=FILE, required=True, help="Your rules of terrain; see map legend.")
@click.option("--out", type=FILE, required=True, help="The GeoPackage to write.")
@json_option
def retune_map(file: Path, rules: Path, out: Path, *, as_json: bool) -> None:
    """Decide the terrain of a map anew by your own rules, without reading any source."""
    legend = read_legend(rules)
    before = reader.read(file)
    after = retune(before, legend)
    writer.write(after, out)
    found = changes(before, after)
    if as_json:
        changed = [{"before": old, "after": new, "hexes": count} for old, new, count in found]
        print_json({"file": str(out), "key": after.key, "changed": changed})
        return
    print_lines(f"  {old.replace('_', ' ')} -> {new.replace('_', ' ')}: {count:,}" for old, new, count in found)
    total = sum(count for _, _, count in found)
    click.echo(f"{out}: {total:,} of {int(after.inside.sum()):,} hexes changed, key {after.key}")
