"""Begin battles on boards: ``sandtable battle``."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.model.things import DICE_MODES
from campaign.systems.catalogue import keys, ruleset
from maps.gpkg.reader import read
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.battle import BattlePlan, plan_on, plan_on_map, planned
from scenarios.battles.fairness import lie_of
from scenarios.board import open_board, shipped_boards
from scenarios.conversion import shipped_roles
from scenarios.following import force_of, forces_left, thrown_force
from scenarios.mustering import sample_names
from webui.commands.battles.ground import ground_command
from webui.commands.battles.pieces import pieces_command
from webui.commands.groups import Commands, json_option, print_json, print_lines
from webui.commands.shared import RULES, beginning_of, solo_options, store_option, using_store

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from scenarios.battle import Force

__all__ = ["BLUE", "RED", "battle_commands"]

RED, BLUE = "infantry x3, armour x2, artillery", "infantry x4, armour, antitank"


@click.group("battle", cls=Commands)
def battle_commands() -> None:
    """Fight battles on boards, under any of the rule systems."""


battle_commands.add_command(ground_command)
battle_commands.add_command(pieces_command)


@battle_commands.command("roles")
@json_option
def list_roles(*, as_json: bool) -> None:
    """List the roles that forces are told by, and what each is in every rule system."""
    roles = shipped_roles()
    if as_json:
        print_json({name: dict(role.kinds) for name, role in roles.items()})
        return
    for name, role in roles.items():
        click.echo(f"{name}: " + ", ".join(f"{key} {kind}" for key, kind in role.kinds.items()))


@battle_commands.command("samples")
@json_option
def list_samples(*, as_json: bool) -> None:
    """List the sample organisations that forces may be raised by, by rule system."""
    found = {key: dict(sample_names(ruleset(key))) for key in keys()}
    if as_json:
        print_json({key: samples for key, samples in found.items() if samples})
        return
    for key, samples in found.items():
        print_lines(f"{key}: sample {sample} = {name}" for sample, name in samples.items())


@battle_commands.command("new")
@click.argument("battle", metavar="ID")
@click.option("--rules", required=True, type=RULES, help="The rule system.")
@click.option(
    "--board",
    required=True,
    metavar="BOARD",
    help="A shipped board by its name, a board file (.toml), or a map file (.gpkg).",
)
@click.option(
    "--red",
    default=RED,
    help="Its force, by roles and samples; army: throw for it, in rules that have a table of armies.",
)
@click.option("--blue", default=BLUE, help="Its force, likewise.")
@click.option("--defends", type=click.Choice(("red", "blue")), help="Who sets up on his third, the other on his edge.")
@click.option("--red-air", type=click.IntRange(0, 30), default=0, help="Its dice of air power, every day.")
@click.option("--blue-air", type=click.IntRange(0, 30), default=0, help="Its dice of air power, every day.")
@click.option("--days", type=click.IntRange(1, 30), default=1, help="Days, in systems that count them.")
@click.option("--date", default="", metavar="DAY", help="The first day, as 1944-12-16; else of the rules' wars.")
@click.option("--dice", type=click.Choice(DICE_MODES), default=DICE_MODES[0], help="Where dice come from.")
@click.option("--seed", help="Of the dice; without it, drawn by lot.")
@solo_options
@store_option
@json_option
def new_battle(battle: str, store: str | None, *, as_json: bool, **asked: Any) -> None:
    """Begin the battle ID: two forces on a board, under a rule system; it is then played like a campaign."""
    seed = asked["seed"] or secrets.token_hex(8)
    rules = ruleset(asked["rules"])
    (red, thrown_red), (blue, thrown_blue) = (force_of(asked[side], side, rules, seed) for side in ("red", "blue"))
    throws = [f"army of {side}: {words}" for side, words in (("red", thrown_red), ("blue", thrown_blue)) if words]
    board, plan = _on_board(asked["board"], (red, blue), asked["rules"], asked["days"])
    air = {"red": asked["red_air"], "blue": asked["blue_air"]}
    plan = planned(plan, board, rules, defender=asked["defends"] or "", air=air, date=asked["date"])
    beginning = beginning_of(asked["solo"], asked["against"], ("red", "blue"), deploys=asked["deploys"])
    with using_store(store, create=True) as opened:
        session, told = opened.create_battle(
            plan, board, asked["rules"], battle, seed=seed, dice=asked["dice"], beginning=beginning
        )
        lie = lie_of(session.situation, session.ruleset.play)
        notes = (*throws, lie.words, *lie.problems, *told)
        if as_json:
            facts = {"battle": battle, "rules": asked["rules"], "board": board.name, "seq": session.seq}
            lying = {"apart": lie.apart, "meet": lie.meet, "last": lie.last, "lean": lie.lean}
            print_json(facts | {"units": len(session.state.stands), "lie": lying, "notes": list(notes)})
            return
        print_lines([f"{battle}: {board.name}, {rules.tables.name}", *(f"  note: {note}" for note in notes)])


@battle_commands.command("army")
@click.option("--rules", default="d3_one_hour", type=RULES, help="The rule system, if it has a table of armies.")
@click.option("--seed", help="Of the dice; without it, drawn by lot.")
@json_option
def throw_army(rules: str, seed: str | None, *, as_json: bool) -> None:
    """Throw for an army by the table of the rules; its units can be given to battle new."""
    force, words = thrown_force(ruleset(rules), "red", seed or secrets.token_hex(8))
    if as_json:
        print_json({"units": list(force.roles), "throws": words})
        return
    print_lines([", ".join(force.roles), f"  {words}"])


@battle_commands.command("next")
@click.argument("battle", metavar="ID")
@click.option("--after", required=True, metavar="BATTLE", help="The battle that is over, in the same store.")
@click.option("--board", required=True, metavar="BOARD", help="As for battle new.")
@click.option(
    "--unsupplied", multiple=True, metavar="SIDE", help="A side that begins out of supply; may be given twice."
)
@click.option("--seed", help="Of the dice; without it, drawn by lot.")
@store_option
@json_option
def next_battle(battle: str, store: str | None, *, as_json: bool, **asked: Any) -> None:
    """Begin the battle ID with those who came out of another; the rules say what they carry into it."""
    with using_store(store) as opened:
        before = opened.session(asked["after"])
        rules = before.ruleset.tables.key  # what is played by now: it may have been moved since it began
        known = [side.key for side in before.setting.sides]
        for side in asked["unsupplied"]:
            if side not in known:
                raise ProblemsFound([Problem("--unsupplied", f"{side!r} is no side", did_you_mean(side, known))])
        board, plan = _on_board(asked["board"], forces_left(before.state), rules, before.setting.days)
        session, notes = opened.create_next_battle(
            plan, board, asked["after"], battle, unsupplied=asked["unsupplied"], seed=asked["seed"]
        )
        told = opened.standing(battle).words
        if as_json:
            print_json(
                {"battle": battle, "after": asked["after"], "units": len(session.state.stands), "standing": told}
            )
            return
        print_lines([f"{battle}: {board.name}, after {asked['after']}", f"  {told}", *(f"  note: {n}" for n in notes)])


@battle_commands.command("standing")
@click.argument("battle", metavar="ID")
@store_option
@json_option
def show_standing(battle: str, store: str | None, *, as_json: bool) -> None:
    """Say how the campaign of a battle stands: zones, points, the next attacker."""
    with using_store(store) as opened:
        found = opened.standing(battle)
        if as_json:
            print_json({"standing": found.words, "points": found.points, "over": found.over})
            return
        click.echo(found.words)


@battle_commands.command("boards")
@json_option
def list_boards(*, as_json: bool) -> None:
    """List the boards that come with the program: which rule systems they suit, and how even they are."""
    boards = [open_board(path) for path in shipped_boards().values()]
    if as_json:
        print_json([
            {"key": one.key, "name": one.name, "hexes": len(one.hexmap), "hex_inches": one.hex_inches,
             "introduction": one.introduction,
             "suits": {rules: asdict(found) for rules, found in one.figures.items()}}
            for one in boards
        ])  # fmt: skip
        return
    for one in boards:
        wide, high = one.table_inches
        click.echo(f"{one.key}: {one.name}, {wide:.0f} x {high:.0f} inches in hexes of {one.hex_inches:g}")
        print_lines(
            f"  {rules}: {found.words(ruleset(rules).tables.turn_word)}" for rules, found in one.figures.items()
        )


def _on_board(name: str, forces: tuple[Force, Force], rules: str, days: int) -> tuple[HexMap, BattlePlan]:
    """Plan a battle on a shipped board, a board of the user's own, or any map."""
    path = shipped_boards().get(name, Path(name))
    if path.suffix == ".toml":
        board = open_board(path)
        return board.hexmap, plan_on(board, forces, ruleset(rules), days=days)
    hexmap = read(path)
    return hexmap, plan_on_map(hexmap, forces, days=days)
