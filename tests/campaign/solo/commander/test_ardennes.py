"""A day of the Ardennes with a commander on both sides, as the plan of the scenario has it."""

from __future__ import annotations

import msgspec
import pytest

from campaign.engine.dice import SeededDice
from campaign.model.planning import Dossier
from tests.campaign.solo.commander.games import Game

# What is made once for the file is made once: without the mark each of two processes makes it.
pytestmark = pytest.mark.xdist_group("commander_ardennes")


@pytest.fixture(scope="module")
def game():
    return Game("fresh").until(2).until_phase("move")


def test_both_sides_order_a_lot_and_next_to_nothing_is_refused(game):
    given = {side: [told for told in game.told if told.side == side] for side in ("german", "us")}
    assert len(given["german"]) > 250
    assert len(given["us"]) > 80
    refused = [told.refused for told in game.told if told.refused]
    assert len(refused) * 100 <= len(game.told), refused


def test_both_sides_attack_and_the_germans_go_forward_in_command(game):
    attackers = {told.side for told in game.told if told.thought.task == "assault"}
    assert attackers == {"german", "us"}
    stands = [stand for stand in game.situation.state.stands.values() if stand.side == "german" and stand.on_map]
    out = sum("out_of_command" in stand.marks for stand in stands)
    assert out * 100 <= 15 * len(stands)
    lost = [stand for stand in game.situation.state.stands.values() if stand.side == "german" and stand.gone]
    assert len([stand.id for stand in lost if stand.profile.kind == "hq"]) <= 1


def test_every_order_has_a_reason_with_a_figure_and_the_reasons_name_only_what_the_side_knows(game):
    for told in game.told:
        thought = told.thought
        assert thought.why
        assert any(letter.isdigit() for letter in thought.why), thought.why
        assert thought.reasons or thought.expected
    hidden = {stand.id for stand in game.situation.state.stands.values() if stand.side == "us"}
    words = [word for told in game.told if told.side == "german" for word in told.thought.order.split()]
    assert hidden.isdisjoint(words)


def test_each_group_with_a_mission_is_told_once_a_day_how_it_stands():
    plan = Game("fresh").until_phase("move").plan("german")
    texts = [estimate.text for estimate in plan.estimates]
    assert any("Clervaux by day 2" in text and "turns away" in text for text in texts)
    assert all(estimate.way for estimate in plan.estimates if "turns away" in estimate.text)
    assert {task.kind for task in plan.tasks} >= {"march", "lead"}


def test_an_enemy_whom_the_view_hides_changes_no_thought(game):
    """Take a stand that the side does not see away behind its view, or double it: it plans the same to the byte."""
    for side, other in (("german", "us"), ("us", "german")):
        view = game.view(side)
        hidden = next(stand for stand in game.situation.state.stands.values() if stand.side == other and stand.on_map)
        plan = game.plan(side)
        state = game.situation.state
        fewer = {key: stand for key, stand in state.stands.items() if key != hidden.id}
        changed = game.known._replace(situation=game.situation.with_state(msgspec.structs.replace(state, stands=fewer)))
        kept, game.known = game.known, changed
        try:
            assert game.view(side).state.stands == view.state.stands
            assert msgspec.json.encode(game.plan(side)) == msgspec.json.encode(plan)
        finally:
            game.known = kept


def test_why_not_gives_other_orders_for_any_stand_with_their_prices():
    fresh = Game("fresh").until_phase("move")
    view, plan = fresh.view("german"), fresh.plan("german")
    chosen = {thought.subject: thought.order for thought in plan.thoughts}
    marching = next(thought.subject for thought in plan.thoughts if thought.task == "march")
    staying = next(key for key, stand in sorted(view.state.stands.items()) if is_idle(stand) and key not in chosen)
    for stand in (marching, staying):
        others = fresh.chiefs["german"].why_not(view, Dossier(), stand, SeededDice("why", 1))
        assert 1 <= len(others) <= 3
        assert all(other.subject == stand and other.reasons for other in others)
        assert chosen.get(stand) not in {other.order for other in others}


def is_idle(stand):
    return stand.side == "german" and stand.on_map and stand.profile.kind == "infantry"
