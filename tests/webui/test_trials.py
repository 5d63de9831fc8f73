"""What a trial plays: a scenario on a map that is given, a board, a map file; and who plays it."""

from __future__ import annotations

import pytest
from click import BadParameter
from click.testing import CliRunner

from campaign.model.seats import Seat, seat_of
from maps.gpkg.writer import write
from maps.problems import ProblemsFound
from scenarios.board import open_board, shipped_boards
from scenarios.scenario import read_scenario, shipped_scenario
from scenarios.trials.many import kept, played
from webui.cli import main
from webui.commands import trialling
from webui.commands.trialling import players_of, the_trial


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """The map of a board as a file."""
    file = tmp_path_factory.mktemp("ground") / "ground.gpkg"
    write(open_board(shipped_boards()["harrow_green"]).hexmap, file)
    return file


def test_a_scenario_is_tried_on_the_map_that_is_given_and_its_days_of_history_are_marked(store):
    key = store.session("ardennes").setting.map_key
    with the_trial("ardennes_1944", map_file=store.map_file(key), days=2, readings=("mud=false",)) as trial:
        setting = trial.start.state.setting
        assert (setting.map_key, setting.ruleset) == (key, "zen_operational")
        assert trial.sides == tuple(side.key for side in setting.sides)
        assert (trial.setup.days, trial.setup.readings, setting.overrides["mud"]) == (2, (("mud", False),), False)
        fell = {one.name: one.fell for one in read_scenario(shipped_scenario("ardennes_1944")).objectives if one.fell}
        assert trial.rings == fell != {}


def test_a_board_is_tried_under_the_rules_that_it_names_first_and_with_its_forces():
    board = open_board(shipped_boards()["harrow_green"])
    with the_trial("harrow_green") as trial:
        rules, forces = next(iter(board.battles.items()))
        assert (trial.setup.rules, (trial.setup.red, trial.setup.blue), trial.rings) == (rules, forces, {})
    with the_trial("harrow_green", red="infantry", rules="two_star_general") as trial:
        assert (trial.setup.rules, trial.setup.red) == ("two_star_general", "infantry")
        assert trial.setup.blue == board.battles.get("two_star_general", ("", ""))[1]


def test_a_map_file_is_a_board_without_a_name(ground):
    with the_trial(str(ground), rules="d3_one_hour", red="infantry x2", blue="armour") as trial:
        kinds = [(stand.side, stand.profile.kind) for stand in trial.start.state.stands.values()]
        assert kinds.count(("red", "infantry")) == 2
        assert {side for side, _ in kinds} == {"red", "blue"} == {*trial.sides}
        assert trial.start.map.name == "Harrow Green"


def test_who_is_not_named_is_a_commander(ground):
    with the_trial("harrow_green") as trial:
        assert players_of(trial, ()) == (("red", Seat()), ("blue", Seat()))
        assert players_of(trial, ("blue=table",)) == (("red", Seat()), ("blue", seat_of("table")))
        for text, why in (("blue", "write SIDE=PLAYER, for example red=table"), ("grey=table", "known are blue, red")):
            with pytest.raises(ProblemsFound, match=why):
                players_of(trial, (text,))


def test_what_is_no_reading_is_refused():
    with pytest.raises(BadParameter, match="sets nothing"), the_trial("harrow_green", readings=("mud",)):
        pass


def test_a_trial_that_was_stopped_goes_on_from_the_games_it_kept(tmp_path, monkeypatch):
    file, fewer = tmp_path / "games.jsonl", ["--rules", "d3_one_hour", "--red", "infantry", "--blue", "infantry"]
    trial = ["trial", "balance", "harrow_green", *fewer, "--workers", "1", "--record", str(file)]
    first = CliRunner().invoke(main, [*trial, "--games", "2", "--json"])
    before = file.read_bytes()
    asked = []
    monkeypatch.setattr(trialling, "played", lambda tasks, **how: asked.extend(tasks) or played(tasks, **how))
    second = CliRunner().invoke(main, [*trial, "--games", "3", "--out", str(tmp_path / "report.html")])
    assert (first.exit_code, second.exit_code) == (0, 0), second.output
    assert [task.seed for task in asked] == ["trial/3"]
    assert f"2 of 3 games are in {file} already and are not played again" in second.stderr
    assert "3 games" in (tmp_path / "report.html").read_text("utf-8")
    assert file.read_bytes().startswith(before)
    assert [one.seed for one in kept(file)] == ["trial/1", "trial/2", "trial/3"]
