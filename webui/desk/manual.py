"""Make the pages of the manual from Markdown; HTML in it is shown, not obeyed."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

__all__ = ["page_html", "pages_list", "slug"]

_NAME = re.compile(r"[a-z0-9_-]{1,60}")
_PAGE_LINK = re.compile(r"^([a-z0-9_-]+)\.md(#.*)?$")


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
    """Give a page as HTML, with an anchor at each heading; None if there is none of that name."""
    entry = files("webui").joinpath("help", f"{name}.md")
    if not _NAME.fullmatch(name) or not entry.is_file():
        return None
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(entry.read_text("utf-8"))
    _set_anchors(tokens)
    _set_links(tokens)
    return str(reader.renderer.render(tokens, reader.options, {}))


def slug(heading: str) -> str:
    """
    Make the anchor of a heading, as code hosts do.

    >>> slug("The report of a day")
    'the-report-of-a-day'
    >>> slug("sandtable map build")
    'sandtable-map-build'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def _set_anchors(tokens: Sequence[Token]) -> None:
    taken: dict[str, int] = {}
    for token, inside in pairwise(tokens):
        if token.type != "heading_open":
            continue
        anchor = slug("".join(child.content for child in inside.children or ()))
        count = taken.get(anchor, 0)
        taken[anchor] = count + 1
        token.attrSet("id", f"{anchor}-{count}" if count else anchor)


def _set_links(tokens: Sequence[Token]) -> None:
    """Turn links between files, as editors follow them, into links between pages."""
    for token in tokens:
        for child in token.children or ():
            found = _PAGE_LINK.match(str(child.attrGet("href") or "")) if child.type == "link_open" else None
            if found:
                child.attrSet("href", f"/help/{'' if found[1] == 'index' else found[1]}{found[2] or ''}")


def _title(text: str, name: str) -> str:
    first = next((line for line in text.splitlines() if line.startswith("# ")), "")
    return first.removeprefix("# ").strip() or name.replace("_", " ")
