"""Write units as points for a GIS: GeoJSON in degrees, or a GeoPackage in the map's own projection."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from maps.gpkg.marks import marks_gpkg
from maps.lonlat import lonlat_of
from scenarios.formats.codes import ENEMY, OWN, digits
from scenarios.formats.shown import plain

if TYPE_CHECKING:
    from scenarios.formats.shown import Shown, Unit

__all__ = ["units_geojson", "units_gpkg"]

_COLUMNS = {
    "unit": "TEXT", "side": "TEXT", "formation": "TEXT", "name": "TEXT", "short": "TEXT", "kind": "TEXT",
    "size": "TEXT", "strength": "INTEGER", "full": "INTEGER", "hex": "TEXT", "place": "TEXT", "sidc": "TEXT",
}  # fmt: skip


def units_geojson(shown: Shown) -> bytes:
    """Write the units that a viewer sees on the map as GeoJSON (RFC 7946); what the file says of itself is a member."""
    here = shown.on_map
    spots = np.round(lonlat_of(shown.hexmap.layout, _centres(shown)), 7).tolist()
    features = [
        {"type": "Feature", "id": unit.id, "geometry": {"type": "Point", "coordinates": spot},
         "properties": dict(zip(_COLUMNS, _values(shown, unit), strict=True))}
        for unit, spot in zip(here, spots, strict=True)
    ]  # fmt: skip
    body = {"type": "FeatureCollection", "facts": shown.facts, "features": features}
    return json.dumps(body, ensure_ascii=False).encode()


def units_gpkg(shown: Shown) -> bytes:
    """Write the units that a viewer sees on the map as the layer ``units`` of a GeoPackage."""
    layout = shown.hexmap.layout
    rows = [_values(shown, unit) for unit in shown.on_map]
    changed = f"{shown.at:%Y-%m-%dT%H:%M:%S}.000Z"
    return marks_gpkg(
        "units", layout.crs, layout.to_map(_centres(shown)), _COLUMNS, rows, facts=shown.facts, changed=changed
    )


def _centres(shown: Shown) -> np.ndarray:
    spots: np.ndarray = shown.hexmap.layout.centres()
    here: np.ndarray = spots[np.array([unit.hex for unit in shown.on_map], int)]
    return here


def _values(shown: Shown, unit: Unit) -> list[object]:
    known = shown.body.get(unit.formation)
    identity = OWN if shown.friendly(unit.side) else ENEMY
    return [
        unit.id, unit.side, plain(known.name) if known else "", plain(unit.name), plain(unit.label), unit.kind,
        unit.size, unit.strength, unit.full, shown.hexmap.number(unit.hex or 0), unit.place,
        digits(unit.symbol, unit.size, identity),
    ]  # fmt: skip
