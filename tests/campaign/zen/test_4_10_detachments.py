"""ZN 4.10: detachments."""

import pytest

from campaign.systems.zen.fight.firepower import dice_of
from campaign.systems.zen.march.reach import barred_targets
from campaign.systems.zen.march.zones import exerts_zone
from campaign.systems.zen.space import is_company
from tests.campaign.zen.marching import THREE_INCHES, Game, column

ALONE = "us inf A 0102"


def test_zn_28_a_detachment_has_one_point_and_one_die():
    """ZN-28: whatever its parent has."""
    game = Game(column(5), "us inf A 0102 traits=strong")
    game.order("A D 2")
    for key in ("A-1", "A-2"):
        stand = game.stand(key)
        assert (stand.points, dice_of(game.situation, stand)) == (1, 1)
        assert (stand.profile.size, stand.attached_to, stand.hex) == ("company", "A", game.hex("0102"))


def test_interpretation_detachment_from_parent():
    """Each takes its point from the parent; a parent left with 1 point rolls 1 die."""
    game = Game(column(5), ALONE)
    game.order("A D 3")
    assert game.stand("A").points == 1
    assert dice_of(game.situation, game.stand("A")) == 1


def test_interpretation_detachment_from_parent_may_be_ruled_out():
    game = Game(column(5), ALONE, overrides={"detachment_from_parent": False})
    game.order("A D 4")
    assert game.stand("A").points == 4
    assert game.refusal("A D 1")[0] == "ZN 4.10"
    game.order("A-2 R")
    assert game.stand("A").points == 4
    assert game.stand("A-2").gone == "rejoined"


def test_interpretation_last_company_keeps_the_parent_s_stand():
    game = Game(column(5), ALONE)
    rule, why = game.refusal("A D 4")
    assert rule == "ZN 4.10"
    assert "can split off 1 to 3, not 4" in why
    assert {line for line in game.offered("A") if " D " in line} == {"A D 1", "A D 2", "A D 3"}


@pytest.mark.parametrize("kind", ["inf", "cav", "rec", "arm"])
def test_infantry_cavalry_recce_and_armour_detach(kind):
    Game(column(5), f"us {kind} A 0102").order("A D 1")


@pytest.mark.parametrize("unit", ["art A 0102", "lorry A 0102", "hq A 0102 SP=3", "inf A 0102 size=company SP=2"])
def test_others_do_not(unit):
    rule, why = Game(column(5), f"us {unit}").refusal("A D 1")
    assert rule == "ZN 4.10"
    assert "only battalions and regiments" in why


def test_detaching_costs_no_movement():
    game = Game(column(5), ALONE, width_m=THREE_INCHES)
    before = game.reach("A")
    game.order("A D 1")
    assert game.reach("A") == game.reach("A-1") == before


def test_detachments_stand_on_their_parent_s_base_while_they_are_with_it():
    """Three battalions fill a hex of 2 km; a company split off is in nobody's way until it is left behind."""
    game = Game(column(5), ALONE, "us inf B 0102", "us inf C 0102")
    game.order("A D 1")
    game.march("B M 0102-0101")
    assert game.at("B") == "0101"


@pytest.mark.parametrize("kind", ["inf", "arm", "rec", "cav"])
def test_battalions_that_fight_are_barred_to_detachments(kind):
    game = Game(column(5), ALONE, f"ge {kind} X 0103")
    game.order("A D 1")
    assert game.contacts("A-1") == set()
    rule, why = game.refusal("A-1 A 0102x0103")
    assert rule == "ZN 4.10"
    assert "may not close with X" in why
    assert game.contacts("A") == {"0103"}


@pytest.mark.parametrize("line", ["art X 0103", "lorry X 0103", "flak X 0103", "hq X 0103", "inf X 0103 size=company"])
def test_detachments_close_with_artillery_transport_support_and_detachments(line):
    """Headquarters count as support vehicles (default)."""
    game = Game(column(5), ALONE, f"ge {line}")
    game.order("A D 1")
    assert "A-1 A 0102x0103" in game.offered("A-1")
    game.march("A-1 A 0102x0103")
    assert game.state.contacts == {("A-1", "X")}


def test_a_battalion_beside_the_guns_keeps_a_detachment_off():
    game = Game(column(5), ALONE, "ge art X 0103", "ge inf Y 0103")
    game.order("A D 1")
    assert "may not close with Y" in game.refusal("A-1 A 0102x0103")[1]


def test_a_battalion_that_comes_up_first_keeps_a_detachment_off():
    """Y comes from 0104 by road in 900 fragments; the company needs 1200 + 600."""
    lines = ("us inf A 0101", "ge hq X 0103", "ge inf Y 0104")
    game = Game(column(5), *lines, width_m=THREE_INCHES, roads=("0103-0104",))
    game.order("A D 1")
    game.march("A-1 A 0101-0102x0103", "Y M 0104-0103")
    assert game.at("Y") == "0103"
    assert game.state.contacts == frozenset()


def test_rejoining_gives_the_points_back():
    game = Game(column(5), ALONE)
    game.order("A D 2")
    game.mark("A-2", losses=1)
    assert "A-1 R" in game.offered("A-1")
    game.order("A-1 R")
    assert game.stand("A").points == 3
    assert game.stand("A-1").gone == "rejoined"


def test_rejoining_needs_the_parent_s_hex():
    game = Game(column(5), ALONE)
    game.order("A D 1")
    game.march("A-1 M 0102-0101")
    rule, why = game.refusal("A-1 R")
    assert rule == "ZN 4.10"
    assert "A-1 in 0101 is not in the hex of A, 0102" in why
    assert "no detachment of another unit" in game.refusal("A R")[1]


def test_contact_passes_to_the_parent_with_the_detachment():
    game = Game(column(5), ALONE, "ge art X 0103")
    game.order("A D 1")
    game.change(contacts=frozenset({("A-1", "X")}))
    game.order("A-1 R")
    assert game.state.contacts == {("A", "X")}


def test_numbers_of_detachments_are_never_used_twice():
    game = Game(column(5), ALONE)
    game.order("A D 1", "A-1 R", "A D 1")
    assert game.stand("A-2").on_map
    assert game.stand("A-1").gone == "rejoined"


def test_nobody_detaches_from_lorries():
    game = Game(column(5), "us inf A 0102 traits=motorised marks=transport")
    assert "get off first" in game.refusal("A D 1")[1]


def deployed(*stands, **options):
    """Give a game in which A has detached all but one of its points."""
    game = Game(column(6), "us inf A 0102", *stands, **options)
    game.order("A D 3")
    return game


def test_zn_4_10_who_has_deployed_wholly_has_no_zone():
    game = Game(column(6), "us inf A 0102", width_m=1000.0)
    assert exerts_zone(game.situation, game.stand("A"))
    game.order("A D 2")
    assert exerts_zone(game.situation, game.stand("A"))
    game.order("A D 1")
    assert not exerts_zone(game.situation, game.stand("A"))
    game.order("A-1 R")
    assert exerts_zone(game.situation, game.stand("A")), "with a company back it is a battalion again"


def test_zn_4_10_who_has_deployed_wholly_may_not_close_with_a_battalion():
    game = deployed("ge inf G 0103")
    rule, why = game.refusal("A A 0102x0103")
    assert rule == "ZN 4.10"
    assert "detachment" in why


def test_zn_4_10_a_detachment_may_close_with_who_has_deployed_wholly():
    game = Game(column(6), "us inf A 0102", "ge inf G 0103 size=company SP=1")
    assert barred_targets(game.situation, game.stand("G"), [game.stand("A")]) == ["A"]
    game.order("A D 3")
    assert barred_targets(game.situation, game.stand("G"), [game.stand("A")]) == []


def test_zn_4_10_a_battalion_worn_down_to_one_point_is_a_battalion():
    game = Game(column(6), "us inf A 0102 losses=3")
    assert not is_company(game.stand("A"))
    assert exerts_zone(game.situation, game.stand("A"))
