"""Weigh hexes for a stand: near its goal, in reach of few enemies at a time, in cover, next to friends, led."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from campaign.model.planning import Reason
from campaign.solo.commander.boards.scene import FAR, is_gun, is_hq

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Ints, Scene

__all__ = ["Places", "weighed"]

HEX = 100
"""What a hex nearer to the goal is worth: the measure of all the rest, in hundredths."""
_GUN_PROGRESS = 35
_CLOSE, _IN_CONTACT, _GUN_NEAR = 80, 80, -200
_OUTNUMBERED = -35
_COVER, _ON_GOAL = 60, 150
_OURS, _THEIRS = 80, 160
"""How many hundredths of a hex further a point is gone for, if it is ours already and if it is not."""
_HQ_FAR, _HQ_NEAR = -40, -120
_NEAR = 2
_COVERS = frozenset(
    {"woods", "forest", "town", "village", "buildings", "rough", "built_up", "urban", "city", "hill"}
)


@dataclass(frozen=True)
class Places:
    """Hexes with what speaks for and against each, in hundredths of a hex of progress."""

    hexes: tuple[int, ...]
    parts: Mapping[str, Ints]
    total: Ints
    goal: Ints
    """The goal that each is nearest to, in their worth."""
    far: Ints
    """Hexes to it."""

    def reasons(self, at: int, than: int) -> tuple[Reason, ...]:
        """Say what makes a place better or worse than another; both are positions in ``hexes``."""
        gains = {what: int(part[at] - part[than]) for what, part in self.parts.items()}
        return tuple(Reason(what, gain, _SAYS[what]) for what, gain in gains.items() if gain)


_SAYS = {
    "progress": "nearer to the goal, or further from it",
    "contact": "within reach of the enemy",
    "danger": "more enemies than friends around it",
    "cover": "ground that covers",
    "goal": "stands on the goal",
    "lead": "near to those it leads",
}


def weighed(scene: Scene, stand: Stand, hexes: Sequence[int], friends: Sequence[int]) -> Places:
    """Weigh hexes for a stand; ``friends`` are the hexes where the others of its side are or will be."""
    goals = scene.goals(stand)
    near = scene.apart(hexes, scene.foe_hexes) if scene.foe_hexes else np.full((len(hexes), 1), FAR)
    goal, far, score = _towards(scene, stand, hexes)
    if is_hq(stand):
        parts = _of_hq(scene, hexes, friends, near)
    else:
        parts = {
            "progress": -score * (_GUN_PROGRESS if is_gun(stand) else 100) // 100,
            "contact": _contact(scene, stand, near.min(axis=1)),
            "danger": _OUTNUMBERED * np.maximum(0, (near <= _NEAR).sum(axis=1) - _beside(scene, hexes, friends)),
            "cover": _cover(scene, hexes),
            "goal": np.array([_ON_GOAL if index in goals.worth and not goals.hidden else 0 for index in hexes]),
        }
    total = np.sum(list(parts.values()), axis=0)
    return Places(tuple(hexes), parts, total, goal, far)


def _towards(scene: Scene, stand: Stand, hexes: Sequence[int]) -> tuple[Ints, Ints, Ints]:
    """Give for each hex the goal that is best from it, how far it is, and that in hundredths less its worth."""
    goals = scene.goals(stand)
    spots = sorted(goals.worth)
    if not spots:
        zeros = np.zeros(len(hexes), np.int64)
        return zeros - 1, zeros, zeros
    far = scene.apart(hexes, spots)
    less = np.array([goals.worth[spot] * (_OURS if scene.is_ours(spot) else _THEIRS) // 100 for spot in spots])
    score = HEX * far - less
    best = score.argmin(axis=1)
    rows = np.arange(len(hexes))
    return np.array(spots)[best], far[rows, best], score[rows, best]


def _contact(scene: Scene, stand: Stand, nearest: Ints) -> Ints:
    """Weigh being near the enemy: guns keep off, others want to reach him."""
    if is_gun(stand):
        return np.where(nearest <= _NEAR, _GUN_NEAR, 0)
    beside = _IN_CONTACT if scene.closes else 0
    return np.where(nearest <= _NEAR, _CLOSE, 0) + np.where(nearest == 1, beside, 0)


def _beside(scene: Scene, hexes: Sequence[int], friends: Sequence[int]) -> Ints:
    if not friends:
        return np.zeros(len(hexes), np.int64)
    found: Ints = (scene.apart(hexes, friends) <= _NEAR).sum(axis=1)
    return found


def _cover(scene: Scene, hexes: Sequence[int]) -> Ints:
    return np.array([_COVER if scene.view.map.terrain_of(index) in _COVERS else 0 for index in hexes])


def _of_hq(scene: Scene, hexes: Sequence[int], friends: Sequence[int], near: Ints) -> dict[str, Ints]:
    if friends:
        mean = scene.apart(hexes, friends).sum(axis=1) * -_HQ_FAR // len(friends)
    else:
        mean = np.zeros(len(hexes), np.int64)
    return {"lead": -mean, "danger": _HQ_NEAR * (near <= _NEAR).sum(axis=1)}
