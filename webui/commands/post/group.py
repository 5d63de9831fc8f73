"""See to what people are told: ``sandtable post``."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import TYPE_CHECKING, Any

import click

from campaign.model.people.telling import KINDS
from campaign.store.post.outbox import Outbox
from maps.problems import Problem, ProblemsFound
from webui.commands.groups import Commands, json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, using_store

if TYPE_CHECKING:
    from campaign.store.post.outbox import Posted
    from webui.post.settings import PostSettings

__all__ = ["post_commands"]

_STATES = ("waiting", "sent", "failed", "seen", "stale", "withdrawn")


@click.group("post", cls=Commands)
def post_commands() -> None:
    """See what people are told, send what waits, try the settings."""


@post_commands.command("list")
@click.option("--state", type=click.Choice(_STATES), help="Only these.")
@click.option("--most", type=click.IntRange(1, 5000), default=50, show_default=True, help="So many, the newest.")
@campaign_option
@store_option
@json_option
def list_post(state: str | None, most: int, campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """List what was sent and what waits, newest first, and what kept it."""
    with using_store(store) as opened:
        rows = Outbox(opened.log).rows(campaign=campaign, states=(state,) if state else (), most=most)
        names = _names(opened)
    if as_json:
        print_json([_data(one, names) for one in rows])
        return
    print_lines(_told(one, names) for one in rows)
    if not rows:
        click.echo("There is nothing.")


@post_commands.command("send")
@store_option
@json_option
def send(store: str | None, *, as_json: bool) -> None:
    """Send once what is due, for servers that are not always up; a server that runs does it by itself."""
    from webui.post.sender import Sender  # noqa: PLC0415 - the other commands begin without it

    with using_store(store) as opened:
        sender = Sender(opened, _settings(opened))
        done = sender.round(dt.datetime.now(dt.UTC))
        if done.held:
            sender.release()
    if as_json:
        print_json(done._asdict())
        return
    if not done.held:
        click.echo("A server that runs is sending at this time.")
        return
    click.echo(f"{done.sent} sent, {done.later} later, {done.failed} given up, {done.dropped} no longer so.")


@post_commands.command("test")
@click.argument("address", required=False)
@store_option
def test(address: str | None, store: str | None) -> None:
    """Say how this server reaches people; with an ADDRESS send a mail there, at once."""
    from webui.post.mail import MailFault, Text, check_address, send_mail  # noqa: PLC0415 - as above

    with using_store(store, create=True) as opened:
        settings = _settings(opened)
    print_lines(_of_settings(settings))
    if address is None:
        return
    now = dt.datetime.now(dt.UTC)
    words = "This is a test: mails of this server arrive. Nothing has happened."
    try:
        mail = Text(secrets.token_hex(16), check_address(address), "Sandtable: a test", words, now)
        send_mail(mail, settings)
    except MailFault as fault:
        remedy = "look at [post.smtp] in sandtable.toml"
        raise ProblemsFound([Problem("mail", str(fault), remedy)]) from fault
    click.echo(f"A mail to {address} was handed on.")


def _settings(opened: Any) -> PostSettings:
    from webui.post.settings import read_settings  # noqa: PLC0415 - as above

    return read_settings(opened.folder)


def _of_settings(settings: PostSettings) -> list[str]:
    smtp, imap = settings.smtp, settings.imap
    return [
        f"links begin with {settings.address}",
        f"mail goes out by {smtp.host}:{smtp.port} ({smtp.security}), from {smtp.sender}" if smtp
        else "no mail goes out: there is no [post.smtp]",
        f"orders by mail come to {imap.address}, read at {imap.host}:{imap.port} ({imap.security})" if imap
        else "no orders come by mail: there is no [post.imap]",
        f"chat: Discord at {_listed(settings.hooks.discord)}; ntfy at {_listed(settings.hooks.ntfy)}",
    ]  # fmt: skip


def _listed(servers: tuple[str, ...]) -> str:
    return ", ".join(servers) or "no server"


def _names(opened: Any) -> dict[str, str]:
    from campaign.store.people import People  # noqa: PLC0415 - as above

    return {one.id: one.name for one in People(opened.log).persons()}


def _data(row: Posted, names: dict[str, str]) -> dict[str, Any]:
    told = row.notice
    return {
        "id": row.id, "made": row.made, "campaign": told.campaign, "person": names.get(told.person, ""),
        "viewer": told.viewer, "kind": told.kind, "turn": told.turn, "way": row.way, "state": row.state,
        "tries": row.tries, "after": row.after, "sent": row.sent, "fault": row.fault,
    }  # fmt: skip


def _told(row: Posted, names: dict[str, str]) -> str:
    told = row.notice
    whose = names.get(told.person) or told.address or "somebody who has gone"
    what = KINDS.get(told.kind, told.kind)
    where = " ".join(filter(None, (told.campaign, told.turn)))
    again = f"; again at {row.after[:16]}" if row.state == "waiting" else ""
    fault = f": {row.fault}{again}" if row.fault else ""
    return f"{row.made[:16]}  {whose}, {row.way}: {what}{f' ({where})' if where else ''}; {row.state}{fault}"
