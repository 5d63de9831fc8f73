"""GR 5.4: rates, halving and doubling, obstacles, actions, flight, carriers."""

import dataclasses
import math
import random
from fractions import Fraction

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.kit.ground import changed_steps
from campaign.systems.parkin.march.ground import ground_for, neighbours, step
from campaign.systems.parkin.march.moving import budget, reach
from campaign.systems.parkin.space import counters, sheet
from campaign.systems.parkin.status import CRIPPLED, DAMAGED, level
from tests.campaign.parkin.games import Game, rules, wild

MOVE = "clock phase=move side=red"


def slow_reach(game, stand):
    """
    Find where a ground unit can stop, by trying every way: a twin of ``reach`` written from the text.

    A hex of m MP takes m / (top speed x factors) of the turn, an obstacle or an action takes half of it.
    """
    situation, paper = game.situation, sheet(game.situation, stand)
    state = level(situation, stand)
    if "moved" in stand.marks or "waiting" in stand.marks or "embarked" in stand.marks or state >= CRIPPLED:
        return set()
    speed, there = paper.max_speed / (2 if state == DAMAGED else 1), counters(situation)
    turn = Fraction(1, 2) if "acted" in stand.marks else Fraction(1)
    best, open_ends = {stand.hex: Fraction(0)}, [stand.hex] if speed else []
    while open_ends:
        here = open_ends.pop()
        for side, onward in enumerate(neighbours(situation, here)):
            taken = step(situation, paper.move_type, here, side)
            if taken.why_barred or any(other.side != stand.side for other in there.get(onward, ())):
                continue
            part = game.tables.mp_per_hex * Fraction(taken.price, 2) / speed
            part = max(part, Fraction(1, 2)) if taken.obstacle else part
            spent = best[here] + part
            if spent <= turn and spent < best.get(onward, 2):
                best[onward] = spent
                open_ends.append(onward)
    return {index for index in best if index not in there}


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_gr_5_4_reach_against_every_way(seed):
    game = wild(seed, phase="move")
    for stand in game.situation.state.stands.values():
        if stand.on_map and not sheet(game.situation, stand).flies:
            assert set(reach(game.situation, stand.id).cost) == slow_reach(game, stand)


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_gr_5_4_every_step_costs_on_the_graph_what_it_costs_by_itself(seed):
    """Heights by lot, so that steps of one kind of ground rise a little, much, or not at all; a bridge is built."""
    game, lots = wild(seed, phase="move"), random.Random(seed)
    heights = np.array([lots.choice((0, 15, 60, math.nan)) for _ in game.situation.map.terrain], np.float32)
    slopes = np.array([[lots.randrange(3) for _ in range(6)] for _ in heights], np.uint8)
    hexmap = dataclasses.replace(game.situation.map, elevation_m=heights, slope=slopes)
    state = msgspec.structs.replace(game.situation.state, ground={"9/1": "bridge", "12/2": "wall"})
    situation = dataclasses.replace(game.situation, map=hexmap, state=state)
    for move_type in ("foot", "motorised", "sea"):
        over = ground_for(situation, move_type, 3, 40)
        changed = changed_steps(over, situation)
        for here in range(len(hexmap)):
            for side in range(6):
                taken = step(situation, move_type, here, side)
                found = changed.get((here, side)) or over.at(here, side)
                cost = max(3 * taken.price, 40) if taken.obstacle else 3 * taken.price
                assert (found.cost, found.why) == (0 if taken.why_barred else cost, taken.why_barred)


def test_gr_5_4_factors_multiply():
    """Prices in half plain hexes: a road in the open 1, plain 2, woods or uphill 4, both 8; a road through woods 2."""
    game = Game("map\n. . w w\nheight 0201 90\nheight 0401 90\nheight 0301 0\nroad 0101-0201-0301\n" + MOVE)
    hexes = [game.hex(number) for number in ("0101", "0201", "0301", "0401")]

    def price(a, b):
        side = neighbours(game.situation, a).index(b)
        return step(game.situation, "foot", a, side).price

    assert price(hexes[0], hexes[1]) == 2, "uphill on a road: halved and doubled"
    assert price(hexes[1], hexes[0]) == 1, "downhill on a road"
    assert price(hexes[1], hexes[2]) == 2, "a road through woods"
    assert price(hexes[2], hexes[3]) == 8, "uphill in woods"
    assert price(hexes[3], hexes[2]) == 4, "downhill in woods"


@pytest.mark.parametrize(
    ("rise", "steep", "price"), [(20, "", 2), (20.5, "", 4), (0, "steep", 2), (0.5, "steep", 4), (-30, "steep", 2)]
)
def test_gr_5_4_uphill_begins_above_20_m_and_where_it_is_steep_above_nothing(rise, steep, price):
    """A rise of exactly ``uphill_m`` is not uphill, nor a steep hexside between two hexes of one height."""
    between = f"{steep} 0101/0201\n" if steep else ""
    game = Game(f"map\n. .\nheight 0101 100\nheight 0201 {100 + rise}\n{between}{MOVE}")
    here, there = game.hex("0101"), game.hex("0201")
    over = ground_for(game.situation, "foot", 1, 1000)
    assert over.at(here, neighbours(game.situation, here).index(there)).cost == price


@pytest.mark.parametrize(("per_hex", "speed", "hexes"), [(1, 6, 6), (2, 6, 3), (0.75, 6, 8), (7, 6, 0), (0.3, 1, 3)])
def test_gr_5_4_fractions_are_exact(per_hex, speed, hexes):
    """0.3 MP a hex and 1 MP: 3 hexes, with 0.1 MP to spare; 0.75 and 6: exactly 8."""
    game = Game(f"map 1x20\nred infantry 1 0101 max_speed={speed}\n{MOVE}", mp_per_hex=per_hex)
    assert len(reach(game.situation, "1").cost) == hexes


def test_gr_5_4_budget():
    """Half of a turn is a whole number of fragments, also for a damaged unit of odd speed."""
    game = Game(f"map 1x9\nred infantry 1 0101 max_speed=5 losses=2 marks=acted\n{MOVE}")
    means = budget(game.situation, game.stand("1"))
    assert means.turn == 2 * means.half == 2 * means.left
    assert Fraction(means.turn, 2 * means.unit) == Fraction(5, 2), "plain hexes in a turn"


SIDES = [
    ("stream 0101/0102", "foot", (True, "")),
    ("river 0101/0102", "motorised", (True, "")),
    ("major_river 0101/0102", "foot", (False, "barred")),
    ("lake 0101/0102", "foot", (False, "barred")),
    ("cliff 0101/0102", "foot", (False, "barred")),
    ("major_river 0101/0102\nbridge 0101/0102", "motorised", (False, "")),
    ("major_river 0101/0102\nferry 0101/0102", "motorised", (True, "")),
    ("major_river 0101/0102\nrailway_bridge 0101/0102", "foot", (False, "")),
    ("major_river 0101/0102\nrailway_bridge 0101/0102", "motorised", (False, "barred")),
    ("river 0101/0102\nford 0101/0102", "motorised", (False, "")),
    ("ground 0101/0102 wall", "foot", (True, "")),
    ("major_river 0101/0102\nground 0101/0102 bridge", "foot", (False, "")),
    ("river 0101/0102\nbridge 0101/0102\nground 0101/0102 blown", "foot", (True, "")),
    ("river 0101/0102\ncliff 0101/0102", "air", (False, "")),
]


@pytest.mark.parametrize(("lines", "mover", "wanted"), SIDES)
def test_gr_5_4_what_lies_between(lines, mover, wanted):
    game = Game(f"map 2x3\n{lines}\n{MOVE}")
    for here, there in (("0101", "0102"), ("0102", "0101")):
        side = neighbours(game.situation, game.hex(here)).index(game.hex(there))
        taken = step(game.situation, mover, game.hex(here), side)
        assert (taken.obstacle, "barred" if taken.why_barred else "") == wanted


def test_gr_5_4_barred_ground():
    """Woods for motorised; marsh for mounted and motorised; water for all but ships, land for ships."""
    game = Game("map\n. w m ~\n" + MOVE)
    enters = {
        mover: [game.rules.play.fits(Game(f"map\n. w m ~\nred {kind} 1 0101").situation, "1", index)
                for index in range(4)]
        for mover, kind in (("foot", "infantry"), ("mounted", "cavalry"), ("motorised", "armour"), ("sea", "boat"))
    }  # fmt: skip
    assert enters == {
        "foot": [True, True, True, False],
        "mounted": [True, True, False, False],
        "motorised": [True, False, False, False],
        "sea": [False, False, False, True],
    }


def test_gr_5_4_a_move_takes_the_ground_and_looks_onward():
    game = Game(f"map 3x9\nred infantry 1 0101\nblue infantry 9 0309\n{MOVE}")
    taken = game.play("1 M 0101-0102-0103")[-1]
    state = game.situation.state
    assert game.stand("1").facing == 3
    assert [number for number in ("0101", "0102", "0103") if state.control[game.hex(number)] == 0] == ["0102", "0103"]
    assert taken.known_to == ("red", "blue"), "counters lie on the map for all to see"


def test_gr_5_4_aircraft_and_dummies_take_no_ground():
    game = Game(f"map 3x9\nred helicopter 1 0101\nred dummy 2 0301\n{MOVE}")
    game.play("1 M 0101-0102")
    game.play("2 M 0301-0302")
    assert set(game.situation.state.control) == {255}


FLIGHTS = [
    ("", "0121", "0160"),
    ("losses=1", "0121", "0160"),
    ("losses=2", "0121", "0131"),
    ("losses=3", "0121", "0121"),
]


@pytest.mark.parametrize(("state", "nearest", "furthest"), FLIGHTS)
def test_gr_5_4_flight(state, nearest, furthest):
    """20 to 60 MP; damaged to 30; crippled exactly 20."""
    game = Game(f"map 1x60\nred aircraft 1 0101 {state}\n{MOVE}")
    goals = sorted(game.situation.map.number(index) for index in reach(game.situation, "1").cost)
    assert (goals[0], goals[-1]) == (nearest, furthest)


def test_gr_5_4_no_detours_in_the_air():
    game = Game(f"map 3x9\nred helicopter 1 0101\n{MOVE}")
    assert game.refused("1 M 0101-0201-0102")[1] == "1 flies no detours; name the straight way"


def test_gr_5_4_straight_on_past_who_is_there():
    game = Game(f"map 1x60\nred aircraft 1 0101 facing=3\nblue infantry 9 0121\n{MOVE}")
    game.play("next")
    assert game.at("1") == "0122"
    idle = Game(f"map 1x60\nred aircraft 1 0101 facing=3\n{MOVE}", air_straight_on=False)
    idle.play("next")
    assert idle.at("1") == "0101"


def test_gr_5_4_actions_of_aircraft_take_no_distance():
    """Obstacles and actions are for ground-based units."""
    game = Game(f"map 1x60\nred aircraft 1 0101 losses=1\n{MOVE}")
    game.play("1 C repair")
    assert "1 M " + "-".join(f"01{row:02d}" for row in range(1, 61)) in game.legal()


REFUSED = [
    ("1 M 0102-0103", "elsewhere"), ("1 M 0101-0103", "not next to each other"),
    ("1 M 0101-0102-0101", "end where it began"), ("1 T 0101-0102", "plain moves only"),
    ("1 A 0101x0102", "plain moves only"), ("1 C dance", "there is no action 'dance'"),
    ("1 C repair 0102", "name no hex"), ("1 C repair", "no damage"), ("1 C reload", "not limited"),
    ("1 E 2", "carries nobody"), ("1 E 9", "no carrier '9' of yours"), ("1 U", "not aboard"), ("2 C repair", "a dummy"),
    ("T E T2", "only units on foot"), ("posture red hold", "know no order SetPosture"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_gr_5_4_what_is_refused_says_why(line, why):
    game = Game(
        "map 5x9\nred infantry 1 0101\nred dummy 2 0301\nred transport T 0103\nred transport T2 0104\n"
        f"blue infantry 9 0509\n{MOVE}"
    )
    assert why in game.refused(line)[1]


def test_gr_5_4_carriers_are_full_with_one():
    lines = "red infantry 1 0101\nred infantry 2 0103\nred transport T 0102"
    game = Game(f"map 3x9\n{lines}\n{MOVE}")
    game.play("1 E T")
    assert game.refused("2 E T")[1] == "T is full"
    two = Game(f"map 3x9\n{lines}\n{MOVE}", carriers=2)
    two.play("1 E T")
    two.play("2 E T")
    assert {two.at("1"), two.at("2")} == {"0102"}
    assert two.refused("1 M 0102-0103")[0] == "GR 5.4"


def test_gr_5_4_getting_off_where_there_is_room():
    """Clockwise from where the carrier looks, over what can be crossed."""
    game = Game(
        "map 3x9\nred infantry 1 0102 marks=embarked with=T\nred transport T 0102 facing=0\nred dummy 3 0101\n"
        f"river 0102/0201\nmajor_river 0102/0202\n{MOVE}"
    )
    assert "1 U" in game.legal()
    game.play("1 U")
    assert (game.at("1"), game.stand("1").attached_to, game.stand("1").marks) == ("0201", None, frozenset({"acted"}))
    shut = Game(f"map 1x2\nred infantry 1 0101 marks=embarked with=T\nred transport T 0101\nred dummy 3 0102\n{MOVE}")
    assert "no free hex" in shut.refused("1 U")[1]


def test_gr_5_4_every_ground_of_the_map_has_its_class():
    from maps.derive.terrain.terrain import TERRAIN

    tables = rules().tables
    assert set(tables.ground) == set(TERRAIN)
    assert {row.kind for row in tables.ground.values()} == {"open", "woods", "marsh", "water"}
    assert {row.cover for row in tables.ground.values()} == {"", "soft", "hard"}


@pytest.mark.parametrize(("rise", "price"), [(5, 4), (0, 2), (-5, 2)])
def test_gr_5_4_a_steep_hexside_is_uphill_where_the_ground_rises(rise, price):
    """5 m are less than ``uphill_m``; over a steep side they count."""
    game = Game(f"map 1x3\nsteep 0101/0102\nheight 0101 10\nheight 0102 {10 + rise}\n{MOVE}")
    assert step(game.situation, "foot", game.hex("0101"), 3).price == price


def test_gr_5_4_damaged_it_still_flies_its_least_distance():
    """Half of 30 is 15, less than the 20 that it must."""
    game = Game(f"map 1x60\nred aircraft 1 0101 max_speed=30 losses=2\n{MOVE}")
    assert [game.situation.map.number(index) for index in reach(game.situation, "1").cost] == ["0121"]


@pytest.mark.parametrize(("last", "words"), [(20, "must fly at least 20 hexes"), (42, "flies at most 40 hexes")])
def test_gr_5_4_too_near_and_too_far_in_the_air(last, words):
    game = Game(f"map 1x60\nred aircraft 1 0101 max_speed=40\n{MOVE}")
    assert words in game.refused("1 M " + "-".join(f"01{row:02d}" for row in range(1, last + 1)))[1]
