"""Send on who has not flown its least distance when movement ends (GR 5.4 ``air_straight_on``)."""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.model.things import Stand
from campaign.systems.parkin.march.flight import RULE, flight
from campaign.systems.parkin.march.ground import neighbours
from campaign.systems.parkin.march.moving import go
from campaign.systems.parkin.space import counters, parkin, sheet, side_now
from campaign.systems.parkin.status import leave
from maps.grid.hexgrid import NO_HEX

WHY = "it must fly its least distance"


def end_move(ledger: Ledger) -> None:
    """Fly straight on every airborne unit of the side that must move and has not."""
    situation = ledger.situation
    if not parkin(situation).reading("air_straight_on"):
        return
    for stand in list(ledger.state.stands.values()):
        mine = stand.on_map and stand.side == side_now(situation) and "embarked" not in stand.marks
        if mine and "moved" not in stand.marks and sheet(situation, stand).flies and flight(situation, stand)[0]:
            _straight_on(ledger, stand)


def _straight_on(ledger: Ledger, stand: Stand) -> None:
    """Fly on along the facing, past hexes where a counter is; over the edge of the map it leaves play."""
    path, side = [stand.hex or 0], stand.facing or 0
    least, taken = flight(ledger.situation, stand)[0], counters(ledger.situation)
    while len(path) <= least or path[-1] in taken:
        onward = neighbours(ledger.situation, path[-1])[side]
        if onward == NO_HEX:
            leave(ledger, stand.id, "flew off the map", rule=RULE, why=WHY)
            return
        path.append(onward)
    go(ledger, stand, tuple(path), marks=("moved",), fragments=0, rule=RULE, why=WHY)
