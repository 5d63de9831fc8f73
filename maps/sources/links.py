"""Read links: which towns a road or a railway joins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.problems import did_you_mean, raise_any
from maps.sources.files.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from maps.sources.places import RoadNode

__all__ = ["TownLink", "read_links"]


@dataclass(frozen=True, slots=True)
class TownLink:
    """A road or railway between two named nodes; ``kind`` is one of ``ROADS`` or ``RAILS``."""

    start: RoadNode
    end: RoadNode
    kind: str


def read_links(path: Path, nodes: Sequence[RoadNode], kinds: Iterable[str]) -> list[TownLink]:
    """
    Read ``from, to, class`` from a CSV file.

    Raises
    ------
    ProblemsFound
        With every faulty line: a name that is no node, a class that is not one of
        ``kinds``, a link from a town to itself.
    """
    by_name = {node.name: node for node in nodes}
    choices = tuple(kinds)
    table = read_table(path, ("from", "to", "class"))
    links = []
    for row in table.rows:
        kind = row.choice("class", choices)
        names = row.text("from"), row.text("to")
        unknown = [name for name in names if name and name not in by_name]
        for name in unknown:
            row.fault(f"{name!r} is no node", did_you_mean(name, by_name))
        if names[0] == names[1]:
            row.fault(f"the link goes from {names[0]!r} to itself", "name two towns")
        if not unknown and all(names):
            links.append(TownLink(by_name[names[0]], by_name[names[1]], kind))
    raise_any(table.problems)
    return links
