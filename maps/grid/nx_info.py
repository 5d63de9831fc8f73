"""
Tell networkx what the hex graph's backend answers.

networkx reads this while it is itself being imported, so nothing is imported
here; the answers are in ``maps.grid.nx_backend``.
"""

from __future__ import annotations

from typing import Any

__all__ = ["get_info"]

_BY_COST = "Bucket queue; costs are whole numbers. Ties fall where the arrays put them."
_BY_HEURISTIC = "Bucket queue to the target; networkx's own search if the heuristic may lead that astray."
_BY_PARTS = "Parts of the arrays."

_ANSWERED = {
    "astar_path": _BY_HEURISTIC,
    "astar_path_length": _BY_HEURISTIC,
    "bidirectional_dijkstra": _BY_COST,
    "dijkstra_path": _BY_COST,
    "dijkstra_path_length": _BY_COST,
    "has_path": "Bucket queue to the target.",
    "is_strongly_connected": _BY_PARTS,
    "is_weakly_connected": _BY_PARTS,
    "multi_source_dijkstra": _BY_COST,
    "multi_source_dijkstra_path": _BY_COST,
    "multi_source_dijkstra_path_length": _BY_COST,
    "number_strongly_connected_components": _BY_PARTS,
    "number_weakly_connected_components": _BY_PARTS,
    "shortest_path": _BY_COST + " Not for all pairs at once.",
    "shortest_path_length": _BY_COST + " Not for all pairs at once.",
    "single_source_dijkstra": _BY_COST,
    "single_source_dijkstra_path": _BY_COST,
    "single_source_dijkstra_path_length": _BY_COST,
    "strongly_connected_components": _BY_PARTS,
    "weakly_connected_components": _BY_PARTS,
}


def get_info() -> dict[str, Any]:
    """Name the backend and the functions it answers, as networkx asks."""
    return {
        "backend_name": "hexgraph",
        "project": "sandtable",
        "package": "maps",
        "short_summary": "Hexes as arrays, searched by compiled bucket queues.",
        "functions": {name: {"additional_docs": how} for name, how in _ANSWERED.items()},
    }
