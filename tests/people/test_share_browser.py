"""A player's share in the dice, drawn by his own browser and sealed with his orders."""

import re

import pytest
from playwright.sync_api import expect

from tests.people.helpers import CAMPAIGN, PASSWORD, club_app, with_password
from webui.door import passwords


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    made = club_app(tmp_path, dice="committed")
    with_password(made, "ann")
    return made


def test_a_share_is_drawn_by_lot_unless_the_player_writes_his_own(guarded, app):
    page = guarded.page
    page.goto(f"{guarded.address}/sign-in?next=/c/{CAMPAIGN}/us-1/day")
    page.fill("[name=name]", "ann")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("[data-share]")).not_to_have_value("")
    first = page.input_value("[data-share]")
    assert re.fullmatch("[0-9a-f]{32}", first)
    page.reload()
    expect(page.locator("[data-share]")).not_to_have_value("")
    assert page.input_value("[data-share]") != first
    page.fill("textarea", "229FA stays")
    page.fill("[data-share]", "banana 17")
    page.click("button[value=seal]")
    page.wait_for_selector("text=banana 17")
    assert "Your share in the dice of this turn" in page.content()
