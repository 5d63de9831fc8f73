"""Read the form of a planned battle: what the umpire wants otherwise than it is proposed."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from maps.grid.numbers import hex_named
from maps.problems import Problem, ProblemsFound
from scenarios.battles.editing import NO_EDITS, Edits
from scenarios.battles.ground.tables import read_lengths
from scenarios.battles.proposing import AS_PROPOSED, Asked
from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maps.grid.hexmap import HexMap

__all__ = ["MOST_TURNS", "PlanForm", "count_of", "plan_form", "text_of"]

T = TypeVar("T")

MOST_TURNS = 100
_MOST_TEXT = 80
_MOST_ZONE = 4000
_MOST_POINTS = 1000
_COMES, _SHORT, _HITS, _OFF, _KIND, _EDGE, _ZONE = "comes:", "short:", "hits:", "off:", "kind:", "edge:", "zone:"
_NUMBERS = {
    "turns": (1, 99), "campaign_turns": (1, 99), "wide_inches": (6, 400), "high_inches": (6, 400),
    "hex_inches": (0.5, 24), "inch_m": (1, 5000),
}  # fmt: skip
_TABLES = ("wide_inches", "high_inches")
_LENGTHS = {"wide_inches", "high_inches", "hex_inches"}
_WHOLE = {"turns", "campaign_turns"}


def text_of(form: Mapping[str, str], name: str, most: int = _MOST_TEXT) -> str:
    """Give a field without the blanks about it, so long at most."""
    return form.get(name, "").strip()[:most]


class PlanForm(NamedTuple):
    """What the umpire wants otherwise of a plan, and what in its form could not be read."""

    asked: Asked
    edits: Edits
    wanted: Mapping[str, object]
    problems: Sequence[Problem]


class _Reading:
    """Reads the fields of the form of a plan, and notes what cannot be read: that field is as proposed then."""

    def __init__(self, form: Mapping[str, str], hexmap: HexMap) -> None:
        self.form, self.hexmap, self.problems = form, hexmap, list[Problem]()

    def _tried(self, place: str, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except BadRequest as fault:
            self.problems.append(Problem(place, fault.why, fault.remedy))
        except ProblemsFound as faults:
            self.problems += [Problem(place, one.what, one.remedy) for one in faults.problems]
        return None

    def _fields(self, begin: str, most: int = _MOST_TEXT) -> dict[str, str]:
        """Give the fields whose names begin so, by what follows; blank ones are as proposed."""
        return {name.removeprefix(begin): text for name in self.form
                if name.startswith(begin) and (text := text_of(self.form, name, most))}  # fmt: skip

    def _counts(self, begin: str, words: str, limit: int) -> dict[str, int]:
        found = {key: self._tried(f"{words} {key}", partial(count_of, text, limit))
                 for key, text in self._fields(begin).items()}  # fmt: skip
        return {key: count for key, count in found.items() if count is not None}

    def asked(self) -> Asked:
        """Read the turns, and who comes when: a stand that is left blank stays away."""
        form, coming = self.form, self._counts(_COMES, "the turn of", MOST_TURNS)
        turns = self._tried("turns", lambda: _number(form, "turns")) if text_of(form, "turns") else None
        comers = any(name.startswith(_COMES) for name in form)
        short = None
        if "supply" in form:
            short = frozenset(key.removeprefix(_SHORT) for key in form if key.startswith(_SHORT))
        return Asked(None if turns is None else int(turns), coming if comers else None, short, self._fields(_KIND))

    def edits(self) -> Edits:
        """Read hits, who stays off, what it is for, the edge where who comes later comes, and where sides set up."""
        off = frozenset(name.removeprefix(_OFF) for name in self.form if name.startswith(_OFF))
        return Edits(self._counts(_HITS, "hits of", MOST_TURNS), off, self._aims(), self._fields(_EDGE),
                     self._fields(_ZONE, _MOST_ZONE))  # fmt: skip

    def _aims(self) -> list[tuple[str, int, int]] | None:
        form = self.form
        rows = [name.removeprefix("aim:") for name in form if name.startswith("aim:")]
        told = [[text_of(form, f"{part}:{row}") for part in ("aim", "aim-hex", "aim-points")] for row in rows]
        found, before = list[tuple[str, int, int]](), len(self.problems)
        for name, number, points in (row for row in told if row[0] or row[1]):
            place = f"what it is for: {name or number}"
            index = self._tried(place, partial(hex_named, self.hexmap, number))
            count = self._tried(place, partial(count_of, points or "1", _MOST_POINTS))
            if index is not None and count is not None:
                found.append((name, index, count))
        # Were the only row one that cannot be read, "is nothing" would be told of it besides.
        return found if rows and (found or len(self.problems) == before) else None

    def wanted(self, *, only_table: bool) -> dict[str, object]:
        """Read the fields of the plan itself; with ``only_table`` the size alone of numbers."""
        form = self.form
        found: dict[str, object] = {name: text_of(form, name) for name in ("name", "weather", "light", "seed")}
        for name in _TABLES if only_table else _NUMBERS:
            # What is wrong with the turns is told already, where they are asked.
            if text_of(form, name) and name != "turns":
                found[name] = self._tried(name.replace("_", " "), partial(_number, form, name))
        if told := text_of(form, "date"):
            found["date"] = self._tried("date", partial(_date, told))
        return {name: value for name, value in found.items() if value not in {None, ""}}


def plan_form(form: Mapping[str, str], hexmap: HexMap, *, only_table: bool = False) -> PlanForm:
    """Read the form of a plan, and all that is wrong in it; ``only_table``: but for the table it was of other rules."""
    reading = _Reading(form, hexmap)
    if only_table:
        return PlanForm(AS_PROPOSED, NO_EDITS, reading.wanted(only_table=True), reading.problems)
    asked, edits, wanted = reading.asked(), reading.edits(), reading.wanted(only_table=False)
    return PlanForm(asked, edits, wanted, reading.problems)


def _date(told: str) -> str:
    try:
        return dt.date.fromisoformat(told).isoformat()
    except ValueError:
        raise BadRequest(400, "date", f"{told[:20]!r} is no date", "write it as 1944-12-16") from None


def _number(form: Mapping[str, str], name: str) -> float:
    low, high = _NUMBERS[name]
    text, remedy = text_of(form, name), "write one"
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = -1.0
        if name in _LENGTHS:
            remedy = "write inches, or 180 cm, 100 mm, 6 ft"
            value = round((read_lengths(text, 1) or (-1.0,))[0], 4)
    if not low <= value <= high:
        raise BadRequest(400, name, f"{text[:20]!r} is no number from {low:g} to {high:g}", remedy)
    return int(value) if name in _WHOLE else value


def count_of(value: str, limit: int) -> int:
    """Read a number from 0 to below a limit; raises ``BadRequest``."""
    if not (value.isascii() and value.isdigit() and len(value) < 4 and int(value) < limit):
        raise BadRequest(400, "slip", f"{value[:20]!r} is no number from 0 to {limit - 1}", "write one of these")
    return int(value)
