"""Say what the umpire may overrule (3S 1.14)."""

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.rulings import Powers, leaves, rulings
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import board, para
from campaign.systems.star.fight.results import march, remove, room_for, shift
from campaign.systems.star.units import row

_RULE = "umpire"


def no_place(situation: Situation, stand: Stand, index: int) -> Refusal | None:
    """Say why a stand cannot be put in a hex: an enemy, another core stand, or none with room for it (1.3)."""
    there, number = board(situation), situation.map.number(index)
    if index in there.enemy[stand.side]:
        return Refusal(_RULE, f"{number} is held by the enemy; move or remove that first")
    is_core, other = row(situation, stand).role == "core", there.core.get(index)
    if is_core and other is not None and other.id != stand.id:
        return Refusal(para(situation, "1.3"), f"the core stand {other.id} is in {number}")
    if not is_core and (other is None or not room_for(situation, stand, other)):
        return Refusal(para(situation, "1.3"), f"{stand.id} needs a core stand with room for it")
    return None


def _move(ledger: Ledger, stand: Stand, index: int, rule: str, why: str) -> None:
    """Move a core stand with its supports, or put a support or transport with another core stand."""
    assert stand.hex is not None
    if row(ledger.situation, stand).role == "core":
        march(ledger, stand, (stand.hex, index), rule=rule, why=why)
    else:
        shift(ledger, stand, board(ledger.situation).core[index], rule=rule, why=why)


def _leave(ledger: Ledger, key: str, how: str, *, rule: str, why: str) -> None:
    if ledger.state.stands[key].on_map:
        remove(ledger, key, rule=rule, why=why)
    else:
        leaves(ledger, key, how, rule=rule, why=why)


ORDERS = rulings(
    Powers(
        rule=_RULE,
        strength="strength points",
        leave=_leave,
        no_place=no_place,
        move=_move,
        weather=lambda _: ("fine", "cloudy", "overcast", "rain", "snow"),
    )
)
