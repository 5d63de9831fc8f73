"""The same map byte for byte, measured here, in threads, or on a cluster of two workers."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import warnings
from dataclasses import fields

import numpy as np
import pytest
import rasterio
from distributed import Client
from rasterio.transform import from_origin

from maps.area.reader import read_area
from maps.gpkg.writer import write
from maps.making.build import build
from maps.making.cluster import in_threads, on_cluster
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
    monkeypatch.setattr("maps.making.cluster._WAIT_S", 0.2)
    with (
        pytest.raises(ProblemsFound, match="no scheduler answers there; start it with"),
        on_cluster("tcp://127.0.0.1:9"),
    ):
        pass


@pytest.mark.skipif(not os.environ.get("SANDTABLE_SOAK"), reason="a minute and more; make soak")
def test_soak_a_million_hexes_on_two_workers(area, tmp_path, cluster):
    """
    1,000 x 1,000 hexes over 4 million cells: the same map, and no worker grows with the map.

    A block has 65,536 hexes and some 260,000 cells; 16 blocks make the map. A worker that had
    measured the whole map would hold 19 columns of cover and 6 of heights for a million hexes:
    125 MB for what it gives back alone, and several times that while measuring (the shares are
    worked out in double numbers: 150 MB more, the cells under it 140 MB). It began with having
    measured one block at a time; now there are two under way at each worker. Seen: 83 MB.
    """
    rows, cols = np.indices((2000, 2300))
    heights = (300 + 100 * np.sin(cols / 370) * np.cos(rows / 230)).astype(np.float32)
    cover = np.where((cols // 40 + rows // 30) % 3 == 0, 10, 40).astype(np.uint8)
    for name, values in (("heights", heights), ("cover", cover)):
        with rasterio.open(
            tmp_path / f"{name}.tif", "w", driver="GTiff", height=2000, width=2300, count=1, dtype=values.dtype,
            crs="EPSG:32633", transform=from_origin(399_500, 5_600_500, 100, 100), tiled=True,
        ) as file:  # fmt: skip
            file.write(values, 1)
    text = AREA.replace("columns = 300", "columns = 1000").replace("rows = 280", "rows = 1000")
    (tmp_path / "area.toml").write_text(text)
    million = read_area(tmp_path / "area.toml")
    with Client(cluster, set_as_default=False) as client:
        with on_cluster(cluster) as run:
            build(area, run=run)  # what a worker needs for its programs, and for one block
        before = client.run(peak_mb)
        with on_cluster(cluster) as run:
            there = build(million, run=run)
        grown = {worker: after - before[worker] for worker, after in client.run(peak_mb).items()}
    assert len(there) == 1_000_000
    assert max(grown.values()) < 120, grown
    same(there, build(million))


def peak_mb():
    """The most memory that a process has used so far."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
