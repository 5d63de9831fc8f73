"""List, check and begin scenarios, take orders of battle in: ``sandtable scenario``."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.systems import catalogue
from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.gpkg import reader
from maps.problems import Problem, ProblemsFound
from scenarios.check import check_scenario
from scenarios.handing.aside import made_aside
from scenarios.handing.beside import build, ground_of, rules_text
from scenarios.handing.manifest import ENDING
from scenarios.handing.publishing import Giver, published
from scenarios.intake.blank import Blank, write_blank
from scenarios.intake.files import Asked, read_forces, write_tables
from scenarios.scenario import read_scenario, read_sides, shipped_scenario, shipped_scenarios
from webui.commands.groups import Commands, json_option, print_json, print_lines, progress
from webui.commands.shared import RULES, store_option, using_store, write_file
from webui.desk.datafolder import store_folder
from webui.desk.grounds.shelf import GroundShelf
from webui.desk.keeping.handed import handed_rows, keep_handed, look_into_handed, program

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap

__all__ = ["scenario_commands", "scenario_folder"]


@click.group("scenario", cls=Commands)
def scenario_commands() -> None:
    """List, check and begin scenarios."""


@scenario_commands.command("list")
@json_option
def list_scenarios(*, as_json: bool) -> None:
    """List the scenarios that come with the program."""
    found = [read_scenario(shipped_scenario(name)) for name in shipped_scenarios()]
    if as_json:
        print_json([
            {"key": item.key, "name": item.name, "days": item.days, "rules": item.ruleset,
             "units": len(item.orbat.stands), "start": item.start.isoformat(), "folder": str(item.folder),
             "plans": {plan.key: plan.name for plan in item.plans.plans}, "plan": item.plans.usual}
            for item in found
        ])  # fmt: skip
        return
    print_lines(f"{item.key}: {item.name}, {item.days} days, {len(item.orbat.stands)} units" for item in found)


@scenario_commands.command("check")
@click.argument("scenario", metavar="SCENARIO")
@click.option("--rules", type=RULES, help="Another rule system than the scenario's own.")
@json_option
@click.pass_context
def check(ctx: click.Context, scenario: str, rules: str | None, *, as_json: bool) -> None:
    """Try a scenario (a folder, or a shipped one's name) against its map and rules; exit 1 if anything is wrong."""
    say = progress()
    found = check_scenario(
        scenario_folder(scenario),
        lambda item: ground_of(item, say),
        lambda item: catalogue.ruleset(item.ruleset, item.overrides, rules_text(item)),
        rules=rules,
    )
    if as_json:
        problems = [{"place": p.place, "what": p.what, "remedy": p.remedy} for p in found.problems]
        print_json({"problems": problems, "notes": list(found.notes)})
    else:
        print_lines([*map(str, found.problems), *(f"note: {note}" for note in found.notes)] or ["sound"])
    ctx.exit(1 if found.problems else 0)


@scenario_commands.command("new")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--from", "model", metavar="NAME", default="ardennes_1944", show_default=True, help="Scenario to copy.")
@click.option(
    "--blank",
    metavar="GROUND",
    help="No copy but a blank one, on a shipped area, a ground of the store's own, or the map of a file.",
)
@click.option("--rules", type=RULES, default="zen_operational", show_default=True, help="Rules of a blank one.")
@click.option("--start", default="1944-12-16", show_default=True, metavar="DATE", help="First day of a blank one.")
@click.option("--days", default=5, show_default=True, help="How long a blank one lasts.")
@click.option("--sides", default="Red,Blue", show_default=True, metavar="A,B", help="The two sides of a blank one.")
@store_option
def new(folder: Path, model: str, blank: str | None, store: str | None, **told: Any) -> None:
    """Begin a scenario of your own, as a copy of a shipped one or blank: change its files, then check it."""
    if folder.exists():
        raise ProblemsFound([Problem(str(folder), "there is something of this name", "name one that is not there")])
    try:
        if blank is None:
            shutil.copytree(shipped_scenario(model), folder)
        else:
            one, _, other = (part.strip() for part in told.pop("sides").partition(","))
            _blank(folder, blank, Blank(folder.name, folder.name, sides=(one, other), **told), store)
    except OSError as error:
        raise ProblemsFound([Problem(str(folder), f"cannot be written ({error.strerror})", "name another")]) from error
    what = f"a copy of {model}" if blank is None else "blank; put units into it with: sandtable scenario import"
    click.echo(f"{folder}: {what}. Change its files, then: sandtable scenario check {folder}")


def _blank(folder: Path, ground: str, blank: Blank, store: str | None) -> None:
    """Write a blank scenario; nothing is left of one that is wrong."""
    area = ground if ground in shipped_areas() else ""
    hexmap = build(read_area(shipped_area(area)), progress=progress()) if area else _own_ground(ground, store)
    with made_aside(folder) as made:
        made.mkdir()
        write_blank(made, blank, hexmap, area)


def _own_ground(ground: str, store: str | None) -> HexMap:
    """Give the map of a file, or of a ground that is kept in the store."""
    if Path(ground).is_file():
        return reader.read(Path(ground))
    shelf = GroundShelf(store_folder(store))
    if shelf.holds(ground):
        return shelf.open(ground).hexmap()
    known = ", ".join([*(row.key for row in shelf.saved()), *shipped_areas()])
    remedy = f"give the file of a map, a ground of the store's own, or a shipped area: {known}"
    raise ProblemsFound([Problem("--blank", f"there is no ground {ground!r}", remedy)])


@scenario_commands.command("import")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--column", "columns", multiple=True, metavar="FIELD=HEAD", help="Which column of the table holds what.")
@click.option("--page", default="", help="Page of a workbook; the first if left out.")
@click.option("--side", "sides", multiple=True, metavar="THEIRS=OURS", help="Which of the file's sides is which.")
@click.option("--map", "map_file", type=click.Path(path_type=Path), help="The map whose hexes the table names.")
@click.option("--try", "only_try", is_flag=True, help="Say what would be written, and write nothing.")
def import_forces(
    folder: Path, file: Path, columns: tuple[str, ...], page: str, sides: tuple[str, ...], map_file: Path | None,
    *, only_try: bool,
) -> None:  # fmt: skip
    """
    Put the order of battle of FILE into the scenario in FOLDER.

    FILE is a table (CSV or XLSX), a scenario of ORBAT Mapper, or MSDL.
    """
    known, near = read_sides(folder)
    asked = Asked(
        _pairs(columns, "--column"), page, _pairs(sides, "--side"), reader.read(map_file) if map_file else None, near
    )
    mustered = read_forces(_bytes(file), file.name, known, asked)
    if not only_try:
        write_tables(folder, mustered)
    told = f"{len(mustered.formations) - 1} formations and {len(mustered.stands) - 1} units"
    where = "would be written" if only_try else f"written into {folder}; now try: sandtable scenario check {folder}"
    print_lines([*(f"note: {note}" for note in mustered.notes), f"{told} {where}"])


@scenario_commands.command("publish")
@click.argument("scenario", metavar="SCENARIO")
@click.option("--by", required=True, metavar="NAME", help="Who hands it on: your name or your club's.")
@click.option("--licence", required=True, metavar="TEXT", help="What others may do with it, for example CC BY 4.0.")
@click.option("--out", type=click.Path(path_type=Path), help="The file; without it: NAME.sandtable here.")
@click.option("--as", "key", metavar="NAME", help="Its short name for others; without it: the folder's.")
@click.option("--for", "side", default="", metavar="SIDE", help="For a player of this side: nothing of the others.")
def publish(scenario: str, by: str, licence: str, out: Path | None, key: str | None, side: str) -> None:
    """
    Write SCENARIO (a folder, or a shipped one's name) as one file for another club.

    The file holds map, forces, plans, rules of a club's own and the licences of the sources; for umpires, or for a
    player of one side.
    """
    found = read_scenario(scenario_folder(scenario))
    key = key or found.folder.resolve().name
    rules = catalogue.ruleset(found.ruleset, found.overrides, rules_text(found))
    giver = Giver(by.strip(), licence.strip(), program())
    body = published(found, key, ground_of(found, progress()), rules, giver, side=side)
    out = out or Path(f"{key}{'-' * bool(side)}{side}{ENDING}")
    write_file(out, body)
    told = f"for a player of {side} alone" if side else "it holds what each side reads alone: give it to umpires"
    click.echo(f"{out}: {found.name}, {len(body):,} bytes; {told}.")


@scenario_commands.command("open")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--as", "key", metavar="NAME", help="A short name for it here; without it: its own.")
@click.option("--look", is_flag=True, help="Say what it holds and keep nothing.")
@store_option
@click.pass_context
def open_file(ctx: click.Context, file: Path, key: str | None, store: str | None, *, look: bool) -> None:
    """
    Open FILE, which another club has published: see what it holds, and keep it as a scenario.

    Nothing in it is believed before it is checked; exit 1 if anything is wrong with the scenario.
    """
    body = _bytes(file)
    found = look_into_handed(body, lambda item: catalogue.ruleset(item.ruleset, item.overrides, rules_text(item)))
    print_lines(f"{name}: {words.replace(chr(10), '; ')}" for name, words in handed_rows(found))
    print_lines([*map(str, found.findings.problems), *(f"note: {note}" for note in found.findings.notes)])
    if not look:
        with using_store(store, create=True) as opened:
            kept = keep_handed(opened, body, key or found.manifest.key)
        click.echo(f"kept; now: sandtable campaign new {kept.folder} NAME")
    ctx.exit(1 if found.findings.problems else 0)


def _pairs(told: tuple[str, ...], option: str) -> dict[str, str]:
    faults = [Problem(option, f"{one!r} has no =", "write it as A=B") for one in told if "=" not in one]
    if faults:
        raise ProblemsFound(faults)
    return {left.strip(): right.strip() for left, _, right in (one.partition("=") for one in told)}


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ProblemsFound([Problem(str(file), f"cannot be read ({error.strerror})", "name a file")]) from error


def scenario_folder(name: str) -> Path:
    """Give the folder of a scenario, named by its folder or as a shipped one."""
    path = Path(name)
    return path if path.is_dir() else shipped_scenario(name)
