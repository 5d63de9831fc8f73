"""What a program loads, and what it does where the package is not installed; each tried in a process of its own."""

from __future__ import annotations

import subprocess
import sys

_KERNELS_READ = """
kernels = [kernel for name in ("search", "walking") if (room := sys.modules.get("maps.grid." + name))
           for kernel in vars(room).values() if hasattr(kernel, "signatures")]
print(sum(len(kernel.signatures) for kernel in kernels))
"""


def _run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def _said(program: str) -> str:
    done = _run(program)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_networkx_is_left_to_whoever_asks_for_it():
    ran = "import sys, maps.grid.graph; before = 'networkx' in sys.modules; import networkx as nx;"
    assert _said(ran + "print(before, 'hexgraph' in nx.utils.backends.backends)") == "False True"


def test_a_checkout_that_is_not_installed_is_told_to_install():
    hidden = (
        "import importlib.metadata as m; m.Distribution.from_name = classmethod(lambda c, name: (_ for _ in ()).throw("
        "m.PackageNotFoundError(name)));"
    )
    failed = _run(hidden + "import maps.grid.graph")
    assert failed.returncode == 1
    assert failed.stderr.strip().splitlines()[-1] == (
        "ImportError: Sandtable is not installed, and networkx finds its graphs by that:"
        " run pip install -e . in the checkout"
    )


def test_kernels_are_left_to_whoever_asks_for_them():
    """A command that searches nothing pays for no kernel: none has been read for any type."""
    ran = "import sys; sys.argv = ['sandtable', 'rules', 'list']; import webui.cli;"
    ran += "webui.cli.main(standalone_mode=False);"
    assert _said(ran + _KERNELS_READ).splitlines()[-1] == "0"


def test_a_server_loads_the_kernels_before_anybody_searches():
    ran = "import sys; from maps.loading import load_kernels; thread = load_kernels(1.0);"
    ran += "early = 'networkx' in sys.modules; thread.join();"
    ran += "print(early, 'networkx' in sys.modules);"
    told, read = _said(ran + _KERNELS_READ).splitlines()
    assert told == "False True"
    assert int(read) > 1


def test_a_map_is_built_without_what_other_commands_want():
    """The start is a quarter of the time that a small map takes: scipy, and what speaks with services, are left out."""
    ran = "import sys; sys.argv = ['sandtable', 'map', 'build', '--help']; import webui.cli;"
    ran += "webui.cli.main(standalone_mode=False);"
    ran += "print([name for name in ('scipy.spatial', 'scipy.ndimage', 'requests', 'mgrs') if name in sys.modules])"
    assert _said(ran).splitlines()[-1] == "[]"


def test_every_command_for_maps_is_found_where_the_group_says():
    ran = "import click; from webui.commands.map_group import map_commands as group; ctx = click.Context(group);"
    ran += "print([name for name in group.list_commands(ctx) if group.get_command(ctx, name).name != name])"
    assert _said(ran) == "[]"
