"""Weigh the sides of a fight: what each counts, the column that comes of it, and what shifts column and die."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.fight.asked import changed, holds, leader_with
from campaign.systems.own.fight.scene import Scene
from campaign.systems.own.shape.fighting import Combat, Shift, Table
from campaign.systems.own.stands import rating, shown
from campaign.systems.own.tables import own
from campaign.systems.own.words.amounts import Head

_ALL = Fraction(9999)
"""The odds against who counts nothing."""


class Column(NamedTuple):
    """The column of a fight and how it came about."""

    number: int
    head: Head
    before: int
    """The column before it was shifted; below 0: less than the table has."""
    words: str
    die: tuple[tuple[str, int], ...] = ()
    """What is added to the throw, each with its name."""


def weight(fight: Combat, scene: Scene, group: Iterable[Stand], name: str) -> tuple[Fraction, list[str]]:
    """Add up what the stands of a group count in a fight; say what changed it."""
    tables, total, told = own(scene.situation), Fraction(0), list[str]()
    for one in group:
        begun = Fraction(rating(tables, one, name))
        value, why = changed(begun, fight.strength, lambda test, one=one: holds(test, scene.situation, one, scene))  # type: ignore[misc]
        total += value
        told += [words for words in why if words not in told]
    return total, told


def column(fight: Combat, table: Table, scene: Scene, support: tuple[tuple[str, int], ...] = ()) -> Column:
    """Find the column of a fight: by weight and rounding, then shifted, then kept within the table."""
    attack, why = weight(fight, scene, scene.attackers, fight.attacker)
    defence, also = (Fraction(0), list[str]())
    if fight.defender:
        defence, also = weight(fight, scene, scene.defenders, fight.defender)
    heads = [head.at for head in table.columns]
    before = placed(_number(fight, attack, defence), heads, fight.rounds)
    shifts = [*_shifts(fight, scene), *support]
    total = max(-fight.most_shift, min(fight.most_shift, sum(by for _, by in shifts)))
    number = max(0, min(len(heads) - 1, max(0, before) + total))
    against = f" to {shown(defence)}" if fight.defender else ""
    begun = f"{shown(attack)}{against}: {table.columns[max(0, before)].text}"
    causes = "; ".join([*why, *also, *(f"{name} {by:+d}" for name, by in shifts if by)])
    words = f"{begun} ({causes})" if causes else begun
    return Column(number, table.columns[number], before, words, tuple(_die(fight, scene)))


def _number(fight: Combat, attack: Fraction, defence: Fraction) -> Fraction:
    if fight.method == "difference":
        return attack - defence
    if fight.method == "points":
        return attack
    return attack / defence if defence else _ALL


def placed(number: Fraction, heads: list[Fraction], rounds: str) -> int:
    """Say which column a number comes into; -1: it is less than the first.

    >>> heads = [Fraction(1, 2), Fraction(1), Fraction(2)]
    >>> [placed(Fraction(7, 4), heads, how) for how in ("defender", "attacker", "nearest")]
    [1, 2, 2]
    """
    at = max((k for k, head in enumerate(heads) if head <= number), default=-1)
    if at + 1 >= len(heads) or (at >= 0 and heads[at] == number):
        return at
    if rounds == "attacker":
        return at + 1
    if rounds == "nearest" and at >= 0 and heads[at + 1] - number <= number - heads[at]:
        return at + 1
    return at


def _shifts(fight: Combat, scene: Scene) -> list[tuple[str, int]]:
    """List the shifts of columns that hold, each with its name: the file's, those of a leader and of postures."""
    found = [(row.name, row.columns * _times(row, scene)) for row in fight.shift if row.columns and _holds(row, scene)]
    leader = own(scene.situation).rules.leader
    if leader is not None and fight.key in leader.columns:
        led = any(leader_with(scene.situation, one) is not None for one in scene.attackers)
        found += [("led", leader.columns[fight.key])] if led else []
    return [*found, *_by_posture(fight, scene)]


def _by_posture(fight: Combat, scene: Scene) -> list[tuple[str, int]]:
    rows, formations = own(scene.situation).posture_rows, scene.situation.state.formations
    under = {formations[one.formation].posture if one.formation in formations else "" for one in scene.attackers}
    row = rows.get(next(iter(under))) if len(under) == 1 else None
    return [(row.key, row.columns[fight.key])] if row is not None and fight.key in row.columns else []


def _die(fight: Combat, scene: Scene) -> list[tuple[str, int]]:
    return [(row.name, row.die * _times(row, scene)) for row in fight.shift if row.die and _holds(row, scene)]


def _holds(row: Shift, scene: Scene) -> bool:
    return all(holds(test, scene.situation, None, scene) for test in row.when)


def _times(row: Shift, scene: Scene) -> int:
    """Say how often a shift counts: once, or as much as the attacker's best is better than the defender's."""
    if not row.rating:
        return 1
    best = [_best(scene.situation, group, row.rating) for group in (scene.attackers, scene.defenders)]
    return best[0] - best[1]


def _best(situation: Situation, group: Iterable[Stand], name: str) -> int:
    return max((rating(own(situation), one, name) for one in group), default=0)
