"""Sides that plan where orders are carried out at once: each tactic in a position of its own, answered on paper."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.legal import legal_orders
from campaign.model.missions import Goal, Mission
from campaign.model.notation import format_order, parse_order
from campaign.model.planning import Dossier
from campaign.solo.commander.boards.goals import goals_of
from campaign.solo.commander.levels import level_named, style_named
from campaign.solo.commander.staff import Commander
from campaign.systems.catalogue import ruleset
from tests.campaign.direct import view_for

D3, THREE, PARKIN = ruleset("d3_one_hour"), ruleset("three_star_general"), ruleset("parkin_generic")
DICE = SeededDice("side", 1)


def planned(text, rules, side="red", *, dossier=None, barred=frozenset(), style="steady", mission=None, **bounds):
    situation = situation_of(text, rules)
    if mission is not None:
        grid = situation.map.layout.grid
        goals = tuple(Goal(grid.index_of(number), number) for number in mission[2:])
        lines = {key: tuple(map(grid.index_of, bounds.pop(key))) for key in ("line", "left", "right") if key in bounds}
        given = Mission(mission[0], side, mission[1], goals, **lines, **bounds)
        situation = situation.with_state(replace(situation.state, missions={mission[0]: given}))
    view = view_for(situation, side, sightings=rules.play.sightings)
    chief = Commander(rules, side, level_named("veteran"), style_named(style))
    return chief.plan(view, dossier or Dossier(), DICE, barred=barred)


def orders(text, rules, **more):
    return [thought.order for thought in planned(text, rules, **more).thoughts]


def ends(text, rules, stand, **more):
    """Give the hex where a stand's move ends; "" if it stays."""
    found = [thought.order for thought in planned(text, rules, **more).thoughts if thought.subject == stand]
    return found[0].split()[-1].split("-")[-1] if found else ""


SHOOT = """
map 7x5
red infantry 1 0203 of=A
blue infantry 7 0303 of=B
blue infantry 8 0204 of=B
clock phase=shoot side=red
"""


def test_fire_is_kept_on_one_until_he_is_gone():
    """Two alike in the open: the one who should have lost five is shot at, though his losses are not seen."""
    first = planned(SHOOT, D3)
    assert len(first.thoughts) == 1
    order = first.thoughts[0].order
    again = orders(SHOOT, D3, dossier=first.dossier)
    assert again == [order]
    hurt = SHOOT.replace("1 0203 of=A", "1 0203 of=A marks=shot") + "red infantry 2 0202 of=A\n"
    assert orders(hurt, D3, dossier=first.dossier)[0].split()[-1] == order.split()[-1]


def test_a_thought_has_figures_and_reasons_that_sum_up():
    (thought,) = planned(SHOOT, D3).thoughts
    assert thought.why.endswith("expects 2.0 points for 0.0 in 12 plays")
    assert thought.expected.inflicted == 200
    assert thought.reasons
    assert sum(reason.worth for reason in thought.reasons) > 0
    assert thought.task == "fire"


GOAL = """
map 9x5
red tank 1 0203 of=A marks=allowance_18
blue tank 7 0901 of=B
objective Hill red 0503 2
clock phase=move side=red
"""


def test_it_goes_for_the_objective_by_the_ground():
    assert ends(GOAL, D3, "1") == "0503"
    sides = "0301/0401 0302/0401 0302/0402 0303/0402 0303/0403 0304/0403 0304/0404 0305/0404 0305/0405"
    river = GOAL.replace("objective", f"river {sides}\nbridge 0305/0405\nobjective")
    assert ends(river, D3, "1") in {"0305", "0405"}


def test_without_an_objective_it_looks_for_the_enemy():
    assert int(ends(GOAL.replace("objective Hill red 0503 2\n", ""), D3, "1")[:2]) > 3


def test_a_mission_given_by_hand_is_followed_at_once():
    assert ends(GOAL, D3, "1", mission=("A", "take", "0201")) == "0201"


COLUMN = ("0401", "0402", "0403", "0404", "0405")


def test_a_phase_line_is_not_crossed_before_its_day():
    """The whole column of hexes 04 is the line: the tank comes up to it, and on the day that it names goes on."""
    take = {"mission": ("A", "take", "0803"), "line": COLUMN}
    assert ends(GOAL, D3, "1", **take, not_before=2)[:2] == "04"
    assert int(ends(GOAL, D3, "1", **take, not_before=1)[:2]) > 4
    (thought,) = planned(GOAL, D3, **take, not_before=1).thoughts
    assert "bounds" not in {reason.what for reason in thought.reasons}


def test_a_line_to_hold_is_where_a_formation_goes_that_is_given_no_place():
    assert ends(GOAL, D3, "1", mission=("A", "hold"), line=COLUMN) in COLUMN


def test_what_lies_across_a_boundary_is_worth_less():
    """A boundary along row 03; the tank stands south of it, and its goal lies north of it."""
    north = GOAL.replace("1 0203", "1 0204").replace("7 0901", "7 0905")
    row = tuple(f"0{column}03" for column in range(1, 10))
    (free,) = planned(north, D3, mission=("A", "take", "0302")).thoughts
    (bound,) = planned(north, D3, mission=("A", "take", "0302"), left=row).thoughts
    assert "bounds" not in {reason.what for reason in free.reasons}
    assert [reason.worth for reason in bound.reasons if reason.what == "bounds"] == [-150]


def test_a_reserve_stays_out_of_reach_and_who_is_not_in_it_goes():
    both = GOAL.replace("7 0901", "7 0803") + "red tank 2 0303 of=A marks=allowance_18\n"
    take = {"mission": ("A", "take", "0603")}
    went = {thought.subject: thought.order.split("-")[-1] for thought in planned(both, D3, **take).thoughts}
    assert set(went) == {"1", "2"}
    kept = {thought.subject: thought.order.split("-")[-1] for thought in planned(both, D3, **take, reserve=50).thoughts}
    grid = situation_of(both, D3).map.layout.grid
    assert kept["2"] == "0603"
    assert grid.distance(grid.index_of(kept.get("1", "0203")), grid.index_of("0803")) > 4


def test_who_is_kept_back_assaults_nobody():
    near = ATTACK.format(0).replace("...T...", ".......").replace("7 0402 of=B", "7 0402 of=B losses=4")
    assert [order for order in orders(near, THREE, mission=("R", "take", "0402")) if " K " in order]
    kept = orders(near, THREE, mission=("R", "take", "0402"), reserve=100)
    assert [order for order in kept if " K " in order] == []


def test_a_plan_says_once_a_turn_how_each_formation_stands_and_with_each_order_what_it_does():
    first = planned(GOAL, D3)
    (told,) = first.estimates
    assert (told.group, told.kind) == ("A", "take")
    assert told.text.startswith("A: take Hill; 1 is 3.0 hexes away, 1.5 turns.")
    grid = situation_of(GOAL, D3).map.layout.grid
    assert told.way[0] == grid.index_of("0203")
    assert told.way[-1] == told.goal == grid.index_of("0503")
    assert [(task.group, task.kind) for task in first.tasks] == [("A", "march")]
    assert first.thoughts[0].why in first.tasks[0].text
    again = planned(GOAL, D3, dossier=first.dossier)
    assert again.thoughts
    assert again.estimates == ()
    assert again.tasks == first.tasks
    later = planned(GOAL.replace("clock ", "clock turn=2 "), D3, dossier=first.dossier)
    assert later.estimates


def test_two_stands_do_not_want_the_same_hex_and_the_nearer_goes_first():
    both = GOAL + "red tank 2 0303 of=A marks=allowance_18\n"
    plan = planned(both, D3)
    assert [thought.subject for thought in plan.thoughts] == ["2", "1"]
    assert len({thought.order.split("-")[-1] for thought in plan.thoughts}) == 2


def test_who_may_not_move_and_shoot_keeps_a_good_shot():
    """Infantry at foot with the enemy in range stays (D3 3.8); a tank, which may do both, goes on."""
    foot = GOAL.replace("red tank 1 0203", "red infantry 1 0403").replace("0901", "0503").replace("0503 2", "0103 1")
    foot = foot.replace("_18", "_6")
    assert ends(foot.replace("blue tank", "blue infantry"), D3, "1") == ""
    assert ends(foot.replace("red infantry", "red tank").replace("blue tank", "blue infantry"), D3, "1") != ""


def test_guns_keep_out_of_contact():
    given = GOAL.replace("red tank 1 0203", "red mobile_artillery 1 0403").replace("0901", "0505")
    where = ends(given, D3, "1")
    grid = situation_of(given, D3).map.layout.grid
    assert where == "" or grid.distance(grid.index_of(where), grid.index_of("0505")) > 2


ORDERS = """
map 12x7
red hq R/hq 0203 of=R
red infantry 1/R {} of=R {}
red infantry 2/R 0304 of=R {}
blue infantry 7 {} of=B
blue infantry 8 1206 of=B
formation R hq=R/hq
formation B
objective Town red 0603 1
control red 0603
clock phase=orders
"""


@pytest.mark.parametrize(
    ("stand", "losses", "foe", "posture"),
    [
        ("0403", "", "1101", "move"),
        ("0603", "", "0803", "hold"),
        ("0603", "", "1201", "move"),
        ("0403", "losses=5", "0803", "retreat"),
    ],
)
def test_postures_by_goal_enemy_and_losses(stand, losses, foe, posture):
    given = ORDERS.format(stand, losses, losses and "losses=4", foe).replace("control red 0603\n", "")
    if losses:
        given = given.replace("red hq R/hq 0203 of=R", "red hq R/hq 0203 of=R losses=5")
        given = given.replace(" losses=5 ", " losses=4 ")
    assert orders(given, THREE) == [f"posture R {posture}"]


def test_who_holds_digs_in_before_the_enemy_is_there():
    given = ORDERS.format("0603", "", "", "1201").replace("control red 0603\n", "")
    given = given.replace("formation R hq=R/hq", "formation R hq=R/hq posture=hold")
    assert orders(given, THREE, mission=("R", "hold", "0603")) == ["posture R dig_in"]
    near = ORDERS.format("0603", "", "", "0803").replace("control red 0603\n", "")
    assert orders(near, THREE, mission=("R", "hold", "0603")) == ["posture R hold"]


def test_who_holds_digs_in_under_the_eyes_of_an_enemy_who_is_no_stronger():
    near = ORDERS.format("0603", "", "", "0803").replace("control red 0603\n", "")
    near = near.replace("blue infantry 8 1206 of=B\n", "")
    near = near.replace("formation R hq=R/hq", "formation R hq=R/hq posture=hold")
    assert orders(near, THREE, mission=("R", "hold", "0603")) == ["posture R dig_in"]
    more = "".join(f"blue infantry {n} 110{n} of=B\n" for n in range(1, 7))
    many = near.replace("blue infantry 7", more + "blue infantry 7")
    assert orders(many, THREE, mission=("R", "hold", "0603")) == ["posture R hold"]


GO = """
map 12x7
red hq R/hq 0203 of=R
red infantry 1/R 0403 of=R
red infantry 2/R 0404 of=R
red hq S/hq 0106 of=S
red infantry 1/S 0206 of=S
blue infantry 7 {} of=B
blue infantry 8 1207 of=B
formation R hq=R/hq posture=move {}
formation S hq=S/hq posture=move
formation B posture=hold
objective Town red 0603 1
clock phase=go side=red
"""


def test_the_formation_nearest_to_the_enemy_goes_first():
    assert orders(GO.format("0603", ""), THREE) == ["go R"]
    assert orders(GO.format("0206", "").replace("1/S 0206", "1/S 0306"), THREE) == ["go S"]


def test_all_moves_come_before_an_attack_closes_them():
    """An attack ends the movement of its regiment (3S 1.4): first all go, then the best attack is made."""
    given = GO.format("0603", "marks=active")
    first = planned(given, THREE).thoughts
    assert {thought.task for thought in first} <= {"march", "lead"}
    assert {"1/R", "2/R"} >= {thought.subject for thought in first if thought.task == "march"} != set()


def test_the_headquarters_goes_last_and_stays_out_of_reach():
    given = GO.format("0603", "marks=active")
    plan = planned(given, THREE)
    assert [thought.task for thought in plan.thoughts][-1] in {"lead", "march"}
    led = [thought for thought in plan.thoughts if thought.task == "lead"]
    grid = situation_of(given, THREE).map.layout.grid
    for thought in led:
        assert thought == plan.thoughts[-1]
        assert grid.distance(grid.index_of(thought.order.split("-")[-1]), grid.index_of("0603")) > 2


ATTACK = """
map
.......
...T...
.......
.......
red hq R/hq 0102 of=R
red infantry 1/R 0302 of=R losses={} marks=moved
blue infantry 7 0402 of=B
blue infantry 8 0501 of=B
blue infantry 9 0503 of=B
formation R hq=R/hq posture=move marks=active
formation B posture=hold
clock phase=go side=red
"""


def test_nobody_throws_himself_away():
    """One stand at its last points does not assault a town held by the whole of them."""
    assert [order for order in orders(ATTACK.format(4), THREE) if " K " in order] == []


LOOK = """
map 9x7
red infantry 1 0304 facing=4 of=A
blue infantry 7 {} of=B
clock phase=move side=red
"""


@pytest.mark.parametrize(("foe", "facing"), [("0301", 0), ("0307", 3)])
def test_stands_turn_to_the_nearest_enemy(foe, facing):
    given = LOOK.format(foe).replace("of=A", "of=A marks=moved")
    assert orders(given, PARKIN) == [f"1 Z {facing}"]
    assert orders(given.replace("facing=4", f"facing={facing}"), PARKIN) == []


def test_stands_at_the_edge_turn_to_enemies_along_it():
    """A line along the rim of the grid leaves it: the neighbour nearest to the enemy is looked at instead."""
    for here, foe in (("0207", "0707"), ("0807", "0307"), ("0201", "0701"), ("0101", "0107"), ("0906", "0101")):
        given = LOOK.format(foe).replace("1 0304 facing=4 of=A", f"1 {here} facing=4 of=A marks=moved")
        assert len(orders(given, PARKIN)) <= 1


def test_what_was_refused_is_not_ordered_again_and_teaches_its_reach():
    first = planned(SHOOT, D3).thoughts[0].order
    assert orders(SHOOT, D3, barred=frozenset({first})) != [first]
    far = "map 9x5\nred artillery 1 0103 of=A\nblue infantry 7 0603 of=B\nclock phase=shoot side=red\n"
    (shot,) = orders(far + "red infantry 2 0503 of=A marks=shot\n", D3)
    refused = planned(far + "red infantry 2 0503 of=A marks=shot\n", D3, barred=frozenset({shot}))
    assert refused.thoughts == ()
    assert orders(far + "red infantry 2 0503 of=A marks=shot\n", D3, dossier=refused.dossier) == []


def test_why_not_names_other_things_with_their_price():
    situation = situation_of(GOAL, D3)
    view = view_for(situation, "red", sightings=D3.play.sightings)
    chief = Commander(D3, "red")
    given = {thought.order for thought in chief.plan(view, Dossier(), DICE).thoughts}
    others = chief.why_not(view, Dossier(), "1", DICE)
    assert 1 <= len(others) <= 3
    assert given.isdisjoint(thought.order for thought in others)
    assert all(thought.reasons and thought.why for thought in others)


@pytest.mark.parametrize(
    "given", [(SHOOT, D3), (GOAL, D3), (GO.format("0603", "marks=active"), THREE), (LOOK.format("0301"), PARKIN)]
)
def test_what_is_ordered_is_legal(given):
    text, rules = given
    situation = situation_of(text, rules)
    legal = {format_order(order, situation.map) for order in legal_orders(rules, situation, "red")}
    found = orders(text, rules)
    assert found
    assert set(found) <= legal
    assert all(parse_order(order, situation.map, situation.state) for order in found)


def test_of_a_formation_of_guns_alone_nothing_is_told():
    guns = "red artillery 2 0202 of=Z\nformation Z\n"
    assert [one.group for one in planned(GOAL + guns, D3).estimates] == ["A"]
    assert [one.group for one in planned(GOAL + guns + "red tank 3 0304 of=Z\n", D3).estimates] == ["A", "Z"]


def test_a_place_that_is_not_ours_is_worth_twice_one_that_is_and_without_control_none_is():
    """Two places of one point each, of which red holds the first: 80 and 160 hundredths of a hex."""
    text = """
    map 7x5
    red infantry 1 0203 of=A
    blue infantry 7 0603 of=B
    objective Mill red 0201 1
    objective Hill red 0405 1
    control red 0201
    """
    situation = situation_of(text, D3)
    mill, hill = (situation.map.layout.grid.index_of(number) for number in ("0201", "0405"))
    assert goals_of(situation, "red", {})["A"].worth == {mill: 80, hill: 160}
    nobody = situation.with_state(replace(situation.state, control=b""))
    assert goals_of(nobody, "red", {})["A"].worth == {mill: 160, hill: 160}
