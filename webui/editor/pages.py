"""Serve the pages of the map editor: the list of maps in work, and each one's page."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for

from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.derive.hand.sides import side_words
from maps.gpkg import reader
from maps.making.build import build
from maps.ownterrain import own_palette
from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound, did_you_mean
from webui.desk.grounds.shelf import OWN
from webui.editor.groundsdesk import shelf_of
from webui.serving.answers import answer
from webui.serving.basemap import script_under
from webui.serving.mapdesk import MOST_MAP_BYTES, maps_rows, project_at, received, shelf
from webui.serving.security import page_token, role

__all__ = ["editor_pages"]

editor_pages = Blueprint("editor_pages", __name__, url_prefix="/m")


@editor_pages.get("/")
@role("host")
def maps_page() -> str:
    """List the maps in work, and offer to begin one."""
    return _maps_page()


@editor_pages.post("/new")
@role("host")
def begin() -> Response | tuple[str, int]:
    """Begin with a shipped area, or a ground of the store's own; on a fault the form comes back as it was filled in."""
    area, key = request.form.get("area", "")[:80], request.form.get("map", "")[:80]
    try:
        if area not in shipped_areas() and not area.startswith(OWN):
            raise ProblemsFound([Problem(repr(area), "is no shipped area", did_you_mean(area, shipped_areas()))])
        shelf().check_new(key)
        own = shelf_of().open(area.removeprefix(OWN)).hexmap() if area.startswith(OWN) else None
        shelf().begin(key, own or build(read_area(shipped_area(area))))
    except ProblemsFound as fault:
        return _maps_page(fault=str(fault), key=key), 409
    return redirect(url_for("editor_pages.editor", project=key), 303)  # type: ignore[return-value]


@editor_pages.post("/upload")
@role("host")
def upload() -> Response:
    """Begin with a GeoPackage that the page sends; ``map`` in the address is its new id."""
    key = request.args.get("map", "")[:80]
    shelf().check_new(key)
    with received(MOST_MAP_BYTES, ".gpkg") as path:
        hexmap = reader.read(path)
    shelf().begin(key, hexmap)
    return answer({"address": url_for("editor_pages.editor", project=key)})


@editor_pages.get("/<project>/")
@role("host")
def editor(project: str) -> str:
    """Show a map in work."""
    work = project_at(project)
    return render_template(
        "mapeditor.html",
        key=work.key,
        name=work.base.name,
        token=page_token(),
        map=script_under(f"/m/{work.key}", work.base.shade is not None),
        terrain=work.base.shown_names,
        tints={name: style.tint for name, style in own_palette(shipped_palette(), work.base.own).terrain.items()},
        kinds=side_words(work.base),
    )


@editor_pages.get("/<project>/map.js")
@role("host")
def script(project: str) -> Response:
    """Send the script that makes the map."""
    work = project_at(project)
    return Response(script_under(f"/m/{work.key}", work.base.shade is not None).text, mimetype="text/javascript")


def _maps_page(*, fault: str = "", key: str = "") -> str:
    return render_template(
        "maps.html",
        rows=maps_rows(),
        areas=shipped_areas(),
        fault=fault,
        key=key,
        token=page_token(),
        grounds=shelf_of().saved(),
    )
