"""Cut maps again, and ask them questions: ``sandtable map cut``, ``info``, ``explain`` and others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maps.area.area import layout_of
from maps.area.reader import area_named, read_area, shipped_area, shipped_areas
from maps.derive.legend import read_legend
from maps.gpkg import reader, writer
from maps.grid.hexmap import HEXSIDES, problems
from maps.grid.numbers import hex_named
from maps.lonlat import lonlat_of
from maps.making.build import build
from maps.making.nested import Table, nested_area, table_area
from maps.problems import Problem, ProblemsFound
from webui.commands.groups import json_option, print_json, print_lines, progress

if TYPE_CHECKING:
    from maps.area.area import Area
    from maps.grid.hexmap import HexMap

__all__ = ["check", "cut_map", "diff_maps", "explain_hex", "info", "keep", "table_map"]

MAP = click.Path(path_type=Path)


@click.command("cut")
@click.argument("area", metavar="AREA")
@click.argument("numbers", metavar="HEX...", nargs=-1, required=True)
@click.option("--width-km", type=float, required=True, help="Width of the board's hexes.")
@click.option("--out", type=MAP, required=True, help="The GeoPackage to write.")
@json_option
def cut_map(area: str, numbers: tuple[str, ...], width_km: float, out: Path, *, as_json: bool) -> None:
    """Cut hexes of an area's map again in finer hexes, from the same sources: a board for a battle."""
    keep(build(nested_area(area_named(area), numbers, 1000 * width_km), progress=progress()), out, as_json=as_json)


@click.command("table")
@click.argument("area", metavar="AREA")
@click.argument("place", metavar="PLACE")
@click.option("--size", nargs=2, type=float, metavar="W H", default=(72, 48), help="Of the table, in inches.")
@click.option("--inch-m", type=float, default=50, show_default=True, help="Metres of ground to an inch.")
@click.option("--hex-inches", type=float, default=3, show_default=True, help="Width of a hex on the table.")
@click.option("--out", type=MAP, required=True, help="The GeoPackage to write.")
@json_option
def table_map(
    area: str, place: str, size: tuple[float, float], inch_m: float, hex_inches: float, out: Path, *, as_json: bool
) -> None:
    """Make a board as large as a table from the ground about PLACE: a hex of the area's map, or "LON LAT"."""
    found = area_named(area)
    wanted = table_area(found, *_spot(found, place), Table(*size, inch_m, hex_inches))
    keep(build(wanted, progress=progress()), out, as_json=as_json)


def _spot(area: Area, place: str) -> tuple[float, float]:
    parts = place.replace(",", " ").split()
    try:
        if len(parts) == 2:
            return float(parts[0]), float(parts[1])
        layout = layout_of(area)
        lon, lat = lonlat_of(layout, layout.centres()[layout.grid.index_of(place)])[0].tolist()
    except ValueError as error:
        remedy = 'take a number that is printed on the map, or write "5.7175 50.0005"'
        raise ProblemsFound([Problem(f"place {place!r}", str(error), remedy)]) from error
    return lon, lat


def keep(hexmap: HexMap, out: Path, *, as_json: bool) -> None:
    """Write a map, and say what it is."""
    writer.write(hexmap, out)
    if as_json:
        print_json(_facts(hexmap) | {"file": str(out)})
    else:
        click.echo(f"{out}: {hexmap.name}, {int(hexmap.inside.sum()):,} hexes, key {hexmap.key}")
        print_lines(f"  doubtful: {doubt}" for doubt in hexmap.doubts)


@click.command("info")
@click.argument("file", metavar="MAP", type=MAP)
@json_option
def info(file: Path, *, as_json: bool) -> None:
    """Say what a map holds."""
    facts = _facts(reader.read(file))
    if as_json:
        print_json(facts)
        return
    click.echo(f"{facts['name']}: {facts['hexes']:,} hexes of {facts['width_m']:g} m, {facts['crs']}")
    print_lines(f"  {name.replace('_', ' '):14} {count:6,}" for name, count in facts["terrain"].items())
    print_lines(f"  hexsides: {name.replace('_', ' ')} {count:,}" for name, count in facts["hexsides"].items())
    print_lines(f"  source: {source}" for source in facts["sources"])
    print_lines(f"  doubtful: {doubt}" for doubt in facts["doubts"])


@click.command("explain")
@click.argument("file", metavar="MAP", type=MAP)
@click.argument("number", metavar="HEX")
@click.option("--legend", "rules", type=MAP, help="Rules to go by, instead of those kept with the map.")
@json_option
def explain_hex(file: Path, number: str, rules: Path | None, *, as_json: bool) -> None:
    """Say why a hex is what it is: shares, relief, sources, the rule that decided. MAP may be a shipped area's name."""
    from maps.explain import explain  # noqa: PLC0415 - it loads references of every grid, which no other command here wants

    hexmap = _read(file)
    told = explain(hexmap, hex_named(hexmap, number), read_legend(rules) if rules else None)
    if as_json:
        print_json(told.to_dict())
    else:
        click.echo(told.to_text())


@click.command("diff")
@click.argument("before", metavar="BEFORE", type=MAP)
@click.argument("after", metavar="AFTER", type=MAP)
@json_option
def diff_maps(before: Path, after: Path, *, as_json: bool) -> None:
    """List what differs between two maps; where their grids differ, terrain and heights by position."""
    from webui.commands.map_edit_commands import compared  # noqa: PLC0415 - with what is edited by hand, of which few ask

    found = compared(_read(before), _read(after))
    if as_json:
        print_json([{"place": d.place, "what": d.what, "before": d.before, "after": d.after} for d in found])
    else:
        print_lines(map(str, found) if found else ["no difference"])


@click.command("check")
@click.argument("file", metavar="MAP", type=MAP)
@json_option
@click.pass_context
def check(ctx: click.Context, file: Path, *, as_json: bool) -> None:
    """Look for what cannot be true of a map, and what its sources could not tell; exit 1 if there is anything."""
    try:
        hexmap = reader.read(file)
        found = [*problems(hexmap), *hexmap.doubts]
    except ProblemsFound as unreadable:
        found = list(unreadable.problems)
    _print_problems(found, as_json=as_json)
    ctx.exit(1 if found else 0)


def _print_problems(found: list[Problem], *, as_json: bool) -> None:
    if as_json:
        print_json([{"place": p.place, "what": p.what, "remedy": p.remedy} for p in found])
    else:
        print_lines(map(str, found) if found else ["sound"])


def _read(file: Path) -> HexMap:
    if str(file) in shipped_areas() and not file.exists():
        return build(read_area(shipped_area(str(file))), progress=progress())
    return reader.read(file)


def _facts(hexmap: HexMap) -> dict[str, Any]:
    inside = hexmap.terrain[hexmap.inside]
    counts = {name: int((inside == code).sum()) for code, name in enumerate(hexmap.shown_names)}
    sides = {name: int((hexmap.hexside == code).sum()) // 2 for code, name in enumerate(HEXSIDES) if code}
    return {
        "name": hexmap.name, "key": hexmap.key, "hexes": int(hexmap.inside.sum()),
        "columns": hexmap.layout.grid.cols, "rows": hexmap.layout.grid.rows,
        "width_m": hexmap.layout.width_m, "crs": hexmap.layout.crs,
        "terrain": {name: count for name, count in counts.items() if count},
        "hexsides": {name: count for name, count in sides.items() if count},
        "places": len(hexmap.places), "sources": list(hexmap.sources),
        "doubts": [str(doubt) for doubt in hexmap.doubts],
    }  # fmt: skip
