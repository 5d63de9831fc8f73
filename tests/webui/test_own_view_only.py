"""
Where a stand can go, and what an order would do, is worked out from what its side sees.

Games are looked for in which the whole truth would answer otherwise; there the answer must be the one of the view.
"""

import random
from urllib.parse import quote

import pytest

from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order
from campaign.systems.catalogue import coded
from campaign.views import view_for
from tests.webui.test_twins import application, players
from tests.webui.twinning import NAME, HeldStore, game, written
from webui.desk.chairs import foreseen
from webui.serving.shared import Desk

GAMES, ENOUGH = 40, 2


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return application(tmp_path_factory)


def games(folder):
    """Give games one after the other, with a side that looks at each."""
    for seed in range(GAMES):
        for key in coded():
            world = game(key, 500 + seed)
            desk = Desk(HeldStore(world, written(world), folder), 4)
            side = random.Random(f"{key}/{seed}").choice(
                [one for one in players(world.opening.setting) if one.kind == "side"]
            )
            yield desk, desk.store.session(NAME), side


def view_of(session, side):
    return view_for(session.known(side), session.situation)


def test_where_a_stand_can_go_is_worked_out_from_what_its_side_sees(app, tmp_path):
    found = 0
    for desk, session, side in games(tmp_path):
        view, play = view_of(session, side), session.ruleset.play
        for stand in view.state.stands.values():
            if stand.side != side.key or stand.hex is None or stand.gone:
                continue
            seen, truth = (play.reach(one, stand.id).cost for one in (view, session.situation))
            if seen.keys() == truth.keys():
                continue
            app.extensions["sandtable"] = desk
            answer = app.test_client().get(f"/c/{NAME}/{side.key}/reach.json?stand={quote(stand.id)}").json
            assert {int(index) for index in answer["costs"]} == set(seen)
            found += 1
            break
        if found == ENOUGH:
            break
    assert found == ENOUGH


def test_what_an_order_would_do_is_worked_out_from_what_its_side_sees(app, tmp_path):
    found = 0
    for desk, session, side in games(tmp_path):
        view, look = view_of(session, side), desk.looks.look(session, side.key)
        for order in legal_orders(session.ruleset, view, side.key):
            mine, truth = foreseen(look, order), session.preview(order)
            if mine.allowed == truth.allowed:
                continue
            app.extensions["sandtable"] = desk
            line = quote(format_order(order, view.map))
            answer = app.test_client().get(f"/c/{NAME}/{side.key}/preview.json?notation={line}").json
            assert answer["allowed"] == mine.allowed
            assert (answer["refusal"] is None) == (mine.refusal is None)
            found += 1
            break
        if found == ENOUGH:
            break
    assert found == ENOUGH
