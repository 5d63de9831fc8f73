"""What the kernels load, each tried in a process of its own."""

from __future__ import annotations

import subprocess
import sys


def _said(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_a_kernel_loads_no_linear_algebra():
    ran = "from maps.grid.layout import Layout; from maps.grid.hexgrid import Grid; import numpy as np, sys;"
    ran += "from maps.grid.walk import walk_lines; layout = Layout(Grid(4, 4), 'EPSG:32633', 0.0, 0.0, 100.0);"
    ran += "walk = walk_lines(np.array([[0.0, 0.0], [150.0, 90.0]]), np.array([0, 2]), layout);"
    assert _said(ran + "print(len(walk.hex) > 1, 'scipy.linalg' in sys.modules)") == "True False"


def test_a_product_of_matrices_is_compiled_all_the_same():
    ran = "import numpy as np; from maps.grid.compiled import njit;"
    assert (
        _said(ran + "print(njit(lambda a: a @ a)(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist())")
        == "[[7.0, 10.0], [15.0, 22.0]]"
    )


def test_networkx_is_left_to_whoever_asks_for_it():
    ran = "import sys, maps.grid.graph; before = 'networkx' in sys.modules; import networkx as nx;"
    assert _said(ran + "print(before, 'hexgraph' in nx.utils.backends.backends)") == "False True"


def test_networkx_is_told_of_the_backend_where_nothing_is_installed():
    ran = (
        "import importlib.metadata as m; m.Distribution.from_name = classmethod(lambda c, name: (_ for _ in ()).throw("
    )
    ran += "m.PackageNotFoundError(name))); import sys; import maps.grid.graph;"
    assert _said(ran + "print('networkx' in sys.modules)") == "True"
