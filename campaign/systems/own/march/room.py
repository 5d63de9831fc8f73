"""Say who finds room in a hex."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from campaign.model.situation import Muster, Situation
from campaign.model.things import Stand
from campaign.systems.own.march.pricing import enters
from campaign.systems.own.stands import by_hex, here, is_any, mover_of
from campaign.systems.own.tables import OwnTables, own


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
    hexmap, held = situation.map, _stacks(Muster(situation))
    mover = mover_of(own(situation), stand)
    stack, mine = own(situation).rules.stack, _size(own(situation), stand)
    opens: dict[str, bool] = {}
    empty = ours, _ = stand.side, 0
    for index in hexes:
        side, size = held.get(index, empty)
        if size and (index == stand.hex or stack.together):
            if not why_no_room(situation, stand, index):
                yield index
            continue
        if side != ours or (mine and size + mine > stack.most):
            continue
        name = hexmap.terrain_of(index) if hexmap.inside[index] else ""
        if name not in opens:
            opens[name] = enters(situation, mover, index)
        if opens[name]:
            yield index


@lru_cache(maxsize=64)
def _stacks(muster: Muster) -> Mapping[int, tuple[str, int]]:
    """Give who stands in each hex, "" if that are several sides, and how much of what may stand there; kept."""
    tables, found = own(muster.situation), {}
    for index, stands in by_hex(muster.situation).items():
        sides = {one.side for one in stands}
        size = sum(_size(tables, one) for one in stands if one.attached_to is None)
        found[index] = (sides.pop() if len(sides) == 1 else "", size)
    return found


def _size(tables: OwnTables, stand: Stand) -> int:
    """Say how much of a hex's room a stand takes."""
    stack = tables.rules.stack
    if stack.free and is_any(tables, stand, stack.free):
        return 0
    return stand.points if stack.counts == "steps" else 1


def fits(situation: Situation, stand: str, index: int) -> bool:
    """Whether a stand may be set up in a hex."""
    return not why_no_room(situation, situation.state.stands[stand], index)
