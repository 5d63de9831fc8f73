"""ZN 4.8 and 4.22: zones of control."""

import pytest

from campaign.systems.zen.march.zones import _centres, enemy_ground, zone_of
from tests.campaign.zen.marching import INCH_M, THREE_INCHES, Game, column


def test_zn_16_a_unit_that_passes_an_enemy_battalion_is_stopped():
    """ZN-16: going past along the next column, the first hex in the zone ends the move."""
    ground = "...\n...\n...\n...\n..."
    game = Game(ground, "us arm T 0101", "ge inf X 0203", width_m=THREE_INCHES)
    rule, why = game.refusal("T M 0101-0102-0103-0104")
    assert rule == "ZN 4.8"
    assert "0103 lies in an enemy zone of control" in why
    game.march("T M 0101-0102-0103")
    assert game.at("T") == "0103"


def test_zn_16_at_2_inches_and_a_half_hexes_lie_further_off():
    """A zone covers centres within 1 + 2 + 1 = 4 inches: at 1.5 inches a hex two hexes off (3), not three (4.5)."""
    game = Game(column(8), "us inf A 0108", "ge inf X 0101", width_m=1.5 * INCH_M)
    zone = zone_of(game.situation, game.stand("X"))
    assert zone == {game.hex("0102"), game.hex("0103")}


def test_zn_19_a_detachment_has_no_zone():
    """ZN-19: an enemy company is passed next door."""
    ground = "...\n...\n...\n...\n..."
    game = Game(ground, "us arm T 0101", "ge inf X 0203 size=company", width_m=THREE_INCHES)
    game.order("T M 0101-0102-0103-0104")


@pytest.mark.parametrize("kind", ["art", "lorry", "hq", "flak"])
def test_artillery_transport_and_headquarters_have_none(kind):
    game = Game(column(5), f"ge {kind} X 0103", width_m=THREE_INCHES)
    assert zone_of(game.situation, game.stand("X")) == frozenset()


def test_interpretation_artillery_zoc():
    game = Game(column(5), "ge art X 0103", width_m=THREE_INCHES, overrides={"artillery_zoc": True})
    assert zone_of(game.situation, game.stand("X")) == {1, 3}


@pytest.mark.parametrize("kind", ["inf", "cav", "rec", "arm"])
def test_battalions_that_fight_have_one(kind):
    """Recce: 0.75 + 1.5 + 1 = 3.25 inches, which still reaches a hex of 3."""
    game = Game(column(5), f"ge {kind} X 0103", width_m=THREE_INCHES)
    assert zone_of(game.situation, game.stand("X")) == {1, 3}


def test_interpretation_zoc_the_mover_s_own_base_counts():
    """At 2 km (3.73 inches) infantry holds up a battalion (1 + 2 + 1), and a company too (1 + 2 + 0.75 = 3.75)."""
    game = Game(column(5), "us inf A 0105", "us inf C 0105 size=company", "ge inf X 0103", width_m=3.8 * INCH_M)
    assert 1 in enemy_ground(game.situation, game.stand("A")).zone
    assert 1 not in enemy_ground(game.situation, game.stand("C")).zone


def test_interpretation_zoc_in_built_up():
    """A unit inside a built-up area exerts none, and none reaches into one."""
    inside = Game(column(3, ".T."), "ge inf X 0102", width_m=THREE_INCHES)
    assert zone_of(inside.situation, inside.stand("X")) == frozenset()
    beside = Game(column(3, ".T."), "ge inf X 0101", width_m=THREE_INCHES)
    assert zone_of(beside.situation, beside.stand("X")) == frozenset()
    other = Game(column(3, ".T."), "ge inf X 0102", width_m=THREE_INCHES, overrides={"zoc_in_built_up": True})
    assert zone_of(other.situation, other.stand("X")) == {0, 2}


def test_a_unit_that_begins_in_a_zone_may_leave_it():
    game = Game("....\n....\n....", "us inf A 0102", "ge inf X 0202", width_m=THREE_INCHES)
    assert "0101" in game.reach("A")


def test_from_zone_to_zone_only_one_hex():
    """0103 and 0104 both lie in the zone of 0204; from 0103 one hex of the zone may be entered and not left."""
    ground = "...\n...\n...\n...\n...\n..."
    game = Game(ground, "us rec R 0103", "ge inf X 0203", width_m=THREE_INCHES)
    zone = zone_of(game.situation, game.stand("X"))
    assert {game.hex("0103"), game.hex("0104")} <= zone
    assert "0104" in game.reach("R")
    rule, _ = game.refusal("R M 0103-0104-0105")
    assert rule == "ZN 4.8"


def test_nobody_enters_a_hex_that_the_enemy_holds():
    game = Game(column(4), "us inf A 0101", "ge lorry X 0102")
    rule, why = game.refusal("A M 0101-0102")
    assert rule == "ZN 4.22"
    assert "the enemy holds 0102; attack it" in why
    assert "0102" not in game.reach("A")


def test_interpretation_assault_step_is_half_a_step():
    """Two hexes of 3 inches: 1200 to the zone, 600 to come to grips across the hexside."""
    game = Game(column(4), "us inf A 0101", "ge inf X 0103", width_m=THREE_INCHES)
    assert game.contacts("A") == {"0103"}
    game.march("A A 0101-0102x0103")
    assert game.at("A") == "0102"
    assert game.state.contacts == {("A", "X")}
    assert game.state.assaults == {("A", "X")}


def test_an_attack_out_of_reach_is_refused():
    """1200 + 1200 + 600 is more than a turn."""
    game = Game(column(5), "us inf A 0101", "ge art X 0104", width_m=THREE_INCHES)
    assert game.contacts("A") == set()
    rule, why = game.refusal("A A 0101-0102-0103x0104")
    assert rule == "ZN 4.7"
    assert "it would take 3000 of its 2400 fragments" in why


def test_an_attack_on_nobody_is_refused():
    assert "no enemy is known in 0102" in Game(column(3), "us inf A 0101").refusal("A A 0101x0102")[1]


def test_an_attack_across_a_river_needs_its_bridge():
    lines = ("us inf A 0101", "ge inf X 0102")
    assert Game(column(3), *lines, rivers=("0101/0102",)).contacts("A") == set()
    assert Game(column(3), *lines, rivers=("0101/0102",), bridges=("0101/0102",)).contacts("A") == {"0102"}


def test_an_attack_across_a_stream_on_foot_costs_half_a_move_more():
    """600 + 1200 = 1800; with a hex marched before (1200) it is too late."""
    lines = ("us inf A 0102", "us inf B 0101", "ge inf X 0103")
    game = Game(column(4), *lines, width_m=THREE_INCHES, streams=("0102/0103",))
    assert game.contacts("A") == {"0103"}
    assert game.contacts("B") == set()


def test_engineers_help_infantry_to_attack_across_a_river():
    game = Game(column(3), "us inf A 0101", "us eng E 0101", "ge inf X 0102", rivers=("0101/0102",))
    assert game.contacts("A") == {"0102"}
    game.march("A A 0101x0102")
    assert game.state.contacts == {("A", "X")}


@pytest.mark.parametrize("kind", ["hq", "lorry", "flak"])
def test_who_does_not_fight_does_not_attack(kind):
    rule, _ = Game(column(3), f"us {kind} A 0101", "ge inf X 0102").refusal("A A 0101x0102")
    assert rule == "ZN 4.12"


def test_isolated_units_may_not_attack_on_the_second_day():
    game = Game(column(3), "us inf A 0101 isolated=1", "us inf B 0101 isolated=2", "ge inf X 0102")
    assert game.contacts("A") == {"0102"}
    assert game.contacts("B") == set()
    assert game.refusal("B A 0101x0102")[0] == "ZN 4.13"


# --- 4.5, out of command ---------------------------------------------------------------------------------------------


def test_interpretation_towards_enemy_nobody_out_of_command_ends_nearer():
    """Interpretation towards_enemy: it may not end nearer to the nearest enemy unit than it began."""
    game = Game(column(9), "us inf A 0105 marks=out_of_command", "ge art X 0109", width_m=THREE_INCHES)
    assert set(game.reach("A")) == {"0103", "0104", "0105"}
    rule, why = game.refusal("A M 0105-0106")
    assert rule == "ZN 4.5"
    assert "would end in 0106, nearer to the enemy" in why
    game.order("A M 0105-0104")


def test_out_of_command_nobody_attacks():
    game = Game(column(3), "us inf A 0101 marks=out_of_command", "ge inf X 0102")
    assert game.contacts("A") == set()
    assert game.refusal("A A 0101x0102")[0] == "ZN 4.5"


def test_in_command_it_may():
    game = Game(column(9), "us inf A 0105", "ge art X 0109", width_m=THREE_INCHES)
    assert "0107" in game.reach("A")


def test_what_is_kept_of_a_layout_for_all_cannot_be_changed_by_one():
    layout = Game("..", "us inf A 0101").situation.map.layout
    with pytest.raises(ValueError, match="read-only"):
        _centres(layout)[0] = 0.0
