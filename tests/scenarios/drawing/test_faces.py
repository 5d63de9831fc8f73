"""The faces of print, and how every PDF is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scenarios.drawing.faces import width_mm

ROOT = Path(__file__).parents[3]
WRITERS = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "scenarios").rglob("*.py")
    if any(
        line.startswith(("from reportlab.platypus", "from reportlab.pdfgen"))
        for line in path.read_text(encoding="utf-8").splitlines()
    )
)
"""Modules that write PDF by themselves."""


@pytest.mark.parametrize("module", WRITERS)
def test_a_sheet_is_the_same_bytes_whatever_was_printed_before(module):
    """A writer that is loaded alone writes streams as it does beside all others."""
    asked = f"import {module}; from reportlab import rl_config; print(rl_config.useA85)"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


def test_there_are_writers_of_sheets_and_of_scenes():
    expected = {"scenarios.drawing.pdf", "scenarios.printshop.tablesheet", "scenarios.printshop.reference.setting"}
    assert expected <= set(WRITERS)


def test_a_text_is_as_wide_as_its_size_says():
    assert width_mm("Bastogne", 4.0, "names") == pytest.approx(2 * width_mm("Bastogne", 2.0, "names"))
