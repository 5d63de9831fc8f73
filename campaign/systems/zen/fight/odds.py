"""Reckon fights without throwing: what either side loses on the mean, and how likely a hex is emptied (ZN 4.11, 4.12).

Who fights, with what dice, what hits and what saves is asked of the code that fights; here the dice are only counted
out: the chances of what is left of the targets are carried from one throw to the next.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import floor
from typing import NamedTuple

import msgspec

from campaign.engine.chances import Chances, at_least, binomial, spread
from campaign.engine.ruleset import Exchange, Power
from campaign.kit.pools import Pool, pool_size, share
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Stand, chain_of
from campaign.systems.zen.fight.artillery import range_inches
from campaign.systems.zen.fight.combat import Fight, close_pool, combat_arms, fight_over, way_back
from campaign.systems.zen.fight.firepower import Attack, Line, dice_of, hit_score, is_prepared, pool_of, save_reason
from campaign.systems.zen.fight.volley import Tally, aims, bare_of, stands_under_fire
from campaign.systems.zen.space import hex_inches, is_company, zen
from campaign.systems.zen.supply.lines import may_attack
from campaign.systems.zen.supply.stores import in_reach

Left = tuple[tuple[int, int], ...]
"""The points left to each target, and the hits that it has taken."""
Remains = Chances[Left]


class Throw(NamedTuple):
    """Dice thrown together: the chance that one hits, who is hit, rank after rank, and the chance of each to save."""

    dice: int
    hits: float
    ranks: tuple[tuple[int, ...], ...]
    saves: tuple[float, ...]


def power(situation: Situation, stand: str) -> Power:
    """Reckon what a stand's dice take off a plain enemy in the open in a turn (4.11, 4.12), if it has ammunition."""
    here, table = situation.state.stands[stand], zen(situation).combat
    saved = at_least(table.save) if is_company(here) and here.profile.kind == "recon" else 0.0
    points = dice_of(situation, here) * at_least(table.hit) * (1 - saved)
    reach = range_inches(situation, here)
    return Power(points, points if reach else 0.0, floor(reach / hex_inches(situation)))


def exchange(situation: Situation, target: int, attackers: Sequence[tuple[str, int]], guns: Sequence[str]) -> Exchange:
    """Reckon the fire of guns at a hex, and then the close combat for it, by the dice of 4.11 and 4.12.

    Stands count as where they attack from, and are drawn up, and have ways back, as all are before the fire. An enemy
    whose stores are not known has ammunition.
    """
    stands = situation.state.stands
    if not attackers and not guns:
        return Exchange(0.0, 0.0, 0.0)
    moved = {key: msgspec.structs.replace(stands[key], hex=here) for key, here in attackers}
    planned = _with(situation, {**stands, **moved})
    there = _with(situation, {one.id: one for one in stands_at(situation, target)})
    keys = stands_under_fire(there, target, stands[next(iter((*moved, *guns)))].side)
    able = [key for key, stand in moved.items() if may_attack(planned, stand)]
    fresh = _fresh(stands[key] for key in keys)
    volleys = [(pool_of(planned, stands[gun]), Attack(target, stands[gun])) for gun in guns]
    by_alive = defaultdict[tuple[str, ...], defaultdict[Left, float]](lambda: defaultdict(float))
    for left, chance in _after(fresh, tuple(_throws(planned, volleys, Line(keys), keys))):
        alive = tuple(key for key, (points, _) in zip(keys, left, strict=True) if points)
        by_alive[alive][tuple((points, 0) for points, _ in left if points)] += chance
    parts = [_close(planned, target, alive, tuple(begun.items()), able) for alive, begun in by_alive.items()]
    kept, taken, emptied = (sum(column) for column in zip(*parts, strict=True))
    return Exchange(_points(fresh) - kept, taken, emptied)


def _close(
    situation: Situation, target: int, alive: tuple[str, ...], begun: Remains, able: Collection[str]
) -> tuple[float, float, float]:
    """Reckon the fight with those who live: points left of them, points off us, how likely nobody is, each weighed."""
    stands, likely = situation.state.stands, sum(chance for _, chance in begun)
    now = _with(situation, {key: stands[key] for key in (*alive, *able)})
    fight = fight_over(now, target, able) if able and alive else None
    if fight is None or not fight.attackers.front or not fight.defenders.front:
        return _points(begun), 0.0, 0.0 if alive else likely
    ours = _fresh(stands[key] for key in fight.attackers.all)
    hurt = _after(ours, _fired(now, fight, fight.defenders.all, fight.attackers.all))
    stays = sum(chance for left, chance in hurt if any(points for points, _ in left))
    leaving, kept, emptied = _leaving(now, situation, fight), 0.0, 0.0
    for left, chance in _after(begun, _fired(now, fight, fight.attackers.all, alive)):
        still = [(points, leaving.get(key)) for key, (points, _) in zip(alive, left, strict=True) if points]
        lost = sum(points - min(points, keeps) for points, keeps in still if keeps is not None)
        kept += chance * (sum(points for points, _ in still) - stays * lost)
        emptied += chance * (stays if still else 1.0) * all(keeps is not None for _, keeps in still)
    return kept, likely * (_points(ours) - _points(hurt)), emptied


def _leaving(situation: Situation, whole: Situation, fight: Fight) -> dict[str, int]:
    """Say who leaves the hex if the attackers live, and what he keeps: guns without support, and small detachments."""
    stands, found = situation.state.stands, dict[str, int]()
    bigger = any(not is_company(stands[key]) for key in fight.attackers.all)
    for stand in (stands[key] for key in fight.defenders.all):
        overrun = stand.profile.kind == "artillery" and not combat_arms(situation, fight.hex)
        if overrun or (bigger and is_company(stand) and not is_prepared(situation, stand)):
            if way_back(whole, stand, fight.origins):
                found[stand.id] = 1 if overrun else stand.points
            elif zen(situation).reading("retire_blocked") == "lost":
                found[stand.id] = 0
    return found


def _fired(situation: Situation, fight: Fight, firers: Sequence[str], targets: Sequence[str]) -> tuple[Throw, ...]:
    """Give the throws of one side in close combat."""
    volleys, attacking = list[tuple[Pool, Attack]](), frozenset(fight.attackers.all)
    for firer in (situation.state.stands[key] for key in firers):
        pool, cost = close_pool(situation, firer, defending=firer.id not in attacking)
        known = any("LOG" in link.stores for link in chain_of(situation.state.formations, firer.formation))
        has = not known or in_reach(situation, firer.formation, "LOG") >= cost
        volleys.append((pool if has else (), Attack(fight.hex, firer, close=True, attackers=attacking)))
    line = fight.attackers if targets == fight.attackers.all else fight.defenders
    return tuple(_throws(situation, volleys, line, targets))


def _throws(
    situation: Situation, volleys: Iterable[tuple[Pool, Attack]], line: Line, targets: Sequence[str]
) -> Iterator[Throw]:
    """Give the throws of volleys; unprotected transport in front loses a point to each without any dice."""
    stands, save, tally = situation.state.stands, at_least(zen(situation).combat.save), Tally()
    bare = bare_of(situation, line.front)
    ranks = [rank for part in (line.front, line.support) if (rank := [key for key in part if key not in bare])]
    scores = {key: hit_score(situation, stands[key]) for rank in ranks for key in rank}
    at = {key: k for k, key in enumerate(targets)}
    for pool, attack in volleys:
        yield from (Throw(1, 1.0, ((at[key],),), (0.0,) * len(at)) for key in bare)
        saves = tuple(save * bool(save_reason(situation, stands[key], attack)) for key in targets)
        for score, aimed, dice in aims(tally, ranks[0], pool_size(pool), scores) if ranks else ():
            order = (aimed, *([key for key in rank if scores[key] <= score] for rank in ranks))
            yield Throw(dice, at_least(score), tuple(tuple(at[key] for key in rank) for rank in order), saves)


def _with(situation: Situation, stands: dict[str, Stand]) -> Situation:
    return situation.with_state(msgspec.structs.replace(situation.state, stands=stands))


def _fresh(stands: Iterable[Stand]) -> Remains:
    return ((tuple((stand.points, 0) for stand in stands), 1.0),)


def _points(chances: Remains) -> float:
    return sum(chance * points for left, chance in chances for points, _ in left)


@lru_cache(maxsize=4096)
def _after(begun: Remains, throws: tuple[Throw, ...]) -> Remains:
    """Carry the chances of what is left of each target through throws."""
    for throw in throws:
        begun = spread(begun, partial(_thrown, throw))
    return begun


@lru_cache(maxsize=20_000)
def _thrown(throw: Throw, left: Left) -> Remains:
    every = enumerate(binomial(throw.dice, throw.hits))
    return tuple((now, likely * then) for hits, likely in every for now, then in _taken(throw, hits, left))


def _taken(throw: Throw, hits: int, left: Left) -> Remains:
    """Share hits over the first rank that can take any, save, and go on with the rest, as volleys do."""
    rank = next((rank for rank in throw.ranks if any(left[k][0] for k in rank)), None)
    if not hits or rank is None:
        return ((left, 1.0),)
    shared = share(hits, [left[k][0] for k in rank], [left[k][1] for k in rank])
    now: Remains = ((left, 1.0),)
    for k, count in zip(rank, shared, strict=True):
        now = spread(now, partial(_hit, k, count, throw.saves[k]))
    return spread(now, partial(_taken, throw, hits - sum(shared)))


def _hit(k: int, count: int, save: float, left: Left) -> Remains:
    points, hits = left[k]
    each = enumerate(binomial(count, 1 - save))
    return tuple(((*left[:k], (points - lost, hits + count), *left[k + 1 :]), likely) for lost, likely in each)
