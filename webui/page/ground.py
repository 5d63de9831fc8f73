"""Send the ground of the maps that this store's campaigns are played on, and the files that draw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from flask import Blueprint, Response, request, send_from_directory

from campaign.store.faults import StoreFault
from webui.desk.drawn.packets import drawing_data, drawn_file
from webui.desk.drawn.packets import mark as drawing_mark
from webui.desk.faults import BadRequest
from webui.desk.payload import ground_file, shade_file
from webui.serving.basemap import leaflet_files
from webui.serving.bundles import FACES_FOLDER, LEAFLET_FOLDER, STATIC, UnknownFile, bundle_of
from webui.serving.security import role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from webui.desk.payload import WebFile

__all__ = ["STATIC", "maps"]

_ASK_AGAIN = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"
_MOST_KEPT = 6
_GROUNDS: dict[str, WebFile] = {}
_SHADES: dict[str, WebFile | None] = {}

T = TypeVar("T")

maps = Blueprint("maps", __name__)


@maps.get("/maps/<key>/ground.json")
@role("viewer")
def ground(key: str) -> Response:
    """Send the ground: the same for every viewer, as play does not change it."""
    hexmap = _played_on(key)
    return _sent(_ground(hexmap))


@maps.get("/maps/<key>/shade.png")
@role("viewer")
def shade(key: str) -> Response:
    """Send the hillshade."""
    file = _shade(_played_on(key))
    if file is None:
        raise BadRequest(404, "shade", "this map has no hillshade", "build it with an elevation source")
    return _sent(file)


@maps.get("/maps/<key>/drawn/<mark>/<path:name>")
@role("viewer")
def drawn(key: str, mark: str, name: str) -> Response:
    """Send a part of what the map is drawn from; a page older than the server gets it as it is now."""
    file = drawn_file(_played_on(key), name)
    if file is None:
        raise BadRequest(404, "file", "no map is drawn from such a file", "load the page again")
    return _sent(file, _FOR_EVER if mark == drawing_mark() else _ASK_AGAIN)


@maps.get("/faces/<name>")
@role("public")
def face(name: str) -> Response:
    """Send a face that the page's letters are set in."""
    sent = send_from_directory(FACES_FOLDER, name, mimetype="font/woff2")
    sent.headers["Cache-Control"] = _FOR_EVER
    return sent


@maps.get("/static/<path:name>")
@role("public")
def static(name: str) -> Response:
    """Send a file of the page."""
    sent = send_from_directory(STATIC, name)
    sent.headers["Cache-Control"] = _ASK_AGAIN
    return sent


@maps.get("/made/<mark>/<path:name>")
@role("public")
def made(mark: str, name: str) -> Response:
    """Send all scripts or styles of a page in one file; a page older than the server gets them as they are now."""
    try:
        file = bundle_of(name)
    except UnknownFile:
        raise BadRequest(404, "file", "no page is made of such a file", "load the page again") from None
    sent = Response(file.packed, mimetype=file.mimetype)
    sent.headers["Content-Encoding"] = "gzip"
    sent.headers["Cache-Control"] = _FOR_EVER if mark == file.mark else _ASK_AGAIN
    sent.set_etag(file.mark)
    sent.make_conditional(request)
    return sent


@maps.get("/vendor/leaflet/<path:name>")
@role("public")
def leaflet(name: str) -> Response:
    """Send a file of Leaflet."""
    if name not in leaflet_files():
        raise BadRequest(404, "file", "Leaflet has no such file here", "")
    sent = send_from_directory(LEAFLET_FOLDER, name)
    sent.headers["Cache-Control"] = _ASK_AGAIN
    return sent


@maps.get("/keeper.js")
@role("public")
def keeper() -> Response:
    """Send what keeps a desk's pages on a device: it stands at the top, for it serves no page above itself."""
    sent = send_from_directory(STATIC / "sheets", "keeper.js", mimetype="text/javascript")
    sent.headers["Cache-Control"] = _ASK_AGAIN
    return sent


@maps.get("/favicon.ico")
@role("public")
def icon() -> Response:
    """Send the sign in the browser's tab."""
    sent = send_from_directory(STATIC / "common", "icon.svg", mimetype="image/svg+xml")
    sent.headers["Cache-Control"] = _ASK_AGAIN
    return sent


def _played_on(key: str) -> HexMap:
    """Give the map of that key, if a campaign that the visitor has to do with is played on it, or he is host."""
    store = desk().store
    if who().is_host and store.map_file(key).is_file():
        return store.hexmap(key)
    if not any(_has_map(row.id, key) for row in store.campaigns() if who().is_umpire(row.id) or who().holds(row.id)):
        raise BadRequest(404, "map", "no campaign of this store is played on that map", "open one from the list")
    return store.hexmap(key)


def _has_map(campaign: str, key: str) -> bool:
    """Whether a campaign is played on a map; one that cannot be opened disturbs no other."""
    try:
        return desk().store.session(campaign).setting.map_key == key
    except StoreFault:
        return False


def _ground(hexmap: HexMap) -> WebFile:
    if hexmap.key not in _GROUNDS:
        shade_url = f"/maps/{hexmap.key}/shade.png" if hexmap.shade is not None else None
        drawing = drawing_data(hexmap, f"/maps/{hexmap.key}/drawn/{drawing_mark()}/")
        _keep(_GROUNDS, hexmap.key, ground_file(hexmap, drawing, shade_url=shade_url))
    return _GROUNDS[hexmap.key]


def _shade(hexmap: HexMap) -> WebFile | None:
    if hexmap.key not in _SHADES:
        _keep(_SHADES, hexmap.key, shade_file(hexmap))
    return _SHADES[hexmap.key]


def _keep(kept: dict[str, T], key: str, file: T) -> None:
    """Keep a file by its map's key; a map never changes."""
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = file


def _sent(file: WebFile, kept: str = _ASK_AGAIN) -> Response:
    sent = Response(file.body, mimetype=file.mimetype)
    sent.set_etag(file.etag)
    sent.headers["Cache-Control"] = kept
    if file.encoding:
        sent.headers["Content-Encoding"] = file.encoding
    sent.make_conditional(request)
    return sent
