"""Plans of fights that are set otherwise, corrected ground, results in writing, and the packs of battles."""

import io
import re

import pytest
from pypdf import PdfReader

from campaign.model.verbs.ruling import Ruling
from maps.lonlat import lonlat_of
from maps.record import Correction
from tests.people.helpers import send, signed_in
from tests.people.test_tables import PAGE, app, at_hand, code_of, fight, near, opened, run, session_of, taken, words
from webui.serving import mapdesk

__all__ = ["app", "at_hand"]


def planned_units(app):
    page = signed_in(app, "umpire").get(f"{PAGE}/new?hexes={fight(app)}&rules=d3_one_hour").get_data(as_text=True)
    return re.findall(r'name="hits:([^"]+)"', page)


def test_hits_who_stays_off_and_what_it_is_for_are_set_on_the_plan_and_marked_where_they_stand(app):
    unit = planned_units(app)[0]
    shown = {"do": "show", "was": "d3_one_hour", f"hits:{unit}": "3", "aim:1": "The mill", "aim-hex:1": "", "seed": "x"}
    shown["aim-hex:1"], shown["aim-points:1"], shown["light"] = fight(app).split(",")[0], "5", "at dusk"
    answer = opened(app, **shown)
    told, page = words(answer), answer.get_data(as_text=True)
    for part in ("units and their hits", "what it is for", "light", "the seed of the ground"):
        assert part in told.split("Set by you, otherwise than proposed: ")[1].split(".")[0]
    assert "What it is for set by you" in told
    assert "Light set by you" in told
    assert re.search(rf'name="hits:{re.escape(unit)}"[^>]*value="3"> <span class="flag">set by you', page)
    assert 'value="The mill"' in page
    assert opened(app, **(shown | {"do": ""})).status_code == 303
    game = session_of(app, "toy-the-ford")
    assert game.state.stands[unit].losses == 3
    assert {(spot.name, spot.points) for spot in game.setting.objectives} == {("The mill", 5)}


def test_a_plan_says_strength_posture_and_from_where_the_attack_comes(app):
    told = words(signed_in(app, "umpire").get(f"{PAGE}/new?hexes={fight(app)}&rules=d3_one_hour"))
    assert re.search(r"\d+ of \d+ points", told)
    assert re.search(r"attacks from the (north|south|east|west)", told)
    assert "north above" in told


@pytest.mark.parametrize(("wide", "inches"), [("180 cm", 70.8661), ("6 ft", 72), ("1800 mm", 70.8661), ("71,5", 71.5)])
def test_a_table_is_told_in_inches_feet_or_centimetres(app, wide, inches):
    answer = opened(app, do="show", wide_inches=wide)
    assert f'name="wide_inches" maxlength="10" required value="{inches:g}"' in answer.get_data(as_text=True)
    refused = opened(app, do="show", wide_inches="six paces")
    assert "'six paces' is no number from 6 to 400; write inches, or 180 cm, 100 mm, 6 ft" in words(refused)
    assert 'value="six paces"' in refused.get_data(as_text=True), "what was written is not lost"


def test_a_slip_in_writing_fills_the_form_in_and_is_taken_from_it(app):
    assert opened(app).status_code == 303
    client, code = signed_in(app, "umpire"), code_of(app)
    blank = client.get(f"{PAGE}/{code}/slip.txt").get_data(as_text=True)
    name = next(row.split(":")[0] for row in blank.splitlines() if ": unharmed" in row)
    seq = session_of(app).seq
    said = f"turns: 4; {name}: gone; also: weather=fine; because: the ford was held"
    answer = send(client, f"{PAGE}/{code}/written", text=said)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert session_of(app).seq == seq, "nothing is taken yet"
    assert 'value="gone" selected' in page
    assert 'name="played" inputmode="numeric" maxlength="2" required value="4"' in page
    assert "weather=fine" in page
    assert 'value="the ford was held"' in page
    file = {"file": (io.BytesIO(blank.replace(f"{name}: unharmed", f"{name}: gone").encode()), "slip.txt")}
    sent = send(client, f"{PAGE}/{code}/written", text="", **file)
    assert 'value="gone" selected' in sent.get_data(as_text=True)
    wrong = send(client, f"{PAGE}/{code}/written", text="Nobody: gone; turns: 200; also: dance=all")
    assert wrong.status_code == 409
    for part in ("'Nobody' is not in this battle", "'200' turns cannot be", "also dance=all"):
        assert part in words(wrong)


def test_all_faults_of_a_slip_are_told_at_once_and_what_was_filled_in_stays(app):
    assert opened(app).status_code == 303
    stand = session_of(app).state.battles[code_of(app)].stands[0]
    answer = taken(app, played="200", also="dance=all\nground=nowhere", **{f"hex:{stand}": "9999"})
    assert answer.status_code == 409
    for part in ("'200' is no number", "9999", "dance", "nowhere"):
        assert part in words(answer)
    assert "dance=all" in answer.get_data(as_text=True)
    assert session_of(app).state.battles


def test_the_command_line_takes_a_line_and_a_file(at_hand, tmp_path):
    hexes = fight(at_hand)
    asked = (hexes, "--rules", "d3_one_hour", "--name", "Dawn", "--wood", "--campaign", "toy")
    for told in ("--line", "--slip"):
        assert run(tmp_path, "open", *asked)[0] == 0
        code, said = run(tmp_path, "slip", "Dawn", "--campaign", "toy")
        assert code == 0, said
        name = next(row.split(":")[0] for row in said.splitlines() if ": unharmed" in row)
        (tmp_path / "slip.txt").write_text(said.replace(f"{name}: unharmed", f"{name}: 1 hit"))
        value = f"turns: 3; {name}: 1 hit" if told == "--line" else str(tmp_path / "slip.txt")
        code, said = run(tmp_path, "result", "Dawn", told, value, "--campaign", "toy")
        assert code == 0, said
        assert "The battle of Dawn is over" in said
    assert run(tmp_path, "open", *asked)[0] == 0
    code, said = run(tmp_path, "result", "Dawn", "--line", "Ghost: gone; turns: 300", "--campaign", "toy")
    assert code == 1
    assert "'Ghost' is not in this battle" in said
    assert "'300' turns cannot be" in said
    assert "being fought: Dawn" in run(tmp_path, "fights", "--campaign", "toy")[1]


def test_the_ground_is_corrected_in_the_map_editor_and_played_on(app):
    host, umpire = signed_in(app, "host"), signed_in(app, "umpire")
    form = {"hexes": fight(app), "rules": "parkin_generic", "was": "parkin_generic", "name": "The ford", "reason": "x"}
    answer = send(host, f"{PAGE}/new", send_id="correct-1", do="correct", **form)
    assert (answer.status_code, answer.location) == (303, "/m/toy-board-the-ford/")
    assert host.get(answer.location).status_code == 200
    with app.test_request_context():
        project = mapdesk.shelf().open("toy-board-the-ford")
    board = project.base
    spot = next(index for index in range(len(board)) if board.inside[index] and board.terrain_of(index) != "town")
    (lonlat,) = lonlat_of(board.layout, board.layout.centres()[[spot]]).tolist()
    made = Correction("mill", "terrain", "town", "point", (tuple(lonlat),), why="a mill stood here", source="sheet 94")
    project.change([made])
    told = words(send(umpire, f"{PAGE}/new", send_id="correct-2", do="show", work="toy-board-the-ford", **form))
    assert "as you corrected it in the map editor (toy-board-the-ford, 1 correction)" in told
    assert "the ground" in told.split("Set by you, otherwise than proposed: ")[1].split(".")[0]
    other = send(umpire, f"{PAGE}/new", send_id="correct-3", do="show", work="toy-board-the-ford", **form, seed="other")
    assert "was not made for this table" in words(other)
    assert send(umpire, f"{PAGE}/new", send_id="correct-4", work="toy-board-the-ford", **form).status_code == 303
    game = session_of(app, "toy-the-ford")
    assert game.hexmap.terrain_of(spot) == "town"
    assert (game.hexmap.invented > 0).sum() >= (board.invented > 0).sum() - 1
    assert "Corrected by hand in the map editor." in game.hexmap.notes


def pages_of(body):
    return [page.extract_text() for page in PdfReader(io.BytesIO(body)).pages]


def test_the_pack_of_a_battle_holds_form_map_counters_rules_and_a_sides_pack_no_form(app):
    assert opened(app).status_code == 303
    client, address = signed_in(app, "umpire"), f"{PAGE}/{code_of(app)}/pack.pdf"
    whole, ours = client.get(address).data, client.get(f"{address}?for=us").data
    front = pages_of(whole)[0]
    for part in ("The form for its result", "Map sheets", "Counters", "briefing"):
        assert part.lower() in front.lower(), front
    assert "The form for its result" not in pages_of(ours)[0]
    assert client.get(f"{address}?for=france").status_code == 409
    assert signed_in(app, "ann").get(address).status_code in {403, 404}


def test_fog_a_sides_pack_is_the_same_to_the_byte_whatever_befalls_an_enemy_it_does_not_see(app):
    key = next(iter(near(app)))
    side = session_of(app).state.stands[key].side
    other = next(one.key for one in session_of(app).setting.sides if one.key != side)
    tiny = {"wide_inches": "12", "high_inches": "12", "rules": "parkin_generic", "was": "parkin_generic"}
    assert opened(app, **tiny, **{f"comes:{key}": "3"}).status_code == 303
    client, address = signed_in(app, "umpire"), f"{PAGE}/{code_of(app)}/pack.pdf"
    game = session_of(app, "toy-the-ford")
    late = next(one.id for one in game.state.stands.values() if one.arrives is not None and one.side == side)
    before = {who: client.get(f"{address}?for={who}").data for who in (side, other)}
    game.submit(Ruling(why="sick", stand=late, losses=1))
    after = {who: client.get(f"{address}?for={who}").data for who in (side, other)}
    assert after[other] == before[other]
    assert after[side] != before[side], "its own side sees it"
    short = game.state.stands[late].profile.short
    assert not any(short in page for page in pages_of(after[other]))
