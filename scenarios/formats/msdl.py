"""Write forces in the Military Scenario Definition Language (SISO-STD-007): sides, formations and units in degrees."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from maps.lonlat import lonlat_of
from scenarios.formats.codes import OWN, letters
from scenarios.formats.shown import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from scenarios.formats.shown import Body, Shown, Unit

__all__ = ["MODEL_ID", "NAMESPACE", "msdl"]

NAMESPACE = "urn:sisostds:scenario:military:data:draft:msdl:1"
MODEL_ID = "http://www.sisostds.org/schemas/modelID"
_ECHELONS = frozenset({"SQUAD", "SECTION", "PLATOON", "COMPANY", "BATTALION", "REGIMENT", "BRIGADE", "DIVISION",
                       "CORPS", "ARMY", "ARMYGROUP"})  # fmt: skip
_FULLNESS = ((0.75, "GREEN"), (0.5, "AMBER"), (1e-9, "RED"), (0.0, "BLACK"))
"""From what share of its full strength a unit is said to be how fit."""
_MOST = 21
"""The longest designation."""


def msdl(shown: Shown) -> bytes:
    """Write what a viewer is shown now as MSDL."""
    spots = lonlat_of(shown.hexmap.layout, shown.hexmap.layout.centres())
    units = "".join(_formation(shown, body) for body in shown.bodies)
    units += "".join(_unit(shown, unit, spots) for unit in shown.units if not unit.gone)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<MilitaryScenario xmlns="{NAMESPACE}" xmlns:modelID="{MODEL_ID}">\n'
        f"{_head(shown)}<Options><MSDLVersion>1.0.2</MSDLVersion></Options>\n"
        f"<Environment><ScenarioTime>{shown.at:%Y-%m-%dT%H:%M:%SZ}</ScenarioTime></Environment>\n"
        f"<ForceSides>\n{''.join(_sides(shown))}</ForceSides>\n"
        f"<Organizations><Units>\n{units}</Units></Organizations>\n</MilitaryScenario>\n"
    ).encode()


def _head(shown: Shown) -> str:
    told = "; ".join(f"{key}: {text}" for key, text in shown.facts.items())
    fields = {
        "name": shown.name, "type": "OTHER", "version": "1", "modificationDate": f"{shown.at:%Y-%m-%d}",
        "securityClassification": "Unclassified", "description": told,
    }  # fmt: skip
    inner = "".join(f"<modelID:{tag}>{_text(text)}</modelID:{tag}>" for tag, text in fields.items())
    poc = (
        "<modelID:poc><modelID:pocType>Sponsor</modelID:pocType><modelID:pocName>Umpire</modelID:pocName></modelID:poc>"
    )
    return f"<ScenarioID>{inner}{poc}</ScenarioID>\n"


def _sides(shown: Shown) -> Iterator[str]:
    for party in shown.parties:
        handle = _handle(shown, "side", party.key)
        others = "".join(
            f"<Association><AffiliateHandle>{_handle(shown, 'side', other.key)}</AffiliateHandle>"
            "<Relationship>HO</Relationship></Association>"
            for other in shown.parties if other is not party
        )  # fmt: skip
        yield (
            f"<ForceSide><ObjectHandle>{handle}</ObjectHandle><ForceSideName>{_text(party.name)}</ForceSideName>"
            f"<AllegianceHandle>{handle}</AllegianceHandle><Associations>{others}</Associations></ForceSide>\n"
        )


def _formation(shown: Shown, body: Body) -> str:
    superior = ("formation", body.parent) if body.parent else ("side", body.side)
    return (
        f"<Unit><ObjectHandle>{_handle(shown, 'formation', body.id)}</ObjectHandle>"
        f"<SymbolIdentifier>{_code(body.kind, body.size)}</SymbolIdentifier><Name>{_text(body.name)}</Name>"
        f"{_modifiers(body.size, body.short or body.name)}<Disposition/>{_serves(shown, *superior)}{_MODEL}</Unit>\n"
    )


def _unit(shown: Shown, unit: Unit, spots: np.ndarray) -> str:
    superior = ("formation", unit.formation) if unit.formation else ("side", unit.side)
    known = shown.body.get(unit.formation)
    where = ""
    if unit.hex is not None:
        lon, lat = spots[unit.hex].tolist()
        where = (
            "<Location><CoordinateChoice>GDC</CoordinateChoice><CoordinateData><GDC>"
            f"<Latitude>{lat:.6f}</Latitude><Longitude>{lon:.6f}</Longitude><ElevationAGL>0</ElevationAGL>"
            "</GDC></CoordinateData></Location>"
        )
    return (
        f"<Unit><ObjectHandle>{_handle(shown, 'unit', unit.id)}</ObjectHandle>"
        f"<SymbolIdentifier>{_code(unit.symbol, unit.size)}</SymbolIdentifier>"
        f"<Name>{_text(unit.name or unit.label)}</Name>"
        f"{_modifiers(unit.size, unit.label, unit, known.short if known else '')}"
        f"<Disposition>{where}</Disposition>{_serves(shown, *superior)}{_MODEL}</Unit>\n"
    )


_MODEL = "<Model><Resolution>STANDARD</Resolution><AggregateBased>true</AggregateBased></Model>"


def _modifiers(size: str, short: str, unit: Unit | None = None, higher: str = "") -> str:
    echelon = size.replace("_", "").upper()
    fields = {
        "Echelon": echelon if echelon in _ECHELONS else "NONE",
        "AdditionalInfo": _told(unit) if unit else "",
        "CombatEffectiveness": _fitness(unit) if unit else "",
        "HigherFormation": higher[:_MOST],
        "UniqueDesignation": short[:_MOST],
    }
    inner = "".join(f"<{tag}>{_text(text)}</{tag}>" for tag, text in fields.items() if text)
    return f"<UnitSymbolModifiers>{inner}</UnitSymbolModifiers>"


def _told(unit: Unit) -> str:
    """Say in the few letters that there are how strong a unit is, and the day and turn that it comes."""
    comes = "D{} T{}".format(*unit.arrives) if unit.arrives else ""
    return "; ".join(words for words in (unit.points, comes) if words)


def _fitness(unit: Unit) -> str:
    if unit.strength is None or not unit.full:
        return ""
    return next(word for least, word in _FULLNESS if unit.strength >= least * unit.full)


def _serves(shown: Shown, what: str, key: str) -> str:
    handle = _handle(shown, what, key)
    if what == "side":
        choice, data = "FORCE_SIDE", f"<ForceSideHandle>{handle}</ForceSideHandle>"
    else:
        choice, data = "UNIT", (
            f"<CommandRelation><CommandingSuperiorHandle>{handle}</CommandingSuperiorHandle>"
            "<CommandRelationshipType>ORGANIC</CommandRelationshipType></CommandRelation>"
        )  # fmt: skip
    return (
        f"<Relations><ForceRelation><ForceRelationChoice>{choice}</ForceRelationChoice>"
        f"<ForceRelationData>{data}</ForceRelationData></ForceRelation></Relations>"
    )


def _code(symbol: str, size: str) -> str:
    """Give the letters with neither side nor status: whose a unit is, its side's associations say."""
    code = letters(symbol, size, OWN)
    return f"{code[0]}-{code[2]}-{code[4:14]}G"


def _handle(shown: Shown, what: str, key: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"sandtable {shown.key} {what} {key}"))


def _text(text: str) -> str:
    return escape(plain(text))
