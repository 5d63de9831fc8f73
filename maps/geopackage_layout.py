"""Say what a map's GeoPackage holds, for its writer and its reader."""

from __future__ import annotations

__all__ = ["FORMAT", "HEIGHT_COLUMNS", "LAYERS", "share_column"]

FORMAT = 1
"""Version of the layout of tables; a reader refuses any other."""

HEIGHT_COLUMNS = ("elevation_m", "low_m", "high_m", "relief_m")
LAYERS = {
    "hexes": "POLYGON",
    "hexsides": "LINESTRING",
    "links": "LINESTRING",
    "places": "POINT",
}


def share_column(cover: str) -> str:
    """
    Name the column of a cover's share.

    >>> share_column("open forest")
    'share_open_forest'
    """
    return "share_" + cover.replace(" ", "_").replace("-", "_")
