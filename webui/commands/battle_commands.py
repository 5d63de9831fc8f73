"""Begin battles on boards: ``sandtable battle``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.model.things import DICE_MODES
from campaign.systems.catalogue import keys, ruleset
from maps.gpkg.reader import read
from scenarios.battle import BattlePlan, default_zones, plan_on, read_force
from scenarios.board import open_board, shipped_boards
from scenarios.conversion import shipped_roles
from webui.commands.shared import Commands, json_option, print_json, print_lines, store_option, using_store

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from scenarios.battle import Force

__all__ = ["BLUE", "RED", "battle_commands"]

RED, BLUE = "infantry x3, armour x2, artillery", "infantry x4, armour, antitank"


@click.group("battle", cls=Commands)
def battle_commands() -> None:
    """Fight battles on boards, under any of the rule systems."""


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


@battle_commands.command("new")
@click.argument("battle", metavar="ID")
@click.option("--rules", required=True, type=click.Choice(keys()), help="The rule system.")
@click.option(
    "--board",
    required=True,
    metavar="BOARD",
    help="A shipped board by its name, a board file (.toml), or a map file (.gpkg).",
)
@click.option("--red", default=RED, help="Its force, by roles.")
@click.option("--blue", default=BLUE, help="Its force, by roles.")
@click.option("--days", type=click.IntRange(1, 30), default=1, help="Days, in systems that count them.")
@click.option("--dice", type=click.Choice(DICE_MODES), default=DICE_MODES[0], help="Where dice come from.")
@click.option("--seed", help="Of the dice; without it, drawn by lot.")
@store_option
@json_option
def new_battle(battle: str, store: str | None, *, as_json: bool, **asked: Any) -> None:
    """Begin the battle ID: two forces on a board, under a rule system; it is then played like a campaign."""
    forces = read_force(asked["red"], "red"), read_force(asked["blue"], "blue")
    board, plan = _planned(asked["board"], forces, asked["rules"], asked["days"])
    with using_store(store, create=True) as opened:
        session, notes = opened.create_battle(
            plan, board, asked["rules"], battle, seed=asked["seed"], dice=asked["dice"]
        )
        if as_json:
            facts = {"battle": battle, "rules": asked["rules"], "board": board.name, "seq": session.seq}
            print_json(facts | {"units": len(session.state.stands), "notes": list(notes)})
            return
        print_lines([f"{battle}: {board.name}, {asked['rules']}", *(f"  note: {note}" for note in notes)])


@battle_commands.command("boards")
@json_option
def list_boards(*, as_json: bool) -> None:
    """List the boards that come with the program."""
    boards = [open_board(path) for path in shipped_boards().values()]
    if as_json:
        print_json([{"key": one.key, "name": one.name, "hexes": len(one.hexmap), "hex_inches": one.hex_inches,
                     "introduction": one.introduction} for one in boards])  # fmt: skip
        return
    for one in boards:
        wide, high = one.table_inches
        click.echo(f"{one.key}: {one.name}, {wide:.0f} x {high:.0f} inches in hexes of {one.hex_inches:g}")


def _planned(name: str, forces: tuple[Force, Force], rules: str, days: int) -> tuple[HexMap, BattlePlan]:
    """Plan a battle on a shipped board, a board of the user's own, or any map."""
    path = shipped_boards().get(name, Path(name))
    if path.suffix == ".toml":
        board = open_board(path)
        return board.hexmap, plan_on(board, forces, ruleset(rules), days=days)
    hexmap = read(path)
    return hexmap, BattlePlan(hexmap.name, forces, default_zones(hexmap, ("red", "blue")), days=days)
