"""Begin battles from the start page: rule system, board, forces, dice; a fault brings the form back as it was."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Blueprint, Response, g, redirect, request, url_for

from campaign.model.things import DICE_MODES
from campaign.store.faults import StoreFault
from campaign.systems.catalogue import keys
from campaign.views import UMPIRE
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.battle import plan_on, plan_on_map, planned
from scenarios.board import open_board, shipped_boards
from scenarios.conversion import shipped_roles
from scenarios.following import force_of
from scenarios.mustering import sample_names
from webui.desk.faults import rules_and_dice
from webui.desk.keeping.campaignids import free_id
from webui.page import pages
from webui.page.pages import begun_by
from webui.serving.security import role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from scenarios.battle import Force
    from scenarios.board import Board

__all__ = ["battles"]

battles = Blueprint("battles", __name__)

_DICE_WORDS = {
    "seeded": "of the program",
    "committed": "of the program, committed to beforehand",
    "called": "real ones, called in",
}
_SIDES = ("red", "blue")
_MOST_DIGITS = 9
_MOST_AIR = 30
_MAP = "map "
"""Before the key of a map of the store, where the form names a board."""


class Asked(NamedTuple):
    """The form as it was filled in."""

    battle: str = ""
    rules: str = ""
    board: str = ""
    red: str = "infantry x4, armour x2, artillery, antitank"
    blue: str = "infantry x5, armour, artillery, antitank"
    days: str = "1"
    dice: str = DICE_MODES[0]
    defends: str = ""
    red_air: str = "0"
    blue_air: str = "0"
    solo: str = ""
    against: str = ""
    deploy: str = ""
    date: str = ""


@battles.app_context_processor
def _form() -> dict[str, Any]:
    return {"battle_form": _form_data}


@battles.post("/battles/new")
@role("host")
def begin() -> Response | tuple[str, int]:
    """Begin a battle and go to its page; on a fault the form comes back as it was filled in."""
    asked = Asked(*(request.form.get(name, default)[:2000] for name, default in Asked()._asdict().items()))
    asked = asked._replace(battle=asked.battle or free_id(desk().store.log, asked.board))
    try:
        _begin(asked)
    except (StoreFault, ProblemsFound) as fault:
        g.battle, g.battle_fault = asked, str(fault)
        return pages.start_page(), 409
    viewer = asked.solo or UMPIRE
    return redirect(url_for("pages.campaign", campaign=asked.battle, viewer=viewer), 303)  # type: ignore[return-value]


def _begin(asked: Asked) -> None:
    problems, forces = rules_and_dice(asked.rules, asked.dice), []
    rules, seed = desk().store.ruleset(asked.rules if asked.rules in keys() else keys()[0], {}), secrets.token_hex(8)
    for side in _SIDES:
        try:
            forces.append(force_of(getattr(asked, side), side, rules, seed)[0])
        except ProblemsFound as found:
            problems = [*found.problems, *problems]
    if _number(asked.days) not in range(1, 31):
        problems.append(Problem("days", f"{asked.days[:20]!r} is no number from 1 to 30", "write 1"))
    for name, told in (("red_air", asked.red_air), ("blue_air", asked.blue_air)):
        if _number(told) not in range(_MOST_AIR + 1):
            problems.append(Problem(name, f"{told[:20]!r} is no number from 0 to {_MOST_AIR}", "write 0"))
    if asked.defends not in {"", *_SIDES}:
        problems.append(Problem("defends", f"there is no side {asked.defends[:20]!r}", "take one from the list"))
    raise_any(problems)
    _open(asked, (forces[0], forces[1]), seed)


def _number(text: str) -> int | None:
    """Read a whole number as it is written, not by its first digits; None: it is none, or has too many digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None


def _open(asked: Asked, forces: tuple[Force, Force], seed: str) -> None:
    store, days, shipped = desk().store, int(asked.days), shipped_boards()
    if asked.board in shipped:
        board = open_board(shipped[asked.board])
        hexmap, plan = board.hexmap, plan_on(board, forces, store.ruleset(asked.rules, {}), days=days)
    else:
        key = asked.board.removeprefix(_MAP)
        if key not in _maps():
            raise ProblemsFound([Problem("board", f"there is no board {key[:40]!r}", "take one from the list")])
        hexmap = store.hexmap(key)
        plan = plan_on_map(hexmap, forces, days=days)
    air = {"red": int(asked.red_air), "blue": int(asked.blue_air)}
    plan = planned(plan, hexmap, store.ruleset(asked.rules, {}), defender=asked.defends, air=air, date=asked.date)
    begun = begun_by(asked.solo, asked.against, asked.deploy, _SIDES)
    store.create_battle(plan, hexmap, asked.rules, asked.battle, seed=seed, dice=asked.dice, beginning=begun)


def _form_data() -> dict[str, Any]:
    return {
        "asked": g.get("battle", Asked()),
        "fault": g.get("battle_fault", ""),
        "rules": [(key, _rules_name(key)) for key in keys()],
        "boards": [(key, _board_name(key)) for key in shipped_boards()],
        "suits": _suits(),
        "maps": [(f"{_MAP}{key}", name) for key, name in _maps().items()],
        "dice": [(mode, _DICE_WORDS[mode]) for mode in DICE_MODES],
        "roles": list(shipped_roles()),
        "samples": _samples(),
    }


@lru_cache(maxsize=1)
def _boards() -> dict[str, Board]:
    return {key: open_board(path) for key, path in shipped_boards().items()}


def _turn_word(rules: str) -> str:
    return desk().store.ruleset(rules, {}).tables.turn_word


def _suits() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """List the boards with their size, and for each rule system that they suit how even they are, in words."""
    return [
        (one.name, f"{one.table_inches[0]:.0f} x {one.table_inches[1]:.0f} inches, hexes of {one.hex_inches:g}",
         [(_rules_name(rules), found.words(_turn_word(rules))) for rules, found in one.figures.items()])
        for one in _boards().values()
    ]  # fmt: skip


def _samples() -> list[tuple[str, str]]:
    """List the sample organisations of the rule systems: what to write, and what each is called."""
    found: dict[str, list[str]] = {}
    for key in keys():
        for sample, name in sample_names(desk().store.ruleset(key, {})).items():
            found.setdefault(sample, []).append(name)
    return [(f"sample {sample}", " or ".join(dict.fromkeys(names))) for sample, names in found.items()]


def _rules_name(key: str) -> str:
    """Name a rule system as its table does."""
    return desk().store.ruleset(key, {}).tables.name


@lru_cache(maxsize=64)
def _board_name(key: str) -> str:
    board = _boards()[key]
    grid = board.hexmap.layout.grid
    return f"{board.name}, {grid.cols} × {grid.rows} hexes"


def _maps() -> dict[str, str]:
    """List the maps that campaigns of the store are played on, but for boards: their keys and names."""
    store, found = desk().store, dict[str, str]()
    boards = {_map_key(key) for key in shipped_boards()}
    for row in store.campaigns():
        try:
            hexmap = store.session(row.id).hexmap
        except StoreFault:
            continue
        if hexmap.key not in boards:
            found.setdefault(hexmap.key, hexmap.name)
    return found


@lru_cache(maxsize=64)
def _map_key(key: str) -> str:
    """Give the content key of a shipped board's map."""
    return open_board(shipped_boards()[key]).hexmap.key
