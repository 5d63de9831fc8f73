"""A desk while the server is away: its pages open from the device, and what is written on them is not lost."""

import pytest

from tests.people.browsing import DESK, PHONE, Opened, chromium, serving
from tests.people.helpers import CAMPAIGN, club_app, signed_in

HERE = f"/c/{CAMPAIGN}/us-1"
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()
  .filter((one) => one.startsWith("/c/")).sort()"""
ALL = [f"{HERE}/{name}" for name in ("day", "letters", "situation", "units")]


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def kept_are(page, pages):
    """Wait until these pages are on the device, and no others."""
    for _ in range(300):
        found = page.evaluate(KEPT)
        if found == pages:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"{found} are kept, not {pages}")


def sheet(app):
    return signed_in(app, "ann").get(f"{HERE}/day.json").get_json()["sheet"]


def said(page, words):
    page.wait_for_function("(words) => document.getElementById('kept').textContent.includes(words)", arg=words)


def test_pages_open_without_a_server_and_what_was_written_on_them_is_sent_when_it_is_back(request, app):
    browser = chromium(request)
    with serving(app) as address:
        opened = Opened(browser, app, address, "ann", PHONE, expects=(503,))
        page = opened.go(f"{HERE}/situation")
        kept_are(page, ALL)
    page.close()
    page = opened.context.new_page()
    page.goto(f"{address}{HERE}/units")
    assert "The server does not answer. You see this page as it was at" in page.inner_text("#old")
    page.tap(".desk-tabs >> text=Orders")
    page.wait_for_selector("#old:visible")
    page.fill("textarea", "229FA stays")
    said(page, "kept on this device")
    page.close()
    page = opened.context.new_page()
    page.goto(f"{address}{HERE}/day")
    assert page.input_value("textarea") == "229FA stays"
    page.goto(f"{address}/help/")
    assert page.locator("main a").count() == 4
    page.tap("main a >> text=Orders")
    page.wait_for_url(f"**{HERE}/day")
    with serving(app, int(address.rsplit(":", 1)[1])):
        said(page, "Kept.")
        page.wait_for_selector("#old a")
        assert sheet(app)["text"] == "229FA stays"
        page.tap("#old a")
        page.wait_for_selector("#old", state="hidden")
        assert page.input_value("textarea") == "229FA stays"
    opened.close()


def test_another_who_signs_in_finds_nothing_that_was_kept(request, app):
    with serving(app) as address:
        opened = Opened(chromium(request), app, address, "ann", PHONE, expects=(404,))
        page = opened.go(f"{HERE}/situation")
        kept_are(page, ALL)
        opened.context.clear_cookies()
        page = opened.go("/sign-in")
        kept_are(page, [])
        token = signed_in(app, "ann").get_cookie("sandtable").value
        opened.context.add_cookies([{"name": "sandtable", "value": token, "url": address}])
        kept_are(opened.go(f"{HERE}/situation"), ALL)
        token = signed_in(app, "sid").get_cookie("sandtable").value
        opened.context.add_cookies([{"name": "sandtable", "value": token, "url": address}])
        page = opened.go(f"{HERE}/situation")
        kept_are(page, [])
        opened.close()


def test_what_was_written_for_a_turn_that_was_closed_meanwhile_stands_beside_the_next_sheet(request, app):
    with serving(app) as address:
        opened = Opened(chromium(request), app, address, "ann", PHONE, expects=(409,))
        page = opened.go(f"{HERE}/day")
        opened.context.set_offline(True)
        page.fill("textarea", "229FA stays")
        said(page, "kept on this device")
        page.close()
        signed_in(app, "umpire").post(f"/c/{CAMPAIGN}/umpire/closing", data={"turn": "1.1"})
        opened.context.set_offline(False)
        page = opened.context.new_page()
        page.goto(f"{address}{HERE}/day")
        assert page.inner_text("#other-kept") == "229FA stays"
        assert "day 1, turn 1" in page.inner_text("#other-why")
        page.tap("#take-other")
        said(page, "Kept.")
        assert sheet(app)["text"] == "229FA stays"
        assert page.evaluate("localStorage.length") == 0
        opened.close()


@pytest.mark.parametrize(
    ("person", "size", "paths"),
    [
        ("ann", PHONE, [f"{HERE}/{name}" for name in ("situation", "units", "letters", "board")]),
        ("umpire", DESK, [f"/c/{CAMPAIGN}/umpire/{name}" for name in ("closing", "people", "letters", "knowledge")]),
    ],
)
def test_each_page_says_that_the_server_is_away(request, app, person, size, paths):
    browser, pages = chromium(request), []
    with serving(app) as address:
        opened = Opened(browser, app, address, person, size)
        for path in paths:
            page = opened.context.new_page()
            page.goto(f"{address}{path}")
            pages.append(page)
    for page in pages:
        page.wait_for_selector("#away:visible")
        assert "The server does not answer" in page.inner_text("#away")
    opened.close()
