"""A map's key is what is on the map: kinds of terrain that it has none of do not change it."""

from dataclasses import replace

import numpy as np
import pytest

from tests.toyground import TERRAIN, toy_map

MAP = toy_map("..b\nwTm\n..~")
NAMES = tuple(TERRAIN.values())


def listed(names):
    """Make the same map with a longer list of kinds."""
    codes = np.array([names.index(MAP.terrain_of(index)) for index in range(len(MAP))], np.uint8)
    return replace(MAP, terrain=codes, terrain_names=names)


@pytest.mark.parametrize("at", range(len(NAMES) + 1))
def test_a_new_kind_of_terrain_changes_no_key_of_a_map_without_it(at):
    assert listed((*NAMES[:at], "moor", *NAMES[at:])).key == MAP.key


def test_a_hex_of_a_new_kind_counts():
    moored = listed((*NAMES, "moor", "fen"))
    codes = moored.terrain.copy()
    codes[0] = len(NAMES)
    moor = replace(moored, terrain=codes)
    fen = replace(moored, terrain=np.where(codes == len(NAMES), len(NAMES) + 1, codes).astype(np.uint8))
    assert len({MAP.key, moor.key, fen.key}) == 3


def test_a_key_is_what_it_was_when_campaigns_first_wrote_it_down():
    assert MAP.key == "2dc3966ac2c950c19acf60a6"
