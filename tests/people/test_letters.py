"""A command's box of letters: what it writes, when that goes and comes, and what nobody else can tell of it."""

from __future__ import annotations

import re

import pytest

from campaign.model.letters import MOST_A_TURN
from campaign.model.sheets import turn_key
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.letter import LetterDelivered, LetterReturned, LetterSent
from campaign.model.verbs.means import SetMeans
from campaign.store import veils
from campaign.store.letters import LETTER, LetterBox, LettersMoved, Waiting
from tests.people.helpers import CAMPAIGN, club_app, send, signed_in
from webui.desk.reports.turn import turn_report
from webui.desk.sheets.closing import close_turn

ANNS, BOBS, UMPIRES = "/c/toy/us-1/letters", "/c/toy/us-2/letters", "/c/toy/umpire/letters"
HOSTILE = "<script>alert(1)</script> =HYPERLINK(\"x\") \u202egpj.exe\x07 {{ 7*7 }} '); DROP TABLE x;--"


@pytest.fixture
def app(tmp_path):
    """Make a server with people."""
    return club_app(tmp_path)


def session_of(app):
    return app.extensions["sandtable"].store.session(CAMPAIGN)


def close(app):
    session = session_of(app)
    return close_turn(session, turn_key(session.state.clock))


def written(app, person="ann", url=ANNS, **form):
    """Send a letter by the page's form."""
    client = signed_in(app, person)
    given = {
        "do": "send", "to": "us-2", "means": "courier", "form": "order", "text": "hold the bridge",
        "turn": turn_key(session_of(app).state.clock), "send_id": f"sending-{len(form)}-{form.get('text', '')}"[:40],
    } | form  # fmt: skip
    return send(client, url, **given)


def page(app, person, url):
    return signed_in(app, person).get(url).text


def ids(text, kind="letter"):
    return re.findall(rf'name="{kind}" value="([0-9a-f]{{10}})"', text)


# --- writing --------------------------------------------------------------------------------------------------------


def test_a_letter_waits_until_the_turn_is_closed_and_nothing_stands_in_the_log(app):
    seq = session_of(app).seq
    answer = written(app)
    assert (answer.status_code, answer.location) == (303, f"{ANNS}?sent=1")
    assert session_of(app).seq == seq
    box = page(app, "ann", ANNS)
    assert "hold the bridge" in box
    assert "Waiting for the end of the turn" in box
    assert "hold the bridge" not in page(app, "bob", BOBS)


def test_a_letter_comes_with_its_hour_and_its_sender_is_not_told(app):
    written(app)
    close(app)
    inbox = page(app, "bob", BOBS)
    assert "hold the bridge" in inbox
    assert "day 1, 08:17" in inbox, "a courier rides 3 km in 17 minutes"
    sent = page(app, "ann", ANNS)
    assert "sent day 1, 08:00" in sent
    assert "08:17" not in sent
    assert "Nothing has come." in sent


def test_what_takes_longer_than_the_turn_comes_with_a_later_one(app):
    session_of(app).submit(SetMeans("courier", "delay", 230))
    written(app)
    close(app)
    assert "Nothing has come." in page(app, "bob", BOBS)
    close(app)
    assert "day 1, 12:07" in page(app, "bob", BOBS)


def test_sent_twice_under_one_id_it_is_kept_once(app):
    for _ in range(2):
        assert written(app, send_id="the same id").status_code == 303
    close(app)
    assert sum(isinstance(event, LetterSent) for event in session_of(app).live_events()) == 1


def test_a_letter_can_be_taken_back_until_it_goes_and_by_its_writer_alone(app):
    written(app)
    (letter,) = ids(page(app, "ann", ANNS))
    assert send(signed_in(app, "bob"), BOBS, do="take_back", letter=letter).status_code == 404
    assert send(signed_in(app, "ann"), ANNS, do="take_back", letter=letter).status_code == 303
    assert "hold the bridge" not in page(app, "ann", ANNS)
    written(app, text="another")
    (letter,) = ids(page(app, "ann", ANNS))
    close(app)
    gone = send(signed_in(app, "ann"), ANNS, do="take_back", letter=letter)
    assert gone.status_code == 409
    assert "has gone already" in gone.text


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"to": "ge"}, 409, "nobody of yours is called &#39;ge&#39;"),
        ({"to": "XYZZY/9"}, 409, "nobody of yours is called"),
        ({"to": []}, 409, "it is written to nobody"),
        ({"to": ["us-2", "umpire"]}, 409, "the umpire gets his letters alone"),
        ({"means": "pigeon"}, 409, "there is no means"),
        ({"form": "poem"}, 409, "there is no form"),
        ({"text": "   "}, 409, "the letter is empty"),
        ({"text": "y" * 2001}, 409, "the letter has 2001 characters"),
        ({"turn": "0.9"}, 409, "that turn is closed; your letter was not kept"),
    ],
)  # fmt: skip
def test_a_letter_that_cannot_go_comes_back_in_its_form(app, form, status, words):
    answer = written(app, **form)
    assert answer.status_code == status
    assert words[0].upper() + words[1:] in answer.text
    assert (form.get("text") or "hold the bridge").strip() in answer.text
    assert not LetterBox(session_of(app).log).waiting(CAMPAIGN, "1.1")


def test_without_an_id_of_the_sending_nothing_is_kept(app):
    assert written(app, send_id="x").status_code == 400


def test_so_many_letters_are_written_for_a_turn_and_no_more(app):
    for number in range(MOST_A_TURN):
        assert written(app, send_id=f"sending {number}").status_code == 303
    answer = written(app, send_id="one too many")
    assert answer.status_code == 429
    assert "take one back that waits" in answer.text
    assert written(app, "bob", BOBS, to="us-1").status_code == 303
    close(app)
    assert sum(isinstance(event, LetterSent) for event in session_of(app).live_events()) == MOST_A_TURN + 1


def test_while_a_turn_is_closed_no_letter_is_kept(app):
    box, seq = LetterBox(session_of(app).log), session_of(app).seq
    session_of(app).submit(EndPhase())
    with pytest.raises(LettersMoved):
        box.keep(CAMPAIGN, Waiting("a", "1.1", "us-1", ("us-2",), "courier", "free", "x"), seen=seq)


def test_a_letter_that_came_in_at_that_moment_is_closed_with_the_others(app, monkeypatch):
    """The closing reads again if a letter was kept after it looked, and none is lost."""
    written(app)
    check, late = LetterBox.check, []

    def checked(self, db, campaign, turn, letters):
        if not late:
            late.append(True)
            row = Waiting("late", turn, "us-2", ("us-1",), "courier", "free", "me too")._asdict()
            db.execute(LETTER.insert().values(campaign=campaign, **(row | {"receivers": "us-1"})))
        check(self, db, campaign, turn, letters)

    monkeypatch.setattr(LetterBox, "check", checked)
    close(app)
    # What was written in a transaction that failed is not there; the letter before it went once.
    sent = [event for event in session_of(app).live_events() if isinstance(event, LetterSent)]
    assert [event.text for event in sent] == ["hold the bridge"]


def test_what_only_the_truth_forbids_comes_back_with_the_reason(app):
    written(app, means="wireless")
    session_of(app).submit(SetMeans("wireless", "allowed", 0, "us", "silence"))
    close(app)
    (event,) = [one for one in session_of(app).live_events() if isinstance(one, LetterReturned)]
    assert "barred" in event.words
    sent = page(app, "ann", ANNS)
    assert "It did not go: the umpire has barred letters by wireless" in sent
    assert "hold the bridge" in sent
    assert "hold the bridge" not in page(app, "bob", BOBS)


def test_after_an_undo_letters_wait_again_and_go_once(app):
    written(app)
    seq = session_of(app).seq
    close(app)
    session_of(app).undo(seq, why="once more")
    assert "Waiting for the end of the turn" in page(app, "ann", ANNS)
    assert "Nothing has come." in page(app, "bob", BOBS)
    close(app)
    assert sum(isinstance(event, LetterDelivered) for event in session_of(app).live_events()) == 1
    assert session_of(app).verify() is None


# --- reading --------------------------------------------------------------------------------------------------------


def test_a_letter_is_new_until_who_holds_the_seat_has_opened_it(app):
    written(app)
    close(app)
    assert "1 new" in page(app, "bob", "/c/toy/us-2/day")
    (letter,) = re.findall(r"\?letter=([0-9a-f]{10})", page(app, "bob", BOBS))
    assert "hold the bridge" in page(app, "umpire", f"{BOBS}?letter={letter}")
    assert 'class="new"' in page(app, "bob", BOBS), "an umpire who looks over his shoulder has not read it for him"
    opened = page(app, "bob", f"{BOBS}?letter={letter}")
    assert "Answer" in opened
    assert 'class="new"' not in page(app, "bob", BOBS)
    assert "read by 14th Cavalry" in page(app, "umpire", UMPIRES)
    answer = page(app, "bob", f"{BOBS}?write=free&answer={letter}")
    assert "To yours of day 1, 08:00:" in answer
    assert 'value="us-1" checked' in answer


def test_a_letter_of_others_is_not_there(app):
    written(app)
    close(app)
    (letter,) = re.findall(r"\?letter=([0-9a-f]{10})", page(app, "bob", BOBS))
    strange = [signed_in(app, who).get(f"/c/toy/{viewer}/letters?letter={key}") for who, viewer, key in (
        ("ann", "us-1", letter), ("cyd", "ge", letter), ("cyd", "ge", "0123456789"))]  # fmt: skip
    assert [answer.status_code for answer in strange] == [404, 404, 404]
    assert strange[1].data == strange[2].data
    assert signed_in(app, "cyd").get(BOBS).status_code == 404


def test_forms_begin_with_what_the_command_knows(app):
    report = page(app, "ann", f"{ANNS}?write=report")
    for words in ("1. Own units", "- 1/110 4 of 4 SP, 0303", "28th Division: 11 of 11, LOG 9", "2. The enemy"):
        assert words in report
    assert "0403: unidentified infantry battalion" in report
    assert "Quasimodo" not in report
    assert "18Cav" not in report, "another command's units are not his to report"
    assert "Your task:" in page(app, "ann", f"{ANNS}?write=order")
    assert "Fire on: 0403" in page(app, "ann", f"{ANNS}?write=fire")


def test_a_side_commander_reads_the_letters_of_his_commands_and_writes_to_them(app):
    written(app)
    assert written(app, "sid", "/c/toy/us/letters", to=["us-1", "us-2"], text="both of you").status_code == 303
    assert "hold the bridge" not in page(app, "sid", "/c/toy/us/letters")
    close(app)
    box = page(app, "sid", "/c/toy/us/letters")
    assert "hold the bridge" in box
    assert "both of you" in page(app, "bob", BOBS)
    assert "From the Us side" in page(app, "ann", ANNS)


@pytest.mark.parametrize("person", ["oscar", "olga", "cyd", ""])
def test_nobody_else_opens_a_box(app, person):
    assert signed_in(app, person).get(ANNS).status_code in {401, 404}


# --- the umpire -----------------------------------------------------------------------------------------------------


def umpire_does(app, **form):
    return send(signed_in(app, "umpire"), UMPIRES, **{"send_id": f"umpires {form['do']} {len(form)}"} | form)


def test_the_umpire_reads_holds_and_changes_letters_before_they_go(app):
    written(app)
    written(app, text="come at once", send_id="the second")
    found = page(app, "umpire", UMPIRES)
    assert "hold the bridge" in found
    first, second = (re.search(rf'(?s){text}.*?name="letter" value="([0-9a-f]+)"', found)[1]
                     for text in ("hold the bridge", "come at once"))  # fmt: skip
    assert umpire_does(app, do="hold", letter=first, reason="").status_code == 400
    assert umpire_does(app, do="hold", letter=first, reason="the line is down").status_code == 303
    assert umpire_does(app, do="change", letter=second, text="stay", reason="a ruse").status_code == 303
    assert "held" not in page(app, "ann", ANNS)
    close(app)
    inbox = page(app, "bob", BOBS)
    assert "hold the bridge" not in inbox
    assert "come at once" not in inbox
    assert "stay" in inbox
    assert "come at once" in page(app, "ann", ANNS)
    assert umpire_does(app, do="deliver", letter=first).status_code == 303
    assert "hold the bridge" in page(app, "bob", BOBS)


def test_what_the_umpire_typed_is_on_the_page_again_if_it_cannot_be_done(app):
    written(app)
    (letter,) = set(ids(page(app, "umpire", UMPIRES)))
    answer = umpire_does(app, do="change", letter=letter, text="these words", reason="")
    assert answer.status_code == 400
    assert "The reason is missing" in answer.text
    assert "these words" in answer.text
    assert umpire_does(app, do="change", letter="0123456789", text="x", reason="y").status_code == 409
    assert umpire_does(app, do="burn", letter=letter).status_code == 400


def test_the_umpire_writes_as_anybody_and_behind_his_back(app):
    form = {"do": "write", "to": "us-2", "means": "wireless", "form": "order", "text": "go home", "sender": "us-1"}
    assert umpire_does(app, **form).status_code == 400
    assert umpire_does(app, **form, reason="a ruse", hidden="1", at_once="1").status_code == 303
    assert "From 28th Division" in page(app, "bob", BOBS)
    assert "go home" not in page(app, "ann", ANNS)
    form = {"do": "write", "sender": "umpire", "to": ["us-1", "ge"], "means": "", "form": "free", "text": "fog"}
    answer = umpire_does(app, **form, at_once="1")
    assert answer.status_code == 303
    assert "From the umpire" in page(app, "cyd", "/c/toy/ge/letters")


def test_what_waits_can_be_sent_without_a_closing(app):
    written(app)
    assert umpire_does(app, do="send_waiting").status_code == 303
    box = page(app, "ann", ANNS)
    assert "sent day 1, 08:00" in box
    assert "Waiting for the end of the turn" not in box, "though its row stays until the turn is closed"
    session = session_of(app)
    while session.state.clock.turn == 1:
        session.submit(EndPhase())
    assert "hold the bridge" in page(app, "bob", BOBS)
    assert umpire_does(app, do="send_waiting").status_code == 303


def test_the_umpire_says_how_letters_go(app):
    for form in ({"value": "2"}, {"value": "x"}, {"value": "99999999"}, {"figure": "pigeon speed"}):
        given = {"do": "means", "figure": "wireless allowed", "value": "0", "whose": "us", "reason": "silence"} | form
        assert umpire_does(app, **given).status_code in {400, 409}
    given = {"do": "means", "figure": "wireless allowed", "value": "0", "whose": "us", "reason": "silence"}
    assert umpire_does(app, **given).status_code == 303
    assert "barred by the umpire" in page(app, "ann", ANNS)
    assert "barred by the umpire" not in page(app, "cyd", "/c/toy/ge/letters")
    assert "wireless: the umpire has barred letters by wireless" in page(app, "ann", f"{ANNS}?write=free")


# --- what others can tell -------------------------------------------------------------------------------------------


LOTS = r'(name="(send_id|token)" value="|data-(token|session)=")[^"]*|class="code">[A-Z0-9-]+'


def asked(app, person, viewer):
    """Ask what a player can ask; leave out what is drawn by lot: sendings, tokens, codes for mail."""
    client = signed_in(app, person)
    pages = ["letters", "letters?write=report", "letters?letter=0123456789", "letters.json", "day", "day.json",
             "view.json", "log.json", "export/turn.txt", "export/turn.html", "export/log.txt", "export/view.json",
             "version.json"]
    found = []
    for one in pages:
        answer = client.get(f"/c/toy/{viewer}/{one}")
        text = re.sub(LOTS, "", answer.text)
        found.append((one, answer.status_code, len(text) if answer.is_json else 0, text))
    return found


def test_who_neither_sent_nor_got_a_letter_cannot_tell_that_there_was_one(tmp_path, monkeypatch):
    """Letters, dice for who overhears them, marks of what was read: Cyd and Ann are served the same."""
    monkeypatch.setattr(veils, "veil_of", lambda log, campaign: "the same in both")
    served = []
    for number, busy in enumerate((False, True)):
        app = club_app(tmp_path / str(number))
        session_of(app).submit(SetMeans("wireless", "heard", 1, "us"))
        if busy:
            written(app, "bob", BOBS, to="umpire", text="where am I?")
            written(app, "sid", "/c/toy/us/letters", to="us-2", means="courier", text="secret")
            LetterBox(session_of(app).log).mark_read(CAMPAIGN, "us-2", ["x"], app.extensions["sandtable"].now())
        served.append([])
        for _ in range(3):
            close(app)
            served[-1] += [asked(app, "cyd", "ge"), asked(app, "ann", "us-1")]
    for mine, theirs in zip(*served, strict=True):
        for one, other in zip(mine, theirs, strict=True):
            assert one == other, one[0]


def test_the_same_differs_for_who_got_one(tmp_path, monkeypatch):
    monkeypatch.setattr(veils, "veil_of", lambda log, campaign: "the same in both")
    served = []
    for number, busy in enumerate((False, True)):
        app = club_app(tmp_path / str(number))
        if busy:
            written(app)
        close(app)
        served.append([one[-1] for one in asked(app, "bob", "us-2")])
    differs = [mine != theirs for mine, theirs in zip(*served, strict=True)]
    assert sum(differs) >= 5


def test_dice_of_a_turn_are_the_same_whether_letters_were_written_or_not(tmp_path):
    rolls = []
    for number, busy in enumerate((False, True)):
        app = club_app(tmp_path / str(number))
        session_of(app).submit(SetMeans("wireless", "heard", 2))
        if busy:
            written(app, means="wireless")
        for _ in range(3):
            close(app)
        cast = [roll for event in session_of(app).live_events() for roll in event.rolls]
        rolls.append([roll for roll in cast if roll.rule != "letters"])
    assert rolls[0] == rolls[1]
    assert rolls[0]


# --- hostile texts --------------------------------------------------------------------------------------------------


def test_a_hostile_letter_is_harmless_wherever_it_is_shown(app):
    assert written(app, text=HOSTILE).status_code == 303
    umpires = page(app, "umpire", UMPIRES)
    close(app)
    (letter,) = re.findall(r"\?letter=([0-9a-f]{10})", page(app, "bob", BOBS))
    shown = [umpires, page(app, "bob", BOBS), page(app, "bob", f"{BOBS}?letter={letter}"), page(app, "ann", ANNS)]
    shown += [signed_in(app, "bob").get("/c/toy/us-2/export/turn.html").text]
    for text in shown:
        assert "&lt;script&gt;" in text
        assert "<script>alert" not in text
        assert "\u202e" not in text
        assert "{{ 7*7 }}" in text
    pdf = signed_in(app, "bob").get("/c/toy/us-2/export/turn.pdf")
    assert pdf.data.startswith(b"%PDF")


def test_letters_stand_in_the_report_of_the_turn_for_who_sent_or_got_them(app):
    written(app)
    session_of(app).submit(SetMeans("wireless", "heard", 1, "ge"))
    written(app, text="all along the watch tower", means="wireless", send_id="overheard letter")
    close(app)
    desk = app.extensions["sandtable"]
    told = {}
    for viewer in ("us-1", "us-2", "ge", "umpire"):
        look = desk.looks.look(session_of(app), viewer)
        found = turn_report(look, desk.diary(CAMPAIGN, viewer), desk.looks).messages
        told[viewer] = [one.line() for one in found]
    assert any("hold the bridge" in one for one in told["us-2"])
    assert any("day 1, 08:17" in one for one in told["us-2"])
    assert any("hold the bridge" in one for one in told["us-1"])
    assert not any("08:17" in one for one in told["us-1"])
    assert any(one.startswith("Overheard") for one in told["ge"])
    assert not any("hold the bridge" in one for one in told["ge"])
    assert sum("hold the bridge" in one for one in told["umpire"]) == 1
    close(app)
    look = desk.looks.look(session_of(app), "us-2")
    assert turn_report(look, desk.diary(CAMPAIGN, "us-2"), desk.looks).messages == ()
