"""What must not be anywhere: rules outside the rule systems."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("campaign", "maps", "scenarios", "webui")
ASKS_FOR_A_SYSTEM = re.compile(
    r"""(ruleset|rules|tables)(\.tables)?\.key\s*(==|!=|in\b|not in\b)|["']ruleset["']\]?\s*=="""
)
# Systems are told apart by their keys in tables of roles; those are data, asked with a key and not branched on.
OF_THE_RULES = ("campaign/systems/",)
MAY_KNOW = {f"campaign.systems.{name}" for name in ("catalogue", "checking", "ownfolders", "proving")}
# ``sandtable rules points`` reckons strength as the appendix of one system says; nothing in play asks it.
POINTS = ("webui/commands/rules/rule_commands.py", {"campaign.systems.zen.units", "campaign.systems.zen.tables"})


def sources(*packages):
    for package in packages:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in {".py", ".js", ".html"}:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def imported(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, alias.name) for alias in node.names)


def test_nothing_but_the_rule_systems_asks_which_one_it_is():
    asked = {
        place for place, text in sources(*PACKAGES)
        if not place.startswith(OF_THE_RULES) and ASKS_FOR_A_SYSTEM.search(text)
    }  # fmt: skip
    assert asked == set()
    assert ASKS_FOR_A_SYSTEM.search('if ruleset.key == "zen":')
    assert ASKS_FOR_A_SYSTEM.search("if ruleset.tables.key in {1}:")


def test_no_page_or_command_reaches_into_a_rule_system():
    found = {}
    for place, text in sources("webui"):
        if place.endswith(".py"):
            names = {full if module == "campaign.systems" else module for module, full in imported(text)}
            found[place] = {name for name in names if name.startswith("campaign.systems")} - MAY_KNOW
    assert {place: names for place, names in found.items() if names} == dict([POINTS])


def test_the_page_names_no_rule_system():
    """Scripts and templates take all that differs from one system to another from the server."""
    keys = re.compile(r"zen_operational|three_star|two_star|d3_one|parkin_generic", re.IGNORECASE)
    assert {
        place for place, text in sources("webui") if place.endswith((".js", ".html")) and keys.search(text)
    } == set()
