"""Serve the umpire's page of battles on tables: fights, plans, slips, each a form."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, request

from campaign.engine.ledger import Refusal
from campaign.model.tokens import NotParseable
from campaign.store.faults import Stale, StoreFault
from maps.grid.numbers import hex_named, hexes_named
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.battles.editing import Edits, edited
from scenarios.battles.numbers import Fate
from scenarios.battles.plan import changed_plan, read_plan
from scenarios.printshop.onesheet import SHEET_FORMS
from webui.desk.battles.boards import file_for
from webui.desk.battles.flow import (
    Result,
    battle_named,
    fought_in,
    game_of,
    game_result,
    odds_before,
    open_table_battle,
    proposed_battle,
    simulated_result,
    table_picture,
    take_result,
    zone_faults,
)
from webui.desk.battles.grounds import board_to_correct, grounded, grounded_on
from webui.desk.battles.outplaying import begin_outplay, stop_outplay
from webui.desk.battles.pack import battle_pack
from webui.desk.battles.shown import (
    battles_shown,
    odds_shown,
    outplay_shown,
    plan_shown,
    rules_shown,
    slip_shown,
)
from webui.desk.battles.written import blank_slip, raise_with, read_rulings, written_result
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.desk.library import Beginning
from webui.desk.prints.printable import Options
from webui.door.post_page import post_settings
from webui.page.planform import MOST_TURNS, count_of, plan_form, text_of
from webui.serving.answers import answer
from webui.serving.forms import read_send_id
from webui.serving.mapdesk import maps_rows, project_at, shelf
from webui.serving.security import page_token, role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.store.session import Session
    from scenarios.battles.plan import PlannedUnit, TablePlan
    from webui.page.planform import PlanForm

__all__ = ["tables"]

tables = Blueprint("tables", __name__, url_prefix="/c/<campaign>/umpire/battles")

_MOST_HEXES, _LONG = 400, 400
_MOST_RULINGS = 2000
_MOST_SLIP = 20_000
_FAULTS = (BadRequest, Refusal, Stale, StoreFault, ProblemsFound, NotParseable)
_BOARD = "-board-"
"""Between the campaign and the place in the id of a board in the map editor."""
_SLUG = re.compile(r"[^a-z0-9]+")


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
        if (do := request.form.get("do", "")) in {"show", "try"}:
            return _planned(campaign, plan, tried=do == "try")
        if do in SHEET_FORMS:
            return _table_file(campaign, plan, do)
        if do == "correct":
            return redirect(f"/m/{_in_work(campaign, plan)}/", 303)  # type: ignore[return-value]
        open_table_battle(
            desk().store, desk().store.session(campaign), plan, text_of(request.form, "reason", _LONG), _send_id(),
            in_program=request.form.get("wood") is None, beginning=Beginning(deploys="deploy" in request.form),
        )  # fmt: skip
    except _FAULTS as fault:
        return _still_planned(campaign, plan, fault_words(fault)), fault_status(fault)
    return _done(campaign)


def _table_file(campaign: str, plan: TablePlan, form: str) -> Response:
    """Send the table of a plan as a file."""
    body = file_for(desk().store, desk().store.session(campaign), plan, form)
    name = f"{_SLUG.sub('-', plan.name.lower()).strip('-') or 'battle'}-table.{form}"
    return Response(body, mimetype=SHEET_FORMS[form], headers={"Content-Disposition": f"attachment; filename={name}"})


def _still_planned(campaign: str, plan: TablePlan | None, fault: str) -> str:
    """Show a plan with what is wrong with it; where it cannot be made, as it is proposed, with what was filled in."""
    try:
        bare = {name: text_of(request.form, name, _MOST_HEXES) for name in ("hexes", "rules")}
        return _planned(campaign, plan or _plan(campaign, bare), fault=fault)
    except _FAULTS:
        return _overview(campaign, fault=fault)


@tables.post("/<battle>/play")
@role("umpire")
def play(campaign: str, battle: str) -> str | tuple[str, int] | Response:
    """Have commanders begin to play the game of a battle to its end, or end that: the page says how far they are."""
    try:
        game = _game(desk().store.session(campaign), battle)
        if request.form.get("do") == "stop":
            stop_outplay(desk().store, game.campaign)
        else:
            begin_outplay(desk().store, game)
    except _FAULTS as fault:
        return _overview(campaign, fault=fault_words(fault)), fault_status(fault)
    return redirect(f"/c/{campaign}/umpire/battles", 303)  # type: ignore[return-value]


@tables.get("/playing.json")
@role("umpire")
def playing(campaign: str) -> Response:
    """Say of each battle how far commanders are with it."""
    session = desk().store.session(campaign)
    return answer(
        {one.code: outplay_shown(desk().store, one, game_of(desk().store, one)) for one in fought_in(session)}
    )


@tables.get("/<battle>/result")
@role("umpire")
def slip(campaign: str, battle: str) -> str | tuple[str, int]:
    """Show the slip of a battle: all unharmed, or as its game has it."""
    try:
        return _slip(campaign, battle)
    except _FAULTS as fault:
        return _overview(campaign, fault=fault_words(fault)), fault_status(fault)


@tables.post("/<battle>/written")
@role("umpire")
def read(campaign: str, battle: str) -> str | tuple[str, int]:
    """Fill the slip of a battle in from what was written, in a line or in a file; nothing is taken yet."""
    text = ""
    try:
        text = _sent()
        session = desk().store.session(campaign)
        told = written_result(session, battle_named(session, battle), text)
        return _slip(campaign, battle, told.result, also=told.also, because=told.because, text=text)
    except _FAULTS as fault:
        try:
            return _slip(campaign, battle, fault=fault_words(fault), text=text), fault_status(fault)
        except _FAULTS:
            return _overview(campaign, fault=fault_words(fault)), fault_status(fault)


def _sent() -> str:
    """Give what was written into the field, or else sent as a file."""
    text, file = request.form.get("text", "")[:_MOST_SLIP], request.files.get("file")
    if text.strip() or file is None:
        return text
    try:
        return file.stream.read(_MOST_SLIP).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRequest(400, "slip", "the file is no text", "send the slip as a text file") from None


@tables.get("/<battle>/pack.pdf")
@role("umpire")
def pack(campaign: str, battle: str) -> Response | tuple[str, int]:
    """Send the pack of a battle: the umpire's, or with ``for`` that of a side."""
    session = desk().store.session(campaign)
    options = Options(paper=text_of(request.args, "paper"), address=post_settings().reached(request.host_url))
    try:
        fought = battle_named(session, battle)
        viewer = text_of(request.args, "for") or "umpire"
        body = battle_pack(desk().store, session, fought, desk().looks, viewer, options)
    except _FAULTS as fault:
        return _overview(campaign, fault=fault_words(fault)), fault_status(fault)
    return Response(body, mimetype="application/pdf", headers={"Content-Disposition": "inline; filename=pack.pdf"})


@tables.get("/<battle>/slip.txt")
@role("umpire")
def blank(campaign: str, battle: str) -> Response | tuple[str, int]:
    """Send the slip of a battle as a text file, all unharmed."""
    session = desk().store.session(campaign)
    try:
        text = blank_slip(session, battle_named(session, battle))
    except _FAULTS as fault:
        return _overview(campaign, fault=fault_words(fault)), fault_status(fault)
    return Response(text, mimetype="text/plain", headers={"Content-Disposition": "attachment; filename=slip.txt"})


@tables.post("/<battle>/result")
@role("umpire")
def take(campaign: str, battle: str) -> str | tuple[str, int] | Response:
    """Take the result on a slip; on a fault the slip comes back as it was filled in."""
    result = None
    try:
        session = desk().store.session(campaign)
        fought = battle_named(session, battle)
        plan = read_plan(fought.battle.plan, fought.battle.name)
        result, problems = _filled(session, plan, request.form)
        why = text_of(request.form, "reason", _LONG)
        also, faults = read_rulings(session, text_of(request.form, "also", _MOST_RULINGS).splitlines(), why)
        raise_with(session, fought, result, why, also, [*problems, *faults])
        notes = take_result(session, fought, result, why, also, _send_id())
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


def _plan(campaign: str, form: Mapping[str, str]) -> TablePlan:
    """Propose a battle, with what the umpire set otherwise; raises with all that is wrong, in the form or with it."""
    session = desk().store.session(campaign)
    numbers = [part for part in text_of(form, "hexes", _MOST_HEXES).replace(",", " ").split() if part]
    if not numbers:
        raise BadRequest(400, "hexes", "no hexes were named", "write their numbers, the attacked one first")
    hexes = hexes_named(session.hexmap, dict.fromkeys(numbers))
    rules = text_of(form, "rules") or session.ruleset.tables.key
    # What was proposed for other rules is no wish of the umpire's.
    other = text_of(form, "was") not in {"", rules}
    told = plan_form(form, session.hexmap, only_table=other)
    plan, problems = _as_told(session, hexes, rules, told, text_of(form, "first"))
    plan = _on_ground(session, plan, "" if other else text_of(form, "work"))
    raise_any([*problems, *zone_faults(desk().store, session, plan)])
    return plan


def _as_told(
    session: Session, hexes: Sequence[int], rules: str, told: PlanForm, first: str
) -> tuple[TablePlan, list[Problem]]:
    """Set a proposed battle as its form tells, as far as that can be; say all that is wrong with fields and fight."""
    problems, edits = [*told.problems], told.edits
    try:
        plan = proposed_battle(desk().store, session, hexes, rules, told.asked)
    except ProblemsFound as faults:
        problems += faults.problems
        # It may have other units then than those whose hits were told.
        plan, edits = proposed_battle(desk().store, session, hexes, rules), edits._replace(hits={})
    try:
        plan = edited(plan, edits)
    except ProblemsFound as faults:
        problems += faults.problems
        sides = {side.key for side in plan.sides}
        plan = edited(plan, Edits(zones={key: zone for key, zone in edits.zones.items() if key in sides}))
    wanted = {**told.wanted, **({"first": first} if first in {side.key for side in plan.sides} else {})}
    return changed_plan(plan, wanted), problems


def _on_ground(session: Session, plan: TablePlan, work: str) -> TablePlan:
    """Set a plan on the board that was corrected for it, else on what is found."""
    if not work:
        return grounded(desk().store, session, plan)
    project = project_at(work)
    many = len(project.history.corrections())
    told = f"as you corrected it in the map editor ({work}, {many} correction{'s' if many != 1 else ''})"
    return grounded_on(desk().store, session, plan, project.hexmap, told)


def _in_work(campaign: str, plan: TablePlan) -> str:
    """Begin the board of a plan as a map in work, and give its id."""
    board = board_to_correct(desk().store, desk().store.session(campaign), plan)
    stem = f"{campaign[:24]}{_BOARD}{_SLUG.sub('-', plan.name.lower()).strip('-')[:20]}"
    key = next(name for k in range(1, 1000) if not shelf().holds(name := stem if k == 1 else f"{stem}-{k}"))
    shelf().begin(key, board)
    return key


def _filled(session: Session, plan: TablePlan, form: Mapping[str, str]) -> tuple[Result, list[Problem]]:
    """Read a slip, what is left as it was is no harm; and say all on it that cannot be."""
    problems: list[Problem] = []
    fates = {unit.id: fate for unit in plan.units if (fate := _fate(unit, form, problems)) is not None}
    moves = {key: index for key in plan.stands if (index := _then_in(session, key, form, problems)) is not None}
    turns = _count(text_of(form, "played") or str(plan.turns), MOST_TURNS, "turns played", problems)
    waited = frozenset(text_of(form, "waited", _MOST_RULINGS).split())
    return Result(fates, moves, turns, waited, rests="rests" in form, spends="spends" in form), problems


def _fate(unit: PlannedUnit, form: Mapping[str, str], problems: list[Problem]) -> Fate | None:
    value = text_of(form, f"fate:{unit.id}")
    if value in {"gone", "left"}:
        return Fate(gone=value == "gone", left=value == "left")
    name = unit.profile.short or unit.id
    return Fate(_count(value, unit.profile.strength, name, problems)) if value else None


def _then_in(session: Session, key: str, form: Mapping[str, str], problems: list[Problem]) -> int | None:
    number = text_of(form, f"hex:{key}")
    try:
        return hex_named(session.hexmap, number) if number else None
    except ProblemsFound as fault:
        problems += [Problem(f"{key}: {one.place}", one.what, one.remedy) for one in fault.problems]
    return None


def _count(value: str, limit: int, place: str, problems: list[Problem]) -> int:
    try:
        return count_of(value, limit)
    except BadRequest as fault:
        problems.append(Problem(place, fault.why, fault.remedy))
    return 0


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
    usual = proposed_battle(desk().store, session, plan.hexes, plan.rules) if plan.changed else plan
    told = rules_shown(desk().store, session) | plan_shown(desk().store, session, plan, usual)
    told["works"] = [one for one in maps_rows() if str(one["id"]).startswith(f"{campaign[:24]}{_BOARD}")]
    told["work"] = text_of(request.values, "work")
    told["picture"] = table_picture(desk().store, session, plan)
    if tried:
        told["odds"] = odds_shown(plan, odds_before(desk().store, session, plan))
    return _page(campaign, "plan", told, fault=fault)


def _slip(campaign: str, battle: str, result: Result | None = None, *, fault: str = "", **written: object) -> str:
    session = desk().store.session(campaign)
    fought = battle_named(session, battle)
    plan = read_plan(fought.battle.plan, fought.battle.name)
    if result is None and request.args.get("from") == "game":
        result = game_result(desk().store, session, fought, _game(session, battle))
    elif result is None and request.args.get("from") == "simulation":
        result = simulated_result(desk().store, session, fought, text_of(request.args, "seed"))
    word = desk().store.ruleset(plan.rules, {}).tables.turn_word
    slip = slip_shown(session, fought, plan, result, word)
    told = {"name": session.setting.name, "slip": slip, "written": written}
    return _page(campaign, "slip", told, fault=fault)


def _page(campaign: str, what: str, told: Mapping[str, object], *, fault: str = "", notes: tuple[str, ...] = ()) -> str:
    return render_template(
        "umpires_battles.html", campaign=campaign, what=what, told=told, token=page_token(), fault=fault, notes=notes,
        send_id=uuid.uuid4().hex, filled=request.form,
    )  # fmt: skip
