"""D3 3.4 to 3.6: throws for movement, stops, contact, terrain, hexes of other widths."""

from fractions import Fraction

import pytest

from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.march.allowance import allowance
from tests.campaign.d3.tabletop import Table

MOVE = "map 9x9\nclock phase=move side=red\nblue tank 7 0909\n"


@pytest.mark.parametrize(("kind", "inches"), [("infantry", (0, 6, 12)), ("tank", (6, 12, 18))])
@pytest.mark.parametrize("face", [1, 2, 3])
def test_d3_3_4_every_face(kind, inches, face):
    """Slow (D3 - 1) x 6 inches, mobile D3 x 6; pinned 6 less, never below nothing."""
    plain, pinned = Table(MOVE + f"red {kind} 1 0101"), Table(MOVE + f"red {kind} 1 0101 marks=pinned")
    for table in (plain, pinned):
        table.give("1 C roll", face)
    assert allowance(plain.stand("1")) == inches[face - 1]
    assert allowance(pinned.stand("1")) == max(0, inches[face - 1] - 6)


def test_d3_3_4_one_die_for_each_unit_when_movement_begins():
    table = Table("map 9x9\nred tank 1 0101\nred infantry 2 0301 marks=moved,shot\nblue tank 7 0909")
    table.give("next", 3, 2)
    assert (allowance(table.stand("1")), allowance(table.stand("2"))) == (18, 6)
    assert table.stand("2").marks == {"allowance_6"}
    rolls = [event.rolls[0] for event in table.events if isinstance(event, StandMarked)]
    assert [(roll.by, roll.total) for roll in rolls] == [("1", 3), ("2", 1)]


def test_d3_3_4_one_die_for_the_side_by_a_reading():
    table = Table("map 9x9\nred tank 1 0101\nred infantry 2 0301\nblue tank 7 0909\nreading move_die side")
    table.give("next", 3)
    assert (allowance(table.stand("1")), allowance(table.stand("2"))) == (18, 12)


def test_d3_3_4_a_unit_that_has_not_thrown_lists_only_its_throw():
    table = Table(MOVE + "red tank 1 0101")
    assert table.legal("red") == ["1 C roll"]
    assert "has not thrown" in table.refusal("1 M 0101-0102").why
    table.give("1 C roll", 1)
    assert "it may move 6 inches" in table.refusal("1 C roll").why


def test_d3_3_4_the_whole_reach_is_listed():
    """12 inches in the open from 0505: 18 hexes within two steps, each once, by a path of least length."""
    table = Table("map 9x9\nclock phase=move side=red\nred tank 1 0505 marks=allowance_12\nblue tank 7 0101")
    moves = table.legal("red")
    assert len(moves) == 6 + 12
    assert sorted(len(move.split()[2].split("-")) - 1 for move in moves) == [1] * 6 + [2] * 12


def test_d3_3_4_stop_on_coming_within_six_inches():
    """Blue at 0503: its six neighbours are within 6 inches; red goes into them and not through."""
    table = Table("map 9x9\nclock phase=move side=red\nred tank 1 0506 marks=allowance_18\nblue tank 7 0503")
    reach = table.rules.play.reach(table.situation, "1").cost
    number = table.situation.map.index_of
    assert number("0504") in reach
    assert number("0502") not in reach
    refusal = table.refusal("1 M 0506-0505-0504-0403")
    assert (refusal.rule, "stops in 0504" in refusal.why) == ("D3 3.4", True)


def test_d3_3_4_enemies_are_not_entered():
    table = Table("map 9x9\nclock phase=move side=red\nred tank 1 0505 marks=allowance_18\nblue tank 7 0504")
    assert "held by an enemy" in table.refusal("1 M 0505-0504").why


REFUSED = [
    ("1 T 0101-0102", "D3 3.4", "no transport mode"),
    ("1 M 0201-0301", "D3 3.4", "must begin where 1 stands"),
    ("1 M 0101-0102-0101", "D3 3.4", "end in another hex"),
    ("1 M 0101-0103", "D3 3.4", "not neighbours"),
    ("1 A 0101x0102", "D3 3.4", "no enemy is in 0102"),
    ("1 M 0101-0102-0103-0104", "D3 3.4", "18 inches, and 1 has 12"),
]


@pytest.mark.parametrize(("order", "rule", "says"), REFUSED)
def test_d3_3_4_what_is_refused_and_why(order, rule, says):
    table = Table(MOVE + "red tank 1 0101 marks=allowance_12")
    refusal = table.refusal(order)
    assert refusal.rule == rule
    assert says in refusal.why


def test_d3_3_4_no_orders_outside_the_phase():
    table = Table("map 9x9\nclock phase=shoot side=red\nred tank 1 0101 marks=allowance_12\nblue tank 7 0909")
    assert table.refusal("1 M 0101-0102").rule == "orders"
    assert table.refusal("1 C dance").why.startswith("there is no action 'dance'")
    assert "leave the hex out" in table.refusal("1 C roll 0102").why


CONTACT = "map 9x9\nclock phase=move side=red\nblue infantry 9 0909\n"


def test_d3_3_10_contact_destroys_artillery_and_mortars():
    for gun in ("artillery", "mortar"):
        table = Table(CONTACT + f"red infantry 1 0103 marks=allowance_12\nblue {gun} 7 0105")
        assert "1 A 0103-0104x0105" in table.legal("red")
        table.give("1 A 0103-0104x0105")
        assert (table.stand("7").gone, table.where("1")) == ("overrun", "0105")


def test_d3_3_10_it_stops_in_front_by_a_reading():
    table = Table(CONTACT + "red infantry 1 0103 marks=allowance_12\nblue mortar 7 0105\nreading overrun_enters false")
    table.give("1 A 0103-0104x0105")
    assert (table.stand("7").gone, table.where("1")) == ("overrun", "0104")
    blocked = Table(
        CONTACT + "red infantry 1 0103 marks=allowance_12\nred tank 2 0104\nblue mortar 7 0105\n"
        "reading overrun_enters false"
    )
    assert "a friend is in 0104" in blocked.refusal("1 A 0103-0104x0105").why


def test_d3_3_10_an_anti_tank_gun_in_front_is_not_contacted_again():
    table = Table(CONTACT + "red infantry 1 0104 marks=allowance_12\nblue antitank 7 0105")
    assert "shoot at it" in table.refusal("1 A 0104x0105").why
    assert "1 A 0104x0105" not in table.legal("red")


def test_d3_3_4_other_enemies_stop_it_on_the_way_into_contact():
    """Blue 8 at 0305 is 6 inches from 0204 and 0205; on the way from 0203 over 0204 the infantry stops."""
    given = CONTACT + "red infantry 1 0103 marks=allowance_12\nblue mortar 7 0105\nblue tank 8 0204\n"
    table, free = Table(given), Table(given + "reading contact_stop all")
    assert table.refusal("1 A 0103-0104x0105").rule in {"D3 3.4", "D3 3.6"}
    assert not any(" A " in order for order in table.legal("red"))
    free.give("1 A 0103-0104x0105")
    assert free.stand("7").gone == "overrun"


def test_d3_3_6_along_and_away_but_not_closer():
    """Hexes of 3 inches. Red at 0505 is 6 inches from blue at 0503: 0504 is closer, 0404 along, 0506 away."""
    given = (
        "map 9x9\nclock phase=move side=red\nred tank 1 0505 marks=allowance_6\nblue tank 7 0503\nreading hex_inches 3"
    )
    table = Table(given)
    reach = {table.situation.map.number(index) for index in table.rules.play.reach(table.situation, "1").cost}
    assert "0504" not in reach
    assert {"0506", "0507", "0604"} <= reach
    assert table.refusal("1 M 0505-0504").rule == "D3 3.6"


def test_d3_3_6_zones_are_the_hexes_within_six_inches():
    table = Table("map 9x9\nclock phase=move side=red\nred tank 1 0505\nblue tank 7 0101")
    zone = table.rules.play.zones(table.situation, "red")
    assert len(zone) == 7
    assert set(zone.values()) == {("1",)}


def test_d3_3_6_one_unit_in_a_hex():
    table = Table(MOVE + "red tank 1 0101 marks=allowance_6\nred tank 2 0102\nterrain 0103 marsh")
    play, number = table.rules.play, table.situation.map.index_of
    assert table.refusal("1 M 0101-0102").rule == "D3 3.6"
    assert [play.fits(table.situation, "1", number(hex_)) for hex_ in ("0101", "0102", "0103", "0104")] == [
        True, False, False, True,
    ]  # fmt: skip


TERRAIN_CASES = [
    # what lies between or in 0102, where from 0101 a tank with 18 inches can go straight down
    ("terrain 0102 woods_open", ["0102"]),
    ("terrain 0102 village", ["0102"]),
    ("terrain 0102 bocage", ["0102"]),
    ("steep 0101/0102", ["0102"]),
    ("terrain 0102 hills", ["0102", "0103", "0104"]),
    ("terrain 0102 marsh", []),
    ("terrain 0102 water", []),
    ("river 0101/0102", []),
    ("major_river 0101/0102", []),
    ("cliff 0101/0102", []),
    ("stream 0101/0102", ["0102", "0103", "0104"]),
    ("river 0101/0102\nbridge 0101/0102", ["0102", "0103", "0104"]),
    ("river 0101/0102\nford 0101/0102", ["0102", "0103", "0104"]),
    ("river 0101/0102\nferry 0101/0102", []),
    ("river 0101/0102\nbridge 0101/0102\nground 0101/0102 blown", []),
    ("river 0101/0102\nground 0101/0102 bridge", ["0102", "0103", "0104"]),
    ("steep 0101/0102\nroad 0101-0102", ["0102", "0103", "0104"]),
    ("steep 0101/0102\nreading steep_sides none", ["0102", "0103", "0104"]),
    ("terrain 0102 bocage\nreading bocage_sides none", ["0102", "0103", "0104"]),
    ("steep 0101/0102\nroad 0101-0102\nreading road_gaps false", ["0102"]),
    ("cliff 0101/0102\nreading cliffs linear", ["0102"]),
    ("stream 0101/0102\nreading streams river", []),
    ("terrain 0101 woods_open", ["0102", "0103", "0104"]),
    ("terrain 0101 woods_open\nreading leaving_capped true", ["0102"]),
]


@pytest.mark.parametrize(("ground", "goals"), TERRAIN_CASES)
def test_d3_3_5_terrain(ground, goals):
    """A map one hex wide: how far straight down it goes, and in what paragraph the next hex is refused."""
    table = Table(f"map 1x6\n{ground}\nclock phase=move side=red\nred tank 1 0101 marks=allowance_18\nblue tank 7 0106")
    reach = {table.situation.map.number(index) for index in table.rules.play.reach(table.situation, "1").cost}
    assert sorted(reach - {"0101"}) == goals
    if len(goals) < 3:
        path = ["0101", *goals, f"010{len(goals) + 2}"]
        assert table.refusal("1 M " + "-".join(path)).rule == "D3 3.5"


@pytest.mark.parametrize(
    ("inches", "steps"),
    # 6, 12 and 18 inches in whole hexes; what is left over of a hex is lost.
    [("6", (1, 2, 3)), ("3", (2, 4, 6)), ("4", (1, 3, 4)), ("2", (3, 6, 9)), ("4.5", (1, 2, 4)), ("7", (0, 1, 2))],
)
def test_d3_3_1_hexes_of_other_widths(inches, steps):
    for allowed, wanted in zip((6, 12, 18), steps, strict=True):
        table = Table(
            f"map 1x12\nclock phase=move side=red\nred tank 1 0101 marks=allowance_{allowed}\n"
            f"blue tank 7 -\nreading hex_inches {inches}"
        )
        assert len(table.rules.play.reach(table.situation, "1").cost) - 1 == wanted


def test_d3_3_1_scale_and_cautions():
    """By hex_inches; with 0 by the ground: a hex of 200 m at 50 m an inch is 4 inches."""
    plain = Table("map 3x3\nred tank 1 0101")
    ground = Table("map 3x3\nwidth 0.2\nred tank 1 0101\nreading hex_inches 0")
    wide = Table("map 3x3\nwidth 0.4\nred tank 1 0101\nreading hex_inches 0")
    scales = [t.rules.play.scale(t.situation) for t in (plain, ground, wide)]
    assert [(scale.unit, scale.per_hex) for scale in scales] == [("inch", 6), ("inch", 4), ("inch", 8)]
    assert "inch_m" in scales[1].says
    cautions = [t.rules.play.cautions(t.situation) for t in (plain, ground, wide)]
    assert [len(told) for told in cautions] == [0, 1, 1]
    assert "more than a step" in cautions[2][0]


def test_d3_3_1_fractions_are_kept():
    table = Table("map 3x3\nwidth 0.21\nred tank 1 0101\nreading hex_inches 0")
    assert table.rules.play.scale(table.situation).per_hex == Fraction(21, 5)


def test_moves_are_told_in_hundredths_of_an_inch():
    table = Table(MOVE + "red tank 1 0101 marks=allowance_12\nreading hex_inches 4.5")
    table.give("1 M 0101-0102-0103")
    (moved,) = [event for event in table.events if isinstance(event, StandMoved)]
    assert (moved.fragments, table.stand("1").marks) == (900, {"allowance_12", "moved", "moved_far"})


def test_d3_3_10_anti_tank_guns_by_a_reading():
    table = Table(CONTACT + "red infantry 1 0104 marks=allowance_6\nblue antitank 7 0105\nreading at_guns_overrun true")
    table.give("1 A 0104x0105")
    assert (table.stand("7").gone, table.where("1")) == ("overrun", "0105")


def test_reach_names_the_guns_that_can_be_contacted():
    table = Table(CONTACT + "red infantry 1 0103 marks=allowance_12\nblue mortar 7 0105")
    reach = table.rules.play.reach(table.situation, "1")
    assert reach.contacts == {table.stand("7").hex}
    assert reach.limit == 1200
    assert max(reach.cost.values()) == 1200
    assert reach.path_to(table.situation.map.index_of("0104")) == (
        table.stand("1").hex,
        table.situation.map.index_of("0104"),
    )


def test_a_stand_off_the_map_does_nothing():
    for phase in ("move", "shoot"):
        table = Table(f"map 5x5\nclock phase={phase} side=red\nred tank 1 - arrives=1/9/0101\nblue tank 7 0505")
        assert table.legal("red") == []
        assert table.rules.play.reach(table.situation, "1").cost == {}
