"""Read an order of battle from a table, CSV or XLSX, whatever its columns are called."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from campaign.spoken.cells import SheetFault, live, numbered_rows, page_titles
from maps.gridrefs import read_reference
from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.formats.codes import arm_of_digits, arm_of_letters
from scenarios.intake.nodes import MOST_NODES, Intake, Node
from scenarios.orbat_rows import STAND_KINDS
from scenarios.symbols import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from maps.grid.hexmap import HexMap

__all__ = ["FIELDS", "read_sheet"]

MOST_BYTES = 30_000_000
FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "id": ("id", "unit id", "unit"),
        "parent": ("parent", "parent id", "formation", "higher", "belongs to", "unterstellt"),
        "side": ("side", "nation", "seite"),
        "what": ("what", "level"),
        "name": ("name", "unit name", "bezeichnung"),
        "short": ("short", "short name", "abbreviation", "kurz"),
        "size": ("size", "echelon", "größe"),
        "kind": ("kind", "type", "arm", "branch", "art"),
        "sidc": ("sidc", "symbol", "symbol code"),
        "strength": ("strength", "sp", "points", "strength points", "stärke"),
        "mover": ("mover", "moves", "move class", "movement"),
        "traits": ("traits", "abilities"),
        "band": ("band", "range", "range band"),
        "lon": ("lon", "long", "lng", "longitude", "länge"),
        "lat": ("lat", "latitude", "breite"),
        "grid": ("grid", "grid ref", "grid reference", "mgrs", "map reference"),
        "hex": ("hex", "number"),
        "at": ("at", "place", "location", "ort"),
        "arrive_day": ("arrive day", "day", "tag"),
        "arrive_turn": ("arrive turn", "turn", "zug"),
        "arrive_at": ("arrive at", "bound for"),
        "notes": ("notes", "remarks", "comment", "bemerkungen"),
    }
)
"""What may be told of a unit, with the heads that it is found by if no other is named."""

_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "inf": "infantry", "rifle": "infantry", "rifles": "infantry", "grenadier": "infantry", "arty": "artillery",
        "gun": "artillery", "guns": "artillery", "field artillery": "artillery", "tank": "armour", "tanks": "armour",
        "armor": "armour", "armoured": "armour", "armored": "armour", "panzer": "armour",
        "reconnaissance": "recon", "recce": "recon", "aa": "antiaircraft", "flak": "antiaircraft",
        "anti-aircraft": "antiaircraft", "at": "antitank", "anti-tank": "antitank", "pak": "antitank",
        "engineers": "engineer", "pioneer": "engineer", "pioneers": "engineer", "pionier": "engineer",
        "headquarters": "hq", "stab": "hq", "mech": "mechanised", "mechanized": "mechanised",
        "motorized": "motorised", "airborne": "parachute", "para": "parachute", "sp artillery": "armoured_artillery",
        "assault gun": "assault_gun", "assault guns": "assault_gun", "rockets": "rocket",
    }
)  # fmt: skip
"""What clubs write for the branches."""
_SIZES: Mapping[str, str] = MappingProxyType(
    {
        "bn": "battalion", "btn": "battalion", "ii": "battalion", "coy": "company", "co": "company", "i": "company",
        "squadron": "company", "battery": "company", "plt": "platoon", "troop": "platoon", "regt": "regiment",
        "rgt": "regiment", "iii": "regiment", "bde": "brigade", "x": "brigade", "div": "division", "xx": "division",
        "xxx": "corps", "xxxx": "army", "army group": "army_group", "bataillon": "battalion", "kompanie": "company",
        "brigade": "brigade", "korps": "corps", "armee": "army",
    }
)  # fmt: skip
_NEEDED: Mapping[str, frozenset[str]] = MappingProxyType(
    {"name": frozenset({"id", "name", "short"}), "kind": frozenset({"kind", "sidc"})}
)
"""What a row must have, and the fields that say it."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?")
_FAILED = frozenset({"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!"})
_LEFT = frozenset({"full", "isolated", "gone", "arrive hex"})
"""Columns of our own tables that say what comes of play, not of an order of battle."""


def read_sheet(
    body: bytes,
    place: str,
    *,
    columns: Mapping[str, str],
    page: str = "",
    hexmap: HexMap | None = None,
    near: tuple[float, float] | None = None,
) -> Intake:
    """
    Read a table with a head and a row for each formation and unit.

    Parameters
    ----------
    body, place
        The file, and its name for messages.
    columns
        Which column of the file holds which of ``FIELDS``, where its head does not say so; "": none does.
    page
        Title of a workbook's page, the first if left out.
    hexmap
        The map whose hexes the column ``hex`` names.
    near
        Where the battle is, for map references that repeat.
    """
    try:
        titles = [page] if page else page_titles(body, most_bytes=MOST_BYTES) or [""]
        pages = [(title, numbered_rows(body, most_rows=MOST_NODES + 2, most_bytes=MOST_BYTES, page=title))
                 for title in titles]  # fmt: skip
    except SheetFault as fault:
        return Intake([], [Problem(place, str(fault))])
    read = [_page(rows, f"{place}, page {title}" if len(titles) > 1 else place, columns, hexmap, near)
            for title, rows in pages]  # fmt: skip
    joined = _joined(read, place)
    joined.pages = tuple(page_titles(body, most_bytes=MOST_BYTES))
    return joined


def _joined(read: Sequence[Intake], place: str) -> Intake:
    """Join the pages of a workbook; a page that has not the columns of units is left out, if another has."""
    units = [one for one in read if one.nodes and not one.headless] or [one for one in read if one.nodes]
    if not units:
        return read[0]
    notes = [f"pages without units: {len(read) - len(units)}; left out"] if len(units) < len(read) else []
    whole = Intake(
        [node for one in units for node in one.nodes], [fault for one in units for fault in one.problems],
        [*dict.fromkeys(note for one in units for note in one.notes), *notes],
        heads=tuple(dict.fromkeys(head for one in units for head in one.heads)), columns=units[0].columns,
    )  # fmt: skip
    if len(whole.nodes) > MOST_NODES:
        whole.problems.append(Problem(place, f"more than {MOST_NODES:,} rows", "take it in in parts"))
    return whole


def _page(
    rows: Sequence[tuple[int, list[str]]],
    place: str,
    columns: Mapping[str, str],
    hexmap: HexMap | None,
    near: tuple[float, float] | None,
) -> Intake:
    if not rows:
        return Intake([], [Problem(place, "the table is empty", "its first row names the columns")])
    (number, head), *lines = rows
    intake = Intake([])
    places = _places(head, columns, f"{place}, row {number}", intake)
    lacking = _lacking(places)
    intake.headless = bool(lacking)
    if len(lacking) == len(_NEEDED):
        return intake
    # The rows are read all the same, without what is missing: all that is wrong with them is told at once.
    reading = _Reading(places, hexmap, near, intake)
    intake.nodes = [reading.node(cells, f"{place}, row {line}") for line, cells in lines]
    return intake


def _places(head: Sequence[str], columns: Mapping[str, str], place: str, intake: Intake) -> dict[str, int]:
    """Find the column of each field: the one that is named, else the first whose head is known."""
    heads = [live(cell).strip() for cell in head]
    plain = [_plain(cell) for cell in heads]
    found: dict[str, int] = {}
    for field, named in columns.items():
        if field not in FIELDS:
            intake.problems.append(
                Problem("--column", f"{field!r} is nothing that is told", did_you_mean(field, FIELDS))
            )
        elif not named:
            continue
        elif _plain(named) not in plain:
            known = did_you_mean(named, filter(None, heads))
            intake.problems.append(Problem(place, f"there is no column {named!r}", known))
        else:
            found[field] = plain.index(_plain(named))
    for field, names in FIELDS.items():
        places = [plain.index(name) for name in names if name in plain and plain.index(name) not in found.values()]
        if field not in found and places and columns.get(field) != "":
            found[field] = places[0]
    for field in _lacking(found):
        what = f"no column is the {field}; the columns are: {', '.join(heads)[:200]}"
        intake.problems.append(Problem(place, what, f"say which it is; in a command: --column {field}=HEAD"))
    intake.heads, intake.columns = tuple(filter(None, heads)), {field: heads[at] for field, at in found.items()}
    left = [cell for at, cell in enumerate(heads) if cell and at not in found.values() and _plain(cell) not in _LEFT]
    if left:
        intake.notes.append(f"columns that are left out: {', '.join(left)}")
    return found


def _lacking(found: Collection[str]) -> list[str]:
    """Name the fields that no row is whole without, and no column tells."""
    return [field for field, others in _NEEDED.items() if not others & set(found)]


def _plain(head: str) -> str:
    return " ".join(re.split(r"[\s_.-]+", head.strip().lower()))


class _Reading:
    """Reads rows of one table as nodes."""

    def __init__(
        self, places: dict[str, int], hexmap: HexMap | None, near: tuple[float, float] | None, intake: Intake
    ) -> None:
        self.places, self.hexmap, self.near, self.intake = places, hexmap, near, intake
        self.lacking = _lacking(places)

    def node(self, cells: Sequence[str], place: str) -> Node:
        """Read a row; what is wrong with it goes to the problems."""
        told = {field: live(cells[at].strip()) if at < len(cells) else "" for field, at in self.places.items()}
        self._spoilt(told, place)
        symbol, size = self._symbol(told, place)
        kept = {
            field: told.get(field, "")
            for field in ("id", "parent", "side", "name", "short", "mover", "traits", "band", "strength", "at",
                          "arrive_day", "arrive_turn", "arrive_at", "notes")
        }  # fmt: skip
        if "name" in self.lacking:
            kept["name"] = place.rpartition(", ")[2]
        elif not (kept["name"] or kept["short"]):
            kept["name"] = kept["id"]  # a column called "Unit" holds names as often as ids
        kind = told.get("kind", "").lower()
        return Node(
            place=place, what=self._what(told, place), symbol=symbol, kind=kind if kind in STAND_KINDS else "",
            size=size, spot=self._spot(told, place), **kept,
        )  # fmt: skip

    def _complain(self, place: str, what: str, remedy: str) -> None:
        self.intake.problems.append(Problem(place, what, remedy))

    def _spoilt(self, told: Mapping[str, str], place: str) -> None:
        """Find what a spreadsheet made of a cell: 1/2 is a date to it, and a formula may have failed."""
        for field in ("id", "parent", "name", "short", "hex"):
            text = told.get(field, "")
            if _DATE.fullmatch(text):
                what = f"{field} is {text[:10]}: the spreadsheet took it for a date"
                self._complain(place, what, "make the column text there, and write it again")
            elif text in _FAILED:
                self._complain(place, f"{field} is {text}, a formula that failed", "write what it should say")

    def _what(self, told: Mapping[str, str], place: str) -> str:
        what = told.get("what", "").lower()
        if what not in {"", "formation", "unit"}:
            self._complain(place, f"{what[:40]!r} is neither formation nor unit", "say which, or leave it blank")
        return what

    def _symbol(self, told: Mapping[str, str], place: str) -> tuple[str, str]:
        """Read kind and size: words where there are any, else the code."""
        code = re.sub(r"\s", "", told.get("sidc", ""))
        arm = arm_of_digits(code) if code.isdigit() else arm_of_letters(code)
        size = " ".join(told.get("size", "").lower().split())
        size = _SIZES.get(size, size.replace(" ", "_")) or arm.size
        word = " ".join(told.get("kind", "").lower().split())
        symbol = _KINDS.get(word, word.replace(" ", "_"))
        if "kind" in self.lacking:
            return "infantry", size  # that the column is missing is told once
        if not symbol or (symbol not in KINDS and arm.symbol != "unknown"):
            return arm.symbol, size
        if symbol in {"corps", "army"}:
            return "infantry", size
        if symbol not in KINDS:
            self._complain(place, f"{told['kind'][:40]!r} is no kind of unit", did_you_mean(symbol, ARM_WORDS))
            return "infantry", size
        finer = arm.symbol if arm.symbol != "unknown" and symbol in STAND_KINDS else symbol
        return finer, size

    def _spot(self, told: Mapping[str, str], place: str) -> tuple[float, float] | None:
        """Read where it is: degrees, else a map reference, else a hex."""
        lon, lat, grid, number = (told.get(field, "") for field in ("lon", "lat", "grid", "hex"))
        if lon or lat:
            return self._degrees(lon, lat, place)
        if grid:
            try:
                found = read_reference(grid, self.near)[0]
            except ProblemsFound as faults:
                self.intake.problems += [Problem(place, one.what, one.remedy) for one in faults.problems]
                return None
            return found.lon, found.lat
        return self._hex(number, place) if number else None

    def _degrees(self, lon: str, lat: str, place: str) -> tuple[float, float] | None:
        try:
            x, y = float(lon.replace(",", ".")), float(lat.replace(",", "."))
        except ValueError:
            x = y = float("nan")
        if not (-180 <= x <= 180 and -90 <= y <= 90):
            self._complain(
                place, f"lon {lon[:20]!r} and lat {lat[:20]!r} are no degrees", "write them as 6.125 and 50.25"
            )
            return None
        return x, y

    def _hex(self, number: str, place: str) -> tuple[float, float] | None:
        if self.hexmap is None:
            self._complain(place, f"hex {number[:12]!r} is of a map that is not given", "give the map: --map FILE")
            return None
        from maps.lonlat import lonlat_of  # noqa: PLC0415 - few tables name hexes

        try:
            index = self.hexmap.index_of(number)
        except ValueError as error:
            self._complain(place, str(error), "take a number that stands on the map")
            return None
        lon, lat = lonlat_of(self.hexmap.layout, self.hexmap.layout.centres()[[index]])[0].tolist()
        return lon, lat


ARM_WORDS = sorted({*KINDS} - {"unknown"})
