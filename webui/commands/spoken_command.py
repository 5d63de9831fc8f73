"""Give orders in one's own words: ``sandtable campaign orders``."""

from __future__ import annotations

import datetime as dt
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.spoken.sheetfile import SheetFault, lines_of
from campaign.views import UMPIRE, check_viewer
from maps.problems import Problem, ProblemsFound
from webui.commands.groups import json_option, print_json
from webui.commands.shared import store_option, the_campaign, using_store
from webui.desk.looks import Looks
from webui.desk.spoken.lines import give_spoken, read_spoken_lines, spoken_data

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["orders"]

_MARKS = {"sound": "ok  ", "doubt": "?!  ", "refused": "no  ", "ask": "?   ", "note": "note"}


@click.command("orders")
@click.argument("campaign", metavar="NAME", required=False)
@click.option("--file", "path", metavar="FILE", default="-", help="Text, CSV or XLSX; - reads what is piped in.")
@click.option("--mail", "mail", metavar="FILE", help="A mail (.eml) with the code of a seat: its orders are sealed.")
@click.option("--side", metavar="SIDE", help="Whose orders: a side's key. Without it: the umpire's, for all.")
@click.option("--language", metavar="LANGUAGE", default="", help="en or de; without it both.")
@click.option(
    "--give",
    type=click.Choice(["nothing", "sound", "all"]),
    default="nothing",
    show_default=True,
    help="What to give: nothing, the sound lines, or all if all are sound.",
)
@store_option
@json_option
def orders(
    campaign: str | None, *, path: str, mail: str | None, side: str | None, language: str, give: str,
    store: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Read a block of orders as players write them, say what becomes of each line, and give those that are wanted."""
    if mail is not None:
        _by_mail(mail, campaign, store, as_json=as_json)
        return
    text = _text_of(path)
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        by = check_viewer(session.setting, side or UMPIRE)
        look = Looks().look(session, by)
        found = read_spoken_lines(look, text, language)
        told = spoken_data(look, found)
        given = None
        unsound = [one for one in told["lines"] if one["state"] in {"ask", "refused", "doubt"}]
        if give == "sound" or (give == "all" and not unsound):
            given = give_spoken(
                look, found, by=by, lines=(), doubted=(), command_id=uuid.uuid4().hex, after=session.seq
            )
    if as_json:
        print_json(told | {"entry": given.seq if given else None})
        return
    lines: list[dict[str, Any]] = told["lines"]
    _print(lines)
    _say(give, len(unsound), given is not None)
    if give == "all" and unsound:
        raise SystemExit(1)


def _by_mail(path: str, campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """Take a mail as the orders of the seat that its code names, as if it had come to the club's mailbox."""
    from webui.post.receiving import receive  # noqa: PLC0415 - the other ways begin without it
    from webui.post.settings import read_settings  # noqa: PLC0415

    body = _read(path)
    with using_store(store) as opened:
        known = the_campaign(opened, campaign).campaign if campaign is not None else ""
        done = receive(opened, body, read_settings(opened.folder), dt.datetime.now(dt.UTC), known)
    if as_json:
        print_json(done._asdict())
    else:
        for line in done.lines:
            click.echo(f"{_MARKS[line['state']]} {line['text']}")
            for said in filter(None, (line["understood"], *line["words"], line["why"])):
                click.echo(f"       {said}")
        click.echo(f"{done.command}: {done.words}" if done.command else done.words)
    if done.state != "taken":
        raise SystemExit(1)


def _read(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        what = f"it cannot be read ({error.strerror})"
        raise ProblemsFound([Problem(path, what, "name a file that is there")]) from error


def _text_of(path: str) -> str:
    body = _read(path)
    if path.lower().endswith((".csv", ".xlsx")) or body[:2] == b"PK":
        try:
            return lines_of(body, path)
        except SheetFault as fault:
            raise ProblemsFound([Problem(path, str(fault), "take the sheet by sandtable export orders")]) from fault
    return body.decode("utf-8-sig", errors="replace")


def _print(lines: Sequence[dict[str, Any]]) -> None:
    for line in lines:
        click.echo(f"{_MARKS[line['state']]} {line['text']}")
        for said in filter(None, (line["understood"], line["why"])):
            click.echo(f"       {said}")
        for one in line["outcomes"]:
            rule = f" ({one['rule']})" if one["rule"] and one["rule"] != "orders" else ""
            click.echo(f"       {one['name']}: {one['words']}{rule}")
        for said in line["assumed"]:
            click.echo(f"       assumed: {said}")


def _say(give: str, unsound: int, given: bool) -> None:
    if give == "nothing":
        click.echo("Nothing was given; give with --give sound, or --give all.")
    elif give == "all" and unsound:
        many = "1 line is" if unsound == 1 else f"{unsound} lines are"
        click.echo(f"Nothing was given: {many} not sound.")
    else:
        click.echo("Given." if given else "These lines come to no order.")
