"""Join the nodes of a file: ids of their own, the one above each, sides, and places where they have none."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from campaign.spoken.cells import printable
from maps.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenarios.intake.nodes import Node

__all__ = ["linked", "middles", "named_words", "placed", "side_words", "sided"]

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")
_MOST_MADE = 20
_LONGEST = 120
"""Names longer than this are no names: a whole file in one cell, as a stray quote makes it."""
_NAMED = 5
_MOST_GUESSES = 20
"""For so many names that are not there the nearest is sought; it takes long where there are thousands."""


def linked(nodes: Sequence[Node], problems: list[Problem]) -> list[Node]:
    """Give each node an id that a table may have, and its parent by that id: told by id, by name or by short name."""
    nodes = [_plain(node, problems) for node in nodes]
    ids = _ids(nodes, problems)
    meant: dict[str, set[str]] = defaultdict(set)
    for node, key in zip(nodes, ids, strict=True):
        for word in {node.name, node.short} - {""}:
            meant[word].add(key)
    for node, key in zip(nodes, ids, strict=True):
        if node.id:
            meant[node.id] = {key}
    found = []
    lost: dict[str, list[Node]] = defaultdict(list)
    for node, key in zip(nodes, ids, strict=True):
        above = meant.get(node.parent, set()) if node.parent else {""}
        if len(above) > 1:
            what = f"{len(above)} are called {node.parent[:40]!r}; {node.called} belongs to one of them"
            problems.append(Problem(node.place, what, "name it by its id"))
        elif not above:
            lost[node.parent].append(node)
        found.append(replace(node, id=key, parent=next(iter(above)) if len(above) == 1 else ""))
    problems += [_lost(below, meant, guesses=n < _MOST_GUESSES) for n, below in enumerate(lost.values())]
    return found


def _plain(node: Node, problems: list[Problem]) -> Node:
    """Leave out what no cell may hold, and say of what is too long for a name."""
    long = max(len(node.id), len(node.name), len(node.short))
    if long > _LONGEST:
        what = f"{node.called[:30]!r}... is {long:,} letters long; a name has {_LONGEST} at most"
        problems.append(Problem(node.place, what, "shorten it, and look for a quotation mark that is not closed"))
    name, short, notes = (printable(text) for text in (node.name, node.short, node.notes))
    return replace(node, name=name[:_LONGEST], short=short[:_LONGEST], notes=notes)


def _lost(below: Sequence[Node], meant: Mapping[str, object], *, guesses: bool) -> Problem:
    """Say once that a formation is not there, where it is named first."""
    first, more = below[0], len(below) - 1
    remedy = did_you_mean(first.parent, meant) if guesses else ""
    remedy = remedy if remedy.startswith("did") else "add it, or leave the parent blank"
    those = f"{first.called or 'a unit without a name'}{f' and {more:,} more' if more else ''}"
    return Problem(first.place, f"{first.parent[:40]!r}, above {those}, is not there", remedy)


def _ids(nodes: Sequence[Node], problems: list[Problem]) -> list[str]:
    """Keep the ids that a table may have; make others of the names."""
    first: dict[str, Node] = {}
    for node in nodes:
        if node.id and first.setdefault(node.id, node) is not node:
            other = first[node.id].place
            problems.append(Problem(node.place, f"the id {node.id[:40]!r} is that of {other} too", "give another"))
    taken = {node.id for node in nodes if _ID.fullmatch(node.id)}
    counts: dict[str, int] = {}
    found = []
    for node in nodes:
        if _ID.fullmatch(node.id) and first[node.id] is node:
            found.append(node.id)
            continue
        base = re.sub(r"[^A-Za-z0-9.]+", "-", node.short or node.name).strip("-.")[:_MOST_MADE].strip("-.") or "unit"
        key, number = base, counts.get(base, 1)
        while key in taken:
            number += 1
            key = f"{base[: 22 - len(str(number))]}-{number}"
        counts[base] = number
        taken.add(key)
        found.append(key)
    return found


def side_words(sides: Mapping[str, str], renamed: Mapping[str, str]) -> dict[str, str]:
    """Give the scenario's side by each word for one: its key, its name, and what the file's own are told to be."""
    words = {word.casefold(): key for key, name in sides.items() for word in (name, key)}
    return words | {theirs.casefold(): ours for theirs, ours in renamed.items()}


def sided(
    nodes: Sequence[Node], sides: Mapping[str, str], renamed: Mapping[str, str], problems: list[Problem]
) -> list[Node]:
    """Give each node its side as the scenario calls it: its own, else that of the one above it."""
    by_id = {node.id: node for node in nodes}
    words = side_words(sides, renamed)
    problems += [
        Problem("--side", f"{ours!r} is no side of the scenario", did_you_mean(ours, sides))
        for ours in renamed.values() if ours not in sides
    ]  # fmt: skip
    only = next(iter(sides)) if len(sides) == 1 else ""
    unknown: dict[str, list[Node]] = defaultdict(list)
    found = []
    for node in nodes:
        told = next((one.side for one in _upwards(node, by_id) if one.side), only)
        side = words.get(told.casefold(), "")
        if not side:
            unknown[told].append(node)
        found.append(replace(node, side=side))
    for told, those in unknown.items():
        what = f"the side {told[:40]!r} is none of the scenario's" if told else f"{those[0].called} has no side"
        more = f" (and {len(those) - 1} more)" if len(those) > 1 else ""
        remedy = f"say which it is of {', '.join(sides)}; in a command: --side {told[:40]!r}={next(iter(sides), 'KEY')}"
        problems.append(Problem(those[0].place, what + more, remedy if told else "give it a side, or one above it"))
    return found


def placed(
    nodes: Sequence[Node], by_id: Mapping[str, Node], tally: Counter[str], problems: list[Problem], notes: list[str]
) -> list[Node]:
    """
    Give units without a place that of the nearest formation above them: its own, or the middle of its units.

    Who has none above him either, such as an army that is still to come, is put in the middle of his side, and named.
    """
    middle, sides = middles(nodes, by_id), _of_sides(nodes)
    found, astray = [], []
    for node in nodes:
        above = (one.spot or middle.get(one.id) for one in _upwards(node, by_id))
        spot = next((spot for spot in above if spot), None)
        tally["nearest"] += spot is not None and spot is not node.spot
        if spot is None and node.side in sides:
            spot = sides[node.side]
            astray.append(node.called)
        elif spot is None:
            problems.append(Problem(node.place, f"{node.called} has no place", "give longitude and latitude"))
        found.append(replace(node, spot=spot))
    if astray:
        notes.append(f"units that have no place, nor has any formation above them: {named_words(astray)}; put in the "
                     "middle of their side: say where they are or come")  # fmt: skip
    return found


def named_words(names: Sequence[str]) -> str:
    """
    Say how many there are, and the first of them by name.

    >>> named_words(["A", "B"])
    '2 (A, B)'
    """
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{len(names)} ({', '.join(names[:_NAMED])}{more})"


def _of_sides(units: Iterable[Node]) -> dict[str, tuple[float, float]]:
    """Find the middle of the units of each side that have a place."""
    spots = defaultdict(list)
    for unit in units:
        if unit.spot:
            spots[unit.side].append(unit.spot)
    return {side: (fmean(lon for lon, _ in own), fmean(lat for _, lat in own)) for side, own in spots.items()}


def middles(units: Sequence[Node], by_id: Mapping[str, Node]) -> dict[str, tuple[float, float]]:
    """Find the middle of the units at and below each node."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for unit in units:
        for one in _upwards(unit, by_id) if unit.spot else ():
            lon, lat = unit.spot or (0.0, 0.0)
            total = sums[one.id]
            total[0], total[1], total[2] = total[0] + lon, total[1] + lat, total[2] + 1
    return {key: (lon / count, lat / count) for key, (lon, lat, count) in sums.items()}


def _upwards(node: Node, by_id: Mapping[str, Node]) -> Iterator[Node]:
    """Yield a node and those above it, each once: a file may run in a circle."""
    seen: set[str] = set()
    one: Node | None = node
    while one is not None and one.id not in seen:
        seen.add(one.id)
        yield one
        one = by_id.get(one.parent)
