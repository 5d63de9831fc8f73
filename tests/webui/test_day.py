"""A whole campaign day on the shipped scenario, played through the page: by click, by key and in writing."""

from __future__ import annotations

import re

import pytest
from pypdf import PdfReader

from tests.webui.viewing import VIEW_OF

pytestmark = [
    # The server of the tests and the driver of the browser close their sockets after the loop has gone.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

VIEW = f"async () => {{ window.view = await {VIEW_OF}('map_map'); }}"
SPOT = """(hex) => {
  const spot = view.map.latLngToContainerPoint(view.placeOf(hex));
  const box = view.map.getContainer().getBoundingClientRect();
  return [spot.x + box.left, spot.y + box.top];
}"""


class Umpire:
    """Plays as an umpire does: looks at the page, clicks and types."""

    def __init__(self, guarded, viewer="umpire"):
        self.page = guarded.page
        self.page.goto(f"{guarded.address}/c/ardennes/{viewer}/")
        self.page.wait_for_selector("#page[data-ready]")
        self.page.evaluate(VIEW)

    @property
    def version(self):
        return self.page.get_attribute("#page", "data-ready")

    @property
    def phase(self):
        return re.sub(r" of \d+", "", self.page.inner_text("#clock .phase"))

    @property
    def day(self):
        return int(re.search(r"Day (\d+)", self.page.inner_text("#clock"))[1])

    def after(self, act):
        """Do something, and wait until the page shows what came of it."""
        before = self.version
        act()
        self.page.wait_for_function("old => document.getElementById('page').dataset.ready !== old", arg=before)

    def next_phase(self):
        self.after(lambda: self.page.keyboard.press("n"))

    def select(self, stand):
        self.page.fill("#force-filter", stand)
        self.page.click(f'#unit-list button[data-stand="{stand}"]')
        self.page.wait_for_function("id => view.state.selected === id", arg=stand)
        self.page.wait_for_selector(f'#unit-card[data-stand="{stand}"]')

    def reach(self):
        self.page.wait_for_function("() => view.state.reach !== null")
        return {int(hex_): cost for hex_, cost in self.page.evaluate("() => view.state.reach.costs").items()}

    def click_hex(self, hex_):
        self.page.evaluate("hex => view.focusHex(hex)", hex_)
        self.page.mouse.click(*self.page.evaluate(SPOT, hex_))

    def stand(self, stand):
        return self.page.evaluate("id => view.state.view.stands.find((one) => one.id === id)", stand)

    def write(self, notation):
        self.page.fill("#notation", notation)
        self.page.keyboard.press("Enter")


def empty_goal(umpire, reach, start):
    """Find the furthest hex in reach with nobody in it."""
    held = set(umpire.page.evaluate("() => view.state.view.stands.map((one) => one.hex)"))
    return max((hex_ for hex_ in reach if hex_ != start and hex_ not in held), key=lambda hex_: (reach[hex_], hex_))


def test_shift_or_m_and_a_click_on_a_friends_counter_mean_his_hex(guarded):
    """And a plain click takes him, before and after."""
    umpire = Umpire(guarded)
    page = umpire.page
    umpire.next_phase()
    umpire.select("2Pz.2.II")
    start, reach = umpire.stand("2Pz.2.II")["hex"], umpire.reach()
    others = page.evaluate("() => view.state.view.stands.map((one) => one.hex)")
    goal = next(hex_ for hex_ in others if hex_ in reach and hex_ != start)
    page.keyboard.down("Shift")
    umpire.click_hex(goal)
    page.keyboard.up("Shift")
    aimed(page, goal)
    page.keyboard.press("Escape")
    umpire.click_hex(goal)
    page.wait_for_function("() => view.state.selected !== '2Pz.2.II'")
    umpire.select("2Pz.2.II")
    umpire.reach()
    page.keyboard.press("m")
    umpire.click_hex(goal)
    aimed(page, goal)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    umpire.click_hex(goal)
    page.wait_for_function("() => view.state.selected !== '2Pz.2.II'")


def aimed(page, goal):
    """See that a march of the unit to a hex is proposed."""
    page.wait_for_selector("#proposal:not([hidden])")
    assert page.evaluate("() => [view.state.selected, view.state.path.at(-1)]") == ["2Pz.2.II", goal]


def test_map_sheets_of_what_the_window_shows(guarded):
    page = Umpire(guarded).page
    page.click("details.menu:has(#exports) summary")
    page.click("[data-export='map.pdf']")
    whole = "() => document.querySelector('#printing output').textContent"
    assert "of A4" in page.evaluate(whole)
    page.fill("#printing [name=mm]", "10")
    few = int(page.evaluate(whole).split()[1])
    with page.expect_download(timeout=240_000) as coming:  # a fresh tree compiles its kernels first
        page.click("#printing button[value=print]")
        assert "are being made" in page.evaluate(whole)
    page.wait_for_selector("#printing", state="hidden")
    assert coming.value.suggested_filename.endswith(".pdf")
    sheets = len(PdfReader(coming.value.path()).pages) - 1
    assert sheets == few


def test_sheets_that_cannot_be_made_say_so_where_one_asked(guarded):
    page = Umpire(guarded).page
    page.click("details.menu:has(#exports) summary")
    page.click("[data-export='map.pdf']")
    page.set_viewport_size({"width": 390, "height": 844})
    beside = "() => { const d = document.querySelector('#printing'); return d.scrollWidth - d.clientWidth; }"
    assert page.evaluate(beside) == 0, "on a phone nothing of it runs over its edge"
    assert page.locator("#printing").bounding_box()["width"] <= 390
    page.check("#printing [value=whole]")
    page.fill("#printing [name=mm]", "300")
    page.click("#printing button[value=print]")
    page.wait_for_selector("#printing output.bad:has-text('sheets of A4 are more than')")
    assert "larger paper" in page.inner_text("#printing output")
    assert page.is_enabled("#printing button[value=print]")
    refused, _ = guarded.faults
    assert refused.startswith("400 ")
    guarded.faults.clear()


def march_by_click(umpire, stand):
    """Order a march by a click and Enter: reach, and a ghost of the path; give where it begins."""
    page = umpire.page
    umpire.select(stand)
    start = umpire.stand(stand)["hex"]
    assert page.evaluate("() => view.state.supply.path.length") > 1
    goal = empty_goal(umpire, umpire.reach(), start)
    umpire.click_hex(goal)
    page.wait_for_selector("#proposal:not([hidden])")
    assert page.evaluate("() => view.state.path.at(-1)") == goal
    umpire.after(lambda: page.keyboard.press("Enter"))
    assert page.inner_text("#order-count") == "1"
    return start


def march_by_two_clicks(umpire, stand):
    """Order a march by clicking twice, in another unit's hand; give where it leads."""
    page = umpire.page
    umpire.select(stand)
    goal = empty_goal(umpire, umpire.reach(), umpire.stand(stand)["hex"])
    umpire.click_hex(goal)
    page.wait_for_selector("#proposal:not([hidden])")
    umpire.after(lambda: umpire.click_hex(goal))
    assert page.inner_text("#order-count") == "2"
    return goal


def write_against_the_rules(guarded, umpire):
    """Write an order that the rules forbid: the paragraph is shown, and nothing changes."""
    page = umpire.page
    version = umpire.version
    umpire.write("28.110.1 M 0101-0102")
    page.wait_for_selector("#notation-note.bad")
    assert re.search(r"ZN 4\.\d+", page.inner_text("#notation-note"))
    assert umpire.version == version
    assert page.input_value("#notation") == "28.110.1 M 0101-0102"
    assert all("409" in fault for fault in guarded.faults)
    guarded.faults.clear()
    page.fill("#notation", "")
    page.keyboard.press("Tab")


def play_to_the_next_morning(umpire):
    """Go on to the night, with whatever each phase brings; give the phases."""
    page = umpire.page
    phases = [umpire.phase]
    while umpire.day == 1:
        umpire.next_phase()
        phases.append(umpire.phase)
        if umpire.phase.startswith("Night"):
            assert page.evaluate("() => view.map.hasLayer(view.night)")
            assert "night" in page.get_attribute("#page", "class")
    assert phases[:4] == ["Turn 1Combat", "Turn 2Air strikes", "Turn 2Movement", "Turn 2Combat"]
    assert [phase for phase in phases if phase.startswith("Night")] == [
        "NightRecovery",
        "NightResupply",
        "NightMovement",
    ]
    assert (umpire.day, umpire.phase) == (2, "Turn 1Air strikes")
    assert not page.evaluate("() => view.map.hasLayer(view.night)")
    return phases


def test_day_1_dawn_to_day_2_dawn(guarded):
    umpire = Umpire(guarded)
    page = umpire.page
    assert (umpire.day, umpire.phase) == (1, "Turn 1Air strikes")
    assert "08:30–16:35" in page.inner_text("#clock")
    umpire.next_phase()
    assert umpire.phase == "Turn 1Movement"

    start = march_by_click(umpire, "2Pz.2.II")
    goal = march_by_two_clicks(umpire, "2Pz.AA")
    write_against_the_rules(guarded, umpire)

    # The phase ends: both have marched.
    page.click("h1")
    umpire.next_phase()
    assert umpire.phase == "Turn 1Combat"
    assert umpire.stand("2Pz.2.II")["hex"] != start
    assert umpire.stand("2Pz.AA")["hex"] == goal or "moved" in umpire.stand("2Pz.AA")["marks"]

    phases = play_to_the_next_morning(umpire)

    # The log has it all; the past can be looked at, and is past.
    page.keyboard.press("l")
    text = page.inner_text("#log-list")
    assert "II/2 moved" in text
    assert "ZN 4.13" in text
    umpire.after(lambda: page.select_option("#past", index=len(phases)))
    assert "Nothing can be ordered here" in page.inner_text("#banner")
    assert page.is_disabled("#next")
    umpire.after(lambda: page.click("#banner button"))
    assert umpire.day == 2

    # One step back, and it was yesterday.
    umpire.after(lambda: page.keyboard.press("u"))
    assert (umpire.day, umpire.phase) == (1, "NightMovement")
    assert "taken back" in page.inner_text("#log-list .undone >> nth=0")


def test_keys_alone_select_march_and_go_on(guarded):
    umpire = Umpire(guarded)
    page = umpire.page
    umpire.next_phase()
    umpire.select("2Pz.AA")
    start = umpire.stand("2Pz.AA")["hex"]
    reach = umpire.reach()
    page.focus("#map_map")
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        page.evaluate("hex => view.focusHex(hex)", start)
        page.keyboard.press(key)
        cursor = page.evaluate("() => view.state.cursor")
        if cursor in reach and cursor != start and not page.evaluate("hex => view.stacks.at(hex).length", cursor):
            break
    else:
        pytest.fail("all four neighbours are held")
    page.keyboard.press("Enter")
    page.wait_for_selector("#proposal:not([hidden])")
    umpire.after(lambda: page.keyboard.press("Enter"))
    assert page.inner_text("#order-count") == "1"
    page.keyboard.press("Escape")
    assert page.evaluate("() => view.state.selected") is None
    umpire.next_phase()
    assert umpire.phase == "Turn 1Combat"


def test_two_windows_stay_in_step(guarded):
    umpire = Umpire(guarded)
    second = umpire.page.context.new_page()
    second.goto(umpire.page.url)
    second.wait_for_selector("#page[data-ready]")
    umpire.next_phase()
    second.wait_for_function(
        "() => document.querySelector('#clock .phase').textContent.includes('Movement')", timeout=60_000
    )


def test_what_a_hex_is(guarded):
    umpire = Umpire(guarded)
    umpire.page.evaluate("() => view.focusHex('2737')")
    umpire.page.keyboard.press("h")
    umpire.page.wait_for_selector("#hex-card .shares")
    text = umpire.page.inner_text("#hex-card")
    assert "WHY IS THIS" in text.upper()
    assert "Decided by" in text
    assert "main road" in text


def test_a_side_reads_and_does_no_more(guarded):
    side = Umpire(guarded, "us")
    page = side.page
    assert "nothing else" in page.inner_text("#banner")
    assert page.query_selector("#next") is None
    assert page.query_selector("#notation") is None
    assert page.evaluate("() => view.state.view.stands.every((one) => one.side === 'us' || one.masked)")
    side.select("28.110.1")
    assert "LOG" in page.inner_text("#unit-card")
    page.keyboard.press("n")
    assert side.phase == "Turn 1Air strikes"


@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (768, 1024), (390, 844)])
def test_it_fits(guarded, wide, high):
    guarded.page.set_viewport_size({"width": wide, "height": high})
    umpire = Umpire(guarded)
    page = umpire.page
    assert page.evaluate("() => document.documentElement.scrollWidth") <= wide
    for button in ("#next", "#undo"):
        box = page.locator(button).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= wide
    stage = page.locator(".stage").bounding_box()
    assert stage["width"] * stage["height"] > 0.38 * wide * high
    if wide < 1100:
        page.click('.foot [data-show="left"]')
        assert page.is_visible("#unit-list")
    page.fill("#force-filter", "28.110.1")
    page.click('#unit-list button[data-stand="28.110.1"]')
    page.wait_for_selector("#unit-card .card-head", state="attached")
    if wide < 700:
        page.click('.foot [data-show="right"]')
    assert page.is_visible("#unit-card .card-head")


def test_an_attack_by_clicking_the_enemy(guarded):
    umpire = Umpire(guarded)
    umpire.next_phase()
    attacker, target = umpire.page.evaluate(
        """async () => {
          const all = view.state.view.stands.filter((one) => one.kind === "infantry" && one.size === "battalion");
          for (const stand of all) {
            const offered = await (await fetch(`orders.json?stand=${encodeURIComponent(stand.id)}`)).json();
            const [hex] = Object.keys(offered.attacks);
            if (hex) return [stand.id, Number(hex)];
          }
        }"""
    )
    umpire.select(attacker)
    umpire.click_hex(target)
    umpire.page.wait_for_selector("#proposal:not([hidden])")
    assert "attacks" in umpire.page.inner_text("#proposal")
    umpire.after(lambda: umpire.page.keyboard.press("Enter"))
    (waiting,) = umpire.page.evaluate("() => view.state.view.declared")
    assert waiting["attack"]
    assert waiting["path"][-1] == target
    umpire.next_phase()
    umpire.next_phase()
    umpire.page.keyboard.press("l")
    assert umpire.page.query_selector("#log-list .die") is not None


def test_a_ruling_goes_through_with_its_reason(guarded):
    umpire = Umpire(guarded)
    page = umpire.page
    umpire.select("28.110.1")
    page.click(".overrule summary")
    page.fill('.ruling [name="losses"]', "2")
    page.fill('.ruling [name="why"]', "hit by stray bombs")
    umpire.after(lambda: page.click(".ruling button"))
    assert umpire.stand("28.110.1")["strength"] == umpire.stand("28.110.1")["full"] - 2
    page.keyboard.press("l")
    assert "hit by stray bombs" in page.inner_text("#log-list")


def test_an_order_is_given_again_when_the_server_was_started_anew(guarded, app):
    umpire = Umpire(guarded)
    app.config["SANDTABLE_TOKEN"] = "another"
    umpire.next_phase()
    assert umpire.phase == "Turn 1Movement"
    assert all("403" in fault for fault in guarded.faults)
    guarded.faults.clear()
