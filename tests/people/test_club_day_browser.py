"""
A whole day of a club in four browsers: an umpire and three players, one of them on a phone.

It prints how long the day took and how many keys and clicks each needed (``pytest -s``).
"""

import sys
import time

import pytest

from tests.people.browsing import DESK, PHONE, TABLET, Opened, chromium, serving
from tests.people.helpers import CAMPAIGN, club_app, later

PLAYERS = {"ann": ("us-1", PHONE), "bob": ("us-2", TABLET), "cyd": ("ge", DESK)}
ORDERS = {
    "ann": ["1/110 to 0302\n229FA stays", "1/110 stays\n229FA stays"],
    "bob": ["18Cav to 0205", "18Cav stays\n32Cav stays"],
    "cyd": ["II/3 attack 0304", "II/3 stays\nI/26 stays"],
}
KEPT = "() => document.getElementById('kept')?.textContent === 'Kept.'"
MOST_TURNS = 12
MOST_UMPIRES_KEYS = 30


class Hands:
    """Somebody at his browser; keys and clicks are counted. A pasted text counts as one key."""

    def __init__(self, opened, *, touches):
        self.opened, self.page, self.touches, self.count = opened, opened.page, touches, 0

    def press(self, selector):
        """Press a button by what the device has: a finger, or a mouse."""
        self.count += 1
        (self.page.tap if self.touches else self.page.click)(selector)

    def paste(self, selector, text):
        """Put a text into a field."""
        self.count += 1
        self.page.fill(selector, text)


@pytest.fixture
def club(request, tmp_path):
    app = club_app(tmp_path)
    browser = chromium(request)
    with serving(app) as address:
        people = {
            name: Hands(Opened(browser, app, address, name, size), touches=size != DESK)
            for name, (_, size) in PLAYERS.items()
        }
        people["umpire"] = Hands(Opened(browser, app, address, "umpire", DESK), touches=False)
        yield app, people
        for one in people.values():
            one.opened.close()


def seals(hands, command, text):
    """Write a turn's orders, look what becomes of them, and seal."""
    hands.opened.go(f"/c/{CAMPAIGN}/{command}/day")
    hands.paste("textarea", text)
    hands.page.wait_for_function(KEPT)
    assert "not understood" not in hands.page.inner_text("#verdicts")
    hands.press("button[value=seal]")
    hands.page.wait_for_selector("text=To read out")


def test_an_umpire_and_three_players_play_a_day(club):
    app, people = club
    session = app.extensions["sandtable"].store.session(CAMPAIGN)
    umpire, began, turns = people["umpire"], time.monotonic(), 0
    while session.state.clock.day == 1 and turns < MOST_TURNS:
        for name, (command, _) in PLAYERS.items():
            seals(people[name], command, ORDERS[name][min(turns, 1)])
            later(app, minutes=1)
        umpire.opened.go(f"/c/{CAMPAIGN}/umpire/closing")
        assert "3 of 3 commands have sealed" in umpire.page.content()
        umpire.press("form[action$='/closing'] button.primary")
        umpire.page.wait_for_load_state("load")
        turns += 1
        for name in PLAYERS:
            people[name].page.wait_for_selector("#moved:visible")
        later(app, minutes=5)
    spent = time.monotonic() - began
    assert session.state.clock.day == 2
    phone = people["ann"]
    phone.press("#moved a")
    phone.page.wait_for_url("**/situation")
    assert "day 2" in phone.page.inner_text(".desk-head")
    for url in ("situation", "units", "board", "day"):
        phone.opened.go(f"/c/{CAMPAIGN}/us-1/{url}")
        assert "Quasimodo" not in phone.page.content()
    assert session.verify() is None
    assert umpire.count <= MOST_UMPIRES_KEYS
    told = ", ".join(f"{name} {one.count}" for name, one in people.items())
    sys.stdout.write(f"\na day of {turns} turns: {spent:.0f} s; keys and clicks: {told}\n")
