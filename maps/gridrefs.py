"""
Read and write map references of the period.

* Modified British: a letter for 100 km, then as many digits of easting as of northing, on
  the Lambert and other grids that British and American maps of the war carried. The
  letters A to Z without I fill a square of five by five from ``VWXYZ`` in the south up to
  ``ABCDE``; squares of 500 km have letters in the same order, printed small (``vT 851862``).
* Gauss-Krueger grids, German (Bessel, zones of 3 degrees) and Soviet (Krasovsky, zones of 6
  degrees): plain coordinates, easting with the number of the zone before it.
* MGRS, as maps have been numbered since.

Projections are those of PROJ. Southern Italy has none there: its figures are those
on the margins of its maps, its datum is unknown to PROJ, and positions are right to some
200 m.

Where the squares with letters begin is a custom of each grid: those of Nord de Guerre 100 km west and 100 km north
of its false origin. A grid whose letters agree with two places of published papers is ``checked``; of all others it
is said, wherever they are shown, that they are not.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

import mgrs
from mgrs.core import MGRSError
from pyproj import Geod, Transformer

from maps.problems import Problem, ProblemsFound

__all__ = ["GRIDS", "Found", "PeriodGrid", "read_reference", "references", "write_reference"]

_LETTERS = "VWXYZQRSTULMNOPFGHJKABCDE"
"""From the south-west, row by row."""
_SQUARE_M = 100_000
_WGS84 = "EPSG:4326"
_SOUTHERN_ITALY = "+proj=lcc +lat_1=39.5 +lat_0=39.5 +lon_0=14 +k_0=0.99906 +x_0=700000 +y_0=600000 +ellps=bessel"


@dataclass(frozen=True, slots=True)
class PeriodGrid:
    """A grid of the period: what it is called, its projection, and where it was used, in degrees."""

    key: str
    name: str
    crs: str
    kind: str
    """"british", "german" or "soviet"."""
    west: float
    south: float
    east: float
    north: float
    letters_from: tuple[float, float] = (0.0, 0.0)
    """Easting and northing where the squares with letters begin, in metres."""
    checked: str = ""
    """Places of published papers that its letters agree with."""

    @property
    def told(self) -> str:
        """Its name, and whether its letters were never checked."""
        return self.name if self.checked or self.kind != "british" else f"{self.name}, letters unchecked"

    def holds(self, lon: float, lat: float) -> bool:
        """Whether the grid was used at a position."""
        return self.west <= lon <= self.east and self.south <= lat <= self.north


def _lambert() -> tuple[PeriodGrid, ...]:
    return (
        PeriodGrid("nord_de_guerre", "Nord de Guerre", "EPSG:27500", "british", 3.0, 47.4, 15.0, 55.5,
                   (-100_000.0, 100_000.0), "Bastogne vP 5558, St. Vith vP 8588, Malmedy vK 7904, Huertgen wF 0335"),
        PeriodGrid("french_lambert_1", "French Lambert zone I", "EPSG:27561", "british", -5.6, 47.9, 7.8, 51.8,
                   checked="Arromanches T 851862, bridge of Benouville U 098748: war diaries of June 1944"),
        PeriodGrid("french_lambert_2", "French Lambert zone II", "EPSG:27562", "british", -5.0, 45.2, 8.0, 48.2),
        PeriodGrid("french_lambert_3", "French Lambert zone III", "EPSG:27563", "british", -2.0, 42.0, 8.0, 45.5,
                   (0.0, -2_000_000.0)),
        PeriodGrid("french_lambert_4", "French Lambert zone IV", "EPSG:27564", "british", 8.4, 41.2, 9.8, 43.2),
        PeriodGrid("nord_algerie", "Nord Algerie", "EPSG:30491", "british", -2.3, 34.6, 8.7, 37.4),
        PeriodGrid("sud_algerie", "Sud Algerie", "EPSG:30492", "british", -3.0, 31.9, 9.1, 34.7),
        PeriodGrid("nord_tunisie", "Nord Tunisie", "EPSG:22391", "british", 7.4, 34.6, 11.8, 37.6),
        PeriodGrid("sud_tunisie", "Sud Tunisie", "EPSG:22392", "british", 7.4, 30.2, 11.8, 34.7),
        PeriodGrid("nord_maroc", "Nord Maroc", "EPSG:26191", "british", -10.0, 31.4, -0.9, 36.1),
        PeriodGrid("southern_italy", "Southern Italy (to some 200 m)", _SOUTHERN_ITALY, "british",
                   11.5, 36.2, 18.8, 43.0),
        PeriodGrid("palestine", "Palestine grid", "EPSG:28191", "british", 34.1, 29.1, 36.0, 33.4),
        PeriodGrid("egypt_red", "Egypt red belt", "EPSG:22992", "british", 29.0, 21.9, 34.4, 33.9),
        PeriodGrid("egypt_purple", "Egypt purple belt", "EPSG:22993", "british", 24.6, 28.1, 29.1, 31.7),
    )  # fmt: skip


def _german() -> tuple[PeriodGrid, ...]:
    # Meridians 6, 9, 12, 15 east; the number of the zone is the meridian by three.
    return tuple(
        PeriodGrid(f"german_{zone}", f"German Gauss-Krueger, {3 * zone} degrees east", f"EPSG:{31464 + zone}", "german",
                   3 * zone - 2.0, 46.0, 3 * zone + 2.0, 55.5)
        for zone in (2, 3, 4, 5)
    )  # fmt: skip


def _soviet() -> tuple[PeriodGrid, ...]:
    # Zone n lies between 6n - 6 and 6n degrees east.
    return tuple(
        PeriodGrid(f"soviet_{zone}", f"Soviet Gauss-Krueger, zone {zone}", f"EPSG:{28400 + zone}", "soviet",
                   6 * zone - 6.2, 35.0, 6 * zone + 0.2, 82.0)
        for zone in range(2, 31)
    )  # fmt: skip


GRIDS: tuple[PeriodGrid, ...] = (*_lambert(), *_german(), *_soviet())
"""All grids but MGRS, which holds everywhere."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position that a reference can mean: the middle of its square."""

    grid: str
    lon: float
    lat: float
    size_m: float
    """Side of the square."""


def references(lon: float, lat: float, digits: int = 3) -> dict[str, str]:
    """
    Write a position in every grid that was used there.

    >>> references(-0.6208, 49.3385)["French Lambert zone I"]
    'vT 851862'
    """
    told = {grid.told: write_reference(grid, lon, lat, digits) for grid in GRIDS if grid.holds(lon, lat)}
    if -80 <= lat <= 84:
        told["MGRS"] = _write_mgrs(lon, lat, digits)
    return told


def write_reference(grid: PeriodGrid, lon: float, lat: float, digits: int = 3) -> str:
    """
    Write a position in one grid.

    Parameters
    ----------
    digits
        Of easting and of northing each: 3 for 100 m, 4 for 10 m; grids without letters give metres.
    """
    x, y = (float(value) for value in _to(grid.crs).transform(lon, lat))
    if grid.kind != "british":
        return f"R {x:.0f} H {y:.0f}" if grid.kind == "german" else f"X {y:.0f} Y {x:.0f}"
    step = 10 ** (5 - digits)
    large, small = (_letter(grid, x, y, size) for size in (5 * _SQUARE_M, _SQUARE_M))
    east, north = (int(value % _SQUARE_M // step) for value in (x, y))
    return f"{large.lower()}{small} {east:0{digits}d}{north:0{digits}d}"


def _letter(grid: PeriodGrid, x: float, y: float, size: int) -> str:
    east, north = grid.letters_from
    column, row = math.floor((x - east) / size) % 5, math.floor((y - north) / size) % 5
    return _LETTERS[5 * row + column]


def _write_mgrs(lon: float, lat: float, digits: int) -> str:
    # A hair south of the equator rounds to it, and has no square in the south.
    lat = 0.0 if -1e-4 < lat < 0 else lat
    text = mgrs.MGRS().toMGRS(lat, lon, MGRSPrecision=digits)
    head = text[: len(text) - 2 * digits]
    return f"{head[:-2]} {head[-2:]} {text[-2 * digits : -digits]} {text[-digits:]}"


_BRITISH = re.compile(r"([A-HJ-Z])?\s*([A-HJ-Z])\s*((?:\d\d){1,5})", re.IGNORECASE)
_PAIR = re.compile(r"([A-HJ-Z])?\s*([A-HJ-Z])\s*(\d{1,5})[\s/,.-]+(\d{1,5})", re.IGNORECASE)
_MGRS = re.compile(r"\d{1,2}\s*[C-HJ-NP-X]\s*[A-HJ-NP-Z]{2}\s*(?:\d\s*)*", re.IGNORECASE)
_GERMAN = re.compile(r"(?:R\s*)?(\d{7})(?:\.\d+)?[\s,;]+(?:H\s*)?(\d{7})(?:\.\d+)?", re.IGNORECASE)
_SOVIET = re.compile(r"X\s*=?\s*(\d{7})(?:\.\d+)?[\s,;]+Y\s*=?\s*(\d{7,8})(?:\.\d+)?", re.IGNORECASE)


def read_reference(text: str, near: tuple[float, float] | None = None) -> list[Found]:
    """
    Read a reference; give every position that it can mean, the nearest first.

    Parameters
    ----------
    near
        Longitude and latitude near the spot that is meant: letters repeat every 500 km, and
        several grids overlap.

    Raises
    ------
    ProblemsFound
        If it is no reference of any of these kinds, or lies where its grid was not used.
    """
    words = text.strip()
    if found := _SOVIET.fullmatch(words):
        means = _plain("soviet", x=float(found[2]), y=float(found[1]))
    elif found := _GERMAN.fullmatch(words):
        means = _plain("german", x=float(found[1]), y=float(found[2]))
    elif _MGRS.fullmatch(words):
        means = _read_mgrs(words)
    else:
        means = _read_british(words)
    if not means:
        what = f"{text!r} lies where no grid of its kind was used"
        raise ProblemsFound([Problem("reference", what, "look at the letter, and count the digits")])
    if near is None:
        return means
    geod = Geod(ellps="WGS84")
    return sorted(means, key=lambda one: geod.inv(near[0], near[1], one.lon, one.lat)[2])


def _read_british(words: str) -> list[Found]:
    found = _BRITISH.fullmatch(words) or _PAIR.fullmatch(words)
    if found is None:
        remedy = "write T 851862, vT 851862, 31U FR 095 512, R 3456789 H 5512345 or X 5512345 Y 6412345"
        raise ProblemsFound([Problem("reference", f"{words!r} is none that is known here", remedy)])
    if len(found.groups()) == 3:
        half = len(found[3]) // 2
        east, north = found[3][:half], found[3][half:]
    else:
        east, north = found[3], found[4]
        if len(east) != len(north):
            what = f"{words!r} has {len(east)} digits of easting and {len(north)} of northing"
            raise ProblemsFound([Problem("reference", what, "give as many of each")])
    size = 10.0 ** (5 - len(east))
    within = (int(east) + 0.5) * size, (int(north) + 0.5) * size
    return [
        one
        for grid in GRIDS
        if grid.kind == "british"
        for one in _squares(grid, found[1], found[2], within, size)
    ]  # fmt: skip


def _squares(grid: PeriodGrid, large: str | None, small: str, within: tuple[float, float], size: float) -> list[Found]:
    """Try every square of 100 km of a grid that has the letters."""
    corners = [(lon, lat) for lon in (grid.west, grid.east) for lat in (grid.south, grid.north)]
    xs, ys = zip(*(_to(grid.crs).transform(*corner) for corner in corners), strict=True)
    found = []
    for column in range(math.floor(min(xs) / _SQUARE_M) - 1, math.ceil(max(xs) / _SQUARE_M) + 1):
        for row in range(math.floor(min(ys) / _SQUARE_M) - 1, math.ceil(max(ys) / _SQUARE_M) + 1):
            x, y = column * _SQUARE_M + within[0], row * _SQUARE_M + within[1]
            wanted = _letter(grid, x, y, _SQUARE_M) == small.upper()
            if wanted and (large is None or _letter(grid, x, y, 5 * _SQUARE_M) == large.upper()):
                found += _here(grid, x, y, size)
    return found


def _here(grid: PeriodGrid, x: float, y: float, size: float) -> list[Found]:
    lon, lat = (float(value) for value in _to(grid.crs).transform(x, y, direction="INVERSE"))
    return [Found(grid.told, lon, lat, size)] if math.isfinite(lon) and grid.holds(lon, lat) else []


def _plain(kind: str, x: float, y: float) -> list[Found]:
    zone = int(x // 1e6)
    grids = [grid for grid in GRIDS if grid.key == f"{kind}_{zone}"]
    return [one for grid in grids for one in _here(grid, x, y, 1.0)]


def _read_mgrs(words: str) -> list[Found]:
    bare = re.sub(r"\s", "", words).upper()
    digits = len(re.sub(r"^\d{1,2}[A-Z]{3}", "", bare))
    if digits % 2:
        raise ProblemsFound([Problem("reference", f"{words!r} has {digits} digits", "give as many east as north")])
    size = 10.0 ** (5 - digits // 2)
    try:
        lat, lon = mgrs.MGRS().toLatLon(bare)
    except MGRSError as error:
        raise ProblemsFound([Problem("reference", f"{words!r} is no square of MGRS", "look at its letters")]) from error
    # The library gives the square's corner.
    zone, band = re.match(r"([0-9]+)([A-Z])", bare).groups()  # type: ignore[union-attr]
    crs = f"EPSG:{326 if band >= 'N' else 327}{int(zone):02d}"
    x, y = _to(crs).transform(lon, lat)
    # Squares are cut at the border of a zone, and the corner that is given then lies within.
    x, y = (size * (math.floor(value / size + 1e-6) + 0.5) for value in (x, y))
    lon, lat = _to(crs).transform(x, y, direction="INVERSE")
    return [Found("MGRS", float(lon), float(lat), size)]


@lru_cache(maxsize=64)
def _to(crs: str) -> Transformer:
    return Transformer.from_crs(_WGS84, crs, always_xy=True)
