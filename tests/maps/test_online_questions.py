"""What is asked for, and on which tiles: nothing that a map needs is left out, and no ground of it."""

from __future__ import annotations

import datetime as dt
import io
import math
import re
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.making.survey import SERVICES
from maps.sources.online.client import Part
from maps.sources.online.faults import Unreachable
from maps.sources.online.heights import zoom_for
from maps.sources.online.lattices import Bounds, corner_name, degree_tiles, ground_boxes, web_tiles
from maps.sources.online.questions import question
from maps.sources.online.remote import RemoteFile
from maps.sources.online.services import KINDS, Services
from maps.sources.online.vectors import vector_pieces
from maps.sources.online.windows import window_pieces

HERE = Bounds(5, 50, 5.25, 50.25)
NOT_ASKED = {
    # Words of other files than OpenStreetMap's.
    "highway": {"unknown", "track_grade1", "track_grade2", "track_grade3", "track_grade4", "track_grade5"},
    "waterway": {"flowline", "lake centerline", "river_bank"},
    "natural": {"ocean", "sea", "reservoir", "lake", "alkaline lake"},
    "landcover": {"hedged fields"},
    # Narrows down what is asked for by another key.
    "tidal": {"yes"},
    "barrier": {"hedge"},
    "water": {"reservoir", "basin", "river", "canal", "stream", "lock", "harbour", "rapids", "oxbow_mouth"},
    # Too many, for the little they cover.
    "leisure": {"pitch", "garden"},
    # Not laid as lines of their own.
    "railway": {"subway", "tram"},
    "place": {"sea", "ocean", "national_capital"},
}


def known_values():
    """Give key and value of every tag that means something on the map, but for streets, which are never laid."""
    kinds = tomllib.loads(files("maps.derive").joinpath("kinds.toml").read_text(encoding="utf-8"))
    period = tomllib.loads(files("maps.derive").joinpath("period.toml").read_text(encoding="utf-8"))
    rules = [rule for group, rules in kinds.items() if group != "also" for rule in rules]
    rules = [rule for rule in rules if rule["kind"] not in ("none", "street")] + period["restore"]
    for rule in rules:
        for key, values in rule["has"].items():
            if values is not True and key not in ("corine", "fclass"):
                yield from ((key, value) for value in values if value not in NOT_ASKED.get(key, ()))


@pytest.mark.parametrize(("key", "value"), sorted(set(known_values())))
def test_every_tag_that_means_something_is_asked_for(key, value):
    wishes = re.findall(r'\["([^"]+)"~"([^"]+)"\]', question(HERE, 100))
    assert any(key == asked and re.search(values, value) for asked, values in wishes)


def test_question_is_overpass_ql():
    lines = question(HERE, 2000).splitlines()
    assert lines[:2] == ["[out:json][timeout:180][maxsize:536870912][bbox:50,5,50.25,5.25];", "("]
    assert lines[-2:] == [");", "out geom;"]
    assert '  way["highway"~"^(unclassified|road|byway|track)$"];' in lines
    assert '  relation["type"="multipolygon"]["waterway"~"^(riverbank|dock)$"];' in lines


def test_question_of_a_date_leaves_doubt_to_the_rules_of_the_period():
    (line,) = [one for one in question(HERE, 9000, dt.date(1944, 12, 16)).splitlines() if "coastline" in one]
    assert line == (
        '  way["natural"~"^(coastline)$"](if:(t["start_date"]<="1944-12-16"||t["start_date"]>":")'
        '&&!(is_tag("end_date")&&t["end_date"]<"1944"));'
    )


def test_small_tiles_are_written_in_full():
    assert "[bbox:-0.0078125,179.9921875,0,180]" in question(Bounds(179.9921875, -0.0078125, 180, 0), 500)


# --- tiles -----------------------------------------------------------------------------------------------------

BOXES = st.builds(
    lambda west, south, wide, tall: Bounds(west, south, min(west + wide, 180), min(south + tall, 85)),
    st.floats(-180, 179), st.floats(-84, 84), st.floats(0.01, 3), st.floats(0.01, 3),
)  # fmt: skip
SHARE = st.floats(0.001, 0.999)


@settings(max_examples=100)
@given(BOXES, SHARE, SHARE, st.sampled_from([0.25, 0.5, 1, 3]))
def test_every_point_lies_on_a_tile_of_degrees(box, across, up, step):
    lon, lat = box.west + across * (box.east - box.west), box.south + up * (box.north - box.south)
    tiles = degree_tiles([box], step)
    assert any(tile.west <= lon <= tile.east and tile.south <= lat <= tile.north for tile in tiles)
    assert all(tile.meets(box) for tile in tiles)
    assert len(set(tiles)) == len(tiles)


@settings(max_examples=100)
@given(BOXES, SHARE, SHARE, st.integers(0, 13))
def test_every_point_lies_on_a_web_tile(box, across, up, zoom):
    lon, lat = box.west + across * (box.east - box.west), box.south + up * (box.north - box.south)
    # The formula of the OpenStreetMap wiki, "Slippy map tilenames".
    angle = math.radians(lat)
    x = int((lon + 180) / 360 * 2**zoom)
    y = int((1 - math.log(math.tan(angle) + 1 / math.cos(angle)) / math.pi) / 2 * 2**zoom)
    assert (x, y) in web_tiles([box], zoom)


@pytest.mark.parametrize(
    ("width_m", "lat", "zoom"),
    # 400 cells a hex: of hexes of 1 km each is 46.5 m, and a picture of 256 cells at zoom 12 is 6.3 km at 50 degrees.
    [(1000, 50, 12), (2000, 50, 11), (500, 50, 13), (100, 50, 13), (1000, 0, 12), (1000, -50, 12), (1000, 80, 10),
     (50_000, 50, 6), (50_000, 88, 3)],
)  # fmt: skip
def test_the_zoom_of_heights_is_just_fine_enough(width_m, lat, zoom):
    layout = Layout(Grid(4, 4, True), "EPSG:32631", 0.0, 0.0, float(width_m))
    poleward = [Bounds(5, 89, 6, 89)]
    assert zoom_for(layout, [Bounds(5, lat, 6, lat), *poleward]) == zoom, "as the part nearest the equator wants it"


def test_corners():
    assert [corner_name(*corner) for corner in ((0, 0), (-1, -1), (-33, 151), (48, -6))] == [
        "N00E000", "S01W001", "S33E151", "N48W006",
    ]  # fmt: skip


def fiji(width_m=2000.0):
    # 21 columns of 1,732 m about 180 E, at 17 S.
    return Layout(Grid(21, 10), "+proj=tmerc +lat_0=-17 +lon_0=180 +datum=WGS84", -18_000.0, 10_000.0, width_m)


def test_ground_on_both_sides_of_the_180th_meridian():
    boxes = ground_boxes(fiji())
    assert sorted((round(box.west), round(box.east)) for box in boxes) == [(-180, -180), (180, 180)]
    west, east = sorted(boxes)
    assert west.west == -180
    assert east.east == 180
    names = {piece.name for piece in window_pieces("copernicus_glo30", fiji(), Services())}
    assert {name.split("/")[1][:7] for name in names} == {"S17E179", "S17W180", "S18E179", "S18W180"}
    tiles = [piece.name.split("/")[2].split("_") for piece in vector_pieces("overpass", fiji(), Services(), None)]
    # Of a quarter of a degree: the last before the meridian begins at 179.75, the first behind it at -180.
    assert {(tile[1], tile[2]) for tile in tiles} == {("-180", "0.25.json.gz"), ("179.75", "0.25.json.gz")}


def test_services_of_the_survey_are_those_that_are_fetched():
    assert set(KINDS) == set(SERVICES)


# --- files on a server -------------------------------------------------------------------------------------------

WHOLE = bytes(k * k % 251 for k in range(1000))


class Server:
    """Gives parts of a file of 1,000 bytes, and counts."""

    def __init__(self, gives=10**9):
        self.gives = gives

    def part(self, _url, first, count):
        self.gives -= 1
        if self.gives < 0:
            words = "cannot be reached"
            raise Unreachable(words)
        return Part(WHOLE[first : first + count], len(WHOLE), "v1")


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 1100), st.integers(0, 400)), max_size=8))
def test_remote_file_reads_as_a_file_here(tmp_path_factory, reads):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("maps.sources.online.remote._BLOCK", 64)
        remote = RemoteFile(Server(), "x", tmp_path_factory.mktemp("blocks") / "f")
        here = io.BytesIO(WHOLE)
        for at, count in reads:
            assert remote.seek(at) == here.seek(at)
            assert remote.read(count) == here.read(count)
            assert remote.tell() == (here.tell() if at <= len(WHOLE) else at)


def test_what_lies_together_is_asked_for_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("maps.sources.online.remote._BLOCK", 64)
    server = Server(100)
    remote = RemoteFile(server, "x", tmp_path / "f")
    remote.seek(200)
    assert remote.read(10) == WHOLE[200:210]
    # One question for the length and one for block 3; blocks 0 to 2 come with one, 4 to 9 with another.
    assert server.gives == 98
    remote.seek(0)
    assert remote.read(640) == WHOLE[:640]
    assert server.gives == 96
    monkeypatch.setattr("maps.sources.online.remote._MOST_BLOCKS", 2)
    # Of blocks 10 to 15 two at a time.
    assert remote.read() == WHOLE[640:]
    assert server.gives == 93


def test_remote_file_keeps_its_fault(tmp_path, monkeypatch):
    monkeypatch.setattr("maps.sources.online.remote._BLOCK", 64)
    # One question for the length, one for the first 64 bytes, and then no more.
    remote = RemoteFile(Server(2), "x", tmp_path / "f")
    assert remote.read(64) == WHOLE[:64]
    assert remote.read(64) == b""
    assert isinstance(remote.fault, Unreachable)
    assert remote.read(10) == b""
