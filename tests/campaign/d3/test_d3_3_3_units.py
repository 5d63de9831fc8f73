"""D3 3.3 and the tables: unit sheets as printed, and what is wrong with tables that do not fit together."""

import msgspec
import pytest

from campaign.model.things import Profile, Stand
from campaign.systems.d3.space import unit_of
from campaign.systems.d3.tables import read_d3_tables
from campaign.systems.files import table_text
from maps.derive.legend import TERRAIN
from maps.problems import ProblemsFound
from tests.campaign.d3.tabletop import RULES, Table

TABLES = read_d3_tables()
TEXT = table_text("d3_one_hour")

SHEETS = {
    # unit: moves, target type, weapon, may move and shoot
    "infantry": ("slow", "infantry", "light", False),
    "mortar": ("slow", "gun", "mortar", False),
    "artillery": ("slow", "gun", "artillery", False),
    "antitank": ("slow", "gun", "antitank", False),
    "motorised_infantry": ("mobile", "infantry", "light", False),
    "armoured_infantry": ("mobile", "light", "light", True),
    "light_armoured_car": ("mobile", "light", "light", True),
    "scout_car": ("mobile", "light", "light", True),
    "heavy_armoured_car": ("mobile", "light", "tank", True),
    "light_tank": ("mobile", "light", "tank", True),
    "tank": ("mobile", "medium", "tank", True),
    "heavy_tank": ("slow", "heavy", "tank", True),
    "tank_destroyer": ("mobile", "medium", "antitank", False),
    "assault_gun": ("slow", "medium", "artillery", False),
    "mobile_artillery": ("slow", "light", "artillery", False),
}


def test_d3_3_3_every_unit_sheet():
    """Movement, target type, weapon, and who may move and shoot, as the unit examples have it."""
    found = {key: (u.moves, u.target, u.weapon, u.move_and_shoot) for key, u in TABLES.units.items()}
    assert found == SHEETS


def test_d3_3_3_specials():
    """Guns overrun, artillery static, cars that retire, infantry that reverts, heavy tanks not halved."""
    units = TABLES.units.values()
    assert {u.key for u in units if u.overrun} == {"mortar", "artillery", "mobile_artillery"}
    assert {u.key for u in units if u.smoke} == {"mortar", "artillery", "mobile_artillery"}
    assert {u.key for u in units if u.overruns} == {"infantry", "motorised_infantry", "armoured_infantry"}
    assert {u.key for u in units if u.static} == {"artillery"}
    assert {u.key for u in units if u.retires} == {"light_armoured_car", "scout_car"}
    assert {u.key for u in units if u.never_halved} == {"heavy_tank"}
    assert {u.key: u.range for u in units if u.range} == {"assault_gun": 24}
    assert {u.key for u in units if u.direct_only} == {"assault_gun"}


@pytest.mark.parametrize("key", SHEETS)
def test_d3_3_3_only_those_exempt_move_and_shoot(key):
    """After a move only tanks, armoured infantry, armoured and scout cars list a shot."""
    table = Table(f"map 5x5\nred {key} 1 0101 marks=moved\nblue infantry 7 0102\nclock phase=shoot side=red")
    assert ("1 S 0102" in table.legal("red")) == SHEETS[key][3]


def test_d3_3_3_static_artillery_stays():
    """What has shot throws no more and moves no more; mobile artillery does."""
    given = "map 5x5\nred artillery 1 0101 marks=static,allowance_12\nblue infantry 7 0505\nclock phase=move side=red"
    table = Table(given)
    assert table.refusal("1 M 0101-0102").rule == "D3 3.3"
    assert table.legal("red") == []


def test_d3_3_3_a_stand_of_another_order_of_battle_has_the_sheet_of_its_branch():
    for branch, key in (
        ("armour", "tank"),
        ("recon", "light_armoured_car"),
        ("hq", "infantry"),
        ("balloon", "infantry"),
    ):
        stand = Stand("1", "", Profile("1", "1", "red", branch, "battalion", 4, "tracked"))
        assert unit_of(TABLES, stand).key == key


def test_profiles_are_those_of_the_sheets():
    profile = RULES.play.profile("tank", name="A", side="red")
    assert (profile.kind, profile.strength, profile.mover, profile.attributes["unit"]) == (
        "armour",
        7,
        "mobile",
        "tank",
    )
    with pytest.raises(KeyError):
        RULES.play.profile("walker", name="A", side="red")


def test_every_terrain_has_a_class():
    assert set(TABLES.terrain_classes) == set(TERRAIN)


WRONG = [
    ('target = "heavy"', 'target = "hevy"', "target is 'hevy', which there is not; did you mean 'heavy'"),
    ('moves = "slow"\ntarget = "infantry"', 'moves = "slo"\ntarget = "infantry"', "did you mean 'slow'"),
    ('weapon = "mortar"', 'weapon = "morta"', "did you mean 'mortar'"),
    ('reverts_to = "infantry"', 'reverts_to = "infanty"', "did you mean 'infantry'"),
    ('armour = "tank"', 'armour = "tnk"', "did you mean 'tank'"),
    ('"tank", "tank", "tank", "heavy_tank"]', '"tank", "tank", "heavy_tank"]', "has 5 faces"),
    ('"tank", "tank", "tank", "heavy_tank"]', '"tank", "tank", "tank", "big_tank"]', "tank is 'big_tank'"),
    ("[weapon.light]\nrange = 12", "[weapon.light]", "range is None; give range in inches"),
    ("reading tank_range\n", "reading\nrange = 24\n", "range is 24; leave it to the reading tank_range"),
    ("d6 = 6", "d6 = 5", "one row for each face"),
    ("d6 = 3\ninfantry = 4", "d6 = 3\ninfantry = 5", "has 7 units"),
    ('marsh = ["marsh"]', 'marsh = ["marsh", "water"]', "'water' has two classes"),
    ('capped = ["woods", "buildings"]', 'capped = ["woods", "bildings"]', "did you mean 'buildings'"),
]


@pytest.mark.parametrize(("good", "bad", "says"), WRONG)
def test_tables_that_do_not_fit_are_refused(good, bad, says):
    assert good in TEXT
    with pytest.raises(ProblemsFound, match=says):
        read_d3_tables(TEXT.replace(good, bad, 1))


def test_an_unknown_key_is_refused():
    with pytest.raises(msgspec.ValidationError, match="overun"):
        read_d3_tables(TEXT.replace("overrun = true", "overun = true", 1))


def test_an_override_of_nothing_is_refused():
    with pytest.raises(ProblemsFound, match="did you mean 'tank_range'"):
        read_d3_tables(overrides={"tankrange": 12})
    with pytest.raises(ProblemsFound, match="stacking is played so and no other way"):
        read_d3_tables(overrides={"stacking": "two"})
