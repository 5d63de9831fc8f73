"""Say who leads whom: headquarters within range, in hexes or by what it takes to ride there."""

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import Leash
from campaign.kit.ground import changed_steps
from campaign.kit.ruler import in_reach
from campaign.kit.walk import Now, walk
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Formation, Stand, chain_of
from campaign.model.verbs.marking import StandMarked
from campaign.systems.own.fight.deeds import alone, do
from campaign.systems.own.march.pricing import over
from campaign.systems.own.stands import mover_of
from campaign.systems.own.tables import own
from campaign.systems.own.words.amounts import POINT
from campaign.systems.own.words.known import OUT_OF_COMMAND


def leaders(situation: Situation, stand: Stand) -> Iterator[Stand]:
    """List the headquarters on the map that can lead a stand: its formation's, and those above it."""
    for formation in chain_of(situation.state.formations, stand.formation):
        hq = headquarters(situation, formation)
        if hq is not None:
            yield hq


def headquarters(situation: Situation, formation: Formation) -> Stand | None:
    """Give a formation's headquarters, if it is on the map."""
    found = situation.state.stands.get(formation.hq or "")
    return found if found is not None and found.on_map else None


def command(situation: Situation, stand: str) -> tuple[str | None, float]:
    """Give the headquarters that leads a stand, and how far off it is; None: nobody does."""
    one = situation.state.stands[stand]
    if not own(situation).rules.command.range or one.hex is None:
        return stand, 0.0
    nearest: tuple[str | None, float] = (None, float("inf"))
    for hq in leaders(situation, one):
        far = distance(situation, one, hq)
        if far <= own(situation).rules.command.range:
            return hq.id, far
        nearest = min(nearest, (None, far), key=lambda found: found[1])
    return nearest


def distance(situation: Situation, one: Stand, hq: Stand) -> float:
    """Give how far a headquarters is, as the file counts it: in hexes, or in movement points of its own."""
    row = own(situation).rules.command
    assert one.hex is not None
    assert hq.hex is not None
    if row.counts == "hexes":
        return float(situation.map.layout.grid.distance(one.hex, hq.hex))
    ground = over(situation, mover_of(own(situation), hq))
    now = Now(steps=changed_steps(ground, situation))
    paid = walk(ground, hq.hex, row.range * POINT, now).cost.get(one.hex)
    return float("inf") if paid is None else paid / POINT


def leash(situation: Situation, stand: str) -> Leash | None:
    """Say who can lead a stand and from how far; None: it needs nobody."""
    one, row = situation.state.stands[stand], own(situation).rules.command
    able = list(leaders(situation, one))
    if not row.range or one.hex is None or one in able:
        return None
    grid, size = situation.map.layout.grid, len(situation.map)

    def within(hexes: Collection[int]) -> NDArray[np.bool_]:
        found = np.zeros(size, bool)
        found[list(in_reach(grid, hexes, row.range))] = True
        return found

    return Leash(tuple(hq.id for hq in able), within)


def look(ledger: Ledger, side: str) -> None:
    """See who is in command: mark those who are not, and let come what befalls them."""
    row = own(ledger.situation).rules.command
    if not row.range:
        return
    rule = own(ledger.situation).par(row.rule)
    for one in list(stands_of(ledger.situation, side or None)):
        out = command(ledger.situation, one.id)[0] is None
        if out != (OUT_OF_COMMAND in one.marks):
            on, off = ((OUT_OF_COMMAND,), ()) if out else ((), (OUT_OF_COMMAND,))
            ledger.record(StandMarked(stand=one.id, on=on, off=off, rule=rule))
        if out:
            do(ledger, row.without, alone(one), rule=rule)
