"""Make the pages of the manual from Markdown; HTML in it is shown, not obeyed."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from markdown_it import MarkdownIt

__all__ = ["page_html", "pages_list"]

_NAME = re.compile(r"[a-z0-9_-]{1,60}")


@lru_cache(maxsize=1)
def pages_list() -> tuple[tuple[str, str], ...]:
    """List the pages: (name, title), the first page first, then in the order of their file names."""
    found = []
    for entry in files("webui").joinpath("help").iterdir():
        if entry.name.endswith(".md"):
            name = entry.name.removesuffix(".md")
            found.append((name, _title(entry.read_text("utf-8"), name)))
    return tuple(sorted(found, key=lambda page: (page[0] != "index", page[0])))


@lru_cache(maxsize=64)
def page_html(name: str) -> str | None:
    """Give a page as HTML; None if there is none of that name."""
    entry = files("webui").joinpath("help", f"{name}.md")
    if not _NAME.fullmatch(name) or not entry.is_file():
        return None
    return MarkdownIt("commonmark", {"html": False}).enable("table").render(entry.read_text("utf-8"))


def _title(text: str, name: str) -> str:
    first = next((line for line in text.splitlines() if line.startswith("# ")), "")
    return first.removeprefix("# ").strip() or name.replace("_", " ")
