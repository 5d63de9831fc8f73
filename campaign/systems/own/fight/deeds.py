"""Bring outcomes about: each word of a result does here what it means, and nothing else."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.own.fight.asked import changed, holds, leader_with
from campaign.systems.own.fight.losses import gone, lose
from campaign.systems.own.fight.retreats import advance, flee, retreat
from campaign.systems.own.fight.scene import scene_of
from campaign.systems.own.shape.morale import Check
from campaign.systems.own.stands import is_any, rating
from campaign.systems.own.tables import own
from campaign.systems.own.words.outcomes import ATTACKER, DEFENDER, EACH, Deed

_AGAIN = "throws again"
MOST_DEEDS = 10_000
"""So many events one order may bring; more are a fault of the rules."""


class Sides(NamedTuple):
    """The stands that an outcome speaks of, and where it happens."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    target: int


def alone(stand: Stand) -> Sides:
    """Give one stand as the one that outcomes befall, outside of any fight."""
    return Sides((), (stand.id,), stand.hex or 0)


def do(ledger: Ledger, deeds: Sequence[Deed], sides: Sides, *, rule: str) -> bool:
    """Bring outcomes about one after the other; say whether it is thrown again."""
    for deed in deeds:
        if not deed.word or len(ledger.events) > MOST_DEEDS:
            continue
        groups = {ATTACKER: [sides.attackers], DEFENDER: [sides.defenders], EACH: [sides.attackers, sides.defenders]}
        few = _weaker(ledger, sides) if deed.word == "exchanges" else 0
        for group in groups.get(deed.who, [sides.defenders]):
            _DEEDS[deed.word](ledger, deed._replace(number=few or deed.number), group, sides, rule)
    return any(deed.word == _AGAIN for deed in deeds)


def _weaker(ledger: Ledger, sides: Sides) -> int:
    groups = (sides.attackers, sides.defenders)
    return min(sum(one.points for one in there(ledger, group)) for group in groups)


def there(ledger: Ledger, keys: Sequence[str]) -> list[Stand]:
    """Give those of a group who are on the map still."""
    stands = ledger.state.stands
    return [stands[key] for key in keys if key in stands and stands[key].on_map]


def _enemy(ledger: Ledger, group: Sequence[str], sides: Sides) -> list[int]:
    """Give the hexes that a group gives ground from: those of the other side, else the place of the fight."""
    others = sides.attackers if tuple(group) == sides.defenders else sides.defenders
    hexes: set[int] = {one.hex for one in there(ledger, others) if one.hex is not None}
    if not sides.attackers:
        grid, stands = ledger.situation.map.layout.grid, there(ledger, group)
        foes = [one for one in ledger.state.stands.values() if stands and one.on_map and one.side != stands[0].side]
        hexes = {min(foes, key=lambda foe: grid.distance(foe.hex or 0, sides.target)).hex or 0} if foes else set()
    return sorted(hexes) or [sides.target]


def _loses(ledger: Ledger, deed: Deed, group: Sequence[str], _: Sides, rule: str) -> None:
    lose(ledger, group, deed.number, rule=rule)


def _retreats(ledger: Ledger, deed: Deed, group: Sequence[str], sides: Sides, rule: str) -> None:
    enemy = _enemy(ledger, group, sides)
    for one in there(ledger, group):
        retreat(ledger, one.id, deed.number, enemy, rule=rule)


def _chooses(ledger: Ledger, deed: Deed, group: Sequence[str], sides: Sides, rule: str) -> None:
    """Lose or give ground as the posture of each stand's formation prefers."""
    stays = [one.id for one in there(ledger, group) if prefers(ledger.situation, one) == "loses"]
    if stays:
        lose(ledger, stays, deed.number, rule=rule, why="it holds its ground")
    enemy = _enemy(ledger, group, sides)
    for one in there(ledger, group):
        if one.id not in stays:
            retreat(ledger, one.id, deed.number, enemy, rule=rule)


def prefers(situation: Situation, stand: Stand) -> str:
    """Say whether a stand's owner would rather lose or give ground, by its formation's posture."""
    formation = situation.state.formations.get(stand.formation)
    row = own(situation).posture_rows.get(formation.posture) if formation is not None else None
    return own(situation).rules.retreat.prefers if row is None else row.prefers


def _advances(ledger: Ledger, deed: Deed, group: Sequence[str], sides: Sides, rule: str) -> None:
    for one in there(ledger, group)[:1]:
        advance(ledger, one.id, sides.target, deed.number, rule=rule)


def _is(ledger: Ledger, deed: Deed, group: Sequence[str], _: Sides, rule: str) -> None:
    for one in there(ledger, group):
        if deed.arg not in one.marks:
            ledger.record(StandMarked(stand=one.id, on=(deed.arg,), rule=rule))


def _recovers(ledger: Ledger, deed: Deed, group: Sequence[str], _: Sides, rule: str) -> None:
    for one in there(ledger, group):
        if deed.arg in one.marks:
            ledger.record(StandMarked(stand=one.id, off=(deed.arg,), rule=rule))


def _forms(ledger: Ledger, deed: Deed, group: Sequence[str], _: Sides, rule: str) -> None:
    row = own(ledger.situation).stances[deed.arg]
    for one in there(ledger, group):
        if is_any(own(ledger.situation), one, row.kinds):
            take_stance(ledger, one, deed.arg, rule=rule)


def take_stance(ledger: Ledger, stand: Stand, stance: str, *, rule: str) -> None:
    """Put a stand into a stance, and out of the one that it was in."""
    tables = own(ledger.situation)
    off = tuple(sorted(stand.marks & tables.stances.keys() - {stance}))
    plain = tables.unit_of(stand.profile).stance == stance
    on = () if plain or stance in stand.marks else (stance,)
    off = (*off, stance) if plain and stance in stand.marks else off
    if on or off:
        ledger.record(StandMarked(stand=stand.id, on=on, off=off, rule=rule))


def _checks(ledger: Ledger, deed: Deed, group: Sequence[str], sides: Sides, rule: str) -> None:
    for one in there(ledger, group):
        check(ledger, own(ledger.situation).checks[deed.arg], one.id, sides, rule=rule)


def _gone(ledger: Ledger, _: Deed, group: Sequence[str], __: Sides, rule: str) -> None:
    for one in there(ledger, group):
        gone(ledger, one.id, "eliminated", rule=rule)


def _surrenders(ledger: Ledger, _: Deed, group: Sequence[str], __: Sides, rule: str) -> None:
    for one in there(ledger, group):
        gone(ledger, one.id, "surrendered", rule=rule)


def _flees(ledger: Ledger, _: Deed, group: Sequence[str], sides: Sides, rule: str) -> None:
    enemy = _enemy(ledger, group, sides)
    for one in there(ledger, group):
        flee(ledger, one.id, enemy, rule=rule)


def _captures(ledger: Ledger, _: Deed, __: Sequence[str], sides: Sides, rule: str) -> None:
    """Take the guns that are left in the hex where nobody else stands by them."""
    left_there = [one for one in there(ledger, sides.defenders) if one.hex == sides.target]
    if all(one.profile.kind == "artillery" for one in left_there):
        for one in left_there:
            gone(ledger, one.id, "captured", rule=rule)


def _nothing(*_: object) -> None:
    """Leave it to whoever throws."""


_DEEDS: dict[str, Callable[[Ledger, Deed, Sequence[str], Sides, str], None]] = {
    "loses": _loses, "exchanges": _loses, "retreats": _retreats, "loses or retreats": _chooses, "advances": _advances,
    "is": _is, "recovers from": _recovers, "forms": _forms, "checks": _checks, "is gone": _gone, "flees": _flees,
    "surrenders": _surrenders, "captures guns": _captures, _AGAIN: _nothing,
}  # fmt: skip


def check(ledger: Ledger, row: Check, key: str, sides: Sides | None = None, *, rule: str = "") -> bool:
    """Make a check of a stand, and bring about what comes of it; say whether it passed."""
    situation, stand = ledger.situation, ledger.state.stands[key]
    scene = None if sides is None else scene_of(situation, sides.target, sides.attackers, defenders=tuple(
        one.id for one in there(ledger, sides.defenders)))  # fmt: skip
    value, told = changed(rated(situation, stand, row), row.change, lambda test: holds(test, situation, stand, scene))
    told_by = own(situation).par(row.rule, rule)
    causes = f" ({'; '.join(told)})" if told else ""
    roll = ledger.throw(row.name, (row.dice.dice, row.dice.faces), told_by, by=key)
    miss = (roll.total or 0) - value if row.passes == "at most" else value - (roll.total or 0)
    badly = miss >= row.badly_by and bool(row.failed_badly)
    deeds = row.passed if miss <= 0 else row.failed_badly if badly else row.failed
    how = "passed" if miss <= 0 else "failed badly" if badly else "failed"
    words = f"{row.name} {row.passes} {value}{causes}: {how}"
    ledger.record(StandMarked(stand=key, rolls=(roll,), rule=told_by, why=words))
    do(ledger, deeds, _for_one(stand, sides), rule=told_by)
    return miss <= 0


def rated(situation: Situation, stand: Stand, row: Check) -> Fraction:
    """Give the rating of a check, with what a leader in the hex adds to it."""
    value = Fraction(rating(own(situation), stand, row.rating))
    leader = own(situation).rules.leader
    if leader is not None and row.key in leader.checks and leader_with(situation, stand) is not None:
        better = leader.checks[row.key]
        value += better if row.passes == "at most" else -better
    return value


def _for_one(stand: Stand, sides: Sides | None) -> Sides:
    """Say who is meant where one stand alone is: it gives ground from those that it fights."""
    if sides is None or not sides.attackers:
        return alone(stand)
    others = sides.defenders if stand.id in sides.attackers else sides.attackers
    return Sides(others, (stand.id,), stand.hex or sides.target)
