"""GR 5.15: every field of the sheet, its defaults and what is wrong with one; GR 5.13: close combat."""

from fractions import Fraction

import msgspec
import pytest

from campaign.systems.files import table_text
from campaign.systems.parkin.sheet import FIELDS, check_sheet, sheet_of
from campaign.systems.parkin.tables import read_parkin_tables
from maps.problems import ProblemsFound
from tests.campaign.parkin.games import Game, rules

TABLES, PLAY = rules().tables, rules().play


def paper(kind="infantry", *, mover=None, **attributes):
    profile = PLAY.profile(kind, name="1", side="red")
    changed = {"attributes": attributes} | ({"mover": mover} if mover else {})
    return sheet_of(TABLES, msgspec.structs.replace(profile, **changed))


def problems(kind="infantry", **attributes):
    profile = msgspec.structs.replace(PLAY.profile("infantry", name="1", side="red"), kind=kind, attributes=attributes)
    return [str(problem) for problem in check_sheet(TABLES, profile)]


PRINTED = (
    "name, description, status, role, commander, subordinates, command_range, move_type, p_move, max_speed, min_speed, "
    "special_move, delivery, projectile, aoe, shots, max_range, min_range, damage, cc_attack, cc_damage, def_ranged, "
    "def_close, special_combat, notes"
)


def test_gr_5_15_the_fields():
    assert (*PRINTED.split(", "), "target") == FIELDS


READ = {
    "name": ("Guards", "Guards"), "description": ("Elite", "Elite"), "status": ("Crippled", 3),
    "role": ("both", "both"),
    "commander": ("X2", "X2"), "subordinates": ("X21, X22", ("X21", "X22")), "command_range": (7.5, Fraction(15, 2)),
    "move_type": ("mounted", "mounted"), "p_move": (2, 2), "max_speed": (4.5, Fraction(9, 2)),
    "special_move": ("climbs", "climbs"), "delivery": ("thrown", "thrown"), "projectile": ("shrapnel", "shrapnel"),
    "aoe": (2, 2), "shots": (3, 3), "max_range": (10, 10), "min_range": (2, 2), "damage": (5, 5),
    "cc_attack": (6, 6), "cc_damage": (4, 4), "def_ranged": (2, 2), "def_close": (1, 1), "special_combat": ("x", "x"),
    "notes": ("n", "n"), "target": ("larger", "larger"),
}  # fmt: skip


@pytest.mark.parametrize("field", READ)
def test_gr_5_15_every_field_is_read(field):
    given, wanted = READ[field]
    before, after = paper(), paper(**{field: given})
    assert getattr(after, field) == wanted
    assert getattr(before, field) != wanted


def test_gr_5_15_min_speed_is_read_of_what_flies():
    assert (paper("aircraft").min_speed, paper("aircraft", min_speed=8).min_speed) == (20, 8)
    assert paper("aircraft", max_speed=15).min_speed == 15, "what is slower than the type's least flies all it can"


def test_gr_5_15_defaults_by_movement_type():
    """Speed, what it is to fire, and its ranged defence follow from the type."""
    found = {name: paper(move_type=name) for name in TABLES.move}
    assert {name: int(sheet.max_speed) for name, sheet in found.items()} == {
        "foot": 6, "mounted": 12, "motorised": 20, "sea": 8, "air": 60, "static": 0,
    }  # fmt: skip
    assert {name: (sheet.target, sheet.def_ranged) for name, sheet in found.items()} == {
        "foot": ("foot", 0), "mounted": ("foot", 0), "motorised": ("vehicle", 3), "sea": ("larger", 4),
        "air": ("aircraft", 1), "static": ("larger", 4),
    }  # fmt: skip


def test_gr_5_15_printed_speeds_are_kept_to():
    """Motorised 12-30, sea 6-12: every unit of the table lies in that."""
    for kind in PLAY.kinds():
        sheet = paper(kind)
        low, high = {"motorised": (12, 30), "sea": (6, 12)}.get(sheet.move_type, (0, 100))
        assert low <= sheet.max_speed <= high, kind


@pytest.mark.parametrize("projectile", TABLES.projectile)
def test_gr_5_15_defaults_by_projectile(projectile):
    row = TABLES.projectile[projectile]
    assert (paper(projectile=projectile).aoe, paper(projectile=projectile).damage) == (row.aoe, row.damage)
    assert paper("armour", projectile=projectile).aoe == row.aoe, "the table's own area goes with its own projectile"
    assert paper("armour").aoe == 0


def test_gr_5_15_another_weapon_has_its_own_range():
    assert (paper("armour").max_range, paper("armour", delivery="mortar").max_range) == (24, 30)
    assert paper(max_range=99).max_range == 24, "no further than the table of its delivery type"
    assert paper("transport").delivery == ""
    assert paper(delivery="none").delivery == ""


def test_gr_5_15_the_order_of_battle_says_how_it_moves():
    """Infantry on wheels is motorised; its own attributes go before that."""
    assert (paper(mover="wheeled").move_type, paper(mover="wheeled").target) == ("motorised", "vehicle")
    assert paper(mover="wheeled", move_type="foot").move_type == "foot"
    assert paper("artillery", mover="wheeled").target == "foot", "a gun's crew"


def test_gr_5_15_another_movement_type_has_its_own_defaults():
    """A recon unit's 30 MP and a gun's crew go with the type that the table gives them."""
    assert (paper("recon").max_speed, paper("recon", move_type="foot").max_speed) == (30, 6)
    assert (paper("artillery").target, paper("artillery", move_type="sea").target) == ("foot", "larger")


CLOSE = {"infantry": (3, 3, 1), "cavalry": (4, 3, 1), "armour": (5, 5, 2), "artillery": (1, 2, 1), "dummy": (0, 0, 1)}


@pytest.mark.parametrize("kind", CLOSE)
def test_gr_5_13_close_combat(kind):
    sheet = paper(kind)
    assert (sheet.cc_attack, sheet.def_close, sheet.cc_damage) == CLOSE[kind]


WRONG = [
    ({"colour": "red"}, "a sheet has no field 'colour'"), ({"max_sped": 4}, "did you mean 'max_speed'?"),
    ({"status": "Hurt"}, "status cannot be 'Hurt'"), ({"status": "Destroyed"}, "status cannot be 'Destroyed'"),
    ({"role": "boss"}, "role cannot be 'boss'"), ({"move_type": "foott"}, "did you mean 'foot'?"),
    ({"delivery": "rifles"}, "did you mean 'rifle'?"), ({"projectile": "pea"}, "projectile cannot be 'pea'"),
    ({"target": "barn"}, "target cannot be 'barn'"), ({"shots": -1}, "shots cannot be -1; give a whole number"),
    ({"damage": 1.5}, "damage cannot be 1.5; give a whole number"),
    ({"aoe": "big"}, "aoe cannot be 'big'; give a number"),
    ({"p_move": 7}, "give 0 to 6"), ({"max_speed": -2}, "max_speed cannot be -2"),
    ({"min_speed": 3}, "min_speed is for airborne units"), ({"min_range": 30}, "min_range is more than max_range"),
    ({"move_type": "air", "min_speed": 70}, "min_speed is more than max_speed"),
]  # fmt: skip


@pytest.mark.parametrize(("attributes", "words"), WRONG)
def test_gr_5_15_what_is_wrong_is_said(attributes, words):
    (told,) = [text for text in problems(**attributes) if words in text]
    assert told.startswith("sheet of 1: ")


def test_gr_5_15_all_faults_at_once():
    assert len(problems(colour="red", role="boss", shots=-1)) == 3
    assert "there is no kind of unit 'infanty'; did you mean 'infantry'?" in problems(kind="infanty")[0]


def test_gr_5_15_an_opening_tells_all_faults_of_all_units():
    game = Game("map 3x3\nred infantry 1 0101 colour=red\nblue infantry 9 0303 role=boss")
    with pytest.raises(ProblemsFound) as raised:
        game.rules.play.cautions(game.situation)
    assert len(raised.value.problems) == 2


def test_gr_5_15_special_rules_are_shown():
    game = Game("map 3x3\nred infantry 1 0101 special_move=climbs special_combat=sneaks notes=green description=Alpini")
    told = "; ".join(game.rules.play.notices(game.situation, "1"))
    assert "special rules for movement, played by the umpire: climbs (GR 5.15)" in told
    assert "special rules for combat, played by the umpire: sneaks (GR 5.15)" in told
    assert told.endswith("Alpini; green")


def test_gr_5_15_min_range_is_a_misprint_for_closer():
    """Targets closer than the least range are out, at it they are in (GR 5.16, 2)."""
    text = "map 1x20\nred infantry 1 0101 min_range=5\nblue infantry 9 {}\nclock phase=fire side=red"
    assert Game(text.format("0105")).refused("1 S 0105")[0] == "GR 5.15"
    assert "1 S 0106" in Game(text.format("0106")).legal()


def test_gr_5_15_a_file_with_an_unknown_key_is_refused():

    text = table_text("parkin_generic")
    with pytest.raises(msgspec.ValidationError, match="fails_at"):
        read_parkin_tables(text.replace("fails = 3", "fails_at = 3"))


OVERRIDES = [
    ({"band_edg": "near"}, "no interpretation is called 'band_edg'; did you mean 'band_edge'"),
    ({"mp_mph": 3}, "mp_mph is played so and no other way"),
    ({"mp_per_hex": 0}, "mp_per_hex cannot be 0"), ({"band_edge": "middle"}, "it can be 'far' or 'near'"),
    ({"stacking": 0}, "stacking cannot be 0; it can be True or False"), ({"length_turns": 0}, "cannot be 0"),
]  # fmt: skip


@pytest.mark.parametrize(("overrides", "words"), OVERRIDES)
def test_gr_5_1_readings_that_cannot_be(overrides, words):
    with pytest.raises(ProblemsFound, match=words):
        read_parkin_tables(overrides=overrides)


def test_gr_5_1_a_reading_set_otherwise_is_the_umpires():
    tables = read_parkin_tables(overrides={"band_edge": "near"})
    assert next(item.source for item in tables.interpretations if item.key == "band_edge") == "house"


def test_gr_5_1_the_scale():
    scale = rules((("mp_per_hex", 0.5),)).play.scale(Game("map 3x3", mp_per_hex=0.5).situation)
    assert (scale.unit, scale.per_hex) == ("MP", Fraction(1, 2))
    assert (scale.march, scale.fragments) == ("%", 0), "each unit has its own speed"
    assert scale.says == "a hex is 0.5 MP from centre to centre (reading mp_per_hex, GR 5.1)"
