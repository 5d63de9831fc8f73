"""
Put questions to Overpass: what of OpenStreetMap and OpenHistoricalMap a map of some hex width needs.

The language is that of the OpenStreetMap wiki, "Overpass API/Overpass QL".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import datetime as dt

    from maps.sources.online.lattices import Bounds

__all__ = ["question"]

_THINKS_S = 180
_MOST_MEMORY = 536_870_912
_AREAS = ("way", 'relation["type"="multipolygon"]')
_CLOSED = ("abandoned", "disused", "razed", "dismantled", "historic")


class _Wish(NamedTuple):
    """Objects with one of the values of a key, for hexes up to a width."""

    objects: tuple[str, ...]
    key: str
    values: str
    up_to_m: float = float("inf")


_WISHES = (
    _Wish(("way",), "highway", "motorway|trunk|primary|motorway_link|trunk_link|primary_link"),
    _Wish(("way",), "highway", "secondary|tertiary|secondary_link|tertiary_link", 10_000),
    _Wish(("way",), "highway", "unclassified|road|byway|track", 3_000),
    _Wish(("way",), "railway", f"rail|narrow_gauge|light_rail|preserved|{'|'.join(_CLOSED)}"),
    *(_Wish(("way",), f"{state}:railway", "rail|yes|narrow_gauge") for state in _CLOSED[:4]),
    _Wish(("way",), "waterway", "river|canal|tidal_channel|dam"),
    _Wish(("way",), "waterway", "stream|brook", 5_000),
    _Wish(("way",), "waterway", "drain|ditch", 1_000),
    *(_Wish(("way",), f"{state}:waterway", "canal") for state in _CLOSED[:2]),
    _Wish(_AREAS, "waterway", "riverbank|dock"),
    _Wish(_AREAS, "natural", "water|wetland|marsh|mud|glacier|wood|forest|scrub|shrubbery|heath|moor|fell|tundra"),
    _Wish(_AREAS, "natural", "grassland|beach|shingle|shoal|sand|dune|bare_rock|scree|rock|blockfield"),
    _Wish(("way",), "natural", "coastline"),
    _Wish(("way",), "natural", "cliff|earth_bank", 5_000),
    _Wish(_AREAS, "landuse", "forest|forestry|wood|reservoir|residential|commercial|retail|industrial|railway|port"),
    _Wish(_AREAS, "landuse", "farmland|farm|meadow|pasture|vineyard|orchard|allotments|plant_nursery|quarry|landfill"),
    _Wish(_AREAS, "landuse", "grass|village_green|recreation_ground|cemetery|farmyard|greenfield|brownfield", 3_000),
    _Wish(_AREAS, "landuse", "institutional|education|religious|civic_admin|garages|depot|construction", 3_000),
    _Wish(_AREAS, "landuse", "greenhouse_horticulture", 3_000),
    _Wish(_AREAS, "leisure", "park|golf_course|common", 3_000),
    _Wish(_AREAS, "landcover", "bocage|hedged_fields"),
    _Wish(_AREAS, "aeroway", "aerodrome"),
    _Wish(_AREAS, "man_made", "spoil_heap", 3_000),
    _Wish(_AREAS, "plant:source", "solar", 3_000),
    _Wish(("node",), "place", "city|town|village"),
    _Wish(("node",), "place", "hamlet", 3_000),
    _Wish(("way",), "route", "ferry"),
    _Wish(("node", "way"), "ford", "yes|stepping_stones|boat", 5_000),
    _Wish(("node",), "highway", "ford", 5_000),
    _Wish(_AREAS, "man_made", "bridge|embankment|dyke|dam", 5_000),
)


def question(box: Bounds, width_m: float, date: dt.date | None = None) -> str:
    """
    Write the question for one tile.

    Parameters
    ----------
    width_m
        Of the hexes: wide ones need no brooks and lanes.
    date
        Leaves out what began later or had ended before, as far as plain dates say so; what
        is dated in other ways stays, and is looked at when the map is made true to its date.

    >>> from maps.sources.online.lattices import Bounds
    >>> print(question(Bounds(5, 50, 5.25, 50.25), 2000).splitlines()[0])
    [out:json][timeout:180][maxsize:536870912][bbox:50,5,50.25,5.25];
    """
    head = f"[out:json][timeout:{_THINKS_S}][maxsize:{_MOST_MEMORY}]"
    head += f"[bbox:{box.south:.10g},{box.west:.10g},{box.north:.10g},{box.east:.10g}];"
    then = "" if date is None else _stood(date)
    lines = [
        f'  {what}["{wish.key}"~"^({wish.values})$"]{then};'
        for wish in _WISHES
        if width_m <= wish.up_to_m
        for what in wish.objects
    ]
    return "\n".join([head, "(", *lines, ");", "out geom;"]) + "\n"


def _stood(date: dt.date) -> str:
    # Dates are compared as texts. What does not begin with a figure ("~1900", "before 1950") sorts after ":".
    began = f't["start_date"]<="{date.isoformat()}"||t["start_date"]>":"'
    ended = f'is_tag("end_date")&&t["end_date"]<"{date.year:04d}"'
    return f"(if:({began})&&!({ended}))"
