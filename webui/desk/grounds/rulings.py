"""Take what a map maker rules on single features for the date of his ground, into its file of rulings."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import msgspec
import tomli_w

from maps.derive.period.rules import read_rulings
from maps.toml_lines import read_text
from maps.whole import write_whole
from scenarios.drafting.remarks import with_remarks
from webui.desk.grounds.draft import FILES, Draft, Source

if TYPE_CHECKING:
    from webui.desk.grounds.shelf import OwnGround

__all__ = ["ruled"]

RULINGS = "rulings.toml"
"""The file of rulings of a ground that was sent none."""


def ruled(ground: OwnGround, version: int, feature: str, verdict: str, why: str) -> Draft:
    """
    Rule that a feature is kept or removed, in place of what was ruled on it before; "": nothing is ruled on it.

    Raises
    ------
    BadRequest
        If the page is behind.
    ProblemsFound
        If the file of rulings cannot be read or written.
    """

    def step(draft: Draft) -> Draft:
        name = next(iter(draft.of_kind("rulings")), RULINGS)
        path = ground.folder / FILES / name
        path.parent.mkdir(exist_ok=True)
        if path.is_file():
            read_rulings(path)  # what is wrong in it is told, and not written over
        before = read_text(path) if path.is_file() else ""
        rows: list[dict[str, Any]] = tomllib.loads(before).get("ruling", [])
        rows = _with(rows, {"id": feature, "verdict": verdict, "why": why})
        text = "\n".join(f"[[ruling]]\n{tomli_w.dumps(row)}" for row in rows)
        write_whole(path, with_remarks(before, text).encode())
        known = any(one.name == name for one in draft.sources)
        return draft if known else msgspec.structs.replace(draft, sources=(*draft.sources, Source(name, "rulings")))

    return ground.change(version, step)


def _with(rows: list[dict[str, Any]], new: dict[str, Any]) -> list[dict[str, Any]]:
    """Put a ruling in the place of that on the same feature; the people that one gave to a place stay."""
    old = next((row for row in rows if row["id"] == new["id"]), {})
    others = [row for row in rows if row["id"] != new["id"]]
    return [*others, {**old, **new}] if new["verdict"] else others
