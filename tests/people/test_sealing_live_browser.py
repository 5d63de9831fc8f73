"""The umpire sees at once who has sealed, on the page of the closing and on that of his day; a player hears nothing."""

import uuid

import pytest

from campaign.model.people import Appointment
from campaign.store.people import People
from tests.people.browsing import PHONE, Opened, chromium, serving
from tests.people.helpers import CAMPAIGN, NOW, club_app, send_json, signed_in
from webui.desk.sheets.closing import close_turn

UMPIRE = f"/c/{CAMPAIGN}/umpire"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def write(app, person, command, do, text=""):
    """Save or seal a command's sheet, as its page does."""
    client = signed_in(app, person)
    there = client.get(f"/c/{CAMPAIGN}/{command}/day.json").get_json()
    body = {"do": do, "text": text, "version": there["sheet"]["version"], "send_id": uuid.uuid4().hex}
    answer = send_json(client, f"/c/{CAMPAIGN}/{command}/day.json", turn=there["turn"], **body)
    assert answer.status_code == 200
    return answer.get_json()["sheet"]


def test_a_seal_shows_on_the_page_of_the_closing_and_leaves_what_is_written_there(request, app):
    with serving(app) as address:
        umpire = Opened(chromium(request), app, address, "umpire")
        page = umpire.go(f"{UMPIRE}/closing")
        given = page.locator("tr[data-command=us-1] .given")
        assert given.inner_text() == "nothing yet"
        page.fill("[name=hours]", "24")
        write(app, "ann", "us-1", "save", "1/110 holds")
        given.get_by_text("a draft").wait_for()
        kept = write(app, "ann", "us-1", "seal", "1/110 holds")
        given.locator("b").wait_for()
        assert f"version {kept['version']}," in given.inner_text()
        assert page.inner_text("#sealed").startswith("1 of ")
        assert page.input_value("[name=hours]") == "24"
        write(app, "ann", "us-1", "open", "1/110 holds")
        given.get_by_text("a draft").wait_for()
        assert page.inner_text("#sealed").startswith("0 of ")
        reloaded = umpire.go(f"{UMPIRE}/closing")
        assert reloaded.locator("tr[data-command=us-1] .given").inner_text() == "a draft"
        assert umpire.faults == []
        umpire.close()


def test_a_seal_shows_on_the_umpires_day_and_the_matter_in_hand_stays(request, app):
    with serving(app) as address:
        umpire = Opened(chromium(request), app, address, "umpire")
        page = umpire.go(f"{UMPIRE}/day")
        page.wait_for_selector("#page[data-ready]")
        silent = page.locator("#matters tr", has_text="Ann")
        silent.wait_for()
        page.locator("#matters tr").last.get_by_role("button").click()
        at = page.locator("#matters tr.current").get_attribute("data-matter")
        assert at != silent.get_attribute("data-matter")
        write(app, "ann", "us-1", "seal", "1/110 holds")
        silent.wait_for(state="detached")
        sealed = page.locator("#commands tr", has_text="sealed")
        sealed.wait_for()
        assert page.locator("#matters tr.current").get_attribute("data-matter") == at
        page.keyboard.press("c")
        field = page.locator("#changing [name=why]")
        field.fill("half a word")
        write(app, "ann", "us-1", "open", "1/110 holds")
        page.wait_for_timeout(1000)
        assert (field.input_value(), sealed.count()) == ("half a word", 1), "nothing moves while he writes"
        page.keyboard.press("Escape")
        sealed.wait_for(state="detached")
        umpire.close()


def test_a_closed_turn_is_said_on_the_page_that_shows_the_one_before(request, app):
    session = app.extensions["sandtable"].store.session(CAMPAIGN)
    with serving(app) as address:
        umpire = Opened(chromium(request), app, address, "umpire", PHONE)
        page = umpire.go(f"{UMPIRE}/closing")
        assert page.locator("#moved").is_hidden()
        turn = page.get_attribute("#moved", "data-turn")
        close_turn(session, turn)
        page.locator("#moved").wait_for()
        page.click("#moved a")
        page.wait_for_function("(turn) => document.getElementById('moved').dataset.turn !== turn", arg=turn)
        umpire.close()


def test_only_the_umpires_stream_and_version_speak_of_sheets(app):
    people = People(app.extensions["sandtable"].store.log)
    people.appoint(Appointment("", people.add("otto", NOW).id, CAMPAIGN, "observer", "umpire"), NOW)
    asked = (("umpire", "umpire", True), ("ann", "us-1", False), ("umpire", "us-1", False), ("otto", "umpire", False))
    for person, viewer, speaks in asked:
        client = signed_in(app, person)
        assert ("sheets" in client.get(f"/c/{CAMPAIGN}/{viewer}/version.json").get_json()) == speaks
        with client.get(f"/c/{CAMPAIGN}/{viewer}/events", buffered=False) as stream:
            assert ("sheets" in next(iter(stream.response)).decode()) == speaks


def test_what_the_umpire_hears_changes_with_the_seal_and_not_with_each_draft(app):
    def heard():
        return signed_in(app, "umpire").get(f"{UMPIRE}/version.json").get_json()["sheets"]

    found = [heard()]
    for do in ("save", "save", "seal", "open"):
        write(app, "ann", "us-1", do, f"1/110 holds # {len(found)}")
        found.append(heard())
    nothing, draft, again, sealed, opened = found
    assert draft == again == opened
    assert len({nothing, draft, sealed}) == 3
