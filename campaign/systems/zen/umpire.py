"""Say what the umpire may overrule (ZN 4.18)."""

from collections.abc import Collection

from campaign.engine.ledger import Refusal
from campaign.kit.rulings import Powers, rulings
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Stand
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.space import strength, zen

RULE = "ZN 4.18"


def _held(situation: Situation, stand: Stand, index: int) -> Refusal | None:
    enemies = [other.id for other in stands_at(situation, index) if other.side != stand.side]
    held = f"{situation.map.number(index)} is held by {enemies[0]}; move or remove that first" if enemies else ""
    return Refusal(RULE, held) if held else None


def _weather(situation: Situation) -> Collection[str]:
    return {word for row in zen(situation).weather.values() for word in row}


ORDERS = rulings(
    Powers(
        rule=RULE,
        strength="strength points",
        left=lambda _, stand: strength(stand),
        leave=leave_play,
        no_place=_held,
        weather=_weather,
        on_hex=frozenset({"", "fort", "mines"}),
        isolation=True,
        in_view=False,
    )
)
