"""Rows and tables of our own are like tuples and dicts of the same things, whatever is asked of them."""

import random
from types import SimpleNamespace

import pytest

from campaign.kit.walk import Paths
from campaign.store.faults import StoreFault
from campaign.store.kept import written
from campaign.store.kept.written import Written
from campaign.systems.catalogue import ruleset
from campaign.views import _Named
from tests.campaign.d3.wild import wild_table
from tests.campaign.test_imagined import WILD


def alike(table, keys):
    """Hold a table against a dict of the same, made by asking for one key after another."""
    plain = {key: table[key] for key in keys}
    assert dict(table) == plain == dict(table.items())
    assert list(table) == list(plain)
    assert len(table) == len(plain)
    assert all(key in table for key in plain)
    assert "walrus" not in table
    return plain


def test_things_under_names_are_those_that_are_found():
    things = {"a": 1, "b": 2}
    assert alike(_Named(things.get, ["b", "nobody", "a"]), ["b", "a"]) == {"b": 2, "a": 1}
    assert len(_Named(things.get, ["nobody"])) == 0


def test_paths_of_a_walk_are_a_table_of_its_hexes():
    found = 0
    for seed in range(12):
        here = WILD["zen_operational"](seed)
        for key, stand in here.state.stands.items():
            paths = ruleset("zen_operational").play.reach(here, key).paths if stand.on_map else None
            if isinstance(paths, Paths):
                plain = alike(paths, list(paths))
                assert paths.laid() == plain
                found += len(plain)
    assert found > 20


def test_ways_of_a_table_are_a_table_of_its_hexes():
    for seed in range(6):
        table = wild_table(seed)
        for key, stand in table.state.stands.items():
            if stand.on_map:
                reach = table.rules.play.reach(table.situation, key)
                assert reach.cost.keys() <= alike(reach.paths, list(reach.paths)).keys()


def entry(number, dice):
    kinds = [int, str, float][: dice.randrange(4)]
    return SimpleNamespace(command_id=f"c{number}", events=tuple(kind() for kind in kinds))


@pytest.fixture
def small(monkeypatch):
    for name, value in {"MOST_EVENTS": 6, "PAGE": 4, "_MOST_PAGES": 2, "_LEAST_LAST": 2}.items():
        monkeypatch.setattr(written, name, value)


@pytest.mark.parametrize("seed", range(12))
def test_the_entries_of_a_log_are_a_row_however_few_of_them_are_held(seed, small):
    """Against tuples, over random growth, branches and questions; the store gives again what was let go."""
    dice, store, asked = random.Random(seed), [], []

    def fetch(first, count):
        asked.append((first, count))
        return store[first : first + count]

    row, plain = Written(fetch=fetch), ()
    for _ in range(30):
        new = tuple(entry(len(plain) + k, dice) for k in range(dice.randrange(4)))
        older, older_plain = row, plain
        store += new
        row, plain = row.plus(new), (*plain, *new)
        first, last = dice.randrange(-3, len(plain) + 3), dice.randrange(-3, len(plain) + 3)
        assert (len(row), len(older)) == (len(plain), len(older_plain))
        assert tuple(row[first:last]) == plain[first:last]
        assert tuple(row[:last]) == plain[:last]
        assert all(tuple(row[::step]) == plain[::step] for step in (-1, 2, 3))
        assert [row[index] for index in range(-len(plain), len(plain))] == [*plain, *plain]
        kinds = [frozenset(map(type, one.events)) for one in plain]
        assert [row.kinds(seq) for seq in range(1, len(plain) + 1)] == kinds
        assert list(row.command_ids()) == [one.command_id for one in plain]
        assert row == plain
        assert older == older_plain
        assert (row == older) == (not new)
        assert row != "a text"
        for wrong in (len(plain), -len(plain) - 1):
            with pytest.raises(IndexError, match=f"there are {len(plain)}"):
                row[wrong]
    assert asked, "some were let go"
    assert all(count == 4 and first % 4 == 0 for first, count in asked)


def test_what_is_gone_from_the_store_is_said(small):
    row = Written((entry(k, random.Random(1)) for k in range(40)), fetch=lambda *_: [])
    with pytest.raises(StoreFault, match="entry 1: it is gone from the store"):
        row[0]
