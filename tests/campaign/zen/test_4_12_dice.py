"""ZN 4.12: dice and hits."""

import itertools
from fractions import Fraction

import msgspec
import pytest

from campaign.systems.zen.fight.firepower import dice_of, pool_of
from tests.campaign.test_losses import riding
from tests.campaign.zen.fighting import fought, ledger_of, losses, the_fight


def dice(line, **options):
    ledger = ledger_of("..", line, **options)
    (stand,) = ledger.state.stands.values()
    return dice_of(ledger.situation, stand)


# --- dice ---
@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("us inf A 0101", 2),
        ("us cav A 0101", 2),
        ("us eng A 0101", 2),
        ("us rec A 0101", 1),
        ("us arm A 0101", 3),
        ("us at A 0101", 3),
        ("us art A 0101", 3),
        ("us hq A 0101", 0),
        ("us lorry A 0101", 0),
        ("us flak A 0101", 0),
    ],
)
def test_zn_25_dice_go_by_kind(line, count):
    """ZN-25: an infantry battalion 2; recce 1, tanks 3, artillery 3; who is not named does not fight."""
    assert dice(line) == count


@pytest.mark.parametrize("kind", ["inf", "arm", "rec", "cav"])
def test_zn_28_a_detachment_has_one_die(kind):
    """ZN-28."""
    assert dice(f"us {kind} A 0101 size=company SP=1") == 1


def test_very_well_armed_adds_one_and_very_poorly_armed_takes_one():
    """(S) adds a die and (I) takes one."""
    assert dice("us inf A 0101 traits=strong") == 3
    assert dice("us inf A 0101 traits=poor") == 1
    assert dice("us rec A 0101 traits=poor") == 0


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("us inf A 0101", (2, 2, 1)),
        ("us rec A 0101", (1, 1, 0)),
        ("us arm A 0101", (3, 3, 1)),
        ("us art A 0101", (3, 3, 1)),
        ("us inf A 0101 traits=strong", (3, 3, 1)),
        ("us arm A 0101 traits=strong", (4, 4, 2)),
        ("us inf A 0101 size=company SP=1", (1, 1, 0)),
    ],
)
def test_zn_52_isolation_halves_dice_on_the_third_day(line, counts):
    """ZN-52: day 3, infantry / tanks / recce: 1 / 1 / 0 dice, rounded down."""
    assert tuple(dice(f"{line} isolated={day}") for day in (1, 2, 3)) == counts


def test_interpretation_detachment_dice():
    """A detachment has one die whatever its parent's marks; a company of the order of battle has its own."""
    ledger = riding(ledger_of("..", "us inf A 0101", "us inf A-1 0101 size=company SP=1 traits=strong"), "A-1", "A")
    assert dice_of(ledger.situation, ledger.state.stands["A-1"]) == 1
    assert dice("us inf C 0101 size=company SP=1 traits=strong") == 2


def test_interpretation_detachment_from_parent():
    """A parent that has detached all but one company rolls one die; one that lost as much in battle rolls two."""
    ledger = ledger_of("..", "us inf A 0101 SP=4", "us inf B 0101 SP=4 losses=3")
    left = msgspec.structs.replace(ledger.state.stands["A"], detached=3)
    assert dice_of(ledger.situation, left) == 1
    assert dice_of(ledger.situation, ledger.state.stands["B"]) == 2


def test_interpretation_emplacement_die():
    """Infantry that the order of battle puts in an emplacement has a die more when attacked, never two."""
    for line, attacked, attacking in [("emplaced", 3, 2), ("emplaced traits=strong", 3, 3)]:
        marks, _, traits = line.partition(" ")
        ledger = ledger_of("..", f"us inf A 0101 marks={marks} {traits}")
        stand = ledger.state.stands["A"]
        assert dice_of(ledger.situation, stand, defending=True) == attacked
        assert dice_of(ledger.situation, stand) == attacking
    off = ledger_of("..", "us inf A 0101 marks=emplaced", overrides={"emplacement_die": False})
    assert dice_of(off.situation, off.state.stands["A"], defending=True) == 2


def test_every_modifier_is_in_the_pool_with_its_name():
    ledger = ledger_of("..", "us arm A 0101 traits=strong isolated=3")
    assert pool_of(ledger.situation, ledger.state.stands["A"]) == (
        ("armour regiment", 3),
        ("very well armed (S)", 1),
        ("isolated, day 3", -2),
    )


# --- hits ---
def test_zn_31_two_dice_4_5_hit_nobody_in_normal_order():
    """ZN-31."""
    ledger = fought("..", "us inf A 0101", "ge inf G 0201", dice=(4, 5, 1, 1))
    assert the_fight(ledger).hits_on_defenders == 0
    assert losses(ledger) == {}


@pytest.mark.parametrize("mark", ["transport", "disembarked"])
def test_units_in_transport_mode_or_getting_off_are_hit_on_4(mark):
    ledger = fought("..", f"us inf A 0101 marks={mark}", "ge inf G 0201", dice=(4, 5, 1, 1))
    assert losses(ledger) == {"A": 2}
    assert the_fight(ledger).rolls[0].score == 4


def expected_losses(ground, *stands, options=None, thrown):
    """The mean of losses over all falls of the first dice; the others show 1."""
    total = {}
    for faces in itertools.product(range(1, 7), repeat=thrown):
        for key, points in losses(fought(ground, *stands, dice=(*faces, *[1] * 6), **(options or {}))).items():
            total[key] = total.get(key, 0) + points
    return {key: Fraction(points, 6**thrown) for key, points in total.items()}


def test_expected_losses_of_a_battalions_attack_are_a_third_of_a_point():
    """Two dice that hit on 6: 2/6."""
    assert expected_losses("..", "us inf A 0101", "ge inf G 0201", thrown=2) == {"A": Fraction(1, 3)}


def test_expected_losses_in_transport_mode_are_a_point():
    """Two dice that hit on 4, 5, 6: 1."""
    assert expected_losses("..", "us inf A 0101 marks=transport", "ge inf G 0201", thrown=2) == {"A": 1}


def test_expected_losses_of_a_tank_attack_are_half_a_point():
    assert expected_losses("..", "us inf A 0101", "ge arm G 0201", thrown=3) == {"A": Fraction(1, 2)}


def test_expected_losses_with_a_save_are_halved():
    """One die that hits on 6, saved on 4, 5, 6: 1/12, over every fall of hit die and save die."""
    total = sum(
        sum(losses(fought("T.", "us inf A 0101", "ge rec G 0201", dice=(hit, save, 1, 1, 1))).values())
        if hit == 6
        else sum(losses(fought("T.", "us inf A 0101", "ge rec G 0201", dice=(hit, 1, 1))).values())
        for hit in range(1, 7)
        for save in range(1, 7)
    )
    assert Fraction(total, 36) == Fraction(1, 12)


def test_zn_40_two_units_that_attack_a_lorry_column_take_two_points():
    """ZN-40: 4 SP, two attackers: 2 SP, whatever the dice; none are rolled."""
    ledger = fought("...", "us lorry L 0201", "ge inf G 0101", "ge inf H 0301", by=[("G", "L"), ("H", "L")])
    assert losses(ledger) == {"L": 2}
    assert the_fight(ledger).rolls == ()


def test_unprotected_transport_does_not_take_the_dice_of_those_beside_it():
    ledger = fought("..", "us inf A 0101", "us lorry L 0101", "ge inf G 0201", dice=(6, 6, 1, 1))
    assert losses(ledger) == {"A": 2}  # one front across a hexside: the lorries stand behind
