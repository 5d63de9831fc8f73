"""GR 5.6: every band with its edges, what every level needs on every face, every shift."""

from fractions import Fraction

import pytest

from campaign.systems.parkin.fight.aim import BEYOND, band, modifiers, range_level
from campaign.systems.parkin.space import ruler
from tests.campaign.parkin.games import Game, rules

# Where each level ends, in MP: point blank, short, medium, long, very long. None: not applicable.
BANDS = {
    "thrown": (1, 2, 4, 6, 8),
    "handgun": (2, 4, 8, 12, 18),
    "rifle": (3, 6, 12, 18, 24),
    "mortar": (6, 12, 18, 24, 30),
    "artillery": (None, 12, 24, 40, 60),
    "missile": (None, 18, 30, 60, 90),
}
TABLES = rules().tables


@pytest.mark.parametrize("delivery", BANDS)
def test_gr_5_6_bands_and_edges(delivery):
    """A hair inside an edge is the nearer band, on it the farther; the last figure is in range, a hair more is not."""
    hair, start = Fraction(1, 1000), Fraction(0)
    for level, edge in enumerate(BANDS[delivery], start=1):
        if edge is None:
            continue
        assert band(TABLES, delivery, start**2) == level
        assert band(TABLES, delivery, (edge - hair) ** 2) == level
        start = Fraction(edge)
    assert band(TABLES, delivery, start**2) == 5
    assert band(TABLES, delivery, (start + hair) ** 2) == BEYOND


@pytest.mark.parametrize("delivery", BANDS)
def test_gr_5_6_band_edge_near(delivery):
    """With band_edge near a range on an edge is in the nearer band."""
    near = rules((("band_edge", "near"),)).tables
    for level, edge in enumerate(BANDS[delivery], start=1):
        if edge is not None:
            assert band(near, delivery, edge**2) == level


NEEDS = {2: 2, 4: 3, 8: 4, 15: 5, 20: 6}
"""A rifle's ranges at point blank, short, medium, long and very long, and what must be thrown."""


@pytest.mark.parametrize("distance", NEEDS)
@pytest.mark.parametrize("die", range(1, 7))
def test_gr_5_6_to_hit_on_every_face(distance, die):
    game = Game(
        f"map 1x60\nred infantry 1 0101\nblue infantry 9 01{1 + distance:02d} marks=moved def_ranged=6\n"
        "clock phase=fire side=red"
    )
    game.play(f"1 S 01{1 + distance:02d}")
    hit = die >= NEEDS[distance]
    events = game.play("next", die, *((1,) if hit else ()))
    fired = next(event for event in events if type(event).__name__ == "FireResolved")
    assert (fired.hits, fired.rolls[0].score) == (int(hit), NEEDS[distance])


def test_gr_5_6_adjacent_hits_without_a_die():
    game = Game("map 1x9\nred infantry 1 0101\nblue infantry 9 0102 def_ranged=6\nclock phase=fire side=red")
    game.play("1 S 0102")
    fired = next(e for e in game.play("next", 1) if type(e).__name__ == "FireResolved")
    assert (fired.hits, fired.rolls) == (1, ())


SHIFTS = [
    ("", "marks=moved", "infantry", ()),
    ("losses=1", "marks=moved", "infantry", ()),
    ("losses=2", "marks=moved", "infantry", (("firer damaged", 1),)),
    ("losses=3", "marks=moved", "infantry", (("firer crippled", 2),)),
    ("marks=moved", "marks=moved", "infantry", (("firer moved", 1),)),
    ("", "", "infantry", (("static target", -1),)),
    ("", "marks=moved max_speed=20", "armour", (("large target", -1),)),
    ("", "marks=moved max_speed=21", "armour", (("large target", -1), ("fast target", 1))),
    ("", "marks=moved max_speed=30", "armour", (("large target", -1), ("fast target", 1))),
    ("", "marks=moved max_speed=31", "armour", (("large target", -1), ("fast target", 2))),
    ("", "marks=moved max_speed=50", "armour", (("large target", -1), ("fast target", 2))),
    ("", "marks=moved max_speed=51", "armour", (("large target", -1), ("fast target", 3))),
    ("", "max_speed=51", "armour", (("static target", -1), ("large target", -1), ("fast target", 3))),
    ("", "marks=moved", "aircraft", (("fast target", 3),)),
    ("", "marks=moved", "works", (("static target", -1), ("large target", -1))),
    ("losses=2 marks=moved", "", "ship",
     (("firer damaged", 1), ("firer moved", 1), ("static target", -1), ("large target", -1))),
]  # fmt: skip


@pytest.mark.parametrize(("firer", "target", "kind", "wanted"), SHIFTS)
def test_gr_5_6_modifiers(firer, target, kind, wanted):
    """Static works and speeds are read from the sheet: a halted fast tank is static, and fast (GR 5.16, 15)."""
    game = Game(f"map 1x30\nred infantry 1 0101 {firer}\nblue {kind} 9 0111 {target}\nclock phase=fire side=red")
    assert modifiers(game.situation, game.stand("1"), game.stand("9")) == wanted
    base, level, _ = range_level(game.situation, game.stand("1"), game.stand("9"))
    assert (base, level) == (3, max(0, 3 + sum(amount for _, amount in wanted)))


def test_gr_5_6_below_adjacent_is_adjacent():
    game = Game("map 1x30\nred infantry 1 0101\nblue armour 9 0102\nclock phase=fire side=red")
    assert range_level(game.situation, game.stand("1"), game.stand("9"))[:2] == (0, 0)


def test_gr_5_6_shifted_beyond_very_long_there_is_no_fire():
    """A crippled firer at long range, 4 + 2 = 6."""
    game = Game("map 1x30\nred infantry 1 0101 losses=3\nblue infantry 9 0116 marks=moved\nclock phase=fire side=red")
    rule, why = game.refused("1 S 0116")
    assert (rule, "beyond very long" in why) == ("GR 5.6", True)
    assert "1 S 0116" not in game.legal()


@pytest.mark.parametrize("layout", ["", "pointy"])
def test_gr_5_6_distances_are_those_of_the_centres(layout):
    """Against the centres as the map lays them: the exact square, times the square of MP per hex."""
    game = Game(f"map 9x8\n{layout}\nreading mp_per_hex 0.75")
    hexmap, here = game.situation.map, game.hex("0404")
    centres = hexmap.layout.centres() / hexmap.layout.width_m
    for there in range(len(hexmap)):
        du, dv = (centres[there] - centres[here]).tolist()
        exact = ruler(game.situation).square(here, there)
        assert float(exact) == pytest.approx(0.5625 * (du * du + dv * dv))
        assert ruler(game.situation).length(here, there) == pytest.approx(0.75 * (du * du + dv * dv) ** 0.5)
        assert ruler(game.situation).within(here, there, 3) == (exact <= 9)


def test_gr_5_6_a_range_is_not_rounded():
    """Six columns of 0.866 hexes are 5.196 MP, the square 27: short for a rifle. In steps they would be 6: medium."""
    text = "map 9x20\nred infantry 1 0110\nblue infantry 9 0710 marks=moved\nclock phase=fire side=red"
    straight, steps = Game(text), Game(text, range_measure="steps")
    assert ruler(straight.situation).square(straight.hex("0110"), straight.hex("0710")) == 27
    assert ruler(steps.situation).square(steps.hex("0110"), steps.hex("0710")) == 36
    assert range_level(straight.situation, straight.stand("1"), straight.stand("9"))[0] == 2
    assert range_level(steps.situation, steps.stand("1"), steps.stand("9"))[0] == 3
