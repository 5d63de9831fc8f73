"""Forces of MSDL: places in degrees or as MGRS, and what is told of files that cannot be used."""

from __future__ import annotations

import re

import pytest

from scenarios.formats.msdl import msdl
from scenarios.intake import msdl as reading
from scenarios.intake.msdl import read_msdl
from tests.scenarios.formats.golden import golden

FIRST = re.compile(rb"<CoordinateChoice>GDC</CoordinateChoice><CoordinateData>.*?</CoordinateData>")
DEGREES = (
    b"<CoordinateChoice>GDC</CoordinateChoice><CoordinateData><GDC>"
    b"<Latitude>%s</Latitude><Longitude>%s</Longitude></GDC></CoordinateData>"
)
MGRS = (
    b"<CoordinateChoice>MGRS</CoordinateChoice><CoordinateData><MGRS><MGRSGridZone>31U</MGRSGridZone>"
    b"<MGRSGridSquare>FR</MGRSGridSquare><MGRSEasting>%s</MGRSEasting><MGRSNorthing>%s</MGRSNorthing></MGRS></CoordinateData>"
)


def first(place):
    """Read the forces of a game whose first unit with a place stands elsewhere: where, and what is wrong with it."""
    body = msdl(golden())
    before = read_msdl(body, "f.msdl")
    assert not before.problems
    after = read_msdl(FIRST.sub(lambda _: place, body, count=1), "f.msdl")
    at = next(n for n, one in enumerate(before.nodes) if one.spot is not None)
    others = [(one.id, one.spot) for n, one in enumerate(after.nodes) if n != at]
    assert others == [(one.id, one.spot) for n, one in enumerate(before.nodes) if n != at]
    return after.nodes[at].spot, [str(problem) for problem in after.problems]


def test_a_place_as_mgrs_is_read_and_short_numbers_are_metres():
    # Square FR of zone 31U begins at 600 km east and 5,500 km north: 4.4 degrees east, 49.6 north.
    spot, problems = first(MGRS % (b"00500", b"00000"))
    assert not problems
    assert first(MGRS % (b"500", b"0"))[0] == spot
    lon, lat = spot
    assert (4.3 < lon < 4.5, 49.5 < lat < 49.7) == (True, True), spot


@pytest.mark.parametrize("lat", [b"90", b"-90", b"50.5"])
@pytest.mark.parametrize("lon", [b"180", b"-180", b"5.25"])
def test_degrees_up_to_the_poles_and_the_date_line_are_places(lat, lon):
    assert first(DEGREES % (lat, lon)) == ((float(lon), float(lat)), [])


@pytest.mark.parametrize(
    "place",
    [DEGREES % (b"90.01", b"5"), DEGREES % (b"-90.01", b"5"), DEGREES % (b"50", b"180.01"),
     DEGREES % (b"50", b"-180.01"), DEGREES % (b"nan", b"5"), DEGREES % (b"", b"5"), MGRS % (b"wide", b"00000"),
     b"<CoordinateChoice>UTM</CoordinateChoice><CoordinateData></CoordinateData>"],
)  # fmt: skip
def test_what_is_no_place_is_told_with_the_unit_and_the_way_out(place):
    spot, problems = first(place)
    assert spot is None
    assert len(problems) == 1
    told = r"^f\.msdl, .+: its place cannot be read \((?:GDC|MGRS|UTM)\); give it as GDC, degrees"
    assert re.search(told, problems[0])


def test_a_file_that_is_too_large_in_bytes_or_units_is_told(monkeypatch):
    body = msdl(golden())
    units = body.count(b"<Unit>")
    monkeypatch.setattr(reading, "MOST_NODES", units)
    assert not read_msdl(body, "f.msdl").problems
    monkeypatch.setattr(reading, "MOST_NODES", units - 1)
    assert f"more than {units - 1:,} units" in str(read_msdl(body, "f.msdl").problems[0])
    monkeypatch.setattr(reading, "MOST_BYTES", len(body))
    monkeypatch.setattr(reading, "MOST_NODES", units)
    assert not read_msdl(body, "f.msdl").problems
    monkeypatch.setattr(reading, "MOST_BYTES", len(body) - 1)
    assert "larger than" in str(read_msdl(body, "f.msdl").problems[0])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [(rb"<ForceSideHandle>[^<]*", b"<ForceSideHandle>nobody", "its side 'nobody' is not in the file"),
     (rb"<ForceRelation>.*?</ForceRelation>", b"", "it serves neither a side nor a unit")],
)  # fmt: skip
def test_a_unit_of_no_side_is_told(old, new, words):
    body = re.sub(old, new, msdl(golden()), count=1, flags=re.DOTALL)
    assert any(words in str(problem) for problem in read_msdl(body, "f.msdl").problems)


def test_single_items_of_equipment_are_left_out_and_counted():
    body = msdl(golden()).replace(b"</Units>", b"</Units><Equipment><EquipmentItem/><EquipmentItem/></Equipment>", 1)
    assert any(note.startswith("2 single items of equipment") for note in read_msdl(body, "f.msdl").notes)
