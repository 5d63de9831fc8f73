"""Say what the umpire may overrule (D3 3.2)."""

from campaign.engine.ledger import Refusal
from campaign.kit.rulings import Powers, rulings
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Stand
from campaign.systems.d3.march.ground import ground_of
from campaign.systems.d3.space import d3, strength

RULE = "D3 3.2"


def _no_place(situation: Situation, stand: Stand, index: int) -> Refusal | None:
    if not ground_of(situation).is_passable(index):
        return Refusal(RULE, f"nobody can stand there; name a passable hex on the map for {stand.id}")
    there = [other.id for other in stands_at(situation, index) if other.id != stand.id]
    held = f"{situation.map.number(index)} is held by {there[0]}; move or remove that first" if there else ""
    return Refusal(RULE, held) if held else None


ORDERS = rulings(
    Powers(
        rule=RULE,
        strength="hits",
        left=lambda situation, stand: strength(d3(situation), stand),
        no_place=_no_place,
        weather=lambda _: ("fine", "overcast"),
        formations=False,
    )
)
