"""GR 5.8: every face for every defence, cover, halves, the ladder."""

from fractions import Fraction

import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.systems.parkin.fight.bursts import damage_points, strike
from campaign.systems.parkin.space import sheet
from campaign.systems.parkin.status import remaining, status
from tests.campaign.parkin.games import Game, rules

# Kind of target and its defence: foot 0, aircraft 1, vehicle 3, larger 4.
DEFENCE = {"infantry": 0, "cavalry": 0, "helicopter": 1, "armour": 3, "ship": 4, "works": 4, "artillery": 0}
PROJECTILES = {
    "contact": (0, 1), "bullet": (0, 1), "shrapnel": (1, 2), "explosive": (3, 3), "high_explosive": (8, 4),
    "nuclear": (12, 6),
}  # fmt: skip


def game_of(kind, projectile="bullet", ground="open"):
    return Game(
        f"map 1x20\nterrain 0106 {ground}\nred infantry 1 0101 projectile={projectile}\nblue {kind} 9 0106\n"
        "clock phase=fire side=red"
    )


@pytest.mark.parametrize("kind", DEFENCE)
@pytest.mark.parametrize("face", range(1, 7))
def test_gr_5_8_a_die_for_every_point(kind, face):
    """At or below the ranged defence the point is stopped."""
    game = game_of(kind)
    ledger = Ledger(game.situation, ScriptedDice(face))
    strike(ledger, sheet(game.situation, game.stand("1")), "9", half=False, why="")
    assert ledger.state.stands["9"].losses == int(face > DEFENCE[kind])


@pytest.mark.parametrize(("name", "aoe", "damage"), [(name, *row) for name, row in PROJECTILES.items()])
def test_gr_5_8_projectiles(name, aoe, damage):
    game = game_of("infantry", name)
    paper = sheet(game.situation, game.stand("1"))
    assert (paper.aoe, paper.damage) == (aoe, damage)


EXPECTED = [
    ("infantry", "bullet", Fraction(1)), ("armour", "bullet", Fraction(1, 2)), ("ship", "bullet", Fraction(1, 3)),
    ("armour", "explosive", Fraction(3, 2)), ("ship", "high_explosive", Fraction(4, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "projectile", "levels"), EXPECTED)
def test_gr_5_8_expected_levels(kind, projectile, levels):
    """The mean of what one die does over its faces, times the points."""
    game = game_of(kind, projectile)
    weapon, stopped = sheet(game.situation, game.stand("1")), DEFENCE[kind]
    points = damage_points(game.situation, weapon, game.stand("9"), half=False)
    assert points * Fraction(sum(face > stopped for face in range(1, 7)), 6) == levels


COVER = [("open", 0), ("pasture", 0), ("rough", 1), ("woods_dense", 1), ("orchard", 1), ("village", 3), ("city", 3)]


@pytest.mark.parametrize(("ground", "less"), COVER)
@pytest.mark.parametrize("projectile", PROJECTILES)
@pytest.mark.parametrize("half", [False, True])
def test_gr_5_8_half_then_cover(ground, less, projectile, half):
    """Half (rounded down, at least 1) first, cover after, never below 0 (GR 5.16, 11 and 18)."""
    game = game_of("infantry", projectile, ground)
    full = PROJECTILES[projectile][1]
    wanted = max(0, (max(1, full // 2) if half else full) - less)
    weapon = sheet(game.situation, game.stand("1"))
    assert damage_points(game.situation, weapon, game.stand("9"), half=half) == wanted


def test_gr_5_8_aircraft_have_no_cover():
    game = game_of("helicopter", "explosive", "city")
    assert damage_points(game.situation, sheet(game.situation, game.stand("1")), game.stand("9"), half=False) == 3


def test_gr_5_8_no_damage_is_none_also_by_half():
    game = Game("map 1x9\nred infantry 1 0101 damage=0\nblue infantry 9 0106")
    assert damage_points(game.situation, sheet(game.situation, game.stand("1")), game.stand("9"), half=True) == 0


LADDER = ["Undamaged", "Superficial damage", "Damaged", "Crippled", "Destroyed"]


@pytest.mark.parametrize("losses", range(5))
def test_gr_5_8_the_ladder(losses):
    game = Game(f"map 1x9\nred infantry 1 0101 losses={losses}")
    assert status(game.situation, game.stand("1")) == LADDER[losses]
    assert remaining(game.situation, game.stand("1")) == 4 - losses
    assert game.rules.play.strength(game.situation, "1") == 4 - losses


def test_gr_5_8_more_than_destroyed_is_destroyed():
    """Six points at a crippled unit: one step is left, and one is taken."""
    game = Game("map 1x9\nred infantry 1 0101 projectile=nuclear aoe=0\nblue infantry 9 0106 losses=3 marks=moved\n"
                "clock phase=fire side=red")  # fmt: skip
    game.play("1 S 0106")
    events = game.play("next", 6, 1, 1, 1, 1, 1, 1)
    assert [e.points for e in events if type(e).__name__ == "LossesTaken"] == [1]
    assert game.stand("9").losses == 4


def test_gr_5_8_a_dummy_that_is_hit_is_found_out():
    game = Game("map 1x9\nred infantry 1 0101\nblue dummy 9 0106 marks=moved\nclock phase=fire side=red")
    game.play("1 S 0106")
    game.play("next", 6)
    assert game.stand("9").gone == "exposed as a dummy"


def test_gr_5_8_a_dummy_that_cover_saves_stays():
    """A bullet's one point, less one for soft cover: nothing would be damaged, and nothing is found out."""
    game = Game("map 1x9\nterrain 0106 orchard\nred infantry 1 0101\nblue dummy 9 0106 marks=moved\n"
                "clock phase=fire side=red")  # fmt: skip
    game.play("1 S 0106")
    game.play("next", 6)
    assert game.at("9") == "0106"


def test_gr_5_8_repair_does_not_reach_what_the_sheet_brought():
    game = Game("map 1x9\nred infantry 1 0101 status=Damaged losses=1\nclock phase=move side=red")
    assert game.rules.play.condition(game.situation, "1") == "Crippled"
    game.play("1 C repair")
    assert game.rules.play.condition(game.situation, "1") == "Damaged"
    assert rules().tables.damage.cover == {"soft": 1, "hard": 3}
