"""
Load GDAL's vector side without the drivers that reach beyond the file they are given.

Some drivers fetch from the network, start programs, or read other files that a
small text names. GDAL reads the list of those to leave out once, when pyogrio is
first imported; so this is the one place of the package that imports it.

pyogrio loads pandas and geopandas to learn whether they are there: a quarter of
a second, for data frames that nothing here makes. It is loaded without them; its
three modules that know of frames are forgotten then, so that whoever imports
pyogrio for frames, as geopandas does, gets them anew and whole.
"""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any

from maps.loading import without

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SKIPPED_DRIVERS", "Faults", "GdalTable", "layer_names", "read_table", "table_info"]

SKIPPED_DRIVERS = (
    "OGR_VRT", "GDALG", "HTTP", "WFS", "OAPIF", "OGCAPI", "CSW", "EEDA", "PLSCENES", "Carto", "AmigoCloud",
    "Elasticsearch", "NGW", "ADBC", "GPSBabel", "GeoRSS", "PDF", "LIBKML", "KML", "GML", "LVBAG", "EDIGEO", "VFK",
)  # fmt: skip
"""Left out: they follow addresses, start programs, or read what a text points to."""


_FRAMES = ("pyogrio", "pyogrio._compat", "pyogrio.geopandas", "pyogrio.raw")
"""The modules of pyogrio that ask for data frames, or load what asks."""


@contextmanager
def _skipping() -> Iterator[None]:
    # Taken back afterwards: rasterio brings a GDAL of its own, which warns of names it does not know.
    before = os.environ.get("GDAL_SKIP")
    os.environ["GDAL_SKIP"] = ",".join(SKIPPED_DRIVERS)
    try:
        yield
    finally:
        if before is None:
            del os.environ["GDAL_SKIP"]
        else:
            os.environ["GDAL_SKIP"] = before


@contextmanager
def _unframed() -> Iterator[None]:
    if not sys.modules.keys().isdisjoint(("pandas", "pyogrio")):
        yield
        return
    with without("geopandas", "pandas", "pyarrow"):
        yield
    for name in _FRAMES:
        sys.modules.pop(name)  # forgotten, not changed: geopandas loads them anew, and whole


with _skipping(), _unframed():
    import pyogrio
    from pyogrio import raw
    from pyogrio.errors import DataLayerError, DataSourceError, FieldError

Faults = (DataLayerError, DataSourceError, FieldError, RuntimeError, ValueError, UnicodeDecodeError)


_hushed = RLock()


@contextmanager
def _unwarned() -> Iterator[None]:
    # What is warned of is set for all threads at once; and to read holds the others up in any case.
    with _hushed, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class GdalTable:
    """One layer as GDAL gave it: geometries as WKB, columns, row numbers."""

    def __init__(
        self, meta: dict[str, Any], fids: NDArray[np.int64], wkb: NDArray[np.object_], data: list[Any]
    ) -> None:
        """Keep the columns by name."""
        self.crs: str | None = meta["crs"]
        self.fids, self.wkb = fids, wkb
        self.columns: dict[str, NDArray[Any]] = dict(zip(meta["fields"].tolist(), data, strict=True))


def read_table(path: Path, layer: str | None, **options: Any) -> GdalTable:
    """
    Read one layer of a file whose kind has been checked.

    GDAL's own warnings are passed over: what they are about (a relation with a
    member missing, a date it cannot read) leaves the rest of the layer sound.

    Raises
    ------
    Faults
        If GDAL gives up.
    """
    with _unwarned():
        return GdalTable(*raw.read(str(path.resolve()), layer=layer, return_fids=True, force_2d=True, **options))


def layer_names(path: Path) -> list[str]:
    """Give the layers of a file that have geometries."""
    with _unwarned():
        return [str(name) for name, shape in pyogrio.list_layers(str(path.resolve())) if shape is not None]


def table_info(path: Path, layer: str | None) -> dict[str, Any]:
    """Give CRS, number of features, bounds and fields of a layer, without reading it."""
    with _unwarned():
        info: dict[str, Any] = pyogrio.read_info(str(path.resolve()), layer=layer, force_total_bounds=True)
        return info
