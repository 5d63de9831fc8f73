"""Find where a script of the page can be broken, by its tokens: strings, comments and imports are left alone."""

from __future__ import annotations

import re

from tests.mutants.sites import Site

MASKED = re.compile(
    r"""//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`"""
    r"""|(?<=[(,=:\[!&|?{};])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*""",
    re.DOTALL,
)
CHANGES = (
    ("comparison", re.compile(r"(?<= )<(?= )"), "<="),
    ("comparison", re.compile(r"(?<= )<=(?= )"), "<"),
    ("comparison", re.compile(r"(?<= )>(?= )"), ">="),
    ("comparison", re.compile(r"(?<= )>=(?= )"), ">"),
    ("comparison", re.compile(r"==="), "!=="),
    ("comparison", re.compile(r"!=="), "==="),
    ("and, or", re.compile(r"&&"), "||"),
    ("and, or", re.compile(r"\|\|"), "&&"),
    ("sum", re.compile(r"(?<= )\+(?= 1\b)"), "-"),
    ("sum", re.compile(r"(?<= )-(?= 1\b)"), "+"),
    ("constant", re.compile(r"\btrue\b"), "false"),
    ("constant", re.compile(r"\bfalse\b"), "true"),
    ("constant", re.compile(r"(?<=\[)0(?=\])"), "1"),
    ("other function", re.compile(r"\bMath\.min\b"), "Math.max"),
    ("other function", re.compile(r"\bMath\.max\b"), "Math.min"),
    ("other function", re.compile(r"\.some\b"), ".every"),
    ("other function", re.compile(r"\.every\b"), ".some"),
    ("not left out", re.compile(r"(?<=[( ])!(?=[\w(])"), ""),
    ("statement left out", re.compile(r"(?<=^)(?P<all>[ ]+(?:await )?[\w.]+\([^\n;]*\);)(?=$)", re.MULTILINE), ";"),
    ("way out", re.compile(r"(?<= )return;"), ";"),
)
CLOCK = re.compile(r"\b(?:performance|Date)\.now\(\)")
"""What tells the time: nobody can wait until it is a limit to the millionth of a second."""
CONDITION = re.compile(r"\bif \(")


def sites(source: str) -> list[Site]:
    """List every change."""
    code = MASKED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    found = [
        Site("", _line(code, match.start()), kind, match.start(), match.end(), new)
        for kind, pattern, new in CHANGES
        for match in pattern.finditer(code)
        if not (row := _row(code, match.start())).startswith(("import", "export {"))
        and not (kind == "comparison" and new[0] in "<>" and CLOCK.search(row))
    ]
    return sorted(found + [_negated(source, code, match.end()) for match in CONDITION.finditer(code)])


def _row(code: str, at: int) -> str:
    """Give the row of text that a place is in."""
    return code[code.rfind("\n", 0, at) + 1 :].partition("\n")[0]


def _negated(source: str, code: str, start: int) -> Site:
    """Turn the condition round that begins at ``start``."""
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(code[end], 0)
        end += 1
    return Site("", _line(code, start), "branches changed", start, end - 1, f"!({source[start : end - 1]})")


def _line(code: str, at: int) -> int:
    return code.count("\n", 0, at) + 1
