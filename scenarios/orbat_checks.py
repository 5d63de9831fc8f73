"""
Find what is wrong between the rows of an order of battle.

What is wrong inside one row the rows say themselves; here are double ids,
broken chains of command and headquarters that nobody has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenarios.orbat_rows import FormationRow, StandRow

__all__ = ["chain_problems", "foreign_stands", "formation_problems", "stand_problems"]


def formation_problems(rows: Sequence[FormationRow], sides: Collection[str]) -> list[Problem]:
    """Find double ids, missing parents, circles and strange sides among the formations."""
    by_id = {row.id: row for row in rows}
    return [
        *_doubles(rows),
        *_orphans(rows, by_id),
        *_circles(rows, by_id),
        *_strange_sides(rows, by_id, sides),
    ]


def stand_problems(rows: Sequence[StandRow]) -> list[Problem]:
    """Find double ids among the stands."""
    return list(_doubles(rows))


def chain_problems(formations: Sequence[FormationRow], stands: Sequence[StandRow]) -> list[Problem]:
    """Find stands without a formation, and headquarters that are missing, strange or idle."""
    by_id = {row.id: row for row in formations}
    stands_by_id = {row.id: row for row in stands}
    return [
        *_strays(stands, by_id),
        *foreign_stands(formations, stands, {row.side for row in formations}),
        *_headquarters(formations, stands_by_id),
        *_idle_headquarters(formations, stands),
    ]


def foreign_stands(
    formations: Sequence[FormationRow], stands: Sequence[StandRow], known: Collection[str]
) -> list[Problem]:
    """Find stands that are of another of the known sides than their formation."""
    by_id = {row.id: row for row in formations}
    found = []
    for stand in stands:
        formation = by_id.get(stand.formation)
        if formation is not None and formation.side and stand.side in known and stand.side != formation.side:
            what = f"{stand.id} is of side {stand.side!r}, its formation {formation.id} of side {formation.side!r}"
            found.append(Problem(stand.place, what, "a stand serves its formation's side"))
    return found


def _doubles(rows: Sequence[FormationRow] | Sequence[StandRow]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for row in rows:
        if row.id and row.id in first:
            line = first[row.id].rpartition(", ")[2]
            yield Problem(row.place, f"the id {row.id!r} is taken by {line}", "give each its own")
        first.setdefault(row.id, row.place)


def _orphans(rows: Sequence[FormationRow], by_id: Mapping[str, FormationRow]) -> Iterator[Problem]:
    for row in rows:
        if row.parent and row.parent not in by_id:
            what = f"the parent {row.parent!r} of {row.id} is missing"
            yield Problem(row.place, what, did_you_mean(row.parent, by_id))


def _circles(rows: Sequence[FormationRow], by_id: Mapping[str, FormationRow]) -> Iterator[Problem]:
    told: set[str] = set()
    for row in rows:
        path: list[str] = []
        at: FormationRow | None = row
        while at is not None and at.id not in path:
            path.append(at.id)
            at = by_id.get(at.parent)
        if at is not None and at.id not in told:
            circle = path[path.index(at.id) :]
            told.update(circle)
            chain = " under ".join([*circle, circle[0]])
            yield Problem(by_id[circle[0]].place, f"formations go round in a circle: {chain}", "one has another parent")


def _strange_sides(
    rows: Sequence[FormationRow], by_id: Mapping[str, FormationRow], sides: Collection[str]
) -> Iterator[Problem]:
    known = set(sides) or {row.side for row in rows if not row.parent}
    for row in rows:
        parent = by_id.get(row.parent)
        if row.side and known and row.side not in known:
            yield Problem(row.place, f"unknown side {row.side!r}", did_you_mean(row.side, known))
        elif parent is not None and row.side and parent.side in known and parent.side != row.side:
            what = f"{row.id} is of side {row.side!r}, its parent {parent.id} of side {parent.side!r}"
            yield Problem(row.place, what, "a formation serves its parent's side")


def _strays(stands: Sequence[StandRow], by_id: Mapping[str, FormationRow]) -> Iterator[Problem]:
    known = {row.side for row in by_id.values()}
    for stand in stands:
        formation = by_id.get(stand.formation)
        if stand.side and stand.side not in known:
            yield Problem(stand.place, f"unknown side {stand.side!r}", did_you_mean(stand.side, known))
        if formation is None and stand.formation:
            remedy = did_you_mean(stand.formation, by_id)
            yield Problem(stand.place, f"the formation {stand.formation!r} of {stand.id} is missing", remedy)


def _headquarters(formations: Sequence[FormationRow], stands: Mapping[str, StandRow]) -> Iterator[Problem]:
    for row in formations:
        if not row.hq:
            continue
        stand = stands.get(row.hq)
        if stand is None:
            hqs = [each.id for each in stands.values() if each.kind == "hq" and each.formation == row.id]
            remedy = did_you_mean(row.hq, hqs) or "add a stand of kind hq to orbat.csv"
            yield Problem(row.place, f"the HQ {row.hq!r} of {row.id} is missing", remedy)
        elif stand.kind != "hq":
            yield Problem(row.place, f"the HQ {row.hq!r} of {row.id} is of kind {stand.kind!r}", "make it an hq")
        elif stand.formation != row.id:
            what = f"the HQ {row.hq!r} of {row.id} belongs to {stand.formation}"
            yield Problem(row.place, what, "a formation's HQ is one of its own stands")


def _idle_headquarters(formations: Sequence[FormationRow], stands: Sequence[StandRow]) -> Iterator[Problem]:
    named = {row.hq for row in formations}
    for stand in stands:
        if stand.kind == "hq" and stand.id not in named:
            what = f"{stand.id} is an HQ and formation {stand.formation} has another or none"
            yield Problem(stand.place, what, "name it in the formation's hq column, or give it another kind")
