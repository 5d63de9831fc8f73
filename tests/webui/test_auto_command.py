"""Sides that play themselves, measuring, and maps at table scale, from the command line."""

from __future__ import annotations

import io
import json

import pypdf
import pytest
from click.testing import CliRunner

from maps.gpkg.writer import write
from tests.scenarios.test_battle import BOARD
from webui.cli import main


def run(*words, code=0):
    result = CliRunner().invoke(main, list(map(str, words)))
    assert result.exit_code == code, result.output
    return result


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("battles")
    write(BOARD, folder / "board.gpkg")
    for rules in ("d3_one_hour", "three_star_general"):
        run("battle", "new", rules.replace("_", "-"), "--rules", rules, "--board", folder / "board.gpkg",
            "--store", folder / "store", "--seed", "auto")  # fmt: skip
    return folder / "store"


def auto(store, campaign, *more):
    return json.loads(run("campaign", "auto", "--campaign", campaign, "--store", store, "--json", *more).stdout)


def test_a_battle_plays_itself_to_its_end_and_its_log_is_whole(store):
    told = auto(store, "d3-one-hour", "--turns", 200, "--as", "table")
    assert told["orders"] > 20
    shown = json.loads(run("campaign", "show", "--campaign", "d3-one-hour", "--store", store, "--json").stdout)
    assert shown["when"]
    assert "whole" in run("campaign", "verify", "--campaign", "d3-one-hour", "--store", store).output
    again = auto(store, "d3-one-hour", "--turns", 1, "--as", "table")
    assert again["orders"] == 0


def test_a_side_alone_stops_where_the_other_may_order(store):
    told = auto(store, "three-star-general", "--side", "red", "--turns", 50)
    assert told["waits_for"] == ["blue"]
    assert "there is no" in run("campaign", "auto", "--side", "green", "--campaign", "three-star-general",
                                "--store", store, code=1).stderr  # fmt: skip


def test_distances_are_told_in_the_rules_own_unit(store):
    words = ("campaign", "measure", "0101", "0104", "--store", store, "--campaign")
    assert run(*words, "d3-one-hour").output.startswith("0101 to 0104: 18 inches (457 mm on the table)")
    assert run(*words, "three-star-general").output.startswith("0101 to 0104: 3 hexes")


def test_a_map_is_printed_at_table_scale(store, tmp_path):
    """Six inches to the hex: 152.4 mm; a board of 12 x 8 hexes is 1.6 m wide and takes A3 sheets by the dozen."""
    out = tmp_path / "table.pdf"
    words = ("export", "map", "--format", "pdf", "--out", out, "--table", "--paper", "A3")
    words += ("--store", store, "--campaign")
    run(*words, "d3-one-hour")
    sheets = len(pypdf.PdfReader(io.BytesIO(out.read_bytes())).pages)
    assert sheets > 12
    assert "counts hexes" in run(*words, "three-star-general", code=1).stderr
