"""The Ardennes map, built once for all tests of the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyproj import Transformer

from maps.area.reader import read_area, shipped_area
from maps.making.build import build

if TYPE_CHECKING:
    from collections.abc import Callable

    from maps.grid.hexmap import HexMap


@pytest.fixture(scope="session")
def ardennes() -> HexMap:
    return build(read_area(shipped_area("ardennes_1944")))


@pytest.fixture(scope="session")
def hex_at(ardennes: HexMap) -> Callable[[float, float], int]:
    to_map = Transformer.from_crs("EPSG:4326", ardennes.layout.crs, always_xy=True)
    return lambda lon, lat: ardennes.layout.index_at(*to_map.transform(lon, lat))
