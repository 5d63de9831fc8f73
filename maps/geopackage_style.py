"""Write the QGIS styles that a map's GeoPackage carries."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from maps.record import CORRECTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["LAYER_STYLES", "TINTS", "style_of"]

TINTS = {
    "open": "239,230,200",
    "pasture": "227,227,189",
    "heath": "216,208,160",
    "woods_open": "205,215,173",
    "woods_dense": "169,192,142",
    "rough": "221,203,160",
    "marsh": "207,220,203",
    "bocage": "223,224,181",
    "hills": "208,186,140",
    "mountain": "190,160,120",
    "town": "216,195,176",
    "city": "196,160,140",
    "water": "185,211,223",
    "sea": "160,195,215",
    "beach": "243,231,189",
    "sand": "239,223,174",
    "vineyard": "224,207,190",
    "orchard": "216,222,178",
    "village": "226,208,186",
    "ice": "230,238,240",
}
"""Fill of each terrain, red, green, blue."""

_WATERS = {
    "stream": ("63,118,160", 0.4),
    "river": ("63,118,160", 0.9),
    "major_river": ("63,118,160", 1.6),
    "lake": ("63,118,160", 1.2),
    "coast": ("40,80,120", 0.8),
}
_HAND = "222,90,70"
_VERDICTS = {"removed": "190,60,50", "restored": "60,130,70", "kept": "120,120,120", "doubtful": "220,160,40"}
_ROADS = {"main": ("166,58,42", 0.7), "secondary": ("196,118,58", 0.5), "track": ("138,122,92", 0.3)}

LAYER_STYLES = """
CREATE TABLE layer_styles (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT, f_table_schema TEXT, f_table_name TEXT,
  f_geometry_column TEXT, styleName TEXT, styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN, description TEXT,
  owner TEXT, ui TEXT, update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))
"""
"""The table in which QGIS looks for styles."""


def style_of(layer: str) -> str | None:
    """Give a layer's style as QML; places are left to the program that opens them."""
    looks: Mapping[str, Callable[[], str]] = {
        "hexes": lambda: _qml("terrain", {name: _fill(tint) for name, tint in TINTS.items()}),
        "hexsides": lambda: _qml("kind", {name: _line(*look) for name, look in _WATERS.items()}),
        "links": lambda: _qml("road", {name: _line(*look) for name, look in _ROADS.items()}),
        "corrections_areas": lambda: _qml("what", dict.fromkeys(("terrain", "height"), _fill(_HAND, opacity=70))),
        "corrections_lines": lambda: _qml(
            "what", dict.fromkeys(("hexside", "slope", "road", "rail"), _line(_HAND, 0.8))
        ),
        "corrections_points": lambda: _qml("what", dict.fromkeys(CORRECTED, _spot(_HAND))),
        "audit": lambda: _qml("verdict", {name: _spot(look) for name, look in _VERDICTS.items()}),
    }
    return looks[layer]() if layer in looks else None


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


def _fill(tint: str, opacity: int = 255) -> str:
    options = {"color": f"{tint},{opacity}", "style": "solid", "outline_color": "120,110,90,60", "outline_width": "0.1"}
    return f'<symbol type="fill" name="?"><layer class="SimpleFill">{_options(options.items())}</layer></symbol>'


def _line(colour: str, width_mm: float) -> str:
    options = {"line_color": f"{colour},255", "line_width": f"{width_mm:g}", "capstyle": "round", "joinstyle": "round"}
    return f'<symbol type="line" name="?"><layer class="SimpleLine">{_options(options.items())}</layer></symbol>'


def _spot(colour: str) -> str:
    options = {"name": "diamond", "color": f"{colour},255", "size": "2.4", "outline_color": "60,50,40,255"}
    return f'<symbol type="marker" name="?"><layer class="SimpleMarker">{_options(options.items())}</layer></symbol>'


def _options(pairs: Iterable[tuple[str, str]]) -> str:
    options = "".join(f'<Option name="{key}" type="QString" value="{value}"/>' for key, value in pairs)
    return f'<Option type="Map">{options}</Option>'
