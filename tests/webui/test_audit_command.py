"""``sandtable map audit``: what was done for the date, in lines and as data."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from maps.gpkg.writer import write
from maps.record import Audited
from tests.toyground import toy_map
from webui.cli import main

TOLD = (
    Audited("osm:way/1", "A 3", "motorway", "removed", "mostly built from 1950 on", 6.1, 50.2),
    Audited("osm:way/2", "", "railway, closed since", "restored", "railway=razed", 6.2, 50.3),
)


@pytest.fixture
def map_file(tmp_path):
    path = tmp_path / "toy.gpkg"
    write(replace(toy_map("....  ....".replace("  ", "\n")), audit=TOLD, date="1944-12-16"), path)
    return path


def run(*words):
    return CliRunner().invoke(main, ["map", "audit", *map(str, words)])


def test_each_thing_is_listed_with_its_reason_and_counted(map_file):
    assert run(map_file).output.splitlines() == [
        "removed   motorway 'A 3' at 6.1000 50.2000: mostly built from 1950 on [osm:way/1]",
        "restored  railway, closed since at 6.2000 50.3000: railway=razed [osm:way/2]",
        "toy, as of 1944-12-16: 1 removed, 1 restored",
    ]


def test_one_verdict_alone_and_as_data(map_file):
    (entry,) = json.loads(run(map_file, "--verdict", "restored", "--json").output)
    assert (entry["feature"], entry["lon"]) == ("osm:way/2", 6.2)
