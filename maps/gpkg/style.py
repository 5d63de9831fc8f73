"""Write the QGIS styles that a map's GeoPackage carries."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from maps.ownterrain import own_palette
from maps.palette import shipped_palette
from maps.record import CORRECTED, VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from maps.ownhexsides import OwnHexside
    from maps.ownterrain import OwnTerrain
    from maps.palette import Palette

__all__ = ["LAYER_STYLES", "style_of", "styled_schemes"]

_WATERS_MM = {"stream": 0.4, "river": 0.9, "major_river": 1.6, "lake": 1.2, "coast": 0.8}
_RAILS = {"double": 0.5, "single": 0.3}
_RANKS = {1: (2.6, 10, 0), 2: (2.0, 9, 0), 3: (1.5, 8, 600_000), 4: (1.1, 7, 250_000)}
"""Of each rank of places: the spot in mm, the letters in points, and the least scale that names it."""
_ROADS_MM = {"main": 0.7, "secondary": 0.5, "track": 0.3}

LAYER_STYLES = """
CREATE TABLE layer_styles (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT, f_table_schema TEXT, f_table_name TEXT,
  f_geometry_column TEXT, styleName TEXT, styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN, description TEXT,
  owner TEXT, ui TEXT, update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))
"""
"""The table where QGIS looks for styles."""


def styled_schemes() -> tuple[str, ...]:
    """Name the schemes that have other colours in QGIS, the full one first; what some merely add is not there."""
    full = shipped_palette()
    looks = {name: _look(full.in_scheme(name)) for name in full.scheme}
    return ("full", *(name for name in looks if looks[name] != looks["full"]))


def _look(palette: Palette) -> tuple[object, ...]:
    tints = {name: row.tint for name, row in palette.terrain.items()}
    return tints, dict(palette.line), palette.ink["town_edge"], palette.ink["name"], palette.halo, palette.grid


def style_of(
    layer: str, scheme: str = "full", own: Sequence[OwnTerrain] = (), borders: Sequence[OwnHexside] = ()
) -> str | None:
    """Give a layer's style as QML, in a scheme of colours; with terrain and hexsides of the map's own."""
    palette = own_palette(shipped_palette(), own).in_scheme(scheme)
    hand = _ink(palette, "hand")
    looks: Mapping[str, Callable[[], str]] = {
        "hexes": lambda: _qml(
            "terrain", {name: _fill(palette, _rgb(row.tint)) for name, row in palette.terrain.items()}
        ),
        "hexsides": lambda: _hexsides(palette, borders),
        "links": lambda: _links(palette),
        "places": lambda: _places(palette),
        "corrections_areas": lambda: _qml(
            "what", dict.fromkeys(("terrain", "height"), _fill(palette, hand, opacity=70))
        ),
        "corrections_lines": lambda: _qml(
            "what", dict.fromkeys(("hexside", "slope", "border", "road", "rail"), _line(hand, 0.8))
        ),
        "corrections_points": lambda: _qml("what", dict.fromkeys(CORRECTED, _spot(palette, hand))),
        "audit": lambda: _qml("verdict", {name: _spot(palette, _ink(palette, name)) for name in VERDICTS}),
    }
    return looks[layer]() if layer in looks else None


def _ink(palette: Palette, name: str) -> str:
    """Give an ink of the palette as QGIS writes it."""
    return _rgb(palette.ink[name])


def _rgb(colour: str) -> str:
    """Write a colour as QGIS does: red, green, blue."""
    return ",".join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))


def _qml(attribute: str, symbols: Mapping[str, str]) -> str:
    categories = "".join(
        f'<category value="{name}" symbol="{k}" label="{name.replace("_", " ")}" render="true"/>'
        for k, name in enumerate(symbols)
    )
    drawn = "".join(symbol.replace('name="?"', f'name="{k}"') for k, symbol in enumerate(symbols.values()))
    return (
        '<!DOCTYPE qgis PUBLIC "http://mrcc.com/qgis.dtd" "SYSTEM"><qgis version="3.22" styleCategories="Symbology">'
        f'<renderer-v2 type="categorizedSymbol" attr={quoteattr(attribute)}><categories>{categories}</categories>'
        f"<symbols>{drawn}</symbols></renderer-v2></qgis>"
    )


def _hexsides(palette: Palette, borders: Sequence[OwnHexside]) -> str:
    """Draw waters; over them, where the map has some, its own hexsides, for one may carry both."""
    waters = {name: _line(_rgb(palette.line[name].casing), mm) for name, mm in _WATERS_MM.items()}
    if not borders:
        return _qml("kind", waters)
    looks = {f"kind = '{name}'": (name.replace("_", " "), symbol) for name, symbol in waters.items()}
    looks |= {f"border = '{one.key}'": (one.key.replace("_", " "), _border(palette, one)) for one in borders}
    return _ruled(looks)


def _border(palette: Palette, one: OwnHexside) -> str:
    """Draw a hexside of the map's own as its line alone: what stands along it is the program's own drawing."""
    colour = _rgb(palette.colour(f"own.{one.colour}"))
    return _line(colour, max(0.3, 12 * one.width), {"dashes": "dash", "dots": "dot"}.get(one.pattern, ""))


def _links(palette: Palette) -> str:
    """Draw railways under roads: a link may carry both."""
    rails = {f"rail = '{name}'": ("rail " + name, _rail(palette, width)) for name, width in _RAILS.items()}
    lines = palette.line
    roads = {
        f"road = '{name}'": ("road " + name, _line(_rgb(lines[name].colour), mm)) for name, mm in _ROADS_MM.items()
    }
    return _ruled(rails | roads)


def _places(palette: Palette) -> str:
    """Draw places by their rank, and name the lesser ones only close by."""
    ink = _ink(palette, "town_edge")
    spots = {
        f"rank = {rank}": (f"rank {rank}", _spot(palette, ink, "circle", mm)) for rank, (mm, _, _) in _RANKS.items()
    }
    return _ruled(spots, "".join(_names(palette, rank, points, scale) for rank, (_, points, scale) in _RANKS.items()))


def _names(palette: Palette, rank: int, points: int, scale: int) -> str:
    """Name the places of a rank; the greater come first where letters would collide."""
    ink, halo = _ink(palette, "name"), _rgb(palette.halo)
    shown = f'scaleVisibility="1" scaleMin="{scale}" scaleMax="1"' if scale else 'scaleVisibility="0"'
    return (
        f'<rule key="n{rank}" filter="rank = {rank}"><settings calloutType="simple">'
        f'<text-style fieldName="name" fontSize="{points}" fontSizeUnit="Point" textColor="{ink},255">'
        f'<text-buffer bufferDraw="1" bufferSize="0.6" bufferSizeUnits="MM" bufferColor="{halo},200"/></text-style>'
        f'<placement placement="6" dist="0.6" priority="{10 - 2 * rank}"/><rendering {shown}/></settings></rule>'
    )


def _ruled(looks: Mapping[str, tuple[str, str]], labels: str = "") -> str:
    """Give the style of a layer drawn by rules: filter, then name and symbol."""
    rules = "".join(
        f'<rule key="r{k}" filter={quoteattr(test)} label={quoteattr(name)} symbol="{k}"/>'
        for k, (test, (name, _)) in enumerate(looks.items())
    )
    drawn = "".join(symbol.replace('name="?"', f'name="{k}"') for k, (_, symbol) in enumerate(looks.values()))
    named = f'<labeling type="rule-based"><rules key="names">{labels}</rules></labeling>' if labels else ""
    return (
        '<!DOCTYPE qgis PUBLIC "http://mrcc.com/qgis.dtd" "SYSTEM"><qgis version="3.22" '
        f'styleCategories="Symbology|Labeling" labelsEnabled="{int(bool(labels))}">'
        f'<renderer-v2 type="RuleRenderer"><rules key="drawn">{rules}</rules><symbols>{drawn}</symbols></renderer-v2>'
        f"{named}</qgis>"
    )


def _rail(palette: Palette, width_mm: float) -> str:
    """Draw a dark line with lighter dashes on it."""
    style = palette.line["rail"]
    under = _line(_rgb(style.colour), width_mm + 0.3)
    dashes = {
        "line_color": f"{_rgb(style.casing)},255",
        "line_width": f"{width_mm:g}",
        "line_style": "dash",
        "capstyle": "flat",
    }
    return under.replace("</symbol>", f'<layer class="SimpleLine">{_options(dashes.items())}</layer></symbol>')


def _fill(palette: Palette, tint: str, opacity: int = 255) -> str:
    options = {
        "color": f"{tint},{opacity}",
        "style": "solid",
        "outline_color": f"{_rgb(palette.grid)},60",
        "outline_width": "0.1",
    }
    return f'<symbol type="fill" name="?"><layer class="SimpleFill">{_options(options.items())}</layer></symbol>'


def _line(colour: str, width_mm: float, style: str = "") -> str:
    options = {"line_color": f"{colour},255", "line_width": f"{width_mm:g}", "capstyle": "round", "joinstyle": "round"}
    options |= {"line_style": style} if style else {}
    return f'<symbol type="line" name="?"><layer class="SimpleLine">{_options(options.items())}</layer></symbol>'


def _spot(palette: Palette, colour: str, shape: str = "diamond", size_mm: float = 2.4) -> str:
    edge = f"{_ink(palette, 'name')},255"
    options = {"name": shape, "color": f"{colour},255", "size": f"{size_mm:g}", "outline_color": edge}
    return f'<symbol type="marker" name="?"><layer class="SimpleMarker">{_options(options.items())}</layer></symbol>'


def _options(pairs: Iterable[tuple[str, str]]) -> str:
    options = "".join(f'<Option name="{key}" type="QString" value="{value}"/>' for key, value in pairs)
    return f'<Option type="Map">{options}</Option>'
