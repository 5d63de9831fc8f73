"""An umpire goes back over days to a moment, and branches from another, on the page of his day and on a phone."""

import pytest
from msgspec.structs import replace

from campaign.model.sheets import turn_key
from tests.people.browsing import DESK, PHONE, Opened, chromium, serving
from tests.people.helpers import CAMPAIGN, club_app
from webui.desk.sheets.closing import close_turn

DAY = f"/c/{CAMPAIGN}/umpire/day"
PLAYED = 3


def played(app, name=CAMPAIGN):
    return app.extensions["sandtable"].store.session(name)


def play(session, days):
    """Close turns until so many days are over."""
    while session.state.clock.day <= days:
        close_turn(session, turn_key(session.state.clock))


@pytest.fixture
def app(tmp_path):
    """A club whose campaign has been played for three days."""
    made = club_app(tmp_path)
    play(played(made), PLAYED)
    return made


def moment(page, words):
    return page.locator("#moments li", has_text=words).first


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_he_goes_back_over_days_and_on_from_there_and_each_page_says_when_it_is(request, app, size):
    session, asked = played(app), []
    last = session.state
    early = session.as_of(next(n for n in range(1, session.seq) if session.as_of(n).state.clock.turn == 2)).state
    with serving(app) as address:
        browser = chromium(request)
        umpire, player = Opened(browser, app, address, "umpire", size), Opened(browser, app, address, "ann", PHONE)
        page = umpire.go(DAY)
        page.on("dialog", lambda one: (asked.append(one.message), one.accept()))
        page.wait_for_selector("#page[data-ready]")
        for day in range(1, PLAYED + 1):
            assert moment(page, f"Day {day}, ").count()
        wanted = moment(page, "Day 1, turn 2")
        told = wanted.inner_text()
        wanted.get_by_role("button", name="Back to here").click()
        page.wait_for_function("() => document.querySelector('#when').textContent.startsWith('Day 1, ')")
        assert asked[0].split()[0] in told, "it says beforehand how much it takes back"
        assert "can be brought back" in asked[0]
        assert (session.state.clock.day, session.state.clock.turn) == (1, 2)
        assert session.state.stands == early.stands
        told = page.inner_text("#toast")
        assert "Day 1, turn 2" in told
        assert f"{asked[0].split()[0]} entries were taken back" in told
        page.get_by_role("button", name="Bring them back").click()
        page.wait_for_function("() => document.querySelector('#toast').textContent.includes('counts again')")
        assert replace(session.state, seq=0) == replace(last, seq=0)
        moment(page, "Day 1, turn 2").get_by_role("button", name="Back to here").click()
        page.wait_for_function("() => document.querySelector('#when').textContent.startsWith('Day 1, ')")
        seen = player.go(f"/c/{CAMPAIGN}/us-1/situation")
        assert "day 1" in seen.inner_text(".desk-head").lower()
        assert page.locator("#moments li", has_text="Day 2, ").count() == 0
        page.click("#close-turn")
        page.wait_for_function("() => !document.querySelector('#when').textContent.startsWith('Day 1, turn 2')")
        umpire.close()
        player.close()
    assert session.verify() is None
    assert (session.state.clock.day, session.state.clock.turn) == (1, 3)


def test_a_branch_from_a_moment_days_ago_goes_on_by_itself_and_is_named_on_the_page(request, app):
    session = played(app)
    before = (session.seq, session.state.clock)
    with serving(app) as address:
        umpire = Opened(chromium(request), app, address, "umpire", DESK)
        page = umpire.go(DAY)
        page.on("dialog", lambda one: one.accept("what-if-snow"))
        page.wait_for_selector("#page[data-ready]")
        moment(page, "Day 2, turn 1").get_by_role("button", name="Branch from here").click()
        page.click("#toast a")
        page.wait_for_url("**/c/what-if-snow/umpire/day")
        page.wait_for_selector("#page[data-ready]")
        assert page.inner_text("#when").startswith("Day 2, turn 1")
        page.click("#close-turn")
        page.wait_for_function("() => document.querySelector('#when').textContent.startsWith('Day 2, turn 2')")
        page.goto(f"{address}{DAY}")
        page.wait_for_selector("#page[data-ready]")
        assert page.inner_text("#branches").startswith("Toy, from entry")
        umpire.close()
    branch = played(app, "what-if-snow")
    assert (session.seq, session.state.clock) == before, "nothing that is done in a branch changes what it left"
    assert (branch.state.clock.day, branch.state.clock.turn) == (2, 2)
    assert branch.verify() is None
