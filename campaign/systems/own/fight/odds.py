"""Reckon fights without throwing: every throw is tried through the rules, and its chance is known exactly."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

import msgspec

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Exchange, Power
from campaign.kit.ground import Same
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.fight.attack import ASSAULT, CHARGE, FIRE, Attack, combat_of, resolve, targets_of
from campaign.systems.own.fight.weighing import placed
from campaign.systems.own.shape.fighting import Combat
from campaign.systems.own.stands import here, is_any, rating
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.words.known import FIRED, FOUGHT, MOVED
from campaign.systems.own.words.outcomes import DEFENDER, EACH

_MOST_WAYS = 240
_LEAST = 1e-4
"""What is less likely is left out, and the rest counts for it."""


class Fall(NamedTuple):
    """One way that dice may fall: the faces, and how many of all throws come to the same."""

    dice: tuple[int, ...]
    chance: float


class _Open(Exception):  # noqa: N818 - here ways part
    """Dice are asked for that have not been chosen yet."""

    def __init__(self, falls: Sequence[Fall]) -> None:
        super().__init__()
        self.falls = falls


@dataclass
class _Trial(Ledger):
    """A ledger whose dice are chosen: throws that come to the same are one way."""

    chosen: tuple[Fall, ...] = ()
    asked: int = field(default=0)

    def _fall(self, falls: Sequence[Fall]) -> tuple[int, ...]:
        if self.asked >= len(self.chosen):
            raise _Open(falls)
        self.asked += 1
        return self.chosen[self.asked - 1].dice

    def roll(self, what: str, count: int, score: int, rule: str, *, by: str = "", at: int | None = None) -> Roll:  # noqa: ARG002
        """Give a pool with as many hits as was chosen."""
        dice = self._fall(_hits(count, score)) if count else ()
        return Roll(what, dice, score, sum(die >= score for die in dice), rule, by=by)

    def throw(
        self, what: str, dice: tuple[int, int], rule: str, modifiers: tuple[tuple[str, int], ...] = (), *,
        by: str = "", at: int | None = None,  # noqa: ARG002
    ) -> Roll:  # fmt: skip
        """Give dice that come to what was chosen."""
        fallen = self._fall(_sums(*dice))
        total = sum(fallen) + sum(amount for _, amount in modifiers)
        return Roll(what, fallen, 0, 0, rule, modifiers, total, by=by)


@lru_cache(maxsize=256)
def _sums(count: int, faces: int) -> tuple[Fall, ...]:
    """List what dice can come to, each with its chance.

    >>> [(sum(fall.dice), round(fall.chance * 36)) for fall in _sums(2, 6)][:3]
    [(2, 1), (3, 2), (4, 3)]
    """
    found: dict[int, list[tuple[int, ...]]] = {}
    for dice in product(range(1, faces + 1), repeat=count):
        found.setdefault(sum(dice), []).append(dice)
    return tuple(Fall(ways[0], len(ways) / faces**count) for ways in found.values())


@lru_cache(maxsize=256)
def _hits(count: int, score: int) -> tuple[Fall, ...]:
    """List how many dice of a pool can hit, each with its chance."""
    hit = (7 - score) / 6
    return tuple(
        Fall((6,) * k + (1,) * (count - k), comb(count, k) * hit**k * (1 - hit) ** (count - k))
        for k in range(count + 1)
    )


def exchange(situation: Situation, target: int, attackers: Sequence[tuple[str, int]], guns: Sequence[str]) -> Exchange:
    """Reckon the fire of guns at a hex, and then an attack on it from where the attackers will be."""
    if not attackers and not guns:
        return Exchange(0.0, 0.0, 0.0)
    state = situation.state
    key = (Same(state.stands), Same(situation.tables), state.weather, state.clock.night)
    return _exchange(_Asked(key, situation), target, tuple(attackers), tuple(guns))


@dataclass(unsafe_hash=True, slots=True)
class _Asked:
    """A situation that is looked up by what a fight goes by."""

    key: tuple[object, ...]
    situation: Situation = field(compare=False, hash=False)


@lru_cache(maxsize=2_000)
def _exchange(asked: _Asked, target: int, attackers: tuple[tuple[str, int], ...], guns: tuple[str, ...]) -> Exchange:
    begun = _ready(asked.situation, dict(attackers), guns)
    side = begun.state.stands[(*(key for key, _ in attackers), *guns)[0]].side
    foes = [one.id for one in here(begun, target) if one.side != side]
    ours = {key for key, _ in attackers}
    lost = taken = emptied = weight = 0.0
    for chance, after in _ways(begun, target, [key for key, _ in attackers], guns):
        weight += chance
        lost += chance * sum(_lost(begun, after, key) for key in foes)
        taken += chance * sum(_lost(begun, after, key) for key in ours)
        still = (after.state.stands[key] for key in foes)
        emptied += chance * all(not one.on_map or one.hex != target for one in still)
    return Exchange(lost / weight, taken / weight, emptied / weight) if weight else Exchange(0.0, 0.0, 0.0)


def _ready(situation: Situation, places: Mapping[str, int], guns: Sequence[str]) -> Situation:
    """Give the situation with those who attack where they attack from, fresh for it."""
    spent, stands = {MOVED, FIRED, FOUGHT}, dict(situation.state.stands)
    for key in (*places, *guns):
        one = stands[key]
        stands[key] = msgspec.structs.replace(one, hex=places.get(key, one.hex), marks=one.marks - spent)
    return situation.with_state(msgspec.structs.replace(situation.state, stands=stands))


def _lost(before: Situation, after: Situation, key: str) -> int:
    """Count the steps that a stand lost; all that it had if it left the map."""
    now = after.state.stands[key]
    return before.state.stands[key].points - (now.points if now.on_map else 0)


def _ways(
    begun: Situation, target: int, attackers: Sequence[str], guns: Sequence[str]
) -> Iterator[tuple[float, Situation]]:
    """Try the dice way by way; give how likely each is, and what it leads to."""
    todo: list[tuple[float, tuple[Fall, ...]]] = [(1.0, ())]
    for _ in range(_MOST_WAYS * 8):
        if not todo:
            return
        chance, chosen = todo.pop()
        ledger = _Trial(begun, ScriptedDice(), chosen=chosen)
        try:
            _fought(ledger, target, attackers, guns)
        except _Open as open_:
            todo += [(chance * fall.chance, (*chosen, fall)) for fall in open_.falls if chance * fall.chance > _LEAST]
            continue
        yield chance, ledger.situation


def _fought(ledger: Ledger, target: int, attackers: Sequence[str], guns: Sequence[str]) -> None:
    for gun in guns:
        _one(ledger, FIRE, [gun], target)
    if attackers:
        _one(ledger, ASSAULT, attackers, target)


def _one(ledger: Ledger, what: str, keys: Sequence[str], target: int) -> None:
    """Resolve one attack, by whichever of its orders those who attack have."""
    stands = [ledger.state.stands[key] for key in keys if ledger.state.stands[key].on_map]
    for order in (what, CHARGE) if what == ASSAULT else (what,):
        fight = combat_of(ledger.situation, stands[0], order) if stands else None
        able = [one for one in stands if fight is not None and is_any(own(ledger.situation), one, fight.by)]
        if fight is not None and able and targets_of(ledger.situation, fight, able[0], target):
            try:
                resolve(ledger, Attack(order, tuple(able), target))
            except Refusal:
                return
            return


def power(situation: Situation, stand: str) -> Power:
    """Reckon what a stand takes off a plain enemy of its own sort in the open, by the tables alone."""
    one = situation.state.stands[stand]
    close = _mean(situation, one, combat_of(situation, one, ASSAULT) or combat_of(situation, one, CHARGE))
    fire = combat_of(situation, one, FIRE)
    reach = (rating(own(situation), one, fight.range) if fight.range else 1) if (fight := fire) is not None else 0
    return Power(close, _mean(situation, one, fire), reach)


def _mean(situation: Situation, one: Stand, fight: Combat | None) -> float:
    """Give the steps that an attack takes off on the mean, against a stand of the same sort."""
    if fight is None:
        return 0.0
    tables = own(situation)
    strength = Fraction(rating(tables, one, fight.attacker))
    if fight.pool is not None:
        return float(strength) * (7 - fight.pool.hit) / 6 if fight.pool.loses else 0.0
    against = Fraction(rating(tables, one, fight.defender)) if fight.defender else Fraction(0)
    number = strength - against if fight.method == "difference" else strength
    if fight.method == "odds":
        number = strength / against if against else Fraction(0)
    assert fight.table is not None
    at = max(0, placed(number, [head.at for head in fight.table.columns], fight.rounds))
    return _mean_of(tables, fight, at) if strength > 0 else 0.0


def _mean_of(tables: OwnTables, fight: Combat, column: int) -> float:
    """Give the steps that a column takes off on the mean; a word that only shakes or drives off counts a little."""
    assert fight.table is not None
    faces, total = _thrown(fight), 0.0
    for throw, chance in faces.items():
        deeds = [deed for deed in tables.rules.results[fight.table.rows[throw][column]] if deed.who in {DEFENDER, EACH}]
        steps = sum(deed.number if deed.word == "loses" else 0 for deed in deeds)
        total += chance * (steps or (_SHAKEN if deeds else 0.0))
    return total


_SHAKEN = 0.25


def _thrown(fight: Combat) -> dict[int, float]:
    """Give the chance of each throw of a combat's dice."""
    plain = {sum(fall.dice): fall.chance for fall in _sums(fight.dice.dice, fight.dice.faces)}
    if not fight.dice.each:
        return plain
    found: dict[int, float] = {}
    for (one, first), (other, second) in product(plain.items(), plain.items()):
        found[one - other] = found.get(one - other, 0.0) + first * second
    return found
