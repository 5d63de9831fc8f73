"""The umpire's page of battles: a fight is planned, opened, played and taken back, and every fault is told on it."""

import html
import io
import re
import time
from dataclasses import replace
from urllib.parse import urlsplit

import numpy as np
import pytest
import zxingcpp
from click.testing import CliRunner
from pypdf import PdfReader

from campaign.model.verbs.battle import BattleClosed, BattleOpened
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import keys
from scenarios.battles.opening import board_of
from scenarios.drawing.png import pdf_pages
from tests.people.helpers import CAMPAIGN, club_app, send, signed_in
from webui.cli import main
from webui.desk.battles.flow import play_it_out, proposed_battle

PAGE = "/c/toy/umpire/battles"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def session_of(app, campaign=CAMPAIGN):
    return app.extensions["sandtable"].store.session(campaign)


def words(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))).split())


def fight(app):
    """Name the hexes of the first fight on the page."""
    page = signed_in(app, "umpire").get(PAGE).get_data(as_text=True)
    return re.search(r'name="hexes" value="([0-9,]+)"', page)[1]


def opened(app, number=1, **form):
    filled = {"rules": "d3_one_hour", "name": "The ford", "reason": "club night", **form}
    if "hexes" not in filled:
        filled["hexes"] = fight(app)
    return send(signed_in(app, "umpire"), f"{PAGE}/new", send_id=f"opening-{number}", **filled)


def code_of(app):
    return next(iter(session_of(app).state.battles))


def taken(app, number=1, **form):
    filled = {"played": "6", "reason": "they held", **form}
    return send(signed_in(app, "umpire"), f"{PAGE}/{code_of(app)}/result", send_id=f"result-{number}", **filled)


def played_out(client, code, steps=0):
    """Wait until commanders have ended, or have given so many steps; give what the page is told of them."""
    while True:
        told = client.get(f"{PAGE}/playing.json").get_json()[code]
        found = re.search(r"(\d+) steps? so far", told["words"])
        if not told["plays"] or (steps and found and int(found[1]) >= steps):
            return told
        time.sleep(0.1)


def test_fights_are_listed_with_who_stands_there(app):
    told = words(signed_in(app, "umpire").get(PAGE))
    assert "Being fought (0)" in told
    assert re.search(r"Fights \([1-9]", told)
    assert "Plan this battle" in told


def test_a_plan_says_what_is_set_up_and_marks_what_the_umpire_sets_otherwise(app):
    client, hexes = signed_in(app, "umpire"), fight(app)
    told = words(client.get(f"{PAGE}/new?hexes={hexes}&rules=d3_one_hour"))
    assert "attacks" in told
    assert "Hits at the start" in told
    assert "Set by you" not in told
    told = words(client.get(f"{PAGE}/new?hexes={hexes}&rules=d3_one_hour&turns=7&name=Dawn"))
    assert "Set by you, otherwise than proposed: turns on the table, what it is called" in told
    assert not session_of(app).state.battles, "nothing is opened by looking"


def test_a_plan_whose_table_cannot_be_laid_out_says_so_where_its_picture_would_be(app, monkeypatch):
    client, url = signed_in(app, "umpire"), f"{PAGE}/new?hexes={fight(app)}&rules=d3_one_hour"
    assert "Hatched: where each side sets up" in words(client.get(url))
    monkeypatch.setattr("webui.page.tables.table_picture", lambda *_: "")
    told = words(client.get(url))
    assert "This table cannot be laid out, so there is no picture of it. To open the battle says why." in told


@pytest.mark.parametrize("rules", keys())
def test_loop_a_battle_is_opened_played_by_commanders_and_taken_back(app, rules):
    before = dict(session_of(app).state.stands)
    assert opened(app, rules=rules, turns="3").status_code == 303
    code = code_of(app)
    (battle,) = session_of(app).state.battles.values()
    game = session_of(app, "toy-the-ford")
    assert {side.name for side in game.setting.sides} == {side.name for side in session_of(app).setting.sides}
    client = signed_in(app, "umpire")
    if rules == keys()[0]:
        assert send(client, f"{PAGE}/{code}/play").status_code == 303
        assert played_out(client, code) == {"plays": False, "words": ""}
    else:
        # What the program does that the page starts; to start one takes longer than to play.
        play_it_out(game)
    assert "The game is over" in words(client.get(PAGE))
    slip = client.get(f"{PAGE}/{code}/result?from=game")
    assert slip.status_code == 200
    page = slip.get_data(as_text=True)
    form = dict(re.findall(r'<input name="(hex:[^"]+)"[^>]*value="([^"]*)"', page))
    form |= {
        name: re.search(r'value="(\w+)" selected', options)[1]
        for name, options in re.findall(r'<select name="(fate:[^"]+)">(.*?)</select>', page, re.DOTALL)
    }
    answer = taken(app, **{html.unescape(key): value for key, value in form.items()})
    assert answer.status_code in {200, 303}, words(answer)
    state = session_of(app).state
    assert not state.battles
    assert not state.fronts
    untouched = set(before) - set(battle.stands)
    assert {key: state.stands[key] for key in untouched} == {key: before[key] for key in untouched}


def test_a_slip_where_nothing_is_touched_changes_nothing(app):
    before = session_of(app).state
    assert opened(app).status_code == 303
    assert taken(app).status_code == 303
    assert session_of(app).state.stands == before.stands
    events = list(session_of(app).live_events())
    assert [type(one) for one in events if isinstance(one, BattleOpened | BattleClosed)] == [BattleOpened, BattleClosed]


def test_what_is_taken_off_the_table_is_lost_in_the_campaign(app):
    assert opened(app).status_code == 303
    code = code_of(app)
    stands = session_of(app).state.battles[code].stands
    page = signed_in(app, "umpire").get(f"{PAGE}/{code}/result").get_data(as_text=True)
    fates = [html.unescape(name) for name in re.findall(r'<select name="(fate:[^"]+)"', page)]
    victim = next(key for key in stands if any(name.startswith(f"fate:{key}") for name in fates))
    form = {name: "gone" for name in fates if name == f"fate:{victim}" or name.startswith(f"fate:{victim}.")}
    assert taken(app, **form).status_code == 303
    assert session_of(app).state.stands[victim].gone
    assert all(not session_of(app).state.stands[key].gone for key in stands if key != victim)
    paper = signed_in(app, "umpire").get(PAGE.replace("battles", "export/newspaper.html")).get_data(as_text=True)
    assert re.search(r"<li>[^<]+: fought out on a table in \d+ turns?\.</li>", paper)
    assert "<h2 class=\"headline\">Hard fighting: " in paper


def test_a_result_is_one_entry_and_one_undoing_takes_it_back(app):
    assert opened(app).status_code == 303
    session = session_of(app)
    seq, before = session.seq, session.state
    assert taken(app, also="weather=fine").status_code == 303
    assert session.seq == seq + 1
    session.undo(seq, why="misread")
    assert session.state.battles == before.battles
    assert session.state.stands == before.stands


def test_a_form_sent_twice_counts_once(app):
    assert opened(app).status_code == 303
    (front,) = session_of(app).state.fronts.values()
    again = opened(app, 2, hexes=",".join(map(session_of(app).hexmap.number, front.hexes)))
    assert again.status_code == 409
    assert "all stand still there already" in words(again)
    assert len(session_of(app).state.battles) == 1
    code = code_of(app)
    assert taken(app).status_code == 303
    again = send(signed_in(app, "umpire"), f"{PAGE}/{code}/result", send_id="result-1", played="6", reason="x")
    assert again.status_code == 409
    assert "its result may have been taken already" in words(again)


@pytest.mark.parametrize(("form", "why"), [
    ({"hexes": ""}, "No hexes were named; write their numbers"),
    ({"hexes": "9999"}, "9999"),
    ({"turns": "many"}, "'many' is no number from 1 to 99"),
    ({"wide_inches": "4000"}, "'4000' is no number from 6 to 400"),
    ({"rules": "chess"}, "there are no rules 'chess'"),
    ({"reason": ""}, "The reason has 0 characters; write 1 to 400"),
])  # fmt: skip
def test_what_cannot_be_opened_is_told_and_nothing_is_written(app, form, why):
    seq = session_of(app).seq
    answer = opened(app, **form)
    assert answer.status_code in {400, 409}
    assert why.lower() in words(answer).lower()
    assert session_of(app).seq == seq
    assert [row.id for row in app.extensions["sandtable"].store.campaigns()] == ["toy", "other"]


@pytest.mark.parametrize(("form", "why"), [
    ({"played": "200"}, "'200' is no number from 0 to 99"),
    ({"also": "dance=all"}, "dance"),
    ({"reason": ""}, "The reason has 0 characters"),
])  # fmt: skip
def test_a_slip_that_cannot_be_taken_comes_back_with_the_reason(app, form, why):
    assert opened(app).status_code == 303
    answer = taken(app, **form)
    assert answer.status_code in {400, 409}
    assert why.lower() in words(answer).lower()
    assert session_of(app).state.battles


@pytest.mark.parametrize("person", ["ann", "bob"])
def test_players_see_nothing_of_it(app, person):
    assert opened(app).status_code == 303
    client = signed_in(app, person)
    assert client.get(PAGE).status_code in {403, 404}
    assert "The ford" not in client.get("/c/toy/us-1/log.json").get_data(as_text=True)


def test_the_game_of_a_battle_lets_no_player_of_the_campaign_in(app):
    assert opened(app).status_code == 303
    assert signed_in(app, "umpire").get("/c/toy-the-ford/umpire/").status_code == 200, "its umpire need not be the host"
    assert signed_in(app, "ann").get("/c/toy-the-ford/us/").status_code in {302, 303, 403, 404}
    assert signed_in(app, "ann").get("/c/toy-the-ford/umpire/").status_code in {302, 303, 403, 404}


@pytest.fixture
def at_hand(app):
    """Put the map beside the store, where a command finds it."""
    app.extensions["sandtable"].store.keep_map(session_of(app).hexmap)
    return app


def run(tmp_path, *told):
    found = CliRunner().invoke(main, ["battle", *told, "--store", str(tmp_path)])
    return found.exit_code, found.output


def test_the_command_line_takes_a_fight_to_a_table_and_back(at_hand, tmp_path):
    code, said = run(tmp_path, "fights", "--campaign", "toy")
    assert code == 0, said
    hexes = said.split(":")[0]
    asked = (hexes, "--rules", "parkin_generic", "--name", "Dawn", "--turns", "8", "--campaign", "toy")
    code, said = run(tmp_path, "open", *asked, "--plan")
    assert code == 0, said
    assert "Dawn: " in said
    assert "8 turns" in said
    assert not session_of(at_hand).state.battles
    code, said = run(tmp_path, "open", *asked)
    assert (code, "game: toy-dawn" in said) == (0, True), said
    code, said = run(tmp_path, "play", "Dawn", "--campaign", "toy")
    assert code == 0, said
    assert re.match(r"toy-dawn: \d+ orders; ", said)
    code, said = run(tmp_path, "result", "Dawn", "--campaign", "toy")
    assert code == 0, said
    assert "The battle of Dawn is over" in said
    code, said = run(tmp_path, "result", "Dawn", "--campaign", "toy")
    assert code == 1
    assert "none is being fought; its result may have been taken already" in said


def test_the_command_line_says_who_comes(at_hand, tmp_path):
    hexes, key = fight(at_hand), next(iter(near(at_hand)))
    asked = (hexes, "--rules", "parkin_generic", "--campaign", "toy", "--plan")
    assert f"near: {key}" in run(tmp_path, "open", *asked)[1]
    code, said = run(tmp_path, "open", *asked, "--nobody-comes")
    assert (code, "stays: " in said, "comes in turn" in said) == (0, True, False), said
    code, said = run(tmp_path, "open", *asked, "--come", f"{key}=4", "--table", "12", "12")
    assert (code, "comes in turn 4" in said) == (0, True), said
    code, said = run(tmp_path, "open", *asked, "--come", key)
    assert (code, "write STAND=TURN" in said) == (1, True), said


def test_on_a_table_of_wood_there_is_no_game_and_the_way_out_is_told(at_hand, tmp_path):
    hexes = fight(at_hand)
    code, said = run(tmp_path, "open", hexes, "--rules", "d3_one_hour", "--name", "Dawn", "--wood", "--campaign", "toy")
    assert code == 0, said
    assert "game:" not in said
    code, said = run(tmp_path, "play", "Dawn", "--campaign", "toy")
    assert code == 1
    assert "has no game in this store" in said
    assert "--line 'turns: 9; UNIT: 2 hits; UNIT: gone'" in said


def test_a_fight_that_is_being_fought_is_listed_no_more(app):
    hexes = fight(app)
    assert opened(app).status_code == 303
    page = signed_in(app, "umpire").get(PAGE).get_data(as_text=True)
    assert f'name="hexes" value="{hexes}"' not in page
    assert "Its hexes stand still for" in words(signed_in(app, "umpire").get(PAGE))


def test_other_rules_bring_their_own_length_and_scale(app):
    shown = {"do": "show", "was": "zen_operational", "rules": "d3_one_hour", "turns": "4", "inch_m": "536.4"}
    answer = opened(app, **shown)
    assert answer.status_code == 200
    assert 'name="turns" inputmode="numeric" maxlength="2" required value="15"' in answer.get_data(as_text=True)
    assert "Set by you, otherwise than proposed: what it is called" in words(answer)
    assert not session_of(app).state.battles
    kept = opened(app, **{**shown, "was": "d3_one_hour"})
    assert 'name="turns" inputmode="numeric" maxlength="2" required value="4"' in kept.get_data(as_text=True)


def test_a_slip_of_a_campaign_of_d3_offers_what_its_rules_heal_after_a_battle(app):
    assert opened(app).status_code == 303
    game, page = session_of(app, "toy-the-ford"), "/c/toy-the-ford/umpire/battles"
    ours, theirs = (next(one for one in game.state.stands.values() if one.side == side and one.on_map)
                    for side in ("us", "ge"))  # fmt: skip
    hexes = ",".join(game.hexmap.number(one.hex) for one in (ours, theirs))
    form = {"hexes": hexes, "rules": "d3_one_hour", "wood": "1", "short:us": "1", "supply": "1", "reason": "x"}
    client = signed_in(app, "umpire")
    told = words(send(client, f"{page}/new", send_id="inner-show", do="show", **form))
    assert "begins with 1 hit (D3 3.12)" in told
    assert "Set by you, otherwise than proposed: supply" in told
    assert send(client, f"{page}/new", send_id="inner-open", **form).status_code == 303
    code = next(iter(session_of(app, "toy-the-ford").state.battles))
    slip = client.get(f"{page}/{code}/result")
    assert "heal half their hits; what they keep is rounded down (D3 3.12)" in words(slip)
    assert 'name="rests" value="1" checked' in slip.get_data(as_text=True)
    filled = {f"fate:{ours.id}": "5", "played": "9", "reason": "they held", "rests": "1"}
    assert send(client, f"{page}/{code}/result", send_id="inner-take", **filled).status_code in {200, 303}
    assert session_of(app, "toy-the-ford").state.stands[ours.id].losses == 2


def test_the_plan_says_that_its_ground_is_invented_or_what_it_is_cut_from(app):
    client, asked = signed_in(app, "umpire"), f"{PAGE}/new?hexes={fight(app)}&rules=parkin_generic"
    told = words(client.get(asked))
    assert "invented from what the campaign's map says of its hexes: no map of this ground with hexes of about" in told
    assert "its sources are not at hand" in told
    store, here = app.extensions["sandtable"].store, session_of(app)
    plan = proposed_battle(store, here, [here.hexmap.index_of(one) for one in fight(app).split(",")], "parkin_generic")
    board = board_of(plan, here.situation).ground.board
    fine = replace(board, name="The ford, surveyed", area_text="of a survey", invented=np.zeros(len(board), np.uint8))
    store.keep_map(fine)
    wide = f"{fine.layout.width_m:.0f} m wide"
    assert f"cut from the map The ford, surveyed, whose hexes are {wide}" in words(client.get(asked))
    assert opened(app, rules="parkin_generic").status_code == 303
    game = session_of(app, "toy-the-ford")
    assert not game.hexmap.invented.any()
    assert game.hexmap.notes[0].startswith("Cut from The ford, surveyed")
    assert send(client, f"{PAGE}/{code_of(app)}/play").status_code == 303
    assert client.get(f"{PAGE}/{code_of(app)}/result?from=game").status_code == 200
    assert taken(app).status_code == 303


def near(app):
    """List who stands near the first fight, and the turn that each comes in."""
    page = signed_in(app, "umpire").get(f"{PAGE}/new?hexes={fight(app)}&rules=parkin_generic").get_data(as_text=True)
    return dict(re.findall(r'name="comes:([^"]+)" inputmode="numeric" maxlength="2" value="(\d*)"', page))


def test_who_comes_is_set_on_the_plan_goes_to_the_game_and_stands_on_the_slip(app):
    key = next(iter(near(app)))
    shown = opened(app, rules="parkin_generic", was="parkin_generic", do="show", **{f"comes:{key}": ""})
    assert "stays: " in words(shown)
    tiny = {"wide_inches": "12", "high_inches": "12"}
    answer = opened(app, rules="parkin_generic", was="parkin_generic", **tiny, **{f"comes:{key}": "3"})
    assert answer.status_code == 303
    (battle,) = session_of(app).state.battles.values()
    assert key in battle.stands
    game = session_of(app, "toy-the-ford")
    late = {stand.arrives[:2] for one, stand in game.state.stands.items() if one == key or one.startswith(f"{key}.")}
    assert late == {(1, 3)}
    client = signed_in(app, "umpire")
    assert "comes in turn 3 from the " in words(client.get(f"{PAGE}/{code_of(app)}/result"))
    assert "never came onto the table" in words(client.get(f"{PAGE}/{code_of(app)}/result?from=game"))
    assert taken(app).status_code == 303
    assert session_of(app).state.stands[key].hex is not None


@pytest.mark.parametrize(("form", "why"), [
    ({"comes:nobody": "3"}, "does not stand within 3 hexes of the fight"),
    ({"comes:1/112": "soon"}, "'soon' is no number from 0 to 99"),
])  # fmt: skip
def test_who_cannot_come_is_told(app, form, why):
    answer = opened(app, **form)
    assert answer.status_code in {400, 409}
    assert why in words(answer)
    assert not session_of(app).state.battles


def test_the_umpires_day_says_that_a_result_is_due(app):
    assert opened(app, campaign_turns="1").status_code == 303
    client = signed_in(app, "umpire")

    def told():
        matters = client.get("/c/toy/umpire/matters.json").json["matters"]
        return next(one for one in matters if "is fought on a table" in one["what"])

    assert told()["what"].startswith("the battle of The ford at ")
    assert "1 turn of the time it was given is left" in told()["why"]
    session = session_of(app)
    front = next(iter(session.state.fronts))
    for number in range(40):
        if session.state.fronts[front].turns <= 0:
            break
        session.submit(EndPhase(), command_id=f"phase-{number:04}")
    assert told()["why"] == "the time it was given is over: its result is due"
    assert "Its result is due." in words(client.get(PAGE))
    assert taken(app).status_code == 303
    assert not session_of(app).state.fronts


def test_the_form_of_a_battle_bears_the_way_to_its_own_result(app):
    opened(app)
    code = code_of(app)
    body = signed_in(app, "umpire").get(f"/c/{CAMPAIGN}/umpire/export/results.pdf").data
    text = PdfReader(io.BytesIO(body)).pages[0].extract_text()
    battle = session_of(app).state.battles[code]
    stands = session_of(app).state.stands
    assert "The ford" in text
    assert all(text.count(stands[key].profile.short) >= 1 for key in battle.stands)
    (found,) = {one.text for one in zxingcpp.read_barcodes(pdf_pages(body, 200)[0])}
    assert found.endswith(f"/umpire/battles/{code}/result")
    assert signed_in(app, "umpire").get(urlsplit(found).path).status_code == 200


def test_a_plan_is_tried_in_memory_and_says_the_odds(app):
    seq = session_of(app).seq
    answer = opened(app, do="try")
    assert answer.status_code == 200
    said = r"Of (\d+) plays by commanders (.*? won \d+), (.*? won \d+)(; \d+ drawn)?\. The points"
    told = re.search(said, words(answer))
    assert told, words(answer)[:600]
    plays, drawn = int(told[1]), int((told[4] or "; 0 drawn").split()[1])
    assert sum(int(part.split(" won ")[1].split()[0]) for part in told.groups()[1:3]) + drawn == plays >= 1
    assert re.search(r"Steps lost, on average of all plays: \w+ \d+ %, \w+ \d+ %\.", words(answer))
    assert session_of(app).seq == seq


def test_a_battle_on_wood_is_simulated_and_the_same_seed_gives_the_same_slip(app):
    assert opened(app, wood="1").status_code == 303
    seq, client = session_of(app).seq, signed_in(app, "umpire")

    def slip(seed):
        page = client.get(f"{PAGE}/{code_of(app)}/result?from=simulation&seed={seed}").get_data(as_text=True)
        return re.findall(r'<select name="(fate:[^"]+)">.*?value="(\w+)" selected', page, re.DOTALL)

    assert slip("a") == slip("a")
    assert any(slip(seed) != slip("a") for seed in "bcdef"), "dice decide"
    assert session_of(app).seq == seq
