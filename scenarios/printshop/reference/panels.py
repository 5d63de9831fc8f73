"""
Say what stands on a rule system's reference sheet: panels of tables, sentences and readings.

``sheet_KEY.toml`` beside a system's tables lays its sheet out. What that leaves out follows of itself, table by
table, and a system without such a file is laid out so as a whole: no figure of a system is missing on its sheet.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.systems.catalogue import differences, sheet
from campaign.systems.checking import figures_of, usual_readings
from scenarios.printshop.reference.blocks import Block, Panel, Plain, Reading, Say, Step
from scenarios.printshop.reference.figures import Figures, Grid, TableSpec
from scenarios.printshop.reference.ofdata import data_panels, done_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.model.tables import Interpretation, PhaseRow, Tables

__all__ = ["NO_FIGURES", "TONES", "Block", "Panel", "Plain", "Reading", "Say", "Step", "panels_of"]

TONES = {"turn": "name", "move": "supply", "ground": "slope", "see": "water_name", "fight": "attack",
         "command": "command", "rest": "rim", "read": "rim", "umpire": "cut"}  # fmt: skip
"""What a panel is about, and its ink in the palette."""

NO_FIGURES = ("key", "name", "source", "phase", "interpretation", "marks", "formation_marks", "open_marks", "actions",
               "postures", "stores", "paragraphs", "unmark", "matters", "losses", "each", "facing", "open_postures",
               "identified_mark", "turn_word")  # fmt: skip
"""What a system's file says to the program, and not to who plays."""

_ABOUT = (
    ("move", "move pace mover movement transport carriers"),
    ("ground", "ground terrain sides water crossing"),
    ("see", "sight spot identif"),
    ("command", "command order"),
    ("fight", "fire weapon combat shoot damage chart projectile defence close artillery elimination stand unit"),
)
_MOST_COLUMNS, _MOST_CELL, _WIDE_FROM = 12, 16, 7


class SaysSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence that holds only while readings are so."""

    words: str
    when: dict[str, Any]


class PanelSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a panel: its tables, then its sentences."""

    title: str
    tone: str = "rest"
    span: int = 1
    note: str = ""
    when: dict[str, Any] = {}
    """It stands on the sheet while these readings are so."""
    table: list[TableSpec] = []
    says: list[str | SaysSpec] = []


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a sheet."""

    like: str = ""
    """The system whose file holds what this leaves out."""
    turn: str = ""
    """What stands beside the heading of the order of play."""
    phases: dict[str, str | SaysSpec] = {}
    """What is done in each phase."""
    names: dict[str, str] = {}
    """Words for keys that say too little by themselves."""
    leave: list[str] = []
    """Figures that no sheet is needed for: of the program, or of the setting up."""
    panel: list[PanelSpec] = []


def panels_of(tables: Tables) -> list[Panel]:
    """
    List the panels of a system's sheet, as it is played.

    Raises
    ------
    ProblemsFound
        If its layout names a figure that the system does not have.
    """
    if sheet(tables):
        return _of_data(tables)
    layout = _layout(tables.like)
    readings = {item.key: item.value for item in tables.interpretations}
    figures = Figures({**figures_of(tables), "reading": readings}, layout.names)
    order = _order(tables, layout, figures)
    held = [(_panel(spec, figures), _holds(spec.when, figures)) for spec in layout.panel]
    laid = [panel for panel, holds in held if holds]
    rest = figures.left({*NO_FIGURES, *layout.leave, "reading"})
    return [order, *_otherwise(tables), *laid, *_others(rest, figures), *_house(tables, figures),
            *_readings(tables, figures)]  # fmt: skip


def _of_data(tables: Tables) -> list[Panel]:
    """List the panels of a system of data: as its own text says, which may be another than the file has now."""
    figures, order = Figures({"reading": {}}), Layout(phases=dict(done_in(tables)))
    return [_order(tables, order, figures), *_otherwise(tables), *data_panels(tables), *_house(tables, figures),
            *_readings(tables, figures)]  # fmt: skip


def _otherwise(tables: Tables) -> Iterator[Panel]:
    """List what a house variant has otherwise than the rules that it extends."""
    rows = differences(tables)
    if rows:
        told = (Reading(f"{row.rule} {row.place}".strip(), row.now, row.reason, row.was) for row in rows)
        yield Panel(f"Otherwise than {tables.house.extends}", "umpire", 1, "", tuple(told))


def _layout(key: str) -> Layout:
    file = next(Path(str(files("campaign.systems"))).glob(f"*/sheet_{key}.toml"), None)
    if file is None:
        return Layout()
    own = msgspec.toml.decode(file.read_text("utf-8"), type=Layout)
    if not own.like:
        return own
    other = _layout(own.like)
    return Layout("", own.turn or other.turn, {**other.phases, **own.phases}, {**other.names, **own.names},
                  [*other.leave, *own.leave], _merged(other.panel, own.panel))  # fmt: skip


def _merged(others: Sequence[PanelSpec], own: Sequence[PanelSpec]) -> list[PanelSpec]:
    """Put own panels in the places of those with their titles, and the rest behind."""
    by_title = {panel.title: panel for panel in own}
    known = {panel.title for panel in others}
    return [*(by_title.get(panel.title, panel) for panel in others), *(one for one in own if one.title not in known)]


def _order(tables: Tables, layout: Layout, figures: Figures) -> Panel:
    steps = [Step(k, row.name, _told(row, layout.phases.get(row.key, ""), figures), row.rule)
             for k, row in enumerate((row for row in tables.phases if not row.opening), 1)]  # fmt: skip
    return Panel(f"Order of the {tables.turn_word}", "turn", 1, figures.sentence(layout.turn), tuple(steps))


def _told(row: PhaseRow, words: str | SaysSpec, figures: Figures) -> str:
    notes = [said for said, holds in (("first turn of a day only", row.morning_only), ("by itself", row.automatic),
                                      ("until all have acted", row.repeats)) if holds]  # fmt: skip
    return " ".join(filter(None, [_sentence(words, figures), *(f"{note.capitalize()}." for note in notes)]))


def _panel(spec: PanelSpec, figures: Figures) -> Panel:
    sentences = [said for one in spec.says if (said := _sentence(one, figures))]
    blocks: list[Block] = [*map(figures.grid, spec.table), *map(Say, sentences)]
    return Panel(spec.title, spec.tone, spec.span, figures.sentence(spec.note), tuple(blocks))


def _sentence(said: str | SaysSpec, figures: Figures) -> str:
    """Fill a sentence; "" if it does not hold as the rules are read."""
    if isinstance(said, str):
        return figures.sentence(said)
    return figures.sentence(said.words) if _holds(said.when, figures) else ""


def _holds(when: Mapping[str, Any], figures: Figures) -> bool:
    readings = figures.data["reading"]
    return all(readings.get(key) == value for key, value in when.items())


def _others(rest: Mapping[str, Any], figures: Figures) -> Iterator[Panel]:
    """Lay out tables that no layout speaks of: each as a grid where it is one, single figures together."""
    single = {key: value for key, value in rest.items() if not _is_table(value)}
    for key, value in rest.items():
        if key not in single:
            blocks = tuple(_blocks(value, figures))
            wide = max((len(block.head) for block in blocks if isinstance(block, Grid)), default=0)
            yield Panel(figures.name(key), _about(key), 2 if wide >= _WIDE_FROM else 1, "", blocks)
    if single:
        yield Panel("Other figures", "rest", 1, "", tuple(_blocks(single, figures)))


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict | list))


def _about(key: str) -> str:
    words = key.split("_")
    fits = (tone for tone, known in _ABOUT if any(part.startswith(one) for part in words for one in known.split()))
    return next(fits, "rest")


def _blocks(value: Any, figures: Figures, title: str = "") -> Iterator[Block]:
    rows = dict(enumerate(value, 1)) if isinstance(value, list) else dict(value)
    grid = _as_grid(rows, figures, title)
    if grid is not None:
        yield grid
        return
    inner = {key: part for key, part in rows.items() if _is_table(part)}
    alike = {key: part for key, part in inner.items() if isinstance(part, dict)}
    grid = _as_grid(alike, figures, title)
    plain = {str(key): part for key, part in rows.items() if key not in inner}
    shared = {}
    if len(set(map(str, plain.values()))) * 2 < len(plain) and all(isinstance(part, str) for part in plain.values()):
        shared, plain = plain, {}
    if shared:
        yield Figures({"all": shared}, figures.names).grid(TableSpec("all", title, by_value=True))
    if plain:
        yield Plain(tuple((figures.name(key), figures.said(part)) for key, part in plain.items()), title)
    if grid is not None:
        yield grid
    for key, part in inner.items() if grid is None else ((key, inner[key]) for key in inner if key not in alike):
        yield from _blocks(part, figures, f"{title} {figures.name(key)}".strip())


def _as_grid(rows: Mapping[Any, Any], figures: Figures, title: str) -> Grid | None:
    """Make a grid of rows that are alike, None if they are not."""
    if len(rows) < 2:
        return None
    kinds = {type(row) for row in rows.values()}
    if kinds == {list} and all(len(row) > 1 for row in rows.values()):
        short = len({len(row) for row in rows.values()}) <= 2
    elif kinds == {dict}:
        columns = dict.fromkeys(key for row in rows.values() for key in row)
        short = 0 < len(columns) <= _MOST_COLUMNS
    else:
        return None
    cells = [figures.said(cell) for row in rows.values() for cell in (row.values() if isinstance(row, dict) else row)]
    if not short or any(len(cell) > _MOST_CELL for cell in cells):
        return None
    return Figures({"all": {str(key): row for key, row in rows.items()}}, figures.names).grid(TableSpec("all", title))


def _house(tables: Tables, figures: Figures) -> Iterator[Panel]:
    usual = usual_readings(tables)
    own = tuple(
        _reading(item, figures, _set(usual[item.key])) for item in tables.interpretations if _is_own(item, usual)
    )
    if own:
        yield Panel("As your umpire wants it", "umpire", 1, "instead of what is usual", own)


def _readings(tables: Tables, figures: Figures) -> Iterator[Panel]:
    """Group the readings by paragraph, so that they are found from it."""
    names, usual = {row.rule: row.name for row in reversed(tables.phases)}, usual_readings(tables)
    found: dict[str, list[Interpretation]] = {}
    for item in tables.interpretations:
        if not _is_own(item, usual):
            found.setdefault(item.rule, []).append(item)
    for rule in sorted(found, key=_paragraph):
        yield Panel(
            f"{rule} {names.get(rule, '')}".strip(),
            "read",
            1,
            "",
            tuple(_reading(item, figures) for item in found[rule]),
        )


def _is_own(item: Interpretation, usual: Mapping[str, Any]) -> bool:
    """Whether somebody has set a reading, and otherwise than it is: a battle sets some to what they are."""
    return item.source == "house" and _set(item.value) != _set(usual[item.key])


def _paragraph(rule: str) -> tuple[Any, ...]:
    book, _, number = rule.partition(" ")
    return book, [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in
                  number.replace("-", ".").split(".")]  # fmt: skip


def _reading(item: Interpretation, figures: Figures, usual: str = "") -> Reading:
    return Reading(figures.name(item.key), _set(item.value), item.reason, usual)


def _set(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.replace("_", " ") if isinstance(value, str) else f"{value:g}"
