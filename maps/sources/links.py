"""Read links: which towns a road or a railway joins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.problems import Problem, did_you_mean, raise_any
from maps.sources.files.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from maps.sources.places import RoadNode

__all__ = ["TownLink", "check_spots", "read_links"]

_ONE_SPOT_M = 1.0


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


def check_spots(links: Sequence[TownLink]) -> None:
    """
    See to it that no two nodes of links lie at one spot: no way leads from the one to the other.

    Raises
    ------
    ProblemsFound
        With each two that do, and where they stand.
    """
    nodes = list({node.name: node for link in links for node in (link.start, link.end)}.values())
    spots = np.array([(node.x_m, node.y_m) for node in nodes]).reshape(-1, 2)
    if not nodes:
        return
    from scipy.spatial import cKDTree  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

    pairs = sorted(cKDTree(spots).query_pairs(_ONE_SPOT_M))
    raise_any([_one_spot(nodes[a], nodes[b]) for a, b in pairs])


def _one_spot(one: RoadNode, other: RoadNode) -> Problem:
    what = f"{one.name!r} and {other.name!r} ({other.told}) lie at one spot"
    return Problem(one.told, what, "give each its own position, or link only one of them")
