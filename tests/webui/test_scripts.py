"""The page's scripts: their own tests, run by Node, and the values that those go by."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.webui import scriptvalues

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
LONGEST_LINE = 140


def test_scripts_pass_their_own_tests():
    if NODE is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Node was not found, and with CI=true that is a failure")
        pytest.skip("Node was not found; it runs the tests of the page's scripts")
    files = list((ROOT / "tests" / "js").glob("*.test.js"))
    done = subprocess.run([NODE, "tests/js/threads.js"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    counted = dict(re.findall(r"^# (files|pass) (\d+)", done.stdout, re.MULTILINE))
    assert int(counted["files"]) == len(files) > 8
    assert int(counted["pass"]) > 800


def test_scripts_are_tested_with_the_values_that_the_server_has():
    assert scriptvalues.FILE.read_text(encoding="utf-8") == scriptvalues.values(), (
        "python -m tests.webui.scriptvalues --write"
    )


def test_no_line_of_a_script_is_too_long():
    """ESLint says so too, where it is there."""
    scripts = [*(ROOT / "webui" / "static").rglob("*.js"), *(ROOT / "tests" / "js").glob("*.js")]
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert len(scripts) > 60
    assert found == []


def test_the_lock_file_names_no_registry():
    """Where packages are fetched from is each machine's own affair."""
    text = (ROOT / "tests" / "js" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text
    assert '"integrity"' in text
