"""
Infer where enemies went: from two places where one was seen, and from one lost and one found who are alike.

All of it is worked out from what the viewer knows, so it tells him nothing else; each is marked as inferred.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.knowledge.contact import Contact, stage_of
from maps.grid.hexgrid import NO_HEX, Hex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.knowing import Known, Sight
    from campaign.model.situation import Situation
    from maps.grid.hexgrid import Grid

__all__ = ["inferred"]

_APART = 2
"""Between so many hexes lies none."""
_COUNTS = frozenset({"late", "old"})

change = msgspec.structs.replace


def inferred(found: Sequence[Contact], known: Known, view: Situation, speeds: Mapping[str, int]) -> Iterator[Contact]:
    """
    Infer where those went who were lost from sight, a contact each.

    Parameters
    ----------
    found
        What the viewer knows, each with those whom he may be the same as.
    speeds
        How many hexes each kind goes in a turn at most, as ``paces`` gives it.
    """
    by_id = {one.id: one for one in found}
    for one in found:
        if one.now or one.stage not in _COUNTS or one.source == "heard":
            continue
        again = by_id.get(one.same[0]) if len(one.same) == 1 else None
        if again is not None and again.same == (one.id,):
            yield from _between(one, again, view)
        elif not one.same:
            yield from _onward(one, known, view, speeds)


def _between(lost: Contact, again: Contact, view: Situation) -> Iterator[Contact]:
    """Infer that one who was lost is the one alike who was found since, and came by half way between."""
    line = view.map.layout.grid.line(lost.hex, again.hex)
    if len(line) > _APART:
        yield _guess(lost, line[len(line) // 2], again.hex)


def _onward(lost: Contact, known: Known, view: Situation, speeds: Mapping[str, int]) -> Iterator[Contact]:
    """Infer that one who was lost while he went somewhere has gone on, as fast as he was seen to go."""
    sight = _last(known, lost.id)
    if sight is None or len(sight.trail) < 2:
        return
    (first, began), (last, ended) = sight.trail
    grid = view.map.layout.grid
    pace = grid.distance(first, last) // max(1, ended - began)
    steps = min(max(1, pace), speeds.get(lost.kind, speeds.get("", 0))) * lost.age
    for far in range(steps, 0, -1):
        goal = _ahead(grid, first, last, far)
        if goal != NO_HEX and view.map.inside[goal]:
            yield _guess(lost, goal, goal)
            return


def _last(known: Known, key: str) -> Sight | None:
    sights = known.sights.get(key, {}).values()
    return max(sights, key=lambda sight: sight.turn, default=None)


def _ahead(grid: Grid, first: int, last: int, far: int) -> int:
    """Give the hex so many steps on from the last, straight away from the first; ``NO_HEX`` off the map."""
    (q0, r0), (q, r), steps = grid.hex_of(first), grid.hex_of(last), grid.distance(first, last)
    on = [here + round((here - there) * far / steps) for here, there in ((q, q0), (r, r0))]
    return grid.index_at(Hex(*on))


def _guess(lost: Contact, index: int, towards: int) -> Contact:
    """Make a contact of what is inferred of another."""
    return change(
        lost, id=f"{lost.id}-on", hex=index, source="inferred", confidence=1, stage=stage_of(lost.age), via=(),
        radius=0, same=(lost.id,), towards=towards, strength_low=None, strength_high=None,
    )  # fmt: skip
