"""See to people from the command line: ``sandtable people``, and the umpire's password before a store is served."""

from __future__ import annotations

import datetime as dt
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.model.people import DEFAULT_DELAY, ROLES, Appointment, Visitor
from campaign.model.viewer import UMPIRE, viewer_of
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.signins import SignIns
from webui.commands.groups import Commands, json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store

if TYPE_CHECKING:
    from campaign.model.people import Person
    from webui.desk.library import CampaignStore

__all__ = ["ensure_umpire", "password_option", "people_commands"]

PASSWORD_VARIABLE = "SANDTABLE_PASSWORD"  # noqa: S105 - the name of a variable

password_option = click.option(
    "--password-file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help=f"Take a password from the first line of a file; else from {PASSWORD_VARIABLE}, or it is asked for.",
)  # fmt: skip
address_option = click.option(
    "--address", metavar="URL", default="http://127.0.0.1:8000", show_default=True,
    help="The address under which browsers reach the server; the link is made with it.",
)  # fmt: skip


@click.group("people", cls=Commands)
def people_commands() -> None:
    """Invite others, see what they hold, reset passwords."""


@people_commands.command("list")
@campaign_option
@store_option
@json_option
def list_people(campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """List who has an account, and what each holds."""
    with using_store(store) as opened:
        kept = People(opened.log)
        rows = [(person, kept.appointments(person=person.id, campaign=campaign or "")) for person in kept.persons()]
        links = kept.links(campaign or "")
    if as_json:
        print_json([_data(person, held) for person, held in rows])
        return
    print_lines(_told(person, held) for person, held in rows)
    waiting = [one for one in links if one.kind == "join"]
    print_lines(f"invited to {one.campaign}: {one.words}, {one.note or 'no name'}, until {one.expires[:10]}"
                for one in waiting)  # fmt: skip
    if not rows and not waiting:
        click.echo("Nobody has an account, and nobody is invited.")


@people_commands.command("invite")
@click.option("--as", "role", type=click.Choice(ROLES), default="command", show_default=True, help="The role.")
@click.option("--of", "key", metavar="KEY", help="The side or command; for observers also umpire: both sides.")
@click.option("--delay", type=click.IntRange(0, 20), default=DEFAULT_DELAY, show_default=True,
              help="Turns that an observer is late.")  # fmt: skip
@click.option("--note", default="", help="For whom it is, so that you know it again.")
@address_option
@campaign_option
@store_option
def invite(campaign: str | None, store: str | None, **asked: Any) -> None:
    """Print a link that makes whoever opens it a player, observer, substitute or umpire of a campaign, once."""
    from webui.door.links import draw_link  # noqa: PLC0415 - it loads Flask, and most commands begin without it

    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        role, key = asked["role"], UMPIRE if asked["role"] == "umpire" else asked["key"] or ""
        if role != "umpire":
            _check_key(role, key, session.setting)
        seat = Appointment("", "", session.campaign, role, key, asked["delay"] if role == "observer" else 0)
        _, secret = draw_link(People(opened.log), seat, "join", _now(), note=asked["note"])
        _note(opened, "invited", session.campaign, f"{seat.words} {asked['note']}")
    click.echo(f"{asked['address'].rstrip('/')}/join#{secret}")
    click.echo(f"It makes one {seat.words}, once, within 14 days; it is shown only now.", err=True)


@people_commands.command("reset")
@click.argument("name")
@click.option("--link", is_flag=True, help="Print a link by which its owner sets the new password himself.")
@password_option
@address_option
@store_option
def reset(name: str, password_file: Path | None, address: str, store: str | None, *, link: bool) -> None:
    """Set somebody's password anew; wherever he is signed in he is so no longer."""
    from webui.door import passwords  # noqa: PLC0415 - it loads Flask, and most commands begin without it
    from webui.door.links import personal_link  # noqa: PLC0415

    with using_store(store) as opened:
        kept = People(opened.log)
        person = kept.named(name)
        if link:
            kept.set_password(person.id, "")
            click.echo(f"{address.rstrip('/')}/join#{personal_link(kept, person, 'reset', _now())}")
        else:
            password = _password(password_file, f"New password of {person.name}")
            passwords.check_new(password, person.name)
            kept.set_password(person.id, passwords.hashed(password))
            click.echo(f"{person.name} has a new password.")
        _note(opened, "reset a password", "", person.name)


@people_commands.command("remove")
@click.argument("name")
@store_option
def remove(name: str, store: str | None) -> None:
    """Take somebody's account away, with his seats, links and sessions."""
    with using_store(store) as opened:
        kept = People(opened.log)
        person = kept.named(name)
        kept.remove(person.id, _now())
        _note(opened, "removed an account", "", person.name)
    click.echo(f"{person.name} is removed.")


def ensure_umpire(store: CampaignStore, password_file: Path | None) -> None:
    """
    See that whoever runs the server has a password before others can reach it.

    Raises
    ------
    StoreFault
        If there is none, and nobody who could be asked for one.
    """
    from webui.door import passwords  # noqa: PLC0415 - it loads Flask, and most commands begin without it

    kept = People(store.log)
    if kept.has_host():
        return
    click.echo("Others can reach this address, so everybody signs in. Choose the umpire's password.", err=True)
    password = _password(password_file, "Password of the umpire")
    passwords.check_new(password, "umpire")
    kept.add("umpire", _now(), password=passwords.hashed(password), is_host=True)
    click.echo("Sign in as umpire, and invite the others on a campaign's page of people.", err=True)


def _password(file: Path | None, words: str) -> str:
    """Take a password from a file, from the environment, or from whoever sits there."""
    if file is not None:
        return file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    if os.environ.get(PASSWORD_VARIABLE):
        return os.environ[PASSWORD_VARIABLE]
    if not sys.stdin.isatty():
        remedy = f"name a file with --password-file, or set {PASSWORD_VARIABLE}"
        raise StoreFault(place="password", what="there is nobody who could be asked for one", remedy=remedy)
    asked: str = click.prompt(words, hide_input=True, confirmation_prompt=True, err=True)
    return asked


def _check_key(role: str, key: str, setting: Any) -> None:
    """See that a seat can be given for a viewer; raises ``UnknownViewer`` or ``StoreFault`` if not."""
    viewer = viewer_of(setting, key)
    if viewer.kind not in {"side", "command"} and role != "observer":
        raise StoreFault(
            place="--of", what=f"{key!r} is nothing that a {role} can hold", remedy="name a side or command"
        )
    if role == "side" and key not in {side.key for side in setting.sides}:
        raise StoreFault(place="--of", what=f"{key!r} is no side", remedy="name a side, or take --as command")


def _note(store: CampaignStore, what: str, campaign: str, detail: str) -> None:
    SignIns(store.log).note(Visitor(is_local=True), what, _now(), campaign=campaign, detail=f"{detail} (command line)")


def _data(person: Person, held: tuple[Appointment, ...]) -> dict[str, Any]:
    seats = [{"campaign": one.campaign, "role": one.role, "key": one.key, "delay": one.delay} for one in held]
    told = {"name": person.name, "host": person.is_host, "password": person.has_password, "made": person.made}
    return {**told, "seats": seats}


def _told(person: Person, held: tuple[Appointment, ...]) -> str:
    words = [*(["host"] if person.is_host else []), *(f"{one.campaign}: {one.words}" for one in held)]
    way_in = "" if person.has_password else " (comes in by a link)"
    return f"{person.name}{way_in}: {'; '.join(words) or 'no seat'}"


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
