"""The lesson, as somebody takes it who has never played: begun on the first page, followed by clicks to the end."""

from __future__ import annotations

import pytest

from scenarios.scenario import shipped_scenario, shipped_scenarios
from scenarios.teaching.lesson import read_lesson, teaches
from tests.webui.test_day import SPOT, VIEW

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

NAME = next(name for name in shipped_scenarios() if teaches(shipped_scenario(name)))
STEPS = read_lesson(shipped_scenario(NAME)).steps

BELOW = """() => {
  const { x, bottom } = document.querySelector("#layers summary").getBoundingClientRect();
  return document.elementFromPoint(x + 10, bottom + 150).closest(".folium-map") !== null;
}"""
"""Whether the map below its buttons is the map's: they lay over it to the bottom, and took the clicks."""


class Learner:
    """Follows the card."""

    def __init__(self, guarded):
        self.page, self.address = guarded.page, guarded.address

    def begin(self):
        self.page.goto(f"{self.address}/")
        self.page.click("text=Begin the lesson")
        self.opened()

    def opened(self):
        self.page.wait_for_selector("#page[data-ready]")
        self.page.evaluate(VIEW)

    def is_at(self, number):
        wanted = f"Step {number} of {len(STEPS)} {STEPS[number - 1].title}"
        self.page.wait_for_selector(f'.lesson-at:has-text("{wanted}")')

    def hex(self, number):
        index = self.page.evaluate("(number) => view.ground.geometry.indexOf(number)", number)
        self.page.mouse.click(*self.page.evaluate(SPOT, index))

    def order(self, notation):
        self.page.fill("#notation", notation)
        self.shown_after(lambda: self.page.press("#notation", "Enter"))

    def press(self, key, times=1):
        for _ in range(times):
            self.page.evaluate("() => document.activeElement.blur()")
            self.shown_after(lambda: self.page.keyboard.press(key))

    def shown_after(self, act):
        """Do something, and wait until the page shows what came of it."""
        before = self.page.get_attribute("#page", "data-ready")
        act()
        self.page.wait_for_selector(f'#page[data-ready]:not([data-ready="{before}"])')

    def marked(self):
        return self.page.evaluate("() => view.state.taught")


def test_a_learner_is_led_through_a_day(guarded):
    learner = Learner(guarded)
    learner.begin()
    assert learner.page.evaluate(BELOW)
    morning(learner)
    again(learner)
    afternoon(learner)
    # It is offered until it was begun.
    learner.page.goto(f"{learner.address}/")
    assert learner.page.locator("text=Begin the lesson").count() == 0
    # The one order that the lesson has refused, and nothing else.
    assert all("409" in fault for fault in guarded.faults)
    guarded.faults.clear()


def morning(learner):
    """Follow the first steps by click."""
    page = learner.page
    learner.is_at(1)
    assert learner.marked() == list(STEPS[0].hexes)
    page.click("text=Go on")
    learner.is_at(2)
    assert "wanted" in page.get_attribute("#next", "class")
    learner.press("n")
    learner.is_at(3)
    assert "wanted" not in page.get_attribute("#next", "class")
    page.click("text=Show me")
    page.wait_for_selector("#unit-card:has-text('Regiment 304')")
    page.wait_for_function("() => view.state.reach !== null")
    learner.hex("0505")
    page.click("#proposal .primary")
    learner.is_at(4)
    # What cannot be says why, and is no step; a far goal is reached by the bridge.
    page.fill("#notation", "2Pz.AR1 M 0804-0705-0605")
    page.press("#notation", "Enter")
    page.wait_for_selector("#notation-note:has-text('river')")
    learner.is_at(4)
    learner.hex("0804")
    page.wait_for_selector("#unit-card:has-text('Regiment 74')")
    page.wait_for_function("() => view.state.reach !== null")
    learner.hex("0605")
    page.click("#proposal .primary")
    learner.is_at(5)


def again(learner):
    """Take an order back: it is to be done again, and what was read stays read, also when the page is opened anew."""
    learner.press("u")
    learner.is_at(4)
    learner.page.reload()
    learner.opened()
    learner.is_at(4)
    learner.order("2Pz.AR1 M 0804-0705")
    learner.order("2Pz.304.II M 0705-0604-0504")
    learner.is_at(5)
    learner.order("2Pz.3.I M 0904-0804-0705-0604")
    learner.is_at(6)


def afternoon(learner):
    """Go on to the end; an earlier step can be looked at meanwhile."""
    learner.press("n")
    learner.is_at(7)
    learner.press("n", times=2)
    learner.is_at(8)
    learner.page.click("[aria-label='The step before']")
    learner.is_at(7)
    assert learner.page.is_visible("text=✓ done")
    learner.order("2Pz.304.I A 0505x0404")
    learner.order("2Pz.304.II A 0604-0504x0404")
    learner.is_at(9)
    learner.press("n")
    learner.is_at(10)
    learner.order("2Pz.AR1 F 0404")
    learner.is_at(11)
    learner.press("n")
    learner.is_at(12)
    learner.press("n", times=3)
    learner.is_at(13)
