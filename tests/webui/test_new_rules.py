"""``sandtable rules new``: a file is begun, listed and never written over; what cannot be is told with the way out."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from campaign.systems import ownfolders
from webui import create_app
from webui.cli import main
from webui.desk.library import open_store


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command with a data folder of its own."""
    monkeypatch.setattr(ownfolders, "_folders", [])
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def told(*words, code=0):
        answer = CliRunner().invoke(main, [*map(str, words)], catch_exceptions=False)
        assert answer.exit_code == code, answer.output
        return answer.output

    return told


def test_rules_are_begun_listed_checked_shown_and_played(run, tmp_path):
    text = run("rules", "new", "Night March")
    file = tmp_path / "sandtable" / "rules" / "night_march.toml"
    assert text.splitlines()[0] == str(file)
    assert "--rules night_march" in text
    assert "night_march: Night March. Source: written by its owner." in run("rules", "list")
    assert run("rules", "check", file) == f"{file}: 1 case, 0 failed\n"
    shown = run("rules", "show", "night_march")
    assert "ST 1      Movement" in shown
    assert re.search(r"units +mover +steps +attack +defence +move\n +infantry +foot +2 +4/2 +4/2 +4\n", shown)
    begun = run("battle", "new", "x", "--rules", "night_march", "--board", "harrow_green", "--store", tmp_path / "s")
    assert "Harrow Green" in begun


def test_a_file_that_is_there_stays_as_it_is(run, tmp_path):
    run("rules", "new", "Night March", "--folder", tmp_path / "mine")
    file = tmp_path / "mine" / "night_march.toml"
    file.write_text("mine", encoding="utf-8")
    assert "is there already" in run("rules", "new", "Night March", "--folder", tmp_path / "mine", code=1)
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(("words", "said"), [
    (("1944",), "is no name of letters, digits and _, a letter first, at most 32 of them; give it a name"),
    (("Zen", "--key", "zen_operational"), "there is a rule system 'zen_operational' already; take another"),
    (("Night", "--from", "d3_one_hour"), "'d3_one_hour' is coded and no file; known are"),
    (("Night", "--extends", "d3_one_our"), "there is no rule system 'd3_one_our'; did you mean 'd3_one_hour'?"),
    (("Night", "--extends", "d3_one_hour", "--from", "x"), "cannot be said together with --extends"),
    (("Night", "--from", "nothing"), "'nothing' is no rule system"),
])  # fmt: skip
def test_what_cannot_be_begun_is_told(run, words, said):
    assert said in run("rules", "new", *words, code=1)


def test_a_house_variant_is_begun_listed_checked_shown_and_played(run, tmp_path):
    run("rules", "new", "Long Winter", "--extends", "d3_one_hour")
    file = tmp_path / "sandtable" / "rules" / "long_winter.toml"
    text = file.read_text("utf-8")
    assert "#   elimination.hits = " in text, "every place stands in it"
    assert "long_winter: Long Winter. Source: a house variant of D3" in run("rules", "list")
    file.write_text(text + '[[change]]\nat = "elimination.hits"\nto = 7\nrule = "1"\n', "utf-8")
    shown = run("rules", "show", "long_winter")
    assert "Otherwise than d3_one_hour\n  1         elimination.hits: 7, and there" in shown
    told = json.loads(run("rules", "show", "long_winter", "--json"))
    assert (told["extends"], told["differences"][0]["now"]) == ("d3_one_hour", "7")
    checked = run("rules", "check", file, code=1)
    assert "no case shows the change of elimination.hits" in checked
    assert "Then name them: differs = ['" in checked
    assert run("rules", "check", file, "--own") == f"{file}: 0 cases, 0 failed\n"
    assert run("rules", "problems", file) == "sound\n"
    run("rules", "show", "long_winter", "--sheet", tmp_path / "w.pdf")
    assert (tmp_path / "w.pdf").read_bytes().startswith(b"%PDF")
    begun = run("battle", "new", "x", "--rules", "long_winter", "--board", "harrow_green", "--store", tmp_path / "s")
    assert "Harrow Green, Long Winter" in begun


def test_faults_are_told_once_whether_many_cases_stand_below_or_none(run, tmp_path):
    run("rules", "new", "Night March")
    file = tmp_path / "sandtable" / "rules" / "night_march.toml"
    rules, first, case = file.read_text("utf-8").partition("[[case]]")
    spoiled = rules.replace('mover = "foot"', 'mover = "fot"', 1)
    assert spoiled != rules
    again = case.replace('id = "', 'id = "again ')
    for below in (first + case + first + again, ""):
        file.write_text(spoiled + below, "utf-8")
        told = run("rules", "check", file, code=1)
        assert told.count("'fot'") == 1, told
        assert "write at least one" not in told
    file.write_text(rules, "utf-8")
    assert run("rules", "check", file) == f"{file}: 0 cases, 0 failed\n"


def test_a_variant_of_a_file_keeps_the_paragraphs_of_its_base(run, tmp_path):
    run("rules", "new", "Night March")
    run("rules", "new", "Dark March", "--extends", "night_march")
    folder = tmp_path / "sandtable" / "rules"
    file = folder / "dark_march.toml"
    text = file.read_text("utf-8").replace('prefix = ""', 'prefix = "DM"')
    assert 'prefix = "DM"' in text
    file.write_text(text, "utf-8")
    case = """
[[case]]
id = "DM-1"
rule = "1"
about = "who is far off does not come up"
given = ["map 1x9", "red infantry 1 0101", "blue infantry 2 0109", "clock phase=move side=red"]
when = "red: 1 M 0101-0102-0103-0104-0105-0106-0107-0108"
then = ["refused DM 1"]
"""
    file.write_text(text + case, "utf-8")
    assert "refused by ST" in run("rules", "check", file, "--own", code=1)


def test_a_file_that_cannot_be_played_is_told_where_systems_are_listed(run, tmp_path):
    folder = tmp_path / "sandtable" / "rules"
    folder.mkdir(parents=True)
    assert "not listed" not in run("rules", "list")
    (folder / "spoiled.toml").write_text("[nonsense]\na = 1\n")
    (folder / "no_text.toml").write_bytes(b"\xff\xfe[")
    told = run("rules", "list")
    assert "not listed: spoiled.toml: cannot be played: " in told
    assert "more)" in told
    assert "not listed: no_text.toml: cannot be played: " in told
    store = open_store(tmp_path / "store")
    page = create_app(store).test_client().get("/").get_data(as_text=True)
    store.close()
    assert page.count("A file of rules is not offered.") == 2
    assert "spoiled.toml: cannot be played" in page


SHORT = """ruleset = "zen_operational"
[[case]]
id = "short"
rule = "ZN 4.6"
given = ["map 1x3", "width 2", "red infantry 1 0101", "blue artillery 7 0102 marks=transport", "clock phase=move"]
when = ["1 A 0101x0102", "next", "next"]
dice = [4]
then = ["7 losses 1"]

[[case]]
id = "idle"
rule = "ZN 4.3"
given = ["map 1x3", "width 2", "red infantry 1 0101", "blue infantry 7 0103", "clock phase=move"]
when = ["next"]
then = ["nothing happens"]
"""


def test_a_case_that_runs_out_of_dice_fails_and_the_others_are_run_and_say_what_happened(run, tmp_path):
    file = tmp_path / "cases.toml"
    file.write_text(SHORT, "utf-8")
    told = run("rules", "check", file, code=1)
    assert "short (ZN 4.6): 'it can be played' does not hold: 2 dice wanted and 1 called in" in told
    assert "idle (ZN 4.3): 'nothing happens' does not hold: there happened ClockAdvanced" in told
    assert told.endswith(f"{file}: 2 cases, 2 failed\n")
