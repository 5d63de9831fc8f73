"""``sandtable scenario import``: a club's table becomes a scenario's order of battle, or all its faults are read."""

import pytest
from click.testing import CliRunner

from campaign.spoken.cells import csv_of
from scenarios.orbat import read_orbat
from webui.cli import main

HEAD = ("Unit", "Formation", "Nation", "Arm", "lon", "lat")
ROWS = (("1/A", "Div", "", "inf", 5.9, 50.1), ("Div", "", "Allies", "inf", "", ""))


@pytest.fixture
def operation(tmp_path):
    folder = tmp_path / "operation"
    assert CliRunner().invoke(main, ["scenario", "new", str(folder)]).exit_code == 0
    return folder


def imported(operation, rows, *words):
    file = operation / "club.csv"
    file.write_bytes(csv_of([HEAD, *rows]))
    return CliRunner().invoke(main, ["scenario", "import", str(operation), str(file), *words])


def test_a_table_becomes_the_order_of_battle(operation):
    before = (operation / "orbat.csv").read_bytes()
    tried = imported(operation, ROWS, "--side", "Allies=us", "--column", "name=Unit", "--try")
    assert (tried.exit_code, (operation / "orbat.csv").read_bytes()) == (0, before)
    assert "1 formations and 1 units would be written" in tried.output
    made = imported(operation, ROWS, "--side", "Allies=us", "--column", "name=Unit")
    assert made.exit_code == 0
    assert "units without strength: 1" in made.output
    assert [stand.name for stand in read_orbat(operation).stands] == ["1/A"]
    assert (operation / "orbat.csv.before").read_bytes() == before


def test_what_is_wrong_is_read_and_nothing_is_written(operation):
    before = (operation / "orbat.csv").read_bytes()
    result = imported(operation, [*ROWS, ("x", "Dif", "", "boat", "", "")], "--column", "name=Unit")
    assert result.exit_code == 1
    assert "club.csv, row 4: 'Dif', above x, is not there; did you mean 'Div'?" in result.output
    assert "'boat' is no kind of unit" in result.output
    assert "--side 'Allies'=" in result.output
    assert (operation / "orbat.csv").read_bytes() == before
    assert imported(operation, ROWS, "--side", "Allies").exit_code == 1
    gone = CliRunner().invoke(main, ["scenario", "import", str(operation), str(operation / "none.csv")])
    assert (gone.exit_code, "cannot be read" in gone.output) == (1, True)
