"""Letters in a browser: on a phone, by keyboard alone, and at every width."""

import pytest

from campaign.model.verbs.means import SetMeans
from tests.people.helpers import CAMPAIGN, PASSWORD, club_app, with_password
from tests.people.test_door_browser import fits
from webui.desk.sheets.closing import close_turn
from webui.door import passwords

HOSTILE = "Hold the bridge\n<img src=x onerror=\"document.title='broken'\"> <script>document.title='broken'</script>"


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    made = club_app(tmp_path)
    for person in ("ann", "bob", "umpire"):
        with_password(made, person)
    return made


def sign_in(guarded, name, where, width=390):
    page = guarded.page
    page.context.clear_cookies()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{guarded.address}/sign-in?next={where}")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{guarded.address}{where}")
    return page


def close(app):
    session = app.extensions["sandtable"].store.session(CAMPAIGN)
    close_turn(session, "1.1")


def test_a_letter_is_written_and_answered_on_a_phone(guarded, app):
    page = sign_in(guarded, "ann", "/c/toy/us-1/letters")
    assert fits(page)
    page.click("text=Situation report")
    page.wait_for_selector("text=Write a letter")
    assert "1/110 4 of 4 SP" in page.input_value("textarea")
    assert fits(page)
    page.check("[name=to][value=us-2]")
    page.select_option("[name=means]", "courier")
    page.fill("textarea", HOSTILE)
    page.click("text=Send with the turn")
    page.wait_for_selector("text=Your letter waits")
    assert fits(page)
    assert "broken" not in page.title()
    close(app)
    page = sign_in(guarded, "bob", "/c/toy/us-2/day")
    page.click("text=1 new")
    page.wait_for_selector(".letters .new")
    assert fits(page)
    page.click(".letters .new a")
    page.wait_for_selector("article")
    assert page.inner_text(".letter .words") == HOSTILE
    assert "broken" not in page.title()
    assert "came day 1, 08:17" in page.inner_text("article")
    page.click("text=Answer")
    page.wait_for_selector("text=Write a letter")
    assert page.is_checked("[name=to][value=us-1]")
    assert page.input_value("textarea").startswith("To yours of day 1, 08:00:")
    page.goto(f"{guarded.address}/c/toy/us-2/letters")
    assert page.query_selector(".letters .new") is None


def test_a_letter_is_written_by_the_keyboard_alone(guarded):
    page = sign_in(guarded, "ann", "/c/toy/us-1/letters", width=1280)
    reach(page, "a", "Write")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Write a letter")
    reach(page, "[name=to][value=us-2]")
    page.keyboard.press("Space")
    reach(page, "[name=means]")
    page.keyboard.type("tele")
    reach(page, "textarea")
    page.keyboard.type("Come to 0304.")
    reach(page, "button")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Your letter waits")
    waits = page.inner_text(".waits")
    assert "by telephone" in waits
    assert "Come to 0304." in waits
    reach(page, "button", "Take back")
    page.keyboard.press("Enter")
    page.wait_for_selector(".waits", state="detached")


def reach(page, selector, words=""):
    """Press Tab until something has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "([it, words]) => document.activeElement.matches(it) && document.activeElement.textContent.includes(words)",
            [selector, words],
        )
        if here:
            return
    raise AssertionError(selector)


@pytest.mark.parametrize("width", [1280, 1024, 390])
def test_the_umpire_holds_a_letter_and_sets_how_they_go_at_every_width(guarded, app, width):
    session = app.extensions["sandtable"].store.session(CAMPAIGN)
    session.submit(SetMeans("courier", "heard", 5, "ge"))
    page = sign_in(guarded, "ann", "/c/toy/us-1/letters", width=width)
    page.goto(f"{guarded.address}/c/toy/us-1/letters?write=free&to=us-2")
    page.fill("textarea", "W" * 300)
    page.click("text=Send with the turn")
    page.wait_for_selector("text=Your letter waits")
    assert fits(page)
    page = sign_in(guarded, "umpire", "/c/toy/umpire/letters", width=width)
    assert fits(page)
    page.click("summary")
    page.fill(".acting [name=reason]", "the line is down")
    page.click("text=Hold >> visible=true")
    page.wait_for_selector("text=held >> visible=true")
    assert fits(page)
    assert "the Ge side: 5" in page.inner_text(".means")
    page.select_option("[name=figure]", "wireless delay")
    page.fill("[name=value]", "90")
    page.click("text=Set >> nth=-1")
    page.wait_for_selector('.means li:has-text("delay: 90")')
