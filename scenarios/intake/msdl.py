"""Read the order of battle of a file in the Military Scenario Definition Language."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree as Xml
from xml.parsers import expat

from maps.gridrefs import read_reference
from maps.problems import Problem, ProblemsFound
from scenarios.formats.codes import arm_of_letters
from scenarios.formats.msdl import NAMESPACE
from scenarios.intake.nodes import MOST_NODES, Intake, Node

__all__ = ["read_msdl"]

MOST_BYTES = 60_000_000
_PREFIX = f"{{{NAMESPACE}}}"
_COMES = re.compile(r"\bD(\d{1,3}) T(\d{1,2})$", re.ASCII)
"""What our own files say of one that is still to come; the language has no field for it."""


class _HasDoctypeError(ValueError):
    pass


def read_msdl(body: bytes, place: str) -> Intake:
    """
    Read sides, units and where they stand.

    Parameters
    ----------
    body, place
        The file, and its name for messages.
    """
    try:
        root = _root(body)
    except (expat.ExpatError, ValueError, LookupError) as error:
        why = "it declares a document type" if isinstance(error, _HasDoctypeError) else str(error)[:100]
        return Intake([], [Problem(place, f"the file cannot be read as XML: {why}", "save it again as MSDL")])
    if root.tag != f"{_PREFIX}MilitaryScenario":
        return Intake([], [Problem(place, "this is no MSDL", f"its root must be MilitaryScenario of {NAMESPACE}")])
    sides = {_told(one, "ObjectHandle"): _told(one, "ForceSideName") for one in root.iter(f"{_PREFIX}ForceSide")}
    units = root.findall(f"{_PREFIX}Organizations/{_PREFIX}Units/{_PREFIX}Unit")
    intake = Intake([])
    if len(units) > MOST_NODES:
        intake.problems.append(Problem(place, f"more than {MOST_NODES:,} units", "take it in in parts"))
        return intake
    intake.nodes = [_node(unit, sides, place, intake) for unit in units]
    items = len(root.findall(f".//{_PREFIX}EquipmentItem"))
    if items:
        intake.notes.append(f"{items} single items of equipment are left out: only units are taken in")
    return intake


def _root(body: bytes) -> Xml.Element:
    """Read XML without a document type: entities could make a small file endless."""
    if len(body) > MOST_BYTES:
        msg = f"it is larger than {MOST_BYTES // 1_000_000} MB"
        raise ValueError(msg)

    def refuse(*_: object) -> None:
        raise _HasDoctypeError

    first = expat.ParserCreate()
    first.StartDoctypeDeclHandler = refuse
    first.Parse(body, True)
    return Xml.fromstring(body)  # noqa: S314 - it has no document type, so no entities


def _told(element: Xml.Element, *path: str) -> str:
    found = element.find("/".join(f"{_PREFIX}{tag}" for tag in path))
    return " ".join((found.text or "").split()) if found is not None else ""


def _node(unit: Xml.Element, sides: dict[str, str], place: str, intake: Intake) -> Node:
    name, short = _told(unit, "Name"), _told(unit, "UnitSymbolModifiers", "UniqueDesignation")
    handle = _told(unit, "ObjectHandle")
    where = f"{place}, {name or short or handle or 'a unit without a name'}"
    relation = ("Relations", "ForceRelation", "ForceRelationData")
    side = _told(unit, *relation, "ForceSideHandle")
    superior = _told(unit, *relation, "CommandRelation", "CommandingSuperiorHandle")
    if side and side not in sides:
        intake.problems.append(Problem(where, f"its side {side[:40]!r} is not in the file", "add the ForceSide"))
    if not side and not superior:
        intake.problems.append(Problem(where, "it serves neither a side nor a unit", "give it a ForceRelation"))
    arm = arm_of_letters(_told(unit, "SymbolIdentifier"))
    echelon = _told(unit, "UnitSymbolModifiers", "Echelon").lower().replace("armygroup", "army_group")
    info = _told(unit, "UnitSymbolModifiers", "AdditionalInfo")
    comes, points = _COMES.search(info), re.split(r" of |;", info)[0]
    return Node(
        place=where, id=handle, parent=superior, side=sides.get(side, ""), name=name, short=short, symbol=arm.symbol,
        size=arm.size or (echelon if echelon != "none" else ""),
        strength=points if points.isascii() and points.isdecimal() else "",
        spot=_spot(unit, where, intake), arrive_day=comes[1] if comes else "", arrive_turn=comes[2] if comes else "",
    )  # fmt: skip


def _spot(unit: Xml.Element, where: str, intake: Intake) -> tuple[float, float] | None:
    path = ("Disposition", "Location")
    choice = _told(unit, *path, "CoordinateChoice")
    data = (*path, "CoordinateData")
    if not choice:
        return None
    try:
        if choice == "GDC":
            lon, lat = (float(_told(unit, *data, "GDC", tag)) for tag in ("Longitude", "Latitude"))
            if math.isfinite(lon + lat) and -180 <= lon <= 180 and -90 <= lat <= 90:
                return lon, lat
        if choice == "MGRS":
            parts = (
                _told(unit, *data, "MGRS", f"MGRS{tag}") for tag in ("GridZone", "GridSquare", "Easting", "Northing")
            )
            zone, square, east, north = parts
            found = read_reference(f"{zone}{square}{east.zfill(5)}{north.zfill(5)}")[0]
            return found.lon, found.lat
    except (ValueError, ProblemsFound):
        pass
    what = f"its place cannot be read ({choice[:12]})"
    intake.problems.append(Problem(where, what, "give it as GDC, degrees of latitude and longitude, or as MGRS"))
    return None
