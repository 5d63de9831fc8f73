"""networkx's own tests of the functions that the backend answers, run against the backend."""

import ast
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from maps.grid.nx_info import get_info

SUITE = tuple(
    f"networkx.algorithms.{module}"
    for module in (
        "shortest_paths.tests.test_weighted",
        "shortest_paths.tests.test_generic",
        "shortest_paths.tests.test_astar",
        "components.tests.test_weakly_connected",
        "components.tests.test_strongly_connected",
    )
)
# Every plain graph of the tests is turned into arrays and given to the backend; what it says it cannot run goes to
# networkx (NETWORKX_FALLBACK_TO_NX), as networkx's guide to testing a backend has it.
SETTINGS = {"NETWORKX_TEST_BACKEND": "hexgraph", "NETWORKX_FALLBACK_TO_NX": "True"}
COUNTING = """
import collections, json, pytest, sys
from maps.grid.nx_backend import BackendInterface
counts = collections.Counter()
def counted(name, answer):
    def ask(*args, **kwargs):
        counts[name] += 1
        return answer(*args, **kwargs)
    return ask
from maps.grid.nx_info import get_info
import functools
for name in get_info()["functions"]:
    answer = getattr(BackendInterface, name)
    setattr(BackendInterface, name, staticmethod(functools.wraps(answer)(counted(name, answer))))
code = pytest.main(["-q", "-p", "no:cacheprovider", "--pyargs", *sys.argv[1:]])
print("answered", json.dumps(counts))
sys.exit(code)
"""


def test_networkx_own_tests_pass_and_are_answered_here(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", COUNTING, *SUITE],
        env={**os.environ, **SETTINGS, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
    summary, answered = run.stdout.strip().splitlines()[-2:]
    assert " passed" in summary
    assert "failed" not in summary
    counts = ast.literal_eval(answered.removeprefix("answered "))
    # No function of ours may be left out, or its tests would pass by networkx alone.
    assert counts.keys() == get_info()["functions"].keys()


@pytest.mark.parametrize("module", SUITE)
def test_the_suite_is_where_it_is_looked_for(module):
    assert Path(find_spec(module).origin).is_file()
