"""Dummies on sheets and in mails: placed and marched as the turn is closed, and on in the turns that follow."""

from __future__ import annotations

import pytest

from campaign.model.known.dummies import dummies_of
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.dummy import DummyMarched, DummyPlaced
from campaign.model.verbs.sheets import OrderBarred, OrderCarried
from campaign.views import log_for
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.post.desk import SETTINGS, club
from tests.people.test_letter_lines import seal
from webui.desk.knowledge.contacts import contacts_data
from webui.desk.looks import Looks
from webui.desk.sheets.closing import close_turn
from webui.post.codes import code_of
from webui.post.receiving import receive


@pytest.fixture
def made(tmp_path):
    found = club(tmp_path)
    found.session.submit(SetDeception(0, 0, "sides"))
    yield found
    found.store.close()


def said(session, viewer):
    """Give the lines of a viewer's log."""
    return [line.text for line in log_for(session.live_events(), session.situation, viewer)]


def events(made, kind):
    return [event for event in made.session.live_events() if isinstance(event, kind)]


def test_a_dummy_of_a_sheet_is_placed_marches_and_goes_on_by_itself(made):
    session = made.session
    seal(made, "dummy like 1/110 in 0203 called KG Rink\n2/110 stays")
    made.close()
    (placed,) = events(made, DummyPlaced)
    assert (placed.stand.profile.name, placed.stand.hex) == ("KG Rink", session.hexmap.index_of("0203"))
    for turn in ("1.2", "1.99", "2.1", "2.2"):
        seal(made, "dummy KG Rink to 0107" if turn == "1.2" else "2/110 stays")
        made.close(turn)
    legs = events(made, DummyMarched)
    assert [(leg.day, leg.turn) for leg in legs] == [(1, 2), (2, 1)], "by night nobody marches"
    (shown,) = [one for one in contacts_data(Looks().look(session, "us-1"))["contacts"] if one["source"] == "dummy"]
    assert (session.hexmap.number(legs[-1].path[-1]), shown["words"]) == ("0107", "dummy-us-1 stands for nobody")
    carried = [(one.command, one.line, one.stand) for one in events(made, OrderCarried) if "ummy" in one.stand]
    assert carried == [("us-1", 1, "dummy-us-1")]
    mine, theirs = (" ".join(said(session, viewer)) for viewer in ("us-1", "ge"))
    assert ("ummy" in mine, "ummy" in theirs) == (True, False)


def test_what_the_truth_forbids_is_told_and_the_turn_goes_on(made):
    seal(made, "dummy like 229FA\ndummy like 229FA")
    seal(made, "dummy like 18Cav", "us-2")
    made.close()
    placed, barred = events(made, DummyPlaced), events(made, OrderBarred)
    assert len(placed) == 2
    why = "there are 2 dummies of this side already, and no more may be; take one back first"
    assert [one.why for one in barred] == [why]
    assert sorted([barred[0].stand, *(one.stand.profile.short for one in placed)]) == ["18Cav", "229FA", "229FA"]


def test_the_page_and_a_mail_give_a_dummy_s_line_its_verdict(made):
    made.reach("ann")
    code = code_of(made.store.log, CAMPAIGN, made.person("ann"), "us-1", "1.1")
    done = receive(made.store, f"Subject: {code}\n\ndummy like 229FA\ndummy 1 to 0302".encode(), SETTINGS, NOW)
    assert [(row["number"], row["state"]) for row in done.lines] == [(1, "sound"), (2, "ask")]
    assert "a dummy that looks like 229FA" in done.lines[0]["words"][0]
    assert "place one first" in done.lines[1]["why"]
    close_turn(made.session, "1.1")
    assert list(dummies_of(made.session.state)) == ["dummy-us-1"]
