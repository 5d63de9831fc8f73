"""ZN 4.12: what bars the way of who goes back, against plain loops over wild situations."""

import random

import pytest

from campaign.systems.zen.fight.combat import _shut
from campaign.systems.zen.march.zones import enemy_zones
from tests.campaign.zen.wild import wild_game


@pytest.mark.parametrize("seed", range(30))
def test_zones_of_those_fought_bar_nobody_unless_another_is_there_too(seed):
    dice, here = random.Random(seed), wild_game(seed, stands=14).situation
    for side in ("us", "ge"):
        stands = [stand for stand in here.state.stands.values() if stand.on_map]
        own = {stand.hex for stand in stands if stand.side == side}
        foes = sorted({stand.hex for stand in stands if stand.side != side})
        fought = frozenset(dice.sample(foes, dice.randint(0, len(foes))))
        barred = set(foes)
        for index, exerting in enemy_zones(here, side).items():
            for key in exerting:
                if here.state.stands[key].hex not in fought and index not in own:
                    barred.add(index)
        assert _shut(here, side, fought) == barred
