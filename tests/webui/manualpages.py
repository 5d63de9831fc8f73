"""The manual as the tests read it: its pages, their code marks, tables and example blocks."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

from campaign.systems import catalogue
from campaign.systems.files import table_text

HELP = Path(str(files("webui").joinpath("help")))
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(HELP.glob("*.md"))}
TABLES = catalogue.ruleset("zen_operational").tables
RULES = tomllib.loads(table_text("zen_operational"))
TERRAIN = tomllib.loads(files("maps.derive").joinpath("terrain.toml").read_text("utf-8"))
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[tuple[str, str]]:
    """List the lines of all code blocks of a kind (the first word after the fence), each with its page."""
    found = []
    for page, text in PAGES.items():
        for info, body in FENCE.findall(text):
            if info == kind:
                found += [(page, line) for line in body.splitlines() if line.strip()]
    return found


@cache
def codes(page: str) -> frozenset[str]:
    """List what stands in code marks on a page, outside of code blocks."""
    return frozenset(re.findall(r"`([^`\n]+)`", FENCE.sub("", PAGES[page])))


def rows(page: str) -> list[list[str]]:
    """List the rows of all tables of a page, cell by cell."""
    return cells_of(PAGES[page])


def cells_of(text: str) -> list[list[str]]:
    """List the rows of all tables in a text, cell by cell."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def missing(wanted, page):
    return [word for word in wanted if str(word) not in codes(page)]
