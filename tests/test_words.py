"""Docstrings are read by people: subject before verb, and no sentence that has to be read twice."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("campaign", "maps", "scenarios", "webui")
BEFORE = (
    "of|to|at|by|for|from|in|on|with|under|behind|over|into|against|upon|after|before|through|beside|near|about|without|"
    "between|among|than|beyond|across|along|within|around|towards?"
)
PATTERNS = {
    "a preposition before whom, which or whose: put it behind the verb, or say 'where', 'that', 'whose'": re.compile(
        rf"\b(?:{BEFORE})\s+(?:whom|which|whose)\b"
    ),
    "'Let' before what somebody does: name what the function does": re.compile(r"\A\s*Let\b"),
    "'told otherwise' without a subject: say who tells it": re.compile(r"\b(?:told|said|given)\s+otherwise\b"),
    "'left out' without a subject: say which are left out": re.compile(
        r"(?:,|none|nothing)\s+left\s+out\b", re.IGNORECASE
    ),
    "a question instead of a name: say what the thing is": re.compile(
        r"\A\s*(?:At|By|Of|To|For)?\s*(?:Who|Whom|Whose)\b"
    ),
    "'whose time has come': due": re.compile(r"\bwhose\s+(?:time|turn)\s+(?:has|have)\s+come\b"),
}


def _is_text(said):
    return isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant) and isinstance(said.value.value, str)


def docstrings(text):
    """Yield line and text of every docstring, those under attributes too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for said in node.body:
                if _is_text(said):
                    yield said.lineno, said.value.value


def remarks(text):
    """Yield line and text of every JSDoc comment."""
    for found in re.finditer(r"/\*\*(.*?)\*/", text, re.DOTALL):
        yield text.count("\n", 0, found.start()) + 1, re.sub(r"\n\s*\*", "\n", found[1])


def faults(said):
    return [why for why, pattern in PATTERNS.items() if pattern.search(said)]


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_put_the_subject_first(package):
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for line, said in docstrings(path.read_text(encoding="utf-8")):
            found += [f"{path.relative_to(ROOT)}:{line}: {why}" for why in faults(said)]
    assert not found, "\n".join(found)


def test_comments_of_scripts_put_the_subject_first():
    found = []
    for path in sorted((ROOT / "webui" / "static").rglob("*.js")):
        for line, said in remarks(path.read_text(encoding="utf-8")):
            found += [f"{path.relative_to(ROOT)}:{line}: {why}" for why in faults(said)]
    assert not found, "\n".join(found)


def test_the_manual_names_no_code():
    """The manual speaks to users: files that they may change and commands, no functions, modules and tests."""
    code = re.compile(r"\btests/|\.py\b|`[\w.]+\(|`(?:campaign|maps|scenarios|webui)\.|`[A-Z][a-z]+(?:[A-Z][a-z]+)+`")
    named = {
        f"{path.name}:{number}: {found[0]}"
        for path in sorted((ROOT / "webui" / "help").rglob("*.md"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := code.search(line))
    }
    assert named == set()
    assert all(code.search(named) for named in ("see `tests/maps`", "`PathNotFound`", "`build()`", "`campaign.kit`"))


@pytest.mark.parametrize(
    "said",
    [
        "Say of whom an order is, None left out: of a stand, of a formation.",
        "Let those get off whose ride is over and who were ordered to.",
        "Name an enemy in whose zone of control a column is now, or nobody.",
        "3.8 and 3.11: ranges by\nwhich shots are halved.",
        "Set up again every HQ whose time has come.",
        "Stands that a shot meets, all unless told otherwise.",
        "Who is hit.",
    ],
)
def test_what_has_to_be_read_twice_is_found(said):
    assert faults(said)


@pytest.mark.parametrize(
    "said",
    [
        "Name the stand or formation that an order belongs to.",
        "Find the hexes a stand can reach.",
        "Whether a stand is near enough to a surprised friend to react (4.9).",
        "Parts without a shape are left out.",
        "Say which stands are hit.",
    ],
)
def test_what_is_plain_is_left_alone(said):
    assert not faults(said)
