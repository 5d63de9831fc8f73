"""Print things for the table: ``sandtable print``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.store.faults import StoreFault
from campaign.systems.catalogue import keys, ruleset
from campaign.views import UMPIRE
from maps.gpkg import reader
from maps.problems import Problem, ProblemsFound
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store, write_file
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.prints.printable import Options, RulesAsPlayed, Source
from webui.desk.prints.registry import ALL, PRINTABLES, all_zipped, printable, printed, printed_from
from webui.post.settings import read_settings

if TYPE_CHECKING:
    from webui.desk.prints.printable import Printable

__all__ = ["print_command"]


@click.command("print")
@click.argument("key", metavar="KEY", required=False)
@click.option("--out", type=click.Path(path_type=Path), help="The PDF to write; KEY.pdf if left out.")
@click.option("--viewer", metavar="SIDE", default=UMPIRE, show_default=True, help="For whom: the umpire, or a side.")
@click.option("--paper", default="", help="A4, Letter and others; what is usual for the thing if left out.")
@click.option("--map", "map_file", type=click.Path(path_type=Path), help="Print from this map, without a campaign.")
@click.option("--rules", metavar="KEY", help="Print from this rule system as it is shipped, without a campaign.")
@click.option("--mm-per-hex", type=float, default=100.0, show_default=True, help="Printed hex from flat to flat.")
@click.option("--size", type=float, default=15.0, show_default=True, help="Side of a counter in mm, 12 to 25.")
@click.option(
    "--style", default="full", show_default=True, help="full, contours, heights, colour_blind, low_ink, black."
)
@click.option("--part", nargs=2, metavar="HEX HEX", help="Only the part of the map between two hexes.")
@click.option("--day", type=int, help="Which day, for reports.")
@click.option("--turn", type=int, help="Which turn of it.")
@click.option(
    "--of", default="", metavar="NAME", help="A formation or a side: its units alone, where that can be asked."
)
@campaign_option
@store_option
def print_command(  # noqa: PLR0913, PLR0917 - each is a part of the command
    key: str | None, out: Path | None, viewer: str, paper: str, map_file: Path | None, rules: str | None,
    mm_per_hex: float, size: float, style: str, part: tuple[str, str] | None, day: int | None, turn: int | None,
    of: str, campaign: str | None, store: str | None,
) -> None:  # fmt: skip
    """
    Print KEY for a viewer as a PDF; without KEY, list what can be printed.

    What is of a map alone or of a rule system alone can be printed without a campaign. Of "all", an --out that ends
    with .zip gets a PDF each.
    """
    if key is None:
        _list()
        return
    found = printable(key)
    options = Options(paper, mm_per_hex, style, part or None, day, turn, of, size_mm=size)
    alone = _alone(found, map_file, rules)
    if alone is not None:
        body = printed_from(found, alone, options)
    else:
        with using_store(store) as opened:
            session, looks = the_campaign(opened, campaign), Looks()
            options = replace(options, address=read_settings(opened.folder).reached(""))
            source = Source(looks.look(session, viewer), Diary(session, viewer), looks)
            zipped = found is ALL and out is not None and out.suffix == ".zip"
            body = all_zipped(source, options) if zipped else printed(key, source, options)
    where = out or Path(f"{key}.pdf")
    write_file(where, body)
    click.echo(f"{where}: {len(body):,} bytes")


def _list() -> None:
    for one in PRINTABLES.values():
        papers = one.papers[0] if len(one.papers) == 1 else f"{one.papers[0]} and {len(one.papers) - 1} more"
        click.echo(f"{one.key:16} {one.words}; {papers}")


def _alone(found: Printable, map_file: Path | None, rules: str | None) -> Any:
    """Give the matter of a thing that needs no campaign, None if a campaign is wanted."""
    if map_file is not None and found.matter == "map":
        return reader.read(map_file)
    if rules is not None and found.matter == "rules":
        if rules not in keys():
            raise StoreFault(
                place="rules", what=f"there is no rule system {rules!r}", remedy="see: sandtable rules list"
            )
        return RulesAsPlayed(ruleset(rules).tables)
    wrong = "--map" if map_file is not None else "--rules" if rules is not None else ""
    if wrong:
        what = f"does not help with {found.key}, which is made from {_MADE_FROM[found.matter]}"
        raise ProblemsFound([Problem(wrong, what, "leave it out")])
    return None


_MADE_FROM = {"map": "a map", "rules": "a rule system", "viewer": "what a viewer of a campaign knows"}
