"""Orders of battle from other programs: what was written comes back; all faults at once, nothing half."""

import csv
import datetime as dt
import io
import json
import zipfile
from dataclasses import replace

import openpyxl
import pytest

from campaign.spoken.cells import csv_of, workbook_of
from maps.lonlat import hexes_at, lonlat_of
from maps.problems import ProblemsFound
from scenarios.formats.msdl import msdl
from scenarios.formats.oob import oob_csv, oob_xlsx
from scenarios.formats.orbatmapper import orbat_mapper
from scenarios.intake.files import Asked, read_forces, write_tables
from scenarios.intake.linking import _LONGEST as LONGEST
from scenarios.orbat import read_orbat
from scenarios.symbols import KINDS
from tests.scenarios.formats.golden import golden, golden_map

SIDES = {"blue": "Blue", "red": "Red"}
HEAD = ("Unit name", "Higher", "Nation", "Type", "Echelon", "SP", "Longitude", "Latitude")
ROWS = (
    ("1st Division", "", "Blue", "inf", "Div", "", 5.9, 50.0),
    ("1/A", "1st Division", "", "inf", "Bn", 4, 5.84, 50.01),
    ("2/A", "1st Division", "", "guns", "Bn", 3, 5.85, 50.02),
    ("3. Panzer", "", "Red", "", "", "", "", ""),
)


def taken(body, name="oob.csv", **asked):
    return read_forces(body, name, SIDES, Asked(**asked))


def table(rows):
    head, *body = rows
    return {row[0]: dict(zip(head, row, strict=True)) for row in body}


def faults(body, name="oob.csv", **asked):
    with pytest.raises(ProblemsFound) as found:
        taken(body, name, **asked)
    return found.value.problems


WRITERS = {"oob.csv": oob_csv, "oob.xlsx": oob_xlsx, "orbat.json": orbat_mapper, "orbat.msdl": msdl}


@pytest.mark.parametrize("name", WRITERS)
def test_what_was_exported_is_taken_in_again(name, tmp_path):
    made = taken(WRITERS[name](golden()), name)
    write_tables(tmp_path, made)
    orbat = read_orbat(tmp_path, sides=SIDES)
    stands = orbat.stands_by_id()
    by_short = {stand.short: stand for stand in stands.values()}
    one = by_short["1/A"]
    assert (one.kind, one.size, one.strength, one.side, one.mover) == ("infantry", "battalion", 3, "blue", "foot")
    assert orbat.chain(one.formation)[-1] == orbat.formations_by_id()[orbat.chain(one.formation)[-1]].id
    assert [orbat.formation(key).short for key in orbat.chain(one.formation)] == ["A", "XX"]
    assert by_short["HQ"].kind == "hq"
    assert orbat.formation(one.formation).hq == by_short["HQ"].id
    panzer = by_short["Pz"]
    assert (panzer.kind, panzer.side, panzer.size) == ("armour", "red", "company")
    assert (by_short["2/A"].arrive_day, by_short["2/A"].arrive_turn) == (2, 1)
    if name != "orbat.json":  # which holds where it was at the beginning
        hexmap = golden_map()
        assert hexes_at(hexmap.layout, [(one.lon, one.lat)]).tolist() == [hexmap.index_of("0304")]


def test_a_scenario_of_orbat_mapper_keeps_where_units_will_come_and_how_far_guns_reach():
    whole = golden()
    later = next(unit for unit in whole.units if unit.short == "2/A")
    guns = replace(later, id="guns", short="G", name="Guns", kind="artillery", symbol="artillery", band="short")
    made = taken(orbat_mapper(replace(whole, units=(*whole.units, guns))), "orbat.json")
    stands = {row["short"]: row for row in table(made.stands).values()}
    lon, lat = lonlat_of(golden_map().layout, golden_map().layout.centres())[golden_map().index_of("1008")].tolist()
    for row in (stands["2/A"], stands["G"]):
        assert (row["lon"], row["lat"]) == (pytest.approx(lon, abs=1e-5), pytest.approx(lat, abs=1e-5))
    assert stands["G"]["band"] == "short"


def test_units_that_nothing_places_come_in_among_their_side_and_are_named():
    rows = [
        ("id", "parent", "side", "name", "kind", "size", "strength", "lon", "lat"),
        ("a", "", "Blue", "A", "inf", "battalion", 4, 5.8, 50.0),
        ("b", "", "Blue", "B", "inf", "battalion", 4, 6.0, 50.2),
        ("army", "", "Blue", "Army", "inf", "group", "", "", ""),
        ("c", "army", "", "C", "inf", "battalion", 4, "", ""),
    ]
    made = taken(csv_of(rows), columns={})
    row = table(made.stands)["c"]
    assert (row["lon"], row["lat"]) == (pytest.approx(5.9), pytest.approx(50.1))
    assert any("any formation above them: 1 (C); put in the middle of their side" in note for note in made.notes)
    assert any(one.what == "C has no place" for one in faults(csv_of([rows[0], *rows[3:]]), columns={}))


def test_units_that_a_campaign_has_lost_are_left_out_by_name():
    made = taken(csv_of([TOP, DIVISION, ROW, ("b", "D", "", "Gone", "infantry", "battalion", 0, "", "")]))
    assert "b" not in table(made.stands)
    assert "units without a strength point left: 1 (Gone); left out" in made.notes


def test_each_staff_that_serves_no_formation_leads_a_group_of_its_own():
    staffs = [(f"h{n}", "", "Blue", f"HQ {n}", "hq", "division", 2, 5.9, 50) for n in range(3)]
    made = taken(csv_of([TOP, *staffs, ("a", "", *ROW[2:])]))
    assert {row["hq"] for row in table(made.formations).values()} == {"h0", "h1", "h2"}
    assert table(made.stands)["a"]["formation"] == table(made.stands)["h0"]["formation"]


def test_columns_of_a_club_are_known_by_their_heads():
    rows = [HEAD, *ROWS[:3]]
    made = taken(csv_of(rows))
    assert [row["size"] for row in table(made.formations).values()] == ["division"]
    stands = {row["name"]: row for row in table(made.stands).values()}
    assert stands["2/A"]["kind"] == "artillery"
    assert stands["2/A"]["band"] == "standard"
    assert stands["1/A"]["formation"] == next(iter(table(made.formations)))
    assert any("without an HQ: 1" in note for note in made.notes)
    assert any("artillery without a band: 1" in note for note in made.notes)


@pytest.mark.parametrize(("long", "said"), [(LONGEST, 0), (LONGEST + 1, 1)])
def test_a_name_is_as_long_as_it_may_be(long, said):
    body = f"side,formation,id,name,kind,strength\nblue,,A,{'x' * long},infantry,4\n".encode()
    found = [one for one in faults_or_none(body) if "letters long" in one]
    assert len(found) == said


def faults_or_none(body):
    try:
        taken(body)
    except ProblemsFound as refused:
        return [str(one) for one in refused.problems]
    return []


def test_a_column_is_named_that_its_head_does_not_tell():
    rows = [("Was", "Wem", "Wer", "Waffe", "Größe", "Ost", "Nord"),
            ("1/A", "", "Blue", "inf", "bn", "5,84", "50,01")]  # fmt: skip
    named = {"name": "Was", "parent": "Wem", "side": "Wer", "kind": "waffe", "lon": "Ost", "lat": "Nord"}
    made = taken(csv_of(rows), columns=named)
    (stand,) = table(made.stands).values()
    assert (stand["name"], stand["size"], stand["lon"]) == ("1/A", "battalion", 5.84)
    told = faults(csv_of(rows), columns={"name": "Wass", "colour": "Wer"})
    assert ("there is no column 'Wass'", "did you mean 'Was'?") in [(one.what, one.remedy) for one in told]
    assert "'colour' is nothing that is told" in [one.what for one in told]


def test_every_fault_of_a_table_is_told_at_once_with_its_row_and_a_way_out():
    rows = [
        ("id", "parent", "side", "name", "kind", "size", "strength", "lon", "lat", "band"),
        ("D", "", "Blue", "Division", "infantry", "division", "", 5.9, 50, ""),
        ("a", "D", "", "A", "infntry", "battalion", 4, 5.9, 50, ""),
        ("a", "D", "", "B", "infantry", "battalion", 99, 5.9, 50, ""),
        ("c", "E", "", "C", "infantry", "batallion", 4, 5.9, 50, ""),
        ("d", "D", "Green", "D4", "armour", "battalion", "many", 5.9, 50, ""),
        ("e", "D", "", "E5", "artillery", "battalion", 4, 500, 50, "far"),
    ]
    told = faults(csv_of(rows), columns={})
    by_row = {}
    for one in told:
        by_row.setdefault(one.place, []).append(f"{one.what}; {one.remedy}")
    words = {place: " | ".join(lines) for place, lines in by_row.items()}
    assert "'infntry' is no kind of unit; did you mean 'infantry'?" in words["oob.csv, row 3"]
    assert "the id 'a' is that of oob.csv, row 3 too" in words["oob.csv, row 4"]
    assert "strength is '99'; it must be a whole number from 1 to 30" in words["oob.csv, row 4"]
    assert "'E', above C, is not there" in words["oob.csv, row 5"]
    assert "did you mean 'battalion'?" in words["oob.csv, row 5"]
    assert "the side 'Green' is none of the scenario's; say which it is of " in words["oob.csv, row 6"]
    assert "strength is 'many'" in words["oob.csv, row 6"]
    assert "are no degrees" in words["oob.csv, row 7"]
    assert "'far' is no band" in words["oob.csv, row 7"]
    assert all(one.remedy for one in told if "blank" not in one.what)


def test_a_formation_that_thousands_name_and_nobody_tells_is_one_fault():
    rows = [("side", "name", "kind", "size", "strength", "parent")]
    rows += [("Blue", f"B{k}", "infantry", "battalion", 4, "F" if k % 2 else "G") for k in range(2000)]
    told = [one.what for one in faults(csv_of(rows), columns={}) if "is not there" in one.what]
    assert told == ["'G', above B0 and 999 more, is not there", "'F', above B1 and 999 more, is not there"]


def test_a_column_that_is_not_there_is_told_with_those_that_are():
    (fault,) = [one for one in faults(csv_of([("name", "", "kind"), ("B", "", "infantry")]), columns={"side": "Seite"})
                if "no column" in one.what and "Seite" in one.what]  # fmt: skip
    assert fault.remedy == "known are kind, name"


@pytest.mark.parametrize("kind", sorted({*KINDS} - {"unknown"}))
def test_every_kind_that_a_counter_may_show_is_taken_in_or_told(kind):
    rows = [("side", "name", "kind", "size", "strength", "lon", "lat"), ("Blue", "B", kind, "battalion", 4, 5.9, 50)]
    if kind in {"aircraft", "helicopter", "works"}:
        assert any("which no order of battle has" in one.what for one in faults(csv_of(rows), columns={}))
    else:
        assert taken(csv_of(rows), "oob.csv", columns={}).stands


def test_nothing_is_written_of_a_file_with_faults_and_what_was_there_is_kept(tmp_path):
    (tmp_path / "orbat.csv").write_text("old")
    with pytest.raises(ProblemsFound):
        write_tables(tmp_path, taken(csv_of([HEAD, *ROWS])))
    assert [path.name for path in tmp_path.iterdir()] == ["orbat.csv"]
    write_tables(tmp_path, taken(csv_of([HEAD, *ROWS[:3]])))
    assert (tmp_path / "orbat.csv.before").read_text() == "old"
    assert not list(tmp_path.glob(".*"))


def test_a_formula_in_a_name_stays_a_name_all_the_way(tmp_path):
    evil = "=HYPERLINK(1)"
    made = taken(workbook_of([("oob", [HEAD, ROWS[0], (evil, "1st Division", "", "inf", "Bn", 4, 5.84, 50.01)])]))
    write_tables(tmp_path, made)
    cells = [cell for row in csv.reader(io.StringIO((tmp_path / "orbat.csv").read_text("utf-8-sig"))) for cell in row]
    assert "'" + evil in cells
    assert not any(cell.startswith("=") for cell in cells)
    assert evil in [stand.name for stand in read_orbat(tmp_path).stands]


def test_a_workbook_is_read_page_by_page_or_one_that_is_named():
    pages = [("Notes", [("what I did",), ("nothing",)]), ("Blue", [HEAD, *ROWS[:2]]),
             ("More", [HEAD, ("9/Z", "", "Red", "tanks", "Coy", 1, 5.8, 50.0)])]  # fmt: skip
    made = taken(workbook_of(pages), "club.xlsx")
    assert {row["name"] for row in table(made.stands).values()} == {"1/A", "9/Z", "HQ 1st Division"}
    assert "pages without units: 1; left out" in made.notes
    assert len(taken(workbook_of(pages), "club.xlsx", page="More").stands) == 2
    (fault,) = faults(workbook_of(pages), "club.xlsx", page="Read")
    assert "its pages are: Notes, Blue, More" in fault.what


def test_places_as_hexes_of_a_map_and_as_references():
    hexmap = golden_map()
    rows = [("name", "side", "kind", "hex"), ("1/A", "Blue", "inf", "0304")]
    assert "of a map that is not given" in faults(csv_of(rows))[0].what
    (stand,) = table(taken(csv_of(rows), hexmap=hexmap).stands).values()
    assert (stand["lon"], stand["lat"]) == (pytest.approx(5.840016, abs=1e-5), pytest.approx(50.013529, abs=1e-5))
    assert faults(csv_of([rows[0], ("1/A", "Blue", "inf", "9999")]), hexmap=hexmap)[0].place == "oob.csv, row 2"
    rows = [("name", "side", "kind", "grid ref"), ("1/A", "Blue", "inf", "31UGR 04 33")]
    (stand,) = table(taken(csv_of(rows)).stands).values()
    assert 5 < stand["lon"] < 7


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("x.json", b'{"type": "other"}'), ("x.json", b"{" * 50_000), ("x.json", b'{"type":"ORBAT-mapper","sides":[1]}'),
        ("x.msdl", b"<a/>"), ("x.msdl", b"<a"), ("x.msdl", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
        ("x.msdl", b'<?xml version="1.0" encoding="no-such"?><a/>'), ("x.csv", b""), ("x.csv", b"\x00\x01\x02"),
        ("x.xlsx", b"PK\x03\x04nonsense"), ("x.csv", b"only,heads\n"),
    ],
)  # fmt: skip
def test_what_is_no_order_of_battle_is_refused_with_a_reason(name, body):
    assert all(one.place.startswith(name) or one.place == "the file" for one in faults(body, name))


def test_a_scenario_of_orbat_mapper_as_others_make_them():
    unit = {"id": "k2-x_9", "name": "A Coy", "sidc": "10031000151211020000", "subUnits": [], "location": [5.9, 50.1]}
    batt = {"id": "dd", "name": "Battalion", "sidc": "10031000161211020000", "subUnits": [unit], "state": [
        {"id": "s", "t": "2020-01-01T00:00:00Z", "location": [5.8, 50.0]}]}  # fmt: skip
    side = {"id": "1", "name": "NATO", "groups": [{"id": "g", "name": "G", "subUnits": [batt]}]}
    whole = {"type": "ORBAT-mapper", "version": "3.6.0", "sides": [side]}
    made = taken(json.dumps(whole).encode(), "x.json", renamed={"NATO": "blue"})
    assert [row["size"] for row in table(made.formations).values()] == ["group"]
    stand = table(made.stands)["k2-x_9"]
    assert (stand["kind"], stand["mover"], stand["traits"]) == ("infantry", "tracked", "armoured_infantry")
    unit["sidc"], unit["location"] = "10031000150000000000", [900, "x"]
    told = " | ".join(str(one) for one in faults(json.dumps(whole).encode(), "x.json"))
    assert "A Coy: its location is no longitude and latitude" in told
    assert "the symbol of A Coy names no branch" in told
    assert "the side 'NATO' is none of the scenario's" in told


def test_a_file_that_runs_in_a_circle_is_told_and_ends():
    rows = [("id", "parent", "side", "name", "kind", "what"),
            ("a", "b", "Blue", "A", "inf", "formation"), ("b", "a", "Blue", "B", "inf", "formation")]  # fmt: skip
    assert any("circle" in one.what or "itself" in one.what or "above" in one.what for one in faults(csv_of(rows)))


def test_fifty_thousand_rows_are_taken_in_and_more_are_refused():
    head = ("id", "parent", "side", "name", "kind", "size", "lon", "lat", "strength")
    units = [(f"u{n}", f"d{n // 500}", "", f"Unit {n}", "inf", "company", 5.9, 50.0, 1) for n in range(49_800)]
    divisions = [(f"d{n}", "", "Blue", f"Group {n}", "inf", "group", "", "", "") for n in range(100)]
    made = taken(csv_of([head, *divisions, *units]))
    assert (len(made.formations), len(made.stands)) == (101, 49_801)
    more = [(f"v{n}", "d1", "", "More", "inf", "company", 5.9, 50.0, 1) for n in range(200)]
    (fault,) = faults(csv_of([head, *divisions, *units, *more]))
    assert "more than 50,000 rows" in fault.what


def test_many_faults_are_all_told():
    rows = [("name", "side", "kind", "parent"), *((f"U{n}", "Blue", "inf", f"nobody {n}") for n in range(20_000))]
    assert sum("is not there" in one.what for one in faults(csv_of(rows))) == 20_000


def test_a_workbook_with_dates_and_numbers_is_read():
    book = openpyxl.Workbook()
    book.active.append(["name", "side", "kind", "strength", "lon", "lat"])
    book.active.append(["1/A", "blue", "inf", 4.0, 5.9, 50])
    out = io.BytesIO()
    book.save(out)
    (stand,) = table(taken(out.getvalue(), "x.xlsx").stands).values()
    assert (stand["strength"], stand["lon"]) == ("4", 5.9)


ROW = ("a", "D", "Blue", "A", "infantry", "battalion", 4, 5.9, 50)
TOP = ("id", "parent", "side", "name", "kind", "size", "strength", "lon", "lat")
DIVISION = ("D", "", "Blue", "Division", "infantry", "division", "", 5.9, 50)


def test_whose_side_a_unit_is_on_and_a_double_id_are_told_with_all_the_rest_and_once():
    rows = [TOP, DIVISION, ROW, (*ROW[:3], "B", "infantry", "battalion", "x", 5.9, 50),
            ("w", "D", "Red", "W", "infantry", "battalion", 4, 5.9, 50),
            ("v", "ZZ", "Blue", "V", "infantry", "battalion", 4, 5.9, 50)]  # fmt: skip
    assert sorted((one.place, one.what) for one in faults(csv_of(rows))) == [
        ("oob.csv, row 4", "strength is 'x'"),
        ("oob.csv, row 4", "the id 'a' is that of oob.csv, row 3 too"),
        ("oob.csv, row 5", "w is of side 'red', its formation D of side 'blue'"),
        ("oob.csv, row 6", "'ZZ', above V, is not there"),
    ]


@pytest.mark.parametrize("letters", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_table_in_the_letters_of_any_spreadsheet_is_read(letters):
    text = csv_of([TOP, DIVISION, (*ROW[:3], "Königsgrätz", *ROW[4:])]).decode("utf-8-sig")
    assert "Königsgrätz" in [row["name"] for row in table(taken(text.encode(letters)).stands).values()]


def test_what_a_spreadsheet_made_of_a_name_is_told():
    book = openpyxl.Workbook()
    for row in (TOP, DIVISION, (*ROW[:3], dt.date(2026, 2, 1), *ROW[4:]), ("#REF!", *ROW[1:])):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    told = {one.place: str(one) for one in faults(out.getvalue(), "x.xlsx")}
    assert "name is 2026-02-01: the spreadsheet took it for a date; make the column text" in told["x.xlsx, row 3"]
    assert "id is #REF!, a formula that failed" in told["x.xlsx, row 4"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), "an old workbook (.xls); save the sheet as XLSX"),
        (b"\x89PNG\r\n\x1a\n" + bytes(500), "a picture, no table; save the sheet as XLSX"),
        (b"%PDF-1.7\n1 0 obj\n", "the file is a PDF, no workbook; save the sheet as XLSX"),
        ('<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
         .encode("utf-16"), "it declares a document type"),
        (csv_of([TOP, DIVISION, (*ROW[:3], "N" * 100_000, *ROW[4:])]), "is 100,000 letters long"),
    ],
    ids=["xls", "picture", "PDF", "entities in UTF-16", "endless name"],
)  # fmt: skip
def test_hostile_and_mistaken_files_are_told_what_they_are(body, what):
    assert any(what in str(one) for one in faults(body, "x.csv"))


def test_a_workbook_that_unpacks_without_end_is_refused_unread():
    out = io.BytesIO()
    name = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as holder, holder.open(name, "w") as page:
        for _ in range(700):
            page.write(bytes(1_000_000))
    (fault,) = faults(out.getvalue(), "x.xlsx")
    assert "unpacks to far more than a sheet holds" in fault.what


def test_rows_of_a_workbook_far_below_the_others_are_read_too():
    book = openpyxl.Workbook()
    for row in (TOP, DIVISION, ROW):
        book.active.append(row)
    for at, cell in enumerate(("b", *ROW[1:3], "Far", *ROW[4:]), 1):
        book.active.cell(150_000, at, cell)
    out = io.BytesIO()
    book.save(out)
    assert "Far" in [row["name"] for row in table(taken(out.getvalue(), "x.xlsx").stands).values()]


def test_what_no_cell_may_hold_is_left_out_of_names():
    made = taken(csv_of([TOP, DIVISION, (*ROW[:3], "1/\x00110", *ROW[4:])]))
    assert "1/110" in [row["name"] for row in table(made.stands).values()]
