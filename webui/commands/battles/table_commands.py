"""Take a campaign's fights to a table: ``sandtable battle fights``, ``open`` and ``play``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from maps.gpkg import reader, writer
from maps.grid.numbers import hexes_named
from maps.problems import Problem, raise_any
from scenarios.battles.editing import Edits, edited
from scenarios.battles.plan import changed_plan
from scenarios.battles.proposing import Asked
from webui.commands.battles.board_commands import battle_commands
from webui.commands.battles.result_commands import game_or_fault
from webui.commands.battles.sheetforms import sheet_form
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import RULES, campaign_option, store_option, the_campaign, using_store, write_file
from webui.desk.battles.boards import file_for
from webui.desk.battles.flow import (
    odds_before,
    open_table_battle,
    play_it_out,
    proposed_battle,
    zone_faults,
)
from webui.desk.battles.grounds import board_to_correct, grounded, grounded_on
from webui.desk.battles.shown import battles_shown, odds_shown, plan_shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from campaign.store.session import Session
    from scenarios.battles.plan import TablePlan
    from webui.desk.library import CampaignStore


__all__ = ["battle_commands"]

_WHY = "the fight is played out"


@battle_commands.command("fights")
@campaign_option
@store_option
@json_option
def list_fights(campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """List where sides stand against each other in a campaign, and the battles that are being fought."""
    with using_store(store) as opened:
        told = battles_shown(opened, the_campaign(opened, campaign))
        if as_json:
            print_json({"fought": told["fought"], "fights": told["fights"]})
            return
        print_lines(_listed(told))


def _listed(told: dict[str, Any]) -> Iterator[str]:
    for one in told["fought"]:
        due = f"for {one['turns']} more turns" if one["turns"] else "its result is due"
        yield f"being fought: {one['name']}, {one['rules']}, {due}" + (f", game {one['game']}" if one["game"] else "")
    for one in told["fights"]:
        sides = " against ".join(f"{side['name']} {side['points']} ({side['units']})" for side in one["sides"])
        yield f"{one['hexes']}: {sides}" + (", attack ordered" if one["declared"] else "")
        yield from (f"  not under {', '.join(names)}: {why}" for names, why in one["why_not"])
    if not told["fights"]:
        yield "nobody stands against an enemy now"


@battle_commands.command("open")
@click.argument("hexes", metavar="HEX,HEX")
@click.option("--rules", type=RULES, help="The rules of the table; without it, the campaign's.")
@click.option("--name", help="What it is called; without it, after its place.")
@click.option("--turns", type=click.IntRange(1, 99), help="Turns on the table, at most.")
@click.option("--wait", "campaign_turns", type=click.IntRange(1, 99), help="Turns that its hexes stand still.")
@click.option("--come", "coming", multiple=True, metavar="STAND=TURN", help="Who comes, and when; others stay away.")
@click.option("--nobody-comes", is_flag=True, help="Keep all back who stand near.")
@click.option("--short", multiple=True, metavar="SIDE", help="A side that fights out of supply; may be repeated.")
@click.option("--table", "size", type=(float, float), metavar="WIDE DEEP", help="The table, in inches.")
@click.option(
    "--ground", type=click.Path(path_type=Path), metavar="MAP", help="A finer map of this ground to cut from."
)
@click.option("--seed", help="What the ground is invented by; the same gives the same.")
@click.option("--board", type=click.Path(path_type=Path), help="Write the board here, for the map editor.")
@click.option("--picture", type=click.Path(path_type=Path), help="Write the table here: .svg, .pdf or .png.")
@click.option("--off", multiple=True, metavar="STAND", help="Who stays off the table; may be repeated.")
@click.option("--hits", multiple=True, metavar="UNIT=HITS", help="Hits of a unit at the start; may be repeated.")
@click.option("--kind", "kinds", multiple=True, metavar="STAND=KIND", help="What a stand is on the table; repeatable.")
@click.option("--edge", "edges", multiple=True, metavar="STAND=WIND", help="By which edge who comes, as 2/110=north.")
@click.option("--zone", "zones", multiple=True, metavar="SIDE=WIND", help="Where a side sets up: a third, or hexes.")
@click.option("--wood", is_flag=True, help="On a table of wood alone: no game in the program.")
@click.option("--plan", "only_plan", is_flag=True, help="Say what would be set up, and open nothing.")
@click.option("--plays", type=click.IntRange(1, 1000), help="With --plan: try it so often in memory, and say the odds.")
@click.option("--why", default=_WHY, show_default=True, help="The reason, for the log.")
@campaign_option
@store_option
@json_option
def open_battle(hexes: str, campaign: str | None, store: str | None, *, as_json: bool, **asked: Any) -> None:
    """Open a battle in hexes of a campaign, the attacked one first: they stand still, and it is set up as a game."""
    form = sheet_form(asked["picture"]) if asked["picture"] else ""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        rules = asked["rules"] or session.ruleset.tables.key
        fought = hexes_named(session.hexmap, filter(None, map(str.strip, hexes.split(","))))
        plan = edited(proposed_battle(opened, session, fought, rules, _asked(asked)), _edits(asked))
        wanted = {name: asked[name] for name in ("name", "turns", "campaign_turns", "seed") if asked[name] is not None}
        if asked["size"]:
            wanted |= dict(zip(("wide_inches", "high_inches"), asked["size"], strict=True))
        plan = _on_ground(opened, session, changed_plan(plan, wanted), asked["ground"])
        raise_any(zone_faults(opened, session, plan))
        if asked["board"]:
            writer.write(board_to_correct(opened, session, plan), asked["board"])
        if form:
            write_file(asked["picture"], file_for(opened, session, plan, form))
        notes: tuple[str, ...] = ()
        if not asked["only_plan"]:
            plan, notes = open_table_battle(opened, session, plan, asked["why"], in_program=not asked["wood"])
        told = plan_shown(opened, session, plan)
        odds = odds_shown(plan, odds_before(opened, session, plan, asked["plays"])) if asked["plays"] else None
        if as_json:
            print_json({"name": plan.name, "rules": plan.rules, "game": plan.game, "turns": plan.turns, "odds": odds,
                        "hexes": told["hexes"], "sides": _forces(told), "notes": list(notes)})  # fmt: skip
            return
        head = f"{plan.name}: {told['hexes']}, {plan.rules}, {plan.turns} turns, {told['ground']}"
        day = f"  {plan.date}, {plan.light}, {plan.weather}; the attack comes from the {plan.facing}"
        game = [f"  game: {plan.game}"] if plan.game else []
        print_lines(
            [
                head,
                day,
                f"  ground: {plan.ground_words}",
                *_sides(told),
                *([odds["words"]] if odds else []),
                *(f"  note: {note}" for note in notes),
                *game,
            ]
        )


def _on_ground(store: CampaignStore, session: Session, plan: TablePlan, path: Path | None) -> TablePlan:
    """Set a plan on the map that was named, else on what is found."""
    if path is None:
        return grounded(store, session, plan)
    hexmap = reader.read(path)
    return grounded_on(store, session, plan, hexmap, f"taken from the map {hexmap.name}, as you named it")


def _asked(asked: Mapping[str, Any]) -> Asked:
    """Read the turns, and who comes when."""
    rows = [text.partition("=") for text in asked["coming"]]
    wrong = [stand for stand, _, turn in rows if not (turn.isascii() and turn.isdigit() and len(turn) < 3)]
    raise_any([Problem(f"--come {stand}", "names no turn", "write STAND=TURN, as 2/110=5") for stand in wrong])
    wanted = {stand: int(turn) for stand, _, turn in rows}
    coming = wanted if wanted or asked["nobody_comes"] else None
    return Asked(asked["turns"], coming, frozenset(asked["short"]) or None, _paired("--kind", asked["kinds"]))


def _paired(option: str, told: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE, each once."""
    rows = [text.partition("=") for text in told]
    wrong = [text for text, (name, _, value) in zip(told, rows, strict=True) if not name or not value]
    raise_any([Problem(f"{option} {text}", "is no pair", "write it as NAME=VALUE") for text in wrong])
    return {name: value for name, _, value in rows}


def _edits(asked: Mapping[str, Any]) -> Edits:
    """Read hits at the start, and who stays off."""
    rows = [text.rpartition("=") for text in asked["hits"]]
    wrong = [text for text, (unit, _, hits) in zip(asked["hits"], rows, strict=True) if not unit or not hits.isdigit()]
    raise_any([Problem(f"--hits {text}", "names no hits", "write UNIT=HITS, as 3/112.1=2") for text in wrong])
    return Edits({unit: int(hits) for unit, _, hits in rows}, frozenset(asked["off"]),
                 edges=_paired("--edge", asked["edges"]), zones=_paired("--zone", asked["zones"]))  # fmt: skip


def _forces(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": one["side"].name, "units": one["units"]} for one in told["sides"]]


def _sides(told: dict[str, Any]) -> Iterator[str]:
    for one in told["sides"]:
        yield f"  {one['side'].name}{', attacks' if one['attacks'] else ''}{_short_of(one['side'])}:"
        for stand in one["stands"]:
            units = ", ".join(map(_unit, stand["units"]))
            yield f"    {stand['name']}{_standing(stand['told'])}: {units}"
    yield from (f"  for: {one['name']} ({one['hex']}), {one['points']}" for one in told["objectives"])
    yield from (f"  not on the table: {one['name']}, {one['why']}" for one in told["left_out"])
    yield from (f"  near: {one['name']}, to the {one['told'].bearing}, {one['words']}" for one in told["coming"])
    if told["changed"]:
        yield f"  set by you: {', '.join(told['changed'])}"


def _short_of(side: Any) -> str:
    return "" if side.supplied else ", out of supply"


def _standing(told: Any) -> str:
    if told is None:
        return ""
    words = [f"{told.strength} of {told.full} points", told.posture, "" if told.supplied else "no line of supply"]
    return f" ({', '.join(filter(None, words))})"


def _unit(unit: dict[str, Any]) -> str:
    hits = f", {unit['hits']} hits" if unit["hits"] else ""
    return f"{unit['name']} {unit['steps']}{hits}{', ' + unit['turn'] if unit['turn'] else ''} [{unit['id']}]"


@battle_commands.command("play")
@click.argument("battle", metavar="NAME")
@campaign_option
@store_option
@json_option
def play_battle(battle: str, campaign: str | None, store: str | None, *, as_json: bool) -> None:
    """Have commanders play the game of the battle NAME to its end; its result is not taken yet."""
    with using_store(store) as opened:
        game = game_or_fault(opened, the_campaign(opened, campaign), battle)
        orders, winner = play_it_out(game), game.state.winner
        if as_json:
            print_json({"game": game.campaign, "orders": orders, "ended": game.state.ended, "winner": winner})
            return
        over = (f"{winner} has won" if winner else "a draw") if game.state.ended else "it goes on"
        click.echo(f"{game.campaign}: {orders} orders; {over}")
