"""Places from CSV files, dumps of GeoNames and tags."""

from __future__ import annotations

import zipfile

import numpy as np
import pytest
import shapely

from maps.derive.kinds import shipped_kinds
from maps.problems import ProblemsFound
from maps.sources.featureset import Features
from maps.sources.places import read_settlements, settlements_of
from tests.maps.toyvectors import LAYOUT, degrees, metres

LON, LAT = degrees((100, 200))[0]
FAR_LON, FAR_LAT = degrees((90_000, 0))[0]


def dump(*rows: tuple[str, float, float, str, str, int]) -> str:
    """Write lines of GeoNames: name, longitude, latitude, class, code, people."""
    lines = []
    for number, (name, lon, lat, kind, code, people) in enumerate(rows, start=1):
        cells = [
            str(number),
            name,
            name,
            "Alt,Anders",
            lat,
            lon,
            kind,
            code,
            "XX",
            "",
            "",
            "",
            "",
            "",
            people,
            "",
            1,
            "",
            "",
        ]
        lines.append("\t".join(map(str, cells)))
    return "\n".join(lines) + "\n"


TOWNS = dump(
    ("Toystadt", LON, LAT, "P", "PPL", 12_500),
    ("Toyberg", LON, LAT, "T", "MT", 0),
    ("Vorstadt", LON, LAT, "P", "PPLX", 900),
    ("Fernstadt", FAR_LON, FAR_LAT, "P", "PPL", 5),
)


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def faults(*paths):
    with pytest.raises(ProblemsFound) as caught:
        read_settlements(paths, LAYOUT)
    return [str(problem) for problem in caught.value.problems]


def test_a_dump_of_geonames_gives_populated_places_on_the_map(tmp_path):
    path = write(tmp_path / "XX.txt", TOWNS)
    (town,) = read_settlements(path, LAYOUT)
    assert (town.name, town.population, town.source) == ("Toystadt", 12_500, "geonames:1")
    assert dict(town.names) == {"alt_name": "Alt;Anders"}
    assert (town.x_m, town.y_m) == pytest.approx(metres((100, 200))[0], abs=0.1)
    assert [town.name for town in read_settlements(path, LAYOUT.crs)] == ["Toystadt", "Fernstadt"]


def test_a_packed_dump(tmp_path):
    with zipfile.ZipFile(tmp_path / "XX.zip", "w") as file:
        file.writestr("readme.txt", "hello")
        file.writestr("XX.txt", TOWNS)
    assert [town.name for town in read_settlements(tmp_path / "XX.zip", LAYOUT)] == ["Toystadt"]


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("name,latitude,longitude,population", "Toy,{lat},{lon},12500"),
        ("Ort;Breite;Länge;Einwohner", "Toy;{lat_comma};{lon_comma};12.500"),
        ("id\tlng\tlat\tname\tpop", "7\t{lon}\t{lat}\tToy\t12 500"),
        ("# remark\nX,Y,Label,POP", "{lon},{lat},Toy,12500"),
    ],
)
def test_headings_that_people_use(tmp_path, heading, row):
    lat, lon = f"{LAT:.6f}", f"{LON:.6f}"
    comma = {"lat_comma": lat.replace(".", ","), "lon_comma": lon.replace(".", ",")}
    path = write(tmp_path / "p.csv", heading + "\n" + row.format(lat=lat, lon=lon, **comma) + "\n")
    (town,) = read_settlements([path], LAYOUT)
    assert (town.name, town.population) == ("Toy", 12_500)
    assert (town.x_m, town.y_m) == pytest.approx(metres((100, 200))[0], abs=0.5)


def test_people_need_not_be_known(tmp_path):
    (town,) = read_settlements(write(tmp_path / "p.csv", f"name,lat,lon\nToy,{LAT},{LON}\n"), LAYOUT)
    assert town.population == 0


def test_files_are_read_in_order_and_their_faults_come_together(tmp_path):
    first = write(tmp_path / "a.csv", "name,lat,lon\nA,99,5\n")
    second = write(tmp_path / "b.txt", "one\ttwo\n")
    third = write(tmp_path / "c.csv", "town,height\nA,5\n")
    fourth = write(tmp_path / "d.csv", "")
    fifth = write(tmp_path / "e.txt", TOWNS.replace("\t12500\t", "\tmany\t"))
    packed = tmp_path / "f.zip"
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("x.csv", "")
    assert sorted(faults(first, second, third, fourth, fifth, packed, tmp_path / "g.txt")) == [
        "a.csv, line 2: latitude is '99'; give a number from -90 to 90",
        "b.txt, line 1: has 2 columns, a dump of GeoNames has 19; "
        "give a dump such as BE.txt, or a CSV file with a heading",
        "c.csv, line 1: has no column for latitude and longitude; head the columns name,latitude,longitude,population",
        "d.csv: is empty; begin with the heading name,latitude,longitude,population",
        "e.txt, line 1: is no line of GeoNames; fetch the dump again",
        "f.zip: is no packed dump of GeoNames: it must hold one .txt; fetch it again",
        "g.txt: cannot be read (No such file or directory); fetch it again",
    ]


def test_tagged_places_keep_their_other_names():
    tags = (
        {"place": "town", "name": "Toy", "population": "~900", "old_name": "Teu", "name:1944": "Tey", "ele": "3"},
        {"place": "suburb", "name": "Part"},
        {"place": "village"},
        {"place": "hamlet", "name": "Hof"},
    )
    points = Features(np.full(4, shapely.Point(3, 4), object), tuple(f"osm:node/{k}" for k in range(4)), tags)
    kinds = shipped_kinds()
    names = [kinds.names("place")[code] if code >= 0 else "" for code in kinds.codes(points, "place").tolist()]
    towns = settlements_of(points, names)
    assert [(town.name, town.kind, town.population, town.source) for town in towns] == [
        ("Toy", "town", 900, "osm:node/0"),
        ("Hof", "hamlet", 0, "osm:node/3"),
    ]
    assert dict(towns[0].names) == {"old_name": "Teu", "name:1944": "Tey"}
    assert (towns[0].x_m, towns[0].y_m) == (3, 4)
