"""After an order only those near what has changed are looked at; that this finds all is held in ``test_knowing``."""

import msgspec
import pytest

from campaign.engine.changed import changed_part
from campaign.engine.given import situation_of
from campaign.model.things import Formation
from campaign.systems.catalogue import ruleset

change = msgspec.structs.replace
RULES = ruleset("zen_operational")
FIELD = """map 60x5
us infantry A 0203
us infantry B 3003
ge infantry 1 0403
ge infantry 2 3203
ge infantry 3 5803
clock phase=move"""


@pytest.fixture
def field():
    return situation_of(FIELD, RULES)


def moved(situation, key, number):
    stands = situation.state.stands
    there = change(stands[key], hex=situation.map.index_of(number))
    return situation.with_state(change(situation.state, stands={**stands, key: there}))


def test_only_those_near_a_march_are_asked_for(field):
    part = changed_part(field, moved(field, "A", "0303"), RULES.play.sight)
    assert part.asked == {"A", "1"}
    assert part.situation.state.stands.keys() == {"A", "1"}


def test_where_a_stand_was_counts_too(field):
    part = changed_part(field, moved(field, "A", "3103"), RULES.play.sight)
    assert part.asked == {"A", "1", "B", "2"}


def test_whom_a_stand_touches_no_longer_is_asked_for(field):
    before = field.with_state(change(field.state, contacts=frozenset({("1", "A")})))
    part = changed_part(before, field, RULES.play.sight)
    assert part.asked == {"A", "1"}


def test_who_watches_a_blown_bridge_is_asked(field):
    place = f"{field.map.index_of('3003')}/0"
    part = changed_part(field, field.with_state(change(field.state, ground={place: "blown"})), RULES.play.sight)
    assert (part.asked, part.situation.state.stands.keys()) == (frozenset(), {"B"})


@pytest.mark.parametrize(
    "other",
    [
        {"weather": "overcast"},
        {"handed": {"us": "south"}},
        {"stands": {}},
        {"formations": {"new": Formation("new", "us", "New", "New", "division", "infantry")}},
    ],
)
def test_all_are_asked_if_more_has_changed_than_stands(field, other):
    assert changed_part(field, field.with_state(change(field.state, **other)), RULES.play.sight) is None
    assert changed_part(None, field, RULES.play.sight) is None
