"""
Time ``sandtable map build`` as a user has it, from files to a finished GeoPackage, beside the usual tools.

``python -m benchmarks.bench_build [--size 10k,100k,1M]`` prints a table. Each run is a process of its own,
its start included. The usual tools (``ground.groundframes``) are geopandas, shapely, pandas, rasterio and rasterstats,
the raster read once and not for each hex; a second row has exactextract for the heights, which is quicker. They make
the same layers and conclude less. What both finished files say is compared: cover
of each hex, and heights, of which each counts the cells otherwise. "Growth" is the exponent from the size before.

Then a country: an ``.osm.pbf`` of a million ways, and a map of 43 x 56 km in it; and the same of a file that holds but
twenty thousand. What memory the greater one takes more is what is held of it.
"""

from __future__ import annotations

import argparse
import math
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.contest import DIFFER
from benchmarks.ground.countrypbf import write_country
from benchmarks.ground.groundframes import COVER_COLUMNS
from benchmarks.ground.groundinputs import make
from benchmarks.ground.groundpipeline import area_file

SIZES = {"10k": 10_000, "100k": 100_000, "1M": 1_000_000}
TARGETS = {"10k": 6, "100k": 20}
_MOST_S, _MOST_MB = 6, 1000
"""What a million hexes may take."""
_MOST_SHARE, _MOST_TWICE, _MOST_M = 1e-5, 1e-3, 2.0
_PROGRAM = "import sys; from webui.cli import main; sys.argv[0] = 'sandtable'; main()"
"""What the command ``sandtable`` is."""
_LAUNCHER = """
import os, sys, time
start = time.perf_counter()
nowhere = [(os.POSIX_SPAWN_OPEN, out, os.devnull, os.O_WRONLY, 0) for out in (1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=nowhere)
_, status, used = os.wait4(child, 0)
print(status, used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss)
"""
_ROW = "{:6}{:>10}{:>9}{:>9}{:>9}{:>8}{:>8}{:>5}{:>8}  {}"


_COUNTRY_WAYS, _BOX = (20_000, 1_000_000), (8.0, 49.5, 8.6, 50.0)
_MOST_HELD_MB = 500
"""How much more a country may take than a small file: up to 64 MB it is read at once, above that by GDAL, from disk."""
_COUNTRY_ROW = "{:12}{:>8}{:>9}{:>9}{:>8}{:>8}  {}"
_COUNTRY_AREA = """
name = "Country"
[box]
west = {}
south = {}
east = {}
north = {}
[hexes]
width_km = 1.0
[sources]
features = "{}"
"""


class Run(NamedTuple):
    """What a process took: processor and clock, seconds, and its greatest memory."""

    cpu_s: float
    wall_s: float
    peak_mb: float


def run(*program: str) -> Run:
    """
    Run a program to its end, its words thrown away.

    It is started by a small process: what a process has taken at most is told with what its parent had when it began,
    and this one has made the inputs.

    Raises
    ------
    RuntimeError
        If it fails.
    """
    small = [sys.executable, "-IS", "-c", _LAUNCHER]
    # A program that is installed has its bytecode beside it; none of them is to be without for a setting of developers.
    written = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    told = subprocess.run([*small, *program], stdout=subprocess.PIPE, check=True, text=True, env=written)
    status, cpu_s, wall_s, peak_kb = told.stdout.split()
    if int(status):
        msg = f"{' '.join(program)} failed"
        raise RuntimeError(msg)
    return Run(float(cpu_s), float(wall_s), float(peak_kb) / 1024)


def built(hexes: int, folder: Path, out: Path) -> Run:
    """Build the map by the command line."""
    area = str(area_file(hexes, folder))
    return run(sys.executable, "-c", _PROGRAM, "map", "build", area, "--out", str(out), "--workers", "2")


def usual(hexes: int, folder: Path, out: Path, heights: str) -> Run:
    """Build it by the usual tools."""
    out.unlink(missing_ok=True)
    program = (sys.executable, "-W", "ignore", "-m", "benchmarks.ground.groundframes")
    return run(*program, str(hexes), str(folder), str(out), heights)


def agreement(ours: Path, theirs: Path) -> tuple[bool, str]:
    """Compare what both files say of the hexes on the map: the greatest difference in cover, the mean in heights."""
    columns = ", ".join((*COVER_COLUMNS, "elevation_m"))
    tables = []
    for path, order in ((ours, "fid"), (theirs, "hex")):
        with closing(sqlite3.connect(path)) as file:
            tables.append(np.array(file.execute(f"SELECT {columns} FROM hexes ORDER BY {order}").fetchall(), float))
    mine, other = tables
    apart, covered = np.abs(mine - other), mine[:, :-1].sum(axis=1) > 1 - _MOST_SHARE
    # Where areas of the source overlap, an overlay counts the ground twice: shares add up to more than 1.
    twice = (other[:, :-1].sum(axis=1) > 1 + _MOST_SHARE) & covered
    share, metres = float(apart[covered & ~twice, :-1].max()), float(np.nanmean(apart[covered, -1]))
    same = share <= _MOST_SHARE and twice.mean() <= _MOST_TWICE and metres <= _MOST_M
    return same, f"cover {share:.0e} but for {twice.sum()} hexes counted twice, heights {metres:.2f} m"


def say(words: str) -> None:
    """Print a line at once."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def _median(runs: list[Run]) -> Run:
    return sorted(runs)[len(runs) // 2]


def line(name: str, ours: Run, theirs: Run | None, grown: float | None, words: str) -> str:
    """Write a row of the table."""
    ratio = theirs.wall_s / ours.wall_s if theirs else 0.0
    small = ours.wall_s <= _MOST_S and ours.peak_mb <= _MOST_MB
    target = f"{TARGETS[name]}x" if theirs else f"{_MOST_S} s" if name == "1M" else ""
    met = (ratio >= TARGETS[name] if theirs else small) if target else None
    cells = (
        name, f"{theirs.wall_s:.1f}" if theirs else "",
        f"{ours.wall_s:.2f}", f"{ours.cpu_s:.2f}", f"{ours.peak_mb:.0f}",
        f"{ratio:.1f}x" if theirs else "", target, {True: "yes", False: "NO", None: ""}[met],
        f"{grown:.2f}" if grown else "", words,
    )  # fmt: skip
    return _ROW.format(*cells).rstrip()


def print_country(folder: Path) -> bool:
    """Print what a map out of a country takes; say whether it is as much as may be, and of the roads that there are."""
    sys.stdout.write("\n" + _COUNTRY_ROW.format("ways", "pbf MB", "ours s", "cpu s", "MB", "roads", "answers") + "\n")
    sound, least = True, math.inf
    for ways in _COUNTRY_WAYS:
        pbf, area, out = (folder / f"country_{ways}.{end}" for end in ("osm.pbf", "toml", "gpkg"))
        made = write_country(pbf, ways, _BOX)
        area.write_text(_COUNTRY_AREA.format(*_BOX, pbf.name), encoding="utf-8")
        took = run(sys.executable, "-c", _PROGRAM, "map", "build", str(area), "--out", str(out))
        least = min(least, took.peak_mb)
        with closing(sqlite3.connect(out)) as file:
            (roads,) = file.execute("SELECT count(*) FROM links WHERE road = 'main'").fetchone()
        same = roads > 0 and took.peak_mb - least <= _MOST_HELD_MB
        words = f"{made.primaries_in_box} great roads begin there" if same else DIFFER
        figures = f"{made.size / 1e6:.1f}", f"{took.wall_s:.1f}", f"{took.cpu_s:.1f}", f"{took.peak_mb:.0f}", f"{roads}"
        sys.stdout.write(_COUNTRY_ROW.format(f"{ways:,}", *figures, words) + "\n")
        sound = sound and same
    return sound


def main() -> int:
    """Make the inputs and print the table; 1 if what the files say differs."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--size", default="10k,100k,1M", help="sizes, of 10k, 100k and 1M")
    asked.add_argument("--inputs", type=Path, help="a folder with inputs made before")
    options = asked.parse_args()
    agree, before = True, None
    with tempfile.TemporaryDirectory() as made:
        folder = options.inputs or Path(made)
        if options.inputs is None:
            make(folder)
        built(1000, folder, Path(made) / "first.gpkg")  # compiles what is not in numba's cache yet
        heads = ("hexes", "usual s", "ours s", "cpu s", "MB", "ratio", "target", "met", "growth", "answers")
        say(_ROW.format(*heads))
        for name in options.size.split(","):
            hexes, files = SIZES[name], (Path(made) / "ours.gpkg", Path(made) / "usual.gpkg")
            ours = _median([built(hexes, folder, files[0]) for _ in range(3 if hexes < 500_000 else 1)])
            grown = before and math.log(ours.wall_s / before[1]) / math.log(hexes / before[0])
            before = hexes, ours.wall_s
            if name not in TARGETS:
                say(line(name, ours, None, grown, ""))
            for way in ("rasterstats", "exactextract") if name in TARGETS else ():
                theirs = usual(hexes, folder, files[1], way)
                same, words = agreement(*files)
                agree = agree and same
                say(line(name, ours, theirs, grown, f"{way}: {words if same else f'{DIFFER}: {words}'}"))
        agree = print_country(Path(made)) and agree
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
