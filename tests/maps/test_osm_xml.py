"""Extracts of OpenStreetMap as XML: the same world as from ``.osm.pbf``, and files that would do harm."""

import pytest
import shapely

from maps.problems import ProblemsFound
from maps.sources.vector import read_vectors, vector_extent
from tests.maps.osmfiles import OsmWorld
from tests.maps.toyvectors import LAYOUT, degrees, square


def a_world():
    world = OsmWorld()
    world.node(*degrees((100, 100))[0], place="village", name="Toy & Söhne <1>", population="900")
    world.way(degrees((0, 0), (1000, 0)), highway="primary", name="road")
    world.way(degrees(*square(0, -500, 400)), landuse="forest", name="wood")
    outer, hole = world.way(degrees(*square(500, 500, 1000))), world.way(degrees(*square(900, 900, 200)))
    world.relation([("way", outer, "outer"), ("way", hole, "inner")], type="multipolygon", natural="wood")
    return world


def told(features):
    parts = (features.lines, features.areas, features.points)
    return [
        sorted((name, sorted(tags.items()), shapely.to_wkt(shape, 1)) for name, tags, shape in rows)
        for rows in (zip(part.ids, part.tags, part.shapes, strict=True) for part in parts)
    ]


def test_xml_and_pbf_tell_the_same(tmp_path):
    world = a_world()
    packed = read_vectors([world.write(tmp_path / "toy.osm.pbf")], LAYOUT)
    plain = read_vectors([world.write_xml(tmp_path / "toy.osm")], LAYOUT)
    assert told(plain) == told(packed)
    assert [len(part) for part in told(plain)] == [1, 2, 1]


def test_what_it_covers_is_what_it_says_else_where_its_nodes_lie(tmp_path):
    world = a_world()
    lons, lats = zip(*[node[1:3] for node in world.nodes], strict=True)
    nodes = (min(lons), min(lats), max(lons), max(lats))
    assert vector_extent(world.write_xml(tmp_path / "a.osm"))[0].bounds == pytest.approx(nodes, abs=1e-6)
    world.bounds = (5.0, 50.0, 6.0, 51.0)
    assert vector_extent(world.write_xml(tmp_path / "b.osm"))[0].bounds == (5.0, 50.0, 6.0, 51.0)


LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%b">' % (97 + k, b"&%c;" % (96 + k) * 10) for k in range(1, 12))
    + b"]><osm><node id='1' lon='5' lat='50'><tag k='name' v='&l;'/></node></osm>"
)
READS = b'<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY x SYSTEM "file:///etc/passwd">]><osm>&x;</osm>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (LAUGHS, "declares a kind of document or words of its own"),
        (READS, "declares a kind of document or words of its own"),
        (b"<?xml version='1.0'?><osm><node id='1' lon='5' lat='50'>", "cannot be read (no element found"),
        (b"<?xml version='1.0'?><kml/>", "is XML of another kind: it begins with <kml>"),
        (b"<osm><node id='1' lon='east' lat='50'/></osm>", "cannot be read (could not convert string to float"),
        (b"<osm><bounds minlon='1'/></osm>", "cannot be read ('minlat')"),
    ],
)
def test_a_file_that_would_do_harm_or_is_damaged_is_refused(tmp_path, content, message):
    path = tmp_path / "x.osm"
    path.write_bytes(content)
    for ask in (vector_extent, lambda one: read_vectors([one], LAYOUT)):
        with pytest.raises(ProblemsFound) as caught:
            ask(path)
        assert str(caught.value.problems[0]).startswith(f"x.osm: {message}")
