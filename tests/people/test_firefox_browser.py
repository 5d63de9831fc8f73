"""
Every page in Firefox: it opens without a fault, and something is done on it.

A page that several may open is opened by one of them here, the next page by the next of those who may, and so on; in a
soak by all. What each is served is the same in any browser, and ``test_axe_browser`` opens it as all see it; here
it is the other browser's turn to read the page, its scripts and its styles.
"""

import os

import pytest

from campaign.systems import ownfolders
from tests.campaign.own.small import SMALL
from tests.people.browsing import serving
from tests.people.everypage import every_page
from tests.people.firefox import firefox
from tests.people.helpers import CAMPAIGN, club_app, signed_in
from tests.people.test_tables import code_of, fight, session_of
from tests.people.test_tables import opened as opens
from tests.webui.editing import Editing
from tests.webui.groundmaking import Making
from webui import create_app
from webui.desk.keeping.ownrules import rules_folder
from webui.desk.library import open_store

# Firefox starts once: without the mark it starts in each of two processes.
pytestmark = pytest.mark.xdist_group("firefox")

HERE = f"/c/{CAMPAIGN}/us-1"
WHO = ("", "host", "umpire", "ann", "oscar")
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
READY = "!!document.getElementById('page')?.dataset.ready"


@pytest.fixture(scope="module")
def fox():
    with firefox() as running:
        yield running


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """List who opens what, once: it is the same in each club."""
    return shared_out(every_page(club_app(tmp_path_factory.mktemp("pages")), WHO, routes=True))


def shared_out(pages):
    """List who opens which page: of those who may one, in turn from page to page; in a soak all."""
    by_route = {}
    for who, url, route in pages:
        by_route.setdefault(route, []).append((who, url))
    return [
        one for number, all_who in enumerate(by_route.values())
        for one in (all_who if SOAK else [all_who[number % len(all_who)]])
    ]  # fmt: skip


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


@pytest.fixture
def address(app):
    with serving(app) as found:
        yield found


@pytest.fixture
def opened(fox, app, address):
    """Open tabs for people; nothing may have gone wrong on any of them."""
    tabs = []

    def open_for(person, size=(1280, 800)):
        cookie = signed_in(app, person).get_cookie("sandtable").value if person else ""
        tabs.append(fox.tab(address, cookie, size))
        return tabs[-1]

    yield open_for
    for tab in tabs:
        assert tab.faults() == []
        tab.close()


@pytest.mark.parametrize("person", WHO)
def test_every_page_opens_and_takes_the_focus(opened, pages, person):
    tab, mine = opened(person), [url for who, url in pages if who == person]
    assert mine
    for url in mine:
        tab.go(url)
        tab.type("\ue004")
        assert tab.run("document.activeElement !== document.body"), url
        assert tab.run("document.documentElement.scrollWidth <= innerWidth"), url
        assert tab.faults() == [], url


@pytest.mark.parametrize(("desk", "url"), [(Editing, "/m/toy/"), (Making, "/grounds/toy/")])
def test_a_map_and_a_ground_in_work_open(fox, tmp_path, desk, url):
    work = desk(tmp_path)
    if isinstance(work, Making):
        work.begin()
    with serving(work.app) as address:
        tab = fox.tab(address, "", (1280, 800))
        tab.go(url)
        tab.wait("!!document.querySelector('[data-ready]')")
        assert tab.run("document.documentElement.scrollWidth <= innerWidth")
        assert tab.faults() == []
        tab.close()
    work.close()


def test_a_rule_file_of_ones_own_opens_at_its_desk(fox, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(ownfolders, "_folders", [rules_folder()])
    rules_folder().mkdir(parents=True)
    (rules_folder() / "small.toml").write_text(SMALL, "utf-8")
    store = open_store(tmp_path / "store")
    with serving(create_app(store, accounts="none")) as address:
        tab = fox.tab(address, "", (1280, 800))
        for url in ("/rules", "/rules/small"):
            tab.go(url)
            assert tab.run("document.documentElement.scrollWidth <= innerWidth"), url
        tab.wait("document.querySelector('textarea')?.value.includes('[system]')")
        assert tab.faults() == []
        tab.close()
    store.close()


def test_a_battle_is_planned_for_a_table_opened_and_its_result_written(opened, app):
    """The pages of a battle: its plan, its game with the map, and the slip, filled in by hand."""
    tab = opened("umpire")
    tab.go(f"/c/{CAMPAIGN}/umpire/battles/new?hexes={fight(app)}")
    tab.wait("!!document.querySelector('main form [name=rules]')")
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    assert opens(app).status_code == 303
    tab.go(f"/c/{CAMPAIGN}/umpire/battles")
    assert tab.run("document.body.textContent.includes('The ford')")
    tab.go("/c/toy-the-ford/umpire/")
    tab.wait(READY)
    tab.go(f"/c/{CAMPAIGN}/umpire/battles/{code_of(app)}/result")
    tab.wait("!!document.querySelector('form[action$=result] button')")
    tab.click("form[action$=result] button.primary")
    tab.wait("!document.querySelector('form[action$=result]')")
    assert not session_of(app).state.battles


def test_a_command_writes_and_seals_its_orders(opened, app):
    tab = opened("ann", (390, 844))
    tab.go(f"{HERE}/units")
    tab.run("document.querySelector('.card-order [name=goal]').focus()")
    tab.type("0302")
    tab.click(".card-order button")
    tab.wait("document.querySelector('.ordered')?.textContent.includes('1/110 to 0302')")
    tab.go(f"{HERE}/day")
    tab.run("document.querySelector('textarea').focus()")
    tab.type("229FA stays")
    tab.wait("document.getElementById('kept').textContent === 'Kept.'")
    tab.click("button[value=seal]")
    tab.wait("document.body.textContent.includes('To read out')")
    sheet = signed_in(app, "ann").get(f"{HERE}/day.json").get_json()["sheet"]
    assert sheet["state"] == "sealed"
    assert "1/110 to 0302" in sheet["text"]
    assert "229FA stays" in sheet["text"]


def test_the_umpire_closes_the_turn(opened, app):
    tab = opened("umpire")
    tab.go(f"/c/{CAMPAIGN}/umpire/closing")
    tab.click("form[action$='/closing'] button.primary")
    tab.wait("document.body.textContent.includes('turn 2') || document.body.textContent.includes('Turn 2')")
    assert app.extensions["sandtable"].store.session(CAMPAIGN).state.clock.turn == 2


@pytest.mark.parametrize(("person", "viewer"), [("umpire", "umpire"), ("ann", "us-1"), ("oscar", "us")])
def test_the_map_is_drawn_and_a_unit_is_taken_from_the_list(opened, person, viewer):
    tab = opened(person)
    tab.go(f"/c/{CAMPAIGN}/{viewer}/")
    tab.wait(READY)
    tab.run("document.querySelectorAll('#unit-list details').forEach((it) => (it.open = true))")
    tab.click("#unit-list .stand")
    tab.wait("!document.getElementById('unit-card').textContent.includes('Click a counter')")


def test_the_umpires_day_takes_a_key(opened):
    tab = opened("umpire")
    tab.go(f"/c/{CAMPAIGN}/umpire/day")
    tab.wait("document.getElementById('need').textContent !== ''")
    tab.type("?")
    tab.wait("document.getElementById('keys').open")
