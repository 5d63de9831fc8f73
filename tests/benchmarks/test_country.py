"""The country that is made to measure is a real extract, and what is said of it is so."""

import shapely

from benchmarks.ground.countrypbf import COUNTRY, write_country
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.sources.osm import read_osm, survey_osm


def test_a_country_is_read_back_as_it_was_counted(tmp_path):
    box = (8.0, 49.0, 9.0, 50.0)
    made = write_country(tmp_path / "country.osm.pbf", 9_000, box)
    assert made.size == (tmp_path / "country.osm.pbf").stat().st_size
    (survey,) = survey_osm(tmp_path / "country.osm.pbf")
    assert survey.bounds is not None
    assert all(abs(one - other) < 1e-9 for one, other in zip(survey.bounds, COUNTRY, strict=True))
    layout = Layout(Grid(40, 40), "EPSG:32632", 400_000.0, 5_600_000.0, 10_000.0)
    layers = read_osm(tmp_path / "country.osm.pbf", layout)
    starts = [
        shapely.get_coordinates(shape)[0]
        for layer in layers
        for shape, tags in zip(layer.shapes, layer.tags, strict=True)
        if tags.get("highway") == "primary"
    ]
    here = [x for x, y in starts if box[0] < x < box[2] and box[1] < y < box[3]]
    assert len(here) == made.primaries_in_box > 3
    areas = [shape for layer in layers for shape in layer.shapes if shape.geom_type in ("Polygon", "MultiPolygon")]
    assert areas
    assert all(shape.is_valid for shape in areas)
