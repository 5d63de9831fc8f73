"""
Read scanned maps that nobody vouches for, and lay them under the hexes.

A picture is known by its first bytes, measured before it is unpacked, and kept only as
its pixels: text, positions and thumbnails that a camera or a stranger put into the file
are left behind. Of GeoTIFF only the one driver is used, in a folder without neighbours.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import rasterio
from PIL import Image
from pyproj import CRS
from pyproj.exceptions import CRSError
from rasterio.enums import ColorInterp, Resampling
from rasterio.errors import NotGeoreferencedWarning, RasterioError
from rasterio.transform import Affine
from rasterio.warp import reproject, transform_bounds

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Bounds = tuple[float, float, float, float]

__all__ = [
    "MOST_BYTES",
    "Laid",
    "Scan",
    "check_crs",
    "lay_by_matrix",
    "lay_by_position",
    "open_kept",
    "pack_scan",
    "picture_kind",
    "placed_by",
    "read_scan",
    "world_file",
]

MOST_BYTES = 150_000_000
_MOST_PIXELS = 80_000_000
_MOST_TIFF_PIXELS = 400_000_000
_MOST_BLOCK = 40_000_000
_LONGEST_KEPT = 5000
_LONGEST_LAID = 2600
_LEAST_LAID = 8
_MAGIC = {
    b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG",
    b"II*\x00": "TIFF", b"MM\x00*": "TIFF", b"II+\x00": "TIFF", b"MM\x00+": "TIFF",
}  # fmt: skip
_EPSG = re.compile(r"EPSG:\d{4,6}")
_OPAQUE = 255
_WORLD, _CRS, _PICTURE, _POINTS = "world file", "CRS", "picture", "control points"


@dataclass(frozen=True, eq=False)
class Scan:
    """A picture, made smaller if it was very large, and where it says that it lies."""

    picture: Image.Image
    shrunk: float
    """Pixels of the file to a pixel kept, 1 or more."""
    transform: Affine | None = None
    """From pixels kept to coordinates of ``crs``, if the file says so."""
    crs: str = ""


@dataclass(frozen=True, eq=False)
class Laid:
    """A picture turned upright to the grid: its upper left corner and its size in grid coordinates, metres."""

    picture: Image.Image
    u_m: float
    v_m: float
    wide_m: float
    high_m: float

    def webp(self) -> bytes:
        """Pack it for the browser."""
        packed = io.BytesIO()
        self.picture.save(packed, "WEBP", quality=82, method=2)
        return packed.getvalue()


def picture_kind(path: Path, name: str) -> str:
    """
    Say what a file is by its first bytes: PNG, JPEG or TIFF.

    Raises
    ------
    ProblemsFound
        If it is none of these, empty, or larger than 150 MB.
    """
    with path.open("rb") as file:
        head = file.read(16)
    kind = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)
    if kind is None:
        raise _refused(name, "is no picture that can be laid under a map", "give a PNG, a JPEG or a GeoTIFF")
    if path.stat().st_size > MOST_BYTES:
        raise _refused(name, f"has more than {MOST_BYTES / 1e6:.0f} MB", "scan it coarser, or cut it to the map")
    return kind


def read_scan(path: Path, name: str) -> Scan:
    """
    Read a scanned map.

    Parameters
    ----------
    name
        What the user calls the file, for messages.

    Raises
    ------
    ProblemsFound
        If it is no picture, damaged, too large, or of colours that cannot be shown.
    """
    kind = picture_kind(path, name)
    return _read_tiff(path, name) if kind == "TIFF" else _read_picture(path, name, kind)


def world_file(text: str, crs: str, shrunk: float) -> Affine:
    """
    Read a world file: six numbers, a line each, for the middle of the first pixel.

    Raises
    ------
    ProblemsFound
        If these are not six numbers, or ``crs`` is no known number of EPSG.
    """
    check_crs(crs)
    try:
        a, d, b, e, c, f = map(float, text.split())
    except ValueError:
        raise _refused(_WORLD, "is not six numbers", "give the .pgw, .jgw or .wld of the picture") from None
    found = Affine(a, b, c - (a + b) / 2, d, e, f - (d + e) / 2)
    if not all(map(math.isfinite, found)) or found.determinant == 0:
        raise _refused(_WORLD, "gives pixels no size", "give the .pgw, .jgw or .wld of the picture")
    return found @ Affine.scale(shrunk)


def check_crs(crs: str) -> None:
    """See that a CRS is a known number of EPSG; raises ``ProblemsFound`` if not."""
    try:
        known = _EPSG.fullmatch(crs) is not None and CRS.from_user_input(crs) is not None
    except CRSError:
        known = False
    if not known:
        raise _refused(_CRS, f"{crs[:40]!r} is no known coordinate system", "give its number, such as EPSG:32631")


def lay_by_position(scan: Scan, layout: Layout) -> Laid:
    """
    Lay a picture by its own position, from a GeoTIFF or a world file.

    Raises
    ------
    ProblemsFound
        If it does not touch the map, or has no position.
    """
    if scan.transform is None:
        raise _refused(_PICTURE, "does not say where it lies", "give its world file, or set control points")
    box = _ground_box(scan, layout)
    frame = _Frame.over(box, layout, _cell_m(box, scan.picture.size))
    source = np.asarray(scan.picture.convert("RGBA"))
    target = np.zeros((4, frame.lines, frame.columns), np.uint8)
    for band in range(4):
        reproject(
            np.ascontiguousarray(source[..., band]), target[band],
            src_transform=scan.transform, src_crs=scan.crs, dst_transform=Affine(*frame.to_map(layout)[:2].ravel()),
            dst_crs=layout.crs, resampling=Resampling.bilinear if band < 3 else Resampling.nearest,
        )  # fmt: skip
    return frame.laid(Image.fromarray(np.moveaxis(target, 0, -1), "RGBA"))


def lay_by_matrix(picture: Image.Image, matrix: Floats, layout: Layout) -> Laid:
    """
    Lay a picture by a matrix from its pixels to map coordinates (3, 3), as ``fit_points`` gives it.

    Raises
    ------
    ProblemsFound
        If it does not touch the map.
    """
    wide, high = picture.size
    corners = np.array([(0, 0, 1), (wide, 0, 1), (wide, high, 1), (0, high, 1)], float)
    x, y, w = matrix @ corners.T
    if not ((w > 0).all() or (w < 0).all()):
        raise _refused(_POINTS, "fold the picture over", "check that each point is the same spot in both")
    uv = layout.to_grid(np.stack([x / w, y / w], axis=1))
    box = (*uv.min(axis=0).tolist(), *uv.max(axis=0).tolist())
    frame = _Frame.over(box, layout, _cell_m(box, picture.size))
    back = np.linalg.inv(matrix) @ frame.to_map(layout)
    back /= back[2, 2]
    laid = picture.convert("RGBA").transform(
        (frame.columns, frame.lines), Image.Transform.PERSPECTIVE, back.ravel()[:8].tolist(), Image.Resampling.BICUBIC
    )
    return frame.laid(laid)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A window of square cells, upright in grid coordinates."""

    u_m: float
    v_m: float
    cell_m: float
    columns: int
    lines: int

    @classmethod
    def over(cls, box: Bounds, layout: Layout, cell_m: float) -> _Frame:
        """Cover what a box in grid coordinates shares with the map."""
        u0, v0, u1, v1 = layout.extent()
        left, top, right, low = max(box[0], u0), max(box[1], v0), min(box[2], u1), min(box[3], v1)
        if not (right > left and low > top):
            raise _refused(_PICTURE, "lies beside this map", "check its coordinate system and its control points")
        cell_m = max(cell_m, (right - left) / _LONGEST_LAID, (low - top) / _LONGEST_LAID)
        return cls(left, top, cell_m, *(max(_LEAST_LAID, math.ceil(n / cell_m)) for n in (right - left, low - top)))

    def to_map(self, layout: Layout) -> Floats:
        """Give the matrix from pixels to map coordinates (3, 3)."""
        spots = [(self.u_m, self.v_m), (self.u_m + self.cell_m, self.v_m), (self.u_m, self.v_m + self.cell_m)]
        (x, y), right, down = layout.to_map(spots)
        return np.array([[right[0] - x, down[0] - x, x], [right[1] - y, down[1] - y, y], [0, 0, 1]])

    def laid(self, picture: Image.Image) -> Laid:
        """Join it to its picture."""
        return Laid(picture, self.u_m, self.v_m, self.columns * self.cell_m, self.lines * self.cell_m)


def _ground_box(scan: Scan, layout: Layout) -> Bounds:
    """Give the box of a picture in grid coordinates, a little too large."""
    assert scan.transform is not None
    wide, high = scan.picture.size
    corners = [scan.transform @ corner for corner in ((0, 0), (wide, 0), (wide, high), (0, high))]
    (xs, ys) = zip(*corners, strict=True)
    try:
        west, south, east, north = transform_bounds(scan.crs, layout.crs, min(xs), min(ys), max(xs), max(ys))
    except (RasterioError, ValueError):
        west = math.nan
    if not math.isfinite(west):
        raise _refused(_PICTURE, "lies beside this map", "check its coordinate system")
    uv = layout.to_grid([(west, south), (west, north), (east, south), (east, north)])
    return (*uv.min(axis=0).tolist(), *uv.max(axis=0).tolist())


def _cell_m(box: Bounds, size: tuple[int, int]) -> float:
    return max((box[2] - box[0]) / size[0], (box[3] - box[1]) / size[1]) / math.sqrt(2)


def _refused(place: str, what: str, remedy: str) -> ProblemsFound:
    return ProblemsFound([Problem(place, what, remedy)])


def _read_picture(path: Path, name: str, kind: str) -> Scan:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path, formats=(kind,)) as opened:
                _check_pixels(name, *opened.size, _MOST_PIXELS)
                return _kept(opened, opened.size)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise _too_large(name, _MOST_PIXELS) from error
    except (OSError, SyntaxError, ValueError, MemoryError, EOFError) as error:
        raise _refused(name, "is damaged or cut short", "scan or export it again") from error


def _kept(opened: Image.Image, size: tuple[int, int]) -> Scan:
    """Take the pixels alone, in colours that browsers show."""
    clear = opened.mode in {"RGBA", "LA", "PA"} or "transparency" in opened.info
    plain = opened.convert("RGBA" if clear else "RGB")
    shrunk = max(1.0, max(size) / _LONGEST_KEPT)
    if shrunk > 1.0:
        wide, high = (max(1, round(n / shrunk)) for n in size)
        plain = plain.resize((wide, high), Image.Resampling.LANCZOS, reducing_gap=2.0)
    fresh = Image.new(plain.mode, plain.size)
    fresh.paste(plain)
    return Scan(fresh, shrunk)


def _check_pixels(name: str, wide: int, high: int, most: int) -> None:
    if wide * high > most:
        raise _too_large(name, most)
    if min(wide, high) < 2:
        raise _refused(name, f"has {wide} x {high} pixels", "give a picture of a map")


def _too_large(name: str, most: int) -> ProblemsFound:
    return _refused(name, f"has more than {most / 1e6:.0f} million pixels", "scan it coarser, or cut it to the map")


def _read_tiff(path: Path, name: str) -> Scan:
    try:
        with warnings.catch_warnings(), rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR"):
            warnings.simplefilter("ignore", NotGeoreferencedWarning)
            with rasterio.open(path, driver="GTiff") as source:
                _check_tiff(name, source)
                return _tiff_scan(name, source)
    except (RasterioError, OSError, ValueError, MemoryError) as error:
        raise _refused(name, "is damaged, or no GeoTIFF", "export it again, as a GeoTIFF of 8-bit colours") from error


def _check_tiff(name: str, source: Any) -> None:
    _check_pixels(name, source.width, source.height, _MOST_TIFF_PIXELS)
    if max(lines * columns for lines, columns in source.block_shapes) > _MOST_BLOCK:
        raise _refused(name, "is packed as one large block", "export it in tiles or strips")
    if set(source.dtypes) != {"uint8"} or source.count not in (1, 2, 3, 4):
        what = f"has {source.count} bands of {', '.join(sorted(set(source.dtypes)))}"
        raise _refused(name, what, "export it as 8-bit colours or greys")


def _tiff_scan(name: str, source: Any) -> Scan:
    shrunk = max(1.0, max(source.width, source.height) / _LONGEST_KEPT)
    size = (max(1, round(source.height / shrunk)), max(1, round(source.width / shrunk)))
    palette = source.colorinterp[0] == ColorInterp.palette
    how = Resampling.nearest if palette else Resampling.average
    bands = source.read(out_shape=(source.count, *size), resampling=how)
    if palette:
        colours = source.colormap(1)
        table = np.array([colours.get(code, (0, 0, 0, 0)) for code in range(256)], np.uint8)
        pixels = table[bands[0]]
    else:
        colour = bands[:3] if source.count >= 3 else np.repeat(bands[:1], 3, axis=0)
        clear = source.dataset_mask(out_shape=size)
        pixels = np.moveaxis(np.concatenate([colour, clear[None]]), 0, -1)
    picture = Image.fromarray(np.ascontiguousarray(pixels), "RGBA")
    picture = picture if (pixels[..., 3] < _OPAQUE).any() else picture.convert("RGB")
    if source.crs is None or source.transform.is_identity:
        return Scan(picture, shrunk)
    stretch = Affine.scale(source.width / size[1], source.height / size[0])
    return Scan(picture, shrunk, source.transform @ stretch, _crs_of(name, source.crs))


def _crs_of(name: str, crs: Any) -> str:
    try:
        return str(CRS.from_user_input(crs.to_wkt()).to_wkt())
    except CRSError:
        raise _refused(name, "has a coordinate system that is not known", "assign the right one") from None


def pack_scan(scan: Scan) -> bytes:
    """Pack the picture as it was scanned, for the browser and for ``open_kept``."""
    packed = io.BytesIO()
    scan.picture.save(packed, "WEBP", quality=88, method=2)
    return packed.getvalue()


def open_kept(path: Path) -> Image.Image:
    """
    Open a picture that ``pack_scan`` packed.

    Raises
    ------
    ProblemsFound
        If it is damaged.
    """
    return _read_picture(path, path.name, "WEBP").picture


def placed_by(picture: Image.Image, world: str, crs: str, shrunk: float) -> Scan:
    """
    Say by a world file where a picture lies.

    Parameters
    ----------
    world, crs
        Text of the world file; CRS of its numbers, as ``EPSG:`` and a number.
    shrunk
        Pixels of the file, which the world file means, to a pixel of the picture.

    Raises
    ------
    ProblemsFound
        As ``world_file`` does.
    """
    return Scan(picture, shrunk, world_file(world, crs, shrunk), crs)
