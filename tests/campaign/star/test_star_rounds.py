"""Rounds, goes, guns in turn, the umpire: what takes more than one order (3S 1.4-1.14)."""

import pytest

from campaign.kit.facts import SHOTS
from campaign.model.verbs.activate import GoGiven
from campaign.model.verbs.air import AirTasked
from campaign.model.verbs.close import Assault
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.fight.attack import help_fault
from campaign.systems.star.victory import destroyed_by, half_lost, objectives_held
from tests.campaign.facts import fact_of
from tests.campaign.star.field import FIGURE_1, THREE, TWO, Field

TWO_SIDES = """
map 9x14
red hq A/hq 0503 of=A
red infantry A/1 0504 of=A
red hq D/hq 0103 of=D
red infantry D/1 0104 of=D
blue hq B/hq 0513 of=B
blue infantry B/1 0512 of=B
blue hq E/hq 0113 of=E
blue infantry E/1 0112 of=E
red artillery G 0501 of=G
blue artillery H 0514 of=H
clock phase=orders
days 2
"""


@pytest.mark.parametrize("helper", ["A/9", "B/9", "nobody"])
def test_3s_s_3_who_helps_is_there_on_the_map_and_on_ones_own_side(helper):
    field = Field(f"{FIGURE_1}red infantry A/9 - of=A\nblue infantry B/9 0404 of=B\n")
    order = Assault("A/2", field.stand("B/9").hex, (helper,))
    why = f"there is no unit {helper!r} under your command that could help"
    assert help_fault(field.situation, field.stand("A/2"), order) == ("3S S-3", why)


def test_3s_1_4_a_round_in_its_order():
    """Orders, retreats (A), three goes (D, B, E), guns of both sides, the end, the next orders."""
    field = Field(TWO_SIDES)
    field.do("posture A retreat", "posture D hold", "posture B hold", "posture E move")
    assert all(f.posture == "" for f in field.state.formations.values()), "face down"
    field.do("next")
    assert (field.state.clock.phase, field.state.clock.side) == ("retreat", "red")
    field.do("go A", "A/1 M 0504-0404", "next")
    phases = []
    while field.state.clock.turn == 1:
        phases.append(field.state.clock.phase)
        field.do("next")
    assert phases == ["go", "go", "go", "artillery", "artillery"]
    assert (field.state.clock.phase, field.state.clock.turn) == ("orders", 2)
    assert [event.side for event in field.events if isinstance(event, GoGiven)].count("blue") == 2
    assert fact_of(field.state, "goes", ()) == ()


def rounds_told(*air):
    """Play a round to its end, and give the dice of air strikes as they were told for the next."""
    field = Field("\n".join((TWO_SIDES, *air)))
    field.do("posture A hold", "posture D hold", "posture B hold", "posture E hold")
    while field.state.clock.turn == 1:
        field.do("next")
    return [event.dice for event in field.events if isinstance(event, AirTasked)]


def test_3s_s_17_nothing_is_told_of_sides_without_aircraft():
    assert rounds_told() == []
    assert rounds_told("air red 3") == [{}], "what the scenario plans no more is taken away"


def test_3s_1_4_both_sides_retreat_in_turn_the_higher_roll_first():
    field = Field(TWO_SIDES)
    field.do("posture A retreat", "posture D retreat", "posture B retreat", "posture E hold")
    field.do("next", dice=(1, 2, 6, 5))
    assert field.state.clock.side == "blue"
    field.do("next")
    assert field.state.clock.side == "red"
    field.do("next")
    assert (field.state.clock.phase, field.state.clock.side) == ("retreat", "red"), "blue has none left"


def test_3s_1_4_no_side_has_three_goes_in_a_row():
    for seed in range(12):
        trial = Field(TWO_SIDES + "red infantry R/1 0901 of=R\nblue infantry S/1 0914 of=S", seed=f"goes/{seed}")
        trial.do("next")
        while trial.state.clock.phase == "go":
            trial.do("next")
        goes = [event.side for event in trial.events if isinstance(event, GoGiven)]
        assert sorted(goes) == ["blue"] * 3 + ["red"] * 3
        left = {"red": 3, "blue": 3}
        for k, side in enumerate(goes):
            other = "blue" if side == "red" else "red"
            assert not (k >= 2 and goes[k - 2 : k] == [side, side] and left[other]), goes
            left[side] -= 1


def test_3s_1_4_a_regiment_fights_back_every_time_it_is_attacked():
    field = Field("""
map 9x9
red hq A/hq 0502 of=A
red infantry A/1 0504 of=A
red hq D/hq 0703 of=D
red infantry D/1 0604 of=D
blue hq B/hq 0507 of=B
blue infantry B/1 0505 of=B
formation A posture=move marks=active
formation D posture=move
formation B posture=dig_in
goes red
clock phase=go side=red
""")
    field.do("A/1 K 0505", dice=(1,) * 6)
    # Red and blue have a regiment left each: the second go is red's by the dice.
    field.do("next", dice=(6, 6, 1, 1))
    field.do("go D", "D/1 K 0505", dice=(1,) * 6)
    defences = [roll for roll in field.rolls() if roll.what == "Defence"]
    assert [len(roll.dice) for roll in defences] == [3, 3]


def test_3s_1_4_a_day_is_four_rounds_and_a_night():
    field, seen = Field(TWO_SIDES), []
    while field.state.clock.day == 1:
        clock = field.state.clock
        if (clock.turn, clock.night) not in seen:
            seen.append((clock.turn, clock.night))
        field.do("next")
    assert seen == [(1, False), (2, False), (3, False), (4, False), (5, True)]


def test_2s_2_3_a_day_is_five_rounds_and_a_night():
    field, seen = Field(TWO_SIDES, TWO), set()
    while field.state.clock.day == 1:
        seen.add((field.state.clock.turn, field.state.clock.night))
        field.do("next")
    assert max(seen) == (6, True)
    assert len(seen) == 6


def test_3s_s_14_guns_act_in_turn():
    field = Field("""
map 9x14
red hq A/hq 0507 of=A
red artillery G1 0501 of=G
red artillery G2 0401 of=G
blue infantry B/1 0509 of=B
blue artillery H1 0514 of=H
formation A posture=hold marks=gone
formation B posture=hold marks=gone
clock phase=go side=red
""")
    field.do("next", dice=(6, 6, 1, 1))
    assert (field.state.clock.phase, field.state.clock.side) == ("artillery", "red")
    field.do("G1 F 0509", dice=(1, 1))
    assert field.state.clock.side == "blue"
    assert field.refusal("G2 F 0509").rule == "3S S-14"
    field.do("H1 M 0514-0513")
    assert field.state.clock.side == "red"
    field.do("next")
    assert (field.state.clock.phase, field.state.clock.turn) == ("orders", 2)
    assert "limbered" in field.stand("H1").marks
    assert (SHOTS(field.stand("G1")), field.stand("G1").marks) == (1, frozenset())


def test_3s_s_18_objectives_points_and_halves():
    field = Field("""
map 5x5
red infantry A/1 0101 of=A losses=2
red infantry A/2 0102 of=A
red antitank A/t 0102 of=A losses=0
blue infantry B/1 0505 of=B
objective Town red 0303 5
objective Hill blue 0304 1
objective Hill2 red 0304 1
control red 0303
control blue 0304
""")
    assert objectives_held(field.situation) == {"red": 1, "blue": 1}, "hexes count once, whatever they are worth"
    assert (destroyed_by(field.situation, "blue"), destroyed_by(field.situation, "red")) == (2, 0)
    assert half_lost(field.situation) == []
    field.do('rule stand=A/1 remove because "surrendered"')
    assert half_lost(field.situation) == ["red"]
    assert destroyed_by(field.situation, "blue") == 5


def test_3s_s_21_reinforcements_come_in_the_order_step_when_their_hex_is_free():
    text = (
        "map 5x5\nred infantry A/1 0101 of=A\nred infantry A/2 - of=A arrives=1/2/0101\nblue infantry B/1 0505 of=B\n"
    )
    field = Field(text + "formation A posture=move marks=gone\nformation B posture=hold marks=gone\nclock phase=end")
    field.do("next")
    assert field.at("A/2") is None, "A/1 is still there"
    field.do("posture A move", "next")
    while field.state.clock.side != "red":
        field.do("next")
    field.do("go A", "A/1 M 0101-0201")
    while field.state.clock.turn == 2:
        field.do("next")
    assert field.at("A/2") == "0101"


def test_3s_s_5_a_gun_in_reserve_stays_out_of_defence():
    field = Field(TWO_SIDES)
    field.do("H C reserve")
    assert "reserved" in field.stand("H").marks
    assert "is kept in reserve" in " ".join(field.rules.play.notices(field.situation, "H"))
    assert field.refusal("H C reserve").rule == "3S S-14"
    field.do("H C release")
    assert "reserved" not in field.stand("H").marks


def test_3s_1_10_a_retreat_through_zones_can_be_the_end():
    field = Field("""
map 9x9
red infantry A/1 0504 of=A losses=4
red antitank A/t 0504 of=A
blue infantry B/1 0605 of=B
formation A posture=retreat marks=active
formation B posture=hold
clock phase=retreat side=red
""")
    field.do("A/1 M 0504-0505")
    assert (field.stand("A/1").gone, field.stand("A/t").gone) == ("eliminated", "eliminated")


def test_what_a_player_is_told_of_his_stands():
    field = Field(FIGURE_1 + "blue infantry B/2 0506 of=B\nred artillery G 0501 of=G")
    notices = field.rules.play.notices
    assert notices(field.situation, "A/2") == ("is on dig_in", "is in an enemy zone of control")
    assert notices(field.situation, "A/s") == ("is with A/1 and moves with it",)
    assert notices(field.situation, "G") == ("has 1 rounds left in this round",)
    assert "is out of command and may not attack" in notices(field.situation, "B/1")
    zones = field.rules.play.zones(field.situation, "blue")
    assert zones[field.situation.map.index_of("0505")] == ("B/2",)
    reach = field.rules.play.reach(field.situation, "A/1")
    assert reach.path_to(field.situation.map.index_of("0401"))[0] == field.stand("A/1").hex


def test_stands_that_cannot_stand_so_are_told():
    field = Field("map 5x5\nred infantry A/1 0101 of=A\nred infantry A/2 0101 of=A\nred antitank t 0202 of=A\n"
                  "red antitank u 0101 of=A\nred engineers e 0101 of=A", THREE)  # fmt: skip
    told = " / ".join(field.rules.play.cautions(field.situation))
    assert "shares 0101 with another core stand" in told
    assert "t: stands alone in 0202" in told
    assert "is one too many in 0101" in told


def test_3s_s_16_a_regiment_of_which_only_the_hq_is_left_holds():
    text = "map 5x5\nred hq A/hq 0101 of=A\nblue infantry B/1 0505 of=B\nformation A posture=move\n"
    field = Field(text + "clock phase=orders")
    assert field.refusal("posture A move").rule == "3S S-16"
    field.do("next")
    assert field.state.formations["A"].posture == "hold"


def test_3s_s_14_a_gun_that_fired_does_not_move_even_with_ammunition_left():
    field = Field("""
map 9x9
reading art_ammo_per_round 2
red artillery G 0404 of=G shots=1 marks=fired
red hq A/hq 0504 of=A
blue infantry B/1 0506 of=B
formation A posture=hold marks=gone
formation B posture=hold marks=gone
clock phase=artillery side=red
""")
    assert "has fired in this round" in field.refusal("G M 0404-0403").why
    assert field.refusal("G F 0506") is None


def test_3s_s_3_a_support_helps_one_attack_in_a_go():
    """A/s, with A/2, fires overhead for A/1; then neither fights with A/2 nor, used with A/1, helps A/2."""
    text = """
map 9x9
red hq A/hq 0503 of=A
red infantry A/1 0504 of=A
red infantry A/2 0404 of=A
red fire_support A/s {} of=A
blue hq B/hq 0508 of=B
blue infantry B/1 0505 of=B
blue infantry B/2 0405 of=B
formation A posture=move marks=active
formation B posture=dig_in
reading defence_help false
clock phase=go side=red
"""
    field = Field(text.format("0404"))
    field.do("A/1 K 0505 with A/s", dice=(1,) * 7)
    field.do("A/2 K 0405", dice=(1,) * 6)
    assert [len(roll.dice) for roll in field.rolls() if roll.what == "Attack"] == [4, 3]
    field = Field(text.format("0504"))
    field.do("A/1 K 0505", dice=(1,) * 7)
    assert field.refusal("A/2 K 0405 with A/s").rule == "3S S-3"


def test_3s_s_21_reinforcements_hold_the_hex_they_come_to():
    text = (
        "map 5x5\nred infantry A/1 0101 of=A\nred infantry A/2 - of=A arrives=1/2/0201\nblue infantry B/1 0505 of=B\n"
    )
    field = Field(text + "clock phase=end").do("next")
    index = field.situation.map.index_of("0201")
    assert (field.at("A/2"), field.state.control[index]) == ("0201", field.state.side_code("red"))


@pytest.mark.parametrize(
    ("helpers", "rule", "why"),
    [
        (("A/2", "A/2"), "S-3", "each stand helps once, and the leader leads"),
        (("A/1",), "S-3", "each stand helps once, and the leader leads"),
        (("D/s",), "S-4", "D/s is not of the regiment"),
        (("G",), "S-14", "G has moved in this round"),
        (("H",), "S-14", "H has no ammunition left in this round"),
        (("A/s",), "", ""),
        (("I",), "", ""),
    ],
)
def test_3s_s_3_s_4_s_14_who_helps_does_so_once_is_of_the_regiment_and_a_gun_has_neither_moved_nor_fired(
    helpers, rule, why
):
    field = Field("""
map 9x9
red hq A/hq 0503 of=A
red infantry A/1 0504 of=A
red infantry A/2 0404 of=A
red fire_support A/s 0404 of=A
red infantry D/1 0604 of=D
red fire_support D/s 0604 of=D
red artillery G 0402 of=A marks=moved
red artillery H 0502 of=A shots=0
red artillery I 0602 of=A
blue hq B/hq 0508 of=B
blue infantry B/1 0505 of=B
formation A posture=move marks=active
formation D posture=move marks=active
clock phase=go side=red
""")
    fault = help_fault(field.situation, field.stand("A/1"), Assault("A/1", field.stand("B/1").hex, helpers))
    assert fault == ((f"3S {rule}", why) if why else None)


def test_who_lies_with_a_core_stand_is_attached_to_it_when_its_formation_begins_and_nobody_twice():
    field = Field("""
        map 9x9
        red hq A/hq 0505 of=A
        red infantry A/1 0403 of=A
        red fire_support M 0403 of=A
        formation A posture=move
        blue infantry B/1 0909 of=B
        clock phase=go side=red
    """)
    assert field.stand("M").attached_to is None
    field.do("go A")
    assert field.stand("M").attached_to == "A/1"
    (marked,) = [event for event in field.events if isinstance(event, StandMarked) and event.attached_to]
    assert marked.stand == "M"
