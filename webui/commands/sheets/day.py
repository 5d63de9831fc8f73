"""Write a command's sheet, close a turn, set its deadline: ``sandtable campaign sheet``, ``close``, ``deadline``."""

from __future__ import annotations

import datetime as dt
import secrets
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.docket.delays import under_way_words
from campaign.model.sheets import SILENCES, turn_key
from campaign.store.sheets import MODES
from maps.problems import Problem, ProblemsFound
from webui.commands.groups import json_option, print_json
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store
from webui.desk.looks import Looks
from webui.desk.reports.making import make_promised
from webui.desk.sheets.closing import close_turn
from webui.desk.sheets.mixing import share_data
from webui.desk.sheets.overseeing import closing_data, next_deadline, set_deadline, set_silence
from webui.desk.sheets.writing import Sent, checked, command_of, lines_data, sheet_data, sheet_of, write
from webui.desk.umpire.stops import awaited

if TYPE_CHECKING:
    from campaign.store.session import Session

__all__ = ["close", "deadline", "sheet"]

_DOES = ("check", "save", "seal", "open")


@click.command("sheet")
@click.argument("command", metavar="COMMAND")
@click.option("--file", "path", metavar="FILE", help="The orders, one a line; - reads what is piped in.")
@click.option("--do", type=click.Choice(_DOES), default="check", show_default=True, help="What to do with them.")
@click.option("--share", default="", metavar="TEXT", help="Your share in committed dice, else drawn by lot.")
@campaign_option
@store_option
@json_option
def sheet(
    command: str, path: str | None, do: str, share: str, campaign: str | None, store: str | None, *, as_json: bool
) -> None:
    """Show, check, save, seal or open the sheet of a COMMAND for the turn that is open."""
    text = None if path is None else _text_of(path)
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        look, held = Looks().look(session, command), command_of(session.setting, command)
        kept = sheet_of(session, held.id)
        found = checked(look, held, kept.text if text is None else text)
        if do != "check":
            words = kept.text if text is None else text
            mine = share or secrets.token_hex(16)
            sent = Sent(do, words, kept.version, uuid.uuid4().hex, _turn(session), mine)
            kept = write(session, held.id, sent, seat="umpire", now=dt.datetime.now(dt.UTC))
        told: dict[str, Any] = {"lines": lines_data(look, found), "sheet": sheet_data(kept)}
        told["share"] = share_data(session, held.id)
        told["under_way"] = [under_way_words(look.situation, one) for one in look.state.under_way.get(held.id, ())]
    if as_json:
        print_json(told)
        return
    for line in told["lines"]:
        click.echo(f"{line['number']:3} {line['text']}: {line['mark']}")
        for said in filter(None, (line["understood"], *line["words"], line["why"])):
            click.echo(f"      {said}")
    for words in told["under_way"]:
        click.echo(f"On its way: {words}")
    code = f", to read out: {kept.code}" if kept.code else ""
    if told["share"] is not None and told["share"]["sealed"]:
        click.echo(f"Your share in the dice of this turn: {told['share']['sealed']}")
    click.echo(f"Turn {_turn(session)}: version {kept.version}, {kept.state if kept.version else 'nothing yet'}{code}.")


@click.command("close")
@campaign_option
@store_option
@json_option
def close(campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """Close the turn: nothing more is taken for it, and the orders of all commands are carried out."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        closing = session.state.closing
        done = close_turn(session, closing.turn if closing is not None else _turn(session))
        next_deadline(session, dt.datetime.now(dt.UTC))
        now = _turn(session)
        waits = len(awaited(session)) if session.state.closing is not None else 0
        make_promised(opened, Looks(), uuid.uuid4().hex, lambda: dt.datetime.now(dt.UTC))
    told = {"closed": done.turn, "entries": done.steps, "turn": now, "waits_for": waits}
    words = f"Turn {done.turn} is closed, with {done.steps} entries; now {now}."
    if waits:
        way_out = "decide them on the umpire's day, and close again"
        words = f"The closing of turn {done.turn} waits for {waits} matters; {way_out}."
    print_json(told) if as_json else click.echo(words)


@click.command("deadline")
@click.option("--closes", "mode", type=click.Choice(MODES), help="What closes the turn.")
@click.option("--at", "at", metavar="TIME", help="When, as 2026-03-01T20:00, in this computer's time.")
@click.option("--hours", type=click.IntRange(0, 1440), default=0, help="The next one so many hours later.")
@click.option("--silent", nargs=2, metavar="COMMAND DOES", help=f"What one does in silence: {', '.join(SILENCES)}.")
@campaign_option
@store_option
@json_option
def deadline(
    mode: str | None, at: str | None, hours: int, silent: tuple[str, str] | None, campaign: str | None,
    store: str | None, *, as_json: bool,
) -> None:  # fmt: skip
    """Say who has sealed and what closes the turn; set that, and what the silent do."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        if silent is not None:
            set_silence(session, *silent)
        if mode is not None:
            set_deadline(session, mode=mode, closes_at=_moment(at), hours=hours, now=dt.datetime.now(dt.UTC))
        told = closing_data(session)
    if as_json:
        print_json(told)
        return
    when = f" at {told['closes_at']}" if told["closes_at"] else ""
    click.echo(f"Turn {told['turn']}: closed by {told['mode'].replace('_', ' ')}{when}.")
    for one in told["commands"]:
        click.echo(f"  {one['key']}: {one['state']}, in silence {one['silence'].replace('_', ' ')}")


def _turn(session: Session) -> str:
    return turn_key(session.state.clock)


def _moment(text: str | None) -> dt.datetime | None:
    if not text:
        return None
    try:
        return dt.datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        raise ProblemsFound([Problem(text, "this is no time", "write it as 2026-03-01T20:00")]) from error


def _text_of(path: str) -> str:
    try:
        body = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise ProblemsFound([Problem(path, f"it cannot be read ({error.strerror})", "name a file")]) from error
    return body.decode("utf-8-sig", errors="replace")
