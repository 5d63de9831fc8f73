"""Readers for the lines of the corpus, made once."""

import pytest

from tests.campaign.spoken.corpus import ardennes, board, reader_for, shipped
from webui.desk.library import open_store


@pytest.fixture(scope="session")
def views(played_store, tmp_path_factory):
    """The views of both sides of the shipped campaign in its first phase of movement, with the rules."""
    import shutil

    folder = tmp_path_factory.mktemp("spoken") / "store"
    shutil.copytree(played_store, folder)
    store = open_store(folder)
    found = {side: ardennes(store, side) for side in ("us", "german")}
    store.close()
    return found | {
        "red": board("lesk_fords", "three_star_general"), "blue": board("tallow_cross", "d3_one_hour"),
        "bollin": board("bollin_bottoms", "three_star_general"), "marl": board("marl_farm", "two_star_general"),
        "harrow": board("harrow_green", "d3_one_hour"), "harrow_red": board("harrow_green", "d3_one_hour"),
        "corrow": board("corrow_ridge", "parkin_generic"), "tallow": board("tallow_cross", "two_star_general"),
        "plain": shipped("castiglione_1796"),
    }  # fmt: skip


@pytest.fixture
def reader_of(views):
    """Make a reader for a side: us, german, french, austrian, red at Lesk, blue at Tallow Cross; or of a board."""
    sides = {"bollin": "red", "marl": "red", "harrow": "blue", "harrow_red": "red", "corrow": "red", "tallow": "red"}
    plain = {"french", "austrian"}
    return lambda side: reader_for(views["plain" if side in plain else side][0], sides.get(side, side))
