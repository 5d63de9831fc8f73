"""Who is named in a side's log: found one by one, as a slow twin that puts every face on finds them all."""

import pytest

from campaign.engine.apply import apply
from campaign.model.masks import mask_for
from campaign.model.verbs.opening import opening_state
from campaign.model.viewer import viewers_of
from campaign.systems.catalogue import keys, ruleset
from campaign.views import _named
from tests.campaign.test_recorded_games import recorded

EACH = 3
"""The slow twin is asked after every third event, of each viewer after another."""


def slowly(state, mask):
    """Put a face on every stand."""
    shown = [stand if mask.own(stand.id) else mask.stand(stand) for stand in state.stands.values()]
    return {stand.id: stand for stand in shown}, {key: one for key, one in state.formations.items() if mask.own(key)}


@pytest.mark.parametrize("key", keys())
def test_names_of_a_recorded_game_are_those_of_the_slow_twin(key):
    events, _ = recorded(key, 2)
    state, tables = opening_state(events[0]), ruleset(key).tables
    viewers = [viewer for viewer in viewers_of(state.setting) if viewer.kind != "umpire"]
    ids = {viewer: {} for viewer in viewers}
    for number, event in enumerate(events[1:]):
        before, state = state, apply(state, event)
        for turn, viewer in enumerate(viewers):
            mask = mask_for(before, viewer, tables)
            named = _named(state, mask, ids[viewer])
            if (number + turn) % EACH:
                continue
            stands, formations = slowly(state, mask)
            assert {name: named.stands.get(name) for name in stands} == stands
            assert dict(named.stands) == stands
            assert dict(named.formations) == formations
            assert all(named.stands.get(name) is None for name in before.stands.keys() - stands.keys())
            assert all(named.formations.get(name) is None for name in state.formations.keys() - formations.keys())
    assert len(viewers) > 1
