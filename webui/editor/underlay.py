"""Keep the scanned map that lies under a map in work, and where it was laid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import numpy as np
from flask import Blueprint, Response, request

from maps.lonlat import lonlat_of, to_map
from maps.problems import Problem, ProblemsFound
from maps.sources.raster.control_points import ControlPoint, fit_points
from maps.sources.raster.underlay import (
    MOST_BYTES,
    Laid,
    lay_by_matrix,
    lay_by_position,
    open_kept,
    pack_scan,
    placed_by,
    read_scan,
)
from maps.whole import write_whole
from webui.desk.faults import BadRequest
from webui.serving.answers import answer
from webui.serving.mapdesk import project_at, read_json, received
from webui.serving.security import role

if TYPE_CHECKING:
    from pathlib import Path

    from maps.grid.layout import Layout
    from webui.desk.mapprojects import MapProject

__all__ = ["underlay_data", "underlays"]

underlays = Blueprint("underlays", __name__, url_prefix="/m/<project>/underlay")

_SCAN, _LAID, _FACTS = "scan.webp", "laid.webp", "facts.json"
_SPOT = Annotated[list[float], msgspec.Meta(min_length=4, max_length=4)]


class Placing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the page wants the picture laid: by control points, or by a world file and its CRS."""

    command_id: Annotated[str, msgspec.Meta(max_length=80)]
    way: Literal["affine", "projective", "world"]
    points: Annotated[list[_SPOT], msgspec.Meta(max_length=60)] = []
    """Each: column and line in the picture as it is shown; right and down on the map, in hex radii."""
    world: Annotated[str, msgspec.Meta(max_length=600)] = ""
    crs: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Facts(msgspec.Struct, frozen=True):
    """What is known of the picture; ``frame`` is where it lies: u, v, width, height in grid metres."""

    name: str
    wide: int
    high: int
    shrunk: float
    way: str = ""
    points: tuple[tuple[float, float, float, float], ...] = ()
    """Column, line, longitude, latitude."""
    residuals_m: tuple[float, ...] = ()
    frame: tuple[float, float, float, float] | None = None
    count: int = 0
    """Grows with every laying, so that browsers fetch the picture again."""


def underlay_data(work: MapProject) -> dict[str, Any] | None:
    """Give the underlay as its page needs it, in hex radii; None if there is none."""
    facts = _read(work)
    if facts is None:
        return None
    layout = work.base.layout
    told = {"name": facts.name, "wide": facts.wide, "high": facts.high, "way": facts.way, "count": facts.count}
    spots = _radii(layout, facts.points)
    frame = (
        dict(zip(("u", "v", "wide", "high"), (m / layout.radius_m for m in facts.frame), strict=True))
        if facts.frame
        else None
    )
    return told | {
        "points": [[*point[:2], *spot] for point, spot in zip(facts.points, spots, strict=True)],
        "residuals_m": facts.residuals_m,
        "frame": frame,
    }


@underlays.post("")
@role("host")
def send(project: str) -> Response:
    """Take a scanned map; one that says where it lies is laid at once."""
    work = project_at(project)
    name = request.args.get("name", "picture")[:120]
    with received(MOST_BYTES, "") as path:
        scan = read_scan(path, name)
    laid = lay_by_position(scan, work.base.layout) if scan.transform is not None else None
    facts = Facts(name, *scan.picture.size, scan.shrunk, "position" if laid else "")
    with work.alone():
        count = (_read(work) or facts).count
        _folder(work).mkdir(exist_ok=True)
        write_whole(_folder(work) / _SCAN, pack_scan(scan))
        _keep(work, msgspec.structs.replace(facts, count=count), laid)
    return answer({"underlay": underlay_data(work)})


@underlays.post("/place")
@role("host")
def place(project: str) -> Response:
    """Lay the picture, by control points or by a world file."""
    work, wanted = project_at(project), read_json(Placing)
    with work.alone():
        facts = _needed(work)
        facts, laid = _by_world(work, facts, wanted) if wanted.way == "world" else _by_points(work, facts, wanted)
        _keep(work, facts, laid)
    return answer({"underlay": underlay_data(work)})


@underlays.post("/remove")
@role("host")
def remove(project: str) -> Response:
    """Take the picture away."""
    work = project_at(project)
    with work.alone():
        for name in (_FACTS, _LAID, _SCAN):
            (_folder(work) / name).unlink(missing_ok=True)
    return answer({"underlay": None})


@underlays.get("/scan.webp")
@role("host")
def scan_picture(project: str) -> Response:
    """Send the picture as it was scanned."""
    return _sent(project_at(project), _SCAN)


@underlays.get("/laid.webp")
@role("host")
def laid_picture(project: str) -> Response:
    """Send the picture as it lies under the hexes."""
    return _sent(project_at(project), _LAID)


def _sent(work: MapProject, name: str) -> Response:
    if not (_folder(work) / name).is_file():
        raise BadRequest(404, "underlay", "there is no such picture", "choose a scanned map first")
    return Response((_folder(work) / name).read_bytes(), mimetype="image/webp")


def _by_points(work: MapProject, facts: Facts, wanted: Placing) -> tuple[Facts, Laid]:
    layout = work.base.layout
    if not np.isfinite(wanted.points).all():
        raise ProblemsFound([Problem("control points", "are no numbers", "set them on the picture and on the map")])
    ground = lonlat_of(layout, np.array(wanted.points).reshape(-1, 4)[:, 2:] * layout.radius_m).tolist()
    points = tuple((point[0], point[1], *spot) for point, spot in zip(wanted.points, ground, strict=True))
    fit = fit_points([ControlPoint(*point) for point in points], layout, wanted.way)
    laid = lay_by_matrix(open_kept(_folder(work) / _SCAN), fit.matrix, layout)
    return msgspec.structs.replace(facts, way=wanted.way, points=points, residuals_m=fit.residuals_m), laid


def _by_world(work: MapProject, facts: Facts, wanted: Placing) -> tuple[Facts, Laid]:
    scan = placed_by(open_kept(_folder(work) / _SCAN), wanted.world, wanted.crs, facts.shrunk)
    laid = lay_by_position(scan, work.base.layout)
    return msgspec.structs.replace(facts, way="world", points=(), residuals_m=()), laid


def _keep(work: MapProject, facts: Facts, laid: Laid | None) -> None:
    frame = (laid.u_m, laid.v_m, laid.wide_m, laid.high_m) if laid else None
    if laid:
        write_whole(_folder(work) / _LAID, laid.webp())
    facts = msgspec.structs.replace(facts, frame=frame, count=facts.count + 1)
    write_whole(_folder(work) / _FACTS, msgspec.json.encode(facts))


def _needed(work: MapProject) -> Facts:
    facts = _read(work)
    if facts is None:
        raise BadRequest(404, "underlay", "there is no picture to lay", "choose a scanned map first")
    return facts


def _read(work: MapProject) -> Facts | None:
    try:
        return msgspec.json.decode((_folder(work) / _FACTS).read_bytes(), type=Facts)
    except FileNotFoundError:
        return None
    except msgspec.MsgspecError as error:
        problem = Problem(str(_folder(work) / _FACTS), f"cannot be read ({error})", "remove it, and lay the map again")
        raise ProblemsFound([problem]) from error


def _folder(work: MapProject) -> Path:
    return work.folder / "underlay"


def _radii(layout: Layout, points: tuple[tuple[float, float, float, float], ...]) -> list[list[float]]:
    if not points:
        return []
    spots: list[list[float]] = (
        layout.to_grid(to_map(layout, [point[2:] for point in points])) / layout.radius_m
    ).tolist()
    return spots
