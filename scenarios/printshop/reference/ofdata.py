"""
Lay the reference sheet of a system of data out: its file says it all, so nobody writes a layout for it.

What a heading leaves out is named in one line at the end, as it holds by default.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from campaign.systems.catalogue import sheet
from scenarios.printshop.reference.blocks import Panel, Plain, Say
from scenarios.printshop.reference.figures import NOTHING, Grid

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from campaign.model.tables import Tables
    from scenarios.printshop.reference.blocks import Block

__all__ = ["data_panels", "done_in"]

_TONES = {
    "unit": "fight", "mark": "rest", "stance": "rest", "move": "move", "zone": "ground", "stack": "ground",
    "facing": "ground", "sight": "see", "combat": "fight", "results": "fight", "retreat": "fight", "support": "fight",
    "air": "see", "reaction": "fight", "check": "command", "rally": "command", "breakpoint": "command",
    "leader": "command", "command": "command", "posture": "command", "supply": "move", "store": "move",
}  # fmt: skip
_TITLES = {"unit": "Units", "mark": "Marks", "stance": "Formations", "move": "Movement", "check": "Checks",
           "breakpoint": "Breaking", "work": "Works", "air": "Aircraft", "zone": "Zones of control",
           "stack": "Stacking", "time": "Time", "posture": "Postures", "store": "Stores", "tally": "Counts",
           "carry": "Carriers", "system": "These rules"}  # fmt: skip
_WIDE_FROM = 7
_ELSEWHERE = frozenset({"phase"})
"""Headings that stand in the order of play."""
_MINUS = re.compile(r"-(?=\d)")


def data_panels(tables: Tables) -> list[Panel]:
    """List the panels of a system of data behind its order of play."""
    parts = [part for part in sheet(tables) if part.key not in _ELSEWHERE]
    found: list[Panel] = []
    for part in parts:
        if not part.by_default:
            found += [_combat(row) for row in part.rows] if part.key == "combat" else _panel(part)
    usual = list(_defaults(part for part in parts if not part.by_default))
    left_out = [_title(part.key) for part in parts if part.by_default]
    if left_out:
        usual.append(Say(f"Nothing in these rules, or all by default: {', '.join(left_out)}."))
    return [*found, Panel("By default", "rest", 1, "", tuple(usual))] if usual else found


def done_in(tables: Tables) -> dict[str, str]:
    """Say of each phase what its file adds: what is done, which side acts, and when."""
    (part,) = (part for part in sheet(tables) if part.key == "phase")
    told = zip(tables.phases, part.rows, strict=True)
    return {phase.key: f"{said[:1].upper()}{said[1:]}." for phase, row in told if (said := _sentence(row))}


def _panel(part: Any) -> list[Panel]:
    """Lay a heading out: rows of many a line each, a single one figure by figure; none if it says nothing."""
    if len(part.rows) == 1 and part.rows[0].title in {"", part.key}:
        (row,) = part.rows
        figures = _one_by_one(row) if part.key == _LISTED else _plain(row)
        blocks = [*map(_grid, (*part.grids, *row.grids)), *figures, *_changes(row.rows)]
        rule = row.rule
    else:
        lines = [said for row in part.rows if (said := _named(row, part.key))]
        blocks = [*map(_grid, part.grids), *map(Say, lines)]
        rules = {row.rule for row in part.rows if row.rule}
        rule = rules.pop() if len(rules) == 1 else ""
    return [Panel(_title(part.key), _TONES.get(part.key, "rest"), _span(blocks), rule, tuple(blocks))] if blocks else []


def _title(key: str) -> str:
    return _TITLES.get(key, _words(key).capitalize())


def _combat(row: Any) -> Panel:
    """Give a fight a panel of its own: what is thrown, its table, what changes the strength and shifts the column."""
    shifts = [one for one in row.rows if not _weighs(one)]
    weighs = [one for one in row.rows if _weighs(one)]
    blocks = [*_plain(row), *map(_grid, row.grids), *_changes(weighs, "strength:"), *_changes(shifts, "shifts:")]
    return Panel(row.title, "fight", _span(blocks), row.rule, tuple(blocks))


def _weighs(one: Any) -> bool:
    return any(entry.key in {"times", "plus"} for entry in one.entries)


def _span(blocks: Sequence[Block]) -> int:
    return 2 if any(len(block.head) > _WIDE_FROM for block in blocks if isinstance(block, Grid)) else 1


def _plain(row: Any) -> list[Block]:
    told = (entry for entry in row.entries if not entry.by_default)
    found = tuple((_IN_FULL.get(entry.key, entry.key), _figure(entry.value)) for entry in told)
    return [Plain(found)] if found else []


def _one_by_one(row: Any) -> list[Block]:
    """Give each figure a line of its own: codes are looked up, not read through."""
    return [Plain(((entry.key, _figure(entry.value)),)) for entry in row.entries if not entry.by_default]


_LISTED = "results"
_IN_FULL = {"turns a day": "turns a day, January to December"}
"""What a key of a heading leaves to be guessed, said in full."""


def _changes(rows: Sequence[Any], title: str = "") -> list[Block]:
    """Lay out what stands within a heading: changes and shifts, each with when it holds and what it does."""
    return [Plain(tuple(map(_change, rows)), title)] if rows else []


def _change(one: Any) -> tuple[str, str]:
    told = {entry.key: _figure(entry.value) for entry in one.entries if not entry.by_default}
    when = told.pop("when", "")
    said = f"{one.title} ({when})" if when else one.title
    return said, ", ".join(_AMOUNT.get(key, f"{key} {{}}").format(_signed(value, key)) for key, value in told.items())


_AMOUNT = {"columns": "{} col.", "times": "× {}", "plus": "{}", "die": "die {}"}


def _signed(value: str, key: str) -> str:
    return f"+{value}" if key in {"columns", "die", "plus"} and value[:1].isdigit() else value


def _named(row: Any, part: str) -> str:
    """Tell a row in one line: what it is called, its paragraph, and what it says; "" if it says no more than that."""
    inner = "; ".join(f"{words}: {does}" for words, does in map(_change, row.rows))
    said = "; ".join(filter(None, (_sentence(row, _NOT_PLAYED.get(part, frozenset())), inner)))
    title = _words(row.title)
    return f"{title[:1].upper()}{title[1:]}{f' ({row.rule})' if row.rule else ''}: {said}" if said else ""


def _sentence(row: Any, without: Container[str] = ()) -> str:
    wanted = [entry for entry in row.entries if not entry.by_default and entry.key not in without]
    return "; ".join(_told(entry.key, _figure(entry.value)) for entry in wanted)


def _told(key: str, value: str) -> str:
    if value == "yes":
        return key
    return f"{_BY_KEY.get(key, key)} {value}".strip()


_BY_KEY = {"says": "", "does": "", "bars": "may not", "traits": "", "only": "only", "each": "", "when": ""}
"""How a key is said in a sentence."""
_NOT_PLAYED = {"unit": frozenset({"is a", "stands for"})}
"""What a heading says to the program, and not to who plays."""


def _defaults(parts: Iterable[Any]) -> Iterator[Say]:
    """Name what single headings leave out: it holds by default."""
    for part in parts:
        single = len(part.rows) == 1 and part.rows[0].title in {"", part.key}
        told = [f"{one.key} {_figure(one.value)}" for one in part.rows[0].entries if one.by_default] if single else []
        if told:
            yield Say(f"{_title(part.key)}: {', '.join(told)}.")


def _grid(laid: Any) -> Grid:
    """Make a table; rows that say the same share a line."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for name, *cells in laid.rows:
        rows.setdefault(tuple(_figure(cell) or NOTHING for cell in cells), []).append(_words(name))
    if laid.title == "table":
        made = tuple((_figure(name), *map(_figure, cells)) for name, *cells in laid.rows)
    else:
        made = tuple((", ".join(names), *cells) for cells, names in rows.items())
    title = "" if laid.title in {"table", "movement", "units"} else laid.title
    return Grid(("", *map(_words, map(_figure, laid.heads))), made, title)


def _words(key: str) -> str:
    return key.replace("_", " ")


def _figure(said: str) -> str:
    """Write a figure with a true minus, and words without the joins of a file."""
    return _words(_MINUS.sub("−", said))
