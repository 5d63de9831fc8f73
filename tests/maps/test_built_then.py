"""Land cover of today on a map of 1815: every place keeps what stood then, from its middle outwards."""

from __future__ import annotations

import numpy as np
import pytest

from maps.area.reader import read_area
from maps.derive.covers import COVERS
from maps.derive.period.built import built_then
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.making.build import build
from maps.problems import ProblemsFound
from maps.sources.places import Settlement
from tests.maps.heightfiles import write_tif

LAYOUT = Layout(Grid(10, 1), "EPSG:32631", 500_000.0, 5_550_000.0, 1000.0)
KM2 = LAYOUT.hex_area_m2() / 1e6
BUILT, FIELDS, WOODS = (COVERS.index(name) for name in ("built-up", "crops", "forest"))


def town(name, hex_):
    x, y = LAYOUT.to_map(LAYOUT.centres())[hex_]
    return Settlement(name, float(x), float(y), 1000)


def row(*built):
    shares = np.zeros((10, len(COVERS)), np.float32)
    shares[: len(built), BUILT] = built
    shares[:, WOODS] = 1 - shares[:, BUILT]
    return shares


def test_a_place_keeps_its_share_from_the_middle_outwards():
    """Four hexes in a row wholly built up, the place in the first: 30 % are 1.2 hexes, one and a fifth of the next."""
    found = built_then(row(1, 1, 1, 1), [town("Eupen", 0)], LAYOUT, 0.3)
    assert found.shares[:4, BUILT] == pytest.approx([1, 0.2, 0, 0])
    assert found.shares[:4, FIELDS] == pytest.approx([0, 0.8, 1, 1])
    assert found.shares.sum(axis=1) == pytest.approx(1)
    (told,) = found.audit
    assert (told.name, told.verdict, told.kind) == ("Eupen", "changed", "built-up ground")
    assert told.why == f"{2.8 * KM2:.1f} square km of it are fields: 30% of it stood then (rule 'suburbs', assumed)"


def test_each_place_has_its_own_ground_and_woods_stay():
    """Two places ten hexes apart, the one all built up over three hexes, the other over half of one."""
    found = built_then(row(1, 1, 1, 0, 0, 0, 0, 0, 0, 0.5), [town("A", 0), town("B", 9)], LAYOUT, 0.5)
    assert found.shares[[0, 1, 2, 9], BUILT] == pytest.approx([1, 0.5, 0, 0.25])
    assert found.shares[9, WOODS] == pytest.approx(0.5)
    assert {one.name for one in found.audit} == {"A", "B"}


def test_without_places_or_built_up_ground_nothing_is_changed():
    for towns, shares in (([], row(1, 1)), ([town("A", 0)], row())):
        found = built_then(shares, towns, LAYOUT, 0.1)
        assert found.shares is shares
        assert found.audit == ()


AREA = """
name = "Flat"
date = {date}
crs = "EPSG:32631"
[hexes]
width_km = 1
[grid]
origin = [500000.0, 5550000.0]
columns = 8
rows = 2
[sources]
elevation = "heights.tif"
land_cover = "cover.tif"
land_cover_classes = "worldcover"
places = "towns.csv"
{more}
"""


def built_of(folder, date, more="land_cover_year = 2021"):
    """Build sixteen hexes all built up, with one place in the first."""
    write_tif(folder / "heights.tif", np.full((40, 120), 100, np.float32), origin=(499_000, 5_552_000), cell=100)
    write_tif(folder / "cover.tif", np.full((40, 120), 50, np.uint8), origin=(499_000, 5_552_000), cell=100)
    (folder / "towns.csv").write_text("name,lat,lon,population\nEupen,50.1017,3.0000,30000\n")
    (folder / "area.toml").write_text(AREA.format(date=date, more=more))
    return build(read_area(folder / "area.toml"))


def test_a_map_of_1815_is_built_so_and_its_audit_says_it(tmp_path):
    """11.5 % of sixteen hexes stood in 1815, 45 % in 1944, all in 1960; of cover without a year nobody knows."""
    for date, hexes in (("1815-06-18", 1.84), ("1944-12-16", 7.2), ("1960-01-01", 16)):
        made = built_of(tmp_path, date)
        column = made.cover_names.index("built-up")
        assert made.cover[:, column].sum() == pytest.approx(hexes, abs=0.05)
        assert [one.kind for one in made.audit] == (["built-up ground"] if hexes < 16 else [])
    assert built_of(tmp_path, "1815-06-18", "").cover[:, column].sum() == pytest.approx(16, abs=0.05)


def test_a_year_that_is_none_is_refused(tmp_path):
    with pytest.raises(ProblemsFound, match="land_cover_year"):
        built_of(tmp_path, "1815-06-18", "land_cover_year = 21")
