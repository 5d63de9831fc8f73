"""Find the fights of a campaign: where sides stand against each other, the attacked hex and all who stand about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Fight", "fight_of", "fights"]


@dataclass(frozen=True, slots=True)
class Fight:
    """
    A place where two sides stand against each other.

    Attributes
    ----------
    hexes
        Indices of its hexes, the attacked one first.
    stands
        By side, the stands in them.
    strength
        By side, the strength points of these.
    defender
        The side that is attacked, or that is weaker where nobody attacks yet.
    declared
        Whether an attack on it is ordered.
    """

    hexes: tuple[int, ...]
    stands: Mapping[str, tuple[str, ...]]
    strength: Mapping[str, int]
    defender: str
    declared: bool


def fights(situation: Situation, ruleset: Ruleset) -> tuple[Fight, ...]:
    """List the fights: those first where an attack is ordered, then the most uneven; no pair of hexes is in two."""
    state = situation.state
    held = _held(situation)
    attacked = {situation.state.stands[defender].hex for _, defender in state.assaults}
    found = [
        fight_of(situation, ruleset, (index, *enemies), declared=index in attacked)
        for index, enemies in _centres(situation, held, attacked)
    ]
    return tuple(sorted(found, key=lambda one: (not one.declared, -_odds(one), one.hexes)))


def fight_of(situation: Situation, ruleset: Ruleset, hexes: Sequence[int], *, declared: bool = False) -> Fight:
    """Say who would fight in some hexes, the attacked one first."""
    within = set(hexes)
    there = [stand for stand in situation.state.stands.values() if stand.on_map and stand.hex in within]
    sides = tuple(dict.fromkeys(stand.side for stand in there))
    stands = {side: tuple(stand.id for stand in there if stand.side == side) for side in sides}
    strength = {side: sum(ruleset.play.strength(situation, key) for key in keys) for side, keys in stands.items()}
    first = next((stand.side for stand in there if stand.hex == hexes[0]), "")
    return Fight(tuple(hexes), stands, strength, first, declared)


def _held(situation: Situation) -> dict[int, list[Stand]]:
    found: dict[int, list[Stand]] = {}
    for stand in situation.state.stands.values():
        if stand.on_map and stand.hex is not None:
            found.setdefault(stand.hex, []).append(stand)
    return found


def _centres(
    situation: Situation, held: Mapping[int, list[Stand]], attacked: set[int | None]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Cover all pairs of hexes that face each other by hexes with their enemies about them, the most pressed first."""
    facing = {index: _enemies(situation, held, index) for index in held}
    weight = {index: len(stands) for index, stands in held.items()}
    order = sorted(
        (index for index, enemies in facing.items() if enemies),
        key=lambda index: (index not in attacked, weight[index] / sum(weight[one] for one in facing[index]), index),
    )
    taken: set[frozenset[int]] = set()
    for index in order:
        new = [one for one in facing[index] if frozenset((index, one)) not in taken]
        if new:
            taken |= {frozenset((index, one)) for one in facing[index]}
            yield index, tuple(facing[index])


def _enemies(situation: Situation, held: Mapping[int, list[Stand]], index: int) -> list[int]:
    side = held[index][0].side
    beside = (int(one) for one in situation.map.neighbour[index])
    return sorted(one for one in beside if one in held and held[one][0].side != side)


def _odds(fight: Fight) -> float:
    own = fight.strength.get(fight.defender, 0)
    return sum(points for side, points in fight.strength.items() if side != fight.defender) / max(1, own)
