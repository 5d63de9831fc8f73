"""Losers fall back from the hex that the winners took, where the rules of the campaign let them."""

import pytest

from scenarios.battles import yielding
from scenarios.battles.yielding import yielded
from tests.people.helpers import club_app
from tests.people.test_tables import code_of, opened, session_of, taken


@pytest.fixture
def app(tmp_path):
    made = club_app(tmp_path)
    assert opened(made).status_code == 303
    return made


def sides(app):
    """Give the campaign, and who is in the battle, by side."""
    session = session_of(app)
    state = session.state
    inside = state.battles[code_of(app)].stands
    return session, {side: [key for key in inside if state.stands[key].side == side] for side in ("us", "ge")}


def asked(app, moves, winner):
    session, _ = sides(app)
    return yielded(code_of(app), moves, winner, session.situation, session.ruleset)


@pytest.mark.parametrize(("winner", "loser"), [("us", "ge"), ("ge", "us")])
def test_the_loser_goes_to_a_hex_beside_his_own_without_an_enemy_and_the_result_is_taken_whole(app, winner, loser):
    session, who = sides(app)
    stands, grid = session.state.stands, session.situation.map.layout.grid
    first = who[winner][0]
    goal = stands[who[loser][0]].hex
    found = asked(app, {first: goal}, winner)
    losers = [key for key in who[loser] if stands[key].hex == goal]
    assert list(found) == [*losers, first]
    for key in losers:
        assert grid.distance(found[key], goal) == 1
        assert found[key] not in {stands[one].hex for one in who[winner]}
    number = session.situation.map.number
    answer = taken(app, **{f"hex:{key}": number(there) for key, there in found.items()})
    assert answer.status_code == 303
    after = session_of(app).state.stands
    assert {key: after[key].hex for key in found} == found


def test_where_the_rules_refuse_a_hex_the_next_is_taken_and_where_they_refuse_all_he_stays(app, monkeypatch):
    """The rules of the campaign are asked hex by hex, each time with all that was found before."""
    session, who = sides(app)
    moves = {who["us"][0]: session.state.stands[who["ge"][0]].hex}
    free = asked(app, moves, "us")[who["ge"][0]]
    asks = yielding._allowed
    barred = lambda battle, back, *more: back[who["ge"][0]] != free and asks(battle, back, *more)  # noqa: E731
    monkeypatch.setattr(yielding, "_allowed", barred)
    assert asked(app, moves, "us")[who["ge"][0]] not in {free, moves[who["us"][0]]}
    monkeypatch.setattr(yielding, "_allowed", lambda *_: False)
    assert asked(app, moves, "us") == moves


def test_what_the_rules_of_the_campaign_refuse_is_no_way_back(app):
    """Nobody who is in no battle is moved by its result, and nobody goes off the map."""
    session, who = sides(app)
    outside = next(key for key in session.state.stands if key not in {*who["us"], *who["ge"]})
    asks = (code_of(app), session.situation, session.ruleset)
    may = lambda moves: yielding._allowed(asks[0], moves, *asks[1:])  # noqa: E731
    here = session.state.stands[who["ge"][0]].hex
    beside = yielded(asks[0], {who["us"][0]: here}, "us", *asks[1:])[who["ge"][0]]
    assert may({who["ge"][0]: beside})
    assert not may({outside: beside})
    assert not may({who["ge"][0]: session.state.stands[who["us"][0]].hex})


@pytest.mark.parametrize("winner", [None, "", "ge"])
def test_in_a_draw_and_from_a_hex_that_the_loser_took_nobody_falls_back(app, winner):
    session, who = sides(app)
    moves = {who["us"][0]: session.state.stands[who["ge"][0]].hex}
    assert asked(app, moves, winner) == moves


def test_who_went_elsewhere_on_the_table_is_where_he_went(app):
    session, who = sides(app)
    stands, grid = session.state.stands, session.situation.map.layout.grid
    goal = stands[who["ge"][0]].hex
    left = next(one for one in grid.neighbours(goal) if one not in {stands[key].hex for key in who["us"]})
    moves = {who["us"][0]: goal} | dict.fromkeys(who["ge"], left)
    assert asked(app, moves, "us") == moves
