"""An umpire's ruling is the same act in every system: what is refused, in what words, and who learns of it."""

from __future__ import annotations

import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.model.tokens import NotParseable
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.supply import IsolationCounted
from campaign.model.verbs.veil import StandVeiled
from campaign.systems.catalogue import keys, ruleset
from campaign.views import log_for

KINDS = {"d3_one_hour": "tank", "parkin_generic": "armour"}
BOARD = """
map 12x9
red hq A/hq 0101 of=A
red {kind} 1 0303 of=A
blue {kind} 7 0307 of=B
blue {kind} 8 1209 of=B
river 0303/0304
bridge 0303/0304
"""
ALIKE = [
    ('rule stand=nobody losses=1 because "x"', "there is no unit"), ('rule losses=1 because "x"', "names no unit"),
    ('rule on=moved because "x"', "names no unit"), ('rule hex=0101 because "x"', "names no unit"),
    ('rule stand=1 losses=99 because "x"', " left and has lost 0; +99 is too much"),
    ('rule stand=1 losses=-1 because "x"', " left and has lost 0; -1 is too much"),
    ('rule weather=frogs because "x"', "there is no weather 'frogs'"),
    ('rule stand=1 on=frogs because "x"', "there is no mark 'frogs'"),
    ('rule ground=0303=lava because "x"', "'lava' cannot stand on a hex"),
    ('rule ground=0303/0304=lava because "x"', "'lava' cannot stand on a hexside"),
    ('rule weather=fine told because "x"', "told goes with a change of the ground"),
    ('rule weather=fine because " "', "a ruling needs its reason"),
    ('rule stores=LOG=1 because "x"', "stores"), ('rule veil=hidden because "x"', "names no unit"),
    ('rule new=N like=1 because "x"', "a new unit needs like="),
    ('rule new=N hex=0305 because "x"', "a new unit needs"),
    ('rule new=7 like=1 hex=0305 because "x"', "cannot be the id of a new unit"),
    ('rule new="a b" like=1 hex=0305 because "x"', "cannot be the id of a new unit"),
    ('rule new=N like=1 formation=B hex=0305 because "x"', "is of another side"),
    ('rule stand=1 name=N because "x"', "like and name go with a new unit"),
]  # fmt: skip


def board(key, more=""):
    text = BOARD.format(kind=KINDS.get(key, "infantry"))
    if key in KINDS:
        text = text.replace("red hq A/hq 0101 of=A\n", "")
    return ruleset(key), situation_of(text + more, ruleset(key))


def ruled(key, order, situation=None):
    rules, now = board(key)
    now = situation or now
    asked = order if isinstance(order, Ruling) else parse_order(order, now.map, now.state)
    return now, decide(rules, now, asked, SeededDice("x", 1), by="umpire")


def told(now, events, side):
    return [report.event for report in log_for(events, now, side, after=now.state)]


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize(("order", "words"), ALIKE)
def test_what_cannot_be_ruled_is_refused_in_the_same_words(key, order, words):
    if "nobody" in order:
        order = Ruling("x", stand="nobody", losses=1)
    with pytest.raises(Refusal) as refusal:
        ruled(key, order)
    assert words in refusal.value.why


@pytest.mark.parametrize("key", keys())
def test_losses_past_the_last_say_how_many_are_left(key):
    rules, now = board(key)
    with pytest.raises(Refusal, match=rf"1 has {rules.play.strength(now, '1')} \w+"):
        ruled(key, 'rule stand=1 losses=99 because "x"')


@pytest.mark.parametrize("key", keys())
def test_a_place_that_is_not_on_the_map_is_refused(key):
    with pytest.raises(Refusal, match="there is no place '9999/1'"):
        ruled(key, Ruling("x", ground=("9999/1", "blown")))
    with pytest.raises(Refusal, match="1 cannot be put off the map"):
        ruled(key, Ruling("x", stand="1", hex=9999))


@pytest.mark.parametrize("key", keys())
def test_a_blown_bridge_is_told_to_whom_it_can_be_seen_by(key):
    now, events = ruled(key, 'rule ground=0303/0304=blown because "by night"')
    (event,) = [event for event in events if isinstance(event, GroundChanged)]
    assert event.known_to == ("red",)
    assert [type(told) for told in told(now, events, "red")] == [GroundChanged]
    assert told(now, events, "blue") == []


@pytest.mark.parametrize("key", keys())
def test_a_blown_bridge_is_told_to_all_if_the_umpire_says_so(key):
    now, events = ruled(key, 'rule ground=0303/0304=blown told because "the bang was heard"')
    for side in ("red", "blue"):
        (event,) = told(now, events, side)
        assert (event.what, event.why) == ("blown", "the bang was heard")


@pytest.mark.parametrize("key", keys())
def test_a_ruling_s_reason_reaches_nobody_whom_it_does_not_concern(key):
    order = 'rule stand=1 losses=1 ground=0101=fort weather=overcast because "Operation Grab is on"'
    if key not in {"zen_operational", "parkin_generic"}:
        order = order.replace("0101=fort", "0303/0304=blown")
    now, events = ruled(key, order)
    blue = told(now, events, "blue")
    assert [type(event) for event in blue] == [WeatherChanged]
    assert "Grab" not in repr(blue)
    assert "Grab" in repr(log_for(events, now, "umpire", after=now.state))


@pytest.mark.parametrize("key", keys())
def test_who_is_brought_back_starts_anew(key):
    now, events = ruled(key, 'rule stand=1 remove because "x"')
    gone = now.with_state(fold(now.state, events))
    _, events = ruled(key, 'rule stand=1 hex=0305 because "x"', gone)
    (back,) = [event.stand for event in events if isinstance(event, StandRaised)]
    assert (back.gone, back.marks, back.facts.get("work"), back.march) == (None, frozenset(), None, None)
    assert gone.map.number(back.hex) == "0305"


@pytest.mark.parametrize("key", keys())
def test_a_new_unit_is_of_the_kind_of_another_and_unhurt(key):
    now, events = ruled(key, 'rule new=KG1 like=1 name="Kampfgruppe Eins" hex=0305 losses=1 because "stragglers"')
    after = now.with_state(fold(now.state, events))
    made, like = after.state.stands["KG1"], now.state.stands["1"]
    assert (made.profile.name, made.profile.short, made.profile.kind) == ("Kampfgruppe Eins", "KG1", like.profile.kind)
    assert (now.map.number(made.hex), made.losses, made.formation, made.side) == ("0305", 1, "A", "red")
    assert next(type(event) for event in told(now, events, "red")) is StandRaised
    assert "Kampfgruppe" not in repr(told(now, events, "blue"))


@pytest.mark.parametrize("key", keys())
def test_who_sees_a_unit_is_told_to_the_umpire_alone(key):
    now, events = ruled(key, 'rule stand=1 veil=hidden because "in the cellars"')
    assert [event.veil for event in events if isinstance(event, StandVeiled)] == ["hidden"]
    assert told(now, events, "red") == told(now, events, "blue") == []
    after = now.with_state(fold(now.state, events))
    _, events = ruled(key, 'rule stand=1 veil=rules because "they came up"', after)
    assert "veil" not in fold(after.state, events).stands["1"].facts
    with pytest.raises(NotParseable, match="known are hidden, revealed, and rules"):
        ruled(key, 'rule stand=1 veil=frogs because "x"')


def test_zn_4_13_a_ruling_sets_and_clears_the_days_of_isolation():
    now, events = ruled("zen_operational", 'rule stand=1 isolated=3 because "cut off since Tuesday"')
    after = now.with_state(fold(now.state, events))
    assert after.state.stands["1"].facts["isolated"] == 3
    assert [type(event) for event in told(now, events, "red")] == [IsolationCounted]
    _, events = ruled("zen_operational", 'rule stand=1 isolated=0 because "they had a path"', after)
    assert "isolated" not in fold(after.state, events).stands["1"].facts


def test_zn_4_13_a_unit_brought_back_counts_its_days_of_isolation_anew():
    now, events = ruled("zen_operational", 'rule stand=1 isolated=3 remove because "dispersed"')
    gone = now.with_state(fold(now.state, events))
    _, events = ruled("zen_operational", 'rule stand=1 hex=0305 because "they came through"', gone)
    assert "isolated" not in fold(gone.state, events).stands["1"].facts


def counts_days(key):
    """Whether a system counts days without supply: the Zen rules, and files that have lines of supply."""
    rules = getattr(ruleset(key).tables, "rules", None)
    return key == "zen_operational" or (rules is not None and rules.supply.reach > 0)


@pytest.mark.parametrize("key", [key for key in keys() if not counts_days(key)])
def test_where_no_days_of_isolation_are_counted_none_are_set(key):
    with pytest.raises(Refusal, match="count no days of isolation"):
        ruled(key, 'rule stand=1 isolated=1 because "x"')
