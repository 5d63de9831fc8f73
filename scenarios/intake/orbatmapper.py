"""Read the order of battle of a scenario of ORBAT Mapper: its units where they are at its beginning."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from maps.problems import Problem
from scenarios.formats.codes import arm_of_digits, arm_of_letters
from scenarios.formats.orbatmapper import POINTS
from scenarios.intake.nodes import MOST_NODES, Intake, Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["read_orbat_mapper"]

MOST_BYTES = 60_000_000
_COMES = re.compile(
    r"comes on day (\d{1,3}), turn (\d{1,2})(?:, at \w+ \((-?\d{1,2}\.\d+), (-?\d{1,3}\.\d+)\))?", re.ASCII
)
"""What our own files say of one that is still to come, and where: latitude and longitude."""
_BAND = re.compile(r"(?:^|; )band (\w+)", re.ASCII)
"""And of the class of range of guns."""


def read_orbat_mapper(body: bytes, place: str) -> Intake:
    """
    Read a scenario of ORBAT Mapper.

    Parameters
    ----------
    body, place
        The file, and its name for messages.
    """
    whole = _object(body)
    if whole is None or whole.get("type") != "ORBAT-mapper" or not isinstance(whole.get("sides"), list):
        return Intake([], [Problem(place, "this is no scenario of ORBAT Mapper", "save it there as a scenario file")])
    intake = Intake([])
    for at, side in enumerate(whole["sides"], 1):
        if not isinstance(side, dict):
            intake.problems.append(Problem(f"{place}, side {at}", "this is no side", "save the scenario again"))
            continue
        name = _text(side, "name") or f"side {at}"
        for group in [*_list(side, "groups"), {"subUnits": _list(side, "subUnits")}]:
            for unit, parent in _walk(group):
                intake.nodes.append(_node(unit, parent, name, place, intake))
    _number(intake, place)
    return intake


def _object(body: bytes) -> dict[str, Any] | None:
    if len(body) > MOST_BYTES:
        return None
    try:
        whole = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) else None


def _list(holder: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = holder.get(key)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(holder: Mapping[str, Any], key: str) -> str:
    found = holder.get(key)
    return " ".join(found.split()) if isinstance(found, str) else ""


def _walk(group: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Yield each unit after the one above it, with that one."""
    waiting = [(unit, None) for unit in reversed(_list(group, "subUnits"))]
    pending: list[tuple[dict[str, Any], dict[str, Any] | None]] = list(waiting)
    while pending:
        unit, parent = pending.pop()
        yield unit, parent
        pending += [(below, unit) for below in reversed(_list(unit, "subUnits"))]


def _node(unit: Mapping[str, Any], parent: Mapping[str, Any] | None, side: str, place: str, intake: Intake) -> Node:
    name, short, code = _text(unit, "name"), _text(unit, "shortName"), _text(unit, "sidc")
    arm = arm_of_digits(code) if code.isdigit() else arm_of_letters(code)
    where = f"{place}, {name or short or _text(unit, 'id') or 'a unit without a name'}"
    comes = _COMES.search(_text(unit, "description"))
    band, spot = _BAND.search(_text(unit, "description")), _spot(unit, where, intake)
    if spot is None and comes and comes[3]:
        spot = float(comes[4]), float(comes[3])
    return Node(
        place=where, id=_id(unit), parent="" if parent is None else _id(parent), side=side,
        what="formation" if _list(unit, "subUnits") else "", name=name, short=short, symbol=arm.symbol, size=arm.size,
        strength=_points(unit), spot=spot, band=band[1] if band else "",
        arrive_day=comes[1] if comes else "", arrive_turn=comes[2] if comes else "",
    )  # fmt: skip


def _id(unit: Mapping[str, Any]) -> str:
    return _text(unit, "id").removeprefix("formation-")


def _points(unit: Mapping[str, Any]) -> str:
    """Give the strength points that a file of ours keeps among the equipment."""
    counts = [one.get("count") for one in _list(unit, "equipment") if one.get("name") == POINTS]
    return str(counts[0]) if counts and isinstance(counts[0], int) else ""


def _spot(unit: Mapping[str, Any], where: str, intake: Intake) -> tuple[float, float] | None:
    """Give where a unit is at the beginning: its own place, else the first that it is told to be at."""
    places = [unit.get("location"), *(state.get("location") for state in _list(unit, "state"))]
    for found in places:
        if found is None:
            continue
        pair = found[:2] if isinstance(found, list) else []
        fits = len(pair) == 2 and all(isinstance(x, int | float) and math.isfinite(x) for x in pair)
        if fits and -180 <= pair[0] <= 180 and -90 <= pair[1] <= 90:
            return float(pair[0]), float(pair[1])
        intake.problems.append(Problem(where, "its location is no longitude and latitude", "set it on the map there"))
        return None
    return None


def _number(intake: Intake, place: str) -> None:
    """Complain of too many units, and of ids that are none or stand twice."""
    if len(intake.nodes) > MOST_NODES:
        intake.problems.append(Problem(place, f"more than {MOST_NODES:,} units", "take it in in parts"))
    for key, count in Counter(node.id for node in intake.nodes).items():
        if count > 1:
            what = f"{count} units have the id {key[:40]!r}" if key else f"{count} units have no id"
            intake.problems.append(Problem(place, what, "open it in ORBAT Mapper and save it again"))
