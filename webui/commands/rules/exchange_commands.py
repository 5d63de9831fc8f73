"""Give rules to another club and take theirs: ``sandtable rules export`` and ``sandtable rules open``."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.store.faults import StoreFault
from campaign.systems.catalogue import UnknownRuleset, whole, whole_text
from maps.toml_lines import read_text
from webui.commands.groups import print_lines
from webui.commands.rules.case_command import counted
from webui.commands.shared import write_file
from webui.desk.keeping.casesapart import run_apart
from webui.desk.keeping.ownrules import open_rules, sent_text

__all__ = ["export_rules", "open_file"]


@click.command("export")
@click.argument("named", metavar="KEY|FILE")
@click.argument("to", metavar="TO", type=click.Path(path_type=Path))
def export_rules(named: str, to: Path) -> None:
    """Write rules of your own into the file TO, as one file that another club opens, with what they extend in it."""
    if to.exists():
        raise StoreFault(place=str(to), what="is there already", remedy="name another file, or move that one away")
    file = Path(named)
    try:
        text = whole(read_text(file), file.name) if file.suffix == ".toml" and file.exists() else whole_text(named)
    except UnknownRuleset as error:
        raise StoreFault(place=named, what=str(error), remedy="see: sandtable rules list") from error
    write_file(to, text.encode())
    print_lines([str(to), f"who gets it: sandtable rules open {to.name}"])


@click.command("open")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Put it in the place of other rules of that key; those are kept.")
def open_file(file: Path, *, replace: bool) -> None:
    """Take FILE in, rules that another club wrote: it is looked through first, and kept if nothing is wrong with it.

    It can run nothing: it is data. Its cases are run in a process of their own, with a limit of time.
    """
    text = sent_text(file.read_bytes(), file.name)
    kept = open_rules(text, file.name, replaces=replace)
    ran = run_apart(text, file.name)
    failed = len({row["case"] for row in ran.failures})
    print_lines([
        str(kept), ran.fault or counted(ran.cases, failed),
        *(f"  {row['place']}: {row['case']}: {row['claim']!r} does not hold: {row['instead']}" for row in ran.failures),
        f"its sheet: sandtable rules show {kept.stem}", f"play by it: --rules {kept.stem}",
    ])  # fmt: skip
