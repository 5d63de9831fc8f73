"""A small order of battle, worked out by hand."""

from __future__ import annotations

import contextlib
import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.problems import ProblemsFound
from scenarios.orbat import read_formations, read_orbat, read_stands
from scenarios.orbat_rows import FORMATION_COLUMNS, STAND_COLUMNS

FORMATIONS = """\
id,parent,side,name,short,size,kind,hq,LOG,POL,LOG_max,POL_max,arrive_day,arrive_turn,source,notes
VIII,,us,VIII Corps,VIII,corps,corps,VIII.HQ,24,16,36,24,,,arlon,
28,VIII,us,28th Infantry Division,28,division,infantry,28.HQ,8,,10,,,,,"Cota, at Wiltz"
28.110,28,us,110th Infantry,110 Inf,regiment,infantry,,,,,,,,,
101,VIII,us,101st Airborne Division,101,division,parachute,101.HQ,7,,10,,3,3,,
"""
STANDS = """\
id,formation,name,short,side,kind,size,strength,mover,traits,band,at,lon,lat,arrive_day,arrive_turn,arrive_at,notes
VIII.HQ,VIII,VIII Corps HQ,VIII,us,hq,corps,2,wheeled,,,Bastogne,5.718,50.003,,,,
28.HQ,28,28th Division HQ,28,us,hq,division,2,wheeled,hospital,,Wiltz,5.934,49.965,,,,
28.109,28,109th Field Artillery,109 FA,us,artillery,battalion,3,wheeled,,standard,Bockholz,6.030,50.005,,,,
28.110.1,28.110,"1st Battalion, 110th",1/110,us,infantry,battalion,4,foot,emplaced light,,Marnach,6.061,50.055,,,,
101.HQ,101,101st Division HQ,101,us,hq,division,2,wheeled,,,Mande,5.655,50.022,3,3,Bastogne,
101.1,101,First of all,1/501,us,infantry,battalion,5,foot,,,Mande,5.655,50.022,3,2,Bastogne,
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "formations.csv").write_text(FORMATIONS, "utf-8")
    (tmp_path / "orbat.csv").write_text(STANDS, "utf-8")
    return tmp_path


def test_reads_every_column_of_a_formation():
    corps, division, regiment, airborne = read_formations(FORMATIONS, "formations.csv")
    assert (corps.id, corps.parent, corps.side, corps.name, corps.short) == ("VIII", "", "us", "VIII Corps", "VIII")
    assert (corps.size, corps.kind, corps.hq, corps.source) == ("corps", "corps", "VIII.HQ", "arlon")
    assert (corps.log, corps.pol, corps.log_max, corps.pol_max) == (24, 16, 36, 24)
    assert (division.log, division.pol, division.log_max, division.pol_max) == (8, None, 10, None)
    assert division.notes == "Cota, at Wiltz"
    assert regiment.hq == ""
    assert (airborne.arrive_day, airborne.arrive_turn) == (3, 3)
    assert division.place == "formations.csv, line 3"


def test_reads_every_column_of_a_stand():
    battalion = read_stands(STANDS, "orbat.csv")[3]
    assert (battalion.id, battalion.formation, battalion.side) == ("28.110.1", "28.110", "us")
    assert (battalion.name, battalion.short) == ("1st Battalion, 110th", "1/110")
    assert (battalion.kind, battalion.size, battalion.strength, battalion.mover) == ("infantry", "battalion", 4, "foot")
    assert battalion.traits == ("emplaced", "light")
    assert (battalion.band, battalion.at, battalion.lon, battalion.lat) == ("", "Marnach", 6.061, 50.055)
    assert not battalion.arrives
    assert battalion.place == "orbat.csv, line 5"


def test_a_reinforcement_has_day_turn_and_place():
    hq = read_stands(STANDS, "orbat.csv")[4]
    assert (hq.arrive_day, hq.arrive_turn, hq.at, hq.arrive_at) == (3, 3, "Mande", "Bastogne")
    assert hq.arrives


def test_parts_those_who_stand_from_those_who_come(folder):
    orbat = read_orbat(folder)
    assert [stand.id for stand in orbat.at_start()] == ["VIII.HQ", "28.HQ", "28.109", "28.110.1"]
    assert [stand.id for stand in orbat.arrivals()] == ["101.1", "101.HQ"]  # turn 2 before the night


def test_tree_nests_formations_and_adds_up_strength(folder):
    (corps,) = read_orbat(folder).tree()
    assert [child.formation.id for child in corps.children] == ["28", "101"]
    division = corps.children[0]
    assert [stand.id for stand in division.stands] == ["28.HQ", "28.109"]
    assert [stand.id for stand in division.children[0].stands] == ["28.110.1"]
    assert (division.strength, division.stand_count) == (2 + 3 + 4, 3)
    assert (corps.strength, corps.stand_count) == (2 + 9 + 7, 6)


def test_chain_runs_to_the_top(folder):
    assert read_orbat(folder).chain("28.110") == ("28.110", "28", "VIII")


def test_finds_by_id(folder):
    orbat = read_orbat(folder)
    assert orbat.formation("28").name == "28th Infantry Division"
    assert orbat.stands_by_id()["28.109"].band == "standard"


def test_reads_what_a_german_spreadsheet_saves(folder):
    """Semicolons, decimal commas, a byte order mark and Windows line ends."""
    rows = [line.split(",") for line in STANDS.replace('"1st Battalion, 110th"', "1st Battalion").splitlines()]
    for row in rows[1:]:
        row[12], row[13] = row[12].replace(".", ","), row[13].replace(".", ",")
    text = "\r\n".join(";".join(row) for row in rows)
    (folder / "orbat.csv").write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    assert [(stand.lon, stand.lat) for stand in read_orbat(folder).stands][:1] == [(5.718, 50.003)]


def test_columns_may_come_in_any_order(folder):
    rows = list(csv.DictReader(io.StringIO(STANDS)))
    turned = io.StringIO()
    writer = csv.DictWriter(turned, list(reversed(STAND_COLUMNS)))
    writer.writeheader()
    writer.writerows(rows)
    assert [stand.name for stand in read_stands(turned.getvalue(), "orbat.csv")] == [row["name"] for row in rows]


def test_cells_that_look_like_formulas_stay_text():
    text = STANDS.replace("VIII Corps HQ", "=2+3").replace("Bastogne,5.718", "+SUM(A1:A9),5.718")
    text = text.replace("28th Division HQ", "@cmd").replace("First of all", "-1")
    stands = read_stands(text, "orbat.csv")
    assert [stand.name for stand in stands][:2] == ["=2+3", "@cmd"]
    assert stands[0].at == "+SUM(A1:A9)"
    assert stands[5].name == "-1"


def test_blank_lines_and_quoted_line_ends_do_not_shift_line_numbers():
    lines = STANDS.splitlines()
    lines.insert(1, "")
    lines[2] = lines[2] + '"two\nlines"'
    stands = read_stands("\n".join(lines), "orbat.csv")
    assert [stand.place for stand in stands[:3]] == ["orbat.csv, line 3", "orbat.csv, line 5", "orbat.csv, line 6"]
    assert stands[0].notes == "two\nlines"


def test_the_tables_have_the_columns_of_the_rows():
    assert FORMATIONS.splitlines()[0] == ",".join(FORMATION_COLUMNS)
    assert STANDS.splitlines()[0] == ",".join(STAND_COLUMNS)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).map(str.strip).filter(bool))
def test_any_name_survives_the_table(name):
    cells = next(csv.reader([STANDS.splitlines()[1]]))
    cells[2] = name
    text = io.StringIO()
    csv.writer(text).writerows([STAND_COLUMNS, cells])
    assert [stand.name for stand in read_stands(text.getvalue(), "orbat.csv")] == [name]


@given(st.one_of(st.text(), st.text().map(lambda text: STANDS.splitlines()[0] + "\n" + text)))
def test_any_text_is_read_or_refused_with_problems(text):
    with contextlib.suppress(ProblemsFound):
        assert read_stands(text, "orbat.csv") == []


@given(st.data())
def test_any_cell_may_be_spoilt_and_is_told_by_line(data):
    """Whatever is put into one cell: it is read, or every problem names a line of the table."""
    rows = list(csv.reader(STANDS.splitlines()))
    row = data.draw(st.integers(1, len(rows) - 1))
    column = data.draw(st.integers(0, len(STAND_COLUMNS) - 1))
    rows[row][column] = data.draw(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])))
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    stands, places = read_or_refused(text.getvalue())
    assert len(stands) == (0 if places else len(rows) - 1)
    assert places <= {f"orbat.csv, line {n}" for n in range(2, 8)}


def read_or_refused(text):
    try:
        return read_stands(text, "orbat.csv"), set()
    except ProblemsFound as found:
        return [], {problem.place for problem in found.problems}
