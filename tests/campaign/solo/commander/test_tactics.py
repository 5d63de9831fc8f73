"""Each tactic in a position that calls for it, and in one that does not."""

from __future__ import annotations

import msgspec
import pytest

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.model.missions import Goal
from campaign.model.planning import Dossier, Promise
from campaign.model.things import SupplySource, Work
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.march import Move
from campaign.model.verbs.work import SetToWork
from campaign.solo.commander.tactics.assault import assault
from campaign.solo.commander.tactics.bridge import bridge
from campaign.solo.commander.tactics.corridor import corridor
from campaign.solo.commander.tactics.fireplan import fireplan
from campaign.solo.commander.tactics.follow import follow
from campaign.solo.commander.tactics.garrison import garrison
from campaign.solo.commander.tactics.lead import hq_of, lead, spots_of
from campaign.solo.commander.tactics.march import march
from campaign.solo.commander.tactics.shift import shift, threat
from campaign.solo.commander.tactics.withdraw import about_to_be_cut, withdraw
from tests.campaign.solo.commander.positions import (
    RULES,
    at,
    change,
    desk_on,
    mission,
    position,
    with_missions,
)

DIVISION = ("formation D size=division hq=D/hq LOG=9", "formation B size=division LOG=9")


def division(*lines, goal="1003", kind="take", **more):
    situation = position(*DIVISION, *lines, **more)
    return with_missions(situation, mission(situation, "D", goal, kind=kind))


def ends(desk, task=None):
    number = desk.picture.view.map.number
    return {bid.subject: number(bid.end) for bid in desk.bids if bid.end is not None and task in {None, bid.task}}


def accepted(desk):
    """Every order on the desk is one that the rules accept, in the order it is given."""
    situation = desk.picture.view
    for bid in desk.bids:
        for event in decide(RULES, situation, bid.order, SeededDice("try", 1), by=desk.picture.side):
            assert event is not None
    return len(desk.bids)


def test_a_march_goes_towards_the_goal_and_its_reasons_add_up_to_its_worth():
    desk = desk_on(division("red hq D/hq 0203 of=D", "red infantry R 0303 of=D", "blue infantry X 1203 of=B"))
    march(desk, "D", [at(desk.picture.view, "0203")])
    (bid,) = desk.bids
    assert isinstance(bid.order, Move)
    assert desk.picture.grid.distance(bid.end, at(desk.picture.view, "1003")) == 6
    assert bid.worth == sum(reason.worth for reason in bid.reasons) > 0
    assert bid.reasons[0].what == "progress"
    assert "advances on 1003" in bid.why
    assert accepted(desk) == 1


def test_a_column_clears_the_road_from_its_head_and_does_not_pile_up_in_one_hex():
    column = [f"red infantry R{k} 0303 of=D" for k in range(3)] + [f"red infantry S{k} 0203 of=D" for k in range(3)]
    desk = desk_on(division("red hq D/hq 0203 of=D", *column, "blue infantry X 1203 of=B"))
    march(desk, "D", [at(desk.picture.view, "0203")])
    first = [bid.subject[0] for bid in desk.bids]
    assert first == sorted(first), "those in front are ordered first"
    assert len(desk.bids) == 6
    assert all(desk.picture.ruleset.play.fits(desk.planned.situation, key, desk.planned.at[key]) for key in ends(desk))


def test_nobody_marches_out_of_command_for_a_little_way():
    hq = "red hq D/hq 0103 of=D"
    near = desk_on(division(hq, "red infantry R 0503 of=D", "blue infantry X 1206 of=B"))
    march(near, "D", [])
    # From 0103 eighteen inches reach four hexes; to go beyond them costs three turns of way.
    reach = near.leash(near.picture.view.state.stands["R"]).within([at(near.picture.view, "0103")])
    assert all(reach[bid.end] for bid in near.bids)
    free = desk_on(division(hq, "red infantry R 0303 of=D", "blue infantry X 1206 of=B"))
    march(free, "D", [])
    assert near.picture.grid.distance(free.bids[0].end, at(free.picture.view, "1003")) == 6


def test_a_headquarters_goes_where_it_commands_most_and_not_next_to_the_enemy():
    stands = [f"red infantry R{k} 070{k} of=D" for k in range(2, 5)]
    desk = desk_on(division("red hq D/hq 0103 of=D mover=wheeled", *stands, "blue infantry X 0903 of=B"))
    hq = hq_of(desk, "D")
    lead(desk, "D", hq, spots_of(desk, hq))
    goal = desk.planned.at["D/hq"]
    assert desk.in_command(desk.picture.view.state.stands["R2"])[at(desk.picture.view, "0702")]
    assert desk.picture.away[goal] >= 2
    assert "3 of 3 in command" in desk.bids[0].why
    assert accepted(desk) == 1


def test_several_stands_attack_what_bars_the_axis_each_from_its_hexside():
    desk = desk_on(division(
        "red hq D/hq 0303 of=D", "red infantry R 0603 of=D", "red infantry S 0604 of=D", "red armour T 0602 of=D",
        "blue infantry X 0703 of=B SP=2",
    ))  # fmt: skip
    assault(desk)
    assert {bid.subject for bid in desk.bids} >= {"R", "T"}
    assert all(isinstance(bid.order, Move) and bid.order.attack for bid in desk.bids)
    assert len({bid.order.path[-2] for bid in desk.bids}) >= 2
    assert {bid.order.path[-1] for bid in desk.bids} == {at(desk.picture.view, "0703")}
    expected = desk.bids[0].expected
    assert expected.inflicted > expected.taken > 0
    assert set(desk.bids[0].needs) == {bid.subject for bid in desk.bids[1:]}
    assert accepted(desk) == len(desk.bids)


def test_nobody_attacks_off_his_axis_at_poor_odds_and_it_is_noted_what_was_short():
    lines = ("red hq D/hq 0203 of=D", "red infantry R 0403 of=D traits=poor",
             "blue armour X 0303 of=B traits=strong", "blue armour Y 0303 of=B traits=strong")  # fmt: skip
    desk = desk_on(division(*lines, goal="1003"))
    assault(desk)
    assert desk.bids == []
    (weighed,) = desk.weighed["R"]
    assert weighed.reasons[-1].what == "odds"
    assert weighed.reasons[-1].worth < 0


def test_who_can_walk_into_an_empty_goal_does_not_fight_beside_it():
    lines = "red hq D/hq 0303 of=D", "red infantry R 0603 of=D", "blue infantry X 0604 of=B SP=2"
    desk = desk_on(division(*lines, goal="0703"))
    assault(desk)
    assert desk.bids == []
    march(desk, "D", ())
    assert [bid.order.path[-1] for bid in desk.bids] == [at(desk.picture.view, "0703")]
    held = desk_on(division(*lines, "blue infantry Y 0703 of=B SP=2", goal="0703"))
    assault(held)
    assert [bid.order.attack for bid in held.bids] == [True]


def test_a_recruit_sends_one_attacker_only():
    lines = (
        "red hq D/hq 0303 of=D",
        "red infantry R 0603 of=D",
        "red infantry S 0604 of=D",
        "blue infantry X 0703 of=B SP=2",
    )
    assert len(_assaulted(lines, "recruit")) == 1
    assert len(_assaulted(lines, "veteran")) == 2


def _assaulted(lines, level):
    desk = desk_on(division(*lines), level=level)
    assault(desk)
    return desk.bids


def fire_position(*guns):
    lines = ("red infantry R 0603 of=D", "blue infantry X 0703 of=B SP=1", *guns)
    situation = division("red hq D/hq 0303 of=D", *lines)
    clock = msgspec.structs.replace(situation.state.clock, phase="combat")
    return situation.with_state(change(situation.state, clock=clock, contacts=frozenset({("R", "X")})))


def test_guns_stop_firing_at_who_is_shot_already():
    guns = [f"red artillery G{k} 040{k} of=D band=standard" for k in range(1, 6)]
    desk = desk_on(fire_position(*guns))
    fireplan(desk)
    assert all(isinstance(bid.order, Bombard) for bid in desk.bids)
    # One point is there, and a gun takes half a point on the mean: two guns, and a third for what is left of it.
    assert 2 <= len(desk.bids) <= 3
    assert 40 <= desk.bids[0].expected.inflicted <= 50
    assert accepted(desk) == len(desk.bids)


def test_guns_keep_the_lead_in_range_but_do_not_go_next_to_the_enemy():
    desk = desk_on(division(
        "red hq D/hq 0503 of=D", "red infantry R 0803 of=D", "red artillery G 0103 of=D band=very_short mover=wheeled",
        "blue infantry X 0903 of=B",
    ))  # fmt: skip
    follow(desk, "D")
    goal = desk.planned.at["G"]
    grid = desk.picture.grid
    assert grid.distance(goal, at(desk.picture.view, "0803")) < grid.distance(
        at(desk.picture.view, "0103"), at(desk.picture.view, "0803")
    )
    assert desk.picture.away[goal] >= 2


def test_a_headquarters_of_a_regiment_gets_out_of_the_enemys_way():
    lines = (
        "formation E size=regiment parent=D hq=E/hq",
        "red hq E/hq 0803 of=E",
        "red hq D/hq 0503 of=D",
        "blue infantry X 0903 of=B",
    )
    desk = desk_on(division(*lines))
    follow(desk, "D")
    assert desk.picture.away[desk.planned.at["E/hq"]] >= 2


def river(column, rows=4, width=8):
    grid = position("red infantry R 0101", "blue infantry B 0101", width=width, rows=rows).map.layout.grid
    for row in range(1, rows + 1):
        here = grid.index_of(f"{column:02}{row:02}")
        for there in grid.neighbours(here):
            if there >= 0 and grid.number(there)[:2] == f"{column + 1:02}":
                yield f"river {column:02}{row:02}/{grid.number(there)}"


def test_engineers_build_the_bridge_that_saves_the_tanks_their_way():
    lines = ("red hq D/hq 0102 of=D", "red armour T 0302 of=D mover=tracked", "red engineer P 0402 of=D", *river(4))
    desk = desk_on(division(*lines, goal="0702", width=8, rows=6, ground=["." * 8] * 4))
    bridge(desk)
    (bid,) = [one for one in desk.bids if one.subject == "P"]
    assert bid.task == "bridge"
    assert isinstance(bid.order, SetToWork | Move)
    assert "saves D" in bid.why
    assert bid.reasons[0].worth >= 200
    assert accepted(desk) == len(desk.bids)


def test_engineers_at_work_are_left_at_it():
    lines = ("red hq D/hq 0102 of=D", "red armour T 0302 of=D mover=tracked", "red engineer P 0402 of=D", *river(4))
    situation = division(*lines, goal="0702", width=8, rows=6, ground=["." * 8] * 4)
    work = msgspec.to_builtins(Work("bridge", at(situation, "0402"), 1))
    stands = {**situation.state.stands}
    stands["P"] = change(stands["P"], facts={"work": work})
    desk = desk_on(situation.with_state(change(situation.state, stands=stands)))
    bridge(desk)
    assert desk.bids == []
    assert "P" in desk.planned.used


def corridor_desk(*enemies):
    lines = ("red hq D/hq 0102 of=D", "red infantry R 0902 of=D", "red infantry S 0502 of=D", *enemies)
    return desk_on(division(*lines, ground=["." * 12] * 3, goal="1202"))


def test_a_stand_of_the_tail_opens_the_line_of_who_is_cut_off():
    """Enemies on both edges bar the way between with their zones; a friend in it lifts the zone there."""
    desk = corridor_desk("blue infantry X 0601 of=B", "blue infantry Y 0603 of=B")
    leader, head = at(desk.picture.view, "0102"), at(desk.picture.view, "0902")
    assert not desk.planned.linked(leader)[head]
    corridor(desk, "D")
    assert [(bid.task, bid.subject) for bid in desk.bids] == [("corridor", "S")]
    assert desk.picture.zone[desk.planned.at["S"]]
    assert "1 stand that is cut off" in desk.bids[0].why
    assert accepted(desk) == 1


def test_whose_line_is_open_needs_no_help():
    desk = corridor_desk("blue infantry X 1201 of=B")
    corridor(desk, "D")
    assert desk.bids == []


def with_source(situation, number, side="red"):
    source = SupplySource("dump", side, "dump", at(situation, number))
    return situation.with_state(change(situation.state, setting=change(situation.state.setting, sources=(source,))))


def salient(*enemies, posture="delay"):
    lines = ("red hq D/hq 0203 of=D", "red infantry R 0803 of=D", *enemies)
    situation = position(*DIVISION, *lines, rows=5)
    plan = mission(situation, "D", "0803", kind="hold", posture=posture)
    return with_source(with_missions(situation, plan), "0103")


RING = tuple(f"blue infantry X{k} {number} of=B" for k, number in enumerate(("0501", "0502", "0504", "0505")))


def test_a_place_with_an_open_way_back_is_held_and_one_about_to_be_cut_off_is_given_up():
    assert about_to_be_cut(desk_on(salient(*RING)), at(salient(), "0803"))
    assert not about_to_be_cut(desk_on(salient(RING[0])), at(salient(), "0803"))
    desk = desk_on(salient(*RING))
    withdraw(desk)
    assert desk.aims["D"].falls_back
    assert desk.aims["D"].goals == (at(desk.picture.view, "0103"),)
    assert [one.what for one in desk.promises] == ["withdraw"]


def test_who_is_to_hold_to_the_last_does_not_give_it_up():
    desk = desk_on(salient(*RING, posture="defend"))
    withdraw(desk)
    assert not desk.aims["D"].falls_back


def test_a_withdrawal_once_begun_goes_on():
    begun = Dossier(promises=(Promise("D", "withdraw", 0, until=9),))
    desk = desk_on(salient(RING[0]), dossier=begun)
    withdraw(desk)
    assert desk.aims["D"].falls_back
    assert desk.promises[0].until == 9


@pytest.mark.parametrize("other", [Promise("D", "reserve", 0, until=9), Promise("E", "withdraw", 0, until=9)])
def test_what_was_begun_is_a_withdrawal_of_the_same_group(other):
    desk = desk_on(salient(RING[0]), dossier=Dossier(promises=(other,)))
    withdraw(desk)
    assert not desk.aims["D"].falls_back


def reserve(*enemies):
    situation = position(*DIVISION, "red hq D/hq 0203 of=D", "red infantry R 0203 of=D", *enemies, width=24)
    goals = tuple(Goal(at(situation, number), number) for number in ("0303", "1203", "2203"))
    plan = mission(situation, "D", "0303", kind="reserve")
    return with_missions(situation, msgspec.structs.replace(plan, goals=goals))


def test_an_enemy_counts_from_eight_hexes_off_the_more_the_nearer_he_is():
    """Red is nowhere near: what threatens is the enemy alone, a ninth of him eight hexes off, all of him there."""
    desk = desk_on(position(*DIVISION, "red infantry R 0101 of=D", "blue infantry X 1203 of=B", width=24))
    (foe,) = desk.picture.foes
    grid, whole = desk.picture.grid, round(desk.picture.power("X").close * foe.weight)
    assert whole >= 9, "a ninth of him is something"
    for number in ("1203", "1303", "1603", "1903", "2003", "2103", "2303"):
        place = at(desk.picture.view, number)
        assert threat(desk, place) == whole * max(0, 9 - grid.distance(foe.hex, place)) // 9, number


def test_a_reserve_goes_to_the_place_in_most_danger_and_keeps_to_it():
    desk = desk_on(reserve("blue infantry X 1303 of=B", "blue infantry Y 1402 of=B", "blue infantry Z 2303 of=B"))
    place = at(desk.picture.view, "1203")
    assert threat(desk, place) > threat(desk, at(desk.picture.view, "2203")) > 0
    shift(desk)
    assert desk.aims["D"].goals == (place,)
    kept = Dossier(promises=(Promise("D", "reserve", at(desk.picture.view, "2203"), until=3),))
    again = desk_on(reserve("blue infantry X 1303 of=B", "blue infantry Y 1402 of=B"), dossier=kept)
    shift(again)
    assert again.aims["D"].name == "2203"


def test_a_reserve_stays_while_nothing_is_in_danger():
    desk = desk_on(reserve())
    shift(desk)
    assert desk.aims["D"].goals == (at(desk.picture.view, "0303"),)
    assert desk.promises == []


@pytest.mark.parametrize(("enemy", "stays"), [("0803", True), ("1206", False)])
def test_the_weakest_stand_stays_in_a_place_that_was_taken_while_the_enemy_could_come_back(enemy, stays):
    lines = (
        "red hq D/hq 0203 of=D",
        "red infantry R 0403 of=D",
        "red engineer P 0403 of=D SP=2",
        f"blue infantry X {enemy} of=B",
    )
    situation = position(*DIVISION, *lines, control="rrrrrr......")
    situation = with_missions(situation, mission(situation, "D", "0403", "1003"))
    desk = desk_on(situation)
    garrison(desk)
    assert desk.garrisons == ({"P": at(situation, "0403")} if stays else {})


def test_a_place_that_nobody_is_in_keeps_no_other_from_its_garrison():
    lines = ("red hq D/hq 0203 of=D", "red infantry R 0803 of=D", "blue infantry X 1203 of=B")
    situation = position(*DIVISION, *lines, control="rrrrrrrrr...")
    situation = with_missions(situation, mission(situation, "D", "0403", "0803", "1203"))
    desk = desk_on(situation)
    desk.aims["D"] = desk.aims["D"]._replace(step=2, goals=(at(situation, "1203"),))
    garrison(desk)
    assert desk.garrisons == {"R": at(situation, "0803")}
