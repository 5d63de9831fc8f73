"""What a file that is dropped is taken for, by its name alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.making.offered import BESIDE, kind_of
from maps.problems import ProblemsFound


@pytest.mark.parametrize(("name", "kind"), [
    ("eifel.osm.pbf", "features"), ("roads.geojson", "features"), ("Rivers.geojson", "rivers"),
    ("OUTLINE.gpkg", "outline"), ("rails.shp", "rail_links"), ("rivers.shx", BESIDE), ("towns.csv", "places"),
    ("links.csv", "road_links"), ("river_names.tsv", "river_names"), ("corrections.txt", "corrections"),
    ("N50E006.hgt", "elevation"), ("N50E006.hgt.gz", "elevation"), ("heights.asc", "elevation"),
])  # fmt: skip
def test_a_name_tells_what_a_file_is(name, kind):
    assert kind_of(Path(name)) == kind


@pytest.mark.parametrize(("text", "kind"), [
    ('name = "x"\n[sources]\nfeatures = "a.osm"\n', "area"), ("[late]\n", "period"), ("[[ruling]]\n", "rulings"),
    ("[road]\n", "kinds"),
])  # fmt: skip
def test_a_table_tells_by_what_stands_in_it(tmp_path, text, kind):
    file = tmp_path / "rivers.toml"
    file.write_text(text)
    assert kind_of(file) == kind


def test_what_is_no_kind_of_file_is_refused_with_those_that_are():
    with pytest.raises(ProblemsFound) as refused:
        kind_of(Path("map.docx"))
    (problem,) = refused.value.problems
    assert "known are GeoTIFF" in problem.remedy
