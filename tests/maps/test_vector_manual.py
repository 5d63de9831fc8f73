"""The manual's section on vector sources says what the program does."""

from __future__ import annotations

from importlib.resources import files

from maps.derive.kinds import GROUPS
from maps.sources.files.safe_files import VECTOR_SUFFIXES


def section() -> str:
    page = files("webui").joinpath("help", "maps.md").read_text(encoding="utf-8")
    return page.split("\n## Vector sources\n")[1].split("\n## ")[0]


def test_every_group_is_listed_with_its_kinds():
    rows = [line for line in section().splitlines() if line.startswith("| `")]
    for group, names in GROUPS.items():
        (row,) = [line for line in rows if line.startswith(f"| `{group}` |")]
        assert all(f"`{name}`" in row for name in names)
        assert row.count("`") == 2 + 2 * len(names)


def test_every_suffix_is_listed():
    assert all(f"{suffix}`" in section() for suffix in VECTOR_SUFFIXES)
