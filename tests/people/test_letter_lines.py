"""Letters on sheets and in mails: they go with the turn, once, and come as any other letter."""

from __future__ import annotations

import pytest

from campaign.model.sheets import turn_key
from campaign.model.verbs.letter import LetterReturned, LetterSent
from campaign.spoken.sheetfile import SheetRow, as_csv, as_xlsx
from campaign.store.sheets import Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, club_app, send_json, signed_in
from tests.people.post.desk import SETTINGS, club
from webui.desk.looks import Looks
from webui.desk.spoken.lines import give_spoken, read_spoken_lines, spoken_data
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


BOX = "1/110 to 0302\nletter to 14 Cav by courier: 18Cav to 0206, and same\n2/110 to 0305"


def in_box(made, viewer, text, **options):
    """Read a text in the box of orders that are given at once, and give what is sound."""
    look = Looks().look(made.session, viewer)
    found = read_spoken_lines(look, text)
    given = give_spoken(look, found, by=viewer, lines=(), doubted=(), command_id="at-once-1", after=look.seq, **options)
    return found, given


def test_in_the_box_of_orders_a_side_s_letter_goes_at_once_in_the_entry_of_the_orders(made):
    found, given = in_box(made, "us", BOX)
    assert [(one.line.number, one.state) for one in found] == [(1, "sound"), (2, "sound"), (3, "sound")]
    (letter,) = sent(made)
    assert (letter.sender, letter.receivers, letter.means) == ("us", ("us-2",), "courier")
    assert letter.text == "18Cav to 0206, and same", "nothing in it is read as an order"
    assert [order for one in given.events if (order := getattr(one, "letter", ""))] == [letter.letter]
    told = spoken_data(Looks().look(made.session, "us"), found)["lines"][1]["outcomes"]
    assert [(one["stand"], one["name"], one["state"]) for one in told] == [("", "letter", "now")]
    assert "a letter to 14th Cavalry, by courier, goes now" in told[0]["words"]
    made.session.undo(why="a slip")
    assert made.session.state.letters == {}, "one undo takes all of a block back"


def test_a_letter_of_the_box_that_cannot_go_is_refused_or_asked_about(made):
    text = "letter to qq: hm\nletter to umpire, 14 Cav: both\nletter to 14 Cav: ok"
    found, _ = in_box(made, "us", text)
    assert [one.state for one in found] == ["ask", "refused", "sound"]
    assert "qq" in found[0].line.why
    assert "alone" in found[1].outcomes[0].words
    assert len(sent(made)) == 1


@pytest.mark.parametrize(("viewer", "why"), [("us-1", "page Letters"), ("umpire", "whose letter is it")])
def test_in_the_box_of_who_is_no_side_a_letter_is_asked_about(made, viewer, why):
    look = Looks().look(made.session, viewer)
    (order, letter) = read_spoken_lines(look, "1/110 to 0302\nletter to 14 Cav: hold")
    assert (order.state, letter.state) == ("sound", "ask")
    assert why in letter.line.why


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_filled_sheet_in_the_box_gives_its_letters_too(tmp_path, form):
    app = club_app(tmp_path)
    session, umpire = app.extensions["sandtable"].store.session(CAMPAIGN), signed_in(app, "umpire")
    rows = [SheetRow("1/110", "", "", "", "to 0302"), SheetRow("letter to 14 Cav", "", "", "", "hold until noon")]
    body = as_csv(rows) if form == "csv" else as_xlsx(rows, "Orders")
    text = umpire.post("/c/toy/umpire/sheet", data=body, content_type="application/octet-stream").json["text"]
    asked = {"text": text, "side": "us"}
    found = send_json(umpire, "/c/toy/umpire/spoken.json", **asked).json
    assert [one["state"] for one in found["lines"]] == ["sound", "sound"]
    more = {"seq": session.seq, "command_id": "box-sheet-1", "lines": [1, 2], "doubted": []}
    for _ in range(2):
        assert send_json(umpire, "/c/toy/umpire/spoken", **asked, **more).json["given"]
    assert [one.text for one in session.state.letters.values()] == ["hold until noon"], "sent twice it goes once"


def test_a_hostile_letter_is_harmless_on_the_sheet_and_where_it_comes(tmp_path):
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
