"""How strong stands are to a viewer: his own now and unhurt, an enemy as far as he sees him."""

from __future__ import annotations

import pytest

from campaign.model.verbs.ruling import Ruling
from tests.webui.fighting import battle_store
from webui.desk.looks import Looks


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """A battle in which the first stand of red has lost a point."""
    store = battle_store(tmp_path_factory.mktemp("looks"), "d3_one_hour")
    session = store.session("d3-one-hour")
    hurt = next(key for key, stand in session.state.stands.items() if stand.side == "red" and stand.on_map)
    session.submit(Ruling("hurt", stand=hurt, losses=1))
    yield session
    store.close()


@pytest.mark.parametrize("viewer", ["umpire", "red", "blue"])
def test_strength_is_told_of_ones_own_now_and_unhurt_and_of_an_enemy_as_he_is_seen(session, viewer):
    look, play = Looks().look(session, viewer), session.ruleset.play
    told = {key: look.strengths(stand) for key, stand in look.state.stands.items()}
    own = {key for key, stand in look.state.stands.items() if viewer in {"umpire", stand.side}}
    for key in own:
        assert told[key] == (play.strength(session.situation, key), play.full_strength(session.situation, key))
    for key in told.keys() - own:
        seen = look.state.stands[key].profile
        assert told[key] == ((seen.strength if seen.name else 0) or 0, 0)
    assert bool(told.keys() - own) == (viewer != "umpire")
    assert any(now < full for now, full in map(told.get, own)) == (viewer != "blue")
    assert all(full > 0 for _, full in map(told.get, own))
