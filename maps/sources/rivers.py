"""Read rivers: reaches with the area they drain, and the names of rivers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from pyproj import Transformer

from maps.problems import Problem, raise_any
from maps.sources.features import read_features
from maps.sources.files.tables import read_table

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["RIVER_CLASSES", "Reach", "RiverName", "read_reaches", "read_river_names"]

RIVER_CLASSES = ("stream", "river", "major_river")


@dataclass(frozen=True, slots=True)
class Reach:
    """A stretch of river from one confluence down to the next, in map coordinates."""

    points: Floats
    """Downstream (m, 2)."""
    head_km2: float
    """Area drained where it begins."""
    mouth_km2: float
    """Area drained where it ends, before anything flows in there."""


@dataclass(frozen=True, slots=True)
class RiverName:
    """A river's name, and two points: where it begins to bear it, and where it ends."""

    name: str
    start: tuple[float, float]
    end: tuple[float, float]
    kind: str = ""
    """Its class: one of ``RIVER_CLASSES``, or empty."""


def read_reaches(path: Path, crs: str) -> list[Reach]:
    """
    Read reaches from GeoJSON, plain or gzipped.

    Features are LineStrings in longitude and latitude, drawn downstream, with
    the area drained at their head in the property ``upa`` and, if known, that at their
    end in ``upa_end`` (square kilometres). Reaches that share an end point flow together there.

    Raises
    ------
    ProblemsFound
        With every faulty feature.
    """
    features = read_features(path)
    problems: list[Problem] = []
    lines: list[Floats] = []
    drained: list[tuple[float, float]] = []
    for k, feature in enumerate(features, start=1):
        try:
            line, areas = _reach(feature)
        except (TypeError, KeyError, ValueError) as error:
            problems.append(
                Problem(
                    f"{path.name}, feature {k}",
                    f"is no river reach ({error})",
                    "give a LineString of two points or more, and the number upa",
                )
            )
            continue
        lines.append(line)
        drained.append(areas)
    raise_any(problems)
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    flat = np.concatenate(lines) if lines else np.zeros((0, 2))
    xy = np.stack(to_map.transform(flat[:, 0], flat[:, 1]), axis=-1)
    cuts = np.cumsum([len(line) for line in lines])[:-1]
    return [Reach(points, *areas) for points, areas in zip(np.split(xy, cuts), drained, strict=True)] if lines else []


def _reach(feature: Any) -> tuple[Floats, tuple[float, float]]:
    kind = feature["geometry"]["type"]
    if kind != "LineString":
        msg = f"its geometry is {kind}"
        raise ValueError(msg)
    line = np.asarray(feature["geometry"]["coordinates"], np.float64)[:, :2]
    head = float(feature["properties"]["upa"])
    mouth = float(feature["properties"].get("upa_end", head))
    if len(line) < 2 or line.shape[1] != 2 or not np.isfinite(line).all() or not 0 <= head <= mouth:
        msg = "too few points, or areas that shrink downstream"
        raise ValueError(msg)
    return line, (head, mouth)


def read_river_names(path: Path, crs: str) -> list[RiverName]:
    """
    Read ``name, from_lon, from_lat, to_lon, to_lat`` from a CSV file, two points on each river.

    A column ``class`` may say what the river is on the map: stream, river or major_river.

    Raises
    ------
    ProblemsFound
        With every faulty line.
    """
    table = read_table(path, ("name", "from_lon", "from_lat", "to_lon", "to_lat"))
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    names = []
    for row in table.rows:
        ends = [
            to_map.transform(row.number(f"{end}_lon", -180, 180), row.number(f"{end}_lat", -90, 90))
            for end in ("from", "to")
        ]
        kind = row.choice("class", ("", *RIVER_CLASSES)) if "class" in row.cells else ""
        names.append(RiverName(row.text("name"), ends[0], ends[1], kind))
    raise_any(table.problems)
    return names
