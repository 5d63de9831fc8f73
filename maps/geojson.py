"""Write maps as GeoJSON (RFC 7946): longitude and latitude, seven decimals, outsides anticlockwise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from pyproj import Transformer

from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

__all__ = ["to_geojson"]

_DECIMALS = 7


def to_geojson(hexmap: HexMap) -> dict[str, Any]:
    """
    Make a feature collection of hexes, hexsides, links and places.

    Each feature's property ``layer`` says which it is. Hexes off the map, empty hexsides and
    empty links are left out. What the map was made from is in ``sources``.
    """
    to_degrees = Transformer.from_crs(hexmap.layout.crs, "EPSG:4326", always_xy=True)

    def degrees(uv: NDArray[np.float64]) -> list[Any]:
        xy = hexmap.layout.to_map(uv)
        lonlat = np.stack(to_degrees.transform(xy[..., 0], xy[..., 1]), axis=-1)
        listed: list[Any] = np.round(lonlat, _DECIMALS).tolist()
        return listed

    features = [*_hexes(hexmap, degrees), *_sides(hexmap, degrees), *_links(hexmap, degrees), *_places(hexmap, degrees)]
    return {
        "type": "FeatureCollection",
        "name": hexmap.name,
        "key": hexmap.key,
        "sources": list(hexmap.sources),
        "notes": list(hexmap.notes),
        "features": features,
    }


def _feature(layer: str, shape: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    geometry = {"type": shape, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": {"layer": layer, **properties}}


def _hexes(hexmap: HexMap, degrees: Any) -> Iterator[dict[str, Any]]:
    # Corners run clockwise on the map; the outside of a polygon is to run the other way.
    rings = degrees(hexmap.layout.corners()[:, ::-1])
    for index in np.flatnonzero(hexmap.inside).tolist():
        shares = {
            name: round(float(share), 4)
            for name, share in zip(hexmap.cover_names, hexmap.cover[index], strict=True)
            if share > 0
        }
        yield _feature(
            "hexes",
            "Polygon",
            [[*rings[index], rings[index][0]]],
            number=hexmap.number(index),
            terrain=hexmap.shown_of(index),
            elevation_m=_rounded(hexmap.elevation_m[index]),
            relief_m=_rounded(hexmap.relief_m[index]),
            shares=shares,
            rule=hexmap.rule_names[int(hexmap.rule[index])],
        )


def _rounded(value: np.float32) -> float | None:
    # JSON has no NaN.
    return None if math.isnan(value) else round(float(value), 1)


def _sides(hexmap: HexMap, degrees: Any) -> Iterator[dict[str, Any]]:
    corners = degrees(hexmap.layout.corners())
    for index, side in _once(hexmap, (hexmap.hexside > 0) | (hexmap.crossing > 0) | (hexmap.border > 0)):
        yield _feature(
            "hexsides",
            "LineString",
            [corners[index][side], corners[index][(side + 1) % SIDES]],
            hexes=_pair(hexmap, index, side),
            kind=HEXSIDES[int(hexmap.hexside[index, side])],
            crossing=CROSSINGS[int(hexmap.crossing[index, side])],
            **({"border": hexmap.border_names[int(hexmap.border[index, side])]} if hexmap.borders else {}),
            name=hexmap.side_names.get((index, side)),
        )


def _links(hexmap: HexMap, degrees: Any) -> Iterator[dict[str, Any]]:
    centres = degrees(hexmap.layout.centres())
    for index, side in _once(hexmap, (hexmap.road > 0) | (hexmap.rail > 0)):
        yield _feature(
            "links",
            "LineString",
            [centres[index], centres[int(hexmap.neighbour[index, side])]],
            hexes=_pair(hexmap, index, side),
            road=ROADS[int(hexmap.road[index, side])],
            rail=RAILS[int(hexmap.rail[index, side])],
        )


def _once(hexmap: HexMap, wanted: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    upper = hexmap.neighbour > np.arange(len(hexmap))[:, None]
    yield from ((int(index), int(side)) for index, side in np.argwhere(wanted & upper))


def _pair(hexmap: HexMap, index: int, side: int) -> str:
    return f"{hexmap.number(index)}/{hexmap.number(int(hexmap.neighbour[index, side]))}"


def _places(hexmap: HexMap, degrees: Any) -> Iterator[dict[str, Any]]:
    spots = hexmap.layout.to_grid(np.array([(place.x_m, place.y_m) for place in hexmap.places]).reshape(-1, 2))
    for place, spot in zip(hexmap.places, degrees(spots), strict=True):
        yield _feature(
            "places",
            "Point",
            spot,
            name=place.name,
            number=hexmap.number(place.index),
            population=place.population,
            rank=place.rank,
        )
