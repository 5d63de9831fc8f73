"""Extracts whose head does not say what ground they cover: their nodes do."""

from __future__ import annotations

import pytest

from maps.area.reader import read_area
from maps.making.survey import survey
from maps.problems import ProblemsFound
from maps.sources.pbf import survey_pbf
from tests.maps.osmfiles import OsmWorld, blob, block, deltas, number, packed, zigzag

AREA = """
name = "Half"
[box]
west = 6.0
south = 50.0
east = 6.2
north = 50.1
[hexes]
width_km = 1
[sources]
features = "half.osm.pbf"
"""


def half(path, bounds=None):
    """A road along the western half of the area, and nothing else."""
    toy = OsmWorld(bounds)
    toy.way([(5.99, 49.99), (6.1, 50.11)], highway="primary")
    return toy.write(path)


def test_bounds_are_those_of_the_nodes(tmp_path):
    path = half(tmp_path / "half.osm.pbf")
    assert survey_pbf(path).bounds is None
    assert survey_pbf(path, bounds_of_nodes=True).bounds == pytest.approx((5.99, 49.99, 6.1, 50.11))


def test_what_the_head_says_goes_first(tmp_path):
    path = half(tmp_path / "half.osm.pbf", (5.0, 49.0, 7.0, 51.0))
    assert survey_pbf(path, bounds_of_nodes=True).bounds == pytest.approx((5.0, 49.0, 7.0, 51.0))


def test_half_an_area_is_half_missing(tmp_path):
    half(tmp_path / "half.osm.pbf")
    (tmp_path / "area.toml").write_text(AREA)
    told = survey(read_area(tmp_path / "area.toml"))
    assert told.sources[0].covers == pytest.approx(0.5, abs=0.06)
    (roads,) = [line for line in told.missing if line.startswith("roads")]
    assert roads.endswith("% of the area")


def test_single_nodes_offsets_and_a_wider_step_are_read(tmp_path):
    """Steps of 1,000 billionths from 10 degrees east and 40 north: 2 and -3 are 10.000002 and 39.999997."""
    one = block(1, number(1, 7) + number(8, zigzag(-3)) + number(9, zigzag(2)))
    two = block(2, packed(1, deltas([8])) + packed(8, deltas([5])) + packed(9, deltas([-9])))
    data = block(1, block(1, b"")) + block(2, one + two) + number(17, 1000)
    data += number(19, 40 * 10**9) + number(20, 10 * 10**9)
    path = tmp_path / "x.osm.pbf"
    path.write_bytes(blob("OSMHeader", block(4, b"OsmSchema-V0.6")) + blob("OSMData", data))
    west, south, east, north = survey_pbf(path, bounds_of_nodes=True).bounds
    assert (west, east) == pytest.approx((10 - 9e-6, 10 + 2e-6), abs=1e-9)
    assert (south, north) == pytest.approx((40 - 3e-6, 40 + 5e-6), abs=1e-9)


@pytest.mark.parametrize("broken", [b"\xff" * 12, b"\x80"])
def test_broken_numbers_are_refused(tmp_path, broken):
    dense = block(2, block(8, broken) + packed(9, deltas([1])))
    path = tmp_path / "x.osm.pbf"
    path.write_bytes(blob("OSMHeader", block(4, b"OsmSchema-V0.6")) + blob("OSMData", block(2, dense)))
    with pytest.raises(ProblemsFound, match="cut short or damaged"):
        survey_pbf(path, bounds_of_nodes=True)
