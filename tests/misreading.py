"""
Spoil files of rules leaf by leaf, and say what their readers find: for recordings of what is refused, and how.

Each leaf of a file becomes something else in turn, drawn by lot and the same each time; a number also becomes each edge
of what it may be, if its reader names one.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import tomllib
from collections.abc import Mapping

from maps.problems import ProblemsFound

ODD = (
    "", "walrus", -1, 0, 1, 2, 1e9, -0.5, 0.5, 100, True, False, [], ["walrus"], [1, 2], {}, {"walrus": 1}, [[]], [{}],
)  # fmt: skip
"""What may stand where something else should."""
_EDGES = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def toml(value):
    """Write a value as TOML, tables on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def written(data):
    """Write a file."""
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items())


def leaves(data, path=()):
    """List the ways to all that stands in a file: tables and rows too."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from leaves(value, (*path, key))


def at(data, path):
    """Give what stands at the end of a way."""
    for key in path:
        data = data[key]
    return data


def spoiled(data, path, change):
    """Give a copy of a file with a change where a way ends."""
    copy = json.loads(json.dumps(data, default=str))
    change(at(copy, path[:-1]), path[-1])
    return written(copy)


def put(value):
    """Put something in its place."""
    return lambda table, key: table.__setitem__(key, value)


def leave_out(table, key):
    """Leave it out."""
    del table[key]


def misspell(table, key):
    """Add a key that nobody knows."""
    if isinstance(table, dict):
        table[f"{key}x"] = table[key]


def plain(value):
    """Give a thing as text that is the same in every run: the fields of values, sets in order."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(sorted(f"{plain(key)}: {plain(one)}" for key, one in value.items())) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(plain, value))) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(plain, value)) + "]"
    names = getattr(value, "__struct_fields__", None) or tuple(getattr(value, "__dataclass_fields__", ()))
    if names:
        return type(value).__name__ + plain([getattr(value, name) for name in names])
    return repr(value.tolist() if hasattr(value, "tolist") else value)


def told(read, text, breaks=()):
    """Say what a reader finds: its faults, or a digest of what it read; "" where it breaks as it may."""
    try:
        found = read(text)
    except ProblemsFound as refused:
        return "; ".join(map(str, refused.problems))
    except breaks:
        return ""
    return f"read {hashlib.sha256(plain(found).encode()).hexdigest()[:8]}"


def misread(name, text, read, most, *, ours=False):
    """
    Yield a line for each change of a leaf, one of those alike in rows: what its reader found.

    ``ours``: nobody but the program writes such a file. Where a whole table is something else its reader may break.
    """
    breaks = (TypeError, AttributeError) if ours else ()
    data, dice = tomllib.loads(text), random.Random(f"misread/{name}")
    yield f"== {name}: {told(read, text)}"
    alike = {}
    for path in leaves(data):
        alike.setdefault(tuple(key for key in path if isinstance(key, str)), []).append(path)
    groups = list(alike.values())
    for number in sorted(dice.sample(range(len(groups)), min(most, len(groups)))):
        where = dice.choice(groups[number])
        changes = [("odd", put(dice.choice(ODD))), dice.choice((("gone", leave_out), ("more", misspell)))]
        value = at(data, where)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            said = told(read, spoiled(data, where, put(-1e12)), breaks)
            for edge in [float(word) for word in _EDGES.findall(said) if abs(float(word)) < 1e10][-2:]:
                whole = int(edge) if edge == int(edge) and isinstance(value, int) else edge
                changes += [
                    (f"edge {whole}", put(whole)),
                    (f"beyond {whole}", put(whole - 1 if edge <= value else whole + 1)),
                ]
        for words, change in changes:
            if found := told(read, spoiled(data, where, change), breaks):
                yield f"{'.'.join(map(str, where))} {words}: {found}"[:200]
