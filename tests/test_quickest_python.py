"""Which Python the virtual environment is made with: the quickest that is there, and never one that cannot."""

import os
import subprocess

import pytest

from tests.house import ROOT

FIT = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))"
SCRIPT = "tests/quickest_python.sh"


def answered(folder):
    """Ask with a folder before all others on the path."""
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    asked = subprocess.run(
        ["sh", SCRIPT], cwd=ROOT, env={**os.environ, "PATH": path}, check=True, capture_output=True, text=True
    )  # fmt: skip
    return asked.stdout.split()


@pytest.fixture
def python(tmp_path):
    """Give a function that puts a program called python3 first on the path."""

    def put(words):
        (tmp_path / "python3").write_text(f"#!/bin/sh\n{words}\n")
        (tmp_path / "python3").chmod(0o755)
        return tmp_path

    return put


def test_what_is_named_can_make_an_environment(tmp_path):
    (found,) = answered(tmp_path)
    asked = "import ensurepip, sys, venv; print(sys.version_info >= (3, 11))"
    told = subprocess.run([found, "-c", asked], check=True, capture_output=True, text=True)
    assert told.stdout.split() == ["True"]


def test_the_path_s_own_is_kept_where_none_is_quicker(python):
    assert answered(python("echo 1")) == ["python3"]


def test_a_slow_or_old_one_gives_way_to_the_system_s(python):
    system = [name for name in ("/usr/bin/python3", "/usr/local/bin/python3") if os.path.exists(name)]
    tried = {name: subprocess.run([name, "-c", FIT], check=False, capture_output=True) for name in system}
    fit = [name for name, run in tried.items() if run.returncode == 0]
    for words in ("echo 999999999", "exit 1"):
        assert answered(python(words))[0] in (fit or ["python3"])
