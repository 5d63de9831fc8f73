"""Say which pieces of terrain of a club go where on a table: ``sandtable battle pieces``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maps.gpkg.reader import read
from scenarios.battles.ground.inventory import read_inventory
from scenarios.battles.ground.layingplan import laying_plan_pdf, laying_plan_svg
from scenarios.battles.ground.pieces import laid_out
from scenarios.board import open_board, shipped_boards
from scenarios.printshop.onesheet import written_as
from webui.commands.battles.sheetforms import sheet_form
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import write_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap
    from scenarios.battles.ground.pieces import LayOut

__all__ = ["pieces_command"]

_CM = 2.54


@click.command("pieces")
@click.argument("board", metavar="BOARD")
@click.argument("inventory", metavar="INVENTORY", type=click.Path(path_type=Path))
@click.option("--inch-m", type=click.FloatRange(1, 5000), default=50, show_default=True,
              help="Metres of ground to an inch, where BOARD does not say it.")  # fmt: skip
@click.option("--cm", is_flag=True, help="Tell lengths in centimetres.")
@click.option("--out", type=click.Path(path_type=Path), help="Write a plan of the table here: .svg, .pdf or .png.")
@json_option
def pieces_command(board: str, inventory: Path, *, as_json: bool, **asked: Any) -> None:
    """Say which pieces of INVENTORY, a TOML file, go where on BOARD, and what is short."""
    form = sheet_form(asked["out"]) if asked["out"] else ""
    hexmap, inch_m = _board(board, asked["inch_m"])
    found = laid_out(hexmap, inch_m, read_inventory(inventory))
    if form:
        plan = (hexmap, inch_m, found)
        write_file(asked["out"], written_as(form, partial(laying_plan_svg, *plan), partial(laying_plan_pdf, *plan)))
    if as_json:
        print_json({
            "laid": [{"piece": one.piece.name, "right_in": round(one.right, 2), "down_in": round(one.down, 2),
                      "turn_deg": one.turn_deg} for one in found.laid],
            "kinds": [one._asdict() for one in found.kinds], "short": [one.kind for one in found.short],
            "left": dict(found.left),
        })  # fmt: skip
        return
    print_lines(_lines(found, cm=asked["cm"]))


def _board(name: str, inch_m: float) -> tuple[HexMap, float]:
    path = shipped_boards().get(name, Path(name))
    if path.suffix == ".toml":
        board = open_board(path)
        return board.hexmap, board.inch_m
    return read(path), inch_m


def _lines(found: LayOut, *, cm: bool) -> Iterator[str]:
    unit, each = ("cm", _CM) if cm else ("in", 1.0)
    yield "Middle of each piece from the left and the upper edge of the board, turned clockwise:"
    for k, one in enumerate(found.laid, start=1):
        turned = f", turned {one.turn_deg:.0f} degrees" if one.turn_deg else ""
        yield f"{k:4}  {one.piece.name}: {one.right * each:.1f} {unit} right, {one.down * each:.1f} {unit} down{turned}"
    for kind in found.kinds:
        square = each**2 if kind.unit == "sq in" else each if kind.unit else 1.0
        words = {"sq in": f"sq {unit}", "in": unit, "": ""}[kind.unit]
        short = ": short" if kind in found.short else ""
        yield f"  {kind.kind}: {kind.there * square:.0f} of {kind.needed * square:.0f} {words}".rstrip() + short
    if found.left:
        told = ", ".join(f"{count} {name}" for name, count in found.left)
        yield f"In the box: {told}. They would mostly lie beside their kind of ground."
