"""
A whole day of a club in four browsers: an umpire and three players, one of them on a phone; once with three commands,
once with twenty-four, where four more people say nothing and six matters need the umpire.

It prints how long the day took and how many keys and clicks each needed (``pytest -s``).
"""

import sys
import time

import pytest

from campaign.model.people import Appointment
from campaign.store.library import Shelf
from campaign.store.people import People
from campaign.store.session import create_campaign
from campaign.systems.catalogue import ruleset
from tests.people.browsing import DESK, PHONE, TABLET, Opened, chromium, serving
from tests.people.helpers import CAMPAIGN, NOW, ClubStore, club_app, later
from tests.webui.test_umpires_day import day_opening
from webui import create_app
from webui.desk.library import open_store

PLAYERS = {"ann": ("us-1", PHONE), "bob": ("us-2", TABLET), "cyd": ("ge", DESK)}
ORDERS = {
    "ann": ["1/110 to 0302\n229FA stays", "1/110 stays\n229FA stays"],
    "bob": ["18Cav to 0205", "18Cav stays\n32Cav stays"],
    "cyd": ["II/3 attack 0304", "II/3 stays\nI/26 stays"],
}
KEPT = "() => document.getElementById('kept')?.textContent === 'Kept.'"
MANY = {"ann": ("us-1", "us-b1 {}"), "bob": ("us-2", "us-b2 {}"), "cyd": ("ge-1", "ge-b1 {}")}
SILENT = ("us-3", "us-4", "us-5", "us-6")
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

    def key(self, key):
        """Press a key on the page."""
        self.count += 1
        self.page.keyboard.press(key)

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


@pytest.fixture
def many(request, tmp_path):
    """24 commands: three people who play, four who say nothing, and an umpire; reinforcements are due twice."""
    store = open_store(tmp_path / "store")
    store.__class__ = ClubStore
    opening, hexmap = day_opening()
    store.shelf = Shelf((hexmap,), ruleset)
    create_campaign(store.log, CAMPAIGN, opening, library=store)
    people = People(store.log)
    held = {"umpire": "umpire"} | {name: command for name, (command, _) in MANY.items()}
    for name, key in (held | {f"silent {key}": key for key in SILENT}).items():
        role = "umpire" if key == "umpire" else "command"
        people.appoint(Appointment("", people.add(name, NOW).id, CAMPAIGN, role, key), NOW)
    app = create_app(store, accounts="wanted")
    app.extensions["sandtable"].now = lambda: NOW
    browser = chromium(request)
    with serving(app) as address:
        sizes = {"umpire": DESK} | {name: size for name, (_, size) in PLAYERS.items()}
        hands = {name: Hands(Opened(browser, app, address, name, size), touches=size != DESK)
                 for name, size in sizes.items()}  # fmt: skip
        yield app, hands
        for one in hands.values():
            one.opened.close()
    store.close()


def rules_on_all(umpire):
    """Accept every matter of the turn: the first by itself, the others by their kinds."""
    page = umpire.page
    left = page.locator("#matters tr").count()
    umpire.key("j")
    umpire.key("a")
    while left:
        page.wait_for_function("n => document.querySelectorAll('#matters tr').length < n", arg=left)
        left = page.locator("#matters tr").count()
        if left:
            umpire.key("Shift+A")


def test_an_umpire_of_24_commands_and_three_players_play_a_day(many):
    app, people = many
    session, umpire = app.extensions["sandtable"].store.session(CAMPAIGN), people["umpire"]
    began, turns, matters, page = time.monotonic(), 0, [], umpire.page
    page.set_default_timeout(120_000)
    page.on("dialog", lambda dialog: dialog.accept())
    while session.state.clock.day == 1 and turns < MOST_TURNS:
        for name, (command, line) in MANY.items():
            seals(people[name], command, line.format("stays" if turns else "to 0203" if name == "ann" else "stays"))
            later(app, minutes=1)
        umpire.opened.go(f"/c/{CAMPAIGN}/umpire/day")
        umpire.count += 1  # he looks again, since nothing tells him who has sealed
        page.wait_for_selector("#page[data-ready]")
        assert page.locator("#commands tr").count() == 24
        matters.append(page.locator("#matters tr").count())
        if matters[-1]:
            rules_on_all(umpire)
        before = page.inner_text("#when")
        umpire.key("x")
        page.wait_for_function("was => document.querySelector('#when').textContent !== was", arg=before)
        turns += 1
        for name in MANY:
            people[name].page.wait_for_selector("#moved:visible")
        later(app, minutes=5)
    spent = time.monotonic() - began
    assert session.state.clock.day == 2
    assert matters[0] == 6
    assert umpire.count <= MOST_UMPIRES_KEYS
    assert session.hexmap.number(session.state.stands["us-b1"].hex) == "0203"
    assert session.verify() is None
    told = ", ".join(f"{name} {one.count}" for name, one in people.items())
    sys.stdout.write(
        f"\na day of 24 commands, {turns} turns, matters {'+'.join(map(str, matters))}: {spent:.0f} s; keys: {told}\n"
    )
