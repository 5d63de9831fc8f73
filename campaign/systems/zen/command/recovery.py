"""Recover strength by night (ZN 4.14).

A division gets back about half of its losses, up to the strengths of the order of battle; the umpire says which units
get what. Infantry gets more where a hospital is in the chain of command, armour where a recovery unit is. Isolated
units and those out of command recover nothing, and who is gone does not return.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import UMPIRE, own_formation, require_phase, require_umpire
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Formation, Stand, chain_of
from campaign.model.verbs.marking import FormationMarked
from campaign.model.verbs.recover import LossesRecovered, Recover
from campaign.systems.zen.command.chain import out_of_command
from campaign.systems.zen.facts import ISOLATED, LOST, RETURNING
from campaign.systems.zen.space import in_order, zen
from campaign.systems.zen.supply.stores import division_of

RULE = "ZN 4.14"
_PHASE = "recovery"
_INFANTRY = frozenset({"infantry"})
_ARMOUR = frozenset({"armour"})
_MOST_SPREADS = 512


@dataclass(frozen=True, slots=True)
class Pool:
    """What a division gets back tonight.

    ``most`` is the most each of its stands can get, by id; ``any_kind`` points go to any of them, ``infantry`` and
    ``armour`` only to those.
    """

    most: Mapping[str, int]
    any_kind: int
    infantry: int
    armour: int


def pool_of(situation: Situation, division: str, out: frozenset[str] | None = None) -> Pool:
    """Work out a division's recovery (4.14): ``recovery_share`` of its losses, rounded down, and ``recovery_bonus``.

    Losses count of units that are in play, neither isolated nor out of command (``out``: those who are, if known
    already). Strength dispersed on landing comes back by itself, what was lost for good in it not at all (4.17);
    neither is counted.
    """
    out = frozenset(out_of_command(situation)) if out is None else out
    most = {
        stand.id: _regainable(stand)
        for stand in in_order(situation)
        if division_of(situation.state.formations, stand.formation).id == division
        if not ISOLATED(stand) and stand.id not in out and _regainable(stand)
    }
    share, bonus = (zen(situation).reading(key) for key in ("recovery_share", "recovery_bonus"))
    kinds = {situation.state.stands[key].profile.kind for key in most}
    return Pool(
        most,
        any_kind=int(sum(most.values()) * float(share)),
        infantry=int(bonus) if kinds & _INFANTRY and _in_chain(situation, division, "hospital") else 0,
        armour=int(bonus) if kinds & _ARMOUR and _in_chain(situation, division, "recovery") else 0,
    )


def default_spread(situation: Situation, pool: Pool) -> dict[str, int]:
    """Spread a pool where the umpire does not: each point to the unit worst hit for its size, the bonuses first."""
    spread: dict[str, int] = {}
    for points, kinds in ((pool.infantry, _INFANTRY), (pool.armour, _ARMOUR), (pool.any_kind, None)):
        for _ in range(points):
            stands = [situation.state.stands[key] for key, most in pool.most.items() if spread.get(key, 0) < most]
            fit = [stand for stand in stands if kinds is None or stand.profile.kind in kinds]
            if fit:
                worst = max(fit, key=lambda s: ((s.losses - spread.get(s.id, 0)) / s.profile.strength, s.id))
                spread[worst.id] = spread.get(worst.id, 0) + 1
    return spread


def begin_recovery(ledger: Ledger) -> None:
    """Bring back the strength dispersed on landing that is due tonight (4.17)."""
    for stand in in_order(ledger.situation):
        points = sum(points for day, points in RETURNING(stand) if day <= ledger.state.clock.day)
        if points:
            ledger.record(
                LossesRecovered(
                    stand=stand.id, points=points, returned=True, rule="ZN 4.17", why="dispersed on landing, come in"
                )
            )


def end_recovery(ledger: Ledger) -> None:
    """Spread what the umpire has not."""
    out = frozenset(out_of_command(ledger.situation))
    formations = ledger.state.formations
    hurt = {division_of(formations, s.formation).id for s in stands_of(ledger.situation) if s.losses}
    for division in [formations[key] for key in sorted(hurt)]:
        if "recovered" not in division.marks:
            pool = pool_of(ledger.situation, division.id, out)
            _recover_all(ledger, division, default_spread(ledger.situation, pool))


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """Offer the umpire every spread of the points that a division gets back tonight.

    Where there would be more than 512 of them, only those that give points to one unit alone, and the one that is
    carried out if he orders none; any other spread within the division's points is accepted as well.
    """
    if side != UMPIRE or situation.state.clock.phase != _PHASE:
        return
    out, formations = frozenset(out_of_command(situation)), situation.state.formations
    for division in formations.values():
        if "recovered" not in division.marks and division_of(formations, division.id).id == division.id:
            pool = pool_of(situation, division.id, out)
            yield from (Recover(division.id, points) for points in _spreads(situation, pool))


def _spreads(situation: Situation, pool: Pool) -> Iterator[dict[str, int]]:
    if math.prod(most + 1 for most in pool.most.values()) <= _MOST_SPREADS:
        counts = itertools.product(*(range(most + 1) for most in pool.most.values()))
        tried = [{key: n for key, n in zip(pool.most, row, strict=True) if n} for row in counts]
    else:
        tried = [{}, *({key: n} for key, most in pool.most.items() for n in range(1, most + 1))]
        tried.append(default_spread(situation, pool))
    unique = {tuple(sorted(points.items())): points for points in tried}
    yield from (points for points in unique.values() if not _too_many(situation, pool, points))


def _recover(order: Recover, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    require_phase(ledger.situation, [_PHASE], "recovery")
    require_umpire(by, "say which units recover strength")
    division = division_of(ledger.state.formations, formation.id)
    if division.id != formation.id:
        raise Refusal(RULE, f"{formation.id} recovers with its division; order it for {division.id}")
    if "recovered" in division.marks:
        raise Refusal(RULE, f"{division.id} has recovered tonight; undo that first to spread it otherwise")
    _check_spread(ledger.situation, division, order.points)
    _recover_all(ledger, division, order.points)


def _check_spread(situation: Situation, division: Formation, points: Mapping[str, int]) -> None:
    pool = pool_of(situation, division.id)
    for key, wanted in points.items():
        if wanted < 0:
            raise Refusal(RULE, f"{key} cannot recover {wanted}; give 0 or more")
        if wanted > pool.most.get(key, 0):
            raise Refusal(RULE, f"{key} cannot recover {wanted}: {_why_not(situation, division, key, pool)}")
    if too_many := _too_many(situation, pool, points):
        total = sum(points.values())
        raise Refusal(RULE, f"{division.id} gets {total - too_many} points back tonight, not {total}; spread fewer")


def _too_many(situation: Situation, pool: Pool, points: Mapping[str, int]) -> int:
    """Count the points of a spread beyond what a division gets; the bonuses go to their kinds only."""
    special = min(pool.infantry, _of(situation, points, _INFANTRY)) + min(pool.armour, _of(situation, points, _ARMOUR))
    return max(0, sum(points.values()) - special - pool.any_kind)


def _why_not(situation: Situation, division: Formation, key: str, pool: Pool) -> str:
    stand = situation.state.stands.get(key)
    if stand is None or division_of(situation.state.formations, stand.formation).id != division.id:
        return f"it is no unit of {division.id}"
    if not stand.on_map:
        return "it is not in play"
    if ISOLATED(stand):
        return "it is isolated"
    if key not in pool.most and _regainable(stand):
        return "it is out of command"
    return f"it has lost {_regainable(stand)}"


def _recover_all(ledger: Ledger, division: Formation, points: Mapping[str, int]) -> None:
    given = {key: count for key, count in sorted(points.items()) if count}
    for key, count in given.items():
        ledger.record(LossesRecovered(stand=key, points=count, rule=RULE, why=f"recovery of {division.name}"))
    ledger.record(FormationMarked(formation=division.id, on=("recovered",), rule=RULE, why=f"{len(given)} units"))


def _of(situation: Situation, points: Mapping[str, int], kinds: frozenset[str]) -> int:
    return sum(count for key, count in points.items() if situation.state.stands[key].profile.kind in kinds)


def _regainable(stand: Stand) -> int:
    return max(0, stand.losses - LOST(stand) - sum(points for _, points in RETURNING(stand)))


def _in_chain(situation: Situation, division: str, trait: str) -> bool:
    above = {link.id for link in chain_of(situation.state.formations, division)}
    formations = situation.state.formations
    return any(
        trait in stand.profile.traits and not ISOLATED(stand)
        for stand in stands_of(situation, formations[division].side)
        if stand.formation in above or division_of(formations, stand.formation).id == division
    )


ORDERS = {Recover: _recover}
