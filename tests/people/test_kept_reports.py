"""A report that was sent can be read again byte for byte, and says so if its turn was taken back."""

from __future__ import annotations

import hashlib
import re

import pytest

from campaign.model.verbs.clock import EndPhase
from campaign.store.kept.reports import Reports
from tests.people.helpers import club_app, send, signed_in
from webui.desk.reports.dayrows import Fought, Lost, OnTable, SideIn, Staffless, Taken
from webui.desk.reports.newspaper import _headline, _lead

FORMS = ("html", "pdf", "txt")


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def play(app, turns):
    session, begun = app.extensions["sandtable"].store.session("toy"), 0
    while begun < turns:
        clock = session.state.clock
        session.submit(EndPhase())
        begun += (session.state.clock.day, session.state.clock.turn) != (clock.day, clock.turn)
    return session


def listed(client, viewer):
    return re.findall(r'reports/([0-9a-f]{64})"', client.get(f"/c/toy/{viewer}/reports").text)


@pytest.mark.parametrize("form", FORMS)
def test_what_was_sent_is_what_is_kept_and_is_read_again(app, form):
    play(app, 1)
    ann = signed_in(app, "ann")
    assert "No report was made yet" in ann.get("/c/toy/us-1/reports").text
    first = ann.get(f"/c/toy/us-1/export/turn.{form}").data
    assert listed(ann, "us-1") == [hashlib.sha256(first).hexdigest()]
    again = ann.get(f"/c/toy/us-1/reports/{hashlib.sha256(first).hexdigest()}")
    assert again.data == first
    assert "sandbox" in again.headers["Content-Security-Policy"]


def test_it_is_not_made_again_even_if_the_campaign_is_renamed(app):
    play(app, 1)
    ann, host = signed_in(app, "ann"), signed_in(app, "host")
    first = ann.get("/c/toy/us-1/export/turn.html").data
    assert b"Toy" in first
    send(host, "/c/toy/umpire/keeping", do="rename", name="Other name")
    assert ann.get("/c/toy/us-1/export/turn.html").data == first


def test_a_turn_that_goes_on_is_not_kept(app):
    ann = signed_in(app, "ann")
    assert ann.get("/c/toy/us-1/export/turn.txt").status_code == 200
    assert listed(ann, "us-1") == []


def test_the_report_of_a_turn_that_was_taken_back_is_withdrawn_and_stays(app):
    session = play(app, 1)
    ann = signed_in(app, "ann")
    first = ann.get("/c/toy/us-1/export/turn.txt").data
    assert "withdrawn" not in ann.get("/c/toy/us-1/reports").text
    session.undo(1, why="wrong weather")
    page = ann.get("/c/toy/us-1/reports").text
    assert "withdrawn: the umpire took this turn back" in page
    play(app, 1)
    second = ann.get("/c/toy/us-1/export/turn.txt").data
    page = ann.get("/c/toy/us-1/reports").text
    assert page.count("withdrawn") == 1
    assert hashlib.sha256(second).hexdigest() in page
    assert ann.get(f"/c/toy/us-1/reports/{hashlib.sha256(first).hexdigest()}").data == first


def test_nobody_reads_anothers_and_an_observer_is_late(app):
    play(app, 1)
    ann = signed_in(app, "ann")
    digest = hashlib.sha256(ann.get("/c/toy/us-1/export/turn.txt").data).hexdigest()
    for name in ("bob", "cyd", "oscar"):
        assert signed_in(app, name).get(f"/c/toy/us-1/reports/{digest}").status_code == 404
    assert signed_in(app, "bob").get(f"/c/toy/us-2/reports/{digest}").status_code == 404
    sid = signed_in(app, "sid")
    his = hashlib.sha256(sid.get("/c/toy/us/export/turn.txt").data).hexdigest()
    oscar = signed_in(app, "oscar")
    assert listed(oscar, "us") == []
    assert oscar.get(f"/c/toy/us/reports/{his}").status_code == 404
    play(app, 2)
    assert oscar.get(f"/c/toy/us/reports/{his}").status_code == 200
    assert len(Reports(app.extensions["sandtable"].store.log).listed("toy", "us")) == 1


def test_observers_of_both_sides_read_the_newspaper_late_and_sides_their_own(app):
    play(app, 2)
    olga, ann = signed_in(app, "olga"), signed_in(app, "ann")
    assert 'export/newspaper.html"' in olga.get("/seats").text
    paper = olga.get("/c/toy/umpire/export/newspaper.html")
    assert "of both sides" in paper.text
    assert "turn 2" in paper.text, "it is a turn late"
    assert paper.text.count("<article>") == 1
    assert "as 28th Division knows it" in ann.get("/c/toy/us-1/export/newspaper.html").text
    printed = olga.get("/c/toy/umpire/export/newspaper.pdf").data
    assert printed.startswith(b"%PDF")
    assert printed == olga.get("/c/toy/umpire/export/newspaper.pdf").data


def test_the_newspaper_says_the_day_in_sentences():
    taken = [Taken("Church", "Blue", "by night"), Taken("Mill", "German", "on turn 2", 3)]
    fought = [Fought("Church", (SideIn("Blue", "A", 1), SideIn("German", "B", 0)))]
    lost, staffless = [Lost("Blue", 4, "strength point", ("I/3",))], [Staffless("B")]
    assert _headline(taken, fought, lost) == "Church falls to the Blue side; 1 more place changed hands"
    assert _headline([], fought, lost) == "Hard fighting: Church"
    assert _headline([], [], staffless) == "Losses on a day without a great fight"
    assert _headline([], [], []) == "All quiet on this front"
    assert _lead(taken, fought, lost, staffless) == (
        "The Blue side took Church by night. The German side took Mill on turn 2. The hardest fight was at Church, "
        "A against B. The day cost the Blue side four strength points. I/3 of the Blue side is no more. "
        "B lost its headquarters."
    )
    both = [Lost("Blue", 19, "hit"), Lost("The Allies", 1, "hit", ("I/3", "Guns"))]
    assert _lead([], [], both, []) == (
        "The day cost the Blue side 19 hits and the Allies one. Guns and I/3 of the Allies are no more."
    )
    assert _lead([], [], [Lost("Red", 0, "hit", ("II/3 (fled)",))], []) == "II/3 (fled) of the Red side is no more."
    assert _lead([], [OnTable("Ford", 6)], [], []) == "The hardest fight was at Ford, fought out on a table in 6 turns."
    assert _lead([], [], [], []) == "No fight and no change of ground was reported."


def test_the_rows_of_a_day_are_the_lines_of_its_lists():
    assert Taken("Mill", "Red", "by night").line == "Mill: Red, by night."
    assert Taken("Mill", "Red", "on turn 2", 3).line == "Mill: Red, on turn 2, after it had changed hands 3 times."
    fought = Fought("Church", (SideIn("Blue", "A", 1), SideIn("Red", "B and C", 0)))
    assert fought.line == "Church: A against B and C; hits on Blue 1, on Red 0."
    assert Lost("Red", 1, "hit", ("I/3", "Guns")).line == "Red: 1 hit; no more: Guns and I/3."
    ten = tuple(f"{n}" for n in range(10))
    assert Lost("Red", 0, "hit", ten).line == "Red: 0 hits; no more: 0, 1, 2, 3, 4, 5, 6, 7 and 2 more."

