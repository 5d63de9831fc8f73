"""The board of a battle is made of the sources of the campaign's area where they know enough for its hexes."""

import dataclasses
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from maps.ownterrain import OwnTerrain
from scenarios.battles.proposing import propose
from webui.desk.battles.grounds import ground_map, grounded
from webui.desk.library import open_store

GIVEN = """
map
. . .
. . .
us infantry 1 0101 of=A
ge infantry 2 0201 of=B
formation A
formation B
"""


@pytest.fixture(scope="module")
def ardennes():
    return build(read_area(shipped_area("ardennes_1944")))


def planned(hexmap, inch_m):
    zen = ruleset("zen_operational")
    here = situation_of(GIVEN, zen)
    plan = propose(here, zen, zen, (here.map.index_of("0101"), here.map.index_of("0201")), seed="a")
    middle = (hexmap.index_of("2620"), hexmap.index_of("2621"))
    return replace(plan, hexes=middle, wide_inches=16.0, high_inches=16.0, hex_inches=4.0, inch_m=inch_m)


@pytest.mark.parametrize(("inch_m", "words"), [
    (4000.0, "cut from the sources of Ardennes"),
    (500.0, "cut from the campaign's own map, whose hexes are 2000 m wide"),
    (50.0, "of its sources elev.tif is sound for hexes of 1.6 km and more, landcover.tif is sound for hexes of 15."),
])  # fmt: skip
def test_the_ground_is_cut_of_what_knows_enough_for_the_tables_hexes(ardennes, tmp_path, inch_m, words):
    store, session = open_store(tmp_path), SimpleNamespace(hexmap=ardennes)
    store.keep_map(ardennes)
    plan = grounded(store, session, planned(ardennes, inch_m))
    assert words in plan.ground_words
    board = ground_map(store, plan)
    if inch_m == 4000.0:
        assert abs(board.layout.width_m - 16_000) < 1
        assert not board.invented.any()
        assert grounded(store, session, plan).ground == plan.ground, "it is in the store from now on"
    elif inch_m == 500.0:
        assert board.key == ardennes.key
    else:
        assert board is None
        assert plan.ground_words.startswith("invented from what the campaign's map says of its hexes")
        assert "do not know them show" not in plan.ground_words
        session.hexmap = dataclasses.replace(
            ardennes, own=(OwnTerrain("hop_gardens", "orchard"),), terrain_names=(*ardennes.terrain_names, "orchard")
        )
        told = grounded(store, session, planned(ardennes, inch_m)).ground_words
        assert told.endswith("show hop gardens as orchard")
    store.close()
