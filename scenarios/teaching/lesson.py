"""
Read the lesson of a scenario: what the page leads through, step by step.

``lesson.toml`` lies beside ``scenario.toml``. Each ``[[step]]`` has a title, a text, what it points at on the map, and
when it is done: once orders were given (``orders``), once a phase is reached (``phase``, ``turn``, ``day``), once the
campaign is over (``over``), or, with none of these, once it was read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, did_you_mean
from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.scenario import Scenario

__all__ = ["LESSON_FILE", "Lesson", "Moment", "Step", "lesson_problems", "read_lesson", "teaches"]

LESSON_FILE = "lesson.toml"
_STEP_KEYS = ("title", "text", "units", "hexes", "press", "orders", "phase", "turn", "day", "over")
_MOST_STEPS, _MOST_TURNS, _MOST_DAYS = 50, 20, 60
_BUTTONS = ("", "next", "undo")


@dataclass(frozen=True, slots=True)
class Moment:
    """A phase that is to be reached."""

    day: int
    turn: int
    phase: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it says, what it points at, and what is to be done; without anything it is only read."""

    title: str
    text: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    press: str = ""
    """The button that it points at: next, undo, or none."""
    orders: tuple[str, ...] = ()
    """How orders that are to be given begin, in notation: ``2Pz.304.I M`` is any march of that unit."""
    moment: Moment | None = None
    over: bool = False

    @property
    def only_read(self) -> bool:
        """Whether nothing is to be done but to read it."""
        return not (self.orders or self.moment or self.over)


@dataclass(frozen=True)
class Lesson:
    """The steps of a lesson; where anything is wrong with them, ``reader`` holds it."""

    steps: tuple[Step, ...]
    reader: TomlReader = field(default_factory=lambda: TomlReader(LESSON_FILE, {}, {}))


def teaches(folder: Path) -> bool:
    """Say whether a scenario has a lesson, sound or not."""
    return (folder / LESSON_FILE).is_file()


def read_lesson(folder: Path) -> Lesson | None:
    """Read the lesson beside a scenario; None where there is none. What is wrong is not raised: the check tells it."""
    if not teaches(folder):
        return None
    try:
        reader = TomlReader.of(folder / LESSON_FILE)
    except ProblemsFound as found:
        return Lesson((), TomlReader(LESSON_FILE, {}, {}, list(found.problems)))
    reader.only(known=("step",))
    rows = reader.raw("step")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows) or not rows:
        reader.problems.append(Problem(LESSON_FILE, "has no step", "write [[step]] with a title and a text"))
        return Lesson((), reader)
    if len(rows) > _MOST_STEPS:
        reader.fault(("step", _MOST_STEPS), f"is one of {len(rows)}; {_MOST_STEPS} are read", "take the others away")
    return Lesson(tuple(_step(reader, i) for i in range(min(len(rows), _MOST_STEPS))), reader)


def _step(reader: TomlReader, i: int) -> Step:
    reader.only("step", i, known=_STEP_KEYS)
    title, text = reader.text("step", i, "title"), reader.text("step", i, "text")
    press = reader.choice("step", i, "press", known=_BUTTONS, default="")
    units, hexes, orders = (reader.texts("step", i, key) for key in ("units", "hexes", "orders"))
    over = reader.raw("step", i, "over")
    if over not in (None, True):
        reader.fault(("step", i, "over"), f"is {over!r}", "write true, or leave it out")
    return Step(title, text, units, hexes, press, orders, _moment(reader, i), over is True)


def _moment(reader: TomlReader, i: int) -> Moment | None:
    """Read which phase is to be reached, if one is."""
    phase = reader.text("step", i, "phase", default="")
    turn = int(reader.number("step", i, "turn", low=1, high=_MOST_TURNS, default=1))
    day = int(reader.number("step", i, "day", low=1, high=_MOST_DAYS, default=1))
    if not phase:
        for key in ("turn", "day"):
            if reader.raw("step", i, key) is not None:
                reader.fault(("step", i, key), "stands without a phase", "name the phase that is to be reached")
        return None
    return Moment(day, turn, phase)


def lesson_problems(lesson: Lesson | None, scenario: Scenario, hexmap: HexMap, rules: Ruleset) -> list[Problem]:
    """Find what is wrong with a lesson: in itself, and units, hexes and phases that its scenario does not have."""
    if lesson is None:
        return []
    reader = lesson.reader
    units = {row.id for row in scenario.orbat.stands} | {row.id for row in scenario.orbat.formations}
    phases = {row.key for row in rules.tables.phases}
    for i, step in enumerate(lesson.steps):
        _known(reader, i, "units", step.units, units)
        _known(reader, i, "orders", (text.split()[0] for text in step.orders), units)
        _known(reader, i, "phase", [step.moment.phase] if step.moment else [], phases)
        for number in step.hexes:
            try:
                hexmap.layout.grid.index_of(number)
            except ValueError as error:
                reader.fault(("step", i, "hexes"), f"is wrong: {error}", "name hexes of the scenario's map")
    return reader.by_line()


def _known(reader: TomlReader, i: int, key: str, named: Iterable[str], known: Iterable[str]) -> None:
    choices = sorted(known)
    for name in named:
        if name not in choices:
            reader.fault(("step", i, key), f"names {name[:40]!r}", did_you_mean(name[:40], choices))
