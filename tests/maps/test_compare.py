"""Two maps compared: every column, names, places, corrections; and maps of different grids by position."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from click.testing import CliRunner

from maps.derive.hand.handwork import apply_corrections
from maps.derive.hand.outlines import hexside_lines, middle_of
from maps.gpkg.writer import write
from maps.grid.hexmap import Place
from maps.hand.compare import diff, diff_by_position
from maps.problems import ProblemsFound
from maps.record import Correction
from tests.toyground import toy_map
from webui.cli import main

MAP = toy_map("....  .w..  ....", rivers=("0101/0201",))
KEY = (0, MAP.layout.grid.side_towards(0, 1))


def told(before, after):
    return [str(difference) for difference in diff(before, after)]


def test_what_lies_on_hexsides_and_its_names():
    (line,) = hexside_lines(MAP.layout, [KEY])
    cliff = Correction("c1", "slope", "cliff", "line", line, why="a", source="b")
    named = Correction("c2", "hexside", "river", "line", line, name="Our", why="a", source="b")
    links = tuple(middle_of(MAP.layout, k) for k in (4, 8))
    rail = Correction("c3", "rail", "double", "line", links, why="a", source="b")
    after = apply_corrections(MAP, [cliff, named, rail]).hexmap
    assert told(MAP, after) == [
        "0101/0201 slope: none -> cliff",
        "0102/0103 rail: none -> double",
        "0101/0201 name: none -> Our",
        "correction c1 correction: none -> slope: cliff along a line",
        "correction c2 correction: none -> hexside: river (Our) along a line",
        "correction c3 correction: none -> rail: double along a line",
    ]
    assert told(after, MAP)[-1] == "correction c3 correction: rail: double along a line -> none"


def test_slope_of_the_ground_and_moved_places():
    one = dataclasses.replace(
        MAP, slope_deg=np.full(len(MAP), 3, np.float32), places=(Place("Foo", 0, 0.0, 0.0, 700, 4),)
    )
    steep = one.slope_deg.copy()
    steep[1] = 12
    other = dataclasses.replace(one, slope_deg=steep, places=(Place("Foo", 1, 0.0, 0.0, 700, 3),))
    assert told(one, other) == [
        "0201 slope_deg: 3 -> 12",
        "0201 place Foo: 0101, rank 4, 700 people -> 0201, rank 3, 700 people",
    ]


def test_words_are_compared_not_codes():
    names = MAP.terrain_names[::-1]
    other = dataclasses.replace(MAP, terrain=(len(names) - 1 - MAP.terrain).astype(np.uint8), terrain_names=names)
    assert told(MAP, other) == []


def test_maps_of_different_hexes_are_compared_by_position():
    fine = toy_map("........  " * 8, width_m=1000)
    high = fine.elevation_m.copy()
    high[fine.index_of("0101")] = 350
    fine = dataclasses.replace(fine, elevation_m=high)
    found = [str(difference) for difference in diff_by_position(MAP, fine)]
    # The wood is hex 0202, whose centre lies 1732 m right and 3000 m down of the first: fine hex columns 866 m apart.
    assert "0101 (0101) elevation_m: 300 -> 350" in found
    woods = [line for line in found if "woods_dense" in line]
    assert woods
    assert all("(0202) terrain: woods_dense -> open" in line for line in woods)
    assert "0304 (0202) terrain: woods_dense -> open" in woods
    assert str(diff_by_position(fine, MAP)[0]).endswith("open -> woods_dense")
    assert diff_by_position(MAP, MAP) == []


def test_maps_without_ground_in_common_are_refused():
    far = dataclasses.replace(MAP, layout=dataclasses.replace(MAP.layout, origin_x_m=200_000.0))
    with pytest.raises(ProblemsFound, match="have no ground in common; compare maps of one area"):
        diff_by_position(MAP, far)


def test_the_command_says_that_the_grids_differ(tmp_path):
    write(MAP, tmp_path / "a.gpkg")
    write(toy_map("........  " * 8, width_m=1000), tmp_path / "b.gpkg")
    found = CliRunner().invoke(main, ["map", "diff", str(tmp_path / "a.gpkg"), str(tmp_path / "b.gpkg")])
    assert found.exit_code == 0
    assert "different grids, hexes of 2000 m and 1000 m" in found.output
    assert "terrain: woods_dense -> open" in found.output


def test_a_hex_off_the_edge_of_the_map_has_no_number_to_be_asked_by():
    ground = toy_map("....\n....")
    cut = dataclasses.replace(ground, inside=np.arange(8) != 5)
    assert [cut.index_of(cut.number(index)) for index in range(8) if index != 5] == [0, 1, 2, 3, 4, 6, 7]
    with pytest.raises(ValueError, match="hex 0202 lies off the edge of the map"):
        cut.index_of("0202")
    with pytest.raises(ValueError, match="9901"):
        cut.index_of("9901")
