"""
Invent heights between what a campaign's map says of each hex.

The middle heights of its hexes are joined smoothly; on them lies noise as high as the relief of the hex. Running water
lies low. What comes out stays between the least and the greatest height of each hex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenarios.battles.ground.frame import Frame

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

__all__ = ["heights_of", "relief_of"]

_REACH = 0.62
"""How far a hex's height counts, in widths of a hex of the campaign."""
_VALLEY_STEPS = 5


def heights_of(frame: Frame, wet: Bools) -> Floats:
    """
    Give a height in metres for each hex (n,); NaN off the campaign's map, and all NaN where it has no heights.

    Parameters
    ----------
    wet
        Hexes with running water on a hexside (n,).
    """
    campaign = frame.campaign
    known = np.flatnonzero(campaign.inside & np.isfinite(campaign.elevation_m))
    if not len(known):
        return np.full(len(frame.parent), np.nan)
    near = known[_near(frame, known)]
    weight = _weights(frame, near)
    mean = weight @ campaign.elevation_m[near].astype(np.float64)
    relief = weight @ relief_of(frame)[near]
    raised = mean + relief * (0.45 * frame.lot("heights", waves=0.8) + 0.15 * frame.lot("knolls", waves=2.1))
    raised -= frame.legend.valley * relief * _valleys(frame, wet)
    return np.where(frame.parent == NO_HEX, np.nan, _held(frame, raised))


def relief_of(frame: Frame) -> Floats:
    """Say how much the ground of each hex of the campaign rises and falls, in metres (c,)."""
    campaign = frame.campaign
    measured = np.nan_to_num((campaign.high_m - campaign.low_m).astype(np.float64))
    usual = np.array([frame.legend.terrain[name].relief_m for name in campaign.terrain_names])
    return np.where(measured > 0, measured, usual[campaign.terrain])


def _near(frame: Frame, known: NDArray[np.int64]) -> Bools:
    """Mark the hexes of the campaign that are near enough to count."""
    layout = frame.campaign.layout
    at = layout.to_map(layout.centres()[known])
    low, high = frame.centres_m.min(axis=0) - 2 * layout.width_m, frame.centres_m.max(axis=0) + 2 * layout.width_m
    found = np.asarray(((at > low) & (at < high)).all(axis=1))
    return found if found.any() else np.ones(len(known), bool)


def _weights(frame: Frame, near: NDArray[np.int64]) -> Floats:
    """Say how much each hex of the campaign counts for each of the frame (n, c); a row sums to 1."""
    layout = frame.campaign.layout
    at = layout.to_map(layout.centres()[near])
    off = frame.centres_m[:, None, :] - at[None, :, :]
    square = (off**2).sum(axis=2) / (_REACH * layout.width_m) ** 2
    weight = np.exp(-(square - square.min(axis=1, keepdims=True)))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def _valleys(frame: Frame, wet: Bools) -> Floats:
    """Say how far down a valley each hex lies: 1 beside running water, 0 a few hexes off (n,)."""
    found, depth = wet.astype(np.float64), wet.copy()
    for step in range(1, _VALLEY_STEPS):
        reached = (depth[frame.neighbour] & (frame.neighbour != NO_HEX)).any(axis=1) & ~depth
        found[reached] = (1 - step / _VALLEY_STEPS) ** 1.5
        depth |= reached
    return found


def _held(frame: Frame, raised: Floats) -> Floats:
    """Hold heights between the least and the greatest of their parent, where those are known."""
    campaign, parent = frame.campaign, np.maximum(frame.parent, 0)
    low, high = campaign.low_m[parent].astype(np.float64), campaign.high_m[parent].astype(np.float64)
    known = np.isfinite(low) & np.isfinite(high) & (high > low)
    return np.where(known, np.clip(raised, low, high), raised)
