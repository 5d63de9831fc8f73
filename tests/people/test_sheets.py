"""A command's day: its sheet is written, checked and sealed on its page, and the umpire closes the turn."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from msgspec.structs import replace

from campaign.engine.decide import Attempt, decide
from campaign.engine.dice import SeededDice
from campaign.model.prose import format_event
from campaign.model.sheets import turn_key
from campaign.model.verbs.declaring import OrderDeclared
from campaign.model.verbs.intent import DropIntent
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.seat import TakeSeat
from campaign.model.verbs.sheets import OrderBarred, OrderCarried, OrderLeft, SheetClosed, TurnClosed
from campaign.spoken.verdicts import Judge
from campaign.store.sheets import OtherVersion, Sending, Sheets, TooLate
from tests.people.helpers import CAMPAIGN, NOW, club_app, later, send, send_json, signed_in
from webui.desk.looks import Looks
from webui.desk.sheets import writing
from webui.desk.sheets.clock import tick
from webui.desk.sheets.closing import close_turn
from webui.desk.sheets.overseeing import due
from webui.desk.sheets.writing import Sent

ORDERS = "1/110 to 0302\n229FA stays"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def session_of(app):
    return app.extensions["sandtable"].store.session(CAMPAIGN)


def sent(app, person, command, do, text="", *, version=0, send_id="", turn="1.1"):
    body = {"do": do, "text": text, "version": version, "send_id": send_id or f"{person}-{do}-{version}", "turn": turn}
    return send_json(signed_in(app, person), f"/c/{CAMPAIGN}/{command}/day.json", **body)


def sealed(app, person="ann", command="us-1", text=ORDERS, version=0):
    answer = sent(app, person, command, "seal", text, version=version)
    assert answer.status_code == 200, answer.text
    return answer.get_json()["sheet"]


def closed(app, turn="1.1"):
    return send(signed_in(app, "umpire"), f"/c/{CAMPAIGN}/umpire/closing", turn=turn)


def told(app, kind):
    return [event for event in session_of(app).live_events() if isinstance(event, kind)]


def test_a_sheet_that_is_under_way_when_the_turn_is_closed_is_refused_and_not_lost(app, monkeypatch):
    """The closing comes between the look at the turn and the writing, and another thread of the server reads it."""
    sealed(app)
    sent(app, "ann", "us-1", "open", version=1)

    def closing(clock):
        monkeypatch.setattr(writing, "turn_key", turn_key)
        close_turn(session_of(app), "1.1")
        return turn_key(clock)

    monkeypatch.setattr(writing, "turn_key", closing)
    now = Sent("save", "1/110 to 0304", 2, "under-way", "1.1")
    with pytest.raises(TooLate):
        writing.write(session_of(app), "us-1", now, seat="ann", now=NOW)
    assert Sheets(session_of(app).log).sheet(CAMPAIGN, "us-1", "1.1").text == ORDERS


def test_of_a_sheet_that_is_sent_again_only_lines_that_changed_are_judged_again(app, monkeypatch):
    judged, judge = [], Judge.outcomes
    monkeypatch.setattr(Judge, "outcomes", lambda self, intent: judged.append(intent.who) or judge(self, intent))
    assert sent(app, "ann", "us-1", "check", "1/110 to 0302\n2/110 to 0305").status_code == 200
    assert judged == [("1/110",), ("2/110",)]
    first = sent(app, "ann", "us-1", "save", "1/110 to 0302\n2/110 to 0304\n229FA stays").get_json()
    assert judged[2:] == [("2/110",), ("229FA",)]
    # Where a unit is elsewhere meanwhile, nothing of before counts.
    session = session_of(app)
    path = tuple(session.hexmap.index_of(place) for place in ("0303", "0302"))
    session.submit((), command_id="it marched", preface=(StandMoved(stand="1/110", path=path),))
    again = sent(app, "ann", "us-1", "check", "1/110 to 0302").get_json()
    assert judged[4:] == [("1/110",)]
    assert again["lines"][0] != first["lines"][0]


def test_a_sheet_is_written_sealed_closed_and_carried_out(app):
    receipt = sealed(app)
    assert (receipt["version"], receipt["state"], receipt["turn"]) == (1, "sealed", "1.1")
    assert len(receipt["digest"]) == 64
    assert re.fullmatch(r"[A-Z]{4}-[A-Z]{4}-[A-Z]{4}", receipt["code"])
    assert closed(app).status_code == 303
    session = session_of(app)
    assert turn_key(session.state.clock) == "1.2"
    assert session.hexmap.number(session.state.stands["1/110"].hex) == "0302"
    assert {(one.line, one.stand) for one in told(app, OrderCarried) if one.line} == {(1, "1/110"), (2, "229FA")}
    assert [one.source for one in told(app, SheetClosed)] == ["sealed", "silent", "silent"]
    assert session.state.closing is None
    assert isinstance(session.chronicle.entries[-1].events[-1], TurnClosed)
    assert session.verify() is None


def test_while_people_write_the_log_stands_still(app):
    before = session_of(app).seq
    sealed(app)
    sent(app, "bob", "us-2", "save", "18Cav to 0205")
    assert session_of(app).seq == before


def test_an_opened_seal_makes_a_new_version_and_the_last_one_counts(app):
    sealed(app)
    assert sent(app, "ann", "us-1", "save", "1/110 stays", version=1).status_code == 409
    opened = sent(app, "ann", "us-1", "open", version=1).get_json()["sheet"]
    assert (opened["version"], opened["state"], opened["text"], opened["code"]) == (2, "draft", ORDERS, "")
    sealed(app, text="1/110 stays", version=2)
    closed(app)
    session = session_of(app)
    assert session.hexmap.number(session.state.stands["1/110"].hex) == "0303"


def test_a_second_tab_is_told_of_both_texts(app):
    assert sent(app, "ann", "us-1", "save", "1/110 stays", send_id="first-tab").status_code == 200
    answer = sent(app, "ann", "us-1", "save", "1/110 to 0302", send_id="second-tab")
    body = answer.get_json()
    assert answer.status_code == 409
    assert (body["kept"]["text"], body["sent"]) == ("1/110 stays", "1/110 to 0302")
    page = send(
        signed_in(app, "ann"), f"/c/{CAMPAIGN}/us-1/day", do="seal", text="1/110 to 0302", version="0",
        send_id="third-tab", turn="1.1",
    )  # fmt: skip
    assert page.status_code == 409
    assert "1/110 stays" in page.text
    assert "1/110 to 0302" in page.text


def test_a_retry_changes_nothing(app):
    first = sent(app, "ann", "us-1", "seal", ORDERS, send_id="the-same").get_json()["sheet"]
    again = sent(app, "ann", "us-1", "seal", ORDERS, send_id="the-same").get_json()["sheet"]
    assert first == again
    assert again["version"] == 1


def test_what_comes_after_the_closing_is_too_late_and_says_so(app):
    closed(app)
    answer = sent(app, "ann", "us-1", "seal", ORDERS, turn="1.1")
    assert answer.status_code == 409
    assert "closed" in answer.get_json()["error"]["why"]
    assert sealed_for(app, "1.2").status_code == 200


def sealed_for(app, turn):
    return sent(app, "ann", "us-1", "seal", "1/110 stays", turn=turn, send_id=f"for-turn-{turn}")


def test_a_sheet_on_its_way_while_the_turn_closes_is_in_or_too_late(app):
    """Who looked before the closing and writes after it is told; nothing of his is lost in silence."""
    session, kept = session_of(app), Sheets(session_of(app).log)
    on_its_way = Sending(CAMPAIGN, "us-1", "1.1", 0, "on-its-way", session.seq, "ann", NOW)
    closed(app)
    with pytest.raises(TooLate):
        kept.seal(on_its_way, ORDERS)
    assert kept.sheet(CAMPAIGN, "us-1", "1.1").text == ""


def test_two_umpires_close_a_turn_once(app):
    sealed(app)
    assert closed(app).status_code == 303
    entries = session_of(app).seq
    assert closed(app).status_code == 409
    assert session_of(app).seq == entries


def test_a_turn_that_was_taken_back_is_written_and_closed_anew(app):
    sealed(app)
    closed(app)
    session = session_of(app)
    session.undo(1, why="tried")
    assert turn_key(session.state.clock) == "1.1"
    page = signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-1/day.json").get_json()
    assert (page["sheet"]["state"], page["sheet"]["text"]) == ("draft", ORDERS)
    sealed(app, text="1/110 stays", version=page["sheet"]["version"])
    assert closed(app).status_code == 303
    assert session.hexmap.number(session.state.stands["1/110"].hex) == "0303"


def test_a_draft_counts_when_the_turn_is_closed(app):
    sent(app, "ann", "us-1", "save", ORDERS)
    closed(app)
    assert told(app, SheetClosed)[0].source == "draft"
    assert session_of(app).hexmap.number(session_of(app).state.stands["1/110"].hex) == "0302"


def test_a_command_is_told_of_its_own_sheet_alone(app):
    sealed(app, text="1/110 to 0302\n# XYZZY secret of ann")
    closed(app)
    for person, viewer, knows in (("ann", "us-1", True), ("bob", "us-2", False), ("cyd", "ge", False)):
        client = signed_in(app, person)
        seen = client.get(f"/c/{CAMPAIGN}/{viewer}/log.json").text + client.get(f"/c/{CAMPAIGN}/{viewer}/day").text
        assert ("are closed" in seen) is True, person
        assert ("Orders of 28th Division" in seen) is knows, person
        assert "XYZZY secret" not in seen or knows


def test_the_umpire_sees_who_has_sealed_and_not_what(app):
    receipt = sealed(app)
    page = signed_in(app, "umpire").get(f"/c/{CAMPAIGN}/umpire/closing").text
    assert receipt["code"] in page
    assert "1 of 3 commands have sealed" in page
    assert "229FA" not in page


def test_a_line_that_came_to_nothing_is_told_with_its_reason(app):
    sealed(app, text="1/110 attack 0705")
    closed(app)
    (left,) = told(app, OrderLeft)
    assert (left.command, left.line, left.stand) == ("us-1", 1, "1/110")
    assert "no enemy is known in 0705" in left.words
    session = session_of(app)
    assert "nothing came of it" in format_event(left, session.state, session.hexmap, session.situation.tables)


def test_what_counts_until_further_notice_is_carried_over(app):
    sealed(app, text="standing: 1/110 withdraw to 0202 until day 1 turn 2")
    closed(app)
    assert session_of(app).hexmap.number(session_of(app).state.stands["1/110"].hex) == "0202"
    page = signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-1/day.json").get_json()
    assert page["sheet"]["text"] == "standing: 1/110 withdraw to 0202 until day 1 turn 2"
    assert "standing" not in signed_in(app, "bob").get(f"/c/{CAMPAIGN}/us-2/day.json").get_json()["sheet"]["text"]


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("standing: 1/110 dances", "which"),
        ("standing: 1/110 withdraw", "name the place"),
        ("standing: 1/110 stand fast in pyjamas", "what is meant by 'in pyjamas'"),
        ("standing: 9/999 stand fast", "9/999"),
        ("standing: 1/110 maybe withdraw to 0202", "maybe"),
    ],
)
def test_no_word_of_a_standing_order_is_dropped(app, line, asked):
    answer = sent(app, "ann", "us-1", "check", line).get_json()
    assert [one["state"] for one in answer["lines"]] == ["ask"], answer
    assert asked in answer["lines"][0]["why"]


def test_the_silent_stand_fast_or_go_on_or_are_played(app):
    umpire = signed_in(app, "umpire")
    for command, mode in (("us-1", "stand_fast"), ("ge", "automaton")):
        assert send(umpire, f"/c/{CAMPAIGN}/umpire/silence", command=command, mode=mode).status_code == 303
    session_of(app).submit(TakeSeat("ge", "table"))
    closed(app)
    assert {one.command: one.silence for one in told(app, SheetClosed)} == {
        "us-1": "stand_fast", "us-2": "go_on", "ge": "automaton",
    }  # fmt: skip
    actors = {entry.actor for entry in session_of(app).chronicle.entries[1:]}
    assert "ge" in actors
    assert "us" not in actors


# --- deadlines ------------------------------------------------------------------------------------------------------


def set_by_clock(app, **form):
    umpire = signed_in(app, "umpire")
    values = {"mode": "clock", "closes_at": "2026-03-01T20:00", "hours": "24"} | form
    return send(umpire, f"/c/{CAMPAIGN}/umpire/deadline", **values)


def test_the_clock_closes_at_the_deadline_if_the_program_was_there(app):
    assert set_by_clock(app).status_code == 303
    session = session_of(app)
    assert due(session, NOW + dt.timedelta(hours=7, minutes=59, seconds=50)).now is False
    assert due(session, NOW + dt.timedelta(hours=8, seconds=6)) == ("1.1", True, False)


def test_a_deadline_that_passed_while_the_program_was_down_closes_nothing(app):
    set_by_clock(app)
    session = session_of(app)
    assert due(session, NOW + dt.timedelta(hours=9)) == ("1.1", False, True)
    later(app, hours=9)
    assert "while the program was not running" in signed_in(app, "umpire").get(f"/c/{CAMPAIGN}/umpire/closing").text
    assert due(session, NOW + dt.timedelta(hours=9, seconds=5)).now is False
    assert closed(app).status_code == 303


@pytest.mark.parametrize("seen", [{"seconds": -30}, {"seconds": -1}, {"seconds": 3}])
def test_a_program_that_went_away_shortly_before_its_deadline_or_at_it_closes_nothing_hours_later(app, seen):
    set_by_clock(app)
    session, at = session_of(app), NOW + dt.timedelta(hours=8)
    assert due(session, at + dt.timedelta(**seen)).now is False
    assert due(session, at + dt.timedelta(hours=3)) == ("1.1", False, True)


def test_a_program_that_was_started_anew_about_its_deadline_within_a_minute_closes(app):
    set_by_clock(app)
    session, at = session_of(app), NOW + dt.timedelta(hours=8)
    assert due(session, at - dt.timedelta(seconds=20)).now is False
    assert due(session, at + dt.timedelta(seconds=40)) == ("1.1", True, False)


def test_a_turn_closes_when_all_have_sealed(app):
    set_by_clock(app, mode="all_sealed", closes_at="")
    session = session_of(app)
    assert due(session, NOW).now is False
    for person, command in (("ann", "us-1"), ("bob", "us-2"), ("cyd", "ge")):
        sealed(app, person, command, "")
    assert due(session, NOW).now is True


def test_the_next_deadline_follows_the_last(app):
    set_by_clock(app)
    closed(app)
    assert Sheets(session_of(app).log).deadline(CAMPAIGN)[:4] == ("1.2", "clock", "2026-03-02T20:00:00.000+00:00", 24)


@pytest.mark.parametrize(
    "form",
    [{"mode": "nobody"}, {"closes_at": "2026-02-01T20:00"}, {"closes_at": ""}, {"hours": "99999"}, {"closes_at": "x"}],
)
def test_a_deadline_that_cannot_be_is_refused(app, form):
    assert set_by_clock(app, **form).status_code == 400


def test_of_two_sendings_of_one_version_one_counts(app):
    session, kept = session_of(app), Sheets(session_of(app).log)
    kept.save(Sending(CAMPAIGN, "us-1", "1.1", 0, "one-of-them", session.seq, "ann", NOW), "a")
    with pytest.raises(OtherVersion):
        kept.save(Sending(CAMPAIGN, "us-1", "1.1", 0, "the-other", session.seq, "ann", NOW), "b")
    assert kept.sheet(CAMPAIGN, "us-1", "1.1").text == "a"


def test_closing_a_turn_that_is_over_says_which_it_is_now(app):
    close_turn(session_of(app), "1.1")
    answer = closed(app, "1.1")
    assert answer.status_code == 409
    assert "1.2" in answer.text


# --- the clock, the command line ------------------------------------------------------------------------------------


def test_the_clock_closes_what_is_due_and_one_process_does_it(app):
    set_by_clock(app)
    store = app.extensions["sandtable"].store
    assert tick(store, "one", NOW + dt.timedelta(hours=7, minutes=59, seconds=50)) == []
    assert tick(store, "two", NOW + dt.timedelta(hours=8, seconds=10)) == []
    assert tick(store, "one", NOW + dt.timedelta(hours=8, seconds=10)) == [CAMPAIGN]
    assert turn_key(session_of(app).state.clock) == "1.2"
    assert tick(store, "one", NOW + dt.timedelta(hours=8, seconds=15)) == []


def test_the_clock_closes_nothing_that_passed_while_it_stood_still(app):
    set_by_clock(app)
    assert tick(app.extensions["sandtable"].store, "one", NOW + dt.timedelta(hours=10)) == []
    assert turn_key(session_of(app).state.clock) == "1.1"


def test_what_only_the_truth_forbids_is_met_on_the_way(app):
    """An enemy whom nobody saw stands on the way: no check tells of him, and the march ends before him."""
    session = session_of(app)
    known = {one.profile.name for one in Looks().look(session, "us-1").state.stands.values()}
    assert "Kampfgruppe Quasimodo" not in known
    at, state = session.hexmap.index_of, session.situation.state
    order = Attempt("us-1", "us", 4, "1/110", (Move("1/110", tuple(map(at, ("0303", "0302", "0301")))),), "to 0301")
    moved = replace(state.stands["XYZZY/9"], hex=at("0301"))
    there = replace(state, stands={**state.stands, "XYZZY/9": moved}, clock=replace(state.clock, phase="move"))
    truth = session.situation.with_state(there)
    events = decide(session.ruleset, truth, (order,), SeededDice("x", 1))
    (barred,) = [event for event in events if isinstance(event, OrderBarred)]
    assert (barred.command, barred.line, barred.halted) == ("us-1", 4, at("0302"))
    assert [event.order.path[-1] for event in events if isinstance(event, OrderDeclared)] == [at("0302")]


def test_an_attempt_that_is_barred_leaves_nothing_behind_and_holds_up_no_other(app):
    session = session_of(app)
    orders = (
        Attempt("us-1", "us", 1, "1/110", (Move("1/110", (0, 99)),), "nonsense"),
        Attempt("us-1", "us", 2, "2/110", (DropIntent("2/110"),), "drops"),
        Attempt("us-1", "us", 3, "229FA", (), "stays"),
    )
    events = decide(session.ruleset, session.situation, orders, SeededDice("x", 1))
    assert [type(event).__name__ for event in events] == ["OrderBarred", "OrderBarred", "OrderCarried"]
