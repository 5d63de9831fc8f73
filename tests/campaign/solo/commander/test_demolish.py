"""Demolish: which bridges are prepared and blown, by whom and when, on a toy world worked out by hand."""

from __future__ import annotations

import pytest

from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.model.notation import format_order, parse_order
from campaign.model.planning import Dossier, Promise
from campaign.model.situation import hexside_place
from campaign.model.verbs.clock import EndPhase
from campaign.solo.commander.staff import Commander
from campaign.solo.commander.tactics.demolish import demolish, is_needed
from tests.campaign.solo.commander.positions import RULES, at, change, desk_on, mission, position, with_missions
from tests.campaign.solo.commander.test_tactics import DIVISION, accepted, river, with_source

# Open ground, hexes of 2 km (3.73 inches), a river between the columns 04 and 05 with one bridge, red's supply in the
# west. Tracked vehicles go 8 inches a turn there, so that a hex takes them 0.47 turns.
HOLDERS = ("red hq D/hq 0102 of=D", "red armour T 0202 of=D mover=tracked")
ENGINEERS = "red engineer P 0402 of=D"


def banks(*lines, bridges=("0402/0502",), ground="", goal="0202", **more):
    over = [f"bridge {place}" for place in bridges]
    lines = (*DIVISION, *HOLDERS, *river(4, width=10), *over, *lines)
    situation = position(*lines, ground=["." * 10] * 4, control="rrrr......")
    situation = with_source(with_missions(situation, mission(situation, "D", goal, kind="hold", **more)), "0101")
    if not ground:
        return situation
    place = hexside_place(situation.map, at(situation, "0402"), bridge_side(situation))
    return situation.with_state(change(situation.state, ground={place: ground}))


def bridge_side(situation):
    return situation.map.neighbour[at(situation, "0402")].tolist().index(at(situation, "0502"))


def demolished(situation, **more):
    desk = desk_on(situation, **more)
    demolish(desk)
    return desk, [format_order(bid.order, desk.picture.view.map) for bid in desk.bids]


def test_the_only_bridge_before_the_enemy_is_prepared_while_he_is_still_away():
    """From 0802 it is three hexes to the bridge, 1.4 turns; with it gone no way is left, which counts ten turns."""
    desk, orders = demolished(banks(ENGINEERS, "blue armour X 0802 of=B mover=tracked"))
    assert orders == ["P W prepare 0402/0502"]
    (bid,) = desk.bids
    assert bid.why == (
        "prepares the bridge at 0502/0402: it costs the enemy 10.0 turns on his way to 0202; he is 1.4 turns from it"
    )
    assert [(reason.what, reason.worth) for reason in bid.reasons] == [("demolition", 1000)]
    assert [(one.stand, one.what, one.hex) for one in desk.promises] == [
        ("P", "demolish", at(desk.picture.view, "0402"))
    ]
    assert accepted(desk) == 1


@pytest.mark.parametrize(("enemy", "order"), [("0902", []), ("0602", ["P W blow 0402/0502"])])
def test_a_bridge_that_is_ready_is_blown_when_the_enemy_can_be_there_within_a_turn(enemy, order):
    """0902 is four hexes from it, 1.9 turns; 0602 one hex."""
    desk, orders = demolished(banks(ENGINEERS, f"blue armour X {enemy} of=B mover=tracked", ground="prepared"))
    assert orders == order
    assert "P" in desk.planned.used, "engineers stay with a bridge that is ready"
    assert accepted(desk) == len(order)


@pytest.mark.parametrize("friend", ["0503", "0702"])
def test_a_bridge_that_ones_own_side_still_needs_is_made_ready_and_not_blown(friend):
    """Whoever stands east of the river has his supply over it."""
    lines = (ENGINEERS, f"red infantry R {friend} of=D", "blue armour X 0902 of=B mover=tracked")
    assert demolished(banks(*lines))[1] == ["P W prepare 0402/0502"]
    close = (*lines[:2], "blue armour X 0601 of=B mover=tracked")
    desk, orders = demolished(banks(*close, ground="prepared"))
    assert orders == []
    assert is_needed(desk, "T", at(desk.picture.view, "0502"), at(desk.picture.view, "0402"))


def test_a_bridge_that_an_attack_of_the_plan_will_use_is_not_blown():
    lines = (ENGINEERS, "blue armour X 0602 of=B mover=tracked")
    later = mission(banks(), "D", "0902", kind="take")
    assert demolished(banks(*lines, ground="prepared", until=2, then=later))[1] == []
    assert demolished(banks(*lines, ground="prepared"))[1] == ["P W blow 0402/0502"]


def test_a_bridge_beside_another_costs_the_enemy_too_little():
    """By 0401/0501 he goes no further, or a hex: less than half a turn."""
    lines = (ENGINEERS, "blue armour X 0802 of=B mover=tracked")
    assert demolished(banks(*lines, bridges=("0402/0502", "0401/0501")))[1] == []


def test_engineers_go_to_a_bridge_only_if_they_can_have_it_ready_in_time():
    """On foot a hex takes 0.62 turns in the open; preparing takes one more, and X is 1.9 turns from the bridge."""
    enemy = "blue armour X 0902 of=B mover=tracked"
    desk, orders = demolished(banks("red engineer P 0302 of=D", enemy))
    assert len(orders) == 1
    assert "goes to the bridge at 0502/0402" in desk.bids[0].why
    assert accepted(desk) == 1
    assert demolished(banks("red engineer P 0301 of=D", enemy))[1] == []


def test_who_watches_a_bridge_goes_on_though_the_enemy_is_no_longer_seen():
    situation = banks(ENGINEERS, "blue armour X 1003 of=B mover=tracked", ground="prepared")
    far = situation.with_state(change(situation.state, stands={
        key: one if key != "X" else change(one, hex=None) for key, one in situation.state.stands.items()
    }))  # fmt: skip
    begun = Promise("P", "demolish", at(situation, "0402"), bridge_side(situation), until=9)
    desk, orders = demolished(far, dossier=Dossier(promises=(begun,)))
    assert orders == []
    # Nobody is believed anywhere, so that nothing is planned; with somebody believed far away he watches on.
    desk, orders = demolished(situation, dossier=Dossier(promises=(begun,)))
    assert orders == []
    assert "P" in desk.planned.used
    assert [one.what for one in desk.promises] == ["demolish"]


def test_whoever_has_no_place_to_hold_blows_nothing():
    situation = banks(ENGINEERS, "blue armour X 0602 of=B mover=tracked", ground="prepared")
    attack = with_missions(situation, mission(situation, "D", "0902", kind="take"))
    assert demolished(attack)[1] == []


def fold(situation, events):
    state = situation.state
    for event in events:
        state = apply(state, event)
    return situation.with_state(state)


def played(situation, phases, seed):
    """Play on with a commander on both sides; give the end, and what was ordered for bridges."""
    chiefs = {side: Commander(RULES, side) for side in ("red", "blue")}
    memory, number, told = {side: Dossier() for side in chiefs}, 0, []
    for _ in range(phases):
        for side, chief in chiefs.items():
            plan = chief.plan(situation, memory[side], SeededDice(seed, number))
            memory[side] = plan.dossier
            for thought in plan.thoughts:
                number += 1
                order = parse_order(thought.order, situation.map, situation.state)
                situation = fold(situation, decide(RULES, situation, order, SeededDice(seed, number), by=side))
                told += [thought.order] if thought.task == "demolish" else []
        number += 1
        situation = fold(situation, decide(RULES, situation, EndPhase(), SeededDice(seed, number), by="umpire"))
    return situation, told


def test_in_a_game_the_bridge_is_made_ready_and_goes_up_before_the_enemy_is_over_it():
    """Blue is 1.9 turns away: ready after the first turn, blown in the second, and the same game again is the same."""
    enemies = (f"blue armour {key} {place} of=B mover=tracked" for key, place in (("X", "0902"), ("Y", "0903")))
    situation = banks(ENGINEERS, "blue hq B/hq 1002 of=B", *enemies)
    both = (*situation.state.setting.missions, mission(situation, "B", "0202", side="blue"))
    end, told = played(with_missions(situation, *both), 8, "a")
    assert told[:2] == ["P W prepare 0402/0502", "P W blow 0402/0502"]
    place = hexside_place(situation.map, at(situation, "0402"), bridge_side(situation))
    assert end.state.ground[place] == "blown"
    assert played(with_missions(situation, *both), 8, "a")[1] == told
