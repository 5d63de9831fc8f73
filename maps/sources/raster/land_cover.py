"""
Read land cover: rasters of class numbers, and tables of what the numbers mean.

The tables of the package lie in ``maps/sources/classes``; ``corine.toml`` explains every key.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rasterio.transform import Affine

from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.sources.raster.cells import Raster
from maps.sources.raster.mosaic import lay_sheets
from maps.sources.raster.sheet import is_grid, open_grid, refuse
from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.raster.sheet import Sheet

    Cells = NDArray[np.float32]

__all__ = [
    "NO_COVER",
    "ClassTable",
    "LandCover",
    "cover_notes",
    "open_land_cover",
    "read_class_table",
    "read_land_cover",
    "shipped_tables",
]

NO_COVER = 255
"""In a raster of covers: nothing is known."""
_HIGHEST = 9999


@dataclass(frozen=True, slots=True)
class ClassTable:
    """What the numbers of a land cover raster mean."""

    name: str
    source: str
    covers: tuple[str, ...]
    """Names of cover, in the order of their positions."""
    cover_of: Mapping[int, int]
    """Position of the cover, or of a mosaic, by class number."""
    name_of: Mapping[int, str]
    """What the source calls a class."""
    nothing: frozenset[int]
    """Numbers that say there are no data."""
    mosaics: tuple[tuple[int, int], ...] = ()
    """
    Positions of two covers each: what a class is in country of hedged fields, and what it is elsewhere. The k-th of
    these pairs has the position ``len(covers) + k``, until it is known where a hex lies.
    """

    @property
    def positions(self) -> int:
        """Count the covers, and the mosaics behind them."""
        return len(self.covers) + len(self.mosaics)

    def settled(self, shares: NDArray[np.float64], hedged: NDArray[np.bool_]) -> NDArray[np.float64]:
        """
        Give the shares of covers (n, c) of shares of covers and mosaics (n, positions).

        Parameters
        ----------
        hedged
            Which hexes lie in country of hedged fields (n,).
        """
        found = shares[:, : len(self.covers)].copy()
        for k, (here, elsewhere) in enumerate(self.mosaics, start=len(self.covers)):
            found[:, here] += np.where(hedged, shares[:, k], 0.0)
            found[:, elsewhere] += np.where(hedged, 0.0, shares[:, k])
        return found


class LandCover(NamedTuple):
    """Positions of covers under a layout (uint8, 255 unknown); and how many cells have numbers not in the table."""

    raster: Raster
    cells: int
    strange: Counter[int]


def shipped_tables() -> list[str]:
    """
    List the class tables that come with the package.

    >>> shipped_tables()
    ['corine', 'igbp', 'nlcd', 'worldcover']
    """
    folder = files("maps.sources").joinpath("classes")
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def read_class_table(which: str | Path, covers: Sequence[str]) -> ClassTable:
    """
    Read a class table: one of the package by its name, or a file (``.toml``).

    Parameters
    ----------
    covers
        The kinds of cover that a class may be counted to.

    Raises
    ------
    ProblemsFound
        If there is no table of that name; or with every fault of the file, by line.
    """
    if isinstance(which, str) and not which.endswith(".toml"):
        if which not in shipped_tables():
            problem = Problem("class tables", f"there is no {which!r}", did_you_mean(which, shipped_tables()))
            raise ProblemsFound([problem])
        which = Path(str(files("maps.sources").joinpath("classes", f"{which}.toml")))
    path = Path(which)
    reader = TomlReader.of(path)
    reader.only(known=("name", "source", "no_data", "class"))
    cover_of, name_of, mosaics = _classes(reader, covers)
    table = ClassTable(
        name=reader.text("name"),
        source=reader.text("source"),
        covers=tuple(covers),
        cover_of=cover_of,
        name_of=name_of,
        nothing=frozenset(_numbers(reader, "no_data", optional=True)),
        mosaics=mosaics,
    )
    for number in sorted(table.nothing & set(cover_of)):
        reader.fault(("no_data",), f"lists {number}, which is a class too", "take it out of one of them")
    raise_any(reader.problems)
    return table


def _classes(
    reader: TomlReader, covers: Sequence[str]
) -> tuple[dict[int, int], dict[int, str], tuple[tuple[int, int], ...]]:
    entries = reader.raw("class")
    if not isinstance(entries, list) or not entries:
        reader.fault(("class",), "is missing", "write each class under [[class]]")
        return {}, {}, ()
    cover_of: dict[int, int] = {}
    name_of: dict[int, str] = {}
    mosaics: dict[tuple[int, int], int] = {}
    for k in range(len(entries)):
        reader.only("class", k, known=("numbers", "name", "cover", "elsewhere"))
        name = reader.text("class", k, "name")
        cover = covers.index(reader.choice("class", k, "cover", known=covers, default=covers[0]))
        if reader.raw("class", k, "elsewhere") is not None:
            elsewhere = covers.index(reader.choice("class", k, "elsewhere", known=covers, default=covers[0]))
            cover = len(covers) + mosaics.setdefault((cover, elsewhere), len(mosaics))
        for number in _numbers(reader, "class", k, "numbers"):
            if number in cover_of:
                reader.fault(("class", k, "numbers"), f"lists {number} a second time", "each number has one meaning")
            cover_of[number], name_of[number] = cover, name
    return cover_of, name_of, tuple(mosaics)


def _numbers(reader: TomlReader, *keys: str | int, optional: bool = False) -> list[int]:
    given = reader.raw(*keys)
    if given is None and optional:
        return []
    if isinstance(given, list) and given and all(type(n) is int and 0 <= n <= _HIGHEST for n in given):
        return given
    reader.fault(keys, f"is {given!r}", f"list whole numbers from 0 to {_HIGHEST:,}, as [1, 111]")
    return []


def open_land_cover(paths: Iterable[Path]) -> list[Sheet]:
    """
    Open rasters of land cover.

    Raises
    ------
    ProblemsFound
        With the fault of every file that cannot be used.
    """
    sheets: list[Sheet] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            if not is_grid(path):
                raise refuse(path.name, "is no kind of raster known here (.tif, .tiff, .asc)", "convert it to GeoTIFF")
            sheets.append(open_grid(path))
        except ProblemsFound as error:
            problems += error.problems
    raise_any(problems)
    return sheets


def read_land_cover(paths: Sequence[Path], table: ClassTable, layout: Layout, *, part: bool = False) -> LandCover:
    """
    Read land cover under a layout and two hexes around it.

    Parameters
    ----------
    paths
        GeoTIFF or ASCII grids, the most trusted first; holes of one, and numbers
        not in the table, are filled by the next.
    part
        Whether the layout is a block of a greater map: then it is no fault that nothing lies under it.

    Raises
    ------
    ProblemsFound
        If a file cannot be used, or, unless ``part``, none lies under the layout.
    """
    sheets = open_land_cover(paths)
    strange: Counter[int] = Counter()
    cover_of = np.full(_HIGHEST + 2, np.nan, np.float32)
    cover_of[list(table.cover_of)] = list(table.cover_of.values())

    def clean(cells: Cells) -> Cells:
        some = np.isfinite(cells)
        fits = some & (cells >= 0) & (cells <= _HIGHEST) & (cells == np.rint(cells))
        number = np.where(fits, cells, _HIGHEST + 1).astype(np.int64)
        covers = cover_of[number]
        strange.update(_strange(cells[some & np.isnan(covers)], table))
        return covers

    raster = lay_sheets(sheets, layout, clean, smooth=False)
    if raster is None:
        if not part:
            raise ProblemsFound([sheet.elsewhere() for sheet in sheets])
        w = layout.width_m
        away = Affine(w, 0.0, layout.origin_x_m, 0.0, -w, layout.origin_y_m)
        return LandCover(Raster(np.full((2, 2), NO_COVER, np.uint8), away, layout.crs), 0, strange)
    codes = np.where(np.isnan(raster.values), NO_COVER, raster.values).astype(np.uint8)
    found = Raster(codes, raster.transform, raster.crs, raster.line, raster.column)
    return LandCover(found, codes.size, strange)


def _strange(cells: Cells, table: ClassTable) -> dict[int, int]:
    numbers, counts = np.unique(np.rint(cells), return_counts=True)
    found = zip(numbers.astype(np.int64).tolist(), counts.tolist(), strict=True)
    return {number: count for number, count in found if number not in table.nothing}


def cover_notes(parts: Sequence[LandCover], table: ClassTable) -> tuple[str, ...]:
    """Say which class numbers the table does not know, how many cells have them, and what share that is."""
    strange: Counter[int] = Counter()
    for part in parts:
        strange.update(part.strange)
    cells = max(sum(part.cells for part in parts), 1)
    return tuple(
        f"Land cover: {count:,} cells ({count / cells:.1%}) have the class {number}, which the class table "
        f"{table.name!r} does not know; they count as unknown."
        for number, count in sorted(strange.items())
    )
