"""Area files: what is read, and every fault with its line."""

from __future__ import annotations

import datetime as dt
import shutil

import numpy as np
import pytest
from pyproj import Transformer

from maps.area import layout_of, utm_crs
from maps.area_reader import read_area, shipped_area, shipped_areas
from maps.grid.hexgrid import NO_HEX
from maps.problems import ProblemsFound

GOOD = """
name = "Toy"
date = 1944-12-16
[box]
west = 5.8
south = 50.0
east = 6.0
north = 50.2
[hexes]
width_km = 2.0
[sources]
elevation = "e.tif"
land_cover = "c.tif"
"""


@pytest.fixture
def write_area(tmp_path):
    (tmp_path / "e.tif").touch()
    (tmp_path / "c.tif").touch()

    def write(text):
        path = tmp_path / "area.toml"
        path.write_text(text)
        return path

    return write


def faults(path):
    with pytest.raises(ProblemsFound) as caught:
        read_area(path)
    return [str(problem) for problem in caught.value.problems]


def test_a_plain_area(write_area):
    area = read_area(write_area(GOOD))
    assert area.name == "Toy"
    assert area.date == dt.date(1944, 12, 16)
    assert area.crs == "EPSG:32631"
    assert area.width_m == 2000
    assert area.flat_top
    assert set(area.sources) == {"elevation", "land_cover"}


def test_all_faults_come_together_with_their_lines(write_area):
    text = GOOD.replace("2.0", "99").replace("5.8", '"west"').replace('"c.tif"', '"none.tif"')
    text = text.replace("1944-12-16", '"yesterday"') + '\nriver = "x"\n[hexs]\n'
    assert faults(write_area(text)) == [
        "area.toml, line 16: hexs is not known here; did you mean 'hexes'?",
        "area.toml, line 5: box.west is 'west', no number; give a number from -180 to 180",
        "area.toml, line 10: hexes.width_km is 99, out of range; give a number from 0.1 to 50",
        "area.toml, line 15: sources.river is not known here; did you mean 'rivers'?",
        f"area.toml, line 13: sources.land_cover is 'none.tif', and there is no such file; "
        f"it is looked for in {write_area(text).parent}",
        "area.toml, line 3: date is 'yesterday', no date; write 1944-12-16, without quotes",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("east = 6.0", "east = 5.0", "line 7: box.east is 5, not east of west = 5.8; swap them"),
        ("north = 50.2", "north = 49", "line 8: box.north is 49, not north of south = 50; swap them"),
        ("width_km = 2.0", "width_km = 0.1\n[x]", "x is not known here"),
        ('name = "Toy"', 'crs = "EPSG:1"\nname = "Toy"', "crs is 'EPSG:1', which PROJ does not know; try 'EPSG:32631'"),
        ('name = "Toy"', 'crs = "EPSG:4326"\nname = "Toy"', "crs is 'EPSG:4326', which does not measure in metres"),
        ('elevation = "e.tif"', "", "line 11: sources.elevation is missing; give a text in quotes"),
        ("width_km = 2.0", 'width_km = 2.0\nlayout = "round"', "hexes.layout is 'round'; known are flat, pointy"),
        ("[box]", "credits = 3\n[box]", "line 4: credits is no list of tables; write each under [[credits]]"),
        ("[hexes]\nwidth_km = 2.0", "hexes = 3", "box.hexes is not known here"),
        ("land_cover", 'road_links = "c.tif"\nland_cover', "sources.road_links needs road_nodes too"),
        ('land_cover = "c.tif"', 'land_cover = "c.tif"\n[[credits]]\nname = "x"', "credits.0.licence is missing"),
    ],
)
def test_each_fault(write_area, old, new, message):
    assert any(message in fault for fault in faults(write_area(GOOD.replace(old, new))))


def test_too_many_and_too_few_hexes(write_area):
    wide = GOOD.replace("5.8", "-20").replace("6.0", "40").replace("2.0", "0.5")
    assert "hexes of this box, more than 4,000,000; take wider hexes or a smaller box" in faults(write_area(wide))[0]
    narrow = GOOD.replace("2.0", "50")
    assert "box holds only" in faults(write_area(narrow))[0]


def test_utm_zones():
    assert utm_crs(-180, 10) == "EPSG:32601"
    assert utm_crs(180, 10) == "EPSG:32660"
    assert utm_crs(25.0, -33.0) == "EPSG:32735"


@pytest.mark.parametrize("layout_name", ["flat", "pointy"])
@pytest.mark.parametrize("rotation", [0.0, 27.0])
def test_the_grid_covers_the_box_and_begins_at_a_round_place(write_area, layout_name, rotation):
    extra = f'width_km = 2.0\nlayout = "{layout_name}"\nrotation_deg = {rotation}'
    area = read_area(write_area(GOOD.replace("width_km = 2.0", extra)))
    layout = layout_of(area)
    assert layout.origin_x_m % 1000 == layout.origin_y_m % 1000 == 0
    lon, lat = np.meshgrid(np.linspace(5.8, 6.0, 15), np.linspace(50.0, 50.2, 15))
    x, y = Transformer.from_crs("EPSG:4326", area.crs, always_xy=True).transform(lon, lat)
    xy = np.stack([x, y], axis=-1).reshape(-1, 2)
    off = layout.indices_at(xy) == NO_HEX
    # No point of the box is further than half a hex from the nearest centre's hex.
    centres = layout.to_map(layout.centres())
    for point in xy[off]:
        assert np.hypot(*(centres - point).T).min() < 1.1 * area.width_m


def test_shipped_areas_are_found_and_others_named():
    assert shipped_areas() == ["ardennes_1944"]
    assert read_area(shipped_area("ardennes_1944")).name == "Ardennes, 16 December 1944"
    with pytest.raises(ProblemsFound, match="there is no 'ardenes_1944'; did you mean 'ardennes_1944'"):
        shipped_area("ardenes_1944")


def test_a_copy_of_the_shipped_folder_works(tmp_path):
    shutil.copytree(shipped_area("ardennes_1944").parent, tmp_path / "mine")
    assert len(read_area(tmp_path / "mine" / "area.toml").credits) == 4
