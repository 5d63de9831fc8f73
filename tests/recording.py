"""Hold what is found now against what was recorded, and take it over: the command that recordings share."""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def compared(words: list[str], file: Path, lines: Iterable[str]) -> None:
    """Print the lines of a record that have changed; ``--write`` takes them over."""
    now = "\n".join(lines) + "\n"
    if words == ["--write"]:
        file.write_text(now, encoding="utf-8")
        return
    before = file.read_text(encoding="utf-8").splitlines(keepends=True)
    sys.stdout.writelines(difflib.unified_diff(before, now.splitlines(keepends=True), "recorded", "now", n=0))
