"""
Draw woods so that each hex is as wooded as its source says.

There is wood where noise plus a bias is above 0. The bias is laid between the centres
of the hexes, and moved until the wooded part of each hex is its share. Nothing here knows
hexsides: woods join across them, and a half-wooded hex looks half wooded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.ndimage import gaussian_filter

from maps.grid.compiled import njit
from maps.shapes.rings import BEND, areas_above

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.palette import Palette
    from maps.shapes.field import Samples
    from maps.shapes.plane import Net
    from maps.shapes.rings import Rings

    Floats = NDArray[np.float64]

__all__ = [
    "ROUNDS", "Clearing", "Woods", "cleared", "clearings", "laid", "leanings", "wanted_shares", "wood_areas",
    "wood_field", "woods",
]  # fmt: skip

ROUNDS = 14
"""Each round lets a change reach one hex further."""

_FIRST_ROUNDS, _FIRST_GAIN, _GAIN = 8, 0.9, 0.35
_MOST_BIAS = 2.4
_SOFT, _AS_DRAWN = 0.6, 0.85
"""Standard deviation of the smoothing of what is outlined, and of that with the outline's own, in samples."""
_CLEAR = (0.75, 0.5, 0.34, 0.24)
"""How far woods keep off a place, by its rank, in hex radii."""


class Clearing(NamedTuple):
    """A place that woods keep off: where, and how far."""

    u: float
    v: float
    radius: float


class Woods(NamedTuple):
    """How wooded each sample is, above 0 within a wood (high, wide); and the share of each hex that came out (n,)."""

    field: NDArray[np.float32]
    share: Floats


def wanted_shares(hexmap: HexMap, palette: Palette) -> Floats:
    """Say what share of each hex shall be drawn as woods (n,), held to what its terrain allows."""
    wooded = [k for k, name in enumerate(hexmap.cover_names) if "forest" in name or "wood" in name]
    known = np.nan_to_num(hexmap.cover[:, wooded].sum(axis=1).astype(np.float64))
    least, most = (np.array([palette.terrain[t].woods[k] for t in hexmap.shown_names]) for k in (0, 1))
    return np.asarray(np.clip(known, least[hexmap.terrain], most[hexmap.terrain]))


def clearings(hexmap: HexMap) -> list[Clearing]:
    """List the places that woods keep off."""
    radius, found = hexmap.layout.radius_m, []
    for place in hexmap.places:
        if 1 <= place.rank <= len(_CLEAR):
            u, v = (hexmap.layout.to_grid((place.x_m, place.y_m)) / radius).tolist()
            found.append(Clearing(u, v, _CLEAR[place.rank - 1]))
    return found


def woods(net: Net, samples: Samples, wanted: Floats, places: Iterable[Clearing]) -> Woods:
    """Grow woods over a net until each hex has the share that is wanted of it (n,)."""
    rough = cleared(net, samples.rough, places)
    bias = leanings(samples, rough, wanted)
    field = laid(samples, rough, bias)
    return Woods(gaussian_filter(field, _SOFT), _shares(gaussian_filter(field, _AS_DRAWN), samples.here, len(bias)))


def wood_field(samples: Samples, rough: NDArray[np.float32], bias: Floats) -> NDArray[np.float32]:
    """Say how wooded each sample is, above 0 within a wood, where the leaning of each hex is known (n,)."""
    return np.asarray(gaussian_filter(laid(samples, rough, bias), _SOFT), np.float32)


def leanings(samples: Samples, rough: NDArray[np.float32], wanted: Floats) -> Floats:
    """Find how much each hex must lean towards woods to have the share that is wanted of it (n,)."""
    bias = 1.6 * (wanted - 0.5)
    for turn in range(ROUNDS):
        field = laid(samples, rough, bias)
        rough_yet = turn < _FIRST_ROUNDS
        drawn = field if rough_yet else gaussian_filter(field, _AS_DRAWN)
        gain = _FIRST_GAIN if rough_yet else _GAIN
        bias = np.clip(bias + gain * (wanted - _shares(drawn, samples.here, len(bias))), -_MOST_BIAS, _MOST_BIAS)
    return bias


def laid(samples: Samples, rough: NDArray[np.float32], bias: Floats) -> NDArray[np.float32]:
    """Add the leanings of hexes, laid between their middles, to the noise."""
    field = np.empty(rough.shape, np.float32)
    _lay(bias, samples.near, samples.part, rough, field)
    return field


def cleared(net: Net, rough: NDArray[np.float32], places: Iterable[Clearing]) -> NDArray[np.float32]:
    """Push woods back from places; those that are far from the net change nothing."""
    rough, u, v = rough.copy(), net.x, net.y
    for place in places:
        far = 2 * place.radius + net.step
        if len(u) and len(v) and u[0] - far <= place.u <= u[-1] + far and v[0] - far <= place.v <= v[-1] + far:
            _clear(net, rough, place, u, v)
    return rough


def wood_areas(net: Net, field: NDArray[np.float32], bend: float = BEND) -> Rings:
    """Outline the woods."""
    return areas_above(net.x, net.y, field, 0.0, bend)


def _clear(net: Net, rough: NDArray[np.float32], place: Clearing, u: Floats, v: Floats) -> None:
    """Push woods back from a place, softly; over its houses nothing grows."""
    line, column = net.spot(place.u, place.v)
    reach = int(2 * place.radius / net.step) + 1
    lines = slice(max(0, line - reach), max(0, line + reach + 1))
    columns = slice(max(0, column - reach), max(0, column + reach + 1))
    far = np.hypot(u[columns][None] - place.u, v[lines][:, None] - place.v) / place.radius
    rough[lines, columns] -= (np.clip(1.6 - far, 0, 1) * 1.5).astype(np.float32)
    rough[lines, columns][far < 0.5] = -_MOST_BIAS - 1.0


@njit(cache=True, nogil=True)
def _lay(
    bias: Floats,
    near: NDArray[np.int32],
    part: NDArray[np.float32],
    rough: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """Add to the noise of each sample the bias between the three hexes round it."""
    for y in range(out.shape[0]):
        for x in range(out.shape[1]):
            total = float(rough[y, x])
            for n in range(3):
                total += part[y, x, n] * bias[near[y, x, n]]
            out[y, x] = total


@njit(cache=True, nogil=True)
def _shares(field: NDArray[np.float32], here: NDArray[np.int32], count: int) -> Floats:
    """Say what share of each hex's samples is above 0; 0 where it has none."""
    total, over = np.zeros(count), np.zeros(count)
    for y in range(field.shape[0]):
        for x in range(field.shape[1]):
            if here[y, x] >= 0:
                total[here[y, x]] += 1
                over[here[y, x]] += field[y, x] > 0
    return over / np.maximum(total, 1)
