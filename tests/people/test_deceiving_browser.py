"""The list of what is known in a browser, wide and on a phone, and the umpire's page of it."""

import os

import pytest

from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.dummy import PlaceDummy
from campaign.model.verbs.fog import SpreadRumour
from tests.people.helpers import CAMPAIGN, club_app, with_password
from tests.people.test_deceiving import far, own
from tests.people.test_door_browser import fits
from tests.people.test_letters_browser import sign_in
from webui.door import passwords

PICTURES = os.environ.get("SANDTABLE_PICTURES")


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    made = club_app(tmp_path)
    for person in ("ann", "umpire"):
        with_password(made, person)
    session = made.extensions["sandtable"].store.session(CAMPAIGN)
    session.submit(SpreadRumour(("us-1",), far(made)[0], "ge", "armour", "unknown", "captured", 3, "tanks"))
    for _ in range(2):
        session.submit(EndPhase())
    session.submit(SetDeception(15, 5, "sides"))
    session.submit(PlaceDummy(own(made).id, far(made)[0], "KG X"))
    return made


def shot(page, name):
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_list_is_opened_filtered_sorted_followed_to_the_map_and_taken_away(guarded, app, width):
    page = sign_in(guarded, "ann", "/c/toy/us-1/", width=width)
    if width < 700:
        page.locator("[data-show=left]").click()
    page.locator("#tab-enemy").click()
    page.wait_for_selector("#enemy .contact")
    shot(page, f"enemy_{width}")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    rows = page.locator("#enemy .contact")
    assert rows.count() == 3, "two in sight and one dummy; where the rumour was nobody is"
    assert "seen from afar or by night 15 are taken" in page.locator("#enemy .deceives").inner_text()
    page.fill("#enemy-find", "stands for nobody")
    assert rows.count() == 1
    assert "a dummy" in rows.first.inner_text()
    page.fill("#enemy-find", "")
    page.select_option("#enemy-stage", "gone")
    assert rows.count() == 1
    assert "tanks" in rows.first.inner_text()
    page.select_option("#enemy-stage", "")
    page.select_option("#enemy-sort", "surest")
    assert "KG X" in rows.first.inner_text()
    rows.first.click()
    assert page.locator("#enemy .contact[aria-pressed=true]").count() == 1
    assert page.locator("#enemy .contact[aria-pressed=true] .name").inner_text() == "KG X"
    shot(page, f"enemy_chosen_{width}")
    if width < 700:
        assert not page.locator("#enemy").is_visible(), "the map is to be seen"
        page.locator("[data-show=left]").click()
    with page.expect_download() as taken:
        page.locator("#enemy a[data-export='contacts.csv']").click()
    assert taken.value.suggested_filename.endswith(".csv")
    text = taken.value.path().read_text("utf-8")
    assert "a dummy" in text
    assert "tanks" in text


@pytest.mark.parametrize("width", [1280, 390])
def test_the_umpires_page_fits_and_a_dummy_is_placed_by_it(guarded, app, width):
    page = sign_in(guarded, "umpire", "/c/toy/umpire/knowledge", width=width)
    assert fits(page)
    shot(page, f"knowledge_{width}")
    page.fill("[name=mistaken]", "25")
    page.click("text=Set what deceives")
    page.wait_for_selector("text=night 25 are taken")
    assert fits(page)
