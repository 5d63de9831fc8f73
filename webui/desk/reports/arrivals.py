"""Say in words who is still to come, as the table that is printed has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.docket.arriving import arriving
from campaign.spoken.reader import own_stands
from maps.compass import edge_words
from scenarios.printshop.arrivals import ArrivalRow
from webui.desk.placenames import hex_words

if TYPE_CHECKING:
    from campaign.docket.arriving import Arrival
    from webui.desk.looks import Look

__all__ = ["arrival_rows"]


def arrival_rows(look: Look) -> list[ArrivalRow]:
    """List who of a viewer's own is still to come, a row for each formation and hex; the first come first."""
    state = look.state
    own = (state.stands[key] for key in sorted(own_stands(look.situation, look.viewer)))
    names = {side.key: side.name for side in state.setting.sides} if look.is_umpire else {}
    return [_row(look, one, names.get(one.side, "")) for one in arriving(look.situation, own)]


def _row(look: Look, one: Arrival, side: str) -> ArrivalRow:
    edge = edge_words(look.hexmap, one.hex)
    return ArrivalRow(f"Day {one.day}, {one.date}", str(one.turn), side, one.units, one.formation,
                      f"{hex_words(look.hexmap, one.hex)}{f', from the {edge}' if edge else ''}")  # fmt: skip
