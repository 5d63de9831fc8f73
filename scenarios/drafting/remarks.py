"""Keep the remarks of a TOML file that is written anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from maps.toml_lines import parse_toml

if TYPE_CHECKING:
    from maps.toml_lines import KeyPath

__all__ = ["with_remarks"]

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_QUOTES = ('"""', "'''")


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
        lines.append(f"{line}  {behind}" if behind and not any(quotes in line for quotes in _QUOTES) else line)
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
        bare = _STRING.sub(lambda match: "_" * len(match[0]), line) if not inside else ""
        quotes = inside or next((each for each in _QUOTES if each in line), "")
        if quotes:
            inside = "" if (line.count(quotes) + bool(inside)) % 2 == 0 else quotes
        elif "#" in bare:
            at = bare.index("#")
            found.append((number, line[at:], not line[:at].strip()))
    return found
