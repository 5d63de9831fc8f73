"""
The Eifel as Geofabrik's shapefiles have it: their names of layers and columns, real places, lines of a few corners.

What stood when is known from history, so that a map as of a date can be held against it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from tests.maps.toyvectors import write

if TYPE_CHECKING:
    from pathlib import Path

BOX = (6.0, 49.95, 7.1, 50.72)
EUSKIRCHEN, MECHERNICH, KALL = (6.788, 50.661), (6.652, 50.593), (6.564, 50.541)
BLANKENHEIM, JUENKERATH, GEROLSTEIN, PRUEM = (6.652, 50.437), (6.581, 50.340), (6.660, 50.222), (6.423, 50.209)
BITBURG, DAUN, ADENAU, MAYEN = (6.524, 49.974), (6.831, 50.197), (6.934, 50.383), (7.222, 50.328)
SCHLEIDEN, MONSCHAU, GEMUEND, DUEMPELFELD = (6.477, 50.529), (6.243, 50.555), (6.499, 50.573), (6.955, 50.443)
STVITH, WEYWERTZ, LOSHEIM = (6.127, 50.282), (6.187, 50.426), (6.391, 50.364)
KYLLBURG, AHRBRUECK = (6.594, 50.040), (6.985, 50.483)
UPPER_B51 = [(6.80, 50.75), EUSKIRCHEN, (6.76, 50.56), BLANKENHEIM, (6.55, 50.30)]
UPPER_RAIL = [(6.80, 50.75), EUSKIRCHEN, MECHERNICH, KALL, BLANKENHEIM, JUENKERATH, GEROLSTEIN]

ROADS = [
    ("motorway", "A 1", [(6.85, 50.75), (6.76, 50.62), (6.70, 50.50), (6.68, 50.42)]),
    ("motorway", "A 60", [(6.12, 50.30), (6.30, 50.22), (6.50, 50.10), (6.75, 49.99)]),
    ("motorway", "A 61", [(7.00, 50.75), (7.08, 50.55), (7.15, 50.40)]),
    ("motorway_link", "A 1", [(6.70, 50.50), (6.69, 50.51)]),
    ("trunk", "B 51", [*UPPER_B51, PRUEM, (6.47, 50.09), BITBURG]),
    ("primary", "B 258", [MONSCHAU, SCHLEIDEN, BLANKENHEIM, (6.80, 50.41), ADENAU, MAYEN]),
    ("primary", "B 265", [(6.70, 50.72), GEMUEND, SCHLEIDEN, (6.42, 50.42), LOSHEIM, PRUEM]),
    ("primary", "Umgehung Daun", [(6.81, 50.19), (6.84, 50.18), (6.86, 50.20)]),
    ("secondary", "L 24", [GEROLSTEIN, DAUN, (7.00, 50.22), (7.12, 50.30)]),
    ("track_grade2", "", [ADENAU, (6.97, 50.34)]),
    ("residential", "Kölner Straße", [(6.66, 50.221), (6.665, 50.226)]),
]  # fmt: skip
RAILS = [
    ("rail", "Eifelstrecke", [*UPPER_RAIL, KYLLBURG, (6.60, 49.9)]),
    ("abandoned", "Vennbahn", [(6.1, 50.72), MONSCHAU, WEYWERTZ, STVITH]),
    ("abandoned", "Ahrbrück - Jünkerath", [AHRBRUECK, DUEMPELFELD, (6.85, 50.42), (6.70, 50.38), JUENKERATH]),
    ("abandoned", "Gerolstein - Prüm - St. Vith", [GEROLSTEIN, PRUEM, (6.25, 50.23), STVITH]),
    ("disused", "Oleftalbahn", [KALL, GEMUEND, SCHLEIDEN, (6.42, 50.49)]),
    ("disused", "Eifelquerbahn", [GEROLSTEIN, DAUN, (7.0, 50.27), MAYEN]),
    ("rail", "Ahrtalbahn", [(7.15, 50.54), AHRBRUECK]),
]  # fmt: skip
PLACES = [
    ("town", "Euskirchen", EUSKIRCHEN, 59_000), ("town", "Mechernich", MECHERNICH, 28_000),
    ("town", "Gerolstein", GEROLSTEIN, 7_700), ("town", "Prüm", PRUEM, 5_400), ("town", "Bitburg", BITBURG, 16_000),
    ("town", "Daun", DAUN, 8_000), ("town", "Mayen", (7.09, 50.328), 19_500), ("town", "Schleiden", SCHLEIDEN, 13_300),
    ("town", "Sankt Vith", STVITH, 9_800), ("village", "Losheim", LOSHEIM, 300), ("village", "Adenau", ADENAU, 3_000),
]  # fmt: skip
WATERS = [
    ("reservoir", "Oleftalsperre", (6.38, 50.485), 0.012), ("reservoir", "Rurtalsperre", (6.42, 50.63), 0.03),
    ("water", "Weinfelder Maar", (6.85, 50.177), 0.006),
]  # fmt: skip


def eifel(folder: Path, *, schema: str = "fclass") -> list[str]:
    """Write the layers of the Eifel into a folder; give the names of the files."""
    lines = shapely.linestrings
    road = [(lines(line), {schema: kind, "name": name, "ref": name, "code": str(5100 + k), "osm_id": str(900 + k)})
            for k, (kind, name, line) in enumerate(ROADS)]  # fmt: skip
    rail = [(lines(line), {schema: kind, "name": name, "osm_id": str(700 + k)})
            for k, (kind, name, line) in enumerate(RAILS)]  # fmt: skip
    place = [(shapely.Point(spot), {schema: kind, "name": name, "population": people, "osm_id": str(600 + k)})
             for k, (kind, name, spot, people) in enumerate(PLACES)]  # fmt: skip
    water = [(shapely.Point(spot).buffer(size), {schema: kind, "name": name, "osm_id": str(500 + k)})
             for k, (kind, name, spot, size) in enumerate(WATERS)]  # fmt: skip
    use = [(shapely.Point(EUSKIRCHEN).buffer(0.03), {schema: "residential", "osm_id": "401"}),
           (shapely.Point(KALL).buffer(0.02), {schema: "industrial", "osm_id": "402"}),
           (shapely.box(6.2, 50.3, 6.5, 50.5), {schema: "forest", "osm_id": "403"}),
           (shapely.box(6.75, 50.0, 7.0, 50.15), {schema: "farmland", "osm_id": "404"})]  # fmt: skip
    kyll = lines([(6.55, 50.33), (6.66, 50.22), (6.594, 50.04), (6.60, 49.90)])
    river = [(kyll, {schema: "river", "name": "Kyll", "osm_id": "301"})]
    layers = {"roads": road, "railways": rail, "places": place, "water_a": water, "landuse_a": use, "waterways": river}
    names = []
    for layer, rows in layers.items():
        names.append(f"gis_osm_{layer}_free_1.shp")
        write(folder / names[-1], rows, encoding="UTF-8")
    return names
