"""Orders that take their time, from the sheet to the log: what is said of them, and who is told."""

from __future__ import annotations

import pytest

from campaign.model.sheets import turn_key
from campaign.model.verbs.means import SetMeans
from campaign.model.verbs.sheets import OrderCarried, SheetClosed
from campaign.store.sheets import Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, club_app, send, signed_in
from tests.people.test_closing import reopened
from webui.desk.sheets.closing import close_turn

DAY = "/c/toy/us-1/day"
ORDERS = "229FA to 0202\n2/110 to 0305\nstanding: 1/110 go on"


@pytest.fixture
def app(tmp_path):
    """Make a server where orders ride, and no minute before their turn; 229FA is in the midst of the division."""
    app = club_app(tmp_path)
    session = session_of(app)
    session.submit(SetMeans("orders", "courier", 1), command_id="ride")
    session.submit(SetMeans("orders", "ahead", 0), command_id="not ahead")
    return app


def session_of(app):
    return app.extensions["sandtable"].store.session(CAMPAIGN)


def seal(session, text=ORDERS, command="us-1"):
    turn = turn_key(session.state.clock)
    kept = Sheets(session.log)
    sheet = kept.sheet(CAMPAIGN, command, turn)
    kept.seal(Sending(CAMPAIGN, command, turn, sheet.version, f"{command}-{turn}", session.seq, "x", NOW), text)


def close(session):
    return close_turn(session, turn_key(session.state.clock))


def test_the_sheet_says_when_each_unit_has_its_order(app):
    seal(session_of(app))
    lines = signed_in(app, "ann").get(f"{DAY}.json").get_json()["lines"]
    first, second, third = (" ".join([*line["words"], *line["assumed"]]) for line in lines)
    assert "the order is there" not in first, "it stands at the headquarters"
    assert "the order is there day 1, 08:06, by courier over 1 km, and counts from day 1, turn 2 on" in second
    assert "1/110: the order is there day 1, 08:06" in third
    page = signed_in(app, "ann").get(DAY).text
    assert "Nothing is on its way." in page
    assert "28th Division has no headquarters on the map" in page


def test_an_order_comes_a_turn_later_and_those_whom_it_concerns_are_told_of_it(app):
    session = session_of(app)
    seal(session)
    close(session)
    closed = next(one for one in session.live_events() if isinstance(one, SheetClosed) and one.command == "us-1")
    assert len(closed.under_way) == 1
    for person, url in (("ann", DAY), ("umpire", "/c/toy/umpire/closing")):
        shown = signed_in(app, person).get(url).text
        assert "2/110 to 0305: came to 2/110 day 1, 08:06, by courier; it is carried out in this turn" in shown
    assert "1 on the way to their units" in signed_in(app, "ann").get("/c/toy/us-1/log.json").text
    rows = signed_in(app, "umpire").get("/c/toy/umpire/matters.json").get_json()["commands"]
    assert [row["under_way"] for row in rows] == [1, 0, 0]
    sheet = signed_in(app, "ann").get(f"{DAY}.json").get_json()["sheet"]["text"]
    assert sheet == "standing: 1/110 go on", "the sheet begins with what was written last"
    close(session)
    carried = [one for one in session.live_events() if isinstance(one, OrderCarried) and one.stand == "2/110"]
    assert [(one.line, "0305" in one.words) for one in carried] == [(1, True)]
    assert session.state.under_way == {"us-1": ()}
    assert session.state.stands["2/110"].hex == session.hexmap.index_of("0305")


def test_what_is_on_its_way_is_called_back_by_a_newer_line(app):
    session = session_of(app)
    session.submit(SetMeans("courier", "speed", 3), command_id="a lame horse")
    seal(session, "2/110 to 0305")
    close(session)
    session.submit(SetMeans("courier", "speed", 179), command_id="another horse")
    seal(session, "2/110 stays")
    close(session)
    close(session)
    close(session)
    assert session.state.stands["2/110"].hex == session.hexmap.index_of("0304")
    assert session.state.under_way["us-1"] == ()


def test_nobody_else_is_told_that_an_order_is_on_its_way(app, tmp_path):
    def pages(made):
        return {
            (person, url): signed_in(made, person).get(url).data
            for person, viewer in (("bob", "us-2"), ("cyd", "ge"))
            for url in (f"/c/toy/{viewer}/{one}" for one in ("log.json", "state.json", "day.json", "orders.json"))
        }

    other = club_app(tmp_path / "other")
    for made, text in ((app, "2/110 to 0305"), (other, "2/110 stays")):
        if made is other:
            for entry in session_of(app).chronicle.entries[1:3]:
                session_of(made).submit(entry.order, command_id=entry.command_id)
        seal(session_of(made), text)
        close(session_of(made))
    assert session_of(app).state.under_way["us-1"][0].intents != session_of(other).state.under_way["us-1"][0].intents
    assert pages(app) == pages(other)


def test_what_is_on_its_way_is_there_after_a_restart_and_gone_after_an_undo(app):
    session = session_of(app)
    seal(session)
    before = session.seq
    close(session)
    again = reopened(app.extensions["sandtable"].store).session(CAMPAIGN)
    assert again.state == session.state
    assert again.state.under_way["us-1"]
    assert again.verify() is None
    session.undo(before, why="a slip", command_id="back")
    assert session.state.under_way == {}
    close(session)
    assert len(session.state.under_way["us-1"]) == 1, "what is closed again leaves again"


def test_a_silent_command_carries_out_what_comes(app):
    session = session_of(app)
    seal(session, "2/110 to 0305")
    Sheets(session.log).set_silence(CAMPAIGN, "us-1", "stand_fast")
    close(session)
    close(session)
    assert session.state.stands["2/110"].hex == session.hexmap.index_of("0305")


def test_how_orders_go_is_set_on_the_page_of_letters(app):
    page = signed_in(app, "umpire").get("/c/toy/umpire/letters").text
    assert "orders courier" in page
    form = {"do": "means", "figure": "orders courier", "value": "0", "whose": "", "reason": "", "send_id": "the page"}
    answer = send(signed_in(app, "umpire"), "/c/toy/umpire/letters", **form)
    assert answer.status_code == 303
    assert session_of(app).state.means["orders/courier"] == 0
    refused = send(signed_in(app, "umpire"), "/c/toy/umpire/letters", **form | {"value": "2", "send_id": "once more"})
    assert "write 0 to 1" in refused.text
