"""ZN 4.12: saving rolls."""

import msgspec

from campaign.model.verbs.losses import LossesTaken
from campaign.systems.zen.fight.firepower import Attack, dice_of, save_reason
from tests.campaign.zen.fighting import events, fought, ledger_of, losses, the_fight


def dice(line, **options):
    ledger = ledger_of("..", line, **options)
    (stand,) = ledger.state.stands.values()
    return dice_of(ledger.situation, stand)


# --- saves ---
def reason(ground, target, firer, *, place="0101", attackers=("G",), **options):
    ledger = ledger_of(ground, target, firer, **options)
    stands = list(ledger.state.stands.values())
    attack = Attack(ledger.situation.map.index_of(place), stands[1], close=True, attackers=frozenset(attackers))
    return save_reason(ledger.situation, stands[0], attack)


def with_ground(ledger, place, what):
    state = msgspec.structs.replace(ledger.state, ground={place: what})
    ledger.situation = ledger.situation.with_state(state)
    return ledger


def test_infantry_attacked_in_a_built_up_area_saves_and_tanks_do_not():
    assert reason("T.", "us inf A 0101", "ge inf G 0201") == "infantry attacked in a built-up area"
    assert reason("T.", "us eng A 0101", "ge inf G 0201") == "infantry attacked in a built-up area"
    assert reason("T.", "us arm A 0101", "ge inf G 0201") == ""


def test_zn_34_infantry_that_leaves_the_town_to_attack_has_no_save():
    """ZN-34."""
    assert reason(".T", "us inf A 0201", "ge inf G 0101", place="0101", attackers=("A",)) == ""


def test_infantry_in_an_emplacement_saves_when_attacked_only():
    assert reason("..", "us inf A 0101 marks=emplaced", "ge inf G 0201") == "infantry attacked in an emplacement"
    assert reason("..", "us inf A 0201 marks=emplaced", "ge inf G 0101", attackers=("A",)) == ""


def test_a_fortification_shelters_one_unit_of_infantry_the_strongest():
    """4.16: enough for 1 unit to get a saving roll."""
    ledger = with_ground(ledger_of("..", "us inf A 0101 SP=3", "us inf B 0101 SP=4", "us arm T 0101 SP=9"), "0", "fort")
    attack = Attack(0)
    found = {key: save_reason(ledger.situation, stand, attack) for key, stand in ledger.state.stands.items()}
    assert found == {"A": "", "B": "infantry attacked in an emplacement", "T": ""}


def test_all_but_armour_save_in_rough_even_when_they_attack():
    assert reason("r.", "us inf A 0101", "ge inf G 0201") == "not armour, in rough ground"
    assert reason(".w", "us art A 0201", "ge inf G 0101", attackers=("A",)) == "not armour, in rough ground"
    assert reason("r.", "us arm A 0101", "ge inf G 0201") == ""
    assert reason("b.", "us inf A 0101", "ge inf G 0201") == ""


def test_zn_37_armour_saves_from_infantry_short_of_anti_tank_weapons_only():
    """ZN-37: armour hit by infantry not marked (L): none."""
    assert reason("..", "us arm A 0101", "ge inf G 0201") == ""
    assert reason("..", "us arm A 0101", "ge inf G 0201 traits=light").startswith("armour hit by infantry short")
    assert reason("..", "us arm A 0101", "ge arm G 0201 traits=light") == ""


def test_in_built_up_areas_armour_does_not_save_from_light_infantry():
    assert reason("T.", "us arm A 0101", "ge inf G 0201 traits=light") == ""
    assert reason("T.", "us arm A 0201", "ge inf G 0101 traits=light", attackers=("A",)) == ""


def test_the_defender_of_a_river_bank_saves_if_nothing_else_applies():
    river = {"rivers": ("0101/0201",)}
    assert reason("..", "us arm A 0101", "ge inf G 0201", **river) == "defending a river bank"
    assert reason("r.", "us inf A 0101", "ge inf G 0201", **river) == "not armour, in rough ground"
    assert reason("..", "us inf A 0201", "ge inf G 0101", attackers=("A",), **river) == ""
    assert reason("..", "us arm A 0101", "ge inf G 0201", streams=("0101/0201",)) == ""


def test_anyone_hit_by_a_recce_detachment_saves():
    assert reason("..", "us arm A 0101", "ge rec G 0201 size=company SP=1") == "hit by a recce detachment"
    assert reason("..", "us arm A 0101", "ge rec G 0201") == ""
    assert reason("..", "us arm A 0101", "ge arm G 0201 size=company SP=1") == ""


def test_a_save_is_rolled_once_a_hit_and_shown_as_a_roll_of_its_own():
    """ZN 4.20, 8: two reasons, one roll: 4, 5, 6 saves."""
    options = {"rivers": ("0101/0201",), "overrides": {"emplacement_die": False}}
    stands = ("us inf A 0101 marks=emplaced", "ge inf G 0201")
    ledger = fought("r.", *stands, dice=(6, 6, 3, 4, 1, 1), **options)
    attack, save, answer = the_fight(ledger).rolls
    assert (attack.dice, attack.by, attack.hits) == ((6, 6), "G", 2)
    assert (save.dice, save.by, save.score, save.hits) == ((3, 4), "A", 4, 1)
    assert answer.by == "A"
    assert losses(ledger) == {"A": 1}
    assert events(ledger, LossesTaken)[0].why == "2 hits, 1 saved"
