"""The desk of rules in a browser: faults beside the file, the card at the caret, games that are asked for."""

import pytest

from campaign.systems import catalogue
from tests.campaign.own.small import SMALL
from tests.people.browsing import DESK, PHONE, Opened, chromium, serving
from tests.people.test_axe_browser import faults as axe_faults
from tests.people.test_axe_browser import script as axe_script
from tests.webui.rulewriting import CASE, CHANGE, VARIANT, put, rules_app


@pytest.fixture
def app(tmp_path, monkeypatch):
    yield from rules_app(tmp_path, monkeypatch)


def test_faults_stand_beside_the_file_as_it_is_written_and_it_is_kept(request, app):
    """In a browser: a letter is wrong, the fault names the line and leads there; put right, it is kept."""
    put(SMALL + CASE.format(far="0105"))
    with serving(app) as address:
        opened = Opened(chromium(request), app, address, "", DESK)
        page = opened.go("/rules/small")
        page.wait_for_selector("#book[data-looked]")
        assert "Small" in page.inner_text("#sheet")
        page.fill("#text", (SMALL + CASE.format(far="0105")).replace('mover = "walk"', 'mover = "wlak"'))
        page.click("#faults button")
        assert page.evaluate("() => getSelection().toString()") == 'mover = "wlak"'
        assert page.inner_text("#numbers b") in page.inner_text("#faults")
        assert "as it was" in page.inner_text("#sheet-title")
        page.fill("#text", (SMALL + CASE.format(far="0105")).replace("move = 3", "move = 4"))
        page.wait_for_selector("#faults .well")
        page.keyboard.press("Control+s")
        page.wait_for_function("() => document.getElementById('said').textContent === 'Kept'")
        page.click("#cases")
        page.wait_for_selector("#ran li")
        assert '"1 does not reach 0105" does not hold' in page.inner_text("#ran")
        page = opened.go("/rules/small")
        page.wait_for_selector("#book[data-looked]")
        assert "move = 4" in page.input_value("#text")
        page.click("summary:has-text('Earlier texts')")
        page.click("a[data-before]")
        page.wait_for_function("() => document.getElementById('said').textContent.includes('Not kept yet')")
        assert "move = 3" in page.input_value("#text")
        page.keyboard.press("Control+z")
        assert "move = 4" in page.input_value("#text")
        opened.close()
        assert catalogue.ruleset("small").tables.rules.unit[0].ratings["move"] == (4,)
        for size in (DESK, PHONE):
            opened = Opened(chromium(request), app, address, "", size)
            assert axe_faults(opened, "/rules", axe_script()) + axe_faults(opened, "/rules/small", axe_script()) == []
            opened.close()


CARET = """(mark) => {
  const area = document.getElementById("text");
  const at = area.value.indexOf(mark) + mark.length;
  area.focus();
  area.setSelectionRange(at, at);
}"""


def put_caret(page, mark, at):
    """Put the caret behind some words of the text, and wait until the card is that of a place."""
    page.evaluate(CARET, mark)
    page.wait_for_function("(at) => document.getElementById('card-at').textContent === at", arg=at)
    return page.inner_text("#card-body")


def test_a_card_says_what_stands_at_the_caret_and_writes_the_keys_that_are_not_there(request, app):
    """In a browser: a key, a condition's words, a heading, a misnamed one; by keys, by mouse, and on a phone."""
    put(SMALL)
    with serving(app) as address:
        opened = Opened(chromium(request), app, address, "", DESK)
        page = opened.go("/rules/small")
        page.wait_for_selector("#card-body dl")
        told = put_caret(page, "steps = ", "unit.steps")
        assert "How many losses it takes until it is gone." in told
        assert "a whole number from 1 to 40" in told
        assert "it must be there" in told
        assert page.get_attribute("#card-body a", "href") == "/help/own-units#unit"
        page.keyboard.press("F1")
        assert page.evaluate("() => document.activeElement.id") == "card-body"
        page.keyboard.press("Escape")
        assert page.evaluate("() => document.activeElement.id") == "text"
        was = page.input_value("#text")
        page.click(".card-free button:has-text('traits')")
        assert page.input_value("#text").replace("\ntraits = []", "", 1) == was
        assert "traits" not in page.inner_text(".card-free")
        page.keyboard.press("Control+z")
        assert page.input_value("#text") == was
        page.keyboard.press("Control+End")
        page.keyboard.type('\n[[combat.shift]]\nname = "wood"\nwhen = ["any defender in woods_open"]')
        page.wait_for_function("() => document.getElementById('card-at').textContent === 'combat.shift.when'")
        assert "its hex is of that ground" in page.inner_text("#card-body")
        page.keyboard.type("\n[[combats]]")
        page.wait_for_function("() => document.getElementById('card-at').textContent === 'combats'")
        assert "is no heading" in page.inner_text("#card-body")
        opened.close()
        put(VARIANT + CHANGE, "mine")
        opened = Opened(chromium(request), app, address, "", PHONE)
        page = opened.go("/rules/mine")
        page.wait_for_selector("#card-body dl")
        assert "The value that stands there from now on." in put_caret(page, "to = ", "change.to")
        assert page.locator("#card").bounding_box()["y"] < PHONE[1]
        page.tap(".card-free button:has-text('reason')")
        assert 'to = 5\nreason = ""' in page.input_value("#text")
        opened.close()


def test_games_by_rules_of_ones_own_are_asked_for_and_told_on_their_page(request, app):
    """In a browser: one game on a board, by a variant of a quick system; a text that is not kept is kept first."""
    put(catalogue.begun_variant("mine", "Mine", "d3_one_hour"), "mine")
    with serving(app) as address:
        opened = Opened(chromium(request), app, address, "", DESK, expects=("409",))
        page = opened.go("/rules/mine")
        page.wait_for_selector("#book[data-looked]")
        page.click("#games")
        page.select_option("#trial select[name=ground]", "board:harrow_green")
        page.fill("#trial input[name=games]", "1")
        page.fill("#text", page.input_value("#text") + "# more\n")
        page.click("#try-begin")
        page.wait_for_selector("#trial .fault")
        assert "keep the file first" in page.inner_text("#trial .fault").lower()
        page.keyboard.press("Control+s")
        page.wait_for_function("() => document.getElementById('said').textContent === 'Kept'")
        page.click("#try-begin")
        page.wait_for_selector("#trial .tried table", timeout=180_000)
        page.wait_for_selector("#trial a[href$='/report']", timeout=180_000)
        assert "1 game" in page.inner_text("#trial .tried")
        opened.close()
