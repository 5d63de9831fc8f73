"""Read files with the libraries of other programs: those of JavaScript run in a process of their own."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

JS = Path(__file__).parents[2] / "js"


def read_by_node(library, *words, given="", script="readers.js"):
    """Run a script of ``tests/js`` and give its answer; skipped where the library it reads with is not installed."""
    if shutil.which("node") is None or not (JS / "node_modules" / library).is_dir():
        pytest.skip(f"{library} is not installed")
    call = ["node", str(JS / script), *map(str, words)]
    out = subprocess.run(call, input=given, capture_output=True, text=True, check=True, cwd=JS)
    return json.loads(out.stdout)
