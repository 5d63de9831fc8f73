"""
Measure how a battle lies before its first turn: when the sides meet, and whom the ground favours.

Both go by the rules that are played: how many turns each unit takes over the ground, with no enemy in its way. It says
nothing of how strong the sides are, nor of who commands; for that a battle is played many times.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from scenarios.battles.length import last_turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.engine.ruleset import Play, Trek
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Lie", "lie_of"]


class Lie(NamedTuple):
    """
    How a battle lies.

    Attributes
    ----------
    apart
        Hexes between the nearest two enemies.
    meet
        The turn that brings the first two units together if both go straight for each other; None if none does.
    last
        The last turn, as far as the rules say one.
    ways
        For each objective, by name: turns that the middle unit of the first side takes to it, and of the second.
    lean
        Whom the ground favours: 0 neither, 100 only the first side comes to the objectives, -100 only the second.
    """

    apart: int
    meet: int | None
    last: int | None
    ways: Mapping[str, tuple[float | None, float | None]]
    lean: int
    word: str = "turn"
    """What the rules call a turn."""

    @property
    def words(self) -> str:
        """Say it in a sentence or two."""
        meet = "the sides cannot meet" if self.meet is None else f"the sides can meet in {self.word} {self.meet}"
        last = f" of {self.last}" if self.meet is not None and self.last is not None else ""
        whom = "neither side" if not self.lean else "the first side" if self.lean > 0 else "the second side"
        return f"{self.apart} hexes apart; {meet}{last}; the ground favours {whom} ({self.lean:+d} of 100)"

    @property
    def problems(self) -> tuple[str, ...]:
        """Say what spoils an evening."""
        if self.meet is None:
            return ("the sides cannot come to each other on this ground",)
        if self.last is not None and self.meet > self.last:
            return (
                f"the sides meet in {self.word} {self.meet} at the earliest, and {self.word} {self.last} is the last",
            )
        return ()


def lie_of(situation: Situation, play: Play) -> Lie:
    """Measure a battle of two sides that has been set up."""
    first, second = (_on_map(situation, side.key) for side in situation.state.setting.sides[:2])
    treks = _treks(situation, play, first), _treks(situation, play, second)
    grid = situation.map.layout.grid
    apart = min((grid.distance(_at(a), _at(b)) for a in first for b in second), default=0)
    ways = {
        spot.name: (_middle(treks[0], spot.hex), _middle(treks[1], spot.hex))
        for spot in situation.state.setting.objectives
    }
    last, word = last_turn(situation, play), situation.tables.turn_word
    return Lie(apart, _meeting(treks, (first, second)), last, ways, _lean(situation, ways), word)


def _on_map(situation: Situation, side: str) -> list[Stand]:
    return [one for one in situation.state.stands.values() if one.side == side and one.on_map and not one.attached_to]


def _at(stand: Stand) -> int:
    assert stand.hex is not None
    return stand.hex


def _treks(situation: Situation, play: Play, stands: Sequence[Stand]) -> list[Trek]:
    """Find the ways of some stands over ground that has no enemy on it; those that cannot move have none."""
    own = {stand.id: stand for stand in situation.state.stands.values() if stands and stand.side == stands[0].side}
    alone = situation.with_state(msgspec.structs.replace(situation.state, stands=own))
    found = (play.trek(alone, stand.id) for stand in stands)
    return [trek for trek in found if trek.turn]


def _turns(trek: Trek, goal: int) -> float | None:
    return trek.cost[goal] / trek.turn if goal in trek.cost else None


def _middle(treks: Sequence[Trek], goal: int) -> float | None:
    """Say how many turns the middle one of some stands takes to a hex; None if it never comes there."""
    known = sorted(turns for trek in treks if (turns := _turns(trek, goal)) is not None)
    return median(known) if known else None


def _meeting(treks: tuple[list[Trek], list[Trek]], stands: tuple[Sequence[Stand], Sequence[Stand]]) -> int | None:
    """Give the turn that brings the quickest pair together: each goes half the way, as both sides move in a turn."""
    ways = [
        turns
        for mine, others in zip(treks, reversed(stands), strict=True)
        for trek in mine
        for other in others
        if (turns := _turns(trek, _at(other))) is not None
    ]
    return max(1, -int(-min(ways) // 2)) if ways else None


def _lean(situation: Situation, ways: Mapping[str, tuple[float | None, float | None]]) -> int:
    worth = {spot.name: spot.points for spot in situation.state.setting.objectives}
    total = sum(worth.values())
    leans = (worth[name] * _favour(*pair) for name, pair in ways.items())
    return round(100 * sum(leans) / total) if total else 0


def _favour(first: float | None, second: float | None) -> float:
    """Say how much sooner the first side comes to a spot: 1 only it comes, 0 both alike, -1 only the second."""
    if first is None or second is None:
        return float(first is not None) - float(second is not None)
    return (second - first) / max(first, second, 1.0)
