"""GR 5.10: at what distance each weapon's bearer identifies, and what the other side sees of a counter."""

import random

import pytest

from campaign.systems.parkin.fight.spotting import identifies
from campaign.views import log_for
from tests.campaign.direct import view_for
from tests.campaign.parkin.games import Game

# Where medium range ends and where very long does, by the observer's weapon; the first is not in it, the second is.
EDGES = {"thrown": (4, 8), "handgun": (8, 18), "rifle": (12, 24), "mortar": (18, 30), "none": (12, 24)}
SPOT = "clock phase=close_combat side=red"


@pytest.mark.parametrize("delivery", EDGES)
def test_gr_5_10_medium_range_and_very_long(delivery):
    medium, far = EDGES[delivery]
    for rows in range(1, 35):
        text = f"map 1x40\nred infantry 1 0101 delivery={delivery}\nblue infantry 9 01{1 + rows:02d}"
        game = Game(text)
        assert identifies(game.situation, game.stand("1"), game.stand("9")) == (rows < medium)
        fired = Game(text + " marks=fired")
        assert identifies(fired.situation, fired.stand("1"), fired.stand("9")) == (rows <= far)


def test_gr_5_10_once_identified_always():
    game = Game(f"map 1x40\nred infantry 1 0101\nblue infantry 9 0105\n{SPOT}")
    game.play("next")
    game.set("9", hex=game.hex("0140"))
    for _ in range(6):
        game.play("next")
    assert "identified" in game.stand("9").marks


def test_gr_5_10_fire_shows_until_the_next_turn_of_the_firer():
    """Blue fires in its step 3; red checks in its own step 5, before blue's next turn."""
    game = Game("map 1x40\nred infantry 1 0101\nblue artillery 9 0121\nclock phase=fire side=blue")
    game.play("9 S 0101")
    game.play("next", 1, 1, 3, 3)
    assert "fired" in game.stand("9").marks
    for _ in range(5):
        game.play("next")
    assert "identified" in game.stand("9").marks
    assert "fired" not in game.stand("9").marks


def test_gr_5_10_the_other_side_sees_a_nameless_counter():
    game = Game(f"map 1x40\nred infantry 1 0101\nblue armour 9 0105 facing=2\nblue dummy 8 0130 facing=1\n{SPOT}")
    view = view_for(game.situation, "red", sightings=game.rules.play.sightings)
    shown = {s.hex: s for s in view.state.stands.values()}
    for number, facing in (("0105", 2), ("0130", 1)):
        stand = shown[game.hex(number)]
        assert (stand.profile.kind, stand.profile.size, stand.profile.name) == ("unknown", "counter", "")
        assert (stand.profile.strength, stand.facing, stand.marks) == (0, facing, frozenset())
        assert stand.id.startswith("seen-")


def test_gr_5_10_once_identified_it_is_named():
    game = Game(f"map 1x40\nred infantry 1 0101\nblue armour 9 0105 facing=2 losses=1\n{SPOT}")
    game.play("next")
    view = view_for(game.situation, "red", sightings=game.rules.play.sightings)
    shown = {s.hex: s for s in view.state.stands.values()}
    stand = shown[game.hex("0105")]
    assert (stand.profile.kind, stand.profile.name, stand.profile.strength) == ("armour", "9", 3)
    assert stand.marks == frozenset({"identified"})


def test_gr_5_10_a_side_can_be_played_from_its_view():
    """Legal orders, reach and notices are asked of what a side sees, nameless counters in it."""
    game = Game("map 5x20\nred infantry 1 0101\nblue aircraft 9 0105\nblue dummy 8 0305\nclock phase=fire side=red")
    view = view_for(game.situation, "red", sightings=game.rules.play.sightings)
    play = game.rules.play
    assert list(play.orders(view, "1"))
    for stand in view.state.stands.values():
        assert play.condition(view, stand.id)
        assert play.strength(view, stand.id) >= 0
        assert stand.side == "red" or play.notices(view, stand.id) == ()


def test_gr_5_10_who_is_carried_is_not_seen():
    game = Game(
        f"map 1x40\nred infantry 1 0101\nblue transport T 0105\nblue infantry 9 0105 marks=embarked with=T\n{SPOT}"
    )
    assert game.rules.play.sightings(game.situation, "red") == {"T": frozenset()}


def test_gr_5_10_the_log_of_the_other_side_names_no_dummy():
    game = Game(f"map 1x40\nred infantry 1 0101\nblue dummy 8 0105\n{SPOT}")
    before = game.situation.state
    events = game.play("next")
    told = [report.text for report in log_for(events, game.situation, "red", after=before)]
    assert told
    assert not any("dummy" in text for text in told)
    own = [report.text for report in log_for(events, game.situation, "blue", after=before)]
    assert any("exposed as a dummy" in text for text in own)


def test_gr_5_10_a_refusal_names_no_unit_that_is_not_known():
    game = Game(
        "map 1x40\nred infantry 1 0101\nblue armour Tiger 0104\nblue infantry 9 0105\nclock phase=fire side=red"
    )
    assert game.refused("1 S 0105", by="red")[1].endswith("the unit in 0104 is in the way")


def test_gr_5_10_a_nameless_counter_stops_the_line_in_a_sides_view():
    game = Game("map 1x40\nred infantry 1 0101\nblue armour 8 0104\nblue infantry 9 0105\nclock phase=fire side=red")
    view = view_for(game.situation, "red", sightings=game.rules.play.sightings)
    assert [order.target for order in game.rules.play.orders(view, "1")] == [game.hex("0104")]


def test_gr_5_10_dummies_may_look_like_any_unit():
    """The trait makes a tank a dummy: it moves as a tank, and does nothing else."""
    game = Game("map 3x40\nred armour 1 0101 traits=dummy\nred transport T 0103 traits=dummy\nred infantry 2 0104\n"
                "blue infantry 9 0102\nclock phase=move side=red")  # fmt: skip
    assert "1 M 0101-0201" in game.legal()
    assert "carries nobody" in game.refused("2 E T")[1]
    game.play("next")
    assert game.refused("1 S 0102")[1] == "1 is a dummy and can only move"
    game.play("next")
    assert "no strength" in game.refused("1 K 0102")[1]


@pytest.mark.parametrize(
    "readings",
    [{"mp_per_hex": 6}, {"mp_per_hex": 7, "range_measure": "steps"}, {"mp_per_hex": 5, "spotting_requires_los": True}],
)
def test_gr_5_10_who_is_near_is_all_who_identify(readings):
    """Only units near enough are asked; what comes of it is what asking all of each other gives."""
    dice, lines = random.Random(str(readings)), ["map 24x24"]
    for number, (col, row) in enumerate(dice.sample([(c, r) for c in range(1, 25) for r in range(1, 25)], 60)):
        side, weapon = dice.choice(("red", "blue")), dice.choice(list(EDGES))
        marks = dice.choice(("", " marks=fired", ""))
        lines.append(f"{side} infantry {side[0]}{number} {col:02d}{row:02d} delivery={weapon}{marks}")
    game = Game("\n".join([*lines, SPOT]), **readings)
    own, others = ([s for s in game.situation.state.stands.values() if s.side == side] for side in ("red", "blue"))
    expected = {foe.id for foe in others if any(identifies(game.situation, unit, foe) for unit in own)}
    game.play("next")
    assert {key for key, one in game.situation.state.stands.items() if "identified" in one.marks} == expected
    assert 0 < len(expected) < len(others)
