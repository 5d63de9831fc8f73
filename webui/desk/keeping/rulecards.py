"""Lay out what the desk of rules says where the author's caret stands: headings, keys, words, the manual."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from campaign.systems import catalogue

__all__ = ["cards_data"]

_PAGES = ("own-units", "own-moving", "own-fighting", "own-lines")
_SECTION = re.compile(r"^## `\[\[?([a-z]+)\]\]?`\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[((?:`[^`]*`|[^\]`])+)\]\([^)]*\)")
"""Its words may be code with brackets in it: the name of a heading."""
_CASES = {
    "path": "case", "many": True, "page": "/help/cases", "example": "", "keys": [],
    "about": "A situation, an order, and what must come of it; \"Run its cases\" plays them all.",
}  # fmt: skip


@cache
def cards_data() -> dict[str, Any]:
    """Give the cards of every heading, of rules and of house variants, and the closed words."""
    told = _told()
    return {
        "rules": [*(_card(card, told) for card in catalogue.explained()), _CASES],
        "variant": [*(_card(card, {}) for card in catalogue.explained(variant=True)), _CASES],
        "words": {
            kind: [{"name": one.name, "takes": one.takes, "means": one.means} for one in rows]
            for kind, rows in catalogue.explained_words().items()
        },
    }


def _card(card: Any, told: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Lay a heading out: by the manual where it has a section of its own, else by its own sentence."""
    section = told.get(card.path, {})
    page = told.get(card.path.partition(".")[0], {}).get("page", "/help/variants")
    return {
        "path": card.path, "many": card.many, "about": section.get("about") or card.about, "page": page,
        "example": section.get("example", ""),
        "keys": [
            {"name": key.name, "takes": key.takes, "usual": key.unless_given, "must": key.must, "means": key.means,
             "words": key.words}
            for key in card.keys
        ],
    }  # fmt: skip


def _told() -> dict[str, dict[str, str]]:
    """Read what the manual says of each heading: its first paragraph, its example, and where that stands."""
    found = {}
    for page in _PAGES:
        text = (files("webui") / "help" / f"{page}.md").read_text("utf-8")
        for name, body in _SECTION.findall(text):
            example = _EXAMPLE.search(body)
            about = _plain(body.strip().partition("\n\n")[0])
            found[name] = {"page": f"/help/{page}#{name}", "about": about, "example": example[1] if example else ""}
    return found


def _plain(text: str) -> str:
    """Write a paragraph of Markdown on one line without its links; what is code stays marked so."""
    return " ".join(_LINK.sub(r"\1", text).split())
