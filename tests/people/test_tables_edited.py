"""On the plan of a battle the umpire sets kinds, edges and zones; faults of its form and of the fight are one list."""

import html
import re

import pytest
from click.testing import CliRunner

from campaign.model.verbs.battle import BattleOpened
from scenarios.battles.plan import read_plan
from tests.people.helpers import club_app, signed_in
from tests.people.test_tables import PAGE, code_of, fight, opened, session_of, taken, words
from webui.cli import main

TINY = {"was": "d3_one_hour", "wide_inches": "36", "high_inches": "30"}


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def shown(app, **form):
    return opened(app, do="show", **form)


def fields(app, begin):
    page = signed_in(app, "umpire").get(f"{PAGE}/new?hexes={fight(app)}&rules=d3_one_hour").get_data(as_text=True)
    return [html.unescape(key) for key in re.findall(rf'name="{begin}:([^"]+)"', page)]


def plan_of(app):
    (battle,) = session_of(app).state.battles.values()
    return read_plan(battle.plan)


def test_kinds_edges_and_zones_are_set_marked_opened_and_undone_with_the_battle(app):
    side, stand = fields(app, "zone")[0], fields(app, "kind")[0]
    comer = next(key for key in fields(app, "comes") if key != stand)
    form = {f"zone:{side}": "north", f"kind:{stand}": "tank", f"comes:{comer}": "3", f"edge:{comer}": "south"}
    told = words(shown(app, **TINY | form))
    assert "where the sides set up" in told
    assert "what stands are on the table" in told
    assert "who comes, and when" in told
    page = shown(app, **TINY | form).get_data(as_text=True)
    assert re.search(r'<option value="tank" selected', page)
    assert re.search(r'<option value="south" selected', page)
    assert 'value="north"' in page
    assert opened(app, **TINY | form).status_code == 303
    plan = plan_of(app)
    assert {"zones", "kinds", "coming"} <= set(plan.changed)
    assert dict(plan.zones) == {side: "north"}
    late = {one.stand: (one.turn, one.edge) for one in plan.coming if one.turn}
    assert late[comer] == (3, "south")
    game = session_of(app, plan.game)
    assert any(one.arrives for one in game.state.stands.values())
    session_of(app).undo(why="not tonight")
    assert not session_of(app).state.battles
    assert not any(isinstance(event, BattleOpened) for event in session_of(app).live_events())


def test_the_plan_shows_its_table_with_the_parts_where_the_sides_set_up(app):
    def hatched(**form):
        """The strokes of each zone, by what is written over it."""
        page = shown(app, **TINY | form).get_data(as_text=True)
        (figure,) = re.findall(r'<figure class="table">(.*?)</figure>', page, re.DOTALL)
        assert len(re.findall(r">[^<>]+ sets up</text>", figure)) == len(fields(app, "zone"))
        return re.findall(r'opacity=".6"[^>]* d="([^"]+)"', figure)

    side = fields(app, "zone")[0]
    north, south = hatched(**{f"zone:{side}": "north"}), hatched(**{f"zone:{side}": "south"})
    assert len(north) == len(south) == 2
    assert north != south
    assert hatched(**{f"zone:{side}": "north"}) == north


def test_faults_of_the_form_and_of_the_fight_are_told_together(app):
    side, stand = fields(app, "zone")[0], fields(app, "kind")[0]
    form = {"turns": "many", "date": "tomorrow", "hex_inches": "0", f"kind:{stand}": "elephants",
            "hits:nobody": "1", "comes:nobody": "2", f"zone:{side}": "9999", "aim:1": "", "aim-hex:1": "9999",
            "aim-points:1": "x"}  # fmt: skip
    answer = opened(app, was="d3_one_hour", **form)
    assert answer.status_code == 409
    told = words(answer)
    for fault in ("'many' is no number from 1 to 99", "'tomorrow' is no date", "'0' is no number from 0.5 to 24",
                  "'elephants' is no kind of D3", "what it is for: 9999: there is no hex '9999'",
                  "'x' is no number"):  # fmt: skip
        assert fault in told, fault
    assert 'value="many"' in answer.get_data(as_text=True), "what was filled in stays"
    assert not session_of(app).state.battles


def test_a_slips_own_faults_and_those_of_what_it_says_are_told_together(app):
    assert opened(app).status_code == 303
    stand = plan_of(app).stands[0]
    answer = taken(app, **{f"hex:{stand}": "9999", "played": "x", "also": "ground=9999=blown\nstand=nobody losses=1"})
    told = words(answer)
    assert answer.status_code == 409
    assert "9999" in told
    assert "'x' is no number from 0 to 99" in told
    assert "nobody" in told
    assert code_of(app), "nothing of it was taken"


def test_the_command_line_sets_them_too_and_says_all_that_is_wrong(app, tmp_path):
    app.extensions["sandtable"].store.keep_map(session_of(app).hexmap)
    store, stand, side = str(tmp_path), fields(app, "kind")[0], fields(app, "zone")[0]
    ask = ["battle", "open", fight(app), "--rules", "d3_one_hour", "--plan", "--store", store, "--campaign", "toy"]
    told = CliRunner().invoke(main, [*ask, "--kind", f"{stand}=tank", "--zone", f"{side}=north"])
    assert told.exit_code == 0, told.output
    assert "set by you: what stands are on the table, where the sides set up" in told.output
    wrong = CliRunner().invoke(main, [*ask, "--zone", f"{side}=9999"])
    assert wrong.exit_code != 0
    assert "sets up" in wrong.output
    assert "is no pair" in CliRunner().invoke(main, [*ask, "--edge", "north"]).output
