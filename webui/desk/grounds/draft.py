"""Hold what a map maker has said of his ground, and write it as an area file; read such a file again."""

from __future__ import annotations

import json
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import tomli_w

from maps.area.area import CLASSES, ONLINE, SOURCES
from maps.area.reader import KEYS
from maps.owntables import MOST_OWN, TABLES, OwnTables
from maps.problems import Problem, ProblemsFound, did_you_mean
from maps.toml_lines import parse_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["FILES", "LEGEND", "OUTLINE", "Draft", "Source", "area_text", "from_area", "legend_of",
           "tables_of"]  # fmt: skip

FILES, LEGEND, OUTLINE = "files", "legend.toml", "outline.geojson"
"""Where the files of a ground lie below its folder; its own rules of terrain; its outline as it was drawn."""
_RULES = ("legend", "kinds", "period")
_UNSAID = ("grid", "place", "around", "near")
_SIDES = ("west", "south", "east", "north")
_CREDITED = ("name", "licence", "attribution")
_DIGITS = 5
_DATED = re.compile(r"\d{4}-\d\d-\d\d")

Lon = Annotated[float, msgspec.Meta(ge=-180, le=180)]
Lat = Annotated[float, msgspec.Meta(ge=-90, le=90)]
Code = Annotated[str, msgspec.Meta(pattern="^[a-z]{2}$")]
Long = Annotated[str, msgspec.Meta(max_length=500)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
OwnRows = Annotated[
    dict[Text, Annotated[dict[Text, Any], msgspec.Meta(max_length=30)]], msgspec.Meta(max_length=MOST_OWN)
]


class Source(msgspec.Struct, frozen=True):
    """A file, the kind of source that it is, and its licence."""

    name: Annotated[str, msgspec.Meta(max_length=120)]
    kind: Annotated[str, msgspec.Meta(max_length=20)]
    licence: Text = ""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has been said of a ground."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    version: int = 0
    """Grows with every change."""
    box: tuple[Lon, Lat, Lon, Lat] | None = None
    outline: Annotated[tuple[tuple[Lon, Lat], ...], msgspec.Meta(max_length=500)] = ()
    """Drawn on the map of the world; where there is one, it says the ground, and not the box."""
    width_km: Annotated[float, msgspec.Meta(ge=0.1, le=50)] = 2.0
    layout: Literal["flat", "pointy"] = "flat"
    rotation_deg: Annotated[float, msgspec.Meta(ge=-180, le=180)] = 0.0
    crs: Text = ""
    date: Annotated[str, msgspec.Meta(max_length=10)] = ""
    countries: Annotated[
        tuple[Annotated[str, msgspec.Meta(pattern="^[a-z]{2}$")], ...], msgspec.Meta(max_length=30)
    ] = ()
    """Those that the ground shows, for what came to each in a year of its own."""
    classes: Annotated[str, msgspec.Meta(max_length=120)] = CLASSES[0]
    cover_year: int = 0
    """That the land cover shows; 0: not said."""
    bias_m: Annotated[float, msgspec.Meta(ge=-500, le=500)] = 0.0
    relief_factor: Annotated[float, msgspec.Meta(ge=0.1, le=10)] = 1.0
    sources: Annotated[tuple[Source, ...], msgspec.Meta(max_length=400)] = ()
    """The most trusted first."""
    online: tuple[Literal[ONLINE], ...] = ()  # type: ignore[valid-type]
    limits: Annotated[dict[Annotated[str, msgspec.Meta(max_length=60)], float], msgspec.Meta(max_length=200)] = {}
    """Thresholds that were changed, by the place in the rules of terrain where each stands."""
    own: Annotated[dict[Literal[TABLES], OwnRows], msgspec.Meta(max_length=len(TABLES))] = {}  # type: ignore[valid-type]
    """Kinds of terrain and of hexside that the area file holds, by table and name."""
    credits: Annotated[tuple[dict[str, Long], ...], msgspec.Meta(max_length=50)] = ()
    """Those that an area file named, each with name, licence and attribution."""
    missing: tuple[Text, ...] = ()
    """Files that an area file names, and that have not come yet."""

    def of_kind(self, kind: str) -> list[str]:
        """Name the files of a kind, the most trusted first."""
        return [one.name for one in self.sources if one.kind == kind]


def legend_of(draft: Draft) -> str:
    """Name the file of rules of terrain that a draft has; "" if it goes by those of the program."""
    return next(iter(draft.of_kind("legend")), "")


def tables_of(draft: Draft) -> OwnTables | None:
    """Give the kinds that a draft has beside those of its rules of terrain, as they are read; None if it has none."""
    return OwnTables("area file", draft.own, {}) if any(draft.own.values()) else None


def area_text(draft: Draft, width_km: float | None = None) -> str:
    """
    Write a draft as an area file, which the command line reads as well.

    Parameters
    ----------
    width_km
        Another width of the hexes, to try it.
    """
    return "\n".join([*_heads(draft), *_ground(draft), *_hexes(draft, width_km or draft.width_km), *_sources(draft),
                      *_elevation(draft), *_own(draft), *_credits(draft), ""])  # fmt: skip


def _heads(draft: Draft) -> Iterator[str]:
    yield f"name = {_quoted(draft.name)}"
    if draft.date:
        yield f"date = {draft.date if _DATED.fullmatch(draft.date) else _quoted(draft.date)}"
    if draft.countries:
        yield f"countries = {_listed(draft.countries)}"
    if draft.crs:
        yield f"crs = {_quoted(draft.crs)}"
    if draft.limits or legend_of(draft):
        yield f"legend = {_quoted(LEGEND if draft.limits else _path(legend_of(draft)))}"
    for rules in _RULES[1:]:
        for name in draft.of_kind(rules)[:1]:
            yield f"{rules} = {_quoted(_path(name))}"


def _ground(draft: Draft) -> Iterator[str]:
    outlines = [OUTLINE] if draft.outline else [_path(name) for name in draft.of_kind("outline")[:1]]
    if outlines:
        yield f"outline = {_quoted(outlines[0])}"
    elif draft.box:
        yield from ["", "[box]", *(f"{side} = {_number(value)}" for side, value in zip(_SIDES, draft.box, strict=True))]


def _hexes(draft: Draft, width_km: float) -> Iterator[str]:
    yield from ["", "[hexes]", f"width_km = {_number(width_km)}", f"layout = {_quoted(draft.layout)}"]
    if draft.rotation_deg:
        yield f"rotation_deg = {_number(draft.rotation_deg)}"


def _sources(draft: Draft) -> Iterator[str]:
    yield from ["", "[sources]"]
    for kind in SOURCES:
        if names := draft.of_kind(kind):
            yield f"{kind} = {_listed(_path(name) for name in names)}"
    if draft.of_kind("land_cover"):
        yield f"land_cover_classes = {_quoted(draft.classes)}"
    if draft.of_kind("land_cover") and draft.cover_year:
        yield f"land_cover_year = {draft.cover_year}"
    if draft.online:
        yield f"online = {_listed(draft.online)}"


def _elevation(draft: Draft) -> Iterator[str]:
    if draft.bias_m or draft.relief_factor != 1:
        yield from ["", "[elevation]", f"bias_m = {_number(draft.bias_m)}"]
        yield f"relief_factor = {_number(draft.relief_factor)}"


def _own(draft: Draft) -> Iterator[str]:
    if tables_of(draft):
        yield from ["", tomli_w.dumps({table: rows for table, rows in draft.own.items() if rows}).rstrip()]


def _credits(draft: Draft) -> Iterator[str]:
    for one in draft.credits:
        yield from ["", "[[credits]]", *(f"{key} = {_quoted(value)}" for key, value in one.items() if key in _CREDITED)]
    for source in draft.sources:
        if source.licence:
            told = (("name", source.name), ("licence", source.licence), ("attribution", "as the maker of the map says"))
            yield from ["", "[[credits]]", *(f"{key} = {_quoted(value)}" for key, value in told)]


def from_area(draft: Draft, text: str, held: Iterable[str]) -> Draft:
    """
    Take over what an area file says; files that it names and that are not there are noted as missing.

    Parameters
    ----------
    held
        The files of the ground.

    Raises
    ------
    ProblemsFound
        If it is no TOML, or says its ground in a way that only the command line reads.
    """
    data, _ = parse_toml(text, "area file")
    if unsaid := [key for key in _UNSAID if key in data]:
        remedy = "write it as [box], or build it with: sandtable map build"
        raise ProblemsFound([Problem("area file", f"says its ground by {unsaid[0]!r}", remedy)])
    if strange := sorted(set(data) - set(KEYS)):
        what = f"has {strange[0][:40]!r}, which no area file has"
        raise ProblemsFound([Problem("area file", what, did_you_mean(strange[0], KEYS))])
    named = list(_named(data))
    known = set(held)
    sources = tuple(one for one in named if one.name in known)
    kept = tuple(one for one in draft.sources if one.name not in {found.name for found in sources})
    missing = tuple(one.name for one in named if one.name not in known)
    told = {**_told(data), "sources": (*sources, *kept), "missing": missing, "limits": {}, "outline": (),
            "own": {table: data[table] for table in TABLES if table in data}}  # fmt: skip
    try:
        plain = {**msgspec.to_builtins(draft), **msgspec.to_builtins(told)}
        return msgspec.convert(plain, Draft, strict=False)
    except msgspec.ValidationError as error:
        remedy = "mend it; the manual's page on maps lists the keys"
        raise ProblemsFound([Problem("area file", str(error), remedy)]) from error


def _named(data: dict[str, Any]) -> Iterator[Source]:
    tables = {**{key: data[key] for key in (*_RULES, "outline") if key in data}, **_table(data, "sources")}
    for kind, names in tables.items():
        if kind in SOURCES or kind in (*_RULES, "outline"):
            for name in [names] if isinstance(names, str) else names if isinstance(names, list) else []:
                yield Source(PurePosixPath(str(name).replace("\\", "/")).name, kind)


def _told(data: dict[str, Any]) -> dict[str, Any]:
    hexes, box, raised = _table(data, "hexes"), _table(data, "box"), _table(data, "elevation")
    sources = _table(data, "sources")
    found = {
        "name": data.get("name"), "countries": data.get("countries"), "credits": data.get("credits"),
        "crs": data.get("crs"), "date": None if "date" not in data else str(data["date"]),
        "width_km": hexes.get("width_km"), "layout": hexes.get("layout"), "rotation_deg": hexes.get("rotation_deg"),
        "classes": sources.get("land_cover_classes"), "cover_year": sources.get("land_cover_year"),
        "online": sources.get("online"),
        "bias_m": raised.get("bias_m"), "relief_factor": raised.get("relief_factor"),
        "box": tuple(box.get(side) for side in _SIDES) if box else None,
    }  # fmt: skip
    return {key: value for key, value in found.items() if value is not None}


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key, {})
    return found if isinstance(found, dict) else {}


def _path(name: str) -> str:
    return f"{FILES}/{name}"


def _listed(words: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, words))}]"


def _number(value: float) -> str:
    return repr(round(float(value), _DIGITS))


def _quoted(text: str) -> str:
    """Write a text as a string of TOML: those of JSON are strings of TOML too."""
    return json.dumps(text, ensure_ascii=False)
