"""Change places of other rules: each change says where, and what stands there now; the rest stays as it is."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from campaign.model.tables import Difference
from campaign.systems.own.reading.notes import Notes, Place
from campaign.systems.own.variant.rows import Change
from maps.problems import did_you_mean
from maps.toml_lines import is_number

_NAMED_BY = ("key", "kind", "id", "name")
_LEAST_ROOM, _TIMES = 100, 20
_MOST_SAID = 80
_NOTHING = "nothing"


@dataclass
class Changed:
    """Rules as they are with the changes: their data, what differs, and which change each place comes from."""

    data: dict[str, Any]
    differences: list[Difference] = field(default_factory=list)
    by_place: dict[Place, int] = field(default_factory=dict)


def changed(data: Mapping[str, Any], changes: Iterable[Change], notes: Notes, *, grows: bool) -> Changed:
    """Change data, noting what cannot be; ``grows``: whether places may be set that are not written out in it."""
    found = Changed(deepcopy(dict(data)))
    for number, change in enumerate(changes):
        _one(found, change, number, notes, grows=grows)
    return found


def _one(found: Changed, change: Change, number: int, notes: Notes, *, grows: bool) -> None:
    said = [change.to is not None, change.add is not None, change.remove]
    if sum(said) != 1:
        remedy = "write to = ... for another value, add = ... for a new row, or remove = true"
        notes.fault(("change", number), f"says {sum(said)} things to do" if any(said) else "says nothing to do",
                    remedy, None)  # fmt: skip
        return
    *way, last = parts_of(change.at)
    box, path = _box(found.data, way, number, notes, grows=grows)
    if box is None:
        return
    key = _key_in(box, last)
    if key is None and not (grows and isinstance(box, dict) and not change.remove):
        _no_place(box, last, change.at, number, notes)
        return
    place = (*path, last if key is None else key)
    _carry_out(found, box, place, change, number, notes)


def _carry_out(found: Changed, box: Any, place: Place, change: Change, number: int, notes: Notes) -> None:
    key: Any = place[-1]
    there = isinstance(box, list) or key in box
    was = box[key] if there else None
    told = said(was) if there else _NOTHING
    if change.remove:
        del box[key]
        found.by_place = {_shifted(at, place): by for at, by in found.by_place.items() if at[: len(place)] != place}
        found.by_place.setdefault(place[:-1] or place, number)
        now = "taken out"
    elif change.add is not None:
        if not _added(box, key, was, change, number, notes):
            return
        now, told = f"with {said(change.add)}", told if was else _NOTHING
        at = len(box[key]) - 1 if isinstance(box[key], list) else None
        found.by_place[place if at is None else (*place, at)] = number
    else:
        if not _bearable(was, change.to):
            room = _room(was)
            notes.fault(("change", number, "to"), f"is {change.to:g}, far off from {was:g}",
                        f"write a number from {-room:g} to {room:g}", None)  # fmt: skip
            return
        box[key], now = change.to, said(change.to)
        found.by_place[place] = number
    found.differences.append(Difference(change.at, told, now, change.rule, change.reason))


def _added(box: Any, key: Any, was: Any, change: Change, number: int, notes: Notes) -> bool:
    if isinstance(was, dict) and isinstance(change.add, dict):
        twice = sorted(set(was) & set(change.add))
        if not twice:
            was.update(change.add)
            return True
        notes.fault(("change", number, "add"), f"has {twice[0]!r}, which is there already",
                    f"change it at {change.at}.{twice[0]}", None)  # fmt: skip
    elif isinstance(was, list):
        was.append(change.add)
        return True
    elif was is None:
        box[key] = [change.add]
        return True
    else:
        notes.fault(("change", number, "add"), f"goes to {change.at}, which is no list and no table",
                    "write to = ... to set it", None)  # fmt: skip
    return False


def _bearable(was: Any, now: Any) -> bool:
    """Whether a figure keeps within reason: no throw of a million dice, no turn of a thousand years."""
    if not is_number(was) or not is_number(now):
        return True
    return abs(float(now)) <= _room(was)


def _room(was: Any) -> float:
    return max(float(_LEAST_ROOM), _TIMES * float(abs(was)))


def _shifted(at: Place, gone: Place) -> Place:
    """Give a place after a row before it was taken out."""
    *path, row = gone
    inside = len(at) >= len(gone) and at[: len(path)] == tuple(path) and isinstance(row, int)
    mine = at[len(path)] if inside else None
    return (*path, mine - 1, *at[len(gone) :]) if isinstance(mine, int) and isinstance(row, int) and mine > row else at


def _box(data: Any, way: list[str], number: int, notes: Notes, *, grows: bool) -> tuple[Any, Place]:
    """Go to the table or list that a place lies in; None if it is not there."""
    path: Place = ()
    for depth, part in enumerate(way):
        key = _key_in(data, part)
        if key is None and grows and depth == 0 and isinstance(data, dict):
            data[part], key = {}, part
        if key is None:
            _no_place(data, part, ".".join(way[: depth + 1]), number, notes)
            return None, ()
        data, path = data[key], (*path, key)
    return data, path


def _no_place(box: Any, part: str, at: str, number: int, notes: Notes) -> None:
    known = [str(name) for name in _names_in(box)]
    remedy = did_you_mean(part, known) if known else "it holds a value: set it whole, with to = ..."
    notes.fault(("change", number, "at"), f"is {at!r}, no place of the rules that are extended", remedy, None)


def _key_in(box: Any, part: str) -> str | int | None:
    """Find what a part of a place means: a key, the name of a row, or the number of one, from 1."""
    if isinstance(box, dict):
        return part if part in box else None
    if not isinstance(box, list):
        return None
    named = (k for k, row in enumerate(box) if isinstance(row, dict) and part in map(row.get, _NAMED_BY))
    found = next(named, None)
    if found is not None:
        return found
    digits = part.isascii() and part.isdigit() and len(part) <= 4
    return int(part) - 1 if digits and 1 <= int(part) <= len(box) else None


def _names_in(box: Any) -> Iterable[str | int]:
    if isinstance(box, dict):
        return list(box)
    return [name_of(row, k) for k, row in enumerate(box)] if isinstance(box, list) else []


def name_of(row: Any, number: int) -> str:
    """Give the name of a row of a list: what it is called, else its number, from 1."""
    named = [row.get(key) for key in _NAMED_BY] if isinstance(row, dict) else []
    return next((name for name in named if isinstance(name, str)), str(number + 1))


def parts_of(at: str) -> list[str]:
    """Split a place at its points; a name that has a point in it stands in quotation marks.

    >>> parts_of('paragraph."1.6".text')
    ['paragraph', '1.6', 'text']
    """
    parts, is_quoted = [""], False
    for sign in at:
        if sign == '"':
            is_quoted = not is_quoted
        elif sign == "." and not is_quoted:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def quoted(part: str) -> str:
    """Write a part of a place.

    >>> quoted("1.6"), quoted("move")
    ('"1.6"', 'move')
    """
    return f'"{part}"' if "." in part else part


def said(value: Any) -> str:
    """Write a value for a reader, short.

    >>> said({"a": 1, "b": [True, "x"]})
    'a 1, b (yes, x)'
    """
    text = _said(value)
    return text if len(text) <= _MOST_SAID else text[: _MOST_SAID - 4] + " ..."


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_within(item)}" for key, item in value.items()) or _NOTHING
    if isinstance(value, list):
        return ", ".join(map(_within, value)) or _NOTHING
    return f"{value:g}" if isinstance(value, float) else str(value)


def _within(value: Any) -> str:
    return f"({_said(value)})" if isinstance(value, dict | list) else _said(value)
