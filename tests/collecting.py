"""
Which files are looked through for tests: those named so, and modules that hold an example.

``--doctest-modules`` opens each module of the project and looks at every name in it, in each process of tests. One in
fifteen holds an example; of the files of tests hardly one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

EXAMPLE = b">>> "


class Examples:
    """Leaves out modules without an example; a plugin, since what a ``conftest`` says holds for its own folder only."""

    @staticmethod
    def pytest_ignore_collect(collection_path: Path) -> bool | None:
        """Say yes to a module that is no file of tests and has no example."""
        path = collection_path
        if path.suffix != ".py" or path.name.startswith(("test_", "conftest", "__init__")):
            return None
        return None if EXAMPLE in path.read_bytes() else True

    @staticmethod
    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(file_path: Path) -> Generator[None, list[Any], list[Any]]:
        """Look through a file of tests without an example for its tests only."""
        found = yield
        if len(found) < 2 or EXAMPLE in file_path.read_bytes():
            return found
        return [one for one in found if type(one).__name__ != "DoctestModule"]
