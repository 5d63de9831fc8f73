"""Missions given by hand are followed in the next plan; those that make no sense stop nobody from planning."""

import random

import pytest

from campaign.engine.dice import SeededDice
from campaign.model.missions import MISSION_KINDS, Goal, Mission
from campaign.model.notation import parse_order
from campaign.model.planning import Dossier
from campaign.model.seats import Seat
from campaign.model.situation import Situation
from campaign.solo.commander.staff import Commander
from campaign.solo.playing import play_out
from campaign.systems.catalogue import ruleset
from tests.campaign.direct import view_for
from tests.campaign.solo.proofs.chances import SYSTEMS, battle, change
from tests.campaign.test_imagined import WILD


def spot_of(game, side):
    """Name a hex far from every objective and from the side's own stands."""
    state, grid = game.situation.state, game.situation.map.layout.grid
    taken = [spot.hex for spot in state.setting.objectives]
    own = [one.hex for one in state.stands.values() if one.side == side and one.hex is not None]
    free = [index for index in range(len(game.situation.map)) if game.situation.map.inside[index]]
    return max(free, key=lambda i: (min(grid.distance(i, t) for t in taken), min(grid.distance(i, o) for o in own), i))


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_mission_given_by_hand_is_followed_within_a_turn(key):
    game = battle(key, 2)._replace(readings=(), missions=False).open()
    goal = game.situation.map.number(spot_of(game, "red"))
    tops = [one for one in game.situation.state.formations.values() if one.side == "red" and one.parent is None]
    for top in tops:
        game.give(parse_order(f"mission {top.id} take {goal}", game.situation.map, game.situation.state), "red")
    thoughts, begun = [], game.situation.state.clock
    for step in play_out(game, {"red": Seat(), "blue": Seat("fast")}, phases=12):
        clock = step.situation.state.clock
        if (clock.day, clock.turn) != (begun.day, begun.turn):
            break
        if step.chosen is not None and step.chosen.thought is not None:
            thoughts.append(step.chosen.thought)
    assert any(goal in one.why or goal in one.order for one in thoughts), [one.why for one in thoughts]


def odd(kind, mission, key, state, hexmap):
    """Make a mission that makes no sense in one way."""
    sea = Goal(0, "The corner")
    ways = {
        "no goal": {}, "in a corner": {"goals": (sea,)}, "long over": {"goals": (sea,), "until": -3},
        "a partner who is not there": {"partner": "nobody", "goals": (sea,)}, "its own partner": {"partner": key},
        "a line across nothing": {"line": (0, len(hexmap) - 1), "not_before": 9},
        "all in reserve": {"reserve": 100, "goals": (sea,)},
        "behind the enemy": {"goals": tuple(Goal(s.hex, "There") for s in state.stands.values() if s.on_map)[-1:]},
    }  # fmt: skip
    return change(mission, kind=kind, **ways[odd_ways(random.Random(f"{kind}/{key}/{mission.side}"))])


WAYS = (
    "no goal", "in a corner", "long over", "a partner who is not there", "its own partner", "a line across nothing",
    "all in reserve", "behind the enemy",
)  # fmt: skip


def odd_ways(dice):
    return dice.choice(WAYS)


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("kind", MISSION_KINDS)
def test_missions_that_make_no_sense_stop_nobody_from_planning(key, kind):
    for seed in range(4):
        found = WILD[key](seed)
        rules, state = ruleset(key, found.state.setting.overrides), found.state
        missions = tuple(odd(kind, Mission(i.id, i.side), i.id, state, found.map) for i in state.formations.values())
        absent = tuple(change(one, formation="nobody at all") for one in missions[:1])
        setting = change(state.setting, missions=(*missions, *absent))
        whole = Situation(change(state, setting=setting), found.map, rules.tables)
        for side in setting.sides:
            view = view_for(whole, side.key, sightings=rules.play.sightings)
            commander = Commander(rules, side.key)
            first = commander.plan(view, Dossier(), SeededDice("odd", 1))
            plan = commander.plan(view, first.dossier, SeededDice("odd", 2))
            assert all(thought.reasons for thought in plan.thoughts)
