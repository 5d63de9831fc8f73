"""Begin campaigns, play them and look after them: ``sandtable campaign``."""

from __future__ import annotations

import datetime as dt
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.engine.measure import measured
from campaign.model.calendar import date_of
from campaign.model.facts import fact_of
from campaign.model.notation import format_order, parse_order
from campaign.model.things import DICE_MODES
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.clock import EndPhase
from campaign.store.faults import StoreFault
from campaign.views import UMPIRE, log_for, view_for
from maps.grid.numbers import hexes_named
from scenarios.scenario import read_scenario
from webui.commands.groups import Commands, json_option, print_json, print_lines, progress
from webui.commands.keeping.backup_commands import backup, restore
from webui.commands.keeping.campaign_keeping import archive, bring_back, delete, rename
from webui.commands.letters.group import letter
from webui.commands.mission_commands import mission, missions
from webui.commands.scenario_commands import scenario_folder
from webui.commands.shared import (
    RULES,
    beginning_of,
    campaign_option,
    reading_of,
    seat_option,
    solo_options,
    store_option,
    the_campaign,
    using_store,
    write_file,
)
from webui.commands.sheets.contacts import contacts
from webui.commands.sheets.day import close, deadline, sheet
from webui.commands.sheets.positions import positions
from webui.commands.spoken_command import orders
from webui.commands.verify_command import verify
from webui.desk.exports import Options, Source, export
from webui.desk.keeping.campaigns import branched
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.moments import words_of
from webui.desk.solo import Played, play_on, player_of
from webui.desk.spoken.lines import carry_on
from webui.desk.viewdata import ending_line

if TYPE_CHECKING:
    from campaign.model.seats import Seat
    from campaign.store.entry import Entry
    from campaign.store.eventlog import CampaignRow
    from campaign.store.session import Session
    from webui.desk.library import CampaignStore

__all__ = ["campaign_commands"]

viewer_option = click.option(
    "--viewer", metavar="SIDE", default=UMPIRE, show_default=True, help="For whom: the umpire, or a side's key."
)


_REPORTS = {"pdf": ("turn", "pdf"), "html": ("turn", "html"), "text": ("turn", "txt"), "day": ("report", "html")}
"""The forms of a report, and the export that each is."""


def _faces(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """Read faces called in; digits may stand side by side."""
    if text is None:
        return None
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() for word in words):
        msg = f"{text!r} is no list of faces; write them as they fell, for example 6,3,1"
        raise click.BadParameter(msg)
    return tuple(map(int, words))


dice_option = click.option(
    "--dice", "faces", metavar="FACES", callback=_faces,
    help="Dice cast by hand, in the order in which they are asked for: 6,3,1.",
)  # fmt: skip


@click.group("campaign", cls=Commands)
def campaign_commands() -> None:
    """Begin campaigns, play them and look after them."""


@campaign_commands.command("new")
@click.argument("scenario", metavar="SCENARIO")
@click.argument("campaign", metavar="ID")
@click.option("--rules", type=RULES, help="Another rule system than the scenario's own.")
@click.option("--seed", help="Of the dice; without it, drawn by lot.")
@click.option(
    "--dice",
    "mode",
    type=click.Choice(DICE_MODES),
    default=DICE_MODES[0],
    show_default=True,
    help="Where dice come from: the seed, keys committed to before orders, or a real table.",
)
@click.option("--set", "readings", metavar="KEY=VALUE", multiple=True, help="Read a rule otherwise; may be repeated.")
@click.option(
    "--plan", metavar="KEY", help="One of the scenario's plans; none: missions are drawn from the objectives."
)
@click.option(
    "--knowledge",
    "known",
    metavar="KEY=VALUE",
    multiple=True,
    help="What is known of the enemy: reports=staff, mistaken=15, prisoners=5, dummies=sides; may be repeated.",
)
@solo_options
@store_option
@json_option
def new(scenario: str, campaign: str, *, store: str | None, as_json: bool, **asked: Any) -> None:
    """Begin a campaign of a scenario (a folder, or a shipped one's name) under a short name of your own."""
    overrides, solo = dict(reading_of(text) for text in asked["readings"]), asked["solo"]
    known = tuple(map(reading_of, asked["known"]))
    folder = scenario_folder(scenario)
    sides = [side.key for side in read_scenario(folder).sides] if solo else []
    begun = beginning_of(solo, asked["against"], sides, deploys=asked["deploys"])
    with using_store(store, create=True) as opened:
        session, notes = opened.create(
            folder, campaign, rules=asked["rules"], seed=asked["seed"], dice=asked["mode"], overrides=overrides,
            progress=progress(), beginning=begun._replace(plan=asked["plan"], knowledge=known),
        )  # fmt: skip
        if as_json:
            print_json(_facts(session) | {"notes": list(notes)})
            return
        click.echo(f"{campaign}: {session.name}, {_when(session)}")
        print_lines(f"  {line}" for line in notes)


@campaign_commands.command("show")
@campaign_option
@viewer_option
@store_option
@json_option
def show(campaign: str | None, viewer: str, store: str | None, *, as_json: bool) -> None:
    """Say where a campaign stands: clock, weather, strength, orders that wait. Without --campaign: list all."""
    with using_store(store) as opened:
        known = opened.campaigns()
        if campaign is None and len(known) != 1:
            rows = [_listed(opened, row.id) for row in _in_play_first(opened, known)]
            print_json(rows) if as_json else print_lines(map(_line, rows))
            return
        session = the_campaign(opened, campaign)
        told = _standing(session, viewer)
        if as_json:
            print_json(told)
            return
        print_lines([f"{told['name']} ({told['id']}): {told['when']}, {told['date']}; weather {told['weather']}"])
        print_lines(f"  {side['name']}: {side['units']} units on the map" for side in told["sides"])
        print_lines(f"  waits: {notation}" for notation in told["declared"])
        print_lines(f"  {ending}" for ending in [told["ending"]] if ending)


@campaign_commands.command("order")
@click.argument("notation", metavar="NOTATION")
@campaign_option
@click.option("--by", default=UMPIRE, show_default=True, help="Who orders: the umpire, or a side's key.")
@dice_option
@store_option
@json_option
def order(
    notation: str, campaign: str | None, by: str, faces: tuple[int, ...] | None, store: str | None, *, as_json: bool
) -> None:
    """Give an order, written as in the manual: "28.110.1 M 4132-4032"."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        situation = session.situation
        seen = situation if by == UMPIRE else view_for(session.known(by), situation)
        given = parse_order(notation, situation.map, seen.state)
        _tell(session, session.submit(given, by=by, faces=faces), by, as_json=as_json)
        if isinstance(given, Activate):
            carry_on(session)


@campaign_commands.command("advance")
@campaign_option
@dice_option
@store_option
@json_option
def advance(campaign: str | None, faces: tuple[int, ...] | None, store: str | None, *, as_json: bool) -> None:
    """End the phase: carry out what waits, and go on to the next."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        _tell(session, session.submit(EndPhase(), faces=faces), UMPIRE, as_json=as_json)
        carry_on(session)


@campaign_commands.command("measure")
@click.argument("start", metavar="HEX")
@click.argument("end", metavar="HEX")
@campaign_option
@store_option
@json_option
def measure(start: str, end: str, campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """Measure from HEX to HEX in the unit of the campaign's rules, and with a ruler on a table."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        a, b = hexes_named(session.hexmap, (start, end))
        found = measured(session.ruleset, session.situation, a, b)
        print_json(found._asdict()) if as_json else click.echo(f"{start} to {end}: {found}")


@campaign_commands.command("auto")
@campaign_option
@click.option("--side", "sides", multiple=True, metavar="SIDE", help="A side that plays itself; may be repeated.")
@click.option(
    "--command", "commands", multiple=True, metavar="ID", help="A command that plays itself; may be repeated."
)
@click.option(
    "--as",
    "seat",
    callback=seat_option,
    metavar="PLAYER",
    help="Who plays them: commander, commander:LEVEL:STYLE, table or fast; else who was seated, or a commander.",
)
@click.option("--turns", type=click.IntRange(1, 1000), default=1, show_default=True, help="For so many turns.")
@store_option
@json_option
def auto(
    campaign: str | None, sides: tuple[str, ...], commands: tuple[str, ...], seat: Seat | None, turns: int,
    store: str | None, *, as_json: bool,
) -> None:  # fmt: skip
    """Play sides by themselves (all, if none is named) until the turns are over or another side must order."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        chosen = (*sides, *commands) or tuple(side.key for side in session.setting.sides)
        players = [player_of(session, who, seat) for who in chosen]
        names = (f"auto-{session.seq}-{number}" for number in count())
        played: list[Played] = []
        for _ in range(turns):
            played.append(play_on(session, players, turn=True, names=names))
            if session.state.ended or played[-1].waits_for or played[-1].dice:
                break
        told = {"orders": sum(one.orders for one in played), "phases": sum(one.phases for one in played),
                "refused": sum(one.refused for one in played), "waits_for": list(played[-1].waits_for),
                "dice": played[-1].dice, "when": _when(session), "seq": session.seq}  # fmt: skip
        if as_json:
            print_json(told)
            return
        waits = f"; {', '.join(played[-1].waits_for)} may order" if played[-1].waits_for else ""
        waits += f"; {played[-1].dice}" if played[-1].dice else ""
        click.echo(f"{told['orders']} orders in {told['phases']} phases; {told['when']}{waits}")


@campaign_commands.command("undo")
@campaign_option
@click.option("--to", type=int, help="Go back to how it was after this entry; without it: before the last.")
@click.option("--why", default="taken back", show_default=True, help="The reason, for the log.")
@store_option
@json_option
def undo(campaign: str | None, to: int | None, why: str, store: str | None, *, as_json: bool) -> None:
    """Take back the last step, or all after an entry. What is taken back stays in the log."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        _tell(session, session.undo(to, why=why), UMPIRE, as_json=as_json)


@campaign_commands.command("branch")
@click.argument("new_id", metavar="NEW")
@campaign_option
@click.option("--at", "seq", type=int, help="Branch off after this entry; without it: from now.")
@click.option("--name", default="", help="What the branch is called.")
@store_option
@json_option
def branch(
    new_id: str, campaign: str | None, seq: int | None, name: str, store: str | None, *, as_json: bool
) -> None:  # fmt: skip
    """Begin another campaign that goes on from an entry of this one, to see what if."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        made = branched(opened, session.campaign, new_id, at=seq, name=name, now=dt.datetime.now(dt.UTC))
        if as_json:
            print_json(_facts(made))
        else:
            click.echo(f"{new_id}: {_when(made)}")


@campaign_commands.command("report")
@campaign_option
@click.option("--form", type=click.Choice(list(_REPORTS)), default="day", show_default=True,
              help="pdf, html and text are of a turn; day is of a whole day, as HTML.")  # fmt: skip
@click.option("--day", type=int, help="Which day; without it: the last whole one.")
@click.option("--turn", type=int, help="Which turn; without it: the last that is over.")
@click.option("--viewer", "--for", "viewer", metavar="WHO", default=UMPIRE, show_default=True,
              help="For whom: the umpire, a side's key or a command's id.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; text goes to the screen without it.")
@store_option
def report(  # noqa: PLR0917 - each is a part of the command
    campaign: str | None, form: str, day: int | None, turn: int | None, viewer: str, out: Path | None, store: str | None
) -> None:
    """Write the report of a turn or of a day for a viewer: what he saw, what he has, and what comes."""
    if out is None and form != "text":
        msg = f"a report as {form} is no text for the screen; name a file with --out"
        raise click.UsageError(msg)
    with using_store(store) as opened:
        session, looks = the_campaign(opened, campaign), Looks()
        source = Source(looks.look(session, viewer), Diary(session, viewer), looks)
        made = export(*_REPORTS[form], source, Options(day=day, turn=turn))
    if out is None:
        click.echo(made.body.decode(), nl=False)
        return
    write_file(out, made.body)
    click.echo(f"{out}: {len(made.body):,} bytes")


@campaign_commands.command("story")
@campaign_option
@viewer_option
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The HTML file to write.")
@store_option
def story_command(campaign: str | None, viewer: str, out: Path, store: str | None) -> None:
    """Write the whole campaign as a story, one HTML file: a chapter a day, with the arrow maps of its dawn."""
    from webui.desk.reports.story import story  # noqa: PLC0415 - it draws, and most commands need not

    with using_store(store) as opened:
        body = story(the_campaign(opened, campaign), viewer).encode()
    write_file(out, body)
    click.echo(f"{out}: {len(body):,} bytes")


def _when(session: Session) -> str:
    words = words_of(session.state.clock, session.ruleset.tables)
    return f"day {words['day']}, {words['turn']}, {words['phase']}"


def _facts(session: Session) -> dict[str, Any]:
    return {
        "id": session.campaign, "name": session.name, "when": _when(session), "entries": session.seq,
        "ended": session.state.ended,
    }  # fmt: skip


def _listed(store: CampaignStore, campaign: str) -> dict[str, Any]:
    """Say where a campaign stands, or why that cannot be said; the others are listed all the same."""
    try:
        session = store.session(campaign)
        archived = {"archived": True} if campaign in store.away.now() else {}
        return _facts(session) | archived | ({"problem": str(session.damage)} if session.damage else {})
    except StoreFault as fault:
        return {"id": campaign, "problem": str(fault)}


def _in_play_first(store: CampaignStore, rows: list[CampaignRow]) -> list[CampaignRow]:
    return sorted(rows, key=lambda row: row.id in store.away.now())


def _line(row: dict[str, Any]) -> str:
    stands = f"{row['name']}, {row['when']}" if "name" in row else "cannot be opened"
    stands = f"archived, {stands}" if row.get("archived") else stands
    return f"{row['id']}: {stands}" + (f"; {row['problem']}" if "problem" in row else "")


def _standing(session: Session, viewer: str) -> dict[str, Any]:
    look = Looks().look(session, viewer)
    state = look.state
    stands = [stand for stand in state.stands.values() if stand.on_map]
    told = {
        "id": session.campaign, "name": session.name, "when": _when(session), "viewer": viewer,
        "date": date_of(state.setting.start, state.clock.day).isoformat(), "weather": state.weather,
        "forecast": fact_of(state, "forecast", ""), "ended": state.ended, "ending": ending_line(state),
        "points": dict(state.points),
        "sides": [
            {"key": side.key, "name": side.name, "units": sum(stand.side == side.key for stand in stands)}
            for side in state.setting.sides
        ],
        "declared": [format_order(order, look.hexmap) for order in state.declared],
    }  # fmt: skip
    return told | ({"entries": session.seq} if viewer == UMPIRE else {})


def _tell(session: Session, entry: Entry, viewer: str, *, as_json: bool) -> None:
    before = session.as_of(entry.seq - 1).state
    told = log_for(entry.events, session.situation, viewer, after=before)
    if as_json:
        print_json({"entry": entry.seq, "when": _when(session), "lines": [report.text for report in told]})
        return
    print_lines(report.text for report in told)
    click.echo(f"Now: {_when(session)}.")


for command in (
    verify, backup, restore, missions, mission, orders, sheet, close, deadline, rename, archive, delete, bring_back,
    contacts, letter, positions,
):  # fmt: skip
    campaign_commands.add_command(command)
