"""Serve the umpire's page of battles on tables: fights, plans, slips, each a form."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, request

from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.model.tokens import NotParseable
from campaign.model.verbs.ruling import Ruling
from campaign.store.faults import Stale, StoreFault
from maps.grid.numbers import hex_named, hexes_named
from maps.problems import ProblemsFound
from scenarios.battles.numbers import Fate
from scenarios.battles.plan import changed_plan, read_plan
from scenarios.battles.proposing import AS_PROPOSED, Asked
from webui.desk.battles.flow import (
    Result,
    battle_named,
    game_of,
    game_result,
    odds_before,
    open_table_battle,
    play_it_out,
    proposed_battle,
    simulated_result,
    take_result,
)
from webui.desk.battles.grounds import grounded
from webui.desk.battles.shown import battles_shown, odds_shown, plan_shown, slip_shown
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.desk.library import Beginning
from webui.serving.forms import read_send_id
from webui.serving.security import page_token, role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.store.session import Session
    from scenarios.battles.plan import TablePlan

__all__ = ["tables"]

tables = Blueprint("tables", __name__, url_prefix="/c/<campaign>/umpire/battles")

_MOST_TEXT, _MOST_HEXES, _LONG = 80, 400, 400
_MOST_RULINGS = 2000
_MOST_TURNS = 100
_COMES, _SHORT = "comes:", "short:"
_FAULTS = (BadRequest, Refusal, Stale, StoreFault, ProblemsFound, NotParseable)
_NUMBERS = {
    "turns": (1, 99), "campaign_turns": (1, 99), "wide_inches": (6, 400), "high_inches": (6, 400),
    "hex_inches": (0.5, 24), "inch_m": (1, 5000),
}  # fmt: skip
_TABLES = ("wide_inches", "high_inches")
_WHOLE = {"turns", "campaign_turns"}


@tables.get("")
@role("umpire")
def overview(campaign: str) -> str:
    """Show the battles that are being fought, and the fights that there are."""
    return _overview(campaign)


@tables.get("/new")
@role("umpire")
def new(campaign: str) -> str | tuple[str, int]:
    """Show the plan of a battle in some hexes, as it is proposed or as it was asked for, before it is opened."""
    try:
        return _planned(campaign, _plan(campaign, request.args))
    except _FAULTS as fault:
        return _overview(campaign, fault=fault_words(fault)), fault_status(fault)


@tables.post("/new")
@role("umpire")
def begin(campaign: str) -> str | tuple[str, int] | Response:
    """Open a battle; on a fault its plan comes back as it was filled in."""
    plan = None
    try:
        plan = _plan(campaign, request.form)
        if (do := request.form.get("do")) in {"show", "try"}:
            return _planned(campaign, plan, tried=do == "try")
        open_table_battle(
            desk().store, desk().store.session(campaign), plan, _text(request.form, "reason", _LONG), _send_id(),
            in_program=request.form.get("wood") is None, beginning=Beginning(deploys="deploy" in request.form),
        )  # fmt: skip
    except _FAULTS as fault:
        told = fault_words(fault)
        page = _overview(campaign, fault=told) if plan is None else _planned(campaign, plan, fault=told)
        return page, fault_status(fault)
    return _done(campaign)


@tables.post("/<battle>/play")
@role("umpire")
def play(campaign: str, battle: str) -> str | tuple[str, int] | Response:
    """Have commanders play the game of a battle to its end."""
    try:
        game = _game(desk().store.session(campaign), battle)
        play_it_out(game)
    except _FAULTS as fault:
        return _overview(campaign, fault=fault_words(fault)), fault_status(fault)
    desk().streams.bell.ring()
    return redirect(f"/c/{campaign}/umpire/battles/{battle}/result?from=game", 303)  # type: ignore[return-value]


@tables.get("/<battle>/result")
@role("umpire")
def slip(campaign: str, battle: str) -> str | tuple[str, int]:
    """Show the slip of a battle: all unharmed, or as its game has it."""
    try:
        return _slip(campaign, battle)
    except _FAULTS as fault:
        return _overview(campaign, fault=fault_words(fault)), fault_status(fault)


@tables.post("/<battle>/result")
@role("umpire")
def take(campaign: str, battle: str) -> str | tuple[str, int] | Response:
    """Take the result on a slip; on a fault the slip comes back as it was filled in."""
    result = None
    try:
        session = desk().store.session(campaign)
        fought = battle_named(session, battle)
        plan = read_plan(fought.battle.plan, fought.battle.name)
        result = _filled(session, plan, request.form)
        why = _text(request.form, "reason", _LONG)
        notes = take_result(session, fought, result, why, _rulings(session, why), _send_id())
    except _FAULTS as fault:
        told = fault_words(fault)
        page = _overview(campaign, fault=told) if result is None else _slip(campaign, battle, result, fault=told)
        return page, fault_status(fault)
    return _done(campaign, notes)


def _done(campaign: str, notes: tuple[str, ...] = ()) -> str | Response:
    desk().streams.bell.ring()
    if notes:
        return _overview(campaign, notes=notes)
    return redirect(f"/c/{campaign}/umpire/battles", 303)  # type: ignore[return-value]


def _send_id() -> str:
    return read_send_id(request.form.get("send_id", ""))


def _text(form: Mapping[str, str], name: str, most: int = _MOST_TEXT) -> str:
    return form.get(name, "").strip()[:most]


def _plan(campaign: str, form: Mapping[str, str]) -> TablePlan:
    """Propose a battle, with what the umpire set otherwise."""
    session = desk().store.session(campaign)
    numbers = [part for part in _text(form, "hexes", _MOST_HEXES).replace(",", " ").split() if part]
    if not numbers:
        raise BadRequest(400, "hexes", "no hexes were named", "write their numbers, the attacked one first")
    hexes = hexes_named(session.hexmap, dict.fromkeys(numbers))
    rules = _text(form, "rules") or session.ruleset.tables.key
    # What was proposed for other rules is no wish of the umpire's.
    other = _text(form, "was") not in {"", rules}
    plan = proposed_battle(desk().store, session, hexes, rules, AS_PROPOSED if other else _asked(form))
    names = _TABLES if other else _NUMBERS
    wanted: dict[str, object] = {name: _number(form, name) for name in names if _text(form, name)}
    wanted |= {name: _text(form, name) for name in ("name", "weather", "date", "seed") if _text(form, name)}
    first = _text(form, "first")
    if first in {side.key for side in plan.sides}:
        wanted["first"] = first
    return grounded(desk().store, session, changed_plan(plan, wanted))


def _asked(form: Mapping[str, str]) -> Asked:
    """Read the turns, and who comes when: a stand that is left blank stays away."""
    turns = _number(form, "turns") if _text(form, "turns") else None
    fields = {name.removeprefix(_COMES): _text(form, name) for name in form if name.startswith(_COMES)}
    coming = {key: _hits(text, _MOST_TURNS) for key, text in fields.items() if text}
    short = frozenset(key.removeprefix(_SHORT) for key in form if key.startswith(_SHORT)) if "supply" in form else None
    return Asked(None if turns is None else int(turns), coming if fields else None, short)


def _number(form: Mapping[str, str], name: str) -> float:
    low, high = _NUMBERS[name]
    try:
        value = float(_text(form, name).replace(",", "."))
    except ValueError:
        value = -1.0
    if not low <= value <= high:
        told = f"{_text(form, name)[:20]!r} is no number from {low:g} to {high:g}"
        raise BadRequest(400, name, told, "write one")
    return int(value) if name in _WHOLE else value


def _filled(session: Session, plan: TablePlan, form: Mapping[str, str]) -> Result:
    """Read a slip; what is left as it was is no harm."""
    fates, moves = {}, {}
    for unit in plan.units:
        value = _text(form, f"fate:{unit.id}")
        if value == "gone":
            fates[unit.id] = Fate(gone=True)
        elif value == "left":
            fates[unit.id] = Fate(left=True)
        elif value:
            fates[unit.id] = Fate(_hits(value, unit.profile.strength))
    for key in plan.stands:
        if number := _text(form, f"hex:{key}"):
            moves[key] = hex_named(session.hexmap, number)
    waited = frozenset(_text(form, "waited", _MOST_RULINGS).split())
    turns = _hits(_text(form, "played") or str(plan.turns), _MOST_TURNS)
    return Result(fates, moves, turns, waited, rests="rests" in form)


def _hits(value: str, limit: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 4 and int(value) < limit):
        raise BadRequest(400, "slip", f"{value[:20]!r} is no number from 0 to {limit - 1}", "write one of these")
    return int(value)


def _rulings(session: Session, why: str) -> list[Ruling]:
    """Read what else is ruled, a line each: ground=4334/4233=blown."""
    found = []
    for line in _text(request.form, "also", _MOST_RULINGS).splitlines():
        if text := line.strip().removeprefix("rule "):
            words = text if " because " in text else f'{text} because "{why.replace(chr(34), chr(39))}"'
            order = parse_order(f"rule {words}", session.hexmap, session.state)
            assert isinstance(order, Ruling)
            found.append(order)
    return found


def _game(session: Session, battle: str) -> Session:
    game = game_of(desk().store, battle_named(session, battle))
    if game is None:
        raise BadRequest(409, "game", "this battle has no game in the program", "write its result on a slip")
    return game


def _overview(campaign: str, *, fault: str = "", notes: tuple[str, ...] = ()) -> str:
    told = battles_shown(desk().store, desk().store.session(campaign))
    return _page(campaign, "list", told, fault=fault, notes=notes)


def _planned(campaign: str, plan: TablePlan, *, fault: str = "", tried: bool = False) -> str:
    session = desk().store.session(campaign)
    told = battles_shown(desk().store, session) | plan_shown(desk().store, session, plan)
    if tried:
        told["odds"] = odds_shown(plan, odds_before(desk().store, session, plan))
    return _page(campaign, "plan", told, fault=fault)


def _slip(campaign: str, battle: str, result: Result | None = None, *, fault: str = "") -> str:
    session = desk().store.session(campaign)
    fought = battle_named(session, battle)
    plan = read_plan(fought.battle.plan, fought.battle.name)
    if result is None and request.args.get("from") == "game":
        result = game_result(desk().store, session, fought, _game(session, battle))
    elif result is None and request.args.get("from") == "simulation":
        result = simulated_result(desk().store, session, fought, _text(request.args, "seed"))
    told = {"name": session.setting.name, "slip": slip_shown(session, fought, plan, result)}
    return _page(campaign, "slip", told, fault=fault)


def _page(campaign: str, what: str, told: Mapping[str, object], *, fault: str = "", notes: tuple[str, ...] = ()) -> str:
    return render_template(
        "umpires_battles.html", campaign=campaign, what=what, told=told, token=page_token(), fault=fault, notes=notes,
        send_id=uuid.uuid4().hex, filled=request.form,
    )  # fmt: skip
