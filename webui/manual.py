"""Make the pages of the manual from Markdown; HTML in it is shown, not obeyed."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["heading_id", "page_html", "pages_list"]

_NAME = re.compile(r"[a-z0-9_-]{1,60}")
_FILE = re.compile(r"^([a-z0-9_-]+)\.md(?=#|$)")
_NO_WORD = re.compile(r"[^\w\s-]")


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
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(entry.read_text("utf-8"))
    _name_headings(tokens)
    _join_pages(tokens)
    return str(parser.renderer.render(tokens, parser.options, {}))


def heading_id(title: str) -> str:
    """
    Give the name by which links find a heading, as on sites that show Markdown.

    >>> heading_id("ZN 4.7 Movement")
    'zn-47-movement'
    """
    return _NO_WORD.sub("", title.lower()).strip().replace(" ", "-")


def _name_headings(tokens: list[Token]) -> None:
    for opening, inline in itertools.pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", heading_id(inline.content))


def _join_pages(tokens: list[Token]) -> None:
    """Turn links to the files of pages into links to the pages."""
    for token in tokens:
        for part in token.children or ():
            if part.type == "link_open":
                part.attrSet("href", _FILE.sub(r"\1", str(part.attrGet("href") or "")))


def _title(text: str, name: str) -> str:
    first = next((line for line in text.splitlines() if line.startswith("# ")), "")
    return first.removeprefix("# ").strip() or name.replace("_", " ")
