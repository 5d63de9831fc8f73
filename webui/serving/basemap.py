"""
Build the map of a page with Folium, without a network and without inline script.

Folium writes the Leaflet map; a layer of our own hands it to the modules in
``static/map``, which draw hexes, overlays and counters on canvas. The page
shell takes ``MapScript.element_id``, loads ``MapScript.scripts`` in order, then
the script's text from a route of its own, so that a strict content security
policy holds (no ``unsafe-inline``). What the map is told waits in a list until
the page's modules come, whichever of both is there first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import folium
from branca.element import Figure, MacroElement
from folium.template import Template

from webui.serving.bundles import LEAFLET_FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "CSP",
    "LEAFLET_FOLDER",
    "HexGround",
    "MapScript",
    "OfflineMap",
    "leaflet_files",
    "map_script",
    "script_under",
]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy that the map works under."""

_LEAFLET_SCRIPT = "/vendor/leaflet/leaflet.js"
_LEAFLET_STYLE = "/vendor/leaflet/leaflet.css"
_CRS_SCRIPT = "/static/map/crs.js"
_STYLE = "/static/map/map.css"


class OfflineMap(folium.Map):
    """A Folium map that asks for nothing but our own files, in an element whose id is always the same."""

    # Folium reads these two from the class.
    default_js = [("leaflet", _LEAFLET_SCRIPT), ("hex_crs", _CRS_SCRIPT)]  # noqa: RUF012
    default_css = [("leaflet_css", _LEAFLET_STYLE), ("map_css", _STYLE)]  # noqa: RUF012

    def __init__(self, element_id: str = "map", **options: Any) -> None:
        """Keep the id; the options go to Folium and Leaflet."""
        self.element_id = element_id
        super().__init__(**options)

    def get_name(self) -> str:
        """Name the element by its id; Folium draws one by lot."""
        return f"map_{self.element_id}"


class HexGround(MacroElement):
    """Hands the map to the modules that draw the hexes and all that lies over them."""

    _template = Template(
        """
        {% macro script(this, kwargs) %}
            (globalThis.mapsToMake ??= []).push([{{ this.map_name }}, {{ this.settings|tojson }}]);
            globalThis.dispatchEvent(new Event("maptomake"));
        {% endmacro %}
        """
    )

    def __init__(self, map_name: str, settings: Mapping[str, Any]) -> None:
        """Keep what the map is called in the script, and what it is told."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.map_name = map_name
        self.settings = dict(settings)


@dataclass(frozen=True)
class MapScript:
    """What a page needs to show a map; ``scripts`` and ``styles`` are addresses, ``text`` is JavaScript."""

    element_id: str
    text: str
    ground: str
    shade: str = ""
    scripts: tuple[str, ...] = (_LEAFLET_SCRIPT, _CRS_SCRIPT)
    styles: tuple[str, ...] = (_LEAFLET_STYLE, _STYLE)


@lru_cache(maxsize=32)
def script_under(address: str, shaded: bool) -> MapScript:
    """Give the script of the map whose parts lie under an address, with its relief as a picture if it has heights."""
    settings = {"shadeUrl": f"{address}/shade.png"} if shaded else {}
    return map_script(f"{address}/ground.json", settings=settings)


def map_script(ground_url: str, *, element_id: str = "map", settings: Mapping[str, Any] | None = None) -> MapScript:
    """
    Build the map and give its script.

    ``settings`` go to ``createMap`` as they are. The element's id is fixed, so
    that the script has the same bytes for every viewer and may be cached.
    """
    view = OfflineMap(
        element_id,
        tiles=None,
        crs="Hex",
        location=[0.0, 0.0],
        zoom_start=6,
        zoom_control=False,
        attributionControl=False,
        zoomAnimationThreshold=9,
        keyboard=False,
        minZoom=-9,
        maxZoom=21,
        zoomDelta=2,
        wheelPxPerZoomLevel=45,
        fadeAnimation=False,
    )
    name = view.get_name()
    HexGround(name, {"groundUrl": ground_url, "element": name, **(settings or {})}).add_to(view)
    figure = view.get_root()
    assert isinstance(figure, Figure)
    figure.render()
    return MapScript(view.get_name(), figure.script.render(), ground_url, str((settings or {}).get("shadeUrl", "")))


def leaflet_files() -> frozenset[str]:
    """Name the files of Leaflet that a page may ask for, relative to ``LEAFLET_FOLDER``."""
    pictures = {f"images/{path.name}" for path in (LEAFLET_FOLDER / "images").glob("*.png")}
    return frozenset({"leaflet.js", "leaflet.css"} | pictures)
