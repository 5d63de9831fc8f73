"""Say what a map's GeoPackage holds, for its writer and its reader."""

from __future__ import annotations

__all__ = [
    "AUDIT_COLUMNS",
    "CORRECTION_COLUMNS",
    "CORRECTION_LAYERS",
    "FORMAT",
    "HEIGHT_COLUMNS",
    "LAYERS",
    "NOTED_LAYERS",
    "OLD_FORMATS",
    "REASON_COLUMNS",
    "share_column",
]

FORMAT = 2
"""Version of the layout of tables."""

OLD_FORMATS = (1,)
"""Versions that are still read: 1 has no slopes, corrections, evidence, audit, nor reasons of edits."""

HEIGHT_COLUMNS = ("elevation_m", "low_m", "high_m", "relief_m")
LAYERS = {
    "hexes": "POLYGON",
    "hexsides": "LINESTRING",
    "links": "LINESTRING",
    "places": "POINT",
}
"""The map itself, in its own projection."""

CORRECTION_LAYERS = {
    "area": ("corrections_areas", "POLYGON"),
    "line": ("corrections_lines", "LINESTRING"),
    "point": ("corrections_points", "POINT"),
}
"""What was corrected by hand, by the shape that it is drawn in; degrees, WGS 84."""

CORRECTION_COLUMNS = {
    "nth": "INTEGER",
    "id": "TEXT",
    "what": "TEXT",
    "value": "TEXT",
    "name": "TEXT",
    "rank": "INTEGER",
    "why": "TEXT",
    "source": "TEXT",
    "by": "TEXT",
}
AUDIT_COLUMNS = {
    "feature": "TEXT",
    "name": "TEXT",
    "kind": "TEXT",
    "verdict": "TEXT",
    "why": "TEXT",
    "lon": "DOUBLE",
    "lat": "DOUBLE",
}
NOTED_LAYERS = {**dict(CORRECTION_LAYERS.values()), "audit": "POINT"}
"""How the map came about, in degrees."""

REASON_COLUMNS = {"why": "TEXT", "source": "TEXT"}
"""Empty columns in each layer of the map, for whoever edits it to say why."""


def share_column(cover: str) -> str:
    """
    Name the column of a cover's share.

    >>> share_column("open forest")
    'share_open_forest'
    """
    return "share_" + cover.replace(" ", "_").replace("-", "_")
