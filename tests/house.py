"""Copy the project to a folder of its own, so that a test can build on to it and try the whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("maps", "campaign", "scenarios", "webui")


class House:
    """A copy of the project's packages. What is added to it is noted, so that a test can hold how little it was."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.touched: dict[str, int] = {}
        for package in PACKAGES:
            # With what Python has compiled: it goes by the time and the size of a source, which a copy has too.
            shutil.copytree(ROOT / package, self.folder / package)

    def add(self, path, text):
        """Write a new file."""
        assert not (self.folder / path).exists(), path
        (self.folder / path).write_text(text, encoding="utf-8")
        self.touched[path] = text.count("\n")

    def insert(self, path, before, line, *, under=""):
        """Put a line, or a few, before the first that begins so, at or under one that begins otherwise."""
        lines = (self.folder / path).read_text(encoding="utf-8").split("\n")
        top = next(i for i, known in enumerate(lines) if known.startswith(under))
        at = next(i for i, known in enumerate(lines) if i >= top and known.startswith(before))
        (self.folder / path).write_text("\n".join([*lines[:at], line, *lines[at:]]), encoding="utf-8")
        self.touched[path] = self.touched.get(path, 0) + line.count("\n") + 1

    def amend(self, path, known, now):
        """Write something else in one line."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(known) == 1, (path, known)
        (self.folder / path).write_text(text.replace(known, now), encoding="utf-8")
        self.touched[path] = self.touched.get(path, 0) + 1

    def run(self, script):
        """Run a script in the copy; give what it prints."""
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=self.folder, env=os.environ | {"PYTHONPATH": str(self.folder)},
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-4000:]
        return done.stdout
