"""List the rule systems and show one whole: ``sandtable rules``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campaign.model.verbs.rules import MoveRules
from campaign.systems.catalogue import differences, keys, ruleset, sheet, unsound
from campaign.systems.zen.tables import read_zen_tables
from campaign.systems.zen.units import strength_points
from maps.toml_lines import read_text
from webui.commands.groups import Commands, json_option, print_json, print_lines
from webui.commands.rules.case_command import check_cases
from webui.commands.rules.exchange_commands import export_rules, open_file
from webui.commands.rules.new_rules_command import new_rules
from webui.commands.rules.problems_command import list_problems
from webui.commands.rules.simulate_command import simulate_case
from webui.commands.shared import campaign_option, rules_named, store_option, the_campaign, using_store, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.tables import Difference, Tables

__all__ = ["rule_commands"]


@click.group("rules", cls=Commands)
def rule_commands() -> None:
    """List the rule systems, and show their figures, readings and defaults."""


@rule_commands.command("list")
@json_option
def list_rules(*, as_json: bool) -> None:
    """List the rule systems."""
    found = [ruleset(key).tables for key in keys()]
    if as_json:
        print_json([{"key": item.key, "name": item.name, "source": item.source} for item in found])
    else:
        print_lines(f"{item.key}: {item.name}. Source: {item.source}." for item in found)
    for one in unsound():
        click.echo(f"not listed: {one}", err=True)


@rule_commands.command("points")
@click.argument("companies", type=click.IntRange(1, 30))
@click.option("--morale", type=click.IntRange(-2, 2), default=0, help="Elite 1 or 2, poor -1 or -2.", show_default=True)
@click.option("--armour", is_flag=True, help="The unit is armoured.")
@click.option("--scary", is_flag=True, help="Its kit frightens.")
@click.option("--really-scary", is_flag=True, help="Its kit frightens very much.")
@json_option
def count_points(*, as_json: bool, **unit: int | bool) -> None:
    """Count the strength points of a unit of COMPANIES companies or squadrons, by the Zen rules."""
    points = strength_points(read_zen_tables(), **unit)  # type: ignore[arg-type]  # click gives each its kind
    if as_json:
        print_json({**unit, "strength_points": points})
    else:
        click.echo(points)


@rule_commands.command("show")
@click.argument("key", metavar="KEY|FILE")
@click.option(
    "--sheet",
    "sheet_file",
    type=click.Path(path_type=Path),
    help="Also write its quick reference sheet, on A4, as PDF.",
)
@json_option
def show_rules(key: str, sheet_file: Path | None, *, as_json: bool) -> None:
    """Show a rule system: phases, and every reading and default with its reason; with --json its figures too."""
    tables = rules_named(key).tables
    if sheet_file is not None:
        # Only a printed sheet needs the printer.
        from scenarios.printshop.reference.sheet import reference_sheet  # noqa: PLC0415

        write_file(sheet_file, reference_sheet(tables))
    if as_json:
        told = (name for name in tables.__struct_fields__ if name not in {"facts", "rules", "house", "veil"})
        print_json({name: msgspec.to_builtins(getattr(tables, name)) for name in told} | _figures(tables))
        return
    click.echo(f"{tables.name}. Source: {tables.source}.")
    if tables.house is not None:
        click.echo(f"\nOtherwise than {tables.house.extends}")
        print_lines(map(_otherwise, differences(tables)))
    click.echo("\nPhases")
    print_lines(f"  {row.rule:9} {row.name}{' (by itself)' if row.automatic else ''}" for row in tables.phases)
    click.echo("\nReadings and defaults")
    for item in tables.interpretations:
        others = f", or {', '.join(map(str, item.alternatives))}" if item.alternatives else ""
        others += ", fixed" if item.fixed else ""
        click.echo(f"  {item.rule:9} {item.key} = {item.value} ({item.source}{others})\n            {item.reason}")

    print_lines(_told(tables))


def _otherwise(row: Difference) -> str:
    why = f"\n            {row.reason}" if row.reason else ""
    return f"  {row.rule:9} {row.place}: {row.now}, and there {row.was}{why}"


def _figures(tables: Tables) -> dict[str, Any]:
    """Give the figures of a system of data, heading by heading."""
    laid = sheet(tables)
    other = differences(tables)
    return ({"sheet": msgspec.to_builtins(laid)} if laid else {}) | (
        {"extends": tables.house.extends, "differences": msgspec.to_builtins(other)} if other else {})  # fmt: skip


def _told(tables: Tables) -> Iterator[str]:
    """Write the figures of a system of data: what is in brackets is there by default."""
    for part in sheet(tables):
        yield from ("", part.key.capitalize() + (" (all by default)" if part.by_default else ""))
        for row in part.rows:
            yield from _row(row)
        for grid in part.grids:
            yield from _grid(grid, "    ")


def _row(row: Any, deep: str = "  ") -> Iterator[str]:
    entries = (f"({e.key} {e.value})" if e.by_default else f"{e.key} {e.value}" for e in row.entries)
    yield f"{deep}{row.rule:9} {row.title}: {'; '.join(entries)}".rstrip(" :")
    for grid in row.grids:
        yield from _grid(grid, f"{deep}  ")
    for one in row.rows:
        yield from _row(one, deep + "  ")


def _grid(grid: Any, deep: str) -> Iterator[str]:
    yield f"{deep}{grid.title:16} " + " ".join(f"{head:>9}" for head in grid.heads)
    for name, *cells in grid.rows:
        yield (f"{deep}{name:16} " + " ".join(f"{cell:>9}" for cell in cells)).rstrip()


@rule_commands.command("move")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@campaign_option
@click.option("--because", required=True, metavar="REASON", help="Why; it goes into the log, and all are told.")
@store_option
def move_campaign(file: Path, because: str, campaign: str | None, store: str | None) -> None:
    """Play a campaign on by FILE, a changed text of its rules: a ruling, which an undo takes back."""
    with using_store(store) as kept:
        session = the_campaign(kept, campaign)
        entry = session.submit(MoveRules(read_text(file), because))
        click.echo(f"entry {entry.seq}: the campaign is played on by {file.name}; an undo takes it back")


rule_commands.add_command(new_rules)
rule_commands.add_command(export_rules)
rule_commands.add_command(open_file)
rule_commands.add_command(check_cases)
rule_commands.add_command(simulate_case)
rule_commands.add_command(list_problems)
