"""Go through player turns (3.2): whose it is, whom it may order about, who comes on (3.13) and what has had its time.

Pins (3.9), smoke (3.11), and that a car has retired (3.11) are taken off by the table of marks.
"""

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit import clock
from campaign.kit.authority import own_stand, require_phase
from campaign.kit.clock import arriving, unmarks, where_free
from campaign.kit.control import take_ground
from campaign.kit.ending import side_keys
from campaign.model.calendar import Clock
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.space import d3, unit_of

RULE = "D3 3.2"


def sides_in_order(situation: Situation) -> tuple[str, ...]:
    """List the sides in the order of their player turns."""
    keys = tuple(side_keys(situation))
    return keys if d3(situation).readings["first_side"] == "first" else keys[::-1]


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the phase after this one: the next of this side, or the first of the next side."""
    return clock.next_clock(situation, None, sides=sides_in_order(situation))


def is_last_of_turn(situation: Situation) -> bool:
    """Whether the side that has its player turn is the last of the turn."""
    return situation.state.clock.side == sides_in_order(situation)[-1]


def is_turn_of(situation: Situation, side: str, *phases: str) -> bool:
    """Whether a side may give orders in the present phase, if that is one of these."""
    clock = situation.state.clock
    return clock.phase in phases and clock.side in {"", side}


def require_turn(situation: Situation, side: str, what: str, *phases: str) -> None:
    """Refuse what does not belong in the present phase, or to the side whose player turn it is.

    Raises ``Refusal`` d3 3.2, or the phase it belongs in.
    """
    require_phase(situation, phases, what)
    now = situation.state.clock.side
    if now not in {"", side}:
        raise Refusal(RULE, f"it is the player turn of {now}; {side} waits for its own")


def acting_stand(situation: Situation, key: str, by: str, what: str, *phases: str) -> Stand:
    """Give the stand that an order names, if its side may give such an order now; or refuse."""
    stand = own_stand(situation, key, by)
    require_turn(situation, stand.side, what, *phases)
    return stand


def fired(ledger: Ledger, stand: Stand, *, smoke: bool = False) -> None:
    """Mark a stand that has shot; laying smoke is done instead of shooting and fixes the guns no less."""
    tables = d3(ledger.situation)
    stays = unit_of(tables, stand).static and tables.readings["static_lasts"] == "battle"
    rule = "D3 3.3" if stays else "D3 3.11" if smoke else "D3 3.8"
    ledger.record(StandMarked(stand=stand.id, on=("shot", "static") if stays else ("shot",), rule=rule))


def begin_move(ledger: Ledger) -> None:
    """Put on the map whoever is due and finds his hex free; who does not waits a turn."""
    for stand, index in arriving(ledger, where_free, rule="D3 3.13", side=ledger.state.clock.side):
        take_ground(ledger, stand.side, (index,), rule="D3 3.13")


end_move = unmarks("end_move")
end_shoot = unmarks("end_shoot")
