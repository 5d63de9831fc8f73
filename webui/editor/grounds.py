"""Serve the pages of new ground: the list of a store's own grounds, and the page where each is made."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for

from maps.making.offered import KINDS
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest
from webui.desk.grounds.answers import answer_choices
from webui.desk.grounds.kinds import kind_choices
from webui.desk.grounds.world import world_file
from webui.editor.groundsdesk import bench, ground_at, shelf_of
from webui.serving.security import page_token, role

__all__ = ["ground_pages"]

ground_pages = Blueprint("ground_pages", __name__, url_prefix="/grounds")

_FOR_EVER = "public, max-age=86400"
_SERVICES = {
    "overpass": "OpenStreetMap (roads, waters, places, as today)", "openhistoricalmap": "OpenHistoricalMap",
    "terrain_tiles": "heights, terrain tiles", "copernicus_glo30": "heights, Copernicus 30 m",
    "worldcover": "land cover, WorldCover 10 m",
}  # fmt: skip


@ground_pages.get("/")
@role("host")
def grounds_page() -> str:
    """List the grounds of the store, and offer to begin one."""
    return _list_page()


@ground_pages.post("/new")
@role("host")
def begin() -> Response | tuple[str, int]:
    """Begin a ground; on a fault the form comes back as it was filled in."""
    name, key = request.form.get("name", "").strip()[:200], request.form.get("key", "").strip()[:80]
    try:
        shelf_of().begin(key, name)
    except ProblemsFound as fault:
        return _list_page(fault=str(fault), name=name, key=key), 409
    return redirect(url_for("ground_pages.ground", own=key), 303)  # type: ignore[return-value]


@ground_pages.post("/<own>/remove")
@role("host")
def remove(own: str) -> Response:
    """Remove a ground with all its files."""
    ground_at(own)
    bench().end(own)
    shelf_of().remove(own)
    return redirect(url_for("ground_pages.grounds_page"), 303)  # type: ignore[return-value]


@ground_pages.get("/world.json")
@role("host")
def world() -> Response:
    """Send the map of the world."""
    sent = Response(world_file(), mimetype="application/json")
    sent.headers["Content-Encoding"] = "gzip"
    sent.headers["Cache-Control"] = _FOR_EVER
    return sent


@ground_pages.get("/<own>/")
@role("host")
def ground(own: str) -> str:
    """Show the page where a ground is made."""
    found, limits = ground_at(own), shelf_of().limits
    bench().warm(found, limits)
    return render_template(
        "newground.html", key=own, name=found.draft.name, token=page_token(), kinds=KINDS, services=_SERVICES,
        limits=limits, meanings=answer_choices(), choices=kind_choices(),
    )  # fmt: skip


@ground_pages.get("/<own>/preview/<int:number>/<name>")
@role("host")
def picture(own: str, number: int, name: str) -> Response:
    """Send a picture of a preview."""
    path = ground_at(own).folder / "preview" / str(number) / name
    if not (name.endswith(".jpg") and name.removesuffix(".jpg").isdigit() and path.is_file()):
        raise BadRequest(404, "picture", "there is no such picture any more", "ask for a new preview")
    return Response(path.read_bytes(), mimetype="image/jpeg")


def _list_page(*, fault: str = "", name: str = "", key: str = "") -> str:
    return render_template("grounds.html", rows=shelf_of().rows(), fault=fault, name=name, key=key, token=page_token())
