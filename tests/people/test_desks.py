"""A command's desk without a map: the situation, the units as cards that write on the sheet, the board in words."""

import datetime as dt
import re

import pytest

from tests.people.helpers import CAMPAIGN, club_app, later, send, send_json, signed_in
from webui.desk.sheets.cards import left_words

HERE = f"/c/{CAMPAIGN}/us-1"
NOON = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def page(app, person, name, command="us-1"):
    answer = signed_in(app, person).get(f"/c/{CAMPAIGN}/{command}/{name}")
    assert answer.status_code == 200, answer.text
    return answer.text


def ordered(app, stand, deed, goal="", *, person="ann", send_id="a-fresh-one"):
    return send(signed_in(app, person), f"{HERE}/units", stand=stand, deed=deed, goal=goal, send_id=send_id)


def sheet(app):
    return signed_in(app, "ann").get(f"{HERE}/day.json").get_json()["sheet"]


@pytest.mark.parametrize("name", ["situation", "day", "units", "board"])
def test_each_page_names_command_clock_and_seal_and_leads_to_the_others(app, name):
    text = page(app, "ann", name)
    assert "<b>28th Division</b>" in text
    assert "Toy, </span>day 1" in text
    assert "nothing written" in text
    for other in ("situation", "day", "units", "board"):
        assert f'href="{HERE}/{other}"' in text
    assert text.count('aria-current="page"') == 1


def test_who_only_looks_has_no_sheet_and_no_form(app):
    text = page(app, "umpire", "units")
    assert "card-order" in text, "an umpire may write for a command"
    seen = page(app, "oscar", "units", "us")
    assert "card-order" not in seen
    assert "/day" not in seen
    assert signed_in(app, "bob").get(f"{HERE}/units").status_code == 404


def test_a_card_writes_a_line_behind_the_others(app):
    assert ordered(app, "1/110", "to", "0302").status_code == 303
    assert ordered(app, "229FA", "hold", send_id="another-one").status_code == 303
    assert sheet(app)["text"] == "1/110 to 0302\n229FA stays"
    text = page(app, "ann", "units")
    card = text[text.index('id="1/110"') : text.index('id="2/110"')]
    assert "<b>1/110 to 0302</b>" in card
    assert "will be done" in card
    assert "a draft" in text


def test_the_same_card_sent_twice_writes_once(app):
    ordered(app, "1/110", "to", "0302")
    ordered(app, "1/110", "to", "0302")
    assert sheet(app)["text"] == "1/110 to 0302"
    ordered(app, "1/110", "hold")
    assert sheet(app)["text"] == "1/110 to 0302\n1/110 stays"


def test_what_is_not_understood_is_told_on_its_card_and_not_written(app):
    answer = ordered(app, "1/110", "to", "Nowhere at all")
    assert answer.status_code == 422
    card = answer.text[answer.text.index('id="1/110"') : answer.text.index('id="2/110"')]
    assert 'role="alert"' in card
    assert "Not written" in card
    assert sheet(app)["version"] == 0


@pytest.mark.parametrize(
    ("stand", "deed", "goal", "status"),
    [
        ("18Cav", "hold", "", 404),
        ("XYZZY/9", "hold", "", 404),
        ("1/110", "fly", "0302", 400),
        ("1/110", "to", "  ", 400),
        ("1/110", "to", "0" * 81, 400),
    ],
)
def test_a_form_that_no_page_made_is_refused(app, stand, deed, goal, status):
    assert ordered(app, stand, deed, goal).status_code == status
    assert sheet(app)["version"] == 0


def test_a_sealed_sheet_takes_no_line(app):
    body = {"do": "seal", "text": "1/110 stays", "version": 0, "send_id": "sealed-now", "turn": "1.1"}
    send_json(signed_in(app, "ann"), f"{HERE}/day.json", **body)
    assert "card-order" not in page(app, "ann", "units")
    answer = ordered(app, "1/110", "to", "0302")
    assert answer.status_code == 409
    assert "open the seal" in answer.text.lower()
    assert sheet(app)["text"] == "1/110 stays"


def test_the_situation_says_what_is_known_and_draws_it(app):
    text = page(app, "ann", "situation")
    assert "<svg" in text
    assert "unidentified infantry battalion" in text
    assert 'style="' not in text, "the policy lets no style in that stands in the text"
    assert "Quasimodo" not in text


def test_the_board_says_a_hex_and_all_that_lies_about_it(app):
    text = page(app, "ann", "board?hex=0303")
    assert "<h1>Hex 0303</h1>" in text
    assert re.findall(r'<th scope="row">(N|NE|SE|S|SW|NW)</th>', text) == ["N", "NE", "SE", "S", "SW", "NW"]
    assert "1/110 (Us, strength 4)" in text
    row = text[text.index('?hex=0403"') :]
    assert "unidentified infantry battalion (Ge)" in row[: row.index("</tr>")]


def test_the_board_begins_where_the_first_unit_stands_and_goes_by_links(app):
    text = page(app, "ann", "board")
    assert "<h1>Hex 0303</h1>" in text
    assert 'href="?hex=0302"' in text
    there = page(app, "ann", "board?hex=0302")
    assert "1/110 (Us, strength 4)" in there


def test_the_board_knows_nothing_that_its_viewer_does_not(app):
    text = page(app, "ann", "board?hex=1101")
    assert "Here: no units" in text
    assert "XYZZY" not in text
    whole = page(app, "umpire", "board?hex=1101", "umpire")
    assert "Kampfgruppe Quasimodo (Ge, strength 4)" in whole


def test_a_hex_that_is_none_is_named_with_the_way_out(app):
    for asked in ("9999", "Nowhere", "<b>"):
        answer = signed_in(app, "ann").get(f"{HERE}/board", query_string={"hex": asked})
        assert answer.status_code == 404
        assert 'role="alert">There is no hex or place' in answer.text
        assert "<h1>Hex 0303</h1>" in answer.text
        assert "'<b>'" not in answer.text


def test_a_march_stands_on_the_board_until_it_is_there(app):
    ann, umpire = signed_in(app, "ann"), signed_in(app, "umpire")
    assert "None of your units is on the march" in page(app, "ann", "board")
    body = {"do": "seal", "text": "1/110 to 0101", "version": 0, "send_id": "far-goal", "turn": "1.1"}
    assert send_json(ann, f"{HERE}/day.json", **body).status_code == 200
    send(umpire, f"/c/{CAMPAIGN}/umpire/closing", turn="1.1")
    text = page(app, "ann", "board")
    ways = re.sub(r"<[^>]*>", " ", text[text.index("<h2>Ways</h2>") :])
    assert ways.split()[-4:] == ["1/110", "0302", "0201", "0101"]
    send(umpire, f"/c/{CAMPAIGN}/umpire/closing", turn="1.2")
    assert "None of your units is on the march" in page(app, "ann", "board")


@pytest.mark.parametrize(
    ("until", "words"),
    [
        ("", ""),
        ("2026-03-03T16:30:00+00:00", "2 d 4 h"),
        ("2026-03-01T15:12:00+00:00", "3 h 12 min"),
        ("2026-03-01T12:08:59", "8 min"),
        ("2026-03-01T12:00:00", "0 min"),
        ("2026-03-01T11:59:59", "passed"),
    ],
)
def test_how_long_it_is_to_the_deadline(until, words):
    assert left_words(until, NOON) == words


def test_the_deadline_stands_at_the_head_by_the_servers_clock(app):
    umpire = signed_in(app, "umpire")
    send(umpire, f"/c/{CAMPAIGN}/umpire/deadline", mode="clock", closes_at="2026-03-02T16:00", zone="0", hours="24")
    assert "<b>in 1 d 4 h</b>" in page(app, "ann", "units")
    later(app, hours=27)
    assert "<b>in 1 h 0 min</b>" in page(app, "ann", "situation")
