"""Propose where the losers of a battle go who are left in a hex that the winners took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.things import Outcome
from campaign.model.verbs.battle import CloseBattle
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["in_order", "yielded"]


def yielded(
    battle: str, moves: Mapping[str, int], winner: str | None, situation: Situation, campaign: Ruleset
) -> dict[str, int]:
    """
    Have losers fall back from the hexes that winners went into: on a table two may end in one hex.

    A loser goes into a hex beside his own that the rules of the campaign allow him: where fewest enemies stand next
    to him, and nearest to what supplies him. Who finds none is left where he is; it is told when the result is taken.

    Parameters
    ----------
    battle
        Its code.
    moves
        By stand of the campaign, the hex where it is at the end of the game.
    winner
        The side that won; None or "" in a draw, where nobody yields.

    Returns
    -------
    dict
        The moves, with those of losers before those of who takes their places.
    """
    stands = situation.state.stands
    taken = {there for key, there in moves.items() if stands[key].side == winner}
    if not winner or not taken:
        return dict(moves)
    there = {stand.id: moves.get(stand.id, stand.hex) for stand in stands.values() if stand.on_map}
    back: dict[str, int] = {}
    for key in situation.state.battles[battle].stands:
        stand = stands[key]
        if not stand.on_map or stand.side == winner or key in moves or stand.hex not in taken:
            continue
        for found in _ways_back(stand, there, situation):
            if _allowed(battle, {**back, key: found}, situation, campaign):
                back[key] = there[key] = found
                break
    return {**back, **moves}


def _ways_back(stand: Stand, there: Mapping[str, int | None], situation: Situation) -> Iterator[int]:
    """Give the hexes next to a stand without an enemy, the safest first."""
    grid, stands = situation.map.layout.grid, situation.state.stands
    foes = [at for key, at in there.items() if at is not None and stands[key].side != stand.side]
    sources = [one.hex for one in situation.state.setting.sources if one.side == stand.side]

    def worth(index: int) -> tuple[int, int, int]:
        near = sum(grid.distance(index, foe) <= 1 for foe in foes)
        return near, min((grid.distance(index, home) for home in sources), default=0), index

    around = [one for one in grid.neighbours(stand.hex or 0) if one != NO_HEX and one not in foes]
    yield from sorted(around, key=worth)


def _allowed(battle: str, moves: Mapping[str, int], situation: Situation, campaign: Ruleset) -> bool:
    rows = tuple(Outcome(key, hex=there) for key, there in moves.items())
    try:
        decide(campaign, situation, CloseBattle(battle, 0, rows, (), "trial"), SeededDice("trial", 1), by="umpire")
    except Refusal:
        return False
    return True


def in_order(rows: tuple[Outcome, ...], situation: Situation) -> tuple[Outcome, ...]:
    """Put those who leave a hex before those who go into it: the rules move one after the other."""
    goals = {row.hex for row in rows if row.hex is not None}
    return tuple(sorted(rows, key=lambda row: row.hex is None or situation.state.stands[row.stand].hex not in goals))
