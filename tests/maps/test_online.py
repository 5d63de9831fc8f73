"""What areas fetch from public services: a toy world, answered by a server on this machine."""

from __future__ import annotations

import datetime as dt
import gzip
from dataclasses import replace

import numpy as np
import pytest
import rasterio
from pyproj import Transformer

from maps.area.area import ONLINE, Area, Box, layout_of, utm_crs
from maps.derive.covers import COVERS
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS
from maps.making.build import build
from maps.making.materials import materials_of
from maps.problems import ProblemsFound
from maps.sources.online.fetch import fetch, kept, merged
from maps.sources.online.services import CREDITS, KINDS
from maps.sources.raster.elevation import read_elevation
from maps.sources.raster.land_cover import read_class_table, read_land_cover
from maps.sources.vector import read_vectors
from tests.maps.onlineserver import OnlineServer, Reply, height_m, node, square, way

BOX = Box(6.31, 50.05, 6.66, 50.28)
SMALL = Box(6.4, 50.14, 6.46, 50.18)


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = OnlineServer()
    yield server
    server.stop()


def area_of(*online, box=BOX, width_m=1000.0, **more):
    classes = "worldcover" if "worldcover" in online else "igbp"
    given = {"sources": {}, "classes": classes, "online": online} | more
    return Area("Toy", box, utm_crs(*box.centre), width_m, **given)


class Fetching:
    """Fetches into one cache, and keeps what was said."""

    def __init__(self, server, cache):
        self.server, self.cache, self.said = server, cache, []

    def __call__(self, area, **more):
        manners = more.pop("manners", {})
        layout = layout_of(area)
        services = self.server.services(**manners)
        return fetch(area, layout, cache=self.cache, progress=self.said.append, services=services, **more)


@pytest.fixture
def fetching(server, tmp_path):
    return Fetching(server, tmp_path / "cache")


def problem_of(call, *args, **more):
    with pytest.raises(ProblemsFound) as found:
        call(*args, **more)
    (problem,) = found.value.problems
    return problem


TOY = [
    # A road from west to east at 50.16 N, a river from north to south at 6.48 E, a wood in the south-west.
    way(1, {"highway": "primary", "name": "High road"}, (6.2, 50.16), (6.45, 50.16), (6.8, 50.16)),
    way(2, {"waterway": "river", "name": "Toy", "width": "60"}, (6.48, 50.4), (6.48, 50.2), (6.48, 49.9)),
    square(3, {"natural": "wood"}, 6.31, 50.05, 6.40, 50.10),
    way(4, {"railway": "abandoned"}, (6.35, 50.0), (6.35, 50.3)),
    node(5, {"place": "town", "name": "Toytown", "population": "9000"}, 6.42, 50.16),
    # Not asked for: a house. Asked for in this tile, but outside of the map: a village.
    square(6, {"building": "yes"}, 6.42, 50.16, 6.4201, 50.1601),
    node(7, {"place": "village", "name": "Farthorpe"}, 6.01, 50.01),
]


# --- every service, in its own format ------------------------------------------------------------------------


def test_overpass_gives_features_each_once(server, fetching):
    server.elements = TOY
    area = area_of("overpass")
    fetched = fetching(area)
    # The ground reaches from 6.27 to 6.70 E and 50.02 to 50.31 N with its margin of two hexes: 2 x 2 tiles of 0.25.
    assert len(server.asked) == 4
    (path,) = fetched.files["features"]
    found = read_vectors([path], layout_of(area))
    assert sorted(found.ids()) == ["osm:node/5", "osm:way/1", "osm:way/2", "osm:way/3", "osm:way/4"]
    assert fetched.credits == (CREDITS["overpass"],)
    assert all(asked.headers["User-Agent"].startswith("sandtable") for asked in server.asked)


def test_long_answers_are_put_into_several_files(server, fetching, monkeypatch):
    monkeypatch.setattr("maps.sources.online.vectors._LONGEST", 700)
    server.elements = TOY
    area = area_of("overpass")
    paths = fetching(area).files["features"]
    assert len(paths) > 1
    # One object at least in each, and no file longer than its objects of 700 bytes and its head.
    assert all(len(gzip.decompress(path.read_bytes())) < 800 for path in paths)
    found = read_vectors(paths, layout_of(area))
    assert sorted(found.ids()) == ["osm:node/5", "osm:way/1", "osm:way/2", "osm:way/3", "osm:way/4"]


def test_road_that_goes_round_the_map_is_none_of_it(server, fetching):
    server.elements = [way(1, {"highway": "primary"}, (6.1, 49.9), (6.1, 50.4), (6.9, 50.4))]
    fetched = fetching(area_of("overpass"))
    assert fetched.files == {}
    assert fetched.notes == ("overpass: knows nothing of this ground.",)


def test_openhistoricalmap_is_asked_for_the_date(server, fetching):
    road = {"highway": "primary"}
    points = (6.2, 50.16), (6.8, 50.16)
    server.elements = [
        way(1, road | {"start_date": "1900", "end_date": "1950-01"}, *points),
        way(2, road | {"start_date": "1944-12-17"}, *points),
        way(3, road | {"end_date": "1943-11"}, *points),
        way(4, road | {"start_date": "~1950"}, *points),
        way(5, road | {"end_date": "1944"}, *points),
        way(6, road, *points),
    ]
    area = area_of("openhistoricalmap", "overpass", date=dt.date(1944, 12, 16))
    fetched = fetching(area)
    historical, present = fetched.files["features"]
    # Way 4 began at some uncertain time, and way 5 ended in the year of the map: what is doubtful stays.
    found = read_vectors([historical, present], layout_of(area))
    assert sorted(found.ids()) == [f"ohm:way/{k}" for k in (1, 4, 5, 6)] + [f"osm:way/{k}" for k in range(1, 7)]
    assert fetched.credits == (CREDITS["openhistoricalmap"], CREDITS["overpass"])


def test_wide_hexes_ask_for_less(server, fetching):
    fetching(area_of("overpass"))
    fetching(area_of("overpass", width_m=8000.0))
    near, far = server.asked[0].body, server.asked[-1].body
    assert "track" in near
    assert "stream" in near
    assert "track" not in far
    assert "stream" not in far
    assert '"river|' in far.replace("^(", "")


def test_terrarium_pictures_give_heights(server, fetching):
    area = area_of("terrain_tiles", box=SMALL)
    layout = layout_of(area)
    fetched = fetching(area)
    # 866,025 m2 a hex, 400 cells: 46.5 m; the equator has 40,075,017 m, times cos 50.2 is 25,650,000: 2,155 tiles
    # of 256 such cells go round, so zoom 12 with 4,096 is the first that is fine enough.
    assert {path.parent.parent.name for path in fetched.files["elevation"]} == {"12"}
    check_heights(fetched.files["elevation"], layout, off_m=0.5)


def test_whole_degrees_come_cheaper_for_much_fine_ground(server, fetching):
    area = area_of("terrain_tiles", box=Box(6.1, 50.1, 7.9, 50.9), width_m=500.0)
    fetched = fetching(area)
    # 130 km x 90 km at zoom 13, of 3.1 km a tile: some 1,200 pictures of 90 kB; two degrees have 16 MB.
    assert [path.name for path in fetched.files["elevation"]] == ["N50E006.hgt.gz", "N50E007.hgt.gz"]
    assert server.paths() == ["/skadi/N50/N50E006.hgt.gz", "/skadi/N50/N50E007.hgt.gz"]


def test_copernicus_is_read_by_windows(server, fetching):
    area = area_of("copernicus_glo30")
    fetched = fetching(area)
    # Of the degree N50E006 the ground touches both southern quarters; 930 cells a hex are not thinned out.
    names = [path.name for path in fetched.files["elevation"]]
    assert names == ["N50E006_1_0_of_2_by_1.tif", "N50E006_1_1_of_2_by_1.tif"]
    with rasterio.open(fetched.files["elevation"][0]) as window:
        assert (window.width, window.height, tuple(window.bounds)) == (360, 360, (6.0, 50.0, 6.5, 50.5))
    assert all("Range" in asked.headers for asked in server.asked)
    check_heights(fetched.files["elevation"], layout_of(area), off_m=2.0)
    assert not list(fetching.cache.rglob("*.blocks"))


def check_heights(paths, layout, off_m):
    raster = read_elevation(paths, layout).raster
    rows, columns = np.nonzero(np.isfinite(raster.values))
    assert len(rows) > 0.5 * raster.values.size
    t = raster.transform
    x, y = t.c + t.a * (columns + 0.5), t.f + t.e * (rows + 0.5)
    if raster.crs == "EPSG:3857":
        y = np.degrees(2 * np.arctan(np.exp(y / 6_378_137)) - np.pi / 2)
    assert np.abs(raster.values[rows, columns] - height_m(y)).max() < off_m
    assert x.size


def test_wide_hexes_read_the_coarser_copy(server, fetching):
    area = area_of("copernicus_glo30", width_m=4000.0)
    fetched = fetching(area)
    # 13.86 km2 a hex, 30.9 m a cell: 14,500 cells, of which every 6th in either direction; the next copy is by 4.
    with rasterio.open(fetched.files["elevation"][0]) as window:
        assert (window.width, window.height) == (90, 90)
    (note,) = fetched.notes
    assert note == "copernicus_glo30: read from its copy of 4 times the cell size; these hexes need no finer."


def test_worldcover_is_read_by_windows(server, fetching):
    area = area_of("worldcover")
    fetched = fetching(area)
    names = [path.name for path in fetched.files["land_cover"]]
    # Half degrees from the north-west of N48E006: line 1 is 50.0 to 50.5, columns 0 and 1 are 6.0 to 7.0.
    assert [name[:11] for name in names] == ["N48E006_1_0", "N48E006_1_1"]
    covers = ("forest", "crops")
    table = read_class_table("worldcover", [*covers, *({c for c in COVERS if c not in covers})])
    cover = read_land_cover(fetched.files["land_cover"], table, layout_of(area))
    t = cover.raster.transform
    lon = t.c + t.a * (np.arange(cover.raster.values.shape[1]) + 0.5)
    middle = cover.raster.values[cover.raster.values.shape[0] // 2]
    known = middle != 255
    assert (middle[known] == np.where(lon[known] % 1 < 0.5, 0, 1)).all()
    # 10,000 cells a hex: read by 4, of the toy's 360 cells a degree 90 over the 0.43 degrees of the ground.
    assert known.sum() >= 36


# --- once, and then without a network ----------------------------------------------------------------------------


def test_what_is_cached_is_not_asked_again_even_without_a_server(server, fetching):
    server.elements = TOY
    area = area_of(*ONLINE, date=dt.date(1944, 12, 16), box=SMALL)
    first = fetching(area)
    asked = len(server.asked)
    server.stop()
    second = fetching(area)
    assert (second.files, second.credits) == (first.files, first.credits)
    assert len(server.asked) == asked
    assert [tally.fetched for tally in second.tallies] == [0] * 5
    assert [tally.cached for tally in second.tallies] == [tally.tiles for tally in second.tallies]
    assert set(first.files) == set(KINDS.values())
    assert first.credits == tuple(CREDITS[name] for name in ONLINE)


def test_a_part_of_the_area_uses_the_same_tiles(server, fetching):
    fetching(area_of("copernicus_glo30"))
    asked = len(server.asked)
    fetching(area_of("copernicus_glo30", box=Box(6.4, 50.1, 6.5, 50.2), width_m=800.0))
    assert len(server.asked) == asked


def test_tiles_of_the_open_sea_are_remembered_as_missing(server, fetching):
    server.sea = {"N50_00_E006"}
    area = area_of("copernicus_glo30", box=Box(6.6, 50.1, 7.4, 50.2))
    fetched = fetching(area)
    assert [path.name[:7] for path in fetched.files["elevation"]] == ["N50E007"]
    assert fetched.tallies[0].nowhere == 1
    server.stop()
    assert fetching(area).files == fetched.files


def test_nothing_but_sea_is_a_note(server, fetching):
    server.sea = {"terrarium"}
    fetched = fetching(area_of("terrain_tiles", "overpass", box=SMALL))
    assert fetched.files == {}
    assert fetched.credits == ()
    assert fetched.notes == (
        "terrain_tiles: knows nothing of this ground.",
        "overpass: knows nothing of this ground.",
    )


def test_bucket_that_may_not_be_listed_says_forbidden_of_what_is_not_there(server, fetching):
    server.replies = [Reply(403, {}, b"<Error><Code>AccessDenied</Code></Error>")]
    fetched = fetching(area_of("copernicus_glo30", box=Box(6.6, 50.1, 7.4, 50.2)))
    assert fetched.tallies[0].nowhere == 1
    server.replies = [Reply(403, {}, b"go away")]
    problem = problem_of(fetching, area_of("copernicus_glo30", box=Box(8.6, 50.1, 8.7, 50.2)))
    assert "127.0.0.1 refused (status 403); 0 of " in problem.what


def test_offline_is_one_problem_for_each_service(server, fetching):
    fetching(area_of("copernicus_glo30", box=Box(6.6, 50.1, 6.9, 50.2)))
    server.stop()
    with pytest.raises(ProblemsFound) as found:
        fetching(area_of("copernicus_glo30", "overpass", box=Box(6.6, 50.1, 7.4, 50.2)))
    heights, features = found.value.problems
    base = server.base
    assert str(heights) == (
        "copernicus_glo30: 127.0.0.1 cannot be reached: there is no network, or no such host; 1 of 2 tiles are cached, "
        "1 missing: N50E007_1_0_of_2_by_1.tif; try again later, what is cached stays; or fetch these by hand, for "
        f"example {base}/dem/Copernicus_DSM_COG_10_N50_00_E007_00_DEM/Copernicus_DSM_COG_10_N50_00_E007_00_DEM.tif, "
        "and name them under sources.elevation"
    )
    assert "0 of " in features.what
    assert features.remedy.endswith("from download.geofabrik.de and name it under sources.features")


def test_again_asks_anew_and_keeps_the_old_until_the_new_is_there(server, fetching):
    server.elements = TOY
    area = area_of("overpass")
    first = fetching(area)
    server.elements = [*TOY, way(8, {"highway": "secondary"}, (6.4, 50.1), (6.4, 50.2))]
    assert fetching(area).files == first.files
    fresh = fetching(area, again=True)
    assert "osm:way/8" in read_vectors(fresh.files["features"], layout_of(area)).ids()
    server.stop()
    problem_of(fetching, area, again=True)
    assert fetching(area).files == fresh.files


def test_survey_of_the_cache_asks_nobody(server, fetching, monkeypatch):
    monkeypatch.setattr("maps.sources.online.fetch.chosen_services", server.services)
    area = area_of("copernicus_glo30", "worldcover")
    layout = layout_of(area)
    # Half a degree at 30 m is taken for 5 MB, at 40 m of WorldCover for 3 / 16 MB.
    assert kept(area, layout, cache=fetching.cache) == {
        "copernicus_glo30": "0 of 2 tiles are cached, about 10 MB to fetch",
        "worldcover": "0 of 2 tiles are cached, about 0.4 MB to fetch",
    }
    assert not server.asked
    fetching(area_of("worldcover"))
    assert kept(area, layout, cache=fetching.cache)["worldcover"] == "2 of 2 tiles are cached"


def test_progress_says_how_much_of_how_much(server, fetching):
    fetching(area_of("copernicus_glo30"))
    assert fetching.said[0] == "copernicus_glo30: 0 of 2 tiles are cached, about 10 MB to fetch"
    assert fetching.said[-1].startswith("copernicus_glo30: N50E006_1_1_of_2_by_1.tif, 2 of 2, ")
    assert fetching.said[-1].endswith(" MB of about 10 MB")


def test_area_without_services_asks_nobody(server, fetching):
    assert fetching(area_of()).files == {}
    assert not server.asked
    assert not fetching.cache.exists()


def test_worldcover_does_not_go_with_files_of_another_key(fetching):
    problem = problem_of(fetching, area_of("worldcover", classes="corine"))
    assert problem.place == "worldcover"
    assert "'corine'" in problem.what


def test_too_much_for_a_public_service_is_refused(server, fetching):
    problem = problem_of(fetching, area_of("overpass", box=Box(0, 45, 8, 50), width_m=5000.0))
    assert "tiles, more than the 256 one may ask of a public service" in problem.what
    assert not server.asked


# --- a map from the services alone -------------------------------------------------------------------------------


def test_map_from_the_services_alone(server, fetching):
    server.elements = TOY
    area = area_of("overpass", "terrain_tiles", "worldcover")
    layout = layout_of(area)
    assert 28 <= layout.grid.cols <= 34
    assert 25 <= layout.grid.rows <= 34
    fetched = fetching(area)
    files = merged(area.sources, fetched)
    stuff = materials_of(area, layout, None, files, lambda _step: None)
    assert {town.name for town in stuff.towns} == {"Toytown"}
    assert stuff.table.name == read_class_table("worldcover", COVERS).name
    whole = build(replace(area, sources=files, online=()))
    check_map(whole, layout)


def check_map(hexmap, layout):
    to_map = Transformer.from_crs("EPSG:4326", layout.crs, always_xy=True)

    def at(lon, lat):
        return hexmap.layout.index_at(*to_map.transform(lon, lat))

    # Heights: 200 m and 10 m for each hundredth of a degree; a hex is the mean over 0.009 degrees.
    assert hexmap.elevation_m[at(6.5, 50.2)] == pytest.approx(400, abs=8)
    # The drawn wood in the south-west; trees of the raster west of 6.5, fields east of it.
    assert hexmap.cover[at(6.35, 50.075)][COVERS.index("forest")] == pytest.approx(1, abs=0.01)
    assert hexmap.cover[at(6.46, 50.2)][COVERS.index("forest")] == pytest.approx(1, abs=0.01)
    assert hexmap.cover[at(6.6, 50.2)][COVERS.index("crops")] == pytest.approx(1, abs=0.01)
    # The road crosses the whole map, and the river, by a bridge.
    road = np.flatnonzero((hexmap.road == ROADS.index("main")).any(axis=1))
    assert len(road) >= layout.grid.cols - 1
    assert (hexmap.hexside == HEXSIDES.index("river")).sum() / 2 > layout.grid.rows
    assert (hexmap.crossing == CROSSINGS.index("bridge")).sum() / 2 == 1
    assert [place.name for place in hexmap.places] == ["Toytown"]


def test_build_asks_the_services_itself_and_then_works_offline(fetching, tmp_path, monkeypatch):
    """The area names the services; their addresses and the cache are the user's; the second build asks nobody."""
    server = fetching.server
    server.elements = TOY
    monkeypatch.setattr("maps.sources.online.fetch.chosen_services", lambda *_: server.services())
    monkeypatch.setenv("SANDTABLE_CACHE", str(tmp_path / "cache"))
    area = area_of("overpass", "terrain_tiles", "worldcover")
    first = build(area)
    check_map(first, layout_of(area))
    assert any("OpenStreetMap" in credit for credit in first.sources)
    server.stop()
    assert build(area).key == first.key
