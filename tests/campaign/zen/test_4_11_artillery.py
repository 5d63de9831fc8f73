"""ZN 4.11: ranges, spotting, LOG, simultaneous fire before close combat; 4.17 naval guns."""

import dataclasses
import itertools
from fractions import Fraction

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.situation import Situation
from campaign.model.things import SupplySource
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.declaring import OrderDeclared, OrderRefused
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.naval import NavalFire
from campaign.model.verbs.supply import StoresChanged
from campaign.systems.zen.fight import artillery, combat
from campaign.systems.zen.spotting import spotted, spotted_by
from tests.campaign.facts import change
from tests.campaign.zen.fighting import assault, events, fought, ledger_of, losses, the_fight, the_fire

ROW = "." * 20


def order(ledger, order, by="umpire"):
    artillery.ORDERS[type(order)](order, by, ledger)
    return ledger


def at(ledger, number):
    return ledger.situation.map.index_of(number)


def bombard(ground, *stands, target, gun="B", dice=(), **options):
    """Declare one fire and carry it out."""
    ledger = ledger_of(ground, *stands, dice=dice, **options)
    order(ledger, Bombard(gun, at(ledger, target)))
    artillery.end_combat(ledger)
    return ledger


def refused(ground, *stands, target="0201", gun="B", by="umpire", **options):
    ledger = ledger_of(ground, *stands, **options)
    with pytest.raises(Refusal) as refusal:
        order(ledger, Bombard(gun, at(ledger, target)), by)
    assert ledger.events == []
    return refusal.value


def with_state(ledger, **fields):
    ledger.situation = ledger.situation.with_state(change(ledger.state, **fields))
    return ledger


# --- range ---
@pytest.mark.parametrize(
    ("band", "hexes"), [("very_short", 3), ("short", 5), ("standard", 7), ("long", 11), ("very_long", 14)]
)
def test_ranges_go_by_class(band, hexes):
    """12, 18, 24, 36, 48 inches; along a row a hex of 2 km is 3.23 inches (odd ones half a hex aside)."""
    ledger = ledger_of(ROW, f"us art B 0101 band={band}", "us inf A 0101")
    reach = artillery.range_inches(ledger.situation, ledger.state.stands["B"])
    far = [
        i for i in range(1, 20)
        if ((i * 1.5 * 2 / 3**0.5) ** 2 + (i % 2) ** 2) ** 0.5 / 0.5364 <= reach
    ]  # fmt: skip
    assert far[-1] == hexes
    for distance, accepted in ((hexes, True), (hexes + 1, False)):
        enemy = f"{distance + 1:02d}01"
        stands = (f"us art B 0101 band={band}", f"us inf A {distance:02d}01", f"ge inf G {enemy}")
        ledger = ledger_of(ROW, *stands, phase="combat")
        orders = list(artillery.offers(ledger.situation, "B"))
        assert orders == ([Bombard("B", at(ledger, enemy))] if accepted else [])


def test_out_of_range_is_refused_with_both_distances():
    refusal = refused(ROW, "us art B 0101 band=very_short", "us inf A 0501", "ge inf G 0601", target="0601")
    assert refusal.rule == "ZN 4.11"
    assert refusal.why == "0601 is 16.3 inches from B, which fires up to 12; choose a nearer target"


# --- spotting ---
def spotting(*stands, weather="fine", **options):
    ledger = ledger_of(ROW, *stands, weather=weather, **options)
    return [ledger.situation.map.number(index) for index in spotted(ledger.situation, "us")]


def test_interpretation_spot_inches():
    """Within 6 inches of a friendly unit in command: one hex of 2 km, not two."""
    assert spotting("us inf A 0101", "ge inf G 0201") == ["0201"]
    assert spotting("us inf A 0101", "ge inf G 0301") == []
    assert spotting("us inf A 0101 marks=out_of_command", "ge inf G 0201") == []


def test_interpretation_spot_recce_inches():
    """Recce, and detachments of recce, twice as far: three hexes."""
    assert spotting("us rec A 0101", "ge inf G 0401") == ["0401"]
    assert spotting("us rec A 0101 size=company SP=1", "ge inf G 0401") == ["0401"]
    assert spotting("us rec A 0101", "ge inf G 0501") == []
    assert spotting("us inf A 0101 size=company SP=1", "ge inf G 0301") == []


def test_interpretation_overcast_spotting():
    """Overcast halves both distances."""
    assert spotting("us rec A 0101", "ge inf G 0201", "ge inf H 0301", weather="overcast") == ["0201"]
    assert spotting("us inf A 0101", "ge inf G 0201", weather="overcast") == []
    full = spotting("us inf A 0101", "ge inf G 0201", weather="overcast", overrides={"overcast_spotting": 1.0})
    assert full == ["0201"]


def test_enemies_in_contact_are_spotted_whatever_the_command_and_weather():
    stands = ("us inf A 0101 marks=out_of_command", "ge inf G 0201")
    ledger = assault(ledger_of(ROW, *stands, weather="overcast"), ("G", "A"))
    assert spotted_by(ledger.situation, "us", at(ledger, "0201")) == "in contact"


def test_enemies_reported_from_the_air_are_spotted_in_fine_weather():
    for weather, found in (("fine", "reported from the air"), ("cloudy", "")):
        ledger = ledger_of(ROW, "us inf A 0101", "ge inf G 0901", weather=weather)
        with_state(ledger, reported=(("us", at(ledger, "0901")),))
        assert spotted_by(ledger.situation, "us", at(ledger, "0901")) == found


def test_fire_at_an_enemy_who_is_not_spotted_is_refused_as_if_nobody_were_there():
    there = refused(ROW, "us art B 0101", "us inf A 0101", "ge inf G 0401", target="0401")
    nobody = refused(ROW, "us art B 0101", "us inf A 0101", "ge inf G 0901", target="0401")
    assert (there.rule, there.why) == (nobody.rule, nobody.why)
    assert "no enemy is spotted in 0401" in there.why


# --- who may fire ---
NEAR = ("us inf A 0101", "ge inf G 0201")


@pytest.mark.parametrize(
    ("gun", "rule", "words"),
    [
        ("us inf B 0101", "ZN 4.11", "B is no artillery and cannot fire at a distance"),
        ("us art B 0101 marks=transport", "ZN 4.6", "B is in transport mode and cannot fire this turn"),
        ("us art B 0101 marks=fired", "ZN 4.11", "B has fired this turn; guns fire once a turn"),
        ("us art B 0101 size=company SP=1 isolated=3", "ZN 4.12", "B has no dice left to fire with"),
    ],
)
def test_who_cannot_fire_is_told_why(gun, rule, words):
    refusal = refused(ROW, gun, *NEAR)
    assert (refusal.rule, refusal.why) == (rule, words)


def test_fire_is_ordered_in_the_combat_phase_and_by_its_own_side():
    assert "'Combat'" in refused(ROW, "us art B 0101", *NEAR, phase="move").why
    assert "no unit 'B' under your command" in refused(ROW, "us art B 0101", *NEAR, by="ge").why


def test_fire_off_the_map_is_refused():
    ledger = ledger_of(ROW, "us art B 0101", *NEAR)
    with pytest.raises(Refusal, match="lies off the map"):
        order(ledger, Bombard("B", 99))


def test_guns_without_log_are_refused():
    refusal = refused(ROW, "us art B 0101", *NEAR, stores={"us": {"LOG": 0}})
    assert refusal.rule == "ZN 4.13"
    assert "neither its division nor corps or army holds any" in refusal.why


def test_zn_76_a_gun_draws_on_corps_but_never_on_another_division():
    """ZN-76: refused with the neighbour's stocks full, accepted with the corps'."""
    stands = ("us art B 0101 of=28", "us inf A 0101 of=9", "ge inf G 0201")
    stores = {"28": {"LOG": 0}, "9": {"LOG": 10}}
    assert refused(ROW, *stands, stores=stores).rule == "ZN 4.13"
    ledger = bombard(ROW, *stands, stores=stores, corps={"us-corps": {"LOG": 2}}, target="0201", dice=(1, 1, 1))
    assert ledger.state.formations["us-corps"].stores["LOG"] == 1


def test_interpretation_isolated_fire():
    """On the second day isolated guns still fire; where that counts as an attack they do not."""
    ledger = bombard(ROW, "us art B 0101 isolated=2", *NEAR, target="0201", dice=(1, 1, 1))
    assert the_fire(ledger).by == "B"
    assert refused(ROW, "us art B 0101 isolated=2", *NEAR, overrides={"isolated_fire": False}).rule == "ZN 4.13"


# --- fire ---
def test_a_gun_unit_throws_three_dice_and_spends_one_log():
    ledger = bombard(ROW, "us art B 0101", *NEAR, target="0201", dice=(6, 5, 6))
    assert [event.changes for event in events(ledger, StoresChanged)] == [{"LOG": -1}]
    fire = the_fire(ledger)
    assert (fire.by, fire.kind, fire.hits, fire.rule) == ("B", "artillery", 2, "ZN 4.11")
    assert fire.rolls[0].modifiers == (("artillery battalion", 3),)
    assert losses(ledger) == {"G": 2}
    assert "fired" in ledger.state.stands["B"].marks
    assert ledger.state.declared == ()


def test_expected_losses_of_three_dice_are_half_a_point():
    total = 0
    for faces in itertools.product(range(1, 7), repeat=3):
        total += losses(bombard(ROW, "us art B 0101", *NEAR, target="0201", dice=faces)).get("G", 0)
    assert Fraction(total, 6**3) == Fraction(1, 2)


def test_infantry_under_fire_in_a_town_saves():
    ledger = bombard(".T", "us art B 0101", *NEAR, target="0201", dice=(6, 6, 1, 4, 3))
    assert losses(ledger) == {"G": 1}
    assert [roll.by for roll in the_fire(ledger).rolls] == ["B", "G"]


def test_a_bank_saves_nobody_from_guns():
    ledger = bombard("..", "us art B 0101", *NEAR, target="0201", dice=(6, 1, 1), rivers=("0101/0201",))
    assert losses(ledger) == {"G": 1}


def test_hits_are_shared_among_all_in_the_hex():
    stands = ("us art B 0101", "us inf A 0101", "ge inf G 0201", "ge inf H 0201", "ge arm I 0201")
    assert losses(bombard("..", *stands, target="0201", dice=(6, 6, 6))) == {"G": 1, "H": 1, "I": 1}


def test_two_guns_on_one_hex_go_on_sharing_where_the_first_ended():
    stands = ("us art B 0101", "us art C 0101", "us inf A 0101", "ge inf G 0201", "ge inf H 0201")
    ledger = ledger_of("..", *stands, dice=(6, 1, 1, 6, 1, 1))
    for gun in "BC":
        order(ledger, Bombard(gun, at(ledger, "0201")))
    artillery.end_combat(ledger)
    assert losses(ledger) == {"G": 1, "H": 1}


def test_lorries_lose_a_point_to_every_gun_unit_without_dice():
    stands = ("us art B 0101", "us art C 0101", "us inf A 0101", "ge lorry L 0201 SP=4")
    ledger = ledger_of("..", *stands)
    for gun in "BC":
        order(ledger, Bombard(gun, at(ledger, "0201")))
    artillery.end_combat(ledger)
    assert losses(ledger) == {"L": 2}
    assert all(event.rolls == () for event in events(ledger, FireResolved))


def test_columns_in_transport_mode_are_hit_on_4():
    stands = ("us art B 0101", "us inf A 0101", "ge inf G 0201 marks=transport")
    ledger = bombard("..", *stands, target="0201", dice=(4, 3, 5))
    assert losses(ledger) == {"G": 2}


def test_dice_are_aimed_first_where_targets_are_not_hit_alike():
    """Two dice at the battalion in column, one at the other: 5 hits the first only."""
    stands = ("us art B 0101", "us inf A 0101", "ge inf G 0201 marks=transport", "ge inf H 0201")
    ledger = bombard("..", *stands, target="0201", dice=(5, 5, 5))
    assert [(roll.score, len(roll.dice)) for roll in the_fire(ledger).rolls] == [(6, 1), (4, 2)]
    assert losses(ledger) == {"G": 2}


def test_guns_that_shell_each_other_both_fire():
    """Simultaneous: each takes the other's last point."""
    stands = ("us art B 0101 SP=1", "ge art G 0201 SP=1")
    ledger = ledger_of("..", *stands, dice=(6, 1, 1, 6, 1, 1))
    order(ledger, Bombard("B", at(ledger, "0201")))
    order(ledger, Bombard("G", at(ledger, "0101")))
    artillery.end_combat(ledger)
    assert losses(ledger) == {"B": 1, "G": 1}


def test_fire_comes_before_close_combat():
    """An attacker who is shot off the ground does not come to grips."""
    stands = ("us art B 0101", "us inf A 0201", "ge inf G 0301 SP=1")
    ledger = assault(ledger_of("...", *stands, dice=(6, 1, 1)), ("G", "A"))
    order(ledger, Bombard("B", at(ledger, "0301")))
    artillery.end_combat(ledger)
    combat.end_combat(ledger)
    assert losses(ledger) == {"G": 1}
    assert ledger.state.stands["A"].marks == frozenset()


def test_the_last_log_goes_to_the_gun_that_was_ordered_first():
    stands = ("us art B 0101", "us art C 0101", "us inf A 0101", "ge inf G 0201")
    ledger = ledger_of("..", *stands, dice=(1, 1, 1), stores={"us": {"LOG": 1}})
    order(ledger, Bombard("C", at(ledger, "0201")))
    order(ledger, Bombard("B", at(ledger, "0201")))
    artillery.end_combat(ledger)
    assert the_fire(ledger).by == "C"
    (refusal,) = events(ledger, OrderRefused)
    assert (refusal.order.stand, refusal.rule) == ("B", "ZN 4.13")


def test_a_new_target_takes_the_place_of_the_old():
    stands = ("us art B 0201", "us inf A 0201", "ge inf G 0101", "ge inf H 0301")
    ledger = ledger_of("...", *stands)
    for number in ("0101", "0301"):
        order(ledger, Bombard("B", at(ledger, number)))
    assert ledger.state.declared == (Bombard("B", at(ledger, "0301")),)


def test_nothing_declared_nothing_recorded():
    ledger = ledger_of("..", *NEAR)
    artillery.end_combat(ledger)
    assert ledger.events == []


# --- naval guns ---
def naval(*stands, dice=(), ship="Warspite", **options):
    ledger = ledger_of("..", *stands, dice=dice, **options)
    order(ledger, NavalFire("us", ship, at(ledger, "0201")))
    artillery.end_combat(ledger)
    return ledger


def test_interpretation_naval_dice():
    """3 + targets: four dice against one unit, five against two; or one a target only."""
    ledger = naval(*NEAR, dice=(6, 6, 1, 1))
    assert (the_fire(ledger).kind, the_fire(ledger).by, losses(ledger)) == ("naval", "Warspite", {"G": 2})
    assert len(the_fire(naval(*NEAR, "ge inf H 0201", dice=[1] * 5)).rolls[0].dice) == 5
    alone = naval(*NEAR, dice=(1,), overrides={"naval_dice": "targets"})
    assert the_fire(alone).rolls[0].dice == (1,)


def test_interpretation_overcast_naval():
    """Overcast takes a die from each ship."""
    ledger = assault(ledger_of("..", *NEAR, dice=(1, 1, 1), weather="overcast"), ("G", "A"))
    order(ledger, NavalFire("us", "Warspite", at(ledger, "0201")))
    artillery.end_combat(ledger)
    assert the_fire(ledger).rolls[0].modifiers[-1] == ("overcast", -1)


def test_naval_fire_is_the_umpires_spotted_and_once_a_ship():
    ledger = ledger_of("....", *NEAR)
    fire = NavalFire("us", "Warspite", at(ledger, "0201"))
    for bad, by, words in (
        (fire, "us", "only the umpire may"),
        (NavalFire("us", " ", at(ledger, "0201")), "umpire", "no ship is named"),
        (NavalFire("us", "Warspite", at(ledger, "0401")), "umpire", "no enemy is spotted in 0401"),
        (NavalFire("xx", "Warspite", at(ledger, "0201")), "umpire", "do not command a side"),
    ):
        with pytest.raises(Refusal, match=words):
            order(ledger, bad, by)
    order(ledger, fire)
    with pytest.raises(Refusal, match="has its target"):
        order(ledger, fire)


def test_a_ship_whose_target_is_seen_no_more_does_not_fire_and_it_is_told():
    """ZN 4.17: spotted when it was declared, and gone when fire falls."""
    ledger = ledger_of("..", *NEAR)
    order(ledger, NavalFire("us", "Warspite", at(ledger, "0201")))
    ledger.record(StandGone(stand="A", how="eliminated", rule="ZN 4.10", why="it has no strength left"))
    artillery.end_combat(ledger)
    (refusal,) = events(ledger, OrderRefused)
    assert (refusal.order.ship, refusal.rule) == ("Warspite", "ZN 4.17")
    assert "spotted" in refusal.why
    assert not events(ledger, FireResolved)


def test_4_17_naval_fire_is_offered_where_ships_can_be():
    """ZN 4.17: not on a map without a sea; with a hex of sea, or a beach that lives by ships, it is."""
    inland = ledger_of("..", *NEAR).situation

    def offered(situation):
        return [order for order in artillery.side_offers(situation, "umpire") if isinstance(order, NavalFire)]

    beach = SupplySource("omaha", "us", "Omaha", 0, sea=True)
    setting = msgspec.structs.replace(inland.state.setting, sources=(beach,))
    landed = inland.with_state(msgspec.structs.replace(inland.state, setting=setting))
    names = (*inland.map.terrain_names, "sea")
    coast = np.where(np.arange(len(inland.map)) == 0, len(names) - 1, inland.map.terrain).astype(np.uint8)
    coastal = dataclasses.replace(inland.map, terrain_names=names, terrain=coast)
    assert offered(inland) == []
    assert offered(landed)
    assert offered(Situation(inland.state, coastal, inland.tables))
    order(ledger_of("..", *NEAR), NavalFire("us", "HMS Warspite", offered(landed)[0].target))


# --- offers ---
WORLD = ("us art B 0202", "us art C 0503 band=very_short", "us rec R 0302", "us inf A 0303", "ge inf G 0403",
         "ge arm H 0501", "ge lorry L 0603", "ge hq Q 0705")  # fmt: skip


@given(st.sampled_from(["B", "C", "A", "R"]), st.sampled_from(["fine", "overcast"]), st.integers(0, 3), st.booleans())
def test_what_is_offered_is_accepted_and_everything_else_is_refused(gun, weather, isolated, fired):
    marks = " marks=fired" if fired else ""
    stands = [f"{line} isolated={isolated}{marks if line.startswith('us art') else ''}" for line in WORLD]
    start = ledger_of("......." + " ......." * 4, *stands, weather=weather)
    offered = set(artillery.offers(start.situation, gun))
    accepted = set()
    for index in range(len(start.situation.map)):
        ledger = Ledger(start.situation, ScriptedDice())
        try:
            order(ledger, Bombard(gun, index))
        except Refusal:
            continue
        assert events(ledger, OrderDeclared)
        accepted.add(Bombard(gun, index))
    assert offered == accepted


def test_no_fire_is_offered_out_of_its_phase():
    ledger = ledger_of(ROW, "us art B 0101", *NEAR, phase="move")
    assert list(artillery.offers(ledger.situation, "B")) == []


def test_guns_fire_and_are_marked_once():
    ledger = bombard(ROW, "us art B 0101", *NEAR, target="0201", dice=(1, 1, 1))
    assert [event.on for event in events(ledger, StandMarked)] == [("fired",)]


def test_a_gun_that_fired_does_not_fire_again_when_attacked():
    """One fire a turn: it has shelled its attackers instead."""
    ledger = fought("..", "us art B 0101 marks=fired", "ge inf G 0201", by=[("G", "B")], dice=(1, 1))
    assert [roll.by for roll in the_fight(ledger).rolls] == ["G"]


def test_zn_4_11_a_second_fire_order_takes_the_place_of_the_first_and_says_so():
    ledger = ledger_of(ROW, "us art B 0101", "us inf A 0201", "ge inf G 0301")
    target = ledger.situation.map.index_of("0301")
    order(ledger, Bombard("B", target))
    order(ledger, Bombard("B", target))
    assert [one.target for one in ledger.state.declared] == [target]
    assert [event.why for event in ledger.events if type(event).__name__ == "OrderWithdrawn"] == [
        "its fire at 0301 takes the place of that at 0301"
    ]
