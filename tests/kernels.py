"""
Translate the searches, measurements and builders of maps that tests call, once: ``python -m tests.kernels``.

What is translated is kept beside the sources. Without it each process of tests would begin by doing the same.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import islice
from pathlib import Path

from campaign.engine.imagine import imagined
from campaign.engine.legal import legal_orders
from campaign.model.situation import Situation
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import keys
from campaign.views import view_for
from maps.area.reader import read_area, shipped_area
from maps.gpkg.reader import read
from maps.gpkg.writer import write
from maps.making.build import build
from scenarios.formats.picture import map_svg
from scenarios.scenario import shipped_scenario
from tests.maps.test_build_features import country, made
from tests.webui.twinning import game
from webui.desk.library import open_store

MOST = 400


def main() -> int:
    """Build maps, play a little by each rule system, ask what each side may do in a campaign, and draw its map."""
    with tempfile.TemporaryDirectory() as folder:
        build_maps(Path(folder))
        open_campaign(Path(folder))
    for key in keys():
        play(key)
    return 0


def build_maps(folder: Path) -> None:
    """Build the shipped map, and a small one from an extract of a map of today."""
    build(read_area(shipped_area("ardennes_1944")))
    country().write(folder / "toy.osm.pbf")
    path = folder / "toy.gpkg"
    write(made(folder), path)
    read(path)


def open_campaign(folder: Path) -> None:
    """Open the shipped campaign, ask what each side may do, and draw its map."""
    store = open_store(folder)
    store.create(shipped_scenario("ardennes_1944"), "ardennes", seed="kernels")
    session = store.session("ardennes")
    for side in session.setting.sides:
        view = view_for(session.known(side.key), session.situation)
        list(islice(legal_orders(session.ruleset, imagined(session.ruleset, view), side.key), MOST))
    map_svg(session.hexmap)
    store.close()


def play(key: str) -> None:
    """Play a random game, and follow the supply of all who are in it."""
    world = game(key, 0)
    situation = Situation(opening_state(world.opening), world.hexmap, world.rules.tables)
    for stand in situation.state.stands:
        world.rules.play.supply(situation, stand)


if __name__ == "__main__":
    sys.exit(main())
