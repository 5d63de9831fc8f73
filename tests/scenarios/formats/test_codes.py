"""Codes of symbols: the library that draws them draws each, the two codes say the same, and they are read back."""

import json

import pytest

from scenarios.formats.codes import ENEMY, OWN, UNKNOWN, Arm, arm_of_digits, arm_of_letters, digits, letters
from scenarios.orbat_rows import FORMATION_KINDS, FORMATION_SIZES, STAND_SIZES
from scenarios.symbols import ECHELONS, KINDS
from tests.scenarios.formats.otherreaders import read_by_node

BARE = {"hq", "unknown"}
"""Symbols whose code names no arm."""
LOST = {"machine_guns": "infantry"}
"""What the code of letters does not name, and what it is read as."""
FINER = {"armoured_antitank"}
"""What one code says by an arm of its own and the other by a modifier, which that library leaves out."""


def test_both_codes_of_every_symbol_are_drawn_and_say_the_same():
    pairs = [(digits(kind, "battalion", OWN), letters(kind, "battalion", OWN)) for kind in KINDS]
    told = read_by_node("milsymbol", "codes", given=json.dumps(pairs))
    for kind, (code, _), says in zip(KINDS, pairs, told, strict=True):
        assert says["drawn"], kind
        assert says["drawnLetters"], kind
        assert kind in BARE | set(LOST) | FINER or says["digits"] == code, kind


def test_every_size_has_its_own_mark():
    sizes = [size for size in ECHELONS if size != "group"]
    pairs = [(digits("infantry", size, OWN), letters("infantry", size, OWN)) for size in sizes]
    told = read_by_node("milsymbol", "codes", given=json.dumps(pairs))
    assert len({says["size"] for says in told}) == len(sizes)
    for size, says in zip(sizes, told, strict=True):
        assert size.partition("_")[0] in says["size"].lower()


@pytest.mark.parametrize("identity", [OWN, ENEMY, UNKNOWN])
@pytest.mark.parametrize("size", STAND_SIZES)
def test_every_symbol_comes_back(size, identity):
    for kind in KINDS:
        assert arm_of_digits(digits(kind, size, identity)) == Arm(kind, size)
        back = arm_of_letters(letters(kind, size, identity))
        assert back == Arm(LOST.get(kind, kind), size)


def test_formations_have_a_code_whatever_their_kind():
    for kind in FORMATION_KINDS:
        for size in FORMATION_SIZES:
            assert arm_of_digits(digits(kind, size, OWN)).symbol not in BARE


def test_a_finer_code_is_read_as_the_nearest_and_nonsense_as_unknown():
    assert arm_of_letters("SFGPUCIZ---F---").symbol == "mechanised"
    assert arm_of_letters("SHGPUCFHEW-D---") == Arm("armoured_artillery", "platoon")
    assert arm_of_letters("") == Arm("unknown", "")
    assert arm_of_digits("x") == Arm("unknown", "")
    assert arm_of_digits("9" * 30).symbol == "unknown"
