"""
Say what the things of a draft hold: the fields of a formation, a unit, an objective, and what each may say.

A form on a page is made of this table, and what it sends is read by it; so a field is added here and nowhere else.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, MISSION_STYLES
from maps.problems import Problem, did_you_mean
from scenarios.orbat_rows import BANDS, FORMATION_KINDS, FORMATION_SIZES, MOVERS, STAND_KINDS, STAND_SIZES, TRAITS

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FIELDS", "HEAD", "WHATS", "Field", "read_fields", "told_fields", "usual"]

HEAD = "head"
"""The key, and the kind, of what is told of a scenario as a whole."""
_SHORT, _LONG = 120, 20_000
_MOST_WORDS = 40
_WEATHER = ("fine", "cloudy", "overcast")


class Field(NamedTuple):
    """A field of a thing: what it is called, what may stand in it, and what stands there first."""

    words: str
    kind: str = "text"
    """text, long, whole, number, choice, words, flag, points, goals, or the kind of thing that it refers to."""
    known: tuple[str, ...] = ()
    """The words of a choice, or of words."""
    low: float = 0
    high: float = 0
    usual: Any = ""
    empty: bool = False
    """Whether it may say nothing."""
    help: str = ""


_LON = Field("Longitude", "number", low=-180, high=180, usual=None, empty=True)
_LAT = Field("Latitude", "number", low=-90, high=90, usual=None, empty=True)
_DAY = Field("Arrives: day", "whole", low=1, high=99, usual=None, empty=True, help="blank: there from the beginning")
_TURN = Field("Arrives: turn", "whole", low=1, high=5, usual=None, empty=True, help="1 is the first of its day")
_NOTES = Field("Notes and source", "long", empty=True)
_STOCK: dict[str, Any] = {"kind": "whole", "low": 0, "high": 999, "usual": None, "empty": True}

FIELDS: dict[str, dict[str, Field]] = {
    HEAD: {
        "name": Field("Name"),
        "ruleset": Field("Rules", "rules"),
        "start": Field("First day", "date", usual="1944-12-16"),
        "days": Field("Days", "whole", low=1, high=60, usual=3),
        "weather": Field("Weather at the start", "choice", _WEATHER, usual="overcast"),
        "plan": Field("Plan that is played", "plan", empty=True, help="blank: the first"),
        "latitude": Field("Latitude of the sun", "number", low=-90, high=90, usual=0.0),
        "longitude": Field("Longitude of the sun", "number", low=-180, high=180, usual=0.0),
        "utc_offset_h": Field("Clocks before Greenwich, hours", "number", low=-14, high=14, usual=0),
        "introduction": Field("All players read", "long", empty=True, help="no side's secrets"),
        "umpire_notes": Field("The umpire alone reads", "long", empty=True),
        "notes": Field("Notes and sources", "long", empty=True),
        "picture": Field("Picture", empty=True),
    },
    "side": {
        "id": Field("Short name"),
        "name": Field("Name"),
        "colour": Field("Colour", "colour", usual="#a04c42"),
        "supply": Field("Supply as", usual="axis"),
        "introduction": Field("This side alone reads", "long", empty=True),
    },
    "formation": {
        "name": Field("Name", usual="Division"),
        "short": Field("On the counter", usual="Div"),
        "id": Field("Id"),
        "size": Field("Size", "choice", FORMATION_SIZES, usual="division"),
        "kind": Field("Kind", "choice", FORMATION_KINDS, usual="infantry"),
        "log": Field("Ammunition", **_STOCK),
        "log_max": Field("Ammunition, most", **_STOCK),
        "pol": Field("Fuel", **_STOCK),
        "pol_max": Field("Fuel, most", **_STOCK),
        "source": Field("Supply from", "source", empty=True, help="blank: as the formation above"),
        "arrive_day": _DAY,
        "arrive_turn": _TURN,
        "notes": _NOTES,
    },
    "unit": {
        "name": Field("Name", usual="Battalion"),
        "short": Field("On the counter", usual="Bn"),
        "id": Field("Id"),
        "kind": Field("Kind", "choice", STAND_KINDS, usual="infantry"),
        "size": Field("Size", "choice", STAND_SIZES, usual="battalion"),
        "strength": Field("Strength", "whole", low=1, high=30, usual=4),
        "mover": Field("Moves", "choice", MOVERS, usual="foot"),
        "traits": Field("Abilities", "words", TRAITS, usual=()),
        "band": Field("Range", "choice", BANDS, empty=True, help="artillery alone"),
        "at": Field("Place", empty=True),
        "lon": _LON,
        "lat": _LAT,
        "arrive_day": _DAY,
        "arrive_turn": _TURN,
        "arrive_at": Field("Bound for", empty=True),
        "line": Field("Line of the unit table", empty=True),
        "notes": _NOTES,
    },
    "source": {
        "name": Field("Name", usual="Road to the rear"),
        "side": Field("Side", "side"),
        "lon": _LON,
        "lat": _LAT,
        "sea": Field("Over a beach", "flag", usual=False),
        "id": Field("Id"),
    },
    "objective": {
        "name": Field("Name", usual="Village"),
        "side": Field("Worth it to", "side"),
        "points": Field("Points", "whole", low=0, high=1000, usual=5),
        "by_day": Field("From day", "whole", low=1, high=60, usual=None, empty=True, help="blank: at the end"),
        "fell": Field("Fell in history on day", "whole", low=0, high=60, usual=None, empty=True),
        "lon": _LON,
        "lat": _LAT,
    },
    "air": {
        "side": Field("Side", "side"),
        "day": Field("Day", "whole", low=1, high=60, usual=1),
        "dice": Field("Dice", "whole", low=0, high=100, usual=2),
    },
    "plan": {
        "name": Field("Name", usual="Plan"),
        "id": Field("Short name"),
        "introduction": Field("What it means", "long", empty=True),
    },
    "mission": {
        "formation": Field("Formation", "formation"),
        "kind": Field("Is to", "choice", MISSION_KINDS, usual="take"),
        "goals": Field("Places", "goals", usual=()),
        "posture": Field("How hard", "choice", MISSION_POSTURES, empty=True),
        "style": Field("Temper", "choice", MISSION_STYLES, empty=True),
        "until": Field("Until day", "whole", low=1, high=60, usual=None, empty=True),
        "not_before": Field("Not before day", "whole", low=1, high=60, usual=None, empty=True),
        "reserve": Field("Kept back, per cent", "whole", low=1, high=100, usual=None, empty=True),
        "bypass": Field("Goes round what holds out", "flag", usual=False),
        "plans": Field("In plans", "plans", usual=(), help="none named: in all"),
    },
}  # fmt: skip
WHATS = tuple(FIELDS)
_OTHERS = frozenset({"side", "source", "plan", "formation"})


def usual(what: str) -> dict[str, Any]:
    """Give a thing of a kind as it is before anything is told of it."""
    return {name: list(one.usual) if isinstance(one.usual, tuple) else one.usual for name, one in FIELDS[what].items()}


def told_fields() -> dict[str, list[dict[str, Any]]]:
    """Give the table as plain data, for a page."""
    return {what: [{"key": name, **one._asdict()} for name, one in fields.items()] for what, fields in FIELDS.items()}


def read_fields(what: str, told: Mapping[str, Any], place: str) -> tuple[dict[str, Any], list[Problem]]:
    """Read what somebody says of a thing of a kind; what cannot be is told and left out."""
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, value in told.items():
        field = FIELDS[what].get(name)
        if field is None:
            problems.append(Problem(place, f"has no field {name[:40]!r}", did_you_mean(name[:40], FIELDS[what])))
        elif why := _wrong(field, value):
            problems.append(Problem(f"{place}: {field.words.lower()}", *why))
        else:
            found[name] = value.strip() if field.kind == "text" and isinstance(value, str) else value
    return found, problems


def _wrong(field: Field, value: Any) -> tuple[str, str] | None:
    """Say what is wrong with a value, and the way out; None: nothing is."""
    if value in ("", None):
        return None if field.empty or field.kind in _OTHERS else ("is empty", "write something")
    return _READERS.get(field.kind, _text)(field, value)


def _text(field: Field, value: Any) -> tuple[str, str] | None:
    most = _LONG if field.kind == "long" else _SHORT
    if not isinstance(value, str) or len(value) > most:
        return f"has more than {most} letters", "write less"
    if field.kind != "long" and not value.isprintable():
        return "has more than one line", "write it on one line"
    return None


def _number(field: Field, value: Any) -> tuple[str, str] | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not is_number or not field.low <= value <= field.high:
        return f"is {str(value)[:40]}", f"give a number from {field.low:g} to {field.high:g}"
    return None


def _whole(field: Field, value: Any) -> tuple[str, str] | None:
    if not isinstance(value, int):
        return f"is {str(value)[:40]}", f"give a whole number from {field.low:g} to {field.high:g}"
    return _number(field, value)


def _choice(field: Field, value: Any) -> tuple[str, str] | None:
    return None if value in field.known else (f"is {str(value)[:40]!r}", did_you_mean(str(value)[:40], field.known))


def _words(field: Field, value: Any) -> tuple[str, str] | None:
    if not isinstance(value, list) or len(value) > _MOST_WORDS:
        return "is no list of words", "take them from the list"
    return next((why for word in value if (why := _choice(field, word))), None)


def _flag(_: Field, value: Any) -> tuple[str, str] | None:
    return None if isinstance(value, bool) else (f"is {str(value)[:40]}", "say yes or no")


def _plans(_: Field, value: Any) -> tuple[str, str] | None:
    good = isinstance(value, list) and len(value) <= _MOST_WORDS and all(isinstance(one, str) for one in value)
    return None if good else ("is no list of plans", "take them from the list")


def _goals(_: Field, value: Any) -> tuple[str, str] | None:
    good = isinstance(value, list) and len(value) <= _MOST_WORDS and all(_is_goal(one) for one in value)
    return None if good else ("is no list of places", "choose them on the map")


def _is_goal(one: Any) -> bool:
    if not isinstance(one, dict) or not set(one) <= {"name", "lon", "lat", "via", "by"}:
        return False
    name, by, via = one.get("name", ""), one.get("by"), one.get("via", False)
    spot = all(one.get(key) is None or not _number(field, one[key]) for key, field in (("lon", _LON), ("lat", _LAT)))
    day = by is None or (isinstance(by, int) and 0 <= by <= _DAY.high)
    return spot and day and isinstance(via, bool) and isinstance(name, str) and len(name) <= _SHORT


_READERS = {
    "number": _number, "whole": _whole, "choice": _choice, "words": _words, "flag": _flag, "plans": _plans,
    "goals": _goals,
}  # fmt: skip
