"""Bring home what was moved in VASSAL: ``sandtable campaign positions``."""

from __future__ import annotations

from pathlib import Path

import click

from maps.grid.hexgrid import NO_HEX
from maps.problems import Problem, ProblemsFound, raise_any
from webui.commands.groups import print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store
from webui.desk.takeaway.homecoming import brought_home, put_right

__all__ = ["positions"]


@click.command("positions")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--give", is_flag=True, help="Put the units there by ruling, all or none; without it nothing is done.")
@click.option("--why", default="As played in VASSAL.", show_default=True, help="The reason, for the log.")
@campaign_option
@store_option
def positions(file: Path, *, give: bool, why: str, campaign: str | None, store: str | None) -> None:
    """Say which units stand elsewhere in a save of VASSAL (FILE), and put them there if you wish."""
    try:
        body = file.read_bytes()
    except OSError as error:
        raise ProblemsFound([Problem(str(file), f"cannot be read ({error.strerror})", "name a file")]) from error
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        seq, number = session.seq, session.hexmap.number
        home = brought_home(session, body, file.name)
        stands = session.state.stands
        lines = [f"{stands[unit].profile.short} ({unit}): {number(before)} to {number(now)}"
                 for unit, before, now in home.moved if now != NO_HEX]  # fmt: skip
        print_lines([*lines, *(f"note: {note}" for note in home.notes)] or ["all stand as they are"])
        raise_any(list(home.faults.values()))
        entry = put_right(session, home, why, after=seq) if give else None
        if entry is not None:
            click.echo(f"entry {entry.seq}: {len(home.moved)} units put there")
