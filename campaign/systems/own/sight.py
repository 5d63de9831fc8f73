"""Say who sees whom: all on an open table, else by distance, ground and height."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from campaign.engine.ruleset import Sight
from campaign.kit.ground import Same
from campaign.kit.sight import clear, courses
from campaign.kit.watching import open_to_all, told_apart
from campaign.model.known.sightings import Sightings
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.stands import foes_of, is_any
from campaign.systems.own.tables import OwnTables, own
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HexMap
from maps.grid.sight import line_of_sight


def sightings(situation: Situation, side: str) -> Sightings:
    """Say which enemies a side sees now, and which of its stands see each."""
    mine, others = told_apart(situation, side)
    if not own(situation).rules.sight.hidden:
        return open_to_all(others)
    row, found = own(situation).rules.sight, dict[str, set[str]]()
    open_all = not (row.blocks or row.height)
    for eye, other, far in _near(situation, mine, others):
        if far <= 1 or open_all or in_line(situation, eye.hex or 0, other.hex or 0):
            found.setdefault(other.id, set()).add(eye.id)
    return {key: frozenset(eyes) for key, eyes in found.items()}


def _near(situation: Situation, mine: Sequence[Stand], others: Sequence[Stand]) -> Iterator[tuple[Stand, Stand, int]]:
    """List the pairs that are near enough, by enemy, and how far they are apart: of all pairs at once."""
    tables, grid = own(situation), situation.map.layout.grid
    far = grid.distances([one.hex or 0 for one in mine], [one.hex or 0 for one in others])
    reach = np.minimum.outer([_reach(tables, eye) for eye in mine], [_shown(tables, other) for other in others])
    if situation.state.clock.night:
        reach = np.minimum(reach, tables.rules.sight.night_hexes)
    for there, here in np.argwhere((far <= np.maximum(reach, 1)).T).tolist():
        yield mine[here], others[there], int(far[here, there])


def sees(situation: Situation, eye: Stand, other: Stand) -> bool:
    """Whether a stand sees another: near enough for both, and nothing between them."""
    assert eye.hex is not None
    assert other.hex is not None
    tables, far = own(situation), situation.map.layout.grid.distance(eye.hex, other.hex)
    row = tables.rules.sight
    reach = min(_reach(tables, eye), _shown(tables, other))
    reach = min(reach, row.night_hexes) if situation.state.clock.night else reach
    return far <= max(reach, 1) and (far <= 1 or in_line(situation, eye.hex, other.hex))


def _reach(tables: OwnTables, eye: Stand) -> int:
    row = tables.rules.sight
    own_reach = [hexes for word, hexes in row.far.items() if is_any(tables, eye, (word,))]
    return max(own_reach) if own_reach else row.hexes


def _shown(tables: OwnTables, other: Stand) -> int:
    row = tables.rules.sight
    nearest = [hexes for word, hexes in row.near.items() if is_any(tables, other, (word,))]
    return min(nearest) if nearest else max([row.hexes, *row.far.values()])


def in_line(situation: Situation, a: int, b: int) -> bool:
    """Whether nothing that lies between two hexes blocks sight."""
    return _in_line(Same(situation.map), Same(own(situation).rules), a, b)


@lru_cache(maxsize=100_000)
def _in_line(on: Same[HexMap], by: Same[Rules], a: int, b: int) -> bool:
    hexmap, row = on.value, by.value.sight
    if row.height and not line_of_sight(hexmap, a, b):
        return False
    if not row.blocks:
        return True

    def blocks(_: object, index: int) -> bool:
        return index != NO_HEX and hexmap.named_of(index, by.value.move.own_grounds) in row.blocks

    return bool(clear(courses(hexmap.layout.grid, a, b), blocks))


def seen_at(situation: Situation, side: str, index: int) -> bool:
    """Whether a side sees anybody in a hex: for fire from afar."""
    foes = foes_of(situation, side).get(index, ())
    if not own(situation).rules.sight.hidden:
        return bool(foes)
    mine, _ = told_apart(situation, side)
    return any(sees(situation, eye, foe) for foe in foes for eye in mine)


def sight(situation: Situation) -> Sight:
    """Say what sightings depend on: how far stands see, the hour and the weather."""
    row = own(situation).rules.sight
    if not row.hidden:
        return Sight(0)
    return Sight(max([row.hexes, *row.far.values(), 1]), (situation.state.clock.night,))
