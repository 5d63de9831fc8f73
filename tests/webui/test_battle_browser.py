"""Battles in a real browser, cut off from the network: begun from the form, fought, undone, left to themselves."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from campaign.engine.legal import legal_orders
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.march import Move
from campaign.model.verbs.support import Exchange
from tests.webui.fighting import BLUE, RED
from tests.webui.viewing import VIEW_OF
from webui.desk.library import open_store

SPOT = f"""async (hex) => {{ const view = await {VIEW_OF}(document.getElementById("page").dataset.map);""" + """
  const { geometry } = view.ground;
  view.focusHex(hex, { centre: true });
  await new Promise((next) => setTimeout(next, 150));
  const { x, y } = view.map.latLngToContainerPoint([-geometry.v[hex], geometry.u[hex]]);
  const box = view.map.getContainer().getBoundingClientRect();
  return [box.left + x, box.top + y];
}"""

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def store(tmp_path, monkeypatch):
    """An empty store, in which lots are drawn the same each time; takes the place of the one with the campaign."""
    monkeypatch.setattr("webui.page.battles.secrets", SimpleNamespace(token_hex=lambda _count: "a seed for battles"))
    opened = open_store(tmp_path / "store")
    yield opened
    opened.close()


class Battle:
    """A battle on the page, and the session behind it."""

    def __init__(self, guarded, store, rules, board="harrow_green", dice="seeded"):
        self.page, self.store = guarded.page, store
        self.page.set_default_timeout(60_000)
        self.page.goto(guarded.address)
        self.page.select_option(".battle [name=rules]", rules)
        self.page.select_option(".battle [name=board]", board)
        self.page.fill("[name=red]", RED)
        self.page.fill("[name=blue]", BLUE)
        self.page.fill("[name=battle]", "fight")
        self.page.select_option(".battle [name=dice]", dice)
        self.page.click("text=Begin the battle")
        self.page.wait_for_selector("#page[data-ready]")
        self.session = store.session("fight")
        self.page.click("#tab-orders")

    @property
    def clock(self):
        return self.session.state.clock

    def wait(self, seq=None):
        """Wait until the page shows what the log says now."""
        if seq is not None:
            assert self.session.seq >= seq
        self.page.wait_for_selector(f'#page[data-ready="{self.session.seq}"]')

    def after(self, act):
        """Do something on the page that writes the log, and wait for the page to show it."""
        before = self.session.seq
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            act()
        assert answer.value.ok, answer.value.text()
        assert self.session.seq > before
        self.wait()

    def click(self, selector):
        self.after(lambda: self.page.click(selector))

    def on(self, *phases):
        """Press "next phase" until it is one of these."""
        for _ in range(60):
            if self.clock.phase in phases:
                return
            self.click("#next")
        raise AssertionError(self.clock)

    def offers(self, kind):
        side = self.clock.side
        sides = [side] if side else [one.key for one in self.session.setting.sides]
        found = (order for key in sides for order in legal_orders(self.session.ruleset, self.session.situation, key))
        return [order for order in found if isinstance(order, kind)]

    def march(self):
        """Give the first march there is to a hex where nobody stands: a click on a friend means the friend."""
        held = {stand.hex for stand in self.session.state.stands.values()}
        return next(order for order in self.offers(Move) if not order.transport and order.path[-1] not in held)

    def choose(self, stand):
        self.page.click("#tab-forces")
        self.page.fill("#force-filter", stand)
        self.page.click(f'#unit-list [data-stand="{stand}"]')
        self.page.wait_for_selector(f'#unit-card[data-stand="{stand}"]')

    def give(self, order):
        """Choose a stand, then the hex or the button of the order, and confirm."""
        self.choose(order.stand)
        target = order.path[-1] if isinstance(order, Move) else order.target
        self.page.mouse.click(*self.page.evaluate(SPOT, target))
        self.page.wait_for_selector("#proposal:not([hidden])")
        self.click("#proposal button.primary")


def test_a_three_star_battle_from_the_form_to_the_other_sides_go(guarded, store):
    fight = Battle(guarded, store, "three_star_general")
    page = fight.page
    assert "of 1" not in page.text_content("#clock")
    fight.on("orders")
    rows = page.locator("#side-orders .posture").evaluate_all("(rows) => rows.map((row) => row.dataset.formation)")
    for key in rows:
        row = f'[data-formation="{key}"] .segment'
        wanted = f'{row}:text-is("move")' if page.locator(f'{row}:text-is("move")').count() else f"{row} >> nth=0"
        fight.click(wanted)
        assert page.locator(f"{row}[aria-pressed=true]").count() == 1
    sealed = {order.formation: order.posture for order in fight.session.state.declared}
    assert set(sealed) == set(rows)
    assert "move" in sealed.values()
    fight.on("go")
    assert {key: item.posture for key, item in fight.session.state.formations.items() if key in sealed} == sealed
    name = next(side.name for side in fight.session.setting.sides if side.key == fight.clock.side)
    assert page.text_content("#clock .whose") == name
    while not fight.offers(Move):
        if fight.offers(Activate):
            fight.click('.go:has-text("move")' if page.locator('.go:has-text("move")').count() else ".go >> nth=0")
        else:
            fight.click("#next")
    order = fight.march()
    before = fight.session.state.stands[order.stand].hex
    fight.give(order)
    assert fight.session.state.stands[order.stand].hex == order.path[-1] != before
    fight.click("#undo")
    assert fight.session.state.stands[order.stand].hex == before
    page.click("#tab-orders")
    other = next(side.key for side in fight.session.setting.sides)
    page.check(f'input[name=auto][value="{other}"]')
    mine = fight.clock.side == other
    fight.on("go")
    if not mine:
        fight.click("#next")
    fight.click('[data-play="phase"]')
    page.click("#tab-log")
    assert "decided by itself" in page.text_content("#log-list")


@pytest.mark.parametrize("rules", ["parkin_generic", "d3_one_hour"])
def test_fire_is_offered_marked_and_resolved(guarded, store, rules):
    fight = Battle(guarded, store, rules)
    for _ in range(30):
        shots = fight.offers(Fire)
        if shots:
            break
        for key in ("red", "blue"):
            fight.page.check(f'input[name=auto][value="{key}"]')
        if fight.clock.phase == "move":
            fight.click('[data-play="phase"]')
        else:
            fight.click("#next")
    assert shots
    fight.give(shots[0])
    fight.page.click("#tab-log")
    if fight.session.state.declared:
        fight.click("#next")
    told = [type(event).__name__ for event in fight.session.chronicle.entries[-1].events]
    assert "FireResolved" in told
    assert fight.page.locator("#log-list .die").count() > 0


@pytest.mark.parametrize(("rules", "phase"), [("two_star_general", "go"), ("zen_operational", "move")])
def test_one_order_in_the_others(guarded, store, rules, phase):
    fight = Battle(guarded, store, rules)
    fight.on(phase)
    if fight.offers(Activate):
        fight.click(".go >> nth=0")
    exchanges = fight.offers(Exchange)
    if not exchanges:
        return fight.give(fight.march())
    fight.choose(exchanges[0].stand)
    fight.page.click("#unit-card .acts button >> nth=0")
    return fight.click("#proposal button.primary")


def test_a_side_proposes_what_it_wants_and_is_overruled(guarded, store):
    fight = Battle(guarded, store, "parkin_generic")
    page, side, before = fight.page, fight.clock.side, fight.session.seq
    page.click(f'[data-decide="{side}"]')
    page.wait_for_selector("#proposal:not([hidden])")
    first = page.text_content("#proposal b")
    assert page.text_content("#proposal").strip() != first
    page.click('#proposal button:has-text("Another")')
    page.wait_for_function("(before) => document.querySelector('#proposal b').textContent !== before", arg=first)
    page.click('#proposal button:has-text("No")')
    assert fight.session.seq == before
    page.click(f'[data-decide="{side}"]')
    page.wait_for_selector("#proposal:not([hidden])")
    fight.click('#proposal button:has-text("Do it")')
    assert fight.session.chronicle.entries[-1].actor == side


def test_on_a_telephone_the_proposal_is_in_sight(guarded, store):
    fight = Battle(guarded, store, "parkin_generic")
    page = fight.page
    page.set_viewport_size({"width": 390, "height": 780})
    page.click('.foot [data-show="left"]')
    page.click(f'[data-decide="{fight.clock.side}"]')
    page.wait_for_selector("#proposal:not([hidden])")
    assert page.evaluate(
        """() => {
          const { left, top, width, height } = document.querySelector("#proposal .primary").getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2).closest("#proposal") !== null;
        }"""
    )
    fight.click("#proposal button.primary")


def test_dice_of_a_real_table_are_asked_for_until_they_fit(guarded, store):
    """D3 rolls for each unit's move when the set-up ends: 5 dice. Two are too few; those that fell stand in the log."""
    fight = Battle(guarded, store, "d3_one_hour", dice="called")
    page, before = fight.page, fight.session.seq
    page.click("#next")
    page.wait_for_selector("#calling[open]")
    assert "5 dice wanted" in page.text_content("#calling .wanted")
    page.keyboard.press("Escape")
    page.wait_for_selector("#toast:not([hidden])")
    assert "none called in" in page.text_content("#toast")
    page.click("#next")
    for face in (6, 3, 3):
        page.click(f"#calling .fell >> text='{face}'")
    page.click("#calling .back")
    assert page.text_content("#calling output") == "2 dice"
    page.click("#calling >> text=Call in")
    page.wait_for_selector("#calling .wanted:has-text('2 dice called in')")
    assert fight.session.seq == before
    page.fill("#calling input", "6,3 1-15")
    fight.click("#calling >> text=Call in")
    rolls = [roll for event in fight.session.chronicle.entries[-1].events for roll in event.rolls]
    assert [face for roll in rolls for face in roll.dice] == [6, 3, 1, 1, 5]
    assert all(roll.called for roll in rolls)
    assert not page.locator("#calling[open]").count()
    refused = [fault for fault in guarded.faults if "409" in fault]
    assert len(refused) >= 3
    guarded.faults[:] = [fault for fault in guarded.faults if fault not in refused]


def test_what_if_is_asked_of_an_order_and_of_a_turn(guarded, store):
    """The umpire asks; a dialog says how a hundred plays fall out, and nothing is written."""
    fight = Battle(guarded, store, "d3_one_hour")
    page = fight.page
    page.set_default_timeout(60_000)
    while not fight.offers(Move):
        fight.click("#next")
    before = fight.session.seq
    page.click("text=What if: the next turn")
    page.wait_for_selector("#whatif .whatif-bars")
    assert "nothing of them is kept" in page.text_content("#whatif")
    assert "Objectives at the end" in page.text_content("#whatif")
    page.click("#whatif >> text=Close")
    order = fight.march()
    fight.choose(order.stand)
    page.mouse.click(*page.evaluate(SPOT, order.path[-1]))
    page.click('#proposal >> text="What if?"')
    page.wait_for_selector("#whatif .whatif-bars")
    assert "100 plays" in page.text_content("#whatif")
    page.click("#whatif >> text=Close")
    assert fight.session.seq == before
    assert page.is_visible("#proposal")
