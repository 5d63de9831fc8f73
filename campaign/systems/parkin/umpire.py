"""Say what the umpire may overrule (GR 5.1: a toolkit)."""

from campaign.engine.ledger import Refusal
from campaign.kit.rulings import ON_HEXSIDE, Powers, rulings
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.space import counters, is_dummy, parkin
from campaign.systems.parkin.status import hurt, leave, remaining

RULE = "GR 5.1"


def _taken(situation: Situation, stand: Stand, index: int) -> Refusal | None:
    if all(other.id == stand.id for other in counters(situation).get(index, ())):
        return None
    return Refusal(RULE, f"{situation.map.number(index)} is taken; move or remove the counter there first")


ORDERS = rulings(
    Powers(
        rule=RULE,
        strength="steps",
        # A dummy is found out by the first hit.
        left=lambda situation, stand: int(is_dummy(stand)) or remaining(situation, stand),
        leave=leave,
        lose=hurt,
        no_place=_taken,
        weather=lambda situation: ("fine", *parkin(situation).weather.poor),
        on_hex=frozenset({"", "fort"}),
        on_hexside=ON_HEXSIDE | {"wall"},
        formations=False,
    )
)
