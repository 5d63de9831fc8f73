"""Weigh hexes for a stand: near its goal, in reach of few enemies at a time, in cover, next to friends, led."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from campaign.model.planning import Reason
from campaign.solo.commander.boards.scene import FAR

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.model.things import Stand
    from campaign.solo.commander.boards.leashes import Leashes
    from campaign.solo.commander.boards.scene import Scene

    Ints = NDArray[np.int64]

__all__ = ["Places", "weighed"]

_GUN_PROGRESS = 35
"""Per cent that nearness to the goal counts for guns."""
_IN_REACH, _NEXT_TO, _GUN_NEAR = 80, 80, -200
_CLEAR, _BROKEN_OFF = 3, -350
"""Hexes that stands near giving way keep from the enemy, and the price of coming nearer."""
_OUTNUMBERED = -35
_COVER, _HELD_COVER, _ON_GOAL = 60, 100, 150
_HQ_FAR, _HQ_NEAR = -40, -120
_UNLED, _LEADS = -150, 100
_NEAR = 2
_COVERS = frozenset({"woods", "forest", "town", "village", "buildings", "rough", "built_up", "urban", "city", "hill"})
_SAYS = {
    "progress": "way to the goal",
    "contact": "reach of the enemy",
    "danger": "more enemies than friends around",
    "cover": "ground that covers",
    "goal": "standing on the goal",
    "lead": "nearness to those it leads",
    "leash": "range of its headquarters",
    "bounds": "line, boundaries and reserve of its mission",
}


@dataclass(frozen=True)
class Places:
    """Hexes with what speaks for and against each, in hundredths of a hex of progress."""

    hexes: tuple[int, ...]
    parts: Mapping[str, Ints]
    total: Ints
    goal: Ints
    """The goal that each is best for; -1: none."""
    far: Ints
    """Hundredths of a hex from there to it."""

    def reasons(self, at: int, than: int) -> tuple[Reason, ...]:
        """Say what makes a place better or worse than another; both are positions in ``hexes``."""
        gains = {what: int(part[at] - part[than]) for what, part in self.parts.items()}
        return tuple(Reason(what, gain, _SAYS[what]) for what, gain in gains.items() if gain)


def weighed(
    scene: Scene, stand: Stand, hexes: Sequence[int], planned: Mapping[str, int], leashes: Leashes | None = None
) -> Places:
    """
    Weigh hexes for a stand.

    Parameters
    ----------
    planned
        Where the stands of its side are or mean to be.
    leashes
        Who leads whom; left out, it does not count.
    """
    friends = [index for key, index in planned.items() if key != stand.id]
    near = scene.apart(hexes, scene.foe_hexes) if scene.foe_hexes else np.full((len(hexes), 1), FAR)
    goal, far, score = _towards(scene, stand, hexes)
    led = [] if leashes is None or not scene.is_hq(stand) else leashes.subordinates(stand)
    if led and leashes is not None:
        where = [planned.get(one.id, one.hex or 0) for one in led]
        parts = _of_hq(scene, hexes, where, near) | {"leash": _LEADS * leashes.commanded(stand, hexes, planned)}
    else:
        parts = _of_fighter(scene, stand, hexes, friends, near) | {"progress": -_progress(scene, stand, score)}
        if leashes is not None:
            parts["leash"] = np.where(leashes.led(stand, hexes), 0, _UNLED * scene.style.caution // 100)
    parts["bounds"] = -scene.limits.prices(stand, hexes)
    total = np.sum(list(parts.values()), axis=0)
    return Places(tuple(hexes), parts, total, goal, far)


def _progress(scene: Scene, stand: Stand, score: Ints) -> Ints:
    share = _GUN_PROGRESS if scene.is_gun(stand) else 100
    return score * share * (100 - scene.worn(stand)) // 100 * scene.style.tempo // 10_000


def _of_fighter(
    scene: Scene, stand: Stand, hexes: Sequence[int], friends: Sequence[int], near: Ints
) -> dict[str, Ints]:
    goals = scene.goals(stand)
    cover = _HELD_COVER if goals.holds else _COVER
    outnumbered = np.maximum(0, (near <= _NEAR).sum(axis=1) - _beside(scene, hexes, friends))
    return {
        "contact": _contact(scene, stand, near.min(axis=1)),
        "danger": _OUTNUMBERED * scene.style.caution // 100 * outnumbered,
        "cover": np.array([cover if scene.view.map.terrain_of(index) in _COVERS else 0 for index in hexes]),
        "goal": np.array([_ON_GOAL if index in goals.places else 0 for index in hexes]),
    }


def _towards(scene: Scene, stand: Stand, hexes: Sequence[int]) -> tuple[Ints, Ints, Ints]:
    """Give for each hex the goal that is best from it, how far it is, and that less its worth, in hundredths."""
    goals, here = scene.goals(stand), np.asarray(hexes, np.int64)
    spots = goals.places
    if not spots:
        far = scene.ways.to(tuple(sorted(goals.worth)), stand)[here] if goals.worth else np.zeros(len(here), np.int64)
        return np.full(len(here), -1), far, far
    far = np.stack([scene.ways.to((spot,), stand)[here] for spot in spots], axis=1)
    score = far - np.array([goals.worth[spot] for spot in spots])
    best, rows = score.argmin(axis=1), np.arange(len(hexes))
    return np.array(spots)[best], far[rows, best], score[rows, best]


def _contact(scene: Scene, stand: Stand, nearest: Ints) -> Ints:
    """Weigh being near the enemy: guns keep off, others want to reach him, unless they hold."""
    if scene.is_gun(stand):
        return np.where(nearest <= _NEAR, _GUN_NEAR, 0)
    worn = scene.worn(stand)
    shy = np.where(nearest <= _CLEAR, _BROKEN_OFF, 0) * worn
    found: Ints = (_wanted(scene, stand, nearest) * (100 - worn) + shy) // 100
    return found


def _wanted(scene: Scene, stand: Stand, nearest: Ints) -> Ints:
    """Weigh being near the enemy for one who is of use."""
    power, within = scene.power(stand), nearest <= _NEAR
    if scene.goals(stand).holds or not (power.fire or power.close):
        return np.zeros(len(nearest), np.int64)
    return np.where(within, _IN_REACH, 0) + np.where(nearest == 1, _NEXT_TO if power.close else 0, 0)


def _beside(scene: Scene, hexes: Sequence[int], friends: Sequence[int]) -> Ints:
    if not friends:
        return np.zeros(len(hexes), np.int64)
    found: Ints = (scene.apart(hexes, friends) <= _NEAR).sum(axis=1)
    return found


def _of_hq(scene: Scene, hexes: Sequence[int], led: Sequence[int], near: Ints) -> dict[str, Ints]:
    """Weigh places for a headquarters: the middle of those it leads, away from the enemy."""
    mean: Ints = scene.apart(hexes, led).sum(axis=1) * _HQ_FAR // len(led)
    return {"lead": mean, "danger": _HQ_NEAR * scene.style.caution // 100 * (near <= _NEAR).sum(axis=1)}
