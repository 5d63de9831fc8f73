"""Put rows that somebody copied in a spreadsheet into the order of battle of a draft, all of them in one step."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.drafting.draft import Change, Draft, Thing
from scenarios.drafting.fields import FIELDS, read_fields, usual
from scenarios.drafting.names import fresh_id
from scenarios.intake.linking import linked
from scenarios.intake.nodes import ARMS
from scenarios.intake.rows import formation_cells, stand_cells
from scenarios.intake.sheet import FIELDS as COLUMNS
from scenarios.intake.sheet import read_sheet
from scenarios.orbat_rows import FORMATION_SIZES, STAND_SIZES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenarios.intake.nodes import Node

__all__ = ["Pasted", "pasted", "rows_of"]

_PLACE = "the rows"
_USUAL_COLUMNS = ("name", "kind", "size", "strength", "short", "notes")
"""What columns are taken for where the first row is no row of heads."""
_WHOLE, _DEGREES = frozenset({"strength", "arrive_day", "arrive_turn"}), frozenset({"lon", "lat"})
_LARGER = frozenset(FORMATION_SIZES) - frozenset(STAND_SIZES)


class Pasted(NamedTuple):
    """What rows say: formations and units under what they go under, by new keys; None as that: under what is chosen."""

    nodes: tuple[Node, ...]
    formations: frozenset[str]
    """Ids of those nodes that are formations."""
    above: Mapping[str, str]
    """Keys of formations of the draft that rows name as what they are in, by the id of the node."""


def rows_of(draft: Draft, text: str) -> Pasted:
    """
    Read rows as a spreadsheet copies them.

    The first row may hold heads, as of any order of battle that is taken in from a table; else the columns are name,
    kind, size, strength, short name and notes, as many as there are.

    Raises
    ------
    ProblemsFound
        With all that is wrong in them; a row is never left out in silence.
    """
    intake = read_sheet(_with_heads(text).encode(), _PLACE, columns={})
    known = _known(draft)
    own = {word.casefold() for node in intake.nodes for word in (node.id, node.name, node.short) if word}
    elsewhere = [node.parent.casefold() in known and node.parent.casefold() not in own for node in intake.nodes]
    nodes = [replace(one, parent="") if out else one for one, out in zip(intake.nodes, elsewhere, strict=True)]
    problems = list(intake.problems)
    found = linked(nodes, problems)
    if not found and not problems:
        problems.append(Problem(_PLACE, "there are none", "copy cells in a spreadsheet, with or without their heads"))
    raise_any(problems)
    before = zip(found, intake.nodes, elsewhere, strict=True)
    above = {one.id: known[was.parent.casefold()] for one, was, out in before if out}
    parents = {node.parent for node in found}
    upper = (one.id for one in found if one.what == "formation" or one.id in parents or one.size in _LARGER)
    return Pasted(tuple(found), frozenset(upper), above)


def _with_heads(text: str) -> str:
    """Put the usual heads above rows that have none of their own."""
    lines = text.lstrip("\ufeff\r\n").split("\n")
    cut = next((mark for mark in "\t;," if mark in lines[0]), "\t")
    cells = [cell.strip().strip('"').casefold() for cell in lines[0].split(cut)]
    heads = {word for words in COLUMNS.values() for word in words}
    if sum(cell in heads for cell in cells) >= min(2, len(cells)):
        return "\n".join(lines)
    names = [*_USUAL_COLUMNS[: max(len(cells), 2)], *(f"column {n}" for n in range(len(_USUAL_COLUMNS), len(cells)))]
    return "\n".join([cut.join(names), *lines])


def _known(draft: Draft) -> dict[str, str]:
    """Give the formations that are there by whatever they may be named."""
    rows = draft.of("formation")
    return {str(one[name]).casefold(): key for name in ("name", "short", "id") for key, one in rows if one[name]}


def pasted(draft: Draft, parent: str, text: str, version: int) -> Change:
    """
    Make the change that adds rows under a side or a formation.

    Raises
    ------
    ProblemsFound
        With all that is wrong in them.
    """
    rows = rows_of(draft, text)
    keys = {node.id: f"t{version + 1}n{n}" for n, node in enumerate(rows.nodes)}
    made: dict[str, Thing] = {}
    problems: list[Problem] = []
    for node in sorted(rows.nodes, key=lambda node: _depth(node, rows.nodes)):
        under = keys.get(node.parent) or rows.above.get(node.id, parent)
        what = "formation" if node.id in rows.formations else "unit"
        if what == "unit" and {**draft.things, **made}.get(under, {}).get("what") != "formation":
            remedy = "choose the formation in the tree first, or name it in a column called parent"
            problems.append(Problem(node.place, f"unit {node.called} is in no formation", remedy))
            continue
        said, wrong = _said(node, what)
        problems += wrong
        made[keys[node.id]] = _thing(Draft({**draft.things, **made}), what, under, said)
    raise_any(problems)
    count = f"{len(made)} row{'' if len(made) == 1 else 's'}"
    return Change(f"add {count} from a spreadsheet", dict.fromkeys(made), dict(made))


def _depth(node: Node, nodes: Sequence[Node]) -> int:
    """Say how many of the rows are above one."""
    above = {one.id: one.parent for one in nodes}
    depth, here = 0, node.parent
    while here:
        depth, here = depth + 1, above.get(here, "")
        if depth > len(nodes):
            raise ProblemsFound([Problem(node.place, f"{node.called} is above itself", "give it another parent")])
    return depth


def _said(node: Node, what: str) -> tuple[dict[str, Any], list[Problem]]:
    """Read the fields of a row; what it does not tell is supposed as for files."""
    if what == "unit" and node.symbol not in ARMS:
        return {}, [
            Problem(node.place, f"{node.called} is of no kind that a unit has", "write infantry, artillery ...")
        ]
    cells = formation_cells(node, "", Counter()) if what == "formation" else stand_cells(node, Counter())
    told = {name: _value(name, cell) for name, cell in cells.items() if name in FIELDS[what] and cell != ""}
    if node.spot is None:
        told.pop("at", None)
    told.pop("id")
    return read_fields(what, told, f"{node.place}, {node.called}")


def _value(name: str, cell: str) -> Any:
    if name == "traits":
        return cell.split()
    if name in _DEGREES:
        return float(cell)
    return int(cell) if name in _WHOLE and cell.isdecimal() else cell


def _thing(draft: Draft, what: str, parent: str, said: Mapping[str, Any]) -> Thing:
    row = draft.of(what, parent)
    order = row[-1][1]["order"] + 1.0 if row else 1.0
    thing = {"what": what, "order": order, "parent": parent, **usual(what), **said}
    return {**thing, "id": fresh_id(draft, what, thing)}
