"""Make the result of a battle of what became of its units: on a slip of paper, or in the game that it was played in."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.engine.battles.fighting import result_faults
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.series import JoinsBattles
from campaign.model.things import Outcome
from campaign.model.verbs.ruling import Ruling
from maps.grid.hexgrid import NO_HEX
from scenarios.battles.numbers import Fate, TableUnit, settled

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from fractions import Fraction

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.things import Stand
    from campaign.model.verbs.battle import CloseBattle
    from scenarios.battles.ground.marks import TableGround
    from scenarios.battles.plan import PlannedUnit, TablePlan

__all__ = ["fates_in", "lawful", "never_came", "outcomes", "proposed_moves", "rested"]

_LEFT = ("left", "exited", "withdrew")
"""What rules call who went off by his own edge in good order."""
_WORD = re.compile(r"[^\s;:,]+")


def fates_in(plan: TablePlan, state: State) -> dict[str, Fate]:
    """Say what became of each unit in the game that the battle was played in."""
    found = {}
    for unit in plan.units:
        stand = state.stands.get(unit.id)
        left = stand is not None and stand.gone is not None and stand.gone.startswith(_LEFT)
        gone = stand is None or (stand.gone is not None and not left)
        found[unit.id] = Fate(0 if stand is None else stand.losses, gone, left)
    return found


def never_came(plan: TablePlan, state: State) -> frozenset[str]:
    """Name the units that the game ended without: they came too late, and nothing befell them."""
    found = (unit.id for unit in plan.units)
    return frozenset(key for key in found if (one := state.stands.get(key)) and one.arrives is not None)


def outcomes(
    plan: TablePlan,
    fates: Mapping[str, Fate],
    situation: Situation,
    campaign: Ruleset,
    moves: Mapping[str, int] | None = None,
    *,
    stragglers: Fraction | None = None,
) -> tuple[Outcome, ...]:
    """
    Turn what became of units into what became of the stands of the campaign; who came to no harm is left out.

    Parameters
    ----------
    fates
        By unit; who is not named came to no harm.
    moves
        By stand of the campaign, the hex where it stands then.
    stragglers
        How much of a hit on who still stands is lost for good; otherwise than usual.
    """
    found = []
    for key in plan.stands:
        stand = situation.state.stands.get(key)
        if stand is None or stand.gone is not None:
            continue
        units = plan.units_of(key)
        lost = settled(
            [_table_unit(unit) for unit in units],
            [fates.get(unit.id, Fate(unit.hits)) for unit in units],
            campaign.play.strength(situation, key),
            stragglers,
        )
        gone = all(fates.get(unit.id, Fate(unit.hits)).gone for unit in units)
        where = None if gone else (moves or {}).get(key)
        where = None if where == stand.hex else where
        if gone or lost.lost or lost.faces or where is not None:
            found.append(Outcome(key, 0 if gone else lost.lost, 0 if gone else lost.faces, where, gone))
    return tuple(found)


def rested(
    plan: TablePlan, rows: Sequence[Outcome], situation: Situation, campaign: Ruleset, waited: Collection[str], why: str
) -> tuple[tuple[Outcome, ...], tuple[Ruling, ...]]:
    """
    Have those who are left recover as the rules of a campaign say, which then say what a hit costs, and no die.

    Parameters
    ----------
    rows
        What each loses with all hits counted whole.
    waited
        The units that never came on: their stands were in no battle.

    Returns
    -------
    tuple
        What each loses, and rulings for those who have fewer losses than before.
    """
    assert isinstance(campaign.play, JoinsBattles)
    named, found, healed = {row.stand: row for row in rows}, [], []
    for key in plan.stands:
        row, stand = named.get(key, Outcome(key)), situation.state.stands.get(key)
        if stand is None or stand.gone or row.gone or all(unit.id in waited for unit in plan.units_of(key)):
            found += [named[key]] if key in named else []
            continue
        left = campaign.play.rests(replace(stand, losses=stand.losses + row.lost))
        more = 0 if left is None else left.losses - stand.losses
        healed += [Ruling(why=why, stand=key, losses=more)] if more < 0 else []
        if more > 0 or row.hex is not None:
            found.append(replace(row, lost=max(0, more), faces=0))
    return tuple(found), tuple(healed)


def _table_unit(unit: PlannedUnit) -> TableUnit:
    return TableUnit(unit.of, unit.profile.name, unit.profile, unit.hits)


def proposed_moves(
    plan: TablePlan, begun: Mapping[str, Stand], ended: Mapping[str, Stand], ground: TableGround
) -> dict[str, int]:
    """
    Give the hexes of the campaign where stands are that went into another.

    A stand is where most of its units are on the table. Who set up beside its own hex, where there was no more room in
    it, and is there still has gone nowhere.

    Parameters
    ----------
    begun, ended
        The units as they were set up, and as they are at the end.
    """
    found = {}
    for key in plan.stands:
        before, after = (_parent(plan, key, stands, ground) for stands in (begun, ended))
        if after is not None and after != before:
            found[key] = after
    return found


def _parent(plan: TablePlan, key: str, stands: Mapping[str, Stand], ground: TableGround) -> int | None:
    """Give the hex of the campaign that most units of a stand are in."""
    at = [stands[unit.id].hex for unit in plan.units_of(key) if unit.id in stands]
    parents = [int(ground.marks.parent[index]) for index in at if index is not None]
    counted = Counter(parent for parent in parents if parent != NO_HEX)
    return counted.most_common(1)[0][0] if counted else None


def lawful(order: CloseBattle, situation: Situation, campaign: Ruleset) -> tuple[CloseBattle, tuple[str, ...]]:
    """
    Leave out moves that the campaign's rules forbid, and say which: on a table two may end in one hex.

    A result that has other faults is given as it is: they are told where it is taken.
    """
    if any(result_faults(order, "umpire", situation, campaign.play)):
        return order, ()
    notes, stands = [], situation.state.stands
    keys = [row.stand for row in order.rows]
    fault = _refused(order, situation, campaign)
    # Who is named in what is wrong stays first; only if that does not mend it, whoever else would move.
    for is_named, row in ((one, row) for one in (True, False) for row in order.rows):
        if fault is None:
            break
        why = _told_of(fault, row.stand, keys)
        if row.hex is None or (is_named and not why):
            continue
        order = replace(order, rows=tuple(one if one.stand != row.stand else replace(one, hex=None)
                                          for one in order.rows))  # fmt: skip
        notes.append(
            f"{stands[row.stand].profile.short or row.stand} stays where it stood: {_in_names(why or fault, stands)}"
        )
        fault = _refused(order, situation, campaign)
    return order, tuple(notes)


def _told_of(fault: str, stand: str, others: Sequence[str]) -> str:
    """Give the part of what is wrong with a result that is about one stand."""
    _, _, rest = f"; {fault}".partition(f"; {stand}: ")
    return rest[: min((at for one in others if (at := rest.find(f"; {one}: ")) >= 0), default=len(rest))]


def _in_names(why: str, stands: Mapping[str, Stand]) -> str:
    """Call stands what their counters say, not by their codes."""
    return _WORD.sub(lambda word: (word[0] in stands and stands[word[0]].profile.short) or word[0], why)


def _refused(order: CloseBattle, situation: Situation, campaign: Ruleset) -> str | None:
    try:
        decide(campaign, situation, order, SeededDice("trial", 1), by="umpire")
    except Refusal as fault:
        return fault.why
    return None
