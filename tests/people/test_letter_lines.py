"""Letters on sheets and in mails: they go with the turn, once, and come as any other letter."""

from __future__ import annotations

import pytest

from campaign.model.sheets import turn_key
from campaign.model.verbs.letter import LetterReturned, LetterSent
from campaign.store.sheets import Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.post.desk import SETTINGS, club
from webui.desk.looks import Looks
from webui.desk.spoken.lines import read_spoken_lines
from webui.post.codes import code_of
from webui.post.receiving import receive

SHEET = "1/110 stays\nletter to 14 Cav by courier: hold until noon\nBrief an die Leitung: darf ich?"
HOSTILE = 'letter to 14 Cav: <script>alert(1)</script> =HYPERLINK("x") \u202egpj.exe\x07 {{ 7*7 }} \'); DROP TABLE x;--'


@pytest.fixture
def made(tmp_path):
    found = club(tmp_path)
    yield found
    found.store.close()


def seal(made, text, command="us-1"):
    turn = turn_key(made.session.state.clock)
    kept = Sheets(made.store.log)
    version = kept.sheet(CAMPAIGN, command, turn).version
    kept.seal(Sending(CAMPAIGN, command, turn, version, f"{command}-{turn}", made.session.seq, "x", NOW), text)


def sent(made, kind=LetterSent):
    return [event for event in made.session.live_events() if isinstance(event, kind)]


def test_a_letter_on_a_sheet_goes_with_the_turn_and_comes(made):
    made.reach("bob")
    seal(made, SHEET)
    made.close()
    assert sorted((one.receivers, one.means, one.text) for one in sent(made)) == [
        (("umpire",), "staff", "darf ich?"), (("us-2",), "courier", "hold until noon"),
    ]  # fmt: skip
    assert all(one.delivered for one in made.session.state.letters.values())
    assert "letter" in [row.notice.kind for row in made.outbox.rows(person=made.person("bob"))]


def test_after_an_undo_it_goes_again_and_once(made):
    before = made.session.seq
    seal(made, SHEET)
    made.close()
    made.session.undo(before, why="a slip", command_id="back")
    assert made.session.state.letters == {}
    made.close()
    assert len(sent(made)) == 2


def test_one_that_cannot_go_and_one_too_many_come_back_with_the_reason(made):
    lines = [f"letter to 14 Cav: number {number}" for number in range(31)]
    seal(made, "\n".join(lines))
    made.close()
    assert len(sent(made)) == 30
    (back,) = sent(made, LetterReturned)
    assert "30 letters have gone in this turn already" in back.words


def test_a_letter_in_a_mail_gets_its_verdict_and_goes(made):
    made.reach("ann")
    code = code_of(made.store.log, CAMPAIGN, made.person("ann"), "us-1", "1.1")
    done = receive(made.store, f"Subject: {code}\n\n{SHEET}\nletter to qq: hm".encode(), SETTINGS, NOW)
    rows = {row["number"]: row for row in done.lines}
    assert [rows[number]["state"] for number in (1, 2, 3, 4)] == ["sound", "sound", "sound", "ask"]
    made.sender.round(NOW)
    (answer,) = made.sent_to("ann")
    assert "[ok] letter to 14 Cav by courier: hold until noon" in answer.body
    assert "goes when the turn is closed" in answer.body
    assert "[?] letter to qq: hm" in answer.body
    made.close()
    assert len(sent(made)) == 2


def test_in_the_box_of_orders_that_are_given_at_once_a_letter_is_asked_about(made):
    look = Looks().look(made.session, "us-1")
    (order, letter) = read_spoken_lines(look, "1/110 to 0302\nletter to 14 Cav: hold")
    assert (order.state, letter.state) == ("sound", "ask")
    assert "page Letters" in letter.line.why


def test_a_hostile_letter_is_harmless_on_the_sheet_and_where_it_comes(tmp_path):
    from tests.people.helpers import club_app, signed_in
    from webui.desk.sheets.closing import close_turn

    app = club_app(tmp_path)
    session = app.extensions["sandtable"].store.session(CAMPAIGN)
    Sheets(session.log).seal(Sending(CAMPAIGN, "us-1", "1.1", 0, "hostile-one", session.seq, "x", NOW), HOSTILE)
    page = signed_in(app, "ann").get("/c/toy/us-1/day").text
    assert "<script>alert" not in page
    close_turn(session, "1.1")
    inbox = signed_in(app, "bob").get("/c/toy/us-2/letters").text
    assert "&lt;script&gt;" in inbox
    assert "<script>alert" not in inbox
    for sign in ("\u202e", "\x07"):
        assert sign not in inbox
