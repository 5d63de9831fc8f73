"""Say what is wrong with a correction by hand, whatever file it came from."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

import shapely

from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES
from maps.problems import did_you_mean
from maps.record import CORRECTED, SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maps.record import Correction

__all__ = ["HIGHEST_M", "LOWEST_M", "faults", "made_up_id"]

Fault = tuple[str, str]

LOWEST_M, HIGHEST_M = -500.0, 9000.0
_WORDS = {"hexside": HEXSIDES, "slope": SLOPES, "crossing": CROSSINGS, "road": ROADS, "rail": RAILS}
_LEAST_POINTS = {"area": 3, "line": 2, "point": 1}
_MOST_POINTS = 100_000
_RANKS = range(5)


def faults(correction: Correction, terrain: Iterable[str]) -> list[Fault]:
    """List what is wrong with a correction, each with its remedy; ``terrain`` are the words for terrain."""
    if correction.what not in CORRECTED:
        return [(f"corrects {correction.what!r}", did_you_mean(correction.what, CORRECTED))]
    return [*_value(correction, tuple(terrain)), *_shape(correction), *_reasons(correction)]


def made_up_id(what: str, text: str) -> str:
    """
    Make an id out of what a correction says, so that it stays the same from one reading to the next.

    >>> made_up_id("terrain", "marsh")
    'terrain-428e62'
    """
    return f"{what}-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:6]}"


def _value(correction: Correction, terrain: tuple[str, ...]) -> Iterator[Fault]:
    what, value = correction.what, correction.value
    known = terrain if what == "terrain" else _WORDS.get(what, ())
    if known and value not in known:
        yield f"{what} is {value!r}", did_you_mean(value, known)
    if what == "height" and not LOWEST_M <= _metres(value) <= HIGHEST_M:
        yield f"height is {value!r}", f"give metres from {LOWEST_M:g} to {HIGHEST_M:g}"
    if what == "place" and not (value or correction.name):
        yield "names no place", "give its name, its former name, or both"
    if correction.rank not in _RANKS:
        yield f"rank is {correction.rank}", "ranks are 1 (city) to 4 (village)"


def _metres(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _shape(correction: Correction) -> Iterator[Fault]:
    allowed, points = SHAPES[correction.what], correction.points
    if correction.shape not in allowed:
        yield f"is drawn as {correction.shape!r}", f"draw {correction.what} as {' or '.join(allowed)}"
        return
    least = _LEAST_POINTS[correction.shape]
    if len(points) < least or (correction.shape == "point" and len(points) != 1) or len(points) > _MOST_POINTS:
        yield f"has {len(points)} points", f"give {least}{'' if least == 1 else ' or more'}, as longitude latitude"
    elif not all(abs(lon) <= 180 and abs(lat) <= 90 for lon, lat in points):
        yield "lies off the earth", "give degrees, longitude first, west and south negative"
    elif correction.shape == "area" and not shapely.Polygon(points).is_valid:
        yield "is no sound polygon", "draw it again, without crossing itself"


def _reasons(correction: Correction) -> Iterator[Fault]:
    for key, text in (("why", correction.why), ("source", correction.source)):
        if not text.strip():
            yield f"has no {key}", "say what is there, why it differs, and who says so"
