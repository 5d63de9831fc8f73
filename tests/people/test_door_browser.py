"""The door's pages in a browser: a link is opened, a seat is taken, a phone has no sideways scroll."""

import pytest

from campaign.model.people import Appointment
from campaign.store.people import People
from tests.people.helpers import NOW, PASSWORD, club_app, with_password
from webui.door import passwords
from webui.door.links import draw_link


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    made = club_app(tmp_path)
    with_password(made, "host")
    return made


def fits(page):
    """Whether nothing stands out to the right, and all that is pressed is large enough for a thumb."""
    page.wait_for_load_state("load")  # a text can stand there before the style sheet has come
    wide = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    small = page.evaluate(
        "[...document.querySelectorAll('button.primary, a.button')].filter((it) => it.offsetHeight < 44).length"
    )
    return wide and not small


def test_a_player_comes_in_by_a_link_on_a_phone(guarded, app):
    people = People(app.extensions["sandtable"].store.log)
    _, secret = draw_link(people, Appointment("", "", "toy", "substitute", "us-2"), "join", NOW)
    page = guarded.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{guarded.address}/join#{secret}")
    page.wait_for_selector("text=You are invited as")
    assert "#" not in page.url
    assert secret not in page.url
    assert fits(page)
    page.fill("[name=name]", "Dora")
    page.click("text=Join >> nth=-1")
    page.wait_for_selector("text=Welcome, Dora")
    assert fits(page)
    own = page.input_value(".handed")
    page.click("text=To my seats")
    page.wait_for_selector("text=substitute of 14th Cavalry")
    assert fits(page)
    page.click("text=Digest")
    page.wait_for_selector("text=18Cav")
    assert fits(page)
    page.context.clear_cookies()
    page.goto(own)
    page.wait_for_url("**/seats")
    assert "Dora" in page.content()


@pytest.mark.parametrize("width", [1280, 1024, 390])
def test_the_umpire_invites_at_every_width(guarded, width):
    page = guarded.page
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{guarded.address}/sign-in?next=/c/toy/umpire/people")
    page.fill("[name=name]", "host")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector("text=People of Toy")
    assert fits(page)
    page.select_option("[name=role]", "observer")
    page.select_option("[name=key]", "umpire")
    page.fill("input[name=note]", "Olga")
    page.click("text=Make a link")
    page.wait_for_selector(".handed")
    assert "/join#" in page.input_value(".handed")
    assert "for Olga" in page.content()
    page.goto(f"{guarded.address}/people")
    assert fits(page)
