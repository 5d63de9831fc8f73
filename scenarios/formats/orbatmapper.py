"""Write forces as a scenario of ORBAT Mapper: the order of battle as a tree, each unit with where it stood and when."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.lonlat import lonlat_of
from scenarios.formats.codes import ENEMY, OWN, digits
from scenarios.formats.shown import plain

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from scenarios.formats.shown import Branch, Party, Shown, Unit

__all__ = ["POINTS", "orbat_mapper"]

POINTS = "Strength points"
"""How the strength of a unit is named among its equipment."""
_VERSION = "3.3.0"


def orbat_mapper(shown: Shown) -> bytes:
    """Write what a viewer was shown, turn by turn, as JSON of ORBAT Mapper."""
    spots = np.round(lonlat_of(shown.hexmap.layout, shown.hexmap.layout.centres()), 6).tolist()
    scenario = {
        "id": f"sandtable-{shown.key}-{shown.viewer}",
        "type": "ORBAT-mapper",
        "version": _VERSION,
        "name": plain(shown.name),
        "description": plain("\n\n".join(f"{key}: {text}" for key, text in shown.facts.items())),
        "startTime": _moment(shown.spells[0].begin if shown.spells else shown.at),
        "timeZone": "UTC",
        "symbologyStandard": "app6d",
        "equipment": [{"name": POINTS, "description": "As the rules of the campaign count them"}],
        "sides": [_side(shown, party, spots) for party in shown.parties],
        "events": [{"id": f"turn-{at}", "startTime": _moment(spell.begin), "title": spell.words}
                   for at, spell in enumerate(shown.spells, 1)],
        "layerStack": [],
    }  # fmt: skip
    return json.dumps(scenario, ensure_ascii=False, indent=1).encode()


def _side(shown: Shown, party: Party, spots: Sequence[Sequence[float]]) -> dict[str, Any]:
    identity = OWN if shown.friendly(party.key) else ENEMY
    tree = shown.branch(party.key)
    return {
        "id": f"side-{party.key}", "name": plain(party.name), "standardIdentity": identity,
        "symbolOptions": {"fillColor": party.style.fill},
        "groups": [{"id": f"group-{party.key}", "name": plain(party.name) if party.own else "Seen",
                    "subUnits": _below(shown, tree, identity, spots)}],
    }  # fmt: skip


def _below(shown: Shown, branch: Branch, identity: str, spots: Sequence[Sequence[float]]) -> list[dict[str, Any]]:
    units = [_unit(shown, unit, identity, spots) for unit in branch.units]
    return units + [
        {"id": f"formation-{one.body.id}", "name": plain(one.body.name), "shortName": plain(one.body.short),
         "sidc": digits(one.body.kind, one.body.size, identity), "subUnits": _below(shown, one, identity, spots)}
        for one in branch.below if one.body is not None
    ]  # fmt: skip


def _unit(shown: Shown, unit: Unit, identity: str, spots: Sequence[Sequence[float]]) -> dict[str, Any]:
    states: list[dict[str, Any]] = [{"id": f"{unit.id}-{at}", "t": _moment(span.begin), "location": spots[span.hex]}
              for at, span in enumerate(shown.spans(unit), 1)]  # fmt: skip
    made: dict[str, Any] = {
        "id": unit.id, "name": plain(unit.name or unit.label), "shortName": plain(unit.label),
        "sidc": digits(unit.symbol, unit.size, identity), "description": _said(shown, unit, spots), "subUnits": [],
        "state": states,
    }  # fmt: skip
    if unit.hex is not None and not states:
        made["location"] = spots[unit.hex]
    if unit.hex is None and states:
        states.append({"id": f"{unit.id}-gone", "t": _moment(shown.at), "location": None, "title": unit.gone or "away"})
    if unit.strength is not None:
        made["equipment"] = [{"name": POINTS, "count": unit.strength}]
    return made


def _said(shown: Shown, unit: Unit, spots: Sequence[Sequence[float]]) -> str:
    """Say what has no field of its own: strength of how many, hex, when it comes, what became of it."""
    told = [f"strength {unit.points}" if unit.points else "", unit.gone, f"band {unit.band}" if unit.band else ""]
    if unit.hex is not None:
        told.append(f"hex {shown.hexmap.number(unit.hex)} {unit.place}".strip())
    if unit.arrives is not None:
        day, turn, index = unit.arrives
        lon, lat = spots[index]
        told.append(f"comes on day {day}, turn {turn}, at {shown.hexmap.number(index)} ({lat:.6f}, {lon:.6f})")
    return plain("; ".join(words for words in told if words))


def _moment(moment: dt.datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
