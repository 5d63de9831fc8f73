"""Read shapefiles, plain or packed with zip, and FlatGeobuf, through GDAL."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maps.problems import Problem, ProblemsFound
from maps.sources.files.gdal import Faults, layer_names, read_table, table_info
from maps.sources.files.safe_files import unpacked, vector_kind
from maps.sources.files.tag_columns import tags_of_columns
from maps.sources.layers import SourceLayer, boxes_in, from_wkb
from maps.sources.survey import LayerSurvey, check_layers, crs_named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import TypeVar

    from maps.grid.layout import Layout

    T = TypeVar("T")

__all__ = ["read_gdal", "read_zip", "survey_gdal", "survey_zip"]

_HOUSES = re.compile(r"gis_osm_buildings_a_free_\d+")
_SHAPEFILE = (".shp", ".shx", ".dbf", ".prj", ".cpg")


def survey_gdal(path: Path) -> list[LayerSurvey]:
    """
    Say what layers a file has.

    Raises
    ------
    ProblemsFound
        If it is damaged.
    """
    layers = _tried(path, lambda: [_survey(path, name) for name in layer_names(path)])
    if not layers:
        raise ProblemsFound(
            [Problem(path.name, "cannot be read (no layer is found in it)", "fetch or export it again")]
        )
    return layers


def _survey(path: Path, name: str) -> LayerSurvey:
    info = table_info(path, name)
    bounds = info["total_bounds"]
    known = bounds is not None and np.isfinite(bounds).all()
    box = (float(bounds[0]), float(bounds[1]), float(bounds[2]), float(bounds[3])) if known else None
    return LayerSurvey(name, crs_named(info["crs"]), int(info["features"]), box)


def read_gdal(path: Path, layout: Layout) -> list[SourceLayer]:
    """
    Read what lies about an area.

    Raises
    ------
    ProblemsFound
        If it is damaged, holds nothing, or its CRS is missing or cannot be.
    """
    layers = check_layers(path.name, survey_gdal(path))
    return [_tried(path, lambda layer=layer: _read(path, layer, layout)) for layer in layers]  # type: ignore[misc]


def _read(path: Path, layer: LayerSurvey, layout: Layout) -> SourceLayer:
    assert layer.crs is not None
    wkb, tags, rows = [], [], dict[int, None]()
    for box in boxes_in(layout, layer.crs):
        table = read_table(path, layer.name, bbox=box)
        new = np.array([k for k, fid in enumerate(table.fids.tolist()) if fid not in rows], np.int64)
        rows.update(dict.fromkeys(table.fids[new].tolist()))
        wkb.append(table.wkb[new])
        columns = {name: values[new] for name, values in table.columns.items()}
        tags += tags_of_columns(columns, len(new))
    shapes = from_wkb(np.concatenate(wkb) if wkb else np.empty(0, np.object_))
    return SourceLayer(path.name, layer.crs, shapes, [f"{path.name}:{fid}" for fid in rows], tags)


def _tried(path: Path, reading: Callable[[], T]) -> T:
    try:
        return reading()
    except Faults as error:
        why = str(error).splitlines()[0] if str(error) else "damaged"
        problem = Problem(path.name, f"cannot be read ({_without_folder(why, path)})", "fetch or export it again")
        raise ProblemsFound([problem]) from error


def _without_folder(text: str, path: Path) -> str:
    # Names of folders are nobody's business: the message may be shown to others.
    return text.replace(f"{path.resolve().parent}/", "")


def survey_zip(path: Path) -> list[LayerSurvey]:
    """Say what shapefiles a zip file holds; raises as ``survey_gdal``, and if there is none."""
    with unpacked(path, _SHAPEFILE, _houses) as files:
        return [layer for file in _shapefiles(path, files) for layer in survey_gdal(file)]


def read_zip(path: Path, layout: Layout) -> list[SourceLayer]:
    """Read the shapefiles of a zip file; raises as ``read_gdal``, and if there is none."""
    houses: set[str] = set()

    def passed_over(names: Sequence[str]) -> set[str]:
        houses.update(_houses(names))
        return houses

    with unpacked(path, _SHAPEFILE, passed_over) as files:
        found = _shapefiles(path, files)
        check_layers(path.name, [layer for file in found for layer in survey_gdal(file)])
        filled = [file for file in found if any(layer.count for layer in survey_gdal(file))]
        layers = [layer for file in filled for layer in read_gdal(file, layout)]
    if houses and layers:
        layers[0] = replace(layers[0], notes=(*layers[0].notes, _houses_note(path, houses)))
    return layers


def _houses(names: Sequence[str]) -> set[str]:
    """Pick the files of single houses, half of what Geofabrik packs: no map shows them. None if there is no other."""
    found = {name for name in names if _HOUSES.fullmatch(name.rpartition("/")[2].rpartition(".")[0].lower())}
    return found if any(name.lower().endswith(".shp") for name in set(names) - found) else set()


def _houses_note(path: Path, houses: set[str]) -> str:
    names = ", ".join(sorted(name.rpartition("/")[2] for name in houses if name.lower().endswith(".shp")))
    return f"{path.name}: {names} was passed over, as maps show no single houses; give it by itself to have it read."


def _shapefiles(path: Path, files: list[Path]) -> list[Path]:
    shapefiles = [file for file in files if file.suffix.lower() == ".shp"]
    if not shapefiles:
        raise ProblemsFound([Problem(path.name, "holds no shapefile", "pack .shp, .shx, .dbf and .prj together")])
    for file in shapefiles:
        vector_kind(file)
    return shapefiles
