"""Tables as printed, command, spotting, musters, set-up, and what a wrong table says (3S 1.1-1.9, S-15, S-20, S-21)."""

import math
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from campaign.systems.catalogue import ruleset
from campaign.systems.files import table_text
from campaign.systems.star.command.musters import muster, setup_area
from campaign.systems.star.fight.attack import serves
from campaign.systems.star.tables import read_star_tables
from campaign.systems.star.units import armour_of, command, dice_of, pace_of, posture_of, riders_of, support_of
from maps.derive.terrain.terrain import TERRAIN
from maps.grid.hexgrid import Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES
from maps.problems import ProblemsFound
from tests.campaign.star.field import SYSTEMS, THREE, TWO, Field

T3, T2 = read_star_tables(THREE), read_star_tables(TWO)

# Strength points, dice, range: the unit tables of the two texts.
BOTH = {
    "hq": (6, 1, 0), "infantry": (5, 3, 2), "militia": (4, 3, 2), "artillery": (4, 2, 8), "heavy_armour": (5, 4, 2),
    "medium_armour": (4, 4, 2), "light_armour": (3, 3, 2), "armoured_cars": (3, 3, 2), "antitank": (1, 1, 2),
    "engineers": (1, 1, 0), "antiaircraft": (1, 1, 0),
}  # fmt: skip


def test_3s_1_1_a_hex_is_a_hex():
    field = Field("map 3x3\nred hq 1 0101")
    scale = field.rules.play.scale(field.situation)
    assert (scale.unit, scale.per_hex) == ("hex", Fraction(1))
    assert "meant are 1 km (hex_km) and 3 hours a round" in scale.says
    assert field.rules.play.cautions(field.situation) == ()


def test_interpretation_hex_km_other_widths_are_told():
    field = Field("map 3x3\nwidth 0.4\nred infantry 1 0101")
    assert "ranges and moves are meant for 1 km" in field.rules.play.cautions(field.situation)[0]
    two = Field("map 3x3\nwidth 0.4\nred hq 1 0101\nreading hex_km 0.4")
    assert two.rules.play.cautions(two.situation) == ()


@pytest.mark.parametrize("key", SYSTEMS)
def test_3s_s_16_the_opening_warns_of_regiments_without_an_hq_stand(key):
    width = 1 if key == THREE else 0.5
    text = f"map 9x9\nwidth {width}\nred hq D/hq 0101 of=D\nred infantry A/1 0103 of=A\nformation A parent=D\n"
    field = Field(text + "blue hq B/hq 0909 of=B\nblue infantry B/1 0908 of=B\nblue infantry C/1 0907 of=C", key)
    (told,) = field.rules.play.cautions(field.situation)
    assert told.startswith("2 of 4 regiments have no HQ stand")
    assert told.endswith(": A (D/hq), C (nobody)")


def test_2s_2_5_the_support_of_a_stand_is_none_of_the_transport_that_it_rides_on():
    text = "map 3x3\nwidth 0.5\nred hq A/hq 0101 of=A\nred infantry A/1 0202 of=A\nred truck A/t 0202 of=A\n"
    for more, support in (("", None), ("red machine_guns A/s 0202 of=A\n", "A/s")):
        field = Field(text + more + "formation A hq=A/hq", TWO)
        stand = field.situation.state.stands["A/1"]
        assert "A/t" in {one.id for one in riders_of(field.situation, stand)}
        assert getattr(support_of(field.situation, stand), "id", None) == support


def test_2s_2_1_a_hex_is_500_m():
    field = Field("map 3x3\nwidth 0.5\nred infantry 1 0101", TWO)
    assert "meant are 0.5 km (hex_km) and 2.5 hours" in field.rules.play.scale(field.situation).says


def test_3s_1_2_the_unit_table_as_printed():
    printed = BOTH | {"fire_support": (1, 1, 3), "motorised": (5, 3, 2), "armoured_infantry": (5, 3, 2),
                      "armoured_artillery": (4, 2, 8)}  # fmt: skip
    assert {key: (row.strength, row.dice, row.reach) for key, row in T3.stand.items()} == printed
    assert T3.stand["antitank"].versus_armour == 2
    assert {key for key, row in T3.stand.items() if row.overhead} == {"fire_support"}
    assert {key for key, row in T3.stand.items() if not row.attacks} == {"hq", "antiaircraft"}


def test_2s_2_2_the_unit_table_as_printed():
    longer = {2: 3, 8: 12, 0: 0}
    printed = {key: (sp, dice, longer[reach]) for key, (sp, dice, reach) in BOTH.items()}
    printed |= {"light_artillery": (1, 1, 4), "machine_guns": (1, 1, 3), "armoured_transport": (1, 1, 3),
                "truck": (1, 0, 0), "armoured_artillery": (4, 2, 12)}  # fmt: skip
    assert {key: (row.strength, row.dice, row.reach) for key, row in T2.stand.items()} == printed
    assert T2.combat.long_range == 3


def test_2s_2_3_stands_are_companies():
    assert (T3.sizes["core"], T3.sizes["support"]) == ("battalion", "company")
    assert (T2.sizes["core"], T2.sizes["support"]) == ("company", "platoon")
    assert (T3.slots, T2.slots["transport"]) == ({"core": 1, "support": 1, "transport": 0}, 1)
    assert (T3.rounds, T2.rounds) == (4, 5)


@pytest.mark.parametrize(("lost", "dice"), [(0, 3), (1, 3), (2, 3), (3, 2), (4, 1)])
def test_3s_1_2_dice_are_the_smaller_of_strength_and_fighting_strength(lost, dice):
    field = Field(f"map 3x3\nred infantry 1 0101 losses={lost}")
    assert dice_of(field.situation, field.stand("1")) == dice


def test_3s_1_5_order_changes():
    allowed = {(before, after) for before, row in T3.order_changes.items() for after in row}
    refused = {("move", "dig_in"), ("retreat", "dig_in"), ("dig_in", "move"), ("dig_in", "retreat")}
    everything = {(before, after) for before in T3.postures for after in T3.postures}
    assert everything - allowed == refused
    assert T2.order_changes == T3.order_changes


def test_3s_1_6_the_movement_table_as_printed():
    paces = {mover: (pace.normal, pace.strategic) for mover, pace in T3.pace.items()}
    assert paces == {"wheeled": (3, 6), "tracked": (3, 5), "slow": (2, 4), "foot": (2, 3)}
    assert {mover: (p.normal, p.strategic) for mover, p in T2.pace.items()} == paces | {"foot": (2, 4)}


def test_3s_1_9_every_terrain_has_its_class():
    for tables in (T3, T2):
        assert set(TERRAIN) <= set(tables.terrain)
        assert set(HEXSIDES[1:]) == set(tables.water)
        assert set(CROSSINGS[1:]) == set(tables.crossing)


def test_supports_of_a_motorised_regiment_are_as_mobile():
    """1.2: an AT gun on foot keeps an HQ to 2 hexes, but not in a regiment that all goes by vehicle."""
    text = "map 3x3\nred hq A/hq 0101 of=A\nred {} A/1 0102 of=A\nred antitank A/t 0101 of=A"
    for kind, pace in (("infantry", 2), ("motorised", 3), ("medium_armour", 3)):
        field = Field(text.format(kind))
        assert pace_of(field.situation, field.stand("A/hq"), strategic=False) == pace


def test_2s_2_7_an_hq_on_foot():
    field = Field("map 3x3\nred hq A/hq 0101 of=A mover=foot", TWO)
    assert pace_of(field.situation, field.stand("A/hq"), strategic=True) == 4


def test_2s_2_7_a_truck_adds_no_dice():
    field = Field("map 3x3\nred infantry 1 0101 losses=3\nred truck k 0101", TWO)
    assert dice_of(field.situation, field.stand("1")) == 2
    assert armour_of(field.situation, field.stand("1")) == ""


def test_3s_s_15_guns_serve_their_own_formation():
    """A gun of the division serves its regiments, one of another division does not; one on its own serves all."""
    field = Field("""
map 3x3
red infantry 1 0101 of=R1
red artillery own 0102 of=D1
red artillery beside 0201 of=G1
red artillery other 0103 of=D2
red artillery corps 0202 of=K
red artillery free 0203 of=F
formation R1 parent=D1
formation G1 parent=D1
formation D1 parent=K
formation D2 parent=K
""")
    served = {key for key in ("own", "beside", "corps", "free") if serves(field.situation, field.stand(key), "R1")}
    assert served == {"own", "beside", "corps", "free"}
    field = Field("map 3x3\nred infantry 1 0101 of=R1\nred artillery g 0102 of=G2\nformation R1 parent=D1\n"
                  "formation G2 parent=D2\nformation D1\nformation D2")  # fmt: skip
    assert not serves(field.situation, field.stand("g"), "R1")


@pytest.mark.parametrize("key", SYSTEMS)
def test_3s_s_20_musters_keep_the_stacking_limit(key):
    tables = read_star_tables(key)
    for row in tables.muster:
        stands = muster(tables, row.key, "77", "red")
        assert len(stands) == len({stand.id for stand in stands}) == sum(row.stands.values())
        roles = [
            (s.attached_to, tables.stand[str(s.profile.attributes["stand"])].role) for s in stands if s.attached_to
        ]
        assert len(roles) == len(set(roles)), row.key
        core = [s for s in stands if tables.stand[str(s.profile.attributes["stand"])].role == "core"]
        if row.key != "divisional":
            assert [s.profile.kind for s in core].count("hq") == 1
            assert len(core) == 4
    with pytest.raises(KeyError):
        muster(tables, "cavalry", "77", "red")


def test_3s_s_21_where_sides_set_up():
    """On 9 x 6 the defender's third in the south is rows 5 and 6, the attacker's east edge the last two columns."""
    grid = Grid(9, 6)
    assert {index // 9 for index in setup_area(grid, "south", defends=True)} == {4, 5}
    assert {index % 9 for index in setup_area(grid, "east", defends=False)} == {7, 8}


def test_3s_s_21_a_stand_fits_where_there_is_room_and_ground():
    field = Field("map\n. . =\n. . .\nred infantry 1 0101 of=A\nred antitank t 0101 of=A\nblue infantry 9 0202 of=B")
    fits = field.rules.play.fits
    at = field.situation.map.index_of
    assert fits(field.situation, "1", at("0102"))
    assert not fits(field.situation, "1", at("0301")), "in the sea"
    assert not fits(field.situation, "1", at("0202")), "where the enemy is"
    assert fits(field.situation, "t", at("0101"))
    assert not fits(field.situation, "t", at("0102")), "alone"


def test_3s_s_22_a_detached_stand_has_its_own_order():
    field = Field("map 3x3\nred infantry 1 0101 of=A marks=detached,order_hold\nformation A posture=move")
    assert posture_of(field.situation, field.stand("1")) == "hold"


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_fixed_reading_is_one_that_no_rule_asks_for(key):
    campaign = Path(str(files("campaign")))
    paths = [*campaign.glob("systems/star/**/*.py"), *campaign.glob("kit/*.py"), *campaign.glob("model/*.py")]
    code = "".join(path.read_text("utf-8") for path in paths)
    for item in ruleset(key).tables.interpretations:
        assert item.fixed == (f'"{item.key}"' not in code), item.key
        assert item.source in {"reading", "default"}


def test_an_override_that_cannot_be_is_refused():
    with pytest.raises(ProblemsFound, match="no interpretation is called 'hex_kms'; did you mean 'hex_km'"):
        ruleset(THREE, {"hex_kms": 2})
    with pytest.raises(ProblemsFound, match="hit_policy cannot be 'never'"):
        ruleset(THREE, {"hit_policy": "never"})


def test_a_table_that_names_what_is_not_there_is_told():
    text = table_text(THREE)
    wrong = text.replace('mover = "tracked"', 'mover = "trakced"', 1).replace('bocage = "rough"', 'bocage = "ruogh"')
    with pytest.raises(ProblemsFound) as found:
        read_star_tables(THREE, wrong)
    told = str(found.value)
    assert "mover is 'trakced', which there is not" in told
    assert "terrain.bocage is 'ruogh', which there is not" in told
    assert "did you mean 'rough'" in told


def test_stands_of_an_order_of_battle_that_names_no_line_have_that_of_their_branch():
    field = Field("map 3x3\nred infantry 1 0101 stand=-")
    assert dice_of(field.situation, field.stand("1")) == 3


@pytest.mark.parametrize("key", SYSTEMS)
def test_3s_1_7_out_of_command_the_nearest_hq_is_as_far_as_it_is(key):
    field = Field("map 1x20\nred hq H 0101 of=A\nred infantry 1 0118 of=A\nred infantry 2 0120 of=B", key)
    assert command(field.situation, field.stand("1")) == (None, 17)
    assert command(field.situation, field.stand("2")) == (None, math.inf), "nobody leads it"
