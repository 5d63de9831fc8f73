"""
Say where the public services are, and how they want to be treated.

A file of mirrors changes the addresses:

    [services]
    overpass = "https://overpass.example.org/api/interpreter"
    copernicus_glo30 = "https://mirror.example.org/dem/{name}.tif"

    [manners]
    pause_s = 5
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maps.problems import raise_any
from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CREDITS", "KINDS", "Services", "chosen_services", "read_services"]

KINDS: Mapping[str, str] = {
    "overpass": "features",
    "openhistoricalmap": "features",
    "terrain_tiles": "elevation",
    "copernicus_glo30": "elevation",
    "worldcover": "land_cover",
}
"""Which kind of source a service gives."""
CREDITS: Mapping[str, str] = {
    "overpass": "OpenStreetMap: © OpenStreetMap contributors, ODbL 1.0, openstreetmap.org/copyright",
    "openhistoricalmap": "OpenHistoricalMap: OpenHistoricalMap contributors, CC0 1.0 unless an object says otherwise",
    "terrain_tiles": (
        "AWS Terrain Tiles: Mapzen, with data of SRTM, GMTED2010 and 3DEP (courtesy of the U.S. Geological Survey), "
        "ETOPO1 (NOAA), EU-DEM (© European Union, Copernicus Land Monitoring Service) and others, "
        "github.com/tilezen/joerd/blob/master/docs/attribution.md"
    ),
    "copernicus_glo30": (
        "Copernicus DEM GLO-30: © DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018, provided under "
        "COPERNICUS by the European Union and ESA; all rights reserved"
    ),
    "worldcover": (
        "ESA WorldCover 10 m 2021 v200: © ESA WorldCover project 2021 / Contains modified Copernicus Sentinel data "
        "(2021) processed by the ESA WorldCover consortium, CC BY 4.0"
    ),
}
"""How the makers of each service's data want to be named."""
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "overpass": (),
    "openhistoricalmap": (),
    "skadi": ("band", "name"),
    "terrarium": ("z", "x", "y"),
    "copernicus_glo30": ("name",),
    "worldcover": ("name",),
}
_LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Services:
    """
    Addresses, and manners.

    In addresses ``{name}`` stands for a tile's name, ``{band}`` for its first three letters,
    ``{z} {x} {y}`` for its place in the usual scheme of web maps.
    """

    overpass: str = "https://overpass-api.de/api/interpreter"
    openhistoricalmap: str = "https://overpass-api.openhistoricalmap.org/api/interpreter"
    skadi: str = "https://s3.amazonaws.com/elevation-tiles-prod/skadi/{band}/{name}.hgt.gz"
    terrarium: str = "https://s3.amazonaws.com/elevation-tiles-prod/terrarium/{z}/{x}/{y}.png"
    copernicus_glo30: str = "https://copernicus-dem-30m.s3.amazonaws.com/{name}/{name}.tif"
    worldcover: str = (
        "https://esa-worldcover.s3.eu-central-1.amazonaws.com/v200/2021/map/ESA_WorldCover_10m_2021_v200_{name}_Map.tif"
    )
    pause_s: float = 1.0
    """Between two questions to Overpass."""
    connect_s: float = 15.0
    read_s: float = 240.0
    """How long a service may be silent; Overpass thinks for up to three minutes."""
    patience_s: float = 1800.0
    """How long one answer may take in all."""
    tries: int = 4
    longest_wait_s: float = 120.0
    """When a service asks for a longer rest than this, we come back another day."""


def chosen_services(path: Path | None = None) -> Services:
    """
    Give the services of a file, else those of the file that ``SANDTABLE_SERVICES`` names, else the public ones.

    Raises
    ------
    ProblemsFound
        As ``read_services``.
    """
    named = path or os.environ.get("SANDTABLE_SERVICES")
    return read_services(Path(named)) if named else Services()


def read_services(path: Path) -> Services:
    """
    Read a file of mirrors; what it does not name stays as it is.

    Raises
    ------
    ProblemsFound
        With every fault of the file, by line.
    """
    reader = TomlReader.of(path)
    manners = [field.name for field in fields(Services) if field.name not in _FIELDS]
    reader.only(known=("services", "manners"))
    reader.only("services", known=tuple(_FIELDS))
    reader.only("manners", known=tuple(manners))
    told: dict[str, Any] = _addresses(reader) | _manners(reader, manners)
    raise_any(reader.problems)
    return replace(Services(), **told)


def _addresses(reader: TomlReader) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, wanted in _FIELDS.items():
        if reader.raw("services", name) is None:
            continue
        address = reader.text("services", name)
        fault = _fault(address, wanted)
        if fault:
            reader.fault(("services", name), f"is {address!r}, which {fault[0]}", fault[1])
        found[name] = address
    return found


def _fault(address: str, wanted: tuple[str, ...]) -> tuple[str, str] | None:
    try:
        parts = urlsplit(address.format(**dict.fromkeys(wanted, "1")))
    except (ValueError, KeyError, IndexError):
        return "has braces that stand for nothing", f"known are {', '.join(wanted) or 'none'}"
    plain = parts.scheme == "http" and parts.hostname in _LOCAL
    if not parts.hostname or not (parts.scheme == "https" or plain):
        return "is no web address that is safe", "begin it with https://; http:// only for this machine"
    missing = [name for name in wanted if "{" + name + "}" not in address and name != "band"]
    if missing:
        return f"does not say where {missing[0]} goes", "write " + ", ".join("{" + name + "}" for name in wanted)
    return None


def _manners(reader: TomlReader, names: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in names:
        value = reader.raw("manners", name)
        if value is None:
            continue
        least = 1 if name == "tries" else 0
        if type(value) not in (int, float) or not least <= value <= 86_400 or (name == "tries" and value != int(value)):
            reader.fault(("manners", name), f"is {value!r}", f"write a number from {least} on")
            continue
        found[name] = int(value) if name == "tries" else float(value)
    return found
