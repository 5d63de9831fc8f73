"""``sandtable map where``: references, positions and hexes."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from maps.gpkg.writer import write
from tests.toyground import toy_map
from webui.cli import main


def run(*words):
    return CliRunner().invoke(main, ["map", "where", *map(str, words)])


@pytest.fixture
def map_file(tmp_path):
    path = tmp_path / "toy.gpkg"
    write(toy_map("....\n....\n...."), path)
    return path


def test_a_reference_is_found_near_what_is_named():
    first = run("T 851862", "--near", "0", "49").output.splitlines()[0]
    assert first == "French Lambert zone I: -0.62091 49.33834"


def test_a_position_is_told_in_every_grid():
    (one,) = json.loads(run("5.7175 50.0005", "--json").output)
    assert one["references"]["Nord de Guerre"] == "vP 553575"
    assert one["references"]["MGRS"] == "31U FR 947 422"


def test_a_hex_is_told_and_its_reference_leads_back_to_it(map_file):
    (there,) = json.loads(run("0202", "--map", map_file, "--json").output)
    back = json.loads(run(there["references"]["MGRS"], "--map", map_file, "--json").output)
    assert [one["hex"] for one in back] == ["0202"]


def test_what_is_no_place_is_said(map_file):
    assert "none that is known here" in run("Bastogne").stderr
    assert "there is no hex" in run("9999", "--map", map_file).stderr
