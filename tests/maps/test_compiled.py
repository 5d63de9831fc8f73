"""What the kernels load, each tried in a process of its own."""

from __future__ import annotations

import subprocess
import sys


def _said(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_a_kernel_loads_no_linear_algebra():
    ran = "from maps.grid.graph import HexGraph, reach; import sys;"
    ran += "found = reach(HexGraph([[1], [-1]], [[1], [0]]), 0, 9);"
    assert _said(ran + "print(found.cost.tolist(), 'scipy.linalg' in sys.modules)") == "[0, 1] False"


def test_linear_algebra_is_there_for_others_and_for_who_comes_later():
    """To the thread that loads numba it is shut, and to it alone; afterwards to nobody."""
    ran = "from threading import Thread; from maps.loading import without; said = []\n"
    ran += "def ask():\n try: import scipy.linalg\n except ImportError as e: said.append(str(e))\n"
    ran += " else: said.append('there')\n"
    ran += "with without('scipy.linalg'):\n ask(); other = Thread(target=ask); other.start(); other.join()\n"
    ran += "print(*said, sep=' | ')"
    assert _said(ran) == "scipy.linalg is not loaded to learn whether it is there | there"
    assert _said("import sys, maps.grid.compiled; import scipy.linalg; print(scipy.linalg.det([[2.0]]))") == "2.0"


def test_numba_loads_neither_scipy_nor_what_reads_settings_but_where_there_are_some(tmp_path):
    ran = "import sys, maps.grid.compiled, numba;"
    ran += "print([n for n in ('scipy', 'yaml') if n in sys.modules], numba.config.COLOR_SCHEME)"
    assert _said(ran) == "[] no_color"
    (tmp_path / ".numba_config.yaml").write_text("color_scheme: dark_bg\n", encoding="utf-8")
    assert _said(f"import os; os.chdir({str(tmp_path)!r});" + ran) == "['yaml'] dark_bg"


def test_a_product_of_matrices_is_compiled_all_the_same():
    ran = "import numpy as np; from maps.grid.compiled import njit;"
    told = _said(ran + "print(njit(lambda a: a @ a)(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist())")
    assert told == "[[7.0, 10.0], [15.0, 22.0]]"


def test_files_of_vectors_are_read_without_data_frames():
    ran = "import sys, maps.sources.files.gdal; print([n for n in ('pandas', 'geopandas') if n in sys.modules])"
    assert _said(ran) == "[]"


def test_who_wants_data_frames_later_has_them_and_no_driver_comes_back(tmp_path):
    """pyogrio is loaded anew for geopandas; the drivers that reach beyond their file stay out."""
    ran = "import maps.sources.files.gdal as ours; import geopandas, pyogrio, shapely\n"
    ran += "frame = geopandas.GeoDataFrame({'a': [7]}, geometry=[shapely.Point(1, 2)], crs='EPSG:4326')\n"
    ran += f"frame.to_file({str(tmp_path / 'one.fgb')!r}); back = geopandas.read_file({str(tmp_path / 'one.fgb')!r})\n"
    ran += "left = set(ours.SKIPPED_DRIVERS) & set(pyogrio.list_drivers())\n"
    ran += "print(back.a.tolist(), pyogrio.read_dataframe.__module__, left)"
    assert _said(ran) == "[7] pyogrio.geopandas set()"
