"""Make of the nodes of a file the two tables of a scenario's order of battle, or say all that is in the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from maps.problems import Problem
from scenarios.intake.linking import linked, middles, named_words, placed, sided
from scenarios.intake.nodes import ARMS, Node
from scenarios.intake.rows import HQ_STRENGTH, formation_cells, stand_cells, supposed
from scenarios.orbat_checks import chain_problems, foreign_stands, formation_problems, stand_problems
from scenarios.orbat_rows import FORMATION_COLUMNS, STAND_COLUMNS, formation_row, stand_row
from scenarios.table import Row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenarios.intake.nodes import Intake

__all__ = ["Mustered", "muster"]

_HAS_HQ = frozenset({"army_group", "army", "corps", "division", "brigade"})
_BLANK_SIDE = "side is blank"
_DEGREES = frozenset({"lon", "lat"})


@dataclass(frozen=True, slots=True)
class Mustered:
    """Two tables with their heads, ready to write; what is wrong with them, and what was supposed."""

    formations: tuple[tuple[object, ...], ...]
    stands: tuple[tuple[object, ...], ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def muster(intake: Intake, sides: Mapping[str, str], renamed: Mapping[str, str]) -> Mustered:
    """
    Make the tables of formations and stands.

    Parameters
    ----------
    sides
        Keys of the scenario's sides, each with its name.
    renamed
        Which of the file's sides is which of the scenario's.
    """
    problems, tally = list(intake.problems), Counter[str]()
    nodes = sided(linked(intake.nodes, problems), sides, renamed, problems)
    by_id = {node.id: node for node in nodes}
    formations, units = _parted(nodes, problems)
    formations, units = _gathered(formations, units, sides, tally)
    placing: list[str] = []
    units = placed(_living(units, placing), by_id, tally, problems, placing)
    made = _headquarters(formations, units, by_id, problems)
    hqs = {unit.parent: unit.id for unit in reversed([*units, *made]) if _is_hq(unit)}
    upper = [Row(one.place, formation_cells(one, hqs.get(one.id, ""), tally), problems) for one in formations]
    lower = [Row(one.place, stand_cells(one, tally), problems) for one in [*units, *made] if _known(one, problems)]
    _check(upper, lower, sides, problems)
    notes = [*intake.notes, *supposed(tally), *placing]
    if made:
        notes.append(f"formations without an HQ: {len(made)}; one was put in the middle of their units")
    # Whose side is not known is told by the file's own words for it.
    problems = [one for one in problems if one.what != _BLANK_SIDE]
    if not units:
        problems.append(Problem("the file", "there are no units in it", "take one that holds an order of battle"))
    return Mustered(_table(FORMATION_COLUMNS, upper), _table(STAND_COLUMNS, lower), tuple(problems), tuple(notes))


def _parted(nodes: Sequence[Node], problems: list[Problem]) -> tuple[list[Node], list[Node]]:
    """Part formations from units: what is called so, else what has others below it."""
    above = {node.parent for node in nodes}
    formations: list[Node] = []
    units: list[Node] = []
    for node in nodes:
        is_formation = node.what == "formation" or (not node.what and node.id in above)
        (formations if is_formation else units).append(node)
        if not is_formation and node.id in above:
            problems.append(Problem(node.place, f"unit {node.called} has others below it", "call it a formation"))
    return formations, units


def _living(units: Sequence[Node], notes: list[str]) -> list[Node]:
    """Leave out units of no strength, which a campaign has lost, and say who they are."""
    lost = [unit.called for unit in units if unit.strength == "0"]
    if lost:
        notes.append(f"units without a strength point left: {named_words(lost)}; left out")
    return [unit for unit in units if unit.strength != "0"]


def _gathered(
    formations: list[Node], units: list[Node], sides: Mapping[str, str], tally: Counter[str]
) -> tuple[list[Node], list[Node]]:
    """Put units that hang at the top of their side in a group of that side: each unit serves a formation."""
    taken = {node.id for node in (*formations, *units)}
    groups: dict[tuple[str, int], Node] = {}
    staffs, found = Counter[str](), []
    for unit in units:
        if unit.parent or unit.side not in sides:
            found.append(unit)
            continue
        # A formation has one HQ: each further one that is loose leads a group of its own.
        group = unit.side, staffs[unit.side] if _is_hq(unit) else 0
        staffs[unit.side] += _is_hq(unit)
        if group not in groups:
            key = next(key for n in count(1) if (key := f"{unit.side[:18]}{f'-{n}' if n > 1 else ''}") not in taken)
            taken.add(key)
            groups[group] = Node(unit.place, key, side=unit.side, what="formation", name=sides[unit.side],
                                 symbol="infantry", size="group")  # fmt: skip
        tally["loose"] += 1
        found.append(replace(unit, parent=groups[group].id))
    return [*formations, *groups.values()], found


def _headquarters(
    formations: Sequence[Node], units: Sequence[Node], by_id: Mapping[str, Node], problems: list[Problem]
) -> list[Node]:
    """Raise an HQ for each formation that must have one and has none, in the middle of its units."""
    have = {unit.parent for unit in units if _is_hq(unit)}
    middle = middles(units, by_id)
    made, taken = [], set(by_id)
    for formation in formations:
        if formation.size not in _HAS_HQ or formation.id in have:
            continue
        spot = formation.spot or middle.get(formation.id)
        if spot is None:
            problems.append(
                Problem(formation.place, f"{formation.called} has neither units nor a place", "leave it out")
            )
            continue
        key = next(key for n in range(1, 99) if (key := f"{formation.id[:18]}.HQ{'' if n == 1 else n}") not in taken)
        taken.add(key)
        called = f"HQ {formation.called}"
        made.append(Node(formation.place, key, formation.id, formation.side, "unit", called, called[:16], "hq",
                         size=formation.size, strength=HQ_STRENGTH, spot=spot, arrive_day=formation.arrive_day,
                         arrive_turn=formation.arrive_turn))  # fmt: skip
    return made


def _is_hq(node: Node) -> bool:
    return "hq" in {node.kind, node.symbol}


def _known(node: Node, problems: list[Problem]) -> bool:
    """Say whether a unit can be a row; one without a place was complained of."""
    if node.symbol not in {*ARMS, "unknown"}:
        kind = node.symbol.replace("_", " ")
        what = f"{node.called} is of the kind {kind}, which no order of battle has"
        problems.append(Problem(node.place, what, "leave it out, or give it another kind"))
        return False
    if node.symbol == "unknown":
        problems.append(Problem(node.place, f"the symbol of {node.called} names no branch", "give it one, or a kind"))
    return node.symbol != "unknown" and node.spot is not None


def _check(upper: Sequence[Row], lower: Sequence[Row], sides: Mapping[str, str], problems: list[Problem]) -> None:
    """Hold the rows against all that a scenario's tables are held against; they name the rows of the file."""
    formations, stands = [formation_row(row) for row in upper], [stand_row(row) for row in lower]
    joined = not problems
    problems += [*formation_problems(formations, sides), *stand_problems(stands)]
    # Who is missing may only be missing because of a fault that is told already; whose side one is, never.
    problems += chain_problems(formations, stands) if joined else foreign_stands(formations, stands, sides)


def _table(columns: Sequence[str], rows: Sequence[Row]) -> tuple[tuple[object, ...], ...]:
    body = (
        tuple(float(row.cells[name]) if name in _DEGREES and row.cells[name] else row.cells[name] for name in columns)
        for row in rows
    )
    return (tuple(columns), *body)
