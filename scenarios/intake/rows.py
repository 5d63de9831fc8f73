"""Fill the two tables of an order of battle from nodes; what a node leaves open is supposed, and counted."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from scenarios.intake.nodes import ARMS
from scenarios.orbat_rows import FORMATION_COLUMNS, FORMATION_SIZES, STAND_COLUMNS, STAND_SIZES

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Mapping

    from scenarios.intake.nodes import Node

__all__ = ["HQ_STRENGTH", "formation_cells", "stand_cells", "supposed"]

_FORMATION_KINDS: Mapping[str, str] = MappingProxyType(
    {"armour": "armoured", "motorised": "motorised", "mechanised": "motorised", "parachute": "parachute",
     "glider": "parachute", "cavalry": "cavalry"}
)  # fmt: skip
_FORMATION_SIZES: Mapping[str, str] = MappingProxyType({"army_group": "army"})
_STAND_SIZES: Mapping[str, str] = MappingProxyType(
    {"squad": "platoon", "section": "platoon", "brigade": "regiment", "group": "regiment", "army_group": "army"}
)
_STRENGTHS: Mapping[str, str] = MappingProxyType({"platoon": "1", "company": "1", "battalion": "4", "regiment": "12"})
"""Strength points by size, where the file tells none: one a company."""
HQ_STRENGTH = "2"
_LARGE = "12"
_SUPPOSED = {
    "strength": "units without strength: {n}; 1 a platoon or company, 4 a battalion, 12 above it, 2 an HQ",
    "size": "units without a size: {n}; taken for battalions",
    "band": "artillery without a band: {n}; standard, rockets very_short",
    "nearest": "units without a place of their own: {n}; put where the formation above them is",
    "signals": "signals units: {n}; taken for transport",
    "loose": "units in no formation: {n}; put in a group of their side",
    "group": "formations of no size that a formation has: {n}; taken for groups",
}


def supposed(tally: Counter[str]) -> list[str]:
    """Say what was supposed of how many."""
    return [words.format(n=tally[key]) for key, words in _SUPPOSED.items() if tally[key]]


def formation_cells(node: Node, hq: str, tally: Counter[str]) -> dict[str, str]:
    """Fill the row of a formation."""
    size = _FORMATION_SIZES.get(node.size, node.size)
    if size not in FORMATION_SIZES:
        size = "group"
        tally["group"] += 1
    kind = size if size in {"corps", "army"} else _FORMATION_KINDS.get(node.symbol, "infantry")
    told = {
        "id": node.id, "parent": node.parent, "side": node.side, "name": node.called,
        "short": node.short or node.called[:16], "size": size, "kind": kind, "hq": hq, "notes": node.notes,
        "arrive_day": node.arrive_day, "arrive_turn": node.arrive_turn,
    }  # fmt: skip
    return _cells(FORMATION_COLUMNS, told)


def stand_cells(node: Node, tally: Counter[str]) -> dict[str, str]:
    """Fill the row of a unit."""
    arm = ARMS[node.symbol]
    tally["signals"] += node.symbol == "signals"
    kind = node.kind or arm.kind
    size = _size(node, tally)
    lon, lat = node.spot or (None, None)
    own = node.kind in {"", arm.kind}
    told = {
        "id": node.id, "formation": node.parent, "side": node.side, "name": node.called,
        "short": node.short or node.called[:16], "kind": kind, "size": size,
        "strength": _strength(node, kind, size, tally), "mover": node.mover or arm.mover,
        "traits": node.traits or (arm.traits if own else ""),
        "band": _band(node, kind, arm.band, tally),
        "at": node.at or ("" if lon is None else f"{lat:.3f} N {lon:.3f} E"),
        "lon": "" if lon is None else f"{lon:.6f}", "lat": "" if lat is None else f"{lat:.6f}",
        "arrive_day": node.arrive_day, "arrive_turn": node.arrive_turn, "arrive_at": node.arrive_at,
        "notes": node.notes,
    }  # fmt: skip
    return _cells(STAND_COLUMNS, told)


def _cells(columns: Iterable[str], told: Mapping[str, str]) -> dict[str, str]:
    return {column: told.get(column, "") for column in columns}


def _size(node: Node, tally: Counter[str]) -> str:
    if not node.size:
        tally["size"] += 1
        return "battalion"
    size = _STAND_SIZES.get(node.size, node.size)
    # A word that is no size stays: the row's reader says so, with those that there are.
    return size if size in STAND_SIZES else node.size


def _strength(node: Node, kind: str, size: str, tally: Counter[str]) -> str:
    if node.strength:
        return node.strength
    tally["strength"] += 1
    return HQ_STRENGTH if kind == "hq" else _STRENGTHS.get(size, _LARGE)


def _band(node: Node, kind: str, usual: str, tally: Counter[str]) -> str:
    if kind != "artillery" or node.band:
        return node.band
    tally["band"] += 1
    return usual or "standard"
