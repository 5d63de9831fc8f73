"""Read and write letters, and do what an umpire does with them: ``sandtable campaign letter``."""

from __future__ import annotations

import datetime as dt
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.engine.letters.figures import CLOCK
from campaign.model.letters import FORMS, MEANS, UMPIRE, WIRELESS
from campaign.model.sheets import turn_key
from campaign.model.verbs.letter import SendLetter
from campaign.model.verbs.means import SetMeans
from maps.problems import Problem, ProblemsFound
from webui.commands.groups import Commands, json_option, print_json
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store
from webui.desk.letters.box import box_data
from webui.desk.letters.umpire import ACTS, Act, act, overview, send_as, send_waiting
from webui.desk.letters.writing import Wanted, take_back, write
from webui.desk.looks import Looks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.store.session import Session

__all__ = ["letter"]


@click.group("letter", cls=Commands)
def letter() -> None:
    """Write letters in game time, read them, hold and change them, and say how they go."""


@letter.command("box")
@click.argument("command", metavar="COMMAND", default=UMPIRE)
@campaign_option
@store_option
@json_option
def box(command: str, campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """List the letters of a COMMAND: what came, what waits, what it sent; without one all that there are."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        told = overview(session) if command == UMPIRE else box_data(Looks().look(session, command))
    if as_json:
        print_json(told)
        return
    heads = ("waiting", "under_way", "done") if command == UMPIRE else ("inbox", "waiting", "sent")
    for head in heads:
        click.echo(f"{head.replace('_', ' ').capitalize()}: {len(told[head]) or 'none'}")
        _print_rows(told[head])


def _print_rows(rows: Iterable[Mapping[str, Any]]) -> None:
    for row in rows:
        to = f" to {row['to']}" if row["to"] else ""
        times = [f"sent {row['sent']}" if row.get("sent") else "", f"came {row['came']}" if row.get("came") else ""]
        fate = [*times, *row.get("fates", ()), f"overheard, {row['heard']}" if row.get("heard") else ""]
        fate += [f"did not go: {row['returned']}"] if row.get("returned") else []
        fate += [f"held: {row['held']}"] if row.get("held") else []
        click.echo(f"  {row['id']} {row['form']} of {row['from']}{to}, {row['how']}; {'; '.join(filter(None, fate))}")
        for line in row["text"].split("\n"):
            click.echo(f"      {line}")


@letter.command("write")
@click.argument("sender", metavar="FROM")
@click.argument("to", metavar="TO", nargs=-1, required=True)
@click.option("--by", "means", type=click.Choice(list(MEANS)), default=WIRELESS, show_default=True, help="How it goes.")
@click.option("--form", type=click.Choice(list(FORMS)), default="free", show_default=True, help="What it is.")
@click.option("--text", help="What it says.")
@click.option("--file", "path", metavar="FILE", help="A file with what it says; - reads what is piped in.")
@click.option("--now", is_flag=True, help="It goes now, and does not wait until the turn is closed.")
@click.option("--hidden", is_flag=True, help="Whoever it is from is not told; with --now.")
@click.option("--why", default="", help="Why you write in another's name, for the log; with --now.")
@campaign_option
@store_option
@json_option
def write_letter(
    sender: str, to: tuple[str, ...], campaign: str | None, store: str | None, *, as_json: bool, **given: Any
) -> None:  # fmt: skip
    """Write a letter FROM a command, a side or the umpire TO commands, a side or the umpire."""
    means, form, said = given["means"], given["form"], _text(given["text"], given["path"])
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        if given["now"] or sender == UMPIRE:
            order = SendLetter(sender, to, means, form, said, given["hidden"], given["why"])
            send_as(session, order, uuid.uuid4().hex, at_once=False)
            told: dict[str, Any] = {"waits": False}
            words = "The letter went."
        else:
            wanted = Wanted(to, means, form, said, uuid.uuid4().hex, turn_key(session.state.clock))
            kept = write(Looks().look(session, sender), wanted, seat=UMPIRE, now=dt.datetime.now(dt.UTC))
            told, words = {"waits": True, "id": kept.id}, f"Letter {kept.id} waits until the turn is closed."
    print_json(told) if as_json else click.echo(words)


@letter.command("take-back")
@click.argument("sender", metavar="FROM")
@click.argument("number", metavar="LETTER")
@campaign_option
@store_option
def take_letter_back(sender: str, number: str, campaign: str | None, store: str | None) -> None:
    """Take a LETTER back that waits until the turn is closed."""
    with using_store(store) as opened:
        take_back(Looks().look(the_campaign(opened, campaign), sender), number)
    click.echo(f"Letter {number} is taken back.")


@letter.command("do")
@click.argument("what", metavar="WHAT", type=click.Choice(ACTS))
@click.argument("number", metavar="LETTER")
@click.option("--text", default="", help="What is to arrive, for change.")
@click.option("--why", default="", help="The reason, for the log.")
@campaign_option
@store_option
def do_with(what: str, number: str, text: str, why: str, campaign: str | None, store: str | None) -> None:
    """Hold, release, change or deliver a LETTER that waits or is on its way."""
    with using_store(store) as opened:
        act(the_campaign(opened, campaign), Act(what, number, why, uuid.uuid4().hex, text))
    done = {"hold": "is held", "release": "goes on", "change": "says something else", "deliver": "is delivered"}
    click.echo(f"Letter {number} {done[what]}.")


@letter.command("send")
@campaign_option
@store_option
def send_all(campaign: str | None, store: str | None) -> None:
    """Send the letters that wait now, where turns are not closed by sheets."""
    with using_store(store) as opened:
        count = send_waiting(the_campaign(opened, campaign), uuid.uuid4().hex)
    click.echo(f"{count} letters went." if count != 1 else "1 letter went.")


@letter.command("means")
@click.argument("means", metavar="MEANS", required=False)
@click.argument("figure", metavar="FIGURE", required=False)
@click.argument("value", metavar="NUMBER", type=click.IntRange(0, 999_999), required=False)
@click.option("--for", "whose", metavar="SIDE", default="", help="For one side; left out: for all.")
@click.option("--why", default="", help="The reason, for the log.")
@campaign_option
@store_option
@json_option
def how_letters_go(campaign: str | None, store: str | None, *, as_json: bool, **given: Any) -> None:
    """Say how letters go; or set a FIGURE of a MEANS to a NUMBER."""
    means, figure = given["means"] or "", given["figure"] or ""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        if given["value"] is not None:
            order = SetMeans(means, figure, given["value"], given["whose"], given["why"])
            session.submit(order, command_id=uuid.uuid4().hex)
        elif means:
            raise ProblemsFound([Problem(means, "no number follows", f"write for example {_example(means)}")])
        told = _figures(session)
    if as_json:
        print_json(told)
        return
    for group in told:
        click.echo(group["key"])
        for row in group["rows"]:
            others = f" ({row['others']})" if row["others"] else ""
            click.echo(f"  {row['what']:8} {row['value']:5}{others}  {row['words']}")


def _example(means: str) -> str:
    return "clock turn 240" if means == CLOCK else "courier speed 150"


def _figures(session: Session) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = overview(session)["means"]
    return found


def _text(text: str | None, path: str | None) -> str:
    if (text is None) == (path is None):
        raise ProblemsFound([Problem("letter", "it is not said what it says", "give --text, or --file")])
    if text is not None:
        return text
    try:
        body = sys.stdin.buffer.read() if path == "-" else Path(str(path)).read_bytes()
    except OSError as error:
        raise ProblemsFound([Problem(str(path), f"it cannot be read ({error.strerror})", "name a file")]) from error
    return body.decode("utf-8-sig", errors="replace")
