"""Take the result of a battle into its campaign: ``sandtable battle slip`` and ``result``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.views import UMPIRE, log_for
from maps.problems import Problem, ProblemsFound
from webui.commands.battles.board_commands import battle_commands
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store, write_file
from webui.desk.battles.flow import battle_named, game_of, game_result, take_result
from webui.desk.battles.pack import battle_pack
from webui.desk.battles.written import Written, blank_slip, raise_with, read_rulings, written_result
from webui.desk.looks import Looks
from webui.desk.prints.printable import Options
from webui.post.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.store.session import Session
    from webui.desk.battles.flow import Fought
    from webui.desk.library import CampaignStore

__all__ = ["game_or_fault"]

_WHY = "fought out on the table"


@battle_commands.command("slip")
@click.argument("battle", metavar="NAME")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; without it, it is printed.")
@campaign_option
@store_option
def slip(battle: str, out: Path | None, campaign: str | None, store: str | None) -> None:
    """Write the slip of the battle NAME, all unharmed: change what changed, and give it to `battle result --slip`."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        text = blank_slip(session, battle_named(session, battle))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_file(out, text.encode())


@battle_commands.command("pack")
@click.argument("battle", metavar="NAME")
@click.option("--viewer", metavar="SIDE", default=UMPIRE, show_default=True, help="For whom: the umpire, or a side.")
@click.option("--paper", default="A4", show_default=True, help="A4 or Letter.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("pack.pdf"), show_default=True, help="The PDF.")
@campaign_option
@store_option
def pack(battle: str, viewer: str, paper: str, out: Path, campaign: str | None, store: str | None) -> None:
    """Print the pack of the battle NAME: map at the table's scale, counters, cards, rules, briefing, result form."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        options = Options(paper, address=read_settings(opened.folder).reached(""))
        body = battle_pack(opened, session, battle_named(session, battle), Looks(), viewer, options)
    write_file(out, body)
    click.echo(f"{out}: {len(body):,} bytes")


@battle_commands.command("result")
@click.argument("battle", metavar="NAME")
@click.option(
    "--line", metavar="TEXT", help="What became of it: 'turns: 9; 3/112 A: 2 hits; II/1130: gone; I/1130: at 4230'."
)
@click.option("--slip", "file", type=click.Path(path_type=Path), help="The same in a file; -: standard input.")
@click.option("--also", "rulings", multiple=True, metavar="RULING", help="What else came of it; may be repeated.")
@click.option(
    "--no-rest", is_flag=True, help="Hits stay as they are, where the campaign's rules heal some after a battle."
)
@click.option("--fresh", is_flag=True, help="Who fought may still act in this turn of the campaign.")
@click.option("--why", help=f"The reason, for the log; without it the slip's, or: {_WHY}.")
@campaign_option
@store_option
@json_option
def result(battle: str, campaign: str | None, store: str | None, *, as_json: bool, **asked: Any) -> None:
    """Take the result of the battle NAME into the campaign: from a line, from a slip, else from its game as it is."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        fought = battle_named(session, battle)
        told = _told(opened, session, fought, _text(asked["line"], asked["file"]), asked["rulings"])
        reason, also = asked["why"] or told.because or _WHY, told.rulings
        found = told.result._replace(rests=not asked["no_rest"], spends=not asked["fresh"])
        notes = take_result(session, fought, found, reason, also)
        lines = _entry(session)
        if as_json:
            print_json({"battle": fought.battle.name, "seq": session.seq, "lines": lines, "notes": list(notes)})
            return
        print_lines([f"{fought.battle.name}: taken as entry {session.seq}", *lines, *notes])


def _text(line: str | None, file: Path | None) -> str | None:
    if line is not None and file is not None:
        raise ProblemsFound([Problem("--line and --slip", "were both given", "give one of them")])
    if file is None:
        return line
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemsFound([Problem(str(file), f"cannot be read ({error})", "give a text file")]) from error


def _told(
    store: CampaignStore, session: Session, fought: Fought, text: str | None, lines: Sequence[str]
) -> Written:  # fmt: skip
    if text is not None:
        return written_result(session, fought, text, lines)
    found = game_result(store, session, fought, game_or_fault(store, session, fought.battle.name))
    rulings, problems = read_rulings(session, lines, _WHY)
    raise_with(session, fought, found, _WHY, rulings, problems)
    return Written(found, rulings, (), "")


def game_or_fault(store: CampaignStore, session: Session, battle: str) -> Session:
    """
    Give the game of a battle.

    Raises
    ------
    ProblemsFound
        If it has none in this store.
    """
    game = game_of(store, battle_named(session, battle))
    if game is None:
        remedy = f"write its result: sandtable battle result {battle!r} --line 'turns: 9; UNIT: 2 hits; UNIT: gone'"
        raise ProblemsFound([Problem(battle, "has no game in this store", remedy)])
    return game


def _entry(session: Session) -> list[str]:
    """Say what the last entry brought."""
    before = session.as_of(session.seq - 1).state
    events = session.chronicle.entries[-1].events
    return [one.text for one in log_for(events, session.situation, UMPIRE, after=before)]
