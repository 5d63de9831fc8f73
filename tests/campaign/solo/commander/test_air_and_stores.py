"""Dice from the air, looks from the air, and the night's stores."""

from __future__ import annotations

from campaign.model.facts import with_facts
from campaign.model.planning import Dossier, Sighting
from campaign.model.things import SupplySource
from campaign.model.verbs.air import AirRecon, AirStrike
from campaign.model.verbs.supply import Resupply
from campaign.solo.commander.staff import Commander
from campaign.solo.commander.tactics.air import air
from campaign.solo.commander.tactics.stores import stores
from tests.campaign.solo.commander.positions import RULES, at, change, desk_on, position

LINES = (
    "formation D size=division hq=D/hq LOG=1 POL=1 kind=armoured", "formation B size=division",
    "red hq D/hq 0203 of=D", "red infantry R 0603 of=D", "blue infantry X 0703 of=B", "blue artillery G 0903 of=B SP=3",
    "blue infantry Y 1203 of=B",
)  # fmt: skip


def in_phase(phase, *, weather="fine", dice=0, night=False, **more):
    situation = position(*LINES, **more)
    state = with_facts(situation.state, air_dice={"red": dice} if dice else None)
    clock = change(state.clock, phase=phase, night=night, turn=3 if night else 1)
    source = SupplySource("dump", "red", "dump", at(situation, "0103"))
    sides = tuple(change(side, supply="axis") for side in state.setting.sides)
    setting = change(state.setting, sources=(source,), sides=sides)
    whole = with_facts(state.formations["D"], limits={"LOG": 9, "POL": 9})
    formations = {**state.formations, "D": whole}
    return situation.with_state(change(state, clock=clock, weather=weather, setting=setting, formations=formations))


def test_dice_from_the_air_go_first_on_who_stands_next_to_ours_and_are_massed():
    desk = desk_on(in_phase("air", dice=6))
    air(desk)
    strikes = [bid.order for bid in desk.bids if isinstance(bid.order, AirStrike)]
    number = desk.picture.view.map.number
    assert [(number(order.target), order.dice) for order in strikes] == [("0703", 4), ("0903", 2)]


def test_without_dice_nobody_strikes_and_a_look_goes_where_enemies_were_lost_from_sight():
    situation = in_phase("air")
    desk = desk_on(situation)
    air(desk)
    assert desk.bids == []
    lost = Sighting(at(situation, "1005"), -1, "infantry", "battalion", 4)
    desk = desk_on(situation, dossier=Dossier(sightings={"lost": lost}))
    air(desk)
    assert [type(bid.order) for bid in desk.bids] == [AirRecon]
    assert desk.bids[0].order.target == at(situation, "1005")


def test_a_formation_takes_all_the_stores_that_it_gets_by_night():
    situation = in_phase("resupply", night=True)
    desk = desk_on(situation)
    offers = [order for order in RULES.play.orders(desk.picture.view, "D/hq") if isinstance(order, Resupply)]
    stores(desk)
    (bid,) = desk.bids
    assert sum(bid.order.stores.values()) == max(sum(order.stores.values()) for order in offers) > 0
    assert bid.subject == "D"


def test_a_commander_finds_by_itself_what_the_phase_is_for():
    for phase, night, kinds in (("air", False, {"air"}), ("resupply", True, {"stores"}), ("forecast", True, set())):
        situation = in_phase(phase, dice=2, night=night)
        desk = desk_on(situation)
        plan = Commander(RULES, "red").plan(situation, Dossier(), desk.dice)
        assert {thought.task for thought in plan.thoughts} == kinds
