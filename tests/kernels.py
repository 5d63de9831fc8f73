"""
Translate the searches, measurements and builders of maps that tests call, once: ``python -m tests.kernels``.

What is translated is kept beside the sources. Without it each process of tests would begin by doing the same.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from campaign.engine.imagine import imagined
from campaign.engine.legal import legal_orders
from campaign.model.situation import Situation
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import keys
from campaign.views import view_for
from maps.area.reader import read_area, shipped_area
from maps.gpkg.reader import read
from maps.gpkg.writer import write
from maps.grid.graph import HexGraph, components, reach, reaches
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.sight import visible_from
from maps.grid.ways import ways_to
from maps.making.build import build
from maps.shapes.field import wandered
from maps.sources.osmxml import walk_osm_xml
from scenarios.formats.picture import map_svg
from scenarios.scenario import shipped_scenario
from tests.maps import crossed
from tests.maps import test_rasterkernels as rasters
from tests.maps.test_build_features import country, made
from tests.webui.groundmaking import BOX, heights_file, small_world
from tests.webui.twinning import game
from webui.desk.grounds.draft import FILES, Draft, Source, area_text
from webui.desk.library import open_store

MOST = 400


def main() -> int:
    """Build maps, play a little by each rule system, ask what each side may do in a campaign, and draw its map."""
    with tempfile.TemporaryDirectory() as folder:
        build_maps(Path(folder))
        open_campaign(Path(folder))
    measure()
    for key in keys():
        play(key)
    return 0


def build_maps(folder: Path) -> None:
    """Build the shipped map, and a small one from an extract of a map of today."""
    build(read_area(shipped_area("ardennes_1944")))
    country().write(folder / "toy.osm.pbf")
    walk_osm_xml(country().write_xml(folder / "toy.osm"))
    path = folder / "toy.gpkg"
    write(made(folder), path)
    read(path)
    build_rising(folder)
    search()


def build_rising(folder: Path) -> None:
    """Build a map whose ground rises, with tracks on it, and look across it."""
    (folder / FILES).mkdir()
    west, south, east, _ = BOX
    world = small_world()
    for k in range(4):
        world.way([(west, south + 0.01 * k), (east, south + 0.01 * k)], highway="track")
    world.write(folder / FILES / "w.osm.pbf")
    heights_file(folder / FILES / "h.tif")
    sources = (Source("w.osm.pbf", "features"), Source("h.tif", "elevation"))
    rising = area_text(Draft(name="Rising", box=BOX, width_km=1.0, sources=sources))
    (folder / "rising.toml").write_text(rising, "utf-8")
    visible_from(build(read_area(folder / "rising.toml")), 0, 3)


def search() -> None:
    """Search where prices are small and where they are great: from one hex, from several, and to some."""
    table = Grid(9, 9).neighbour_table()
    for price in (1, 40_000):
        graph = HexGraph(table, np.where(table == NO_HEX, 0, price))
        stops = np.zeros(len(table), bool)
        reach(graph, 0, 9, stops=stops)
        reaches(graph, [0, 40], 9, stops=stops)
        ways_to(graph, [((0,), (40,))], 9)
        components(graph)


def measure() -> None:
    """Measure rasters of each kind of number, fill holes, let borders wander, and lay roads beside rivers."""
    for measured in (
        partial(rasters.test_statistics_agree_with_asking_each_cell_for_its_hex, True, 0.0, 16, 0.0),
        partial(rasters.test_classes_agree_with_asking_each_cell_for_its_hex, True),
        partial(rasters.test_slopes_agree_with_the_formula_written_out, 1.0),
        rasters.test_a_hex_over_the_edge_is_known_for_its_part_and_one_inside_wholly,
        rasters.test_the_slope_of_a_hex_is_the_mean_of_its_cells,
        rasters.test_holes_take_the_mean_of_their_rim_in_eight_directions,
        rasters.test_absurd_cells_are_dropped_and_holes_filled_from_another_raster,
    ):
        measured()
    wandered(np.arange(3.0), np.arange(3.0))
    for number in range(6):
        crossed.ground(number)


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
