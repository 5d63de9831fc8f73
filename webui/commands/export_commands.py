"""Write files to take away: ``sandtable export``."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.engine.measure import table_mm_per_hex
from campaign.views import UMPIRE
from maps.area.reader import read_area, shipped_area
from maps.gpkg import reader
from maps.making.build import build
from maps.problems import Problem, ProblemsFound
from scenarios.formats.relief import BED_MM
from webui.commands.groups import progress
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store, write_file
from webui.desk.exports import EXPORTS, MAPS, Export, Options, Source, export, map_export
from webui.desk.library import data_folder
from webui.desk.logdata import Diary
from webui.desk.looks import Looks

__all__ = ["export_command"]

KINDS = sorted({what for what, _ in EXPORTS})
FORMS = sorted({form for _, form in EXPORTS})
DEMO_AREA = "ardennes_1944"


@click.command("export")
@click.argument("what", metavar="WHAT", type=click.Choice(KINDS))
@click.option("--format", "form", required=True, type=click.Choice(FORMS), help="The format of the file.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--viewer", metavar="SIDE", default=UMPIRE, show_default=True, help="For whom: the umpire, or a side.")
@click.option("--map", "map_file", type=click.Path(path_type=Path), help="Export this map instead of a campaign's.")
@click.option(
    "--paper",
    default="",
    help="A4, A1 for posters; or A5 to A0, Letter to ANSI E, Roll 610, or 300x450.",
)
@click.option("--mm-per-hex", type=float, help="Printed hex from flat to flat: 100; for pictures as fits.")
@click.option("--table", is_flag=True, help="Print hexes so wide that the rules' inches are inches.")
@click.option(
    "--style", default="full", show_default=True, help="full, contours, heights, colour_blind, low_ink, black."
)
@click.option("--part", nargs=2, metavar="HEX HEX", help="Only the part between two hexes.")
@click.option("--stretch", type=float, default=5.0, show_default=True, help="Relief: how many times higher than true.")
@click.option("--step", "step_m", type=float, default=0.0, help="Relief in steps of so many metres.")
@click.option("--bed", "bed_mm", type=float, default=BED_MM, show_default=True, help="Relief: longest part, in mm.")
@click.option("--day", type=int, help="Which day, for report and log.")
@campaign_option
@store_option
def export_command(  # noqa: PLR0913, PLR0917 - each is a part of the command
    what: str, form: str, out: Path, viewer: str, map_file: Path | None, paper: str, mm_per_hex: float | None,
    table: bool, style: str, part: tuple[str, str] | None, stretch: float, step_m: float, bed_mm: float,
    day: int | None, campaign: str | None, store: str | None,
) -> None:  # fmt: skip
    """
    Write WHAT a viewer may take away: maps, paper, reports, forces for other programs.

    The manual's page on exports lists the formats of each.

    A map is that of the campaign; without a campaign and --map, that of the shipped Ardennes.
    """
    wide = _table_width(campaign, store) if table else mm_per_hex
    options = Options(
        paper, wide or 100.0, style, part or None, day, sized=wide is not None,
        stretch=stretch, step_m=step_m, bed_mm=bed_mm,
    )  # fmt: skip
    if what in MAPS and (map_file is not None or (campaign is None and not _has_store(store))):
        made = _map_alone(map_file, what, form, options)
    else:
        made = _of_campaign(what, form, viewer, options, campaign, store)
    write_file(out, made.body)
    click.echo(f"{out}: {len(made.body):,} bytes")


def _table_width(campaign: str | None, store: str | None) -> float:
    """Find how wide a hex is on a table where a campaign's rules are played with a ruler."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        wide = table_mm_per_hex(session.ruleset, session.situation)
        if wide is None:
            what = f"is nothing for {session.ruleset.tables.name}, which counts hexes"
            raise ProblemsFound([Problem("--table", what, "choose the size with --mm-per-hex")])
        return wide


def _map_alone(map_file: Path | None, what: str, form: str, options: Options) -> Export:
    if map_file is not None:
        return map_export(reader.read(map_file), what, form, options)
    return map_export(build(read_area(shipped_area(DEMO_AREA)), progress=progress()), what, form, options)


def _has_store(store: str | None) -> bool:
    return store is not None or (data_folder() / "campaigns.db").is_file()


def _of_campaign(
    what: str, form: str, viewer: str, options: Options, campaign: str | None, store: str | None
) -> Export:
    with using_store(store) as opened:
        session, looks = the_campaign(opened, campaign), Looks()
        source = Source(looks.look(session, viewer), Diary(session, viewer), looks)
        return export(what, form, source, options)
