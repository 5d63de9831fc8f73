"""Begin rules of one's own: ``sandtable rules new``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from campaign.store.faults import StoreFault
from campaign.systems.catalogue import UnknownRuleset, begun, begun_variant, text_of
from webui.commands.groups import print_lines
from webui.desk.datafolder import data_folder

__all__ = ["new_rules"]


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option("--key", default="", metavar="KEY", help="Its key, which is the file's name; NAME in small letters.")
@click.option("--from", "base", default="", metavar="KEY", help="Begin from this system, which must be a file too.")
@click.option("--extends", "extended", default="", metavar="KEY", help="Make it a house variant of these rules.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where; the folder of rules, whose files are listed.")
def new_rules(name: str, key: str, base: str, extended: str, folder: Path | None) -> None:
    """Begin rules of your own called NAME: a file that plays as it stands, with all that it leaves out as remarks.

    With --extends it is a house variant: only what is otherwise than in the other rules stands in it.
    """
    if base and extended:
        what = "cannot be said together with --extends"
        raise StoreFault(place="--from", what=what, remedy="a variant begins from what it extends")
    key = key or re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    try:
        text = begun_variant(key, name, extended) if extended else begun(key, name, text_of(base) if base else "")
    except ValueError as error:
        raise StoreFault(name, str(error), "give it a name of letters, or a key: --key my_rules") from error
    except UnknownRuleset as error:
        of = base or extended
        place, remedy = (key, "take another name or --key") if not of or "already" in str(error) else (of, "")
        raise StoreFault(place, str(error), remedy or "see: sandtable rules list") from error
    shelf, file = folder or data_folder() / "rules", f"{key}.toml"
    _write(shelf / file, text)
    listed = (f"it is listed with the others; play by it: --rules {key}",) if folder is None else (
        f"copy it into {data_folder() / 'rules'}, and it is listed with the others",)  # fmt: skip
    print_lines([
        str(shelf / file), f"its sheet: sandtable rules show {shelf / file}",
        f"its faults and cases: sandtable rules check {shelf / file}", *listed,
    ])  # fmt: skip


def _write(path: Path, text: str) -> None:
    """Write a file that is not there yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError as error:
        raise StoreFault(str(path), "is there already", "take another name, or move that file away") from error
    except OSError as error:
        raise StoreFault(str(path), f"cannot be written ({error.strerror})", "name another folder: --folder") from error
