"""An extract that fits into memory is read at once; what comes of it is what GDAL gives."""

import zlib

import numpy as np
import pytest
import shapely

from maps.sources import osm
from maps.sources.extracts.blocks import Unusual, read_blocks
from maps.sources.extracts.extract import read_extract
from maps.sources.vector import read_vectors
from tests.maps.osmfiles import OsmWorld, blob, block, deltas, number, packed
from tests.maps.toyvectors import LAYOUT

KEYS = (
    ("highway", ("primary", "Footway", "service", "track")), ("service", ("driveway", "alley")),
    ("landuse", ("forest", "residential")), ("natural", ("wood", "coastline", "cliff", "water", "peak")),
    ("area", ("yes", "no")), ("waterway", ("river", "dam", "riverbank")), ("building", ("yes",)),
    ("railway", ("rail", "station")), ("disused:railway", ("rail",)), ("barrier", ("HEDGE", "gate")),
    ("place", ("town", "island")), ("name", ("Bœuf", "a \"b\" \\ c", "")), ("route", ("ferry", "bus")),
    ("leisure", ("park", "pool")), ("man_made", ("dam", "pier", "bridge")), ("historic", ("castle",)),
)  # fmt: skip


def _some_tags(sown, most):
    picked = sown.choice(len(KEYS), sown.integers(0, most + 1), replace=False)
    return {KEYS[k][0]: str(sown.choice(KEYS[k][1])) for k in picked}


def _wild(seed):
    """Make a world about and beyond the area: lines, rings, members without tags, nodes that are not there."""
    sown, world = np.random.default_rng(seed), OsmWorld()
    for _ in range(60):
        world.node(*_spot(sown))
        world.nodes[-1] = (*world.nodes[-1][:3], _some_tags(sown, 2))
    for _ in range(150):
        spot, count = _spot(sown), int(sown.integers(1, 9))
        turn = np.sort(sown.random(count)) * 2 * np.pi
        reach = sown.choice([0.001, 0.02, 0.3])
        ring = [(spot[0] + reach * np.cos(a), spot[1] + reach * np.sin(a)) for a in turn]
        world.way([*ring, ring[0]] if count > 2 and sown.random() < 0.6 else ring)
        ids = world.ways[-1][1]
        if ids and sown.random() < 0.1:
            ids[int(sown.integers(len(ids)))] = 999_999
        world.ways[-1] = (world.ways[-1][0], ids, _some_tags(sown, 3))
    for _ in range(12):
        kind = str(sown.choice(["multipolygon", "boundary", "route", "multilinestring", "site"]))
        members = [("way", int(way), str(sown.choice(["outer", "inner", ""]))) for way in sown.choice(170, 3) + 1]
        world.relation([*members, ("node", 1, "label")])
        tags = {"type": kind} | (_some_tags(sown, 2) if sown.random() < 0.7 else {})
        world.relations[-1] = (*world.relations[-1][:2], tags)
    return world


def _spot(sown):
    """Draw a place over the area, and half as far beyond it on each side."""
    ((west, south, east, north),) = osm.boxes_in(LAYOUT, osm.WGS84)
    x, y = 2 * sown.random(2) - 0.5
    return float(west + x * (east - west)), float(south + y * (north - south))


@pytest.mark.parametrize("seed", range(12))
def test_what_is_read_at_once_is_what_gdal_gives(tmp_path, monkeypatch, seed):
    path = _wild(seed).write(tmp_path / "x.osm.pbf")
    assert len(read_extract(path, frozenset(["highway"])).way_ids) == 150
    at_once = read_vectors([path], LAYOUT)
    monkeypatch.setattr(osm, "MOST_BYTES", 0)
    by_gdal = read_vectors([path], LAYOUT)
    for mine, theirs in ((getattr(told, part) for told in (at_once, by_gdal)) for part in ("lines", "areas", "points")):
        assert mine.ids == theirs.ids
        assert mine.tags == theirs.tags
        assert shapely.equals_exact(mine.shapes, theirs.shapes).all()
        assert len(mine) > 0


def _file(tmp_path, *groups, table=(b"", b"highway", b"primary"), content=None, head=b""):
    """Write an extract of one block by hand."""
    data = block(1, b"".join(block(1, word) for word in table)) + b"".join(block(2, group) for group in groups)
    path = tmp_path / "y.osm.pbf"
    path.write_bytes(blob("OSMHeader", block(4, b"OsmSchema-V0.6") + head) + (content or blob("OSMData", data)))
    return path


LAT, LON = [500000000, 500100000], [60000000, 60100000]
NODES = block(2, packed(1, deltas([1, 2])) + packed(8, deltas(LAT)) + packed(9, deltas(LON)))
WAY = number(1, 7) + packed(2, [1]) + packed(3, [2]) + packed(8, deltas([1, 2]))


def test_a_block_written_by_hand_is_read(tmp_path):
    (found,) = read_blocks(_file(tmp_path, NODES, block(3, WAY)), frozenset(["highway"]))
    assert found.ids.tolist() == [1, 2]
    assert found.lon.tolist() == [60000000, 60100000]
    assert found.ways[0].ids.tolist() == [7]
    assert found.ways[0].hits.tolist() == [True]
    assert found.ways[0].nodes.tolist() == [1, 2]


@pytest.mark.parametrize(
    "groups",
    [
        (NODES, block(3, number(1, 7) + packed(2, [9]) + packed(3, [2]) + packed(8, deltas([1, 2])))),
        (NODES, block(3, number(1, 7) + packed(2, [1]) + packed(8, deltas([1, 2])))),
        (NODES, block(3, WAY + packed(8, deltas([1])))),
        (NODES, block(3, WAY + packed(9, deltas([1, 2])))),
        (NODES, block(3, WAY[:-1])),
        (NODES, block(3, WAY), block(3, WAY)),
        (NODES, NODES),
        (block(1, number(1, 1) + number(8, 1) + number(9, 1)),),
        (block(2, packed(1, deltas([1, 2])) + packed(8, deltas([1])) + packed(9, deltas([1, 2]))),),
        (block(2, packed(1, deltas([1])) + packed(8, deltas([2_000_000_000])) + packed(9, deltas([1]))),),
        (block(2, packed(1, deltas([1])) + packed(8, deltas([1])) + packed(9, deltas([1])) + packed(10, [1, 9, 0])),),
        (block(2, packed(1, deltas([1])) + packed(8, deltas([1])) + packed(9, deltas([1])) + packed(10, [1])),),
    ],
)
def test_what_is_out_of_the_ordinary_is_left_to_gdal(tmp_path, groups):
    with pytest.raises(Unusual):
        read_extract(_file(tmp_path, *groups), frozenset(["highway"]))


def test_other_packings_and_other_kinds_of_files_are_left_to_gdal(tmp_path):
    for more in ({"head": block(4, b"HistoricalInformation")}, {"content": blob("OSMData", b"\xff" * 20)},
                 {"content": _blob_of(number(2, 10) + block(4, b"lzma"))},
                 {"content": _blob_of(number(2, 99) + block(3, zlib.compress(b"abc")))}):  # fmt: skip
        with pytest.raises(Unusual):
            read_blocks(_file(tmp_path, NODES, **more), frozenset())


def _blob_of(body):
    head = block(1, b"OSMData") + number(3, len(body))
    return len(head).to_bytes(4, "big") + head + body


def test_a_file_that_unpacks_to_far_more_than_others_is_left_to_gdal(tmp_path, monkeypatch):
    monkeypatch.setattr("maps.sources.extracts.blocks._MOST_BESIDE", 0)
    zeros = block(2, packed(1, [2] * 200_000) + packed(8, [0] * 200_000) + packed(9, [0] * 200_000))
    with pytest.raises(Unusual):
        read_blocks(_file(tmp_path, zeros), frozenset())
