"""Read files with the libraries of other programs: those of JavaScript run in a process of their own."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

JS = Path(__file__).parents[2] / "js"
FETCHED = Path(__file__).parents[3] / "build" / "readers"
"""Where ``tests/setup_readers.sh`` puts what it fetches."""


def read_by_node(library, *words, given="", script="readers.js"):
    """Run a script of ``tests/js`` and give its answer; skipped where the library it reads with is not installed."""
    if shutil.which("node") is None or not (JS / "node_modules" / library).is_dir():
        pytest.skip(f"{library} is not installed")
    call = ["node", str(JS / script), *map(str, words)]
    out = subprocess.run(call, input=given, capture_output=True, text=True, check=True, cwd=JS)
    return json.loads(out.stdout)


def lint_xml(body, schema=None):
    """Hold a document against a schema with xmllint, and give what it says; skipped where that is not there."""
    if shutil.which("xmllint") is None or (schema is not None and not Path(schema).is_file()):
        pytest.skip("xmllint or the schema is not there: sh tests/setup_readers.sh")
    held = ["--schema", str(schema)] if schema else []
    call = ["xmllint", "--nonet", "--noout", *held, "-"]
    return subprocess.run(call, input=body, capture_output=True, check=False).stderr.decode()
