from __future__ import annotations

import csv
from importlib.resources import files

import pytest

from scenarios.symbols import BOX_HIGH, BOX_WIDE, BY_MOVER, BY_TRAIT, ECHELONS, FACE, KINDS, echelon_mark, symbol

SHAPES = {"line": None, "shape": None, "circle": 3, "ring": 3, "oval": 4, "arc": 5, "text": 4}


@pytest.mark.parametrize("kind", KINDS)
def test_strokes_are_well_formed_and_lie_in_the_box(kind: str):
    for shape, *values in KINDS[kind]:
        count = SHAPES[str(shape)]
        assert count is None or len(values) == count
        if shape in ("line", "shape"):
            assert len(values) % 2 == 0
            assert all(0 <= float(x) <= BOX_WIDE for x in values[::2])
            assert all(0 <= float(y) <= BOX_HIGH for y in values[1::2])


def test_no_two_kinds_look_alike():
    assert len(set(KINDS.values())) == len(KINDS)


def test_the_choice_by_trait_and_mover_leads_to_symbols_that_exist():
    assert {*BY_TRAIT.values(), *BY_MOVER.values()} <= set(KINDS)


@pytest.mark.parametrize(
    ("kind", "mover", "traits", "expected"),
    [
        ("infantry", "foot", "", "infantry"),
        ("infantry", "wheeled", "", "motorised"),
        ("infantry", "foot", "strong motorised", "motorised"),
        ("infantry", "tracked", "strong motorised armoured_infantry", "mechanised"),
        ("artillery", "tracked", "", "armoured_artillery"),
        ("camels", "foot", "", "unknown"),
    ],
)
def test_a_unit_gets_the_symbol_of_what_it_is(kind: str, mover: str, traits: str, expected: str):
    assert symbol(kind, mover, frozenset(traits.split())) == expected


def test_every_unit_of_the_shipped_order_of_battle_has_a_symbol_and_a_mark():
    table = files("scenarios") / "library" / "ardennes_1944" / "orbat.csv"
    for row in csv.DictReader(table.read_text("utf-8").splitlines()):
        assert symbol(row["kind"], row["mover"], frozenset(row["traits"].split())) != "unknown", row["id"]
        assert echelon_mark(row["size"]) in ECHELONS.values(), row["id"]


def test_the_parts_of_a_counter_lie_on_it():
    left, top, wide, high = FACE["box"]
    assert left > FACE["edge"][0]
    assert left + wide < 100
    assert top + high < FACE["pips"][1]
    assert FACE["echelon"][1] < top
