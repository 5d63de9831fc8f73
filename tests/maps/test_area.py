"""Area files: what is read, and every fault with its line."""

from __future__ import annotations

import datetime as dt
import shutil

import numpy as np
import pytest
from pyproj import Transformer

from maps.area.area import SOURCES, layout_of, utm_crs
from maps.area.reader import parse_area, read_area, shipped_area, shipped_areas
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


def test_all_faults_come_together_by_their_lines(write_area):
    text = GOOD.replace("2.0", "99").replace("5.8", '"west"').replace('"c.tif"', '"none.tif"')
    text = text.replace("1944-12-16", '"yesterday"') + '\nriver = "x"\n[hexs]\n'
    assert faults(write_area(text)) == [
        "area.toml, line 3: date is 'yesterday', no date; write 1944-12-16 without quotes, or a month or year in "
        'quotes: "1944-12", "1944"',
        "area.toml, line 5: box.west is 'west', no number; give a number from -180 to 180",
        "area.toml, line 10: hexes.width_km is 99, out of range; give a number from 0.1 to 50",
        f"area.toml, line 13: sources.land_cover is 'none.tif', and there is no such file; "
        f"it is looked for in {write_area(text).parent}",
        "area.toml, line 15: sources.river is not known here; did you mean 'rivers'?",
        "area.toml, line 16: hexs is not known here; did you mean 'hexes'?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("east = 6.0", "east = 5.0", "line 7: box.east is 5, not east of west = 5.8; swap them"),
        ("north = 50.2", "north = 49", "line 8: box.north is 49, not north of south = 50; swap them"),
        ("width_km = 2.0", "width_km = 0.1\n[x]", "x is not known here"),
        ('name = "Toy"', 'crs = "EPSG:1"\nname = "Toy"', "crs is 'EPSG:1', which PROJ does not know; try 'EPSG:32631'"),
        ('name = "Toy"', 'crs = "EPSG:4326"\nname = "Toy"', "crs is 'EPSG:4326', which does not measure in metres"),
        ('elevation = "e.tif"\nland_cover = "c.tif"', "", "line 11: sources names nothing to make ground from; under"),
        ('"e.tif"', "[]", 'line 12: sources.elevation is [], no text and no list of texts; write "one" or ['),
        ('"e.tif"', "[3]", "line 12: sources.elevation is [3], no text and no list of texts"),
        ('"e.tif"', '["e.tif", "e.tif"]', "line 12: sources.elevation names 'e.tif' twice; take one away"),
        ('"e.tif"', '["e.tif", "f.tif"]', "line 12: sources.elevation is 'f.tif', and there is no such file"),
        ('elevation = "e.tif"', 'places = "."', "line 12: sources.places is '.', a folder; name a file in it"),
        ('elevation = "e.tif"', 'online = ["overpas"]', "names 'overpas', no service known here; did you mean 'overp"),
        ('elevation = "e.tif"', 'land_cover_classes = "corin"', "is 'corin'; did you mean 'corine'? or a TOML file"),
        ('elevation = "e.tif"', 'land_cover_classes = "my.toml"', "is 'my.toml', and there is no such file"),
        ('elevation = "e.tif"', 'legend = "e.tif"', "sources.legend does not belong here; write it above the tables"),
        ('name = "Toy"', 'online = "overpass"\nname = "Toy"', "online does not belong here; write it under [sources]"),
        ('name = "Toy"', 'legend = "l.toml"\nname = "Toy"', "line 2: legend is 'l.toml', and there is no such file"),
        (
            "width_km = 2.0",
            "width_km = 2000",
            "line 10: hexes.width_km is 2000, which looks like metres, not kilometres",
        ),
        ("width_km = 2.0", "width_km = 1" + "0" * 400, "line 10: hexes.width_km is 1000000000"),
        ("width_km = 2.0", "width_km = inf", "line 10: hexes.width_km is inf, out of range"),
        ("width_km = 2.0", "width_km = true", "line 10: hexes.width_km is True, no number"),
        ("width_km = 2.0", "width_km = 1" + "0" * 5000, "area.toml: has a number of far too many digits; shorten it"),
        ("1944-12-16", '"1944-13"', "line 3: date is '1944-13', no date"),
        ("1944-12-16", "1944", "line 3: date is 1944, no date; write 1944-12-16 without quotes, or a month or year in"),
        ("1944-12-16", "1944-12-16T05:30:00", "line 3: date is datetime.datetime(1944, 12, 16, 5, 30), no date"),
        ("width_km = 2.0", 'width_km = 2.0\nlayout = "round"', "hexes.layout is 'round'; known are flat, pointy"),
        ("[box]", "credits = 3\n[box]", "line 4: credits is no list of tables; write each under [[credits]]"),
        ("[hexes]\nwidth_km = 2.0", "hexes = 3", "box.hexes is not known here"),
        ("land_cover", 'road_links = "c.tif"\nland_cover', "sources.road_links needs road_nodes too"),
        ('land_cover = "c.tif"', 'land_cover = "c.tif"\n[[credits]]\nname = "x"', "credits.0.licence is missing"),
        (
            'land_cover = "c.tif"',
            'land_cover = "c.tif"\n[[credits]]\nname = "x"\nlicense = "y"',
            "credits.0.license is not known here",
        ),
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
    assert {"ardennes_1944", "crete_1941", "garda_1796"} <= set(shipped_areas())
    assert read_area(shipped_area("ardennes_1944")).name == "Ardennes, 16 December 1944"
    with pytest.raises(ProblemsFound, match="there is no 'ardenes_1944'; did you mean 'ardennes_1944'"):
        shipped_area("ardenes_1944")


def test_a_copy_of_the_shipped_folder_works(tmp_path):
    shutil.copytree(shipped_area("ardennes_1944").parent, tmp_path / "mine")
    assert len(read_area(tmp_path / "mine" / "area.toml").credits) == 4


def test_every_kind_of_source_takes_one_file_or_several_in_order_of_trust(write_area, tmp_path):
    names = {}
    for kind in SOURCES:
        names[kind] = [f"{kind}.1", f"{kind}.2"]
        for name in names[kind]:
            (tmp_path / name).touch()
    text = GOOD[: GOOD.index("[sources]")] + "[sources]\n"
    text += "".join(f'{kind} = ["{one}", "{two}"]\n' for kind, (one, two) in names.items())
    area = read_area(write_area(text))
    assert {kind: [file.name for file in files] for kind, files in area.sources.items()} == names
    assert area.first("rulings") == tmp_path / "rulings.1"
    assert area.first("none") is None


@pytest.mark.parametrize("source", ['elevation = "e.tif"', 'land_cover = "c.tif"', 'online = "overpass"'])
def test_one_source_of_ground_is_enough(write_area, source):
    text = GOOD[: GOOD.index("[sources]")] + "[sources]\n" + source
    assert read_area(write_area(text)).name == "Toy"


def test_a_folder_of_elevation_tiles(write_area, tmp_path):
    (tmp_path / "tiles").mkdir()
    assert read_area(write_area(GOOD.replace("e.tif", "tiles"))).first("elevation") == tmp_path / "tiles"


def test_own_rules_classes_and_services(write_area, tmp_path):
    for name in ("l", "k", "p", "mine"):
        (tmp_path / f"{name}.toml").touch()
    text = 'legend = "l.toml"\nkinds = "k.toml"\nperiod = "p.toml"\n' + GOOD
    text += 'land_cover_classes = "mine.toml"\nonline = ["worldcover", "overpass"]\n'
    area = read_area(write_area(text))
    assert (area.legend, area.kinds, area.period) == tuple(tmp_path / f"{name}.toml" for name in "lkp")
    assert area.classes == str(tmp_path / "mine.toml")
    assert area.online == ("worldcover", "overpass")
    assert area.text == text
    assert read_area(write_area(GOOD + 'land_cover_classes = "corine"')).classes == "corine"
    assert read_area(write_area(GOOD)).classes == "igbp"


@pytest.mark.parametrize(
    ("written", "day"), [('"1944-12"', (1944, 12, 1)), ('"1815"', (1815, 1, 1)), ('"1944-12-17"', (1944, 12, 17))]
)
def test_dates_of_months_and_years_are_their_first_day_and_it_is_said(write_area, written, day):
    area = read_area(write_area(GOOD.replace("1944-12-16", written)))
    assert area.date == dt.date(*day)
    said = (f"date: {written.strip(chr(34))} is taken as its first day, {area.date}",)
    assert area.notes == (() if len(written) == 12 else said)


def test_text_that_is_no_toml_and_files_that_are_not_there(write_area, tmp_path):
    assert faults(write_area(GOOD.replace("[box]", "[box"))) == [
        "area.toml, line 4, column 5: Expected ']' at the end of a table declaration; "
        "mend the TOML there; strings need quotes, lists need commas"
    ]
    assert "cannot be opened" in faults(tmp_path / "none.toml")[0]
    assert "cannot be opened" in faults(tmp_path)[0]
    assert faults(write_area("a = " + 5000 * "[")) == [
        "area.toml: has lists in lists without end; take the brackets away"
    ]


def test_the_shipped_area_has_the_grid_it_always_had():
    layout = layout_of(read_area(shipped_area("ardennes_1944")))
    assert (layout.grid.cols, layout.grid.rows) == (70, 59)
    assert (layout.origin_x_m, layout.origin_y_m, layout.crs) == (652000, 5614000, "EPSG:32631")


def test_an_area_names_the_countries_that_it_shows():
    text = shipped_area("ardennes_1944").read_text(encoding="utf-8")
    folder = shipped_area("ardennes_1944").parent
    read = parse_area('countries = ["BE", "lu"]\n' + text, name="area.toml", folder=folder)
    assert read.countries == ("be", "lu")
    with pytest.raises(ProblemsFound, match="'Belgium' is no code of two letters"):
        parse_area('countries = ["Belgium"]\n' + text, name="area.toml", folder=folder)
