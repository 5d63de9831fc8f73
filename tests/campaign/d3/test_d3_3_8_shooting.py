"""D3 3.7 to 3.11: sight, range, every cell of both tables, pins, elimination, the options."""

import itertools

import pytest

from campaign.engine.dice import SeededDice
from campaign.kit.facts import SHOTS
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.march import StandMoved
from campaign.systems.d3.fight.hits import counted, d3_of
from campaign.systems.d3.fight.shooting import in_cover, range_of, score
from campaign.systems.d3.fight.sight import clear_lines, look, seen_at, sees
from campaign.systems.d3.fight.smoke import smoke_supply
from campaign.systems.d3.space import measure
from campaign.systems.d3.tables import read_d3_tables
from tests.campaign.d3.tabletop import Table

TABLES = read_d3_tables()
SHOOT = "map 9x9\nclock phase=shoot side=red\n"

RESULTS = {
    # weapon of: infantry or gun open, the same in cover, light or medium armour, heavy with the option on
    "infantry": ((1, 2, 3), (0, 1, 2), (0, 1, 2), (0, 0, 1)),
    "mortar": ((1, 2, 3), (0, 1, 2), (0, 1, 2), (0, 0, 1)),
    "artillery": ((1, 2, 3), (0, 1, 2), (0, 1, 2), (0, 0, 1)),
    "antitank": ((0, 1, 2), (0, 0, 1), (2, 3, 4), (1, 2, 3)),
    "tank": ((1, 2, 3), (0, 1, 2), (2, 3, 4), (0, 1, 2)),
}
TARGETS = (
    (("infantry", "artillery"), ""),
    (("infantry", "mortar"), "terrain 0102 woods_dense"),
    (("light_tank", "tank", "assault_gun"), ""),
    (("heavy_tank",), "reading option_heavy_armour true"),
)
CELLS = [
    (weapon, target, ground, face, cells[column][face - 1])
    for weapon, cells in RESULTS.items()
    for column, (targets, ground) in enumerate(TARGETS)
    for target in targets
    for face in (1, 2, 3)
]


@pytest.mark.parametrize(("weapon", "target", "ground", "face", "hits"), CELLS)
def test_d3_3_8_every_cell_of_the_result_table(weapon, target, ground, face, hits):
    """A shot from one hex, 6 inches, with each face of the D3."""
    table = Table(SHOOT + f"red {weapon} 1 0101\nblue {target} 7 0102 marks=stands_fast\n{ground}")
    table.give("1 S 0102", face)
    assert table.stand("7").losses == hits
    assert ("pinned" in table.stand("7").marks) == (weapon in {"mortar", "artillery"})


EXPECTED = {
    # hits of the six faces of the die, added up: (faces - 1 + 1, each twice)
    "infantry": (12, 6, 6, 2), "mortar": (12, 6, 6, 2), "artillery": (12, 6, 6, 2),
    "antitank": (6, 2, 18, 12), "tank": (12, 6, 18, 6),
}  # fmt: skip


@pytest.mark.parametrize("weapon", EXPECTED)
def test_d3_3_8_all_faces_of_the_die(weapon):
    """Expected hits exactly: the sum over the six faces 1, 1, 2, 2, 3, 3."""
    heavy = read_d3_tables(overrides={"option_heavy_armour": True})
    row = heavy.weapons[heavy.units[weapon].weapon]
    found = []
    for target, covered in (("infantry", False), ("infantry", True), ("tank", False), ("heavy_tank", False)):
        plus = sum(amount for _, amount in score(heavy, row, heavy.units[target], covered=covered))
        found.append(sum(max(0, d3_of(face) + plus) for face in range(1, 7)))
    assert tuple(found) == EXPECTED[weapon]


def test_d3_3_8_of_a_score_only_what_changes_it_is_told():
    """Rifles on infantry add nothing; cover takes one off."""
    tables = read_d3_tables()
    units, rifles = tables.units, tables.weapons[tables.units["infantry"].weapon]
    assert score(tables, rifles, units["infantry"], covered=False) == ()
    assert score(tables, rifles, units["infantry"], covered=True) == (("cover", -1),)


RANGES = {
    # unit: soft or light armour, medium or heavy armour; indirect the same twice
    "infantry": (12, 6, None), "armoured_infantry": (12, 6, None), "mortar": (24, 12, 24),
    "antitank": (24, 12, None), "tank_destroyer": (24, 12, None), "tank": (24, 12, None), "light_tank": (24, 12, None),
    "heavy_tank": (24, 24, None), "artillery": (48, 24, 48), "mobile_artillery": (48, 24, 48),
    "assault_gun": (24, 12, None),
}  # fmt: skip


@pytest.mark.parametrize("key", RANGES)
def test_d3_3_8_every_cell_of_the_range_table(key):
    soft, hard, indirect = RANGES[key]
    unit = TABLES.units[key]
    for target, inches in itertools.product(("infantry", "mortar", "light_tank"), (soft,)):
        assert range_of(TABLES, unit, TABLES.units[target]) == inches
    for target in ("tank", "heavy_tank", "tank_destroyer", "assault_gun"):
        assert range_of(TABLES, unit, TABLES.units[target]) == hard
    if indirect:
        assert {range_of(TABLES, unit, other, indirect=True) for other in TABLES.units.values()} == {indirect}


def test_d3_3_8_ranges_by_other_readings():
    short = read_d3_tables(overrides={"artillery_range": 36, "tank_range": 12, "light_halved": False})
    units = short.units
    assert range_of(short, units["artillery"], units["infantry"]) == 36
    assert range_of(short, units["tank"], units["tank"]) == 6
    assert range_of(short, units["infantry"], units["tank"]) == 12
    assert range_of(short, units["assault_gun"], units["infantry"]) == 24, "its own sheet goes before"


@pytest.mark.parametrize(
    ("steps", "infantry", "tank"),
    [(1, True, True), (2, True, True), (3, False, True), (4, False, True), (5, False, False)],
)
def test_d3_3_8_ranges_on_the_map(steps, infantry, tank):
    """At light armour straight down, seen at 24 inches: light weapons 2 hexes, tanks 4."""
    table = Table(SHOOT + f"red infantry 1 0101\nred tank 2 0201\nblue light_tank 7 010{1 + steps}")
    shots = " ".join(table.legal("red"))
    assert (f"1 S 010{1 + steps}" in shots) == infantry
    other = Table(SHOOT + f"red tank 2 0101\nblue light_tank 7 010{1 + steps}")
    assert bool(other.legal("red")) == tank


SEEN = [
    ("tank", "", 24), ("tank", "terrain 0505 town", 18), ("infantry", "", 18), ("infantry", "terrain 0505 orchard", 12),
    ("antitank", "", 18), ("mortar", "terrain 0505 woods_open", 12), ("armoured_infantry", "", 24),
    ("motorised_infantry", "", 24), ("motorised_infantry", "losses", 18),
    ("motorised_infantry", "reading motorised_seen_as foot", 18), ("tank", "weather overcast", 12),
    ("infantry", "weather overcast\nterrain 0505 village", 6),
    ("infantry", "weather overcast\nreading poor_light_halves false", 18),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "more", "inches"), SEEN)
def test_d3_3_7_distances_at_which_a_target_is_seen(kind, more, inches):
    losses = " losses=1" if more == "losses" else ""
    table = Table(SHOOT + f"red tank 1 0101\nblue {kind} 7 0505{losses}\n{more if not losses else ''}")
    assert seen_at(look(table.situation), table.stand("7")) == inches


BLOCKED = [
    ("terrain 0102 woods_dense", True), ("terrain 0102 town", True), ("terrain 0102 hills", True),
    ("terrain 0102 bocage", False), ("terrain 0102 marsh", False),
    ("steep 0101/0102", False), ("river 0101/0102", False),
    ("red infantry 2 0102", True), ("blue infantry 8 0102", True),
    ("red infantry 2 0102\nreading units_block enemies", False),
    ("blue infantry 8 0102\nreading units_block enemies", True),
    ("terrain 0101 woods_dense\nterrain 0103 woods_dense", False),
    ("terrain 0101 hills\nterrain 0102 hills\nterrain 0103 hills", True),
    ("terrain 0101 hills\nterrain 0102 hills\nterrain 0103 hills\nreading hill_sight clear_from_hills", False),
    ("terrain 0101 hills\nterrain 0102 hills\nreading hill_sight clear_from_hills", True),
]  # fmt: skip


@pytest.mark.parametrize(("between", "blocked"), BLOCKED)
def test_d3_3_7_what_blocks(between, blocked):
    """From 0101 to 0103, 12 inches straight down over 0102; woods and buildings at the ends do not block."""
    table = Table(SHOOT + f"red tank 1 0101\nblue infantry 7 0103\n{between}")
    view = look(table.situation)
    assert sees(view, table.stand("1"), table.stand("7")) != blocked
    assert ("1 S 0103" not in table.legal("red")) == blocked


def test_d3_3_7_a_line_along_a_hexside():
    """0101 to 0202 runs between 0102 and 0201: blocked if both are, or by the reading if the one is."""
    one = SHOOT + "red tank 1 0101\nblue infantry 7 0202\nterrain 0201 woods_open\n"
    other = SHOOT + "red tank 1 0101\nblue infantry 7 0202\nterrain 0102 woods_open\n"
    both = one + "terrain 0102 woods_open\n"
    seen = [bool(Table(given).legal("red")) for given in (one, other, both)]
    assert seen == [True, True, False]
    strict = [bool(Table(given + "reading edge_line one").legal("red")) for given in (one, other)]
    assert sorted(strict) == [False, True]


def test_d3_3_7_sight_is_mutual():
    """On random ground whoever has a clear line to another is seen on it too."""
    dice = SeededDice("sight", 1)
    rows = "\n".join("".join(".w.hT...o"[dice.roll(1, 9)[0] - 1] for _ in range(9)) for _ in range(9))
    table = Table(f"map\n{rows}\nred tank 1 0101\nblue tank 7 0909")
    view, grid = look(table.situation), table.situation.map.layout.grid
    for a in range(0, len(grid), 5):
        for b in range(0, len(grid), 7):
            assert bool(clear_lines(view, "red", a, b)) == bool(clear_lines(view, "red", b, a))


def test_d3_3_7_open_table():
    """All is seen on an open table; by the other reading only what is sighted."""
    given = SHOOT + "red tank 1 0101\nblue tank 7 0909"
    for more, seen in (("", {"7"}), ("\nreading open_table false", set())):
        table = Table(given + more)
        assert set(table.rules.play.sightings(table.situation, "red")) == seen
        assert table.rules.play.sighted(table.situation, "red") == set()


def test_d3_3_7_indirect_fire_needs_a_sighter():
    """A wood hides 7 from the gun; a friend beside it sees 7, with nobody there nothing is fired."""
    given = SHOOT + "terrain 0102 woods_dense\nred artillery 1 0101\nblue infantry 7 0104\n"
    assert "neither 1 nor a friend" in Table(given).refusal("1 S 0104").why
    table = Table(given + "red infantry 2 0204\n")
    (fired,) = [event for event in table.give("1 S 0104", 1) if isinstance(event, FireResolved)]
    assert fired.why == "7 is sighted by 2"
    table.give("2 S 0104", 1)
    assert table.stand("7").losses == 2, "who sights does not give up its own shot"


def test_d3_3_7_a_mortar_and_its_sighter():
    near = SHOOT + "terrain 0102 woods_dense\nred mortar 1 0101\nred infantry 2 0202\nblue infantry 7 0104\n"
    far = SHOOT + "terrain 0102 woods_dense\nred mortar 1 0101\nred infantry 2 0204\nblue infantry 7 0104\n"
    assert "1 S 0104" in Table(near).legal("red")
    assert "within 12 inches" in Table(far).refusal("1 S 0104").why


SILENT = [
    ("red infantry 1 0101 marks=moved", "1 S 0102", "has moved"),
    ("red tank 1 0101 marks=shot", "1 S 0102", "has shot"),
    ("red tank 1 0101", "1 S 0103", "no enemy is in 0103"),
    ("red tank 1 0101", "1 S 0102 with 2", "one by one"),
    ("red infantry 1 0108", "1 S 0102", "does not see"),
    ("red infantry 1 0104", "1 S 0102", "7 is 12 inches away, and 1 reaches 6"),
    ("red assault_gun 1 0105", "1 S 0102", "7 is 18 inches away, and 1 reaches 12"),
]


@pytest.mark.parametrize(("who", "order", "says"), SILENT)
def test_d3_3_8_what_is_refused_and_why(who, order, says):
    table = Table(SHOOT + f"{who}\nred tank 2 0909\nblue tank 7 0102")
    assert says in table.refusal(order).why
    assert order not in table.legal("red")


COVER = [
    # hits of a light weapon's 3 at infantry at 0103 from 0101
    ("", 3), ("terrain 0103 woods_open", 2), ("terrain 0103 village", 2), ("terrain 0103 hills", 3),
    ("steep 0102/0103", 2), ("steep 0101/0102", 3), ("steep 0101/0102\nreading linear_cover anywhere", 2),
    ("terrain 0103 bocage", 2), ("terrain 0101 bocage", 3), ("terrain 0103 bocage\nreading bocage_sides none", 3),
    ("steep 0102/0103\nreading steep_sides none", 3),
]  # fmt: skip


@pytest.mark.parametrize(("ground", "hits"), COVER)
def test_d3_3_5_cover_of_soft_units(ground, hits):
    table = Table(SHOOT + f"red infantry 1 0101\nblue infantry 7 0103\n{ground}")
    table.give("1 S 0103", 3)
    assert table.stand("7").losses == hits


def test_d3_3_5_a_wall_between_neighbours_covers():
    """It lies as near to the one as to the other."""
    table = Table(SHOOT + "red infantry 1 0101\nblue infantry 7 0102\nsteep 0101/0102")
    table.give("1 S 0102", 3)
    assert table.stand("7").losses == 2


def test_d3_3_5_a_wall_covers_from_indirect_fire_along_the_edge_of_the_map():
    """0209 to 0609 runs along hexsides of the last row: one of its lines leaves the map, and meets no wall there."""
    given = SHOOT + "red mortar 1 0209\nred infantry 2 0408\nblue infantry 7 0609\nterrain 0409 woods_dense\n"
    covered = []
    for wall in ("", "steep 0509/0609"):
        table = Table(given + wall)
        view, (shooter, target) = look(table.situation), map(table.stand, "17")
        assert clear_lines(view, "red", shooter.hex, target.hex) == []
        covered.append(in_cover(view, shooter, target))
    assert covered == [False, True]


HILL = [
    # a 3 at armour on a hill
    ("infantry", "tank", "", 1), ("artillery", "tank", "", 1), ("antitank", "tank", "", 4), ("tank", "tank", "", 4),
    ("antitank", "tank", "reading hill_cover_vs_at true", 3), ("tank", "tank", "reading hill_cover_vs_at true", 3),
    ("artillery", "tank_destroyer", "", 1), ("artillery", "tank_destroyer", "reading hill_cover_for tanks", 2),
    ("artillery", "tank", "reading hill_cover_for tanks", 1), ("artillery", "infantry", "", 3),
]  # fmt: skip


@pytest.mark.parametrize(("weapon", "target", "more", "hits"), HILL)
def test_d3_3_5_cover_of_armour_on_hills(weapon, target, more, hits):
    table = Table(SHOOT + f"red {weapon} 1 0101\nblue {target} 7 0102\nterrain 0102 hills\n{more}")
    table.give("1 S 0102", 3)
    assert table.stand("7").losses == hits


def test_d3_3_9_a_pin_lasts_through_the_next_own_movement():
    table = Table("map 9x9\nred artillery 1 0101\nblue tank 7 0104\nclock phase=shoot side=red")
    table.give("1 S 0104", 1)
    assert "pinned" in table.stand("7").marks
    table.give("next", 3)
    assert {"pinned", "allowance_12"} <= table.stand("7").marks, "18 inches less 6"
    table.give("next")
    assert "pinned" not in table.stand("7").marks
    stays = Table(
        "map 9x9\nblue tank 7 0104 marks=pinned\nred tank 1 0909\nclock phase=move side=blue\nreading pin_lasts stays"
    )
    stays.give("next")
    assert "pinned" in stays.stand("7").marks


@pytest.mark.parametrize("losses", range(7))
@pytest.mark.parametrize("hits", range(5))
def test_d3_3_10_elimination_at_more_than_six(losses, hits):
    """From within 12 inches every hit counts; from beyond the count stops at 6."""
    assert counted(losses, hits, 6, near=True) == hits
    assert losses + counted(losses, hits, 6, near=False) == min(losses + hits, 6)


def test_d3_3_10_on_the_map():
    near = Table(SHOOT + "red tank 1 0101\nblue infantry 7 0103 losses=6\nblue tank 8 0909")
    near.give("1 S 0103", 1)
    assert near.stand("7").gone == "eliminated"
    far = Table(SHOOT + "red tank 1 0101\nblue infantry 7 0104 losses=6\nblue tank 8 0909")
    far.give("1 S 0104", 3)
    assert (far.stand("7").losses, far.stand("7").gone) == (6, None)
    assert far.rules.play.condition(far.situation, "7") == "6 hits of 7"
    assert any("within 12 inches" in told for told in far.rules.play.notices(far.situation, "7"))


SMOKE = SHOOT + "reading option_smoke true\n"


def test_d3_3_11_smoke_supply():
    """Two for each artillery and mortar unit; one laid is one less, also after the gun that brought it is lost."""
    table = Table(
        SMOKE + "red artillery 1 0101\nred artillery 2 0201\nred mortar 3 0301\nred tank 4 0401\nblue infantry 7 0103"
    )
    assert (smoke_supply(table.situation, "red"), smoke_supply(table.situation, "blue")) == (6, 0)
    table.give("1 SM 0103")
    assert (smoke_supply(table.situation, "red"), SHOTS(table.stand("1"))) == (5, 1)
    table.give('rule stand=1 remove because "test"')
    assert smoke_supply(table.situation, "red") == 5
    three = Table(SMOKE + "red mortar 3 0301\nblue infantry 7 0103\nreading smoke_per_gun 3")
    assert smoke_supply(three.situation, "red") == 3


def test_d3_3_11_smoke_is_laid_instead_of_a_shot():
    table = Table(SMOKE + "red mortar 1 0101\nred tank 2 0301\nblue infantry 7 0103")
    assert {"1 S 0103", "1 SM 0103"} <= set(table.legal("red"))
    assert "only artillery and mortars" in table.refusal("2 SM 0103").why
    table.give("1 SM 0103")
    assert table.stand("7").marks == {"smoked"}
    assert "has shot" in table.refusal("1 S 0103").why


def test_d3_3_11_smoke_lasts_until_the_end_of_the_next_own_turn():
    table = Table(SMOKE + "red mortar 1 0101\nblue infantry 7 0103\nblue tank 8 0909")
    table.give("1 SM 0103")
    table.give("next", 1, 1)
    table.give("next")
    assert "smoked" in table.stand("7").marks
    table.give("7 S 0101", 3)
    assert table.stand("1").losses == 2, "3 less 1 for the smoke"
    table.give("next", 1)
    assert "smoked" not in table.stand("7").marks


def test_d3_3_11_no_smoke_left():
    table = Table(SMOKE + "red mortar 1 0101 shots=0\nblue infantry 7 0103")
    assert "no smoke marker left" in table.refusal("1 SM 0103").why
    assert table.legal("red") == ["1 S 0103"]


def test_d3_3_11_a_car_retires_away_from_the_shooter():
    """From 0101 at 0102: the farthest neighbour of 0102 is 0103; the shot counts though it is out of reach now."""
    table = Table(SHOOT + "red infantry 1 0101\nblue scout_car 7 0102")
    events = table.give("1 S 0102", 3)
    (moved,) = [event for event in events if isinstance(event, StandMoved)]
    assert [table.situation.map.number(index) for index in moved.path] == ["0102", "0103"]
    assert table.stand("7").losses == 1, "3 less 1 for armour less 1 because it retires"
    table.give("next", 1)
    assert "retired" not in table.stand("7").marks


def test_d3_3_11_it_retires_as_many_hexes_as_are_in_six_inches():
    """Hexes of 3 inches: two."""
    table = Table(SHOOT + "red infantry 1 0101\nblue scout_car 7 0102\nreading hex_inches 3")
    table.give("1 S 0102", 1)
    assert table.where("7") == "0104"


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ("", "0103"), ("terrain 0103 marsh", "0202"), ("river 0102/0103", "0202"),
        ("blue tank 8 0103", "0202"), ("reading option_scouts false", "0102"),
        ("terrain 0103 marsh\nterrain 0202 marsh", "0102"),
    ],
)  # fmt: skip
def test_d3_3_11_where_it_cannot_retire(more, where):
    """Of 0102's neighbours farther from 0101 there are 0103 and 0202 (next to 0102, 2 steps off); else it stays."""
    table = Table(SHOOT + f"red infantry 1 0101\nblue light_armoured_car 7 0102\n{more}")
    table.give("1 S 0102", 3)
    assert table.where("7") == where
    assert table.stand("7").losses == (2 if where == "0102" else 1)


def test_d3_3_11_instructions_to_cars():
    table = Table("map 9x9\nclock phase=move side=red\nred scout_car 1 0101\nred tank 2 0301\nblue tank 7 0909")
    table.give("1 C stand_fast")
    assert "1 C give_way" in table.legal("red")
    assert "told so already" in table.refusal("1 C stand_fast").why
    assert "only scout and light" in table.refusal("2 C stand_fast").why
    table.give("1 C give_way")
    assert "stands_fast" not in table.stand("1").marks


def test_d3_3_11_motorised_infantry_becomes_foot():
    table = Table(SHOOT + "red motorised_infantry 1 0101 losses=1\nblue tank 7 0102")
    off = Table(SHOOT + "red motorised_infantry 1 0101 losses=1\nblue tank 7 0102\nreading motorised_reverts false")
    assert [seen_at(look(t.situation), t.stand("1")) for t in (table, off)] == [18, 24]


@pytest.mark.parametrize(
    ("weapon", "more", "hits"),
    # A 3 at a tank behind a hedge: 3 - 1 for armour, and 1 less where the hedge covers armour.
    [
        ("infantry", "", 2), ("infantry", "reading linear_cover_for all", 1),
        ("artillery", "reading linear_cover_for all", 1), ("antitank", "reading linear_cover_for all", 4),
    ],
)  # fmt: skip
def test_d3_3_5_armour_behind_a_hedge(weapon, more, hits):
    table = Table(SHOOT + f"red {weapon} 1 0101\nblue tank 7 0102\nsteep 0101/0102\n{more}")
    table.give("1 S 0102", 3)
    assert table.stand("7").losses == hits


def test_d3_3_1_measured_straight_or_in_steps():
    """
    From 0101 to 0806 on hexes of 6 inches: 9 steps are 54; straight it is less.

    Axial (0, 0) and (7, 2): 49 + 4 + 14 = 67 widths squared, 49.1 inches, so that 48 do not reach; to 0805,
    (7, 1): 49 + 1 + 7 = 57, 45.3 inches, 8 steps. In 9 steps, 54 inches, straight 48.9, lies (8, 1).
    """
    given = "map 9x9\nred artillery 1 0101\nred infantry 2 0606\nblue infantry 7 0806\nclock phase=shoot side=red\n"
    steps, straight = Table(given), Table(given + "reading measure straight")
    play = [(t, measure(t.situation)) for t in (steps, straight)]
    there = steps.stand("7").hex
    assert [ruler.within(0, there, 48) for _, ruler in play] == [False, False]
    assert [round(ruler.length(0, there), 1) for _, ruler in play] == [54.0, 49.1]
    corner = steps.situation.map.index_of("0502")
    assert [round(ruler.length(0, corner), 1) for _, ruler in play] == [24.0, 21.6]
    assert [ruler.within(0, corner, 22) for _, ruler in play] == [False, True]
    assert corner in play[1][1].disc(0, 22)
    assert corner not in play[0][1].disc(0, 22)
