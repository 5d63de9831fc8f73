"""List the rule systems and show one whole: ``sandtable rules``."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from campaign.store.faults import StoreFault
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.zen.tables import read_zen_tables
from campaign.systems.zen.units import strength_points
from webui.commands.case_command import check_cases
from webui.commands.problems_command import list_problems
from webui.commands.shared import Commands, json_option, print_json, print_lines, write_file
from webui.commands.simulate_command import simulate_case

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
@click.argument("key", metavar="KEY")
@click.option("--sheet", type=click.Path(path_type=Path), help="Also write its quick reference sheet, on A4, as PDF.")
@json_option
def show_rules(key: str, sheet: Path | None, *, as_json: bool) -> None:
    """Show a rule system: phases, and every reading and default with its reason; with --json its figures too."""
    try:
        tables = ruleset(key).tables
    except KeyError as error:
        raise StoreFault(place="rules", what=str(error), remedy="see: sandtable rules list") from error
    if sheet is not None:
        # Only a printed sheet needs the printer.
        from scenarios.printshop.reference.sheet import reference_sheet  # noqa: PLC0415

        write_file(sheet, reference_sheet(tables))
    if as_json:
        told = (name for name in tables.__struct_fields__ if name != "facts")
        print_json({name: msgspec.to_builtins(getattr(tables, name)) for name in told})
        return
    click.echo(f"{tables.name}. Source: {tables.source}.")
    click.echo("\nPhases")
    print_lines(f"  {row.rule:9} {row.name}{' (by itself)' if row.automatic else ''}" for row in tables.phases)
    click.echo("\nReadings and defaults")
    for item in tables.interpretations:
        others = f", or {', '.join(map(str, item.alternatives))}" if item.alternatives else ""
        others += ", fixed" if item.fixed else ""
        click.echo(f"  {item.rule:9} {item.key} = {item.value} ({item.source}{others})\n            {item.reason}")


rule_commands.add_command(check_cases)
rule_commands.add_command(simulate_case)
rule_commands.add_command(list_problems)
