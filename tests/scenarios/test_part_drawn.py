"""The part of a map that goes into a letter: its ground as one sheet, the rest as few paths."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

from campaign.engine.drawnmap import DrawnMap
from campaign.model.tokens import tokens_of
from maps.grid.hexmap import Place
from maps.palette import shipped_palette
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.labels import Box
from scenarios.formats.svg import part_svg
from tests.toyground import toy_map

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*rows):
    made = DrawnMap()
    for row in rows:
        made.row(tokens_of(row))
    return made.finish()


def tint(name):
    return shipped_palette().terrain[name].tint


def filled(hexmap, part=None):
    """Give the tint of the sheet, and how many hexes are filled over it in each other tint."""
    root = ET.fromstring(part_svg(Drawing(hexmap, 10.0, part=part), lambda _: ()))
    sheet = root.find(f"{SVG}rect")
    paths = (path for path in root.iter(f"{SVG}path") if path.get("transform") == "scale(.1)")
    return sheet.get("fill"), {path.get("fill"): len(re.findall("z", path.get("d"))) for path in paths}


def test_most_of_the_ground_is_one_sheet_and_the_rest_is_filled_over_it():
    hexmap = drawn("....", ".ww.", "..w.", "...T")
    assert filled(hexmap) == (tint("open"), {tint("woods_dense"): 3, tint("town"): 1})


def test_ground_that_is_not_on_the_part_is_not_filled():
    """Of the same map the two hexes in the middle of the second row, and what lies about them."""
    hexmap = drawn("wwwwww", "......", "......", "......", "......", "TTTTTT")
    grid = hexmap.layout.grid
    sheet, others = filled(hexmap, (grid.index_of("0203"), grid.index_of("0404")))
    assert sheet == tint("open")
    assert tint("town") not in others


def test_no_name_of_a_town_stands_where_something_else_is_drawn():
    bare = toy_map("......\n......\n......\n......")
    x, y = bare.layout.to_map(bare.layout.centres()[8]).tolist()
    hexmap = replace(bare, places=(Place("Corrow", 8, x, y, 9000, 1),))

    def names(*taken):
        root = ET.fromstring(part_svg(Drawing(hexmap, 20.0), lambda _: (), lambda _: taken))
        return [one.text for one in root.iter(f"{SVG}text")]

    assert names() == ["Corrow"]
    assert names(Box(-500, -500, 500, 500)) == []
