"""Back a whole store up, and set one up again: ``sandtable campaign backup`` and ``restore``."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.store.faults import StoreFault
from campaign.store.files import address_of
from webui.commands.groups import print_lines
from webui.commands.shared import store_option, using_store
from webui.desk.datafolder import data_folder
from webui.desk.keeping.backups import Backup, restore_database, restore_store, write_backup

__all__ = ["backup", "restore"]


@click.command("backup")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option("--damaged", is_flag=True, help="Copy also if a campaign in it is damaged; which, is said.")
@store_option
@click.pass_context
def backup(ctx: click.Context, file: Path, store: str | None, *, force: bool, damaged: bool) -> None:
    """Copy the whole store to FILE, a ZIP archive, with its maps, while it is in use; the copy is checked."""
    with using_store(store) as opened:
        if not opened.log.campaigns():
            raise StoreFault(opened.log.place, "there is no campaign in it", "begin one: sandtable campaign new")
        made = write_backup(opened, file, force=force, damaged=damaged)
    _tell(ctx, made, f"{file}: {_words(made)}, " + ("with faults:" if made.faults else "checked"))


@click.command("restore")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@store_option
@click.pass_context
def restore(ctx: click.Context, file: Path, store: str | None) -> None:
    """Set a store up again from a backup, where there is none yet; exit 1 if a campaign is damaged."""
    place = store or str(data_folder())
    if "://" in place:
        made = restore_database(file, place, data_folder())
        place = address_of(place).render_as_string(hide_password=True)
    else:
        made = restore_store(file, Path(place))
    _tell(ctx, made, f"{place}: {_words(made)}, " + ("with faults:" if made.faults else "each opened and checked"))


def _tell(ctx: click.Context, made: Backup, line: str) -> None:
    click.echo(line)
    print_lines(f"  {fault}" for fault in made.faults)
    ctx.exit(1 if made.faults else 0)


def _words(made: Backup) -> str:
    campaigns = f"{made.campaigns} campaign{'s' if made.campaigns != 1 else ''}"
    return f"{campaigns}, {made.maps} map{'s' if made.maps != 1 else ''}"
