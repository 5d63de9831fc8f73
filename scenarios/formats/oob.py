"""Write the order of battle as a table: formations above their units, one file as CSV or a page a side as XLSX."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.spoken.cells import csv_of, workbook_of
from maps.lonlat import lonlat_of
from scenarios.formats.codes import ENEMY, OWN, digits
from scenarios.formats.shown import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenarios.formats.shown import Branch, Shown, Unit

__all__ = ["COLUMNS", "oob_csv", "oob_rows", "oob_xlsx"]

COLUMNS = (
    "id", "formation", "side", "what", "name", "short", "size", "kind", "strength", "full", "mover", "traits", "band",
    "hex", "place", "lat", "lon", "arrive_day", "arrive_turn", "arrive_hex", "isolated", "gone", "sidc",
)  # fmt: skip
_MEANINGS = (
    ("id", "name of the unit or formation in the campaign"),
    ("formation", "id of the formation it belongs to"),
    ("what", "formation or unit"),
    ("strength, full", "strength points now and unhurt; blank: not known"),
    ("mover", "how it moves"),
    ("band", "class of range, of artillery"),
    ("hex, place, lat, lon", "where it stands, or comes in; degrees of WGS 84"),
    ("arrive_day, arrive_turn, arrive_hex", "when and where one comes that is not there yet"),
    ("isolated", "for how many turns it has been cut off"),
    ("gone", "what became of one that is no more"),
    ("sidc", "symbol as a code of 20 digits (APP-6D)"),
)


def oob_csv(shown: Shown) -> bytes:
    """Write what a viewer knows of the order of battle as CSV."""
    return csv_of([COLUMNS, *(row for party in shown.parties for row in oob_rows(shown, party.key))])


def oob_xlsx(shown: Shown) -> bytes:
    """Write what a viewer knows of the order of battle as a workbook: a page a side, and one that explains it."""
    pages = [(party.name, [COLUMNS, *oob_rows(shown, party.key)]) for party in shown.parties]
    legend = [("column", "what it says"), *_MEANINGS, *((key, text) for key, text in shown.facts.items())]
    return workbook_of([*pages, ("legend", legend)])


def oob_rows(shown: Shown, side: str) -> list[tuple[object, ...]]:
    """List a side's formations and units, each formation with what is below it."""
    identity = OWN if shown.friendly(side) else ENEMY
    spots = np.round(lonlat_of(shown.hexmap.layout, shown.hexmap.layout.centres()), 6)
    return list(_rows(shown, shown.branch(side), side, identity, spots))


def _rows(shown: Shown, branch: Branch, side: str, identity: str, spots: np.ndarray) -> Iterator[tuple[object, ...]]:
    body = branch.body
    if body is not None:
        code = digits(body.kind, body.size, identity)
        named = (body.id, body.parent, side, "formation", plain(body.name), plain(body.short), body.size, body.kind)
        yield (*named, *[None] * (len(COLUMNS) - len(named) - 1), code)
    for unit in branch.units:
        yield _unit(shown, unit, identity, spots)
    for below in branch.below:
        yield from _rows(shown, below, side, identity, spots)


def _unit(shown: Shown, unit: Unit, identity: str, spots: np.ndarray) -> tuple[object, ...]:
    day, turn, entry = unit.arrives or (None, None, None)
    at = unit.hex if unit.hex is not None else entry
    lon, lat = (None, None) if at is None else spots[at].tolist()
    return (
        unit.id, unit.formation, unit.side, "unit", plain(unit.name), plain(unit.label), unit.size, unit.kind,
        unit.strength, unit.full, unit.mover, " ".join(unit.traits), unit.band,
        None if unit.hex is None else shown.hexmap.number(unit.hex), unit.place, lat, lon, day, turn,
        None if entry is None else shown.hexmap.number(entry), unit.isolated or None, unit.gone,
        digits(unit.symbol, unit.size, identity),
    )  # fmt: skip
