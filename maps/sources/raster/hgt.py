"""
Open tiles of the Shuttle Radar Topography Mission: ``N43E006.hgt``, plain, gzipped or zipped.

A tile has no header: its name says its south-west corner, its length how fine it is.
Big-endian 16-bit heights from north to south; the outermost cells are those of the
neighbouring tiles too. Cells are centred on whole multiples of 3 or 1 arc seconds
(SRTM Collection User Guide, section 2).
"""

from __future__ import annotations

import re
import zipfile
import zlib
from functools import lru_cache
from gzip import GzipFile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rasterio.transform import Affine

from maps.sources.raster.sheet import Sheet, refuse, strided

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from maps.sources.raster.sheet import Cut

    Cells = NDArray[np.float32]

__all__ = ["is_hgt", "open_hgt"]

_NAME = re.compile(r"([NS])(\d{2})([EW])(\d{3})", re.IGNORECASE)
_SIDES = (1201, 3601)
_MOST_BYTES = 2 * max(_SIDES) ** 2
_VOID = -32768
_NAMES = (".hgt", ".hgt.gz", ".hgt.zip")


def is_hgt(path: Path) -> bool:
    """Tell by the name whether a file is a tile; also ``N43E006.zip`` and ``N43E006.SRTMGL1.hgt.zip``."""
    name = path.name.lower()
    return name.endswith(_NAMES) or (name.endswith(".zip") and _NAME.match(path.name) is not None)


def open_hgt(path: Path) -> Sheet:
    """
    Open a tile.

    Raises
    ------
    ProblemsFound
        If its name says no place, its length is that of no tile, or it cannot be unpacked.
    """
    place = _NAME.match(path.name)
    if place is None:
        what = "does not say by its name where it lies"
        raise refuse(path.name, what, "name it by its south-west corner, for example N43E006.hgt")
    south = int(place[2]) * (1 if place[1].upper() == "N" else -1)
    west = int(place[4]) * (1 if place[3].upper() == "E" else -1)
    side = _side(path)
    cell = 1.0 / (side - 1)
    transform = Affine(cell, 0.0, west - cell / 2, 0.0, -cell, south + 1 + cell / 2)
    return Sheet(path.name, "EPSG:4326", transform, side, side, lambda cut: _read(path, side, cut))


def _side(path: Path) -> int:
    try:
        length = path.stat().st_size if path.suffix.lower() == ".hgt" else len(_unpacked(path, path.stat().st_mtime_ns))
    except OSError as error:
        what = f"cannot be opened ({error.strerror})"
        raise refuse(path.name, what, "check the name and the rights") from error
    for side in _SIDES:
        if length == 2 * side * side:
            return side
    sizes = " or ".join(f"{side} x {side}" for side in _SIDES)
    what = f"has {length:,} bytes, and no SRTM tile has (it would be {sizes} heights)"
    raise refuse(path.name, what, "it was cut short, or is something else: fetch it again")


def _read(path: Path, side: int, cut: Cut) -> Cells:
    plain = path.suffix.lower() == ".hgt"
    heights: NDArray[Any] = (
        np.memmap(path, ">i2", "r", shape=(side, side))
        if plain
        else np.frombuffer(_unpacked(path, path.stat().st_mtime_ns), ">i2").reshape(side, side)
    )
    cells = strided(heights, cut)
    return np.where(cells == _VOID, np.float32(np.nan), cells.astype(np.float32))


@lru_cache(maxsize=4)
def _unpacked(path: Path, changed_ns: int) -> bytes:  # noqa: ARG001 - a file that was changed is read anew
    """Unpack a tile, but never more than the longest tile and a byte."""
    try:
        if path.suffix.lower() == ".gz":
            with GzipFile(path) as packed:
                return packed.read(_MOST_BYTES + 1)
        with zipfile.ZipFile(path) as archive:
            inside = [name for name in archive.namelist() if name.lower().endswith(".hgt")]
            if len(inside) != 1 or _stem(inside[0]) != _stem(path.name):
                what = f"holds {len(inside)} .hgt files" if len(inside) != 1 else f"holds {inside[0][:60]!r}"
                raise refuse(path.name, what, "pack one tile of the same name, as it is distributed")
            with archive.open(inside[0]) as packed:
                return packed.read(_MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        if isinstance(error, FileNotFoundError | PermissionError):
            raise
        remedy = "it was cut short, or is something else: fetch it again"
        raise refuse(path.name, "cannot be unpacked", remedy) from error


def _stem(name: str) -> str:
    return Path(name).name[:7].upper()
