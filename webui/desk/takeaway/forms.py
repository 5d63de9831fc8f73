"""List the formats that hold forces: what each is, and who writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenarios.formats.gis import units_geojson, units_gpkg
from scenarios.formats.kmz import campaign_kmz
from scenarios.formats.msdl import msdl
from scenarios.formats.oob import oob_csv, oob_xlsx
from scenarios.formats.orbatmapper import orbat_mapper
from scenarios.formats.tabletop import tabletop_zip
from scenarios.formats.tiled import tiled_zip
from scenarios.formats.vassal import vassal_module, vassal_save

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scenarios.formats.shown import Shown
    from webui.desk.exports import Options

__all__ = ["FORCES", "Form"]


@dataclass(frozen=True, slots=True)
class Form:
    """A format: its words in the list, its type, its writer, and whether it tells of turns before."""

    words: str
    mimetype: str
    write: Callable[[Shown, Options], bytes]
    past: bool = False


_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

FORCES: Mapping[tuple[str, str], Form] = {
    ("oob", "csv"): Form("Order of battle as a table", "text/csv", lambda shown, _: oob_csv(shown)),
    ("oob", "xlsx"): Form("Order of battle as a workbook, a page a side", _XLSX, lambda shown, _: oob_xlsx(shown)),
    ("turns", "kmz"): Form(
        "Where all stood turn by turn, for Google Earth", "application/vnd.google-earth.kmz",
        lambda shown, _: campaign_kmz(shown), past=True,
    ),
    ("orbat", "json"): Form(
        "Forces turn by turn, for ORBAT Mapper", "application/json", lambda shown, _: orbat_mapper(shown), past=True
    ),
    ("orbat", "msdl"): Form("Forces as MSDL, for simulations", "application/xml", lambda shown, _: msdl(shown)),
    ("tiled", "zip"): Form("Map and units for Tiled", "application/zip", lambda shown, _: tiled_zip(shown)),
    ("vassal", "vmod"): Form("Module for VASSAL", "application/octet-stream", lambda shown, _: vassal_module(shown)),
    ("vassal", "vsav"): Form("Save for VASSAL", "application/octet-stream", lambda shown, _: vassal_save(shown)),
    ("tabletop", "zip"): Form("Game for Tabletop Simulator", "application/zip", lambda shown, _: tabletop_zip(shown)),
    ("units", "gpkg"): Form(
        "Units on the map as GeoPackage", "application/geopackage+sqlite3", lambda shown, _: units_gpkg(shown)
    ),
    ("units", "geojson"): Form(
        "Units on the map as GeoJSON", "application/geo+json", lambda shown, _: units_geojson(shown)
    ),
}  # fmt: skip
"""By what it is and its format."""
