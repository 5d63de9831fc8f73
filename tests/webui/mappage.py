"""Serve a page with nothing but the map, for tests and for looking at it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, abort, send_from_directory

from webui.mapview import CSP, LEAFLET_FOLDER, leaflet_files, map_script
from webui.payload import WebFile, ground_file, shade_file

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap

STATIC = Path(str(files("webui"))) / "static"
SHELL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>map</title>
<meta name="viewport" content="width=device-width, initial-scale=1">{styles}
<link rel="stylesheet" href="/page.css">{modules}</head><body><div id="{element}" class="folium-map"></div>
{scripts}<script src="/map.js"></script></body></html>"""


def map_page(hexmap: HexMap, view: dict[str, Any] | None = None) -> Flask:
    """Make an application of one page; ``view`` is what ``/view.json`` answers."""
    app = Flask("tests.mappage", static_folder=None)
    shade = shade_file(hexmap)
    ground = ground_file(hexmap, shade_url="/shade.png")
    script = map_script("/ground.json", settings={"shadeUrl": "/shade.png"} if shade else {})

    @app.after_request
    def _guard(answer: Response) -> Response:
        answer.headers["Content-Security-Policy"] = CSP
        return answer

    @app.get("/")
    def _page() -> str:
        styles = "".join(f'<link rel="stylesheet" href="{url}">' for url in script.styles)
        scripts = "".join(f'<script src="{url}"></script>' for url in script.scripts)
        modules = "".join(f'<link rel="modulepreload" href="{url}">' for url in script.modules)
        return SHELL.format(modules=modules, styles=styles, scripts=scripts, element=script.element_id)

    @app.get("/page.css")
    def _style() -> Response:
        return Response("html,body{height:100%;margin:0}", mimetype="text/css")

    @app.get("/favicon.ico")
    def _icon() -> Response:
        return Response(status=204)

    @app.get("/map.js")
    def _script() -> Response:
        return Response(script.text, mimetype="text/javascript")

    @app.get("/ground.json")
    def _ground() -> Response:
        return _answer(ground)

    @app.get("/shade.png")
    def _shade() -> Response:
        return _answer(shade) if shade else abort(404)

    @app.get("/view.json")
    def _view() -> dict[str, Any]:
        return view or {}

    @app.get("/static/<path:name>")
    def _static(name: str) -> Response:
        return send_from_directory(STATIC, name)

    @app.get("/vendor/leaflet/<path:name>")
    def _leaflet(name: str) -> Response:
        return send_from_directory(LEAFLET_FOLDER, name) if name in leaflet_files() else abort(404)

    return app


def _answer(file: WebFile) -> Response:
    answer = Response(file.body, mimetype=file.mimetype)
    answer.set_etag(file.etag)
    if file.encoding:
        answer.headers["Content-Encoding"] = file.encoding
    return answer
