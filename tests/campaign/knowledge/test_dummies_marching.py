"""Dummies on the march over several turns: once a turn, not by night, elsewhere if told so, and not through a front."""

import msgspec

from campaign.engine.given import situation_of
from campaign.model.known.dummies import dummies_of
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.dummy import DummyGone, DummyMarched, MarchDummy, PlaceDummy
from campaign.model.verbs.fronts import FreezeFront
from campaign.systems.catalogue import ruleset
from tests.campaign.knowledge.test_deceiving import Told, refused

change = msgspec.structs.replace


def goes(game, goal, by="red"):
    return game.give(MarchDummy("red", "dummy-red-1", game.at(goal)), by)


def ended(game):
    """End the phase until a turn is over; give what the dummies did."""
    begun = game.situation.state.clock
    found = []
    while (game.situation.state.clock.day, game.situation.state.clock.turn) == (begun.day, begun.turn):
        found += game.give(EndPhase(), faces=[3] * 20)
    return [one for one in found if isinstance(one, DummyMarched | DummyGone)]


def ways(game, events):
    number = game.situation.map.number
    return [("-".join(map(number, one.path)), one.goal and number(one.goal)) for one in events]


def far_board(key="zen_operational"):
    """Red in 0203 with a dummy there; Blue far off."""
    rules = ruleset(key)
    found = situation_of(
        "map 40x4\nwidth 2\nred infantry r0 0203\nblue infantry b0 4001\nclock day=1 turn=1 phase=move", rules
    )
    game = Told(rules, found.with_state(change(found.state, setting=change(found.state.setting, days=9))))
    game.give(SetDeception(0, 0, "sides"))
    game.give(PlaceDummy("r0", game.at("0203")))
    return game


def test_a_dummy_goes_on_to_a_far_hex_in_the_turns_that_follow_once_in_each_and_not_by_night():
    game = far_board()
    (first,) = goes(game, "2003")
    far = len(first.path) - 1
    assert game.situation.map.number(first.goal) == "2003"
    legs = [first]
    while legs[-1].goal is not None:
        clock = game.situation.state.clock
        events = ended(game)
        assert len(events) <= 1
        assert not (clock.night and events), "nobody marches by night"
        legs += [one for one in events if isinstance(one, DummyMarched)]
        assert clock.day < 9
    whole = [index for leg in legs for index in leg.path[1:]]
    assert game.situation.map.number(whole[-1]) == "2003"
    assert len(whole) == 18, "the way is the shortest, and no hex is gone twice"
    assert [len(leg.path) - 1 for leg in legs] == [far] * (18 // far) + [18 % far] * bool(18 % far)
    assert [(one.day, one.turn) for one in legs] == sorted({(one.day, one.turn) for one in legs}), "once a turn"
    assert dummies_of(game.situation.state)["dummy-red-1"].goal is None
    assert not any("ummy" in line for line in game.lines("blue"))
    assert any("is to go on to 2003" in line for line in game.lines("red"))


def test_a_dummy_that_has_marched_goes_elsewhere_from_the_next_turn_on_or_stays():
    game = far_board()
    (first,) = goes(game, "2003")
    here = game.situation.map.number(first.path[-1])
    refused(game, MarchDummy("red", "dummy-red-1", game.at("2003")), "goes on to 2003 by itself", "red")
    assert ways(game, goes(game, "0203")) == [(here, "0203")], "it does not march twice in a turn"
    assert ended(game) == [], "it has marched in this turn"
    (back,) = ended(game)
    assert back.path == first.path[::-1]
    goes(game, "2003")
    assert ways(game, goes(game, game.situation.map.number(dummies_of(game.situation.state)["dummy-red-1"].stand.hex)))
    assert dummies_of(game.situation.state)["dummy-red-1"].goal is None
    assert ended(game) == [], "it was told to stay"


def test_a_dummy_on_a_long_march_stops_before_a_front_that_stands_still():
    game = far_board()
    goes(game, "2003")
    begun = dummies_of(game.situation.state)["dummy-red-1"].stand.hex
    game.give(FreezeFront(begun, 0, 2, "a battle"))
    assert [*ended(game), *ended(game)] == [], "it stands where all stand still"
    assert [one.path[0] for one in ended(game)] == [begun], "then it goes on"
