"""``sandtable map fetch``, what ``map sources`` says of the cache, and what the manual shows."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from maps.sources.online.services import KINDS, read_services
from tests.maps.onlineserver import OnlineServer
from webui.cli import main

MANUAL = files("webui").joinpath("help", "maps.md").read_text(encoding="utf-8")
AREA = """
name = "Toy"
box = { west = 6.31, south = 50.05, east = 6.66, north = 50.28 }
hexes.width_km = 1.0
sources.online = ["copernicus_glo30", "worldcover"]
"""


@pytest.fixture
def server(monkeypatch, tmp_path):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("SANDTABLE_CACHE", str(tmp_path / "cache"))
    server = OnlineServer()
    yield server
    server.stop()


@pytest.fixture
def texts(server, tmp_path):
    (tmp_path / "area.toml").write_text(AREA)
    services = server.services()
    names = ("copernicus_glo30", "worldcover")
    lines = [f'{name} = "{getattr(services, name)}"' for name in names]
    (tmp_path / "mirrors.toml").write_text("[services]\n" + "\n".join(lines) + "\n[manners]\npause_s = 0\ntries = 2\n")
    return str(tmp_path / "area.toml"), str(tmp_path / "mirrors.toml")


def run(*words, code=0):
    done = CliRunner().invoke(main, [*words])
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


def test_fetch_tells_what_came_and_what_was_there(server, texts, tmp_path):
    area, mirrors = texts
    first = run("map", "fetch", area, "--services", mirrors).splitlines()
    assert re.fullmatch(r"copernicus_glo30: 2 tiles, 0 were cached, 2 asked for; [\d.]+ MB", first[0])
    assert first[-1] == f"kept in {tmp_path / 'cache'}"
    second = run("map", "fetch", area, "--services", mirrors).splitlines()
    assert second[1].startswith("worldcover: 2 tiles, 2 were cached, 0 asked for; ")
    third = json.loads(run("map", "fetch", area, "--services", mirrors, "--again", "--json"))
    assert [(found["cached"], found["fetched"]) for found in third["services"]] == [(0, 2), (0, 2)]
    assert {kind: len(paths) for kind, paths in third["files"].items()} == {"elevation": 2, "land_cover": 2}
    assert all(Path(path).exists() for paths in third["files"].values() for path in paths)


def test_fetch_counts_what_the_service_does_not_have(server, texts):
    area, mirrors = texts
    server.sea = {"N50_00_E006"}
    lines = run("map", "fetch", area, "--services", mirrors).splitlines()
    assert lines[0] == "copernicus_glo30: 2 tiles, 0 were cached, 2 asked for, 2 that the service does not have; 0 MB"
    assert "  copernicus_glo30: knows nothing of this ground." in lines


def test_fetch_without_a_network_is_refused_in_words(server, texts):
    server.stop()
    area, mirrors = texts
    told = run("map", "fetch", area, "--services", mirrors, code=1)
    assert "Error: copernicus_glo30: 127.0.0.1 cannot be reached" in told
    assert "\nworldcover: 127.0.0.1 cannot be reached" in told
    assert "Traceback" not in told


def test_fetch_for_an_area_without_services(server, tmp_path):
    (tmp_path / "c.asc").write_text("ncols 2")
    (tmp_path / "area.toml").write_text(
        AREA.replace('online = ["copernicus_glo30", "worldcover"]', 'elevation="c.asc"')
    )
    told = run("map", "fetch", str(tmp_path / "area.toml"))
    assert told == "the area file names no services under sources.online\n"


def test_sources_say_what_is_cached(server, texts):
    area, mirrors = texts
    lines = run("map", "sources", area).splitlines()
    place = next(k for k, line in enumerate(lines) if line.startswith("  worldcover: "))
    assert lines[place + 1] == "    0 of 2 tiles are cached, about 0.4 MB to fetch"
    run("map", "fetch", area, "--services", mirrors)
    assert "    2 of 2 tiles are cached" in run("map", "sources", area).splitlines()


# --- the manual ----------------------------------------------------------------------------------------------------


def test_mirrors_of_the_manual_name_every_service_and_manner(tmp_path):
    (text,) = re.findall(r"```toml\n(\[services\].*?)```", MANUAL, re.DOTALL)
    path = tmp_path / "mirrors.toml"
    path.write_text(text)
    services = read_services(path)
    assert all(field.name in text for field in fields(services))
    assert services.skadi.startswith("https://tiles.example.org")


def test_the_manual_has_a_row_for_every_service():
    part = MANUAL.split("## From the public services")[1].split("\n## ")[0]
    assert all(f"| `{name}` |" in part for name in KINDS)
