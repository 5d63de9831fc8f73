"""The same map byte for byte, measured here, in threads, or on a cluster of two workers."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import warnings
from dataclasses import fields

import numpy as np
import pytest
import rasterio
from rasterio.transform import from_origin

from maps.area_reader import read_area
from maps.build import build
from maps.cluster import in_threads, on_cluster
from maps.geopackage import write
from maps.problems import ProblemsFound

AREA = """
name = "four blocks"
crs = "EPSG:32633"
[hexes]
width_km = 0.2
layout = "pointy"
[grid]
origin = [400000.0, 5600000.0]
columns = 300
rows = 280
[sources]
elevation = "heights.tif"
land_cover = "cover.tif"
land_cover_classes = "worldcover"
"""


@pytest.fixture(scope="module")
def area(tmp_path_factory):
    """An area of 84,000 hexes, 60 x 49 km: blocks of 256 and 44 columns, 256 and 24 rows."""
    folder = tmp_path_factory.mktemp("ground")
    rows, cols = np.indices((500, 610))
    heights = (300 + 100 * np.sin(cols / 37) * np.cos(rows / 23)).astype(np.float32)
    cover = np.where((cols // 40 + rows // 30) % 3 == 0, 10, 40).astype(np.uint8)
    for name, values in (("heights", heights), ("cover", cover)):
        with rasterio.open(
            folder / f"{name}.tif", "w", driver="GTiff", height=500, width=610, count=1, dtype=values.dtype,
            crs="EPSG:32633", transform=from_origin(399_500, 5_600_500, 100, 100),
        ) as file:  # fmt: skip
            file.write(values, 1)
    (folder / "area.toml").write_text(AREA)
    return read_area(folder / "area.toml")


@pytest.fixture(scope="module")
def here(area):
    return build(area)


@pytest.fixture(scope="module")
def cluster():
    """A scheduler and two workers, as a user starts them."""
    script = (
        "import sys; from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:\n"
        "        print(cluster.scheduler_address, flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process.stdout.readline().strip()
        process.stdin.close()


def same(one, other):
    for item in fields(one):
        a, b = getattr(one, item.name), getattr(other, item.name)
        if isinstance(a, np.ndarray):
            assert a.tobytes() == b.tobytes(), item.name
    assert one.key == other.key


def dumped(path):
    """Everything in a file but when it was written."""
    with sqlite3.connect(path) as file:
        lines = file.iterdump()
        return [line for line in lines if "gpkg_contents" not in line and "layer_styles" not in line]


def test_threads_give_the_same_map(area, here):
    with in_threads(2) as run:
        same(build(area, run=run), here)


def test_two_workers_give_the_same_map_and_file(area, here, cluster, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        with on_cluster(cluster) as run:
            there = build(area, run=run)
    same(there, here)
    write(here, tmp_path / "here.gpkg")
    write(there, tmp_path / "there.gpkg")
    assert dumped(tmp_path / "here.gpkg") == dumped(tmp_path / "there.gpkg")


def test_blocks_meet_without_a_seam(here):
    """Mean heights are smooth over the borders of the blocks, as the ground is: it falls at most 1 in 20."""
    table = here.layout.grid.neighbour_table()
    across = np.abs(here.elevation_m[:, None] - here.elevation_m[table])[table >= 0]
    assert np.nanmax(across) < 0.05 * here.layout.width_m
    assert np.isfinite(here.elevation_m[here.inside]).all()


def test_no_scheduler_is_said(monkeypatch):
    monkeypatch.setattr("maps.cluster._WAIT_S", 0.2)
    with pytest.raises(ProblemsFound, match="no scheduler answers there; start it with"), on_cluster("tcp://127.0.0.1:9"):
        pass
