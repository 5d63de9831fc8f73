"""Libraries are used as they are: nothing of theirs is replaced, and nothing they call private is asked for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("benchmarks", "campaign", "maps", "scenarios", "webui")
PUBLISHED = {"_asdict", "_replace", "_fields", "_make", "_field_defaults", "_exit"}
"""What is offered to all, underscore or not: by named tuples, and the end of a process by one of its threads."""
MEANT_FOR_IT = {"os.environ", "g", "request", "rl_config"}
"""What Python and Flask give to be written to, and the settings that reportlab leaves to who uses it."""


def borrowed(text):
    """Name the lines of a module that replace something of a library, or ask for something private of one."""
    tree = ast.parse(text)
    foreign = _foreign(tree)
    checks = (_private_import, _written, _private, _set_by_name)
    return [f"{node.lineno}: {fault}" for node in ast.walk(tree) for check in checks if (fault := check(node, foreign))]


def _private_import(node, _):
    if not isinstance(node, ast.ImportFrom | ast.Import) or not _is_foreign(node):
        return ""
    module = getattr(node, "module", None) or ""
    parts = [part for name in (module, *(alias.name for alias in node.names)) for part in name.split(".")]
    return "imports something private" if module != "__future__" and any(part[:1] == "_" for part in parts) else ""


def _written(node, foreign):
    written = isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del)
    return f"replaces {ast.unparse(node)}" if written and _is_theirs(node.value, foreign) else ""


def _private(node, foreign):
    if not isinstance(node, ast.Attribute) or not _is_theirs(node.value, foreign):
        return ""
    private = node.attr.startswith("_") and not node.attr.endswith("__") and node.attr not in PUBLISHED
    return f"asks for {ast.unparse(node)}" if private else ""


def _set_by_name(node, foreign):
    by_name = isinstance(node, ast.Call) and _called(node) in {"setattr", "delattr", "patch"} and node.args
    return f"replaces by {ast.unparse(node)}" if by_name and _is_theirs(node.args[0], foreign) else ""


def _is_theirs(node, foreign):
    return _root(node) in foreign and ast.unparse(node) not in MEANT_FOR_IT


def _is_foreign(node):
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and (node.module or "").split(".")[0] not in OURS
    return any(alias.name.split(".")[0] not in OURS for alias in node.names)


def _foreign(tree):
    """Name what a module has from libraries: modules, what is imported from them, and other names for these."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import) and _is_foreign(node):
            names |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
    for _ in range(3):  # module = import_module(...), loaded = module.part
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and _root(node.value) in names and not _is_value(node.value):
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _is_value(node):
    """Whether something is made by a call, and so is ours: save for modules, which a call may import."""
    return isinstance(node, ast.Call) and _called(node) != "import_module"


def _called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _root(node):
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call) and _called(node) == "import_module":
        return "import_module"
    return node.id if isinstance(node, ast.Name) else None


def test_nothing_of_a_library_is_replaced_and_nothing_private_is_asked_for():
    found = {
        path.relative_to(ROOT).as_posix(): faults
        for package in OURS
        for path in sorted((ROOT / package).rglob("*.py"))
        if (faults := borrowed(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "from numba.np import linalg\nlinalg.ensure_blas = lambda: None",
        "from importlib import import_module\nloaded = import_module('numba.np.arraymath')\nloaded.ensure_blas = 1",
        "from networkx.utils import backends\ndispatch = backends._dispatchable\ndispatch.__call__ = 1",
        "from networkx.utils import backends\nbackends.backends['hexgraph'] = 1",
        "import networkx as nx\nnx.Graph.add_node = None",
        "import networkx as nx\nsetattr(nx, 'Graph', None)",
        "import numpy as np\nnp._core.multiarray",
        "from numpy._core import multiarray",
        "from branca import element\nelement.Element.render, x = None, 1",
        "import gc\ndel gc.collect",
    ],
)
def test_it_finds_what_it_is_there_to_find(text):
    assert borrowed(text)


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\ntable = np.zeros(3)\ntable[0] = 1",
        "class A:\n    def f(self):\n        self._kept = 1",
        "from campaign.model.state import State\nState._row",
        "import os\nprint(os.environ['HOME'])",
        "from __future__ import annotations",
    ],
)
def test_it_leaves_alone_what_is_ours(text):
    assert borrowed(text) == []
