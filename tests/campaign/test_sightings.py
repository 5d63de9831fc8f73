"""Who sees whom: what a side sees is what its stands see, each for itself, in every rule system."""

import msgspec
import pytest

from campaign.kit.watching import seen_from
from campaign.model.masks import contacts_of, in_contact
from campaign.model.situation import stands_of
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import keys, ruleset
from tests.campaign.own.wilds import of_data
from tests.campaign.reads import games, moments, store_of
from tests.campaign.toyrules import toy_opening

HIDDEN = {
    "three_star_general": {"hidden_beyond_hexes": 3}, "two_star_general": {"hidden_beyond_hexes": 3},
    "d3_one_hour": {"open_table": False, "units_block": "enemies"},
    **{key: {"hidden_enemy": True} for key in of_data()},
}  # fmt: skip
"""Readings by which something is hidden; as shipped, these show all. Friends who block would block less alone."""
change = msgspec.structs.replace


def alone(situation, side, kept):
    """Take a side's other stands off the map, out of contact."""
    state = situation.state
    stands = {k: s if s.side != side or k in kept else change(s, hex=None) for k, s in state.stands.items()}
    gone = {key for key, stand in stands.items() if stand is not state.stands[key]}
    contacts = frozenset(pair for pair in state.contacts if gone.isdisjoint(pair))
    return situation.with_state(change(state, stands=stands, contacts=contacts))


@pytest.fixture(scope="module")
def recorded_games():
    return games()


@pytest.mark.parametrize("key", keys())
def test_each_observer_sees_alone_whom_he_is_said_to_see(key, recorded_games):
    """Whom nobody is named for lies open, and is seen by a side that has nobody on the map; the rest not."""
    rules, seen = ruleset(key, HIDDEN.get(key)), 0
    for _, found, _ in moments(*recorded_games[f"battle_{key}"]):
        situation = type(found)(found.state, found.map, rules.tables)
        for side in ("red", "blue"):
            whole = rules.play.sightings(situation, side)
            nobody = rules.play.sightings(alone(situation, side, ()), side)
            assert set(nobody) == {enemy for enemy, eyes in whole.items() if not eyes}
            for stand in stands_of(situation, side):
                lone = rules.play.sightings(alone(situation, side, {stand.id}), side)
                expected = {enemy for enemy, eyes in whole.items() if not eyes or stand.id in eyes}
                assert set(lone) == expected, (stand.id, situation.state.clock)
            seen += len(whole)
    assert seen > 20


@pytest.mark.parametrize("key", keys())
def test_observers_are_stands_of_the_side_on_the_map(key, recorded_games):
    rules = ruleset(key, HIDDEN.get(key))
    for _, found, _ in moments(*recorded_games[store_of(key)]):
        situation = type(found)(found.state, found.map, rules.tables)
        for side in ("red", "blue"):
            own = {stand.id for stand in stands_of(situation, side)}
            for enemy, eyes in rules.play.sightings(situation, side).items():
                assert eyes <= own
                assert situation.state.stands[enemy].side != side


def test_contacts_name_those_who_met(recorded_games):
    met = 0
    for _, situation, _ in moments(*recorded_games["game_zen"]):
        for side in ("red", "blue"):
            found = contacts_of(situation.state, side)
            assert set(found) == in_contact(situation.state, side)
            for enemy, own in found.items():
                assert all(tuple(sorted((enemy, key))) in situation.state.contacts for key in own)
            met += len(found)
    assert met > 0


def test_what_several_see_is_seen_by_each():
    disc = lambda here, reach: range(here - reach, here + reach + 1)  # noqa: E731
    found = seen_from({(3, 2): ["A", "B"], (6, 1): ["C"], (20, 1): ["D"]}, [5, 9], disc)
    assert found == {5: {"A", "B", "C"}}


@pytest.mark.parametrize(
    ("pair", "found"),
    [
        (("1/110", "II/3"), {"II/3": {"1/110"}}), (("II/3", "1/110"), {"II/3": {"1/110"}}),
        (("1/110", "229 FA"), {}), (("II/3", "I/26"), {}), (("1/110", "walrus"), {}), (("walrus", "II/3"), {}),
        (("walrus", "turtle"), {}),
    ],
)  # fmt: skip
def test_enemies_in_contact_are_those_who_touch_ones_own(pair, found):
    state = opening_state(toy_opening())
    touched = contacts_of(change(state, contacts=frozenset({pair})), "us")
    assert {key: {*own} for key, own in touched.items()} == found


def test_who_touches_two_of_a_side_touches_both():
    state = change(opening_state(toy_opening()), contacts=frozenset({("1/110", "II/3"), ("2/110", "II/3")}))
    assert contacts_of(state, "us") == {"II/3": {"1/110", "2/110"}}
    assert in_contact(state, "us") == {"II/3"}
    assert in_contact(state, "ge") == {"1/110", "2/110"}
