"""Say what the umpire's page of battles shows: fights, plans, and the slip that a result is written on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.engine.fronts.still import still_hexes
from campaign.model.names import by_side
from campaign.systems.catalogue import keys
from maps.compass import WINDS
from scenarios.battles.coming import stands_on_table
from scenarios.battles.editing import KEPT_OFF
from scenarios.battles.fights import fights
from scenarios.battles.length import fought_marks, turns_begun
from scenarios.battles.numbers import Fate, shipped_numbers
from scenarios.battles.proposing import why_not
from scenarios.following import joining_words
from webui.desk.battles.flow import fought_in, game_of
from webui.desk.battles.outplaying import outplay_of
from webui.desk.placenames import hex_words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from campaign.store.session import Session
    from scenarios.battles.fights import Fight
    from scenarios.battles.plan import Coming, PlannedUnit, TablePlan
    from scenarios.battles.trying import Odds
    from webui.desk.battles.flow import Fought, Result
    from webui.desk.library import CampaignStore

__all__ = ["battles_shown", "odds_shown", "outplay_shown", "plan_shown", "rules_shown", "slip_shown"]

_MOST_FIGHTS = 60
_HOUR = 60
_TOLD = {
    "name": "what it is called",
    "first": "who goes first", "wide_inches": "width", "high_inches": "depth", "hex_inches": "inches to a hex",
    "inch_m": "metres to an inch", "weather": "weather", "date": "date",
    "coming": "who comes, and when", "sides": "supply", "light": "light", "seed": "the seed of the ground",
    "units": "units and their hits", "left_out": "who is on the table", "objectives": "what it is for",
    "ground": "the ground", "kinds": "what stands are on the table", "zones": "where the sides set up",
}  # fmt: skip


def battles_shown(store: CampaignStore, session: Session) -> dict[str, Any]:
    """Give the battles that are being fought, the fights that there are, and the rules of a table."""
    still = still_hexes(session.state)
    found = [one for one in fights(session.situation, session.ruleset) if still.isdisjoint(one.hexes)]
    rules = rules_shown(store, session)
    return {
        **rules,
        "fought": [_fought(store, session, one) for one in fought_in(session)],
        # Those that no rules can play are told of too, but not before those that they can.
        "fights": sorted(
            (_fight(store, session, one, rules["own"]) for one in found[:_MOST_FIGHTS]), key=lambda row: not row["own"]
        ),
        "more": max(0, len(found) - _MOST_FIGHTS),
    }


def rules_shown(store: CampaignStore, session: Session) -> dict[str, Any]:
    """Give the rules that a table can be played under, and which are proposed first."""
    own, table = session.ruleset.tables.key, set(shipped_numbers().most_units)
    return {
        "name": session.setting.name,
        "campaign_turn": session.ruleset.tables.turn_word,
        "rules": [(key, store.ruleset(key, {}).tables.name) for key in keys()],
        "own": own if own in table else next((key for key in keys() if key in table), own),
    }


def _fight(store: CampaignStore, session: Session, fight: Fight, own: str) -> dict[str, Any]:
    """Say where a fight is and who is in it, the rules that cannot play it, and why."""
    state, number, hexes = session.state, session.hexmap.number, fight.hexes
    names = {side.key: side.name for side in state.setting.sides}
    tables = {key: store.ruleset(key, {}) for key in keys()}
    told = {key: why_not(session.situation, session.ruleset, tables[key], hexes) for key in tables}
    out = {key: why for key, why in told.items() if why}
    reasons = {why: [tables[key].tables.name for key in out if out[key] == why] for why in out.values()}
    return {
        "hexes": ",".join(map(number, hexes)), "where": hex_words(session.hexmap, hexes[0]),
        "declared": fight.declared, "out": out,
        "why_not": [(names, why) for why, names in reasons.items()],
        "own": own if own not in out else next((key for key in tables if key not in out), ""),
        "sides": [
            {
                "name": names[side], "points": points,
                "units": ", ".join(_in(session, hexes, side)),
            }
            for side, points in fight.strength.items()
        ],
    }  # fmt: skip


def _in(session: Session, hexes: tuple[int, ...], side: str) -> list[str]:
    there = (one for one in session.state.stands.values() if one.on_map and one.hex in hexes and one.side == side)
    return [one.profile.short or one.id for one in there]


def _fought(store: CampaignStore, session: Session, fought: Fought) -> dict[str, Any]:
    battle, game = fought.battle, game_of(store, fought)
    front = session.state.fronts.get(battle.front)
    short = {key: stand.profile.short or key for key, stand in session.state.stands.items()}
    return {
        "code": fought.code, "name": battle.name, "rules": store.ruleset(battle.rules, {}).tables.name
        if battle.rules in keys() else battle.rules,
        "units": ", ".join(short.get(key, key) for key in battle.stands),
        "turns": max(0, front.turns) if front else 0, "planned": fought.plan is not None,
        "game": fought.plan.game if fought.plan and game else "",
        "sides": [] if game is None else [(side.key, side.name) for side in game.setting.sides],
        "lost_game": bool(fought.plan and fought.plan.game and game is None),
        "ended": bool(game and game.state.ended), "winner": _winner(game),
        "outplay": outplay_shown(store, fought, game),
    }  # fmt: skip


def outplay_shown(store: CampaignStore, fought: Fought, game: Session | None) -> dict[str, Any]:
    """Say how far commanders are with the game of a battle, or why they ended before it; no words if they are not."""
    known = None if game is None else outplay_of(store, game.campaign)
    if game is None or known is None or (game.state.ended and not known.plays):
        return {"plays": False, "words": ""}
    turns = turns_begun(game.as_of(1).state.clock, game.live_events())
    most = f" of {fought.plan.turns}" if fought.plan else ""
    word = game.ruleset.tables.turn_word
    where = f"{word} {max(1, turns)}{most}, {known.steps} step{'s' if known.steps != 1 else ''} so far"
    words = f"Commanders play it out: {where}." if known.plays else f"Commanders ended in {where}: {known.why}."
    return {"plays": known.plays, "words": words}


def _winner(game: Session | None) -> str:
    if game is None or not game.state.ended:
        return ""
    names = {side.key: side.name for side in game.setting.sides}
    return names.get(game.state.winner, "")


def plan_shown(
    store: CampaignStore, session: Session, plan: TablePlan, usual: TablePlan | None = None
) -> dict[str, Any]:
    """Say all that a plan sets up, by sides; who comes otherwise than in the ``usual`` plan is marked."""
    asked = {} if usual is None else {one.stand: one.turn for one in usual.coming}
    stands, number, table = session.state.stands, session.hexmap.number, store.ruleset(plan.rules, {})
    here, word = stands_on_table(plan, session.hexmap.layout), table.tables.turn_word
    told = _TOLD | {
        "turns": f"{word}s on the table", "campaign_turns": f"{session.ruleset.tables.turn_word}s of the campaign"
    }  # fmt: skip
    return {
        "turn": word, "plan": plan, "hexes": ",".join(map(number, plan.hexes)),
        "changed": [told.get(name, name) for name in plan.changed],
        "sides": [
            {
                "side": side, "attacks": side.key == plan.first,
                "units": [_unit(plan, one, here, word) for one in plan.units if one.profile.side == side.key],
                "stands": _stands(session, plan, side.key, here, word),
            }
            for side in plan.sides
        ],
        "objectives": [
            {"name": name, "hex": number(index), "points": points} for name, index, points in plan.objectives
        ],
        "left_out": [
            {"key": one.stand, "name": stands[one.stand].profile.short or one.stand, "why": one.why,
             "off": one.why == KEPT_OFF}
            for one in plan.left_out
        ],
        "coming": _coming(session, plan, asked, word),
        "winds": WINDS, "kinds": [(key, key.replace("_", " ")) for key in table.play.kinds()],
        "as_kinds": {one.stand: one.kind for one in plan.standings if one.kind},
        "zones": dict(plan.zones),
        "joins": joining_words(table)[0],
        "ground": f"{plan.wide_inches * plan.inch_m / 1000:.1f} × {plan.high_inches * plan.inch_m / 1000:.1f} km",
    }  # fmt: skip


def _stands(session: Session, plan: TablePlan, side: str, here: Collection[str], word: str) -> list[dict[str, Any]]:
    """List a side's stands as they stand in the campaign, each with its units on the table; lent ones come last."""
    known = {one.stand: one for one in plan.standings}
    rows: dict[str, list[dict[str, Any]]] = {}
    for unit in plan.units:
        if unit.profile.side == side:
            rows.setdefault(unit.of, []).append(_unit(plan, unit, here, word))
    return [
        {"key": key, "name": session.state.stands[key].profile.short or key if key else "lent by the table",
         "units": units, "told": known.get(key)}
        for key, units in sorted(rows.items(), key=lambda row: not row[0])
    ]  # fmt: skip


def _coming(session: Session, plan: TablePlan, usual: Mapping[str, int], word: str) -> list[dict[str, Any]]:
    """Say of each who stands near when he comes, or why not; who comes comes first, the earliest before others."""
    stands, here = session.state.stands, stands_on_table(plan, session.hexmap.layout)
    names = {side.key: side.name for side in session.setting.sides}
    return [
        {
            "key": one.stand, "name": stands[one.stand].profile.short or one.stand,
            "side": names[stands[one.stand].side], "told": one, "there": one.stand in here,
            "words": f"stays: {one.why}" if one.why else f"stands on the table's own ground, from the first {word}"
            if one.stand in here else f"comes in {word} {one.turn}{f' by the {one.edge} edge' if one.edge else ''}",
            "after": _after(plan, one), "set": one.edge != "" or usual.get(one.stand, one.turn) != one.turn,
        }
        for one in sorted(plan.coming, key=lambda one: (not one.turn, one.turn))
    ]  # fmt: skip


def _after(plan: TablePlan, one: Coming) -> str:
    """Say how long after the start of a battle its turn begins, in hours and minutes."""
    minutes = round((one.turn - 1) * plan.minutes)
    return f"{minutes // _HOUR}:{minutes % _HOUR:02}" if one.turn else ""


def odds_shown(plan: TablePlan, odds: Odds) -> dict[str, Any]:
    """Say in words what came of many plays of a plan."""
    won = [f"{by_side(side.name)} won {odds.won.get(side.key, 0)}" for side in plan.sides]
    lost = [f"{side.name} {100 * odds.lost[side.key]:.0f} %" for side in plan.sides]
    drawn = f"; {odds.drawn} drawn" if odds.drawn else ""
    held = " The points for what it is for decide, or who alone is left." if plan.objectives else ""
    words = f"Of {odds.plays} plays by commanders {', '.join(won)}{drawn}.{held}"
    cost = f" Steps lost, on average of all plays: {', '.join(lost)}."
    return {
        "plays": odds.plays, "won": dict(odds.won), "drawn": odds.drawn, "lost": dict(odds.lost),
        "words": f"{words}{cost}",
    }  # fmt: skip


def _when(late: Coming | None, here: Collection[str], word: str) -> str:
    return "" if late is None or late.stand in here else f"from {word} {late.turn}"


def _unit(plan: TablePlan, unit: PlannedUnit, here: Collection[str], word: str) -> dict[str, Any]:
    steps, late = unit.profile.strength - unit.hits, plan.coming_of(unit)
    return {"id": unit.id, "name": unit.profile.short or unit.profile.name, "kind": unit.profile.kind, "steps": steps,
            "hits": unit.hits, "proposed": unit.proposed, "of": unit.of, "turn": _when(late, here, word)}  # fmt: skip


def slip_shown(session: Session, fought: Fought, plan: TablePlan, result: Result | None, word: str) -> dict[str, Any]:
    """
    Say what the slip of a battle asks: each stand with its units, preset to unharmed, or as its game has them.

    ``word`` is what the rules of its table call a turn.
    """
    stands, number = session.state.stands, session.hexmap.number
    fates, moves = (result.fates, result.moves) if result else ({}, {})
    late = {one.stand: one for one in plan.coming if one.turn}
    waited = result.waited if result else frozenset[str]()
    names = {side.key: side.name for side in plan.sides}
    near = dict.fromkeys(
        index for one in plan.held_hexes for index in (one, *map(int, session.hexmap.neighbour[one])) if index >= 0
    )
    return {
        "code": fought.code, "name": plan.name, "turn": word,
        "turns": result.turns if result else plan.turns, "most": plan.turns,
        "hexes": [number(index) for index in near],
        "rests": joining_words(session.ruleset)[1], "resting": result is None or result.rests,
        "waited": sorted(waited), "spends": bool(fought_marks(session.ruleset.tables)),
        "spending": result is None or result.spends,
        "stands": [
            {
                "key": key, "name": stands[key].profile.short or key, "side": names[stands[key].side],
                "at": "" if (here := stands[key].hex) is None else number(here),
                "then": number(moves[key]) if key in moves else "",
                "comes": f"comes in {word} {late[key].turn} from the {late[key].bearing}" if key in late else "",
                "waited": all(unit.id in waited for unit in plan.units_of(key)),
                "strength": session.ruleset.play.strength(session.situation, key),
                "units": [_slip_unit(unit, fates.get(unit.id, Fate(unit.hits))) for unit in plan.units_of(key)],
            }
            for key in plan.stands
        ],
    }  # fmt: skip


def _slip_unit(unit: PlannedUnit, fate: Fate) -> dict[str, Any]:
    now = "gone" if fate.gone else "left" if fate.left else str(max(fate.hits, unit.hits))
    return {"id": unit.id, "name": unit.profile.short or unit.profile.name, "hits": unit.hits,
            "most": unit.profile.strength - 1, "now": now}  # fmt: skip
