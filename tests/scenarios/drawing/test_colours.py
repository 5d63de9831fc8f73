"""No colour of a map stands outside the style file: not in what draws, not in what prints, not in what QGIS reads."""

import re
from pathlib import Path

import pytest

from maps.gpkg.style import style_of, styled_schemes
from maps.palette import shipped_palette

ROOT = Path(__file__).resolve().parents[3]
DRAWS = {
    "maps/shapes": "*.py",
    "maps/gpkg": "*.py",
    "scenarios/drawing": "*.py",
    "webui/desk/drawn": "*.py",
    "webui/static/map": "**/*.js",
    "webui/static/map/": "**/*.css",
    "scenarios/printshop": "*.py",
    "scenarios/drawing/light": "*.py",
    "scenarios/reports": "s*.py",
    "scenarios/battles": "picturing.py",
    "scenarios/formats": "p*.py",
    "scenarios/trials": "mapping.py",
}
"""Where all files are searched: what draws the map, on the page and on paper, and the map's own style sheet."""

COLOUR = re.compile(
    r"""#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}["']|#[0-9a-fA-F]{3}\b(?=[ ;])|\brgba?\(|\bhsla?\("""
    r"""|["']\d{1,3},\d{1,3},\d{1,3}(?:,\d{1,3})?["']"""
)
EXAMPLES = re.compile(r"^ *(?:>>>|\.\.\.|\*|//|#).*$|^ *'#[0-9a-f]{6}'$|^ *\(?'#.*$", re.MULTILINE)


def files():
    return sorted({path for folder, kind in DRAWS.items() for path in (ROOT / folder).glob(kind)})


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_colour_stands_outside_the_style_file(path):
    assert COLOUR.findall(EXAMPLES.sub("", path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "told", ['fill = "#a1b2c3"', "x = '#fff'", "rgb(1 2 3)", "color: #fff;", '_HAND = "222,90,70"', '"1,2,3,255"']
)
def test_a_colour_would_be_found(told):
    assert COLOUR.search(EXAMPLES.sub("", told))


def test_all_that_draws_is_searched():
    found = files()
    assert len(found) > 80
    on_page = {path for path in (ROOT / "webui/static/map").rglob("*") if path.suffix in {".js", ".css"}}
    assert on_page <= set(found)


@pytest.mark.parametrize("scheme", styled_schemes())
def test_what_qgis_reads_has_the_colours_of_the_palette_in_every_scheme(scheme):
    palette = shipped_palette().in_scheme(scheme)
    for layer in ("hexes", "hexsides", "links", "places", "audit", "corrections_lines"):
        style = style_of(layer, scheme)
        found = re.findall(r'"(\d+),(\d+),(\d+),\d+"', style)
        assert found
        known = {*palette.ink.values(), palette.halo, palette.grid}
        known |= {row.tint for row in palette.terrain.values()}
        known |= {colour for row in palette.line.values() for colour in (row.colour, row.casing)}
        assert {"#" + "".join(f"{int(part):02x}" for part in rgb) for rgb in found} <= known


def test_qgis_has_every_scheme_with_other_colours_and_none_twice():
    assert styled_schemes() == ("full", "colour_blind", "low_ink", "black")
    for layer in ("hexes", "links"):
        assert len({style_of(layer, scheme) for scheme in styled_schemes()}) > 2
