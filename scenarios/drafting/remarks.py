"""Keep the remarks of a TOML file that is written anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from maps.toml_lines import parse_toml

if TYPE_CHECKING:
    from maps.toml_lines import KeyPath

__all__ = ["with_remarks"]

_QUOTES = ('"""', "'''")
_PART = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#')
"""What a remark can begin in, or behind: a text, short or long."""


class _Remarks(NamedTuple):
    """The remarks of a file: lines that stand above a key or a table, and what stands behind a value."""

    above: dict[KeyPath, list[str]]
    behind: dict[KeyPath, str]
    last: list[str]


def with_remarks(before: str, after: str) -> str:
    r"""
    Put the remarks of a file into the text that takes its place: each above or behind what it stood at.

    What stood at something that is gone stands at what followed it, and at the end if nothing did; so none is lost.

    >>> print(with_remarks("# Five are enough.\ndays = 5  # or six\n", "name = 'A'\ndays = 4\n"), end="")
    name = 'A'
    # Five are enough.
    days = 4  # or six
    """
    if "#" not in before:
        return after
    spots = parse_toml(after, "after")[1]
    found = _remarks(before, spots)
    paths = {line: path for path, line in sorted(spots.items(), key=lambda spot: -len(spot[0]))}
    lines: list[str] = []
    for number, line in enumerate(after.split("\n"), start=1):
        path = paths.get(number, ())
        lines += found.above.get(path, [])
        behind = found.behind.get(path, "")
        if any(quotes in line for quotes in _QUOTES):
            # Behind the beginning of a long text it would be a part of it.
            lines += [behind] * bool(behind)
            behind = ""
        lines.append(f"{line}  {behind}" if behind else line)
    return "\n".join([*lines[:-1], *found.last, lines[-1]])


def _remarks(text: str, there: dict[KeyPath, int]) -> _Remarks:
    spots = sorted((line, path) for path, line in parse_toml(text, "before")[1].items())
    found = _Remarks({}, {}, [])
    for number, remark, alone in _told(text):
        path = next((path for line, path in spots if line >= number and path in there), None)
        if path is None:
            found.last.append(remark)
        elif alone or (number, path) not in spots or path in found.behind:
            found.above.setdefault(path, []).append(remark)
        else:
            found.behind[path] = remark
    return found


def _told(text: str) -> list[tuple[int, str, bool]]:
    """List the remarks by line, and whether each stands alone in its line."""
    found, inside = [], ""
    for number, line in enumerate(text.split("\n"), start=1):
        at, inside = _remark_in(line, inside)
        if at >= 0:
            found.append((number, line[at:], not line[:at].strip()))
    return found


def _remark_in(line: str, inside: str) -> tuple[int, str]:
    """Find where a remark begins in a line, -1 if none does; and which quotes are open when the line is over."""
    at = 0
    while at >= 0:
        if inside:
            at = line.find(inside, at)
            if at >= 0:
                at, inside = at + len(inside), ""
            continue
        part = _PART.search(line, at)
        if part is None or part[0] == "#":
            return (-1 if part is None else part.start()), ""
        at, inside = part.end(), part[0] if part[0] in _QUOTES else ""
    return -1, inside
