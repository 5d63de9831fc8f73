"""Take a fight of a campaign to a table, and its result back."""

from __future__ import annotations

import datetime as dt
import secrets
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.seats import seat_of
from campaign.model.verbs.battle import CloseBattle, OpenBattle
from campaign.model.verbs.ruling import Ruling
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.systems.catalogue import keys
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.battles.length import fought_marks, turns_begun
from scenarios.battles.opening import open_on_table
from scenarios.battles.plan import read_plan, written_plan
from scenarios.battles.proposing import AS_PROPOSED, propose
from scenarios.battles.settling import fates_in, lawful, never_came, outcomes, proposed_moves, rested
from scenarios.battles.trying import odds_of, simulated
from scenarios.battles.yielding import in_order, yielded
from scenarios.following import joining_words
from webui.desk.battles.boards import board_for, picture_for
from webui.desk.keeping.campaignids import free_id
from webui.desk.library import BY_AN_UMPIRE
from webui.desk.solo import play_on, player_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from campaign.model.things import Battle, Outcome
    from campaign.store.session import Session
    from scenarios.battles.numbers import Fate
    from scenarios.battles.plan import TablePlan
    from scenarios.battles.proposing import Asked
    from scenarios.battles.trying import Odds
    from webui.desk.library import Beginning, CampaignStore

__all__ = [
    "Fought", "Result", "battle_named", "fought_in", "game_of", "game_result", "odds_before", "open_table_battle",
    "play_it_out", "proposed_battle", "result_problems", "simulated_result", "table_picture", "take_result",
    "zone_faults",
]  # fmt: skip

PLAYS = 20
"""How often a battle is tried for its odds, if there is time."""
_MOST_PHASES = 400
_COMMANDER = "commander"


class Fought(NamedTuple):
    """A battle that is being fought: its code, what the campaign keeps of it, and its plan, if it has one."""

    code: str
    battle: Battle
    plan: TablePlan | None


class Result(NamedTuple):
    """What became of a battle: a fate for each unit that came to harm, where stands are then, the turns played."""

    fates: Mapping[str, Fate]
    moves: Mapping[str, int]
    turns: int
    waited: frozenset[str] = frozenset()
    """The units that never came onto the table."""
    rests: bool = False
    """Whether those who are left recover as the rules of the campaign say, where they do."""
    spends: bool = True
    """Whether the hours of the battle were those of its units: they have had their turn of the campaign."""


def proposed_battle(
    store: CampaignStore, session: Session, hexes: Sequence[int], rules: str, asked: Asked = AS_PROPOSED
) -> TablePlan:
    """
    Propose a battle in some hexes under a rule system.

    Raises
    ------
    ProblemsFound
        If there are no such rules, or no two sides that these rules have units for.
    """
    if rules not in keys():
        raise ProblemsFound([Problem("rules", f"there are no rules {rules[:40]!r}", did_you_mean(rules, keys()))])
    return propose(session.situation, session.ruleset, store.ruleset(rules, {}), hexes, asked=asked)


def zone_faults(store: CampaignStore, session: Session, plan: TablePlan) -> tuple[Problem, ...]:
    """Say what is wrong with where the umpire has the sides set up; where he says nothing, no table is laid out."""
    if not plan.zones:
        return ()
    try:
        board_for(store, session, plan)
    except ProblemsFound as faults:
        return faults.problems
    return ()


def table_picture(store: CampaignStore, session: Session, plan: TablePlan) -> str:
    """Draw the table of a plan and where the sides set up on it, as SVG; "" where it cannot be laid out."""
    try:
        return picture_for(store, session, plan)
    except ProblemsFound:
        return ""


def open_table_battle(
    store: CampaignStore,
    session: Session,
    plan: TablePlan,
    reason: str,
    command_id: str | None = None,
    *,
    in_program: bool = True,
    beginning: Beginning = BY_AN_UMPIRE,
) -> tuple[TablePlan, tuple[str, ...]]:
    """
    Open a battle in its campaign, and set it up as a game of its own in the same store.

    Parameters
    ----------
    in_program
        Whether it is set up as a game; else it is fought on a table of wood alone.
    beginning
        Who plays the sides of the game, and whether they deploy by hand first.

    Raises
    ------
    Refusal, ProblemsFound, StoreFault
        If it cannot be opened or set up; nothing was written then.
    """
    order = _order(plan, reason)
    decide(session.ruleset, session.situation, order, SeededDice("trial", 1), by="umpire")
    notes: tuple[str, ...] = ()
    if in_program:
        table = store.ruleset(plan.rules, {})
        board = board_for(store, session, plan)
        opening = open_on_table(plan, board, session.situation, table, seed=secrets.token_hex(8))
        plan = msgspec.structs.replace(plan, game=free_id(store.log, session.campaign, plan.name))
        _, notes = store.begin(opening, board.ground.board, plan.game, beginning)
        People(store.log).lend_umpires(session.campaign, plan.game, dt.datetime.now(dt.UTC))
    session.submit(_order(plan, reason), command_id=command_id)
    return plan, notes


def _order(plan: TablePlan, reason: str) -> OpenBattle:
    return OpenBattle(plan.name, plan.held_hexes, plan.campaign_turns, plan.rules, written_plan(plan), reason)


def fought_in(session: Session) -> list[Fought]:
    """List the battles that are being fought in a campaign."""
    return [Fought(code, battle, _plan_of(battle)) for code, battle in session.state.battles.items()]


def _plan_of(battle: Battle) -> TablePlan | None:
    try:
        return read_plan(battle.plan, battle.name)
    except ProblemsFound:
        return None


def battle_named(session: Session, name: str) -> Fought:
    """
    Find a battle that is being fought, by its code or its name.

    Raises
    ------
    ProblemsFound
        If there is none.
    """
    fought = fought_in(session)
    for one in fought:
        if name in {one.code, one.battle.name}:
            return one
    known = [one.battle.name for one in fought]
    remedy = did_you_mean(name, known) if known else "none is being fought; its result may have been taken already"
    raise ProblemsFound([Problem("battle", f"no battle {name[:40]!r} is being fought", remedy)])


def game_of(store: CampaignStore, fought: Fought) -> Session | None:
    """Give the game that a battle is played in; None if it is played on wood, or the game was deleted."""
    if fought.plan is None or not fought.plan.game:
        return None
    try:
        return store.session(fought.plan.game)
    except StoreFault:
        return None


def play_it_out(game: Session, before_each: Callable[[], None] = lambda: None) -> int:
    """
    Have commanders play the game of a battle to its end; give the number of their orders.

    Parameters
    ----------
    before_each
        Called before each step is written; what it raises ends the play there, and what was written stays.

    Raises
    ------
    Refusal
        Where dice must be called in.
    """
    seat = seat_of(_COMMANDER)
    players = [player_of(game, side.key, seat) for side in game.setting.sides]
    orders, first = 0, game.seq

    def named() -> Iterator[str]:
        for number in count():
            before_each()
            yield f"table-{first}-{number}"

    names = named()
    for _ in range(_MOST_PHASES):
        if game.state.ended:
            break
        orders += play_on(game, players, turn=True, names=names).orders
    return orders


def game_result(store: CampaignStore, session: Session, fought: Fought, game: Session) -> Result:
    """
    Read the result of a battle off its game, as it stands there now.

    Raises
    ------
    ProblemsFound
        If the battle was opened without a plan.
    """
    plan = read_plan(fought.battle.plan, fought.battle.name)
    ground = board_for(store, session, plan).ground
    begun = game.as_of(1).state
    moves = proposed_moves(plan, begun.stands, game.state.stands, ground)
    moves = yielded(fought.code, moves, game.state.winner, session.situation, session.ruleset)
    turns = turns_begun(begun.clock, game.live_events())
    return Result(fates_in(plan, game.state), moves, min(plan.turns, turns), never_came(plan, game.state), rests=True)


def simulated_result(store: CampaignStore, session: Session, fought: Fought, seed: str) -> Result:
    """
    Play a battle out in memory, and give its result; the same seed gives the same, and nothing is written.

    Raises
    ------
    ProblemsFound
        If the battle was opened without a plan.
    """
    plan = read_plan(fought.battle.plan, fought.battle.name)
    board = board_for(store, session, plan)
    played = simulated(plan, board, session.situation, store.ruleset(plan.rules, {}), seed=seed)
    moves = proposed_moves(plan, played.begun.stands, played.ended.stands, board.ground)
    moves = yielded(fought.code, moves, played.ended.winner, session.situation, session.ruleset)
    return Result(fates_in(plan, played.ended), moves, played.turns, never_came(plan, played.ended), rests=True)


def odds_before(store: CampaignStore, session: Session, plan: TablePlan, plays: int = PLAYS) -> Odds:
    """Say who wins how often, and what it costs, where commanders play a planned battle out many times in memory."""
    board = board_for(store, session, plan)
    return odds_of(plan, board, session.situation, store.ruleset(plan.rules, {}), plays=plays)


def take_result(
    session: Session,
    fought: Fought,
    result: Result,
    why: str,
    also: Sequence[Ruling] = (),
    command_id: str | None = None,
) -> tuple[str, ...]:
    """
    Take the result of a battle into its campaign, as one entry; give the moves that had to be left out.

    Raises
    ------
    Refusal
        With all that is wrong with it; nothing of it was taken then.
    ProblemsFound
        If the battle was opened without a plan.
    """
    order, notes = lawful(_closing(session, fought, result, why, also), session.situation, session.ruleset)
    session.submit(order, command_id=command_id)
    return notes


def result_problems(
    session: Session, fought: Fought, result: Result, why: str, also: Sequence[Ruling] = ()
) -> tuple[Problem, ...]:
    """Say all that a campaign has against a result, as far as it could be read; nothing is taken."""
    here, rules = session.situation, session.ruleset
    order, _ = lawful(_closing(session, fought, result, why, also), here, rules)
    try:
        decide(rules, here, order, SeededDice("trial", 1), by="umpire")
    except Refusal as fault:
        return (Problem(fought.battle.name, fault.why),)
    return ()


def _closing(session: Session, fought: Fought, result: Result, why: str, also: Sequence[Ruling]) -> CloseBattle:
    """Make the order that takes a result."""
    plan = read_plan(fought.battle.plan, fought.battle.name)
    here, rules = session.situation, session.ruleset
    healed: tuple[Ruling, ...] = ()
    if result.rests and result.turns and joining_words(rules)[1]:
        rows = outcomes(plan, result.fates, here, rules, result.moves, stragglers=Fraction(1))
        rows, healed = rested(plan, rows, here, rules, result.waited, why)
    else:
        rows = outcomes(plan, result.fates, here, rules, result.moves)
    spent = tuple(_spent(session, fought, plan, result, rows, why)) if result.spends and rows else ()
    return CloseBattle(fought.code, result.turns, in_order(rows, here), (*healed, *spent, *also), why)


def _spent(
    session: Session, fought: Fought, plan: TablePlan, result: Result, rows: Sequence[Outcome], why: str
) -> Iterator[Ruling]:
    """Mark those who fought and are left, while the turns that the battle was given run."""
    front, marks = session.state.fronts.get(fought.battle.front), fought_marks(session.ruleset.tables)
    if not marks or not result.turns or front is None or front.turns <= 0:
        return
    gone = {row.stand for row in rows if row.gone}
    for key in plan.stands:
        stand = session.state.stands.get(key)
        came = any(unit.id not in result.waited for unit in plan.units_of(key))
        if stand is not None and stand.on_map and came and key not in gone:
            new = tuple(mark for mark in marks if mark not in stand.marks)
            yield from [Ruling(why=why, stand=key, marks_on=new)] if new else []
