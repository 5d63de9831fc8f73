"""List, check and begin scenarios: ``sandtable scenario``."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from campaign.systems import catalogue
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from maps.problems import Problem, ProblemsFound
from scenarios.check import check_scenario
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios
from webui.commands.shared import Commands, json_option, print_json, print_lines, progress

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
@click.option("--rules", type=click.Choice(catalogue.keys()), help="Another rule system than the scenario's own.")
@json_option
@click.pass_context
def check(ctx: click.Context, scenario: str, rules: str | None, *, as_json: bool) -> None:
    """Try a scenario (a folder, or a shipped one's name) against its map and rules; exit 1 if anything is wrong."""
    say = progress()
    found = check_scenario(
        scenario_folder(scenario),
        lambda item: build(read_area(_area(item.folder, item.area)), progress=say),
        lambda item: catalogue.ruleset(item.ruleset, item.overrides),
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
def new(folder: Path, model: str) -> None:
    """Begin a scenario of your own as a copy of a shipped one: change its files, then check it."""
    source = shipped_scenario(model)
    if folder.exists():
        raise ProblemsFound([Problem(str(folder), "there is something of this name", "name one that is not there")])
    try:
        shutil.copytree(source, folder)
    except OSError as error:
        raise ProblemsFound([Problem(str(folder), f"cannot be written ({error.strerror})", "name another")]) from error
    click.echo(f"{folder}: a copy of {model}. Change its files, then: sandtable scenario check {folder}")


def scenario_folder(name: str) -> Path:
    """Give the folder of a scenario, named by its folder or as a shipped one."""
    path = Path(name)
    return path if path.is_dir() else shipped_scenario(name)


def _area(folder: Path, area: str) -> Path:
    own = folder / "area.toml"
    return own if own.is_file() else shipped_area(area)
