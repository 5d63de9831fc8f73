"""A side that is played alone, in a real browser: deployed, advised, ordered, done, to the end."""

from __future__ import annotations

import os

import pytest

from campaign.model.notation import format_order
from campaign.systems.catalogue import keys
from tests.webui.fighting import RED
from tests.webui.test_battle_browser import SPOT, store  # noqa: F401 - the fixture takes the place of the store with the campaign

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

ADVICE = 2
MOST_PHASES = 120
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
PLAYED = [key for number, key in enumerate(keys()) if SOAK or number % 2 == 0]
"""In a browser every second system, in a soak all: ``test_solo_play`` plays the others to their end without one."""
SEEN = MOST_PHASES if SOAK else 6
WATCHED = PLAYED[-1]
"""Of this system, one of data, each phase is looked at, of the others the first and the end; in a soak all of all."""


def begun(guarded, rules, *, deploys=False):
    page = guarded.page
    page.set_default_timeout(60_000)
    page.goto(guarded.address)
    form = page.locator("#new-battle")
    form.locator("[name=rules]").select_option(rules)
    form.locator("[name=board]").select_option("harrow_green")
    form.locator("[name=red]").fill(RED)
    form.locator("[name=battle]").fill("alone")
    form.locator("[name=solo]").select_option("red")
    form.locator("[name=deploy]").set_checked(deploys)
    form.get_by_role("button", name="Begin the battle").click()
    page.wait_for_selector("#page[data-ready]")
    return page


def wait(page):
    """Wait until the page has shown what came of the last order: till then it takes no other."""
    page.wait_for_selector("#page[data-ready]:not(.busy)")


def deployed(page, session):
    """Set one stand up by a click on a hex where nobody stands."""
    held = {stand.hex for stand in session.state.stands.values()}
    listed = page.evaluate("() => fetch('orders.json?stand=R1.1').then((answer) => answer.json())")["orders"]
    target = next(one["target"] for one in listed if one["kind"] == "Deploy" and one["target"] not in held)
    page.click("#tab-forces")
    page.fill("#force-filter", "R1.1")
    page.click('#unit-list [data-stand="R1.1"]')
    page.wait_for_selector('#unit-card[data-stand="R1.1"]')
    page.mouse.click(*page.evaluate(SPOT, target))
    page.wait_for_selector("#proposal:not([hidden])")
    page.click("#proposal button.primary")
    page.locator("#proposal").wait_for(state="hidden")
    assert session.state.stands["R1.1"].hex == target


def advised(page):
    """Ask for advice and take the first of it; tell whether there was any."""
    page.click("#advise")
    page.locator(".advice").wait_for()
    if not page.locator("[data-take]").count():
        return False
    page.locator(".thought summary").first.click()
    page.locator("[data-take]").first.click()
    page.get_by_role("button", name="Confirm").click()
    page.locator("#proposal").wait_for(state="hidden")
    return True


def done(page):
    """Let the others play."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.click("#done")
    assert answer.value.ok, answer.value.text()


def done_unseen(guarded, session, token):
    """Let the others play, as from another window, while nobody looks: a page draws all that comes of each phase."""
    asked, base = guarded.page.request, f"{guarded.address}/c/alone/red"
    sent = {"command_id": f"unseen-{session.seq:04}", "seq": asked.get(f"{base}/version.json").json()["version"]}
    answer = asked.post(f"{base}/done", data=sent, headers={"X-Sandtable-Token": token})
    assert answer.ok, answer.text()


def ended_unseen(guarded, session):
    """Have the game played to its end while nobody looks, then open it."""
    page = guarded.page
    token = page.get_attribute("[data-token]", "data-token")
    page.goto(f"{guarded.address}/help/")
    for _ in range(MOST_PHASES):
        if session.state.ended:
            break
        done_unseen(guarded, session, token)
    page.goto(f"{guarded.address}/c/alone/red/")
    page.wait_for_selector("#page[data-ready]")


@pytest.mark.parametrize("rules", PLAYED)
def test_a_battle_is_played_alone_to_its_end_from_the_page_of_a_side(guarded, store, rules):  # noqa: F811
    page = begun(guarded, rules, deploys=True)
    assert page.url.endswith("/c/alone/red/")
    assert page.locator("#done").text_content() == "Begin"
    session, taken = store.session("alone"), 0
    deployed(page, session)
    wait(page)
    for phases in range(1, MOST_PHASES + 1):
        done(page)
        wait(page)
        if session.state.ended:
            break
        if taken < ADVICE:
            taken += advised(page)
            wait(page)
        elif phases >= SEEN and rules != WATCHED:
            ended_unseen(guarded, session)
            break
    assert session.state.ended
    assert taken
    assert {"red", "blue"} <= {entry.actor for entry in session.chronicle.entries}
    assert page.locator("#done").is_disabled()
    assert page.locator("#undo").is_disabled()
    ending = page.evaluate("() => fetch('view.json').then((answer) => answer.json()).then((view) => view.ending)")
    assert ending
    assert page.get_by_text(ending).first.is_visible()


def test_a_side_alone_fits_on_a_phone(guarded, store):  # noqa: F811
    page = begun(guarded, "d3_one_hour")
    page.set_viewport_size({"width": 390, "height": 780})
    page.click("#advise")
    page.wait_for_selector(".thought")
    assert page.locator("#done").bounding_box()["height"] < 50
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_unit_is_asked_why_it_does_nothing_else_and_one_of_the_answers_is_given(guarded, store):  # noqa: F811
    page = begun(guarded, "d3_one_hour")
    session = store.session("alone")
    stand = next(key for key, one in sorted(session.state.stands.items()) if one.side == "red" and one.on_map)
    for _ in range(MOST_PHASES):
        chosen(page, stand)
        before = session.seq
        page.locator("#unit-card [data-whynot]").click()
        page.locator(".why-not p").first.filter(has_not_text="Thinking").wait_for()
        assert session.seq == before, "asking writes nothing"
        if page.locator(".why-not .thought").count():
            break
        done(page)
        wait(page)
    assert 1 <= page.locator(".why-not .thought").count() <= 3
    assert page.locator(".why-not .price").count() == page.locator(".why-not .thought").count()
    assert "turns in all" in page.locator(".why-not .price").first.text_content()
    notation = page.locator(".why-not [data-take]").first.get_attribute("data-take")
    page.locator(".why-not .thought summary").first.click()
    assert page.locator(".why-not .reasons").first.is_visible()
    page.locator(".why-not [data-take]").first.click()
    page.get_by_role("button", name="Confirm").click()
    page.locator("#proposal").wait_for(state="hidden")
    entry = session.chronicle.entries[-1]
    assert (entry.actor, format_order(entry.order, session.hexmap)) == ("red", notation)


def chosen(page, stand):
    """Click a unit in the list."""
    page.click("#tab-forces")
    page.fill("#force-filter", stand)
    page.click(f'#unit-list [data-stand="{stand}"]')
    page.wait_for_selector(f'#unit-card[data-stand="{stand}"]')


def test_a_side_makes_no_rulings_and_takes_nothing_back_when_it_is_over(guarded, store):  # noqa: F811
    page = begun(guarded, "d3_one_hour")
    session = store.session("alone")
    stand = next(key for key, one in sorted(session.state.stands.items()) if one.side == "red" and one.on_map)
    chosen(page, stand)
    assert page.locator("#unit-card").get_by_text("Overrule").count() == 0
    assert page.locator("#undo").is_enabled()
    ended_unseen(guarded, session)
    assert page.locator("#undo").is_disabled()
    page.goto(f"{guarded.address}/c/alone/umpire/")
    page.wait_for_selector("#page[data-ready]")
    assert page.locator("#undo").is_enabled()


def test_a_done_that_is_clicked_while_an_order_is_on_its_way_is_done_after_it(guarded, store):  # noqa: F811
    page = begun(guarded, "d3_one_hour")
    session = store.session("alone")
    page.click("#advise")
    page.locator("[data-take]").first.wait_for(state="attached")
    page.locator(".thought:has([data-take]) summary").first.click()
    page.locator("[data-take]").first.click()
    page.get_by_role("button", name="Confirm").wait_for()
    before = session.state.clock
    with page.expect_response("**/done"):
        page.evaluate(
            "() => { document.querySelector('#proposal button.primary').click();"
            " document.querySelector('#done').click(); document.querySelector('#done').click(); }"
        )
    wait(page)
    own = [entry for entry in session.chronicle.entries if entry.actor == "red"]
    assert own
    assert session.state.clock != before


def test_the_words_of_who_plays_and_the_moments_have_room(guarded, store):  # noqa: F811
    page = begun(guarded, "d3_one_hour")
    for wide, high in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": wide, "height": high})
        page.goto(f"{guarded.address}/c/alone/red/")
        page.wait_for_selector("#page[data-ready]")
        assert page.locator("#past").bounding_box()["width"] > 100
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        page.goto(f"{guarded.address}/c/alone/umpire/")
        page.wait_for_selector("#page[data-ready]")
        page.evaluate("document.querySelector('#tab-plan').click()")
        if wide < 1100:
            page.click(".foot [data-show=left]")
        seat = page.locator(".seats select").first
        seat.wait_for()
        words = "(one) => Math.max(...[...one.options].map((option) => option.text.length))"
        assert seat.bounding_box()["width"] > 7 * seat.evaluate(words)
