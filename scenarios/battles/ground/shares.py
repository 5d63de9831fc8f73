"""Say how much of each hex of a campaign lies under each terrain, as a table shall show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.grid.hexmap import HexMap
    from scenarios.battles.ground.legend import GroundLegend

__all__ = ["apportioned", "shares_of"]

_WOODS = ("woods_dense", "woods_open")
_BUILT = ("town", "city", "village")
_BARE = ("open", "pasture", "heath")
"""What may be called hills where the ground rises."""
_LITTLE = 1e-6


def shares_of(campaign: HexMap, index: int, legend: GroundLegend, *, relief_m: float, built: float) -> dict[str, float]:
    """
    Give shares by terrain that sum to 1.

    What sources tell of its cover counts; what they do not know is as the hex's own terrain usually is. The hex is at
    least in part what the campaign calls it: a map calls a wooded gorge rough.

    Parameters
    ----------
    relief_m
        How much its ground rises and falls.
    built
        Share under houses that its places need.
    """
    own = campaign.terrain_of(index)
    shares = _told(campaign, index, legend)
    unknown, kind = max(0.0, 1 - sum(shares.values())), legend.terrain[own]
    for terrain, part in ((own, kind.own), (kind.rest, 1 - kind.own)):
        _add(shares, terrain, unknown * part)
    family = [one for one in _WOODS if shares.get(one)] if own in _WOODS else []
    least = unknown * kind.own + (1 - unknown) * kind.known
    _at_least(shares, family or [own], least)
    if not any(shares.get(one, 0) >= built for one in _BUILT):
        _at_least(shares, [next((one for one in _BUILT if shares.get(one)), "village")], built)
    _raise_hills(shares, legend, relief_m)
    return {terrain: share for terrain, share in shares.items() if share > _LITTLE}


def _told(campaign: HexMap, index: int, legend: GroundLegend) -> dict[str, float]:
    """Give the terrain of what is known of a hex's cover; it sums to 1 at most."""
    own, shares = campaign.terrain_of(index), dict[str, float]()
    for name, share in zip(campaign.cover_names, np.nan_to_num(campaign.cover[index]).tolist(), strict=True):
        for terrain, part in legend.cover.get(name, {}).items():
            _add(shares, own if terrain == "town" and own in _BUILT else terrain, share * part)
    return shares


def _add(shares: dict[str, float], terrain: str, share: float) -> None:
    if share > _LITTLE:
        shares[terrain] = shares.get(terrain, 0.0) + share


def _at_least(shares: dict[str, float], kinds: list[str], least: float) -> None:
    if sum(shares.get(kind, 0.0) for kind in kinds) < least:
        _together(shares, kinds, least)


def _together(shares: dict[str, float], kinds: list[str], wanted: float) -> None:
    """Give some kinds a share together; the others keep their proportions to each other, as do these."""
    now = sum(shares.get(kind, 0.0) for kind in kinds)
    for kind in kinds:
        shares[kind] = wanted * (shares.get(kind, 0.0) / now if now > _LITTLE else 1 / len(kinds))
    others = [kind for kind in shares if kind not in kinds]
    rest = sum(shares[kind] for kind in others)
    for kind in others:
        shares[kind] *= (1 - wanted) / rest if rest > _LITTLE else 0.0
    if rest <= _LITTLE < 1 - wanted:
        shares[_BARE[0]] = 1 - wanted


def _raise_hills(shares: dict[str, float], legend: GroundLegend, relief_m: float) -> None:
    """Call a part of the bare ground hills, where the hex has relief and is not called so anyway."""
    if shares.keys() & {"hills", "mountain"}:
        return
    wanted = min(legend.most_hills, max(0.0, relief_m - legend.hills_from_m) * legend.hills_per_m)
    bare = sum(shares.get(kind, 0.0) for kind in _BARE)
    part = min(1.0, wanted / bare) / 2 if bare > _LITTLE else 0.0
    if part:
        for kind in _BARE:
            shares[kind] = shares.get(kind, 0.0) * (1 - part)
        shares["hills"] = bare * part


def apportioned(shares: Mapping[str, float], count: int) -> dict[str, int]:
    """
    Turn shares into whole numbers of hexes that sum to a count: none is off by a hex or more.

    >>> apportioned({"open": 0.65, "woods_dense": 0.35}, 10)
    {'open': 7, 'woods_dense': 3}
    """
    exact = {kind: share * count for kind, share in shares.items()}
    found = {kind: int(value) for kind, value in exact.items()}
    left = sorted(exact, key=lambda kind: (found[kind] - exact[kind], kind))
    for kind in left[: count - sum(found.values())]:
        found[kind] += 1
    return found
