"""``sandtable scenario publish`` and ``open``: a scenario goes to another club's store, and is the same there."""

import pytest
from click.testing import CliRunner

from scenarios.handing.receiving import received
from scenarios.scenario import read_scenario
from webui.cli import main


def run(*words):
    return CliRunner().invoke(main, ["scenario", *map(str, words)])


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    out = tmp_path_factory.mktemp("published") / "bulge.sandtable"
    told = run("publish", "ardennes_1944", "--by", "Our club", "--licence", "CC BY 4.0", "--as", "bulge", "--out", out)
    assert told.exit_code == 0
    assert "give it to umpires" in told.output
    return out


def test_it_is_published_looked_into_and_kept(file, tmp_path):
    store = tmp_path / "store"
    looked = run("open", file, "--look", "--store", store)
    assert looked.exit_code == 0
    assert "Units: 480 in 130 formations" in looked.output
    assert "Given by: Our club; licence: CC BY 4.0" in looked.output
    assert not store.exists()
    kept = run("open", file, "--store", store)
    assert kept.exit_code == 0
    folder = store / "scenarios" / "bulge"
    assert f"kept; now: sandtable campaign new {folder} NAME" in kept.output
    assert read_scenario(folder).name == "Ardennes, 16 December 1944"
    assert run("check", folder).exit_code == 0
    again = run("open", file, "--store", store)
    assert again.exit_code == 1
    assert "there is a scenario 'bulge' already; take another" in again.output
    assert run("open", file, "--as", "other", "--store", store).exit_code == 0


def test_without_a_name_for_it_the_file_is_called_as_the_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("publish", "ardennes_1944", "--by", "Us", "--licence", "MIT").exit_code == 0
    assert received((tmp_path / "ardennes_1944.sandtable").read_bytes()).manifest.key == "ardennes_1944"


def test_a_blank_one_stands_on_shipped_ground_or_on_the_map_of_a_file(file, tmp_path):
    made = run("new", tmp_path / "mine", "--blank", "ardennes_1944", "--sides", "Germans,Americans", "--days", 3)
    assert made.exit_code == 0
    found = read_scenario(tmp_path / "mine")
    assert (found.days, [side.name for side in found.sides]) == (3, ["Germans", "Americans"])
    assert "side Germans has no stands" in run("check", tmp_path / "mine").output
    assert run("open", file, "--store", tmp_path / "store").exit_code == 0
    ground = tmp_path / "store" / "scenarios" / "bulge" / "map.gpkg"
    assert run("new", tmp_path / "other", "--blank", ground).exit_code == 0
    assert (tmp_path / "other" / "map.gpkg").is_file()
    for *wrong, why in (("--blank", "nowhere", "there is no ground 'nowhere'"), ("--sides", "A", "cannot be a name")):
        told = run("new", tmp_path / "third", "--blank", "ardennes_1944", *wrong)
        assert (told.exit_code, (tmp_path / "third").exists()) == (1, False)
        assert why in told.output


def test_what_is_wrong_is_told(file, tmp_path):
    (tmp_path / "cut.sandtable").write_bytes(file.read_bytes()[:-1000])
    told = run("open", tmp_path / "cut.sandtable", "--store", tmp_path / "store")
    assert (told.exit_code, (tmp_path / "store").exists()) == (1, False)
    assert "it is damaged; ask for the file again" in told.output
    assert "cannot be read" in run("open", tmp_path / "none.sandtable").output
    assert run("publish", "ardennes_1944", "--by", " ", "--licence", "MIT", "--out", tmp_path / "x").exit_code == 1
