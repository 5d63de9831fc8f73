"""Map references of the period, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Geod, Transformer

from maps.gridrefs import GRIDS, read_reference, references, write_reference
from maps.problems import ProblemsFound

GEOD = Geod(ellps="WGS84")
ARROMANCHES = (-0.6208, 49.3385)


def off_m(one, lon, lat):
    return GEOD.inv(one.lon, one.lat, lon, lat)[2]


def test_arromanches_is_t_851862():
    assert references(*ARROMANCHES)["French Lambert zone I"] == "vT 851862"
    for text in ("T 851862", "T851862", "t 851 862", "vT 851862", "VT851862"):
        nearest = read_reference(text, near=(0, 49))[0]
        assert nearest.grid == "French Lambert zone I"
        assert off_m(nearest, *ARROMANCHES) < 75  # the middle of a square of 100 m, and the place in it


def test_places_of_the_normandy_landings():
    """Caen and the bridge at Benouville, as war diaries give them to within a few hundred metres."""
    assert references(-0.3703, 49.1829)["French Lambert zone I"] == "vU 027682"
    bridge = read_reference("U 098748", near=(-0.3, 49.2))[0]
    assert bridge.grid == "French Lambert zone I"
    assert off_m(bridge, -0.2745, 49.2423) < 350


def test_ortona_is_in_c_3316():
    """War diary of the Loyal Edmonton Regiment, 20 December 1943: Ortona, Sq 3316; its B Company at MR 333164."""
    ortona = 14.4046, 42.3527
    assert references(*ortona, digits=2)["Southern Italy (to some 200 m), letters unchecked"] == "rC 3316"
    company = read_reference("C 333164", near=ortona)[0]
    assert company.grid.startswith("Southern Italy")
    assert off_m(company, *ortona) < 500


@pytest.mark.parametrize(
    ("lon", "lat", "reference"),
    [(5.7175, 50.0005, "vP 5557"), (6.127, 50.2806, "vP 8587"),
     (6.0286, 50.4258, "vK 7804"), (6.368, 50.714, "wF 0335")],
    ids=["Bastogne vP 5558", "St. Vith vP 8588", "Malmedy vK 7904", "Huertgen wF 0335"],
)  # fmt: skip
def test_nord_de_guerre_has_the_letters_of_the_papers_of_1944(lon, lat, reference):
    """Letters as printed; figures within the kilometre that the middle of a town leaves open."""
    assert references(lon, lat, digits=2)["Nord de Guerre"] == reference
    back = next(one for one in read_reference(reference, near=(lon, lat)) if one.grid == "Nord de Guerre")
    assert off_m(back, lon, lat) < 800


def test_french_zone_three_begins_its_large_letters_in_the_last_row():
    """Easting 300 km, northing 100 km are aT 000 000 in the tables of T. Arsicaud; no paper was found for it."""
    zone = next(grid for grid in GRIDS if grid.key == "french_lambert_3")
    lon, lat = Transformer.from_crs(zone.crs, "EPSG:4326", always_xy=True).transform(300_050, 100_050)
    assert write_reference(zone, lon, lat) == "aT 000000"


def test_grids_whose_letters_no_two_papers_bear_out_say_so():
    said = {grid.key for grid in GRIDS if grid.kind == "british" and "unchecked" not in grid.told}
    assert said == {"nord_de_guerre", "french_lambert_1"}
    assert all("unchecked" not in grid.told for grid in GRIDS if grid.kind != "british")


def test_letters_fill_a_square_of_five_by_five_without_i():
    """Stepping 100 km east runs through a row of letters; 100 km north to the row above."""
    grid = next(grid for grid in GRIDS if grid.key == "nord_de_guerre")
    letters = {}
    for column in range(5):
        for row in range(5):
            lon, lat = 4.0 + 1.4 * column, 48.0 + 0.9 * row
            letters[column, row] = write_reference(grid, lon, lat)[1]
    assert "I" not in letters.values()
    order = "VWXYZQRSTULMNOPFGHJKABCDE"
    for (column, row), letter in letters.items():
        place = order.index(letter)
        # 0.9 degrees north are 100 km: one row up, unless the edge of the letter's square was just passed or missed.
        if (column, row + 1) in letters:
            assert (order.index(letters[column, row + 1]) - place) % 25 in {0, 4, 5, 6, 10}


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.key)
def test_what_is_written_in_a_grid_is_read_back_there(grid):
    lon, lat = (grid.west + grid.east) / 2 + 0.1, (grid.south + grid.north) / 2 + 0.1
    text = write_reference(grid, lon, lat, 4)
    means = [one for one in read_reference(text, near=(lon, lat)) if one.grid == grid.told]
    # Half the diagonal of a square of 10 m; whole metres are off by one at most.
    assert min(off_m(one, lon, lat) for one in means) < 7.2


@given(st.floats(-179, 179), st.floats(-79, 83), st.integers(1, 5))
def test_mgrs_is_read_back_everywhere(lon, lat, digits):
    (found,) = read_reference(references(lon, lat, digits)["MGRS"])
    size = 10.0 ** (5 - digits)
    assert found.size_m == size
    # The middle of the square lies within half its diagonal; at the borders of zones squares are cut.
    assert off_m(found, lon, lat) <= 0.72 * size + 13  # within 11 m of the equator the other side may be meant


@given(st.floats(-1.5, 2.5), st.floats(48.3, 50.3), st.integers(2, 5))
def test_modified_british_is_read_back(lon, lat, digits):
    grid = next(grid for grid in GRIDS if grid.key == "french_lambert_1")
    text = write_reference(grid, lon, lat, digits)
    size = 10.0 ** (5 - digits)
    best = min(off_m(one, lon, lat) for one in read_reference(text, near=(lon, lat)) if one.grid == grid.name)
    assert best <= 0.72 * size + 1


def test_without_the_small_letter_the_nearest_is_meant():
    """Squares of one letter come every 500 km: near Paris another is meant than near Bordeaux."""
    north, south = (read_reference("T 500500", near=place)[0] for place in ((2.0, 49.0), (0.0, 44.5)))
    assert off_m(north, south.lon, south.lat) > 300_000


def test_plain_grids_read_their_own_numbers():
    (german,) = read_reference("R 3456789 H 5512345")
    assert german.grid == "German Gauss-Krueger, 9 degrees east"
    (soviet,) = read_reference("X 6181717 Y 7412206")
    assert soviet.grid == "Soviet Gauss-Krueger, zone 7"
    assert off_m(soviet, 37.6, 55.75) < 5
    assert read_reference("X=6181717, Y=7412206") == [soviet]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "none that is known"), ("Arromanches", "none that is known"), ("I 851862", "none that is known"),
        ("T 85186", "none that is known"), ("T 851 8622", "3 digits of easting and 4 of northing"),
        ("R 9456789 H 5512345", "no grid of its kind"), ("31U FR 0951", None), ("31U FR 09512", "5 digits"),
        ("99X ZZ 0951", "no square of MGRS"), ("X 1000000 Y 7412206", "no grid of its kind"),
    ],
)  # fmt: skip
def test_what_is_no_reference_is_said(text, what):
    if what is None:
        assert read_reference(text)
        return
    with pytest.raises(ProblemsFound, match=what):
        read_reference(text)
