"""Serve a page with nothing but the map, for tests and for looking at it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, abort, jsonify, send_from_directory

from webui.desk.drawn.packets import drawing_data, drawn_file
from webui.desk.payload import WebFile, ground_file, shade_file
from webui.serving.basemap import CSP, MapScript, leaflet_files, map_script
from webui.serving.bundles import FACES_FOLDER, LEAFLET_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from maps.grid.hexmap import HexMap

STATIC = Path(str(files("webui"))) / "static"
SHELL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>map</title>
<meta name="viewport" content="width=device-width, initial-scale=1">{styles}
<link rel="stylesheet" href="/page.css"></head><body><div id="{element}" class="folium-map"></div>
{scripts}<script src="/map.js"></script><script type="module" src="/static/map/mapview.js"></script></body></html>"""


def map_page(hexmap: HexMap, view: dict[str, Any] | None = None) -> Flask:
    """Make an application of one page; ``view`` is what ``/view.json`` answers."""
    app = Flask("tests.mappage", static_folder=None)
    shade = shade_file(hexmap)
    ground = ground_file(hexmap, drawing_data(hexmap, "/drawn/"), shade_url="/shade.png")
    script = map_script("/ground.json", settings={"shadeUrl": "/shade.png"} if shade else {})
    answers: dict[str, Callable[[], Response]] = {
        "/": lambda: Response(_shell(script), mimetype="text/html"),
        "/page.css": lambda: Response("html,body{height:100%;margin:0}", mimetype="text/css"),
        "/favicon.ico": lambda: Response(status=204),
        "/map.js": lambda: Response(script.text, mimetype="text/javascript"),
        "/ground.json": lambda: _answer(ground),
        "/shade.png": lambda: _answer(shade) if shade else abort(404),
        "/view.json": lambda: jsonify(view or {}),
    }
    for path, answer in answers.items():
        app.add_url_rule(path, path.replace(".", "_"), answer)
    app.add_url_rule("/drawn/<path:name>", "drawn", lambda name: _answer(drawn_file(hexmap, name) or abort(404)))
    app.add_url_rule("/faces/<name>", "faces", lambda name: send_from_directory(FACES_FOLDER, name))
    app.add_url_rule("/static/<path:name>", "static", lambda name: send_from_directory(STATIC, name))
    app.add_url_rule("/vendor/leaflet/<path:name>", "leaflet", _leaflet)
    app.after_request(_guarded)
    return app


def _shell(script: MapScript) -> str:
    styles = "".join(f'<link rel="stylesheet" href="{url}">' for url in script.styles)
    scripts = "".join(f'<script src="{url}"></script>' for url in script.scripts)
    return SHELL.format(styles=styles, scripts=scripts, element=script.element_id)


def _leaflet(name: str) -> Response:
    return send_from_directory(LEAFLET_FOLDER, name) if name in leaflet_files() else abort(404)


def _guarded(answer: Response) -> Response:
    answer.headers["Content-Security-Policy"] = CSP
    return answer


def _answer(file: WebFile) -> Response:
    answer = Response(file.body, mimetype=file.mimetype)
    answer.set_etag(file.etag)
    if file.encoding:
        answer.headers["Content-Encoding"] = file.encoding
    return answer
