"""ZN 4.18: what a side sees, and what it hears."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.systems.zen.play import ZenPlay
from campaign.systems.zen.space import inches
from campaign.systems.zen.spotting import Watcher, heard, nearest, sees, spotter, turned
from tests.campaign.facts import change
from tests.campaign.zen.fighting import assault, ledger_of

ROW = "." * 12


def seen(ground, *stands, **options):
    return set(sees(ledger_of(ground, *stands, **options).situation, "us"))


@pytest.mark.parametrize(
    ("ground", "watcher", "enemy", "found"),
    [
        ("....", "us inf A 0101", "ge inf G 0201", True),  # 3.7 inches
        ("....", "us inf A 0101", "ge inf G 0301", False),  # 6.5
        ("....", "us rec A 0101", "ge inf G 0401", True),  # 9.9
        (".....", "us rec A 0101", "ge inf G 0501", False),  # 12.9
        (".b..", "us inf A 0101", "ge inf G 0201", False),  # broken: 3
        (".w..", "us rec A 0101", "ge inf G 0201", True),  # rough: 6
        (".T..", "us inf A 0101", "ge inf G 0201", False),  # a town: 3
        ("....", "us inf A 0101", "ge inf G 0201 size=company SP=1", False),  # a detachment: 3
        ("....", "us rec A 0101", "ge inf G 0201 size=company SP=1", True),  # 6
        (".w..", "us rec A 0101", "ge inf G 0201 size=company SP=1", False),  # 3
        ("....", "us inf A 0101", "ge hq G 0201", True),
        ("....", "us inf A 0101 marks=out_of_command", "ge inf G 0201", True),
    ],
)
def test_interpretation_sight_inches(ground, watcher, enemy, found):
    """Battalions 6 inches (recce 12) in the open, 3 (6) in broken, rough or towns; detachments half."""
    far = {"sees_next_hex": False}
    assert seen(ground, watcher, enemy, overrides=far) == ({"G"} if found else set())


@pytest.mark.parametrize("ground", ["....", ".b..", ".w..", ".T.."])
@pytest.mark.parametrize("weather", ["fine", "overcast"])
def test_interpretation_sees_next_hex(ground, weather):
    """By day who stands in the next hex is seen in any ground and weather, a company too; by night he is not."""
    lines = ("us inf A 0101", "ge inf G 0201 size=company SP=1", "ge inf H 0401")
    assert seen(ground, *lines, weather=weather) == {"G"}
    assert seen(ground, *lines, weather=weather, night=True) == set()
    hidden = seen(ground, *lines, weather="overcast", overrides={"sees_next_hex": False})
    assert hidden == set()


def test_in_woods_on_hexes_of_a_kilometre():
    """1.9 inches: a neighbour in woods is seen, the next but one is not."""
    stands = ("us inf A 0101", "ge inf G 0201", "ge inf H 0301")
    assert seen(".bb.", *stands, width_m=1000.0) == {"G"}


def test_overcast_halves_sight():
    """interpretation overcast_spotting."""
    assert seen(ROW, "us rec A 0101", "ge inf G 0201", "ge inf H 0301", weather="overcast") == {"G"}


def test_at_night_only_contact_is_seen():
    for night, found in ((True, {"G"}), (False, {"G", "H"})):
        ledger = assault(ledger_of(ROW, "us inf A 0201", "ge inf G 0301", "ge inf H 0101", night=night), ("G", "A"))
        assert sees(ledger.situation, "us") == found


def test_contact_is_seen_in_any_cover():
    ledger = assault(ledger_of(".w", "us inf A 0101", "ge inf G 0201"), ("A", "G"))
    assert sees(ledger.situation, "us") == {"G"}
    assert sees(ledger.situation, "ge") == {"A"}


def test_what_was_reported_from_the_air_is_seen_this_turn_by_that_side():
    ledger = ledger_of(ROW, "us inf A 0101", "ge inf G 0901")
    for side, found in (("us", {"G"}), ("ge", set())):
        state = change(ledger.state, reported=((side, 8),))
        assert sees(ledger.situation.with_state(state), "us") == found


def test_who_is_off_the_map_neither_sees_nor_is_seen():
    assert seen(ROW, "us inf A -", "ge inf G 0201") == set()
    assert seen(ROW, "us inf A 0101", "ge inf G -") == set()


def test_the_play_sees_with_these_eyes():
    situation = ledger_of(ROW, "us inf A 0101", "ge inf G 0201").situation
    assert set(ZenPlay(situation.tables).sightings(situation, "us")) == {"G"}


@given(st.lists(st.integers(0, 24), min_size=1, max_size=6, unique=True), st.sampled_from(["fine", "overcast"]))
def test_more_eyes_never_see_less(hexes, weather):
    rows = "..b.. .w... T.... ...r. ....."
    numbers = [f"{i % 5 + 1:02d}{i // 5 + 1:02d}" for i in hexes]
    enemies = ["ge inf G 0303", "ge rec H 0505", "ge inf D 0204 size=company SP=1"]
    eyes = [f"us inf A{i} {number}" for i, number in enumerate(numbers)]
    assert seen(rows, *eyes[:-1], *enemies, weather=weather) <= seen(rows, *eyes, *enemies, weather=weather)


def beside(situation, index):
    """List a hex and those next to it, by the distances of all hexes."""
    grid = situation.map.layout.grid
    return {other for other in range(len(situation.map)) if grid.distance(index, other) <= 1}


def slowly_seen(situation, side):
    """The obvious twin: every pair of stands, with the distance between them."""
    found = set()
    overcast = 0.5 if situation.state.weather == "overcast" else 1.0
    for enemy in situation.state.stands.values():
        cover = 1.0 if situation.map.terrain_of(enemy.hex) == "open" else 0.5
        size = 0.5 if enemy.profile.size == "company" else 1.0
        for own in situation.state.stands.values():
            reach = (12 if own.profile.kind == "recon" else 6) * overcast * cover * size
            near = inches(situation, own.hex, enemy.hex) <= reach + 1e-9 or enemy.hex in beside(situation, own.hex)
            if own.side == side != enemy.side and near:
                found.add(enemy.id)
    return found


SPOTS = st.lists(st.tuples(st.sampled_from(["inf", "rec"]), st.integers(0, 24), st.booleans()), max_size=8)


@given(SPOTS, SPOTS, st.sampled_from(["fine", "cloudy", "overcast"]), st.sampled_from([1000.0, 2000.0]))
def test_a_side_sees_as_the_slow_twin_does(own, enemy, weather, width_m):
    lines = [
        f"{side} {kind} {side}{n} {i % 5 + 1:02d}{i // 5 + 1:02d}" + (" size=company SP=1" if small else "")
        for side, spots in (("us", own), ("ge", enemy))
        for n, (kind, i, small) in enumerate(spots)
    ]
    rows = "..b.. .w... T.... ...r. ....."
    situation = ledger_of(rows, *lines, weather=weather, width_m=width_m).situation
    assert sees(situation, "us") == slowly_seen(situation, "us")


# --- hearing ---
def ears(*stands, guns=None, **options):
    ledger = ledger_of("." * 12 + (" " + "." * 12) * 11, *stands, **options)
    return ledger.situation, heard(ledger.situation, "us", guns)


def test_interpretation_heard_inches():
    """Guns that fired within 24 inches and are not seen are heard; others are not."""
    fired = "marks=fired"
    assert len(ears("us inf A 0101", f"ge art G 0701 {fired}")[1]) == 1
    assert ears("us inf A 0101", f"ge art G 0901 {fired}")[1] == ()  # 25.8 inches
    assert ears("us inf A 0101", "ge art G 0701")[1] == ()
    assert ears("us inf A 0101", f"ge art G 0201 {fired}")[1] == ()  # it is seen
    assert len(ears("us inf A 0101", "ge art G 0701", guns=["G"])[1]) == 1
    assert ears(f"ge art G 0701 {fired}")[1] == ()


def test_interpretation_heard_error():
    """The bearing is off by no more than told, and somewhere it is off; without error the hex is right."""
    hexes = set()
    for day in range(1, 13):
        situation, (index,) = ears("us inf A 0606", "ge art G 1106 marks=fired", day=day)
        hexes.add(index)
        assert inches(situation, index, situation.map.index_of("1106")) <= 24 * math.sin(math.radians(20)) + 3.8
    assert len(hexes) > 1
    situation, found = ears("us inf A 0606", "ge art G 1106 marks=fired", overrides={"heard_error": 0})
    assert found == (situation.map.index_of("1106"),)


def test_the_error_is_the_same_all_turn_long():
    """Asking again tells no more; it comes from the campaign's seed."""
    line = ("us inf A 0606", "ge art G 1106 marks=fired")
    assert ears(*line, phase="move")[1] == ears(*line, phase="combat")[1]


# --- plain values ---
def apart(a, b):
    return abs(a - b)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9)), max_size=5), st.integers(0, 20))
def test_a_spotter_is_found_when_there_is_one(watchers, target):
    eyes = [Watcher(str(i), hex_, reach) for i, (hex_, reach) in enumerate(watchers)]
    near = [eye for eye in eyes if apart(eye.hex, target) <= eye.reach]
    assert spotter(target, eyes, apart) == (near[0] if near else None)


def test_nobody_is_nearest_among_none():
    assert nearest(1, (), apart) is None


@given(st.floats(-9, 9), st.floats(-9, 9), st.floats(-180, 180))
def test_turning_keeps_the_distance_and_turns_back(u, v, degrees):
    u2, v2 = turned(u, v, degrees)
    assert math.hypot(u2, v2) == pytest.approx(math.hypot(u, v), abs=1e-9)
    assert turned(u2, v2, -degrees) == pytest.approx((u, v), abs=1e-9)
