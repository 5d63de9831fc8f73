"""Who lies where is kept from stand to stand that moves; going through them all is the twin that must say the same."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.apply import apply
from campaign.model.commands import commands_of, first_of, holder_of, stands_held
from campaign.model.folding import changed_since, put_in
from campaign.model.places import laid_out, on_the_map, places
from campaign.model.situation import Situation
from campaign.model.things import Profile, Stand
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import FormationMarked
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.parkin.space import counters, held_against, on_top
from tests.campaign.own.wilds import of_data
from tests.campaign.reads import games, moments

change = msgspec.structs.replace
SIDES = ("us", "ge", "ru")
HEXES = st.none() | st.integers(0, 5)
CHANGES = st.tuples(st.sampled_from(["go", "go", "mark", "leave", "turn", "raise"]), st.integers(0, 7), HEXES)


def stand(number, index):
    side = SIDES[number % len(SIDES)]
    return Stand(f"s{number}", side, Profile("", "", side, "infantry", "company", 1, "foot"), index)


def ashore(one):
    return None if "embarked" in one.marks else on_the_map(one)


def changed(stands, what, number, index):
    """Give the stands after one thing has happened to one of them."""
    key = f"s{number}"
    if what == "raise" or key not in stands:
        return put_in(stands, key, stand(number, index)) if key not in stands else stands
    one = stands[key]
    if what == "leave":
        after = change(one, gone="eliminated")
    elif what == "turn":
        after = change(one, profile=change(one.profile, side=SIDES[(number + 1) % len(SIDES)]))
    elif what == "mark":
        after = change(one, marks=one.marks ^ {"embarked"})
    else:
        after = change(one, hex=index)
    return put_in(stands, key, after)


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 9)), max_size=60), st.integers(0, 60))
def test_what_was_put_in_since_is_remembered_and_never_too_little(put, back):
    made = [dict[str, int]()]
    for key, value in put:
        made.append(put_in(made[-1], key, value))
    before, after = made[max(0, len(made) - 1 - back)], made[-1]
    keys = changed_since(before, after)
    differ = {key for key in {*before, *after} if before.get(key) != after.get(key)}
    assert keys is None or differ <= keys
    assert keys is not None or back > 32, "what was made just now is remembered"
    assert changed_since(dict(before), after) is None, "one that is equal is another"
    assert back == 0 or before is after or changed_since(after, before) is None


@given(st.lists(HEXES, max_size=6), st.lists(CHANGES, max_size=12))
def test_what_is_kept_is_what_all_the_stands_say(begin, happened):
    stands = {f"s{number}": stand(number, index) for number, index in enumerate(begin)}
    for one in [None, *happened]:
        stands = stands if one is None else changed(stands, *one)
        for lies in (on_the_map, ashore):
            found, whole = places(stands, lies), laid_out(stands, lies)
            assert (dict(found.there), dict(found.held)) == (dict(whole.there), dict(whole.held))
            assert [found.against(side) for side in SIDES] == [
                frozenset(index for index, there in whole.there.items() if any(s.side != side for s in there))
                for side in SIDES
            ]


def test_what_has_not_changed_is_the_very_same():
    before = {f"s{number}": stand(number, number) for number in (0, 1, 3)}
    after = changed(before, "go", 0, 5)
    assert places(before) is places(before)
    assert places(after).against("us") is places(before).against("us") == {1}
    assert places(after).of("us") == {3, 5}


@pytest.fixture(scope="module")
def recorded_games():
    return games()


def test_the_counters_of_parkin_come_by_hexes_in_the_order_of_the_state(recorded_games):
    for _, situation, _ in moments(*recorded_games["battle_parkin_generic"]):
        shown = [s for s in situation.state.stands.values() if s.on_map and "embarked" not in s.marks]
        first = list(dict.fromkeys(s.hex for s in shown))
        assert on_top(situation) == sorted(shown, key=lambda s: first.index(s.hex))
        assert counters(situation).keys() == set(first)
        assert held_against(situation, "us") == {s.hex for s in shown if s.side != "us"}


@pytest.mark.parametrize("system", keys())
def test_no_rules_leave_out_who_can_march(system, recorded_games):
    """And those where few can march at a time do leave out most; nobody ends where it is said that none may."""
    events, hexmap = recorded_games[f"battle_{system}"]
    rules, state, can = ruleset(system), opening_state(events[0]), 0
    left = set()
    for event in events[1:]:
        state = apply(state, event)
        if isinstance(event, ClockAdvanced | FormationMarked):
            now = Situation(state, hexmap, rules.tables)
            stands = [key for key, one in state.stands.items() if one.on_map]
            moves = {key: list(rules.play.orders_of(Move, now, key)) for key in stands}
            march = {key for key, orders in moves.items() if any(not one.attack for one in orders)}
            plain = (one for orders in moves.values() for one in orders if not one.attack)
            assert all(rules.play.may_end(now, one.stand, one.path[-1]) for one in plain)
            assert march <= set(rules.play.marchers(now, stands))
            can, left = can + len(march), left | (set(stands) - set(rules.play.marchers(now, stands)))
    assert can
    assert bool(left) == (system != "zen_operational")


CHARGING = [key for key in of_data() if any(phase.key == "charge" for phase in ruleset(key).tables.phases)]


@pytest.mark.parametrize("key", CHARGING)
def test_who_may_charge_in_a_phase_without_marches_is_no_marcher(recorded_games, key):
    """So marches of a sheet wait there for their own phase, and are not looked into unit by unit."""
    events, hexmap = recorded_games[f"battle_{key}"]
    play, state, charges = ruleset(key).play, opening_state(events[0]), 0
    for event in events[1:]:
        state = apply(state, event)
        if isinstance(event, ClockAdvanced) and state.clock.phase == "charge":
            now = Situation(state, hexmap, ruleset(key).tables)
            stands = [name for name, one in state.stands.items() if one.on_map]
            charges += sum(1 for name in stands for _ in play.orders_of(Move, now, name))
            assert not play.marchers(now, stands)
    assert charges


def test_the_stands_of_a_command_are_those_of_its_formations(recorded_games):
    for name in sorted(recorded_games):
        for _, situation, _ in moments(*recorded_games[name]):
            state = situation.state
            whose = {key: holder_of(state, one.formation) for key, one in state.stands.items()}
            for command in commands_of(state.setting):
                first = first_of(state.setting, command.side) == command.id
                assert stands_held(state, command) == {
                    key for key, one in state.stands.items()
                    if one.side == command.side and (whose[key] == command.id or (first and not whose[key]))
                }  # fmt: skip
