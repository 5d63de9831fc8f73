"""Say who finds room in a hex."""

from collections.abc import Iterable, Iterator

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.march.pricing import enters
from campaign.systems.own.stands import by_hex, here, is_any, mover_of
from campaign.systems.own.tables import own


def why_no_room(situation: Situation, stand: Stand, index: int) -> str:
    """Say why a stand cannot be in a hex: closed ground, an enemy, or too many friends; "" if it can."""
    tables, number = own(situation), situation.map.number
    if not enters(situation, mover_of(tables, stand), index):
        return f"{number(index)} is closed to {stand.id}"
    others = [one for one in here(situation, index) if stand.id not in {one.id, one.attached_to}]
    if any(one.side != stand.side for one in others):
        return f"the enemy is in {number(index)}"
    stack = tables.rules.stack
    counted = [one for one in (*others, stand) if not (stack.free and is_any(tables, one, stack.free))]
    if stand not in counted:
        return ""
    size = sum(
        one.points if stack.counts == "steps" else 1 for one in counted if one.attached_to is None or one is stand
    )
    if size > stack.most:
        return f"{number(index)} would hold {size} {stack.counts}, and {stack.most} are the most"
    if stack.together and len(counted) > 1 and not all(is_any(tables, one, stack.together) for one in counted):
        return f"in {number(index)} stand others, and only {', '.join(stack.together)} share a hex"
    return ""


def with_room(situation: Situation, stand: Stand, hexes: Iterable[int]) -> Iterator[int]:
    """List the hexes where a stand finds room; of empty ones what is the same for all is asked once."""
    hexmap, held = situation.map, by_hex(situation)
    mover, alone = mover_of(own(situation), stand), ""
    opens: dict[str, bool] = {}
    for index in hexes:
        if index in held:
            if not why_no_room(situation, stand, index):
                yield index
            continue
        name = hexmap.terrain_of(index) if hexmap.inside[index] else ""
        if name not in opens:
            opens[name] = enters(situation, mover, index)
            # Whether the stand alone is too large for any hex: the first open one says it for all.
            alone = why_no_room(situation, stand, index) if opens[name] else alone
        if opens[name] and not alone:
            yield index


def fits(situation: Situation, stand: str, index: int) -> bool:
    """Whether a stand may be set up in a hex."""
    return not why_no_room(situation, situation.state.stands[stand], index)
