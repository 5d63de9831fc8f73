"""
Run cases: given a situation, when an order is given, then this must come of it.

A case file is TOML: ``ruleset``, optionally lines that are ``given`` to all, then
``[[case]]`` tables with ``id``, ``rule``, ``about``, ``given``, ``when``, ``dice``, ``then``.
Rule systems that have most in common share a file: ``[system.NAME]`` has the ``ruleset`` of each, and
``words`` that the cases have otherwise in it; a case holds in all of them, or in those it is ``for``.
A file that is a whole rule system has its cases in it, and is read by its own reader for the rest.
``given`` is read by ``engine.given``, ``when`` by the notation of orders, ``then``
by ``engine.claims``. Umpires write such files for their house rules too.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaign.engine.apply import fold
from campaign.engine.claims import Outcome, holds
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.model.tokens import NotParseable
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.situation import Situation

    Load = Callable[[str, Mapping[str, str | int | float | bool]], Ruleset]

__all__ = ["Case", "CaseFile", "Failure", "cases_in", "read_cases", "run_case"]

_KEYS = ("id", "ids", "for", "rule", "about", "given", "when", "dice", "then", "by")


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file."""

    id: str
    rule: str
    about: str
    given: str
    when: tuple[str, ...]
    dice: tuple[int, ...]
    then: tuple[str, ...]
    by: str
    place: str
    """File and line, for messages."""
    ruleset: str = ""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of a file, and the rule systems they are about: a case of two systems is there twice."""

    name: str
    rulesets: tuple[str, ...]
    cases: tuple[Case, ...]

    def of(self, ruleset: str) -> tuple[Case, ...]:
        """List the cases of one rule system."""
        return tuple(case for case in self.cases if case.ruleset == ruleset)


@dataclass(frozen=True, slots=True)
class _System:
    """A rule system of a file: what the file calls it, its key, and what the cases' words are in it."""

    name: str
    ruleset: str
    words: Mapping[str, str]

    def worded(self, text: str) -> str:
        """Put a text into the system's own words."""
        if not self.words:
            return text
        found = sorted(self.words, key=len, reverse=True)
        pattern = "|".join(re.escape(word) + (r"(?!\w|\.\d)" if word[-1].isalnum() else "") for word in found)
        return re.sub(rf"(?<!\w)(?:{pattern})", lambda hit: self.words[hit[0]], text)


@dataclass(frozen=True, slots=True)
class Failure:
    """A claim of a case that does not hold, and what came instead."""

    case: Case
    claim: str
    instead: str

    def __str__(self) -> str:
        """Print as one line."""
        return f"{self.case.place}: {self.case.id} ({self.case.rule}): {self.claim!r} does not hold: {self.instead}"


def read_cases(path: Path) -> CaseFile:
    """
    Read a case file.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    return cases_in(TomlReader.of(path))


def cases_in(reader: TomlReader) -> CaseFile:
    """Read the cases of a file as a reader has it; raises ``ProblemsFound`` with every fault, by line."""
    whole = isinstance(reader.raw("system", "key"), str)
    if not whole:
        reader.only(known=("ruleset", "system", "given", "case"))
    common = _text(reader.data.get("given"))
    systems = {"": _System("", reader.text("system", "key"), {})} if whole else _systems(reader)
    count = len(reader.data.get("case") or ())
    if not count:
        reader.fault(("case",), "is missing", "write at least one [[case]]")
    wanted = ((k, system) for k in range(count) for system in _systems_of(reader, k, systems))
    cases = tuple(_case(reader, k, common, system, systems) for k, system in wanted)
    times = Counter(case.id for case in cases)
    twice = sorted(key for key, count in times.items() if count > 1)
    reader.problems += [Problem(reader.name, f"the id {key!r} comes twice", "number them anew") for key in twice]
    raise_any(reader.problems)
    return CaseFile(reader.name, tuple(system.ruleset for system in systems.values()), cases)


def _systems(reader: TomlReader) -> dict[str, _System]:
    """Read the rule systems of a file: one, or several under names of their own."""
    told = reader.raw("system")
    if not isinstance(told, dict) or not told:
        return {"": _System("", reader.text("ruleset"), {})}
    found = {}
    for name in told:
        reader.only("system", name, known=("ruleset", "words"))
        words = reader.raw("system", name, "words") or {}
        found[name] = _System(name, reader.text("system", name, "ruleset"), words)
    return found


def _systems_of(reader: TomlReader, k: int, systems: Mapping[str, _System]) -> list[_System]:
    """Give the systems that a case is for: all, unless it names some."""
    asked = reader.raw("case", k, "for")
    names = [asked] if isinstance(asked, str) else asked if isinstance(asked, list) else list(systems)
    for name in names:
        if name not in systems:
            reader.fault(
                ("case", k, "for"), f"names {name!r}, no system of this file", did_you_mean(str(name), systems)
            )
    return [systems[name] for name in names if name in systems]


def _id(reader: TomlReader, k: int, system: _System, systems: Iterable[str]) -> str:
    """Give the id of a case in a system: the first that it is for has it plain, the others add their names."""
    own = (reader.raw("case", k, "ids") or {}).get(system.name)
    if own is not None:
        return str(own)
    plain, asked = reader.text("case", k, "id"), reader.raw("case", k, "for") or list(systems)
    first = asked[0] if isinstance(asked, list) else asked
    return plain if first == system.name else f"{plain}/{system.name}"


def _case(reader: TomlReader, k: int, common: str, system: _System, systems: Iterable[str]) -> Case:
    reader.only("case", k, known=_KEYS)
    for key in ("when", "then"):
        if reader.raw("case", k, key) is None:
            reader.fault(("case", k, key), "is missing", "say what is ordered, and what must come of it")
    dice = reader.raw("case", k, "dice") or []
    if not (isinstance(dice, list) and all(isinstance(face, int) for face in dice)):
        reader.fault(("case", k, "dice"), "is no list of faces", "write dice = [6, 3, 1]")
        dice = []

    def lines(key: str) -> tuple[str, ...]:
        return tuple(map(system.worded, _lines(reader.raw("case", k, key))))

    return Case(
        id=_id(reader, k, system, systems), rule=system.worded(reader.text("case", k, "rule")),
        about=system.worded(reader.text("case", k, "about", default="")),
        given="\n".join(filter(None, [system.worded(common), "\n".join(lines("given"))])),
        when=lines("when"), dice=tuple(dice), then=lines("then"),
        by=reader.text("case", k, "by", default="umpire"), place=reader.place("case", k, "id"), ruleset=system.ruleset,
    )  # fmt: skip


def _text(value: Any) -> str:
    return "\n".join(_lines(value))


def _lines(value: Any) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(line.strip() for text in texts for line in str(text).splitlines() if line.strip())


def run_case(case: Case, ruleset: str, load: Load) -> list[Failure]:
    """
    Run a case; give the claims that do not hold.

    Parameters
    ----------
    load
        Gives a rule system by its key, with readings set otherwise: ``catalogue.ruleset``.

    Raises
    ------
    ProblemsFound
        If the case cannot be read: an unknown stand, a claim that is none.
    """
    try:
        loaded = load(ruleset, readings_of(case.given))
        outcome = _play(case, loaded, situation_of(case.given, loaded))
        told = [(claim, holds(claim, outcome)) for claim in case.then]
    except (NotParseable, ValueError) as error:
        # ScriptedDice says so where a case calls in too few dice.
        place = f"{case.place}: {case.id}"
        raise ProblemsFound(
            [Problem(place, str(error), "the manual's page on cases shows what can be said")]
        ) from error
    failures = [Failure(case, claim, instead) for claim, instead in told if instead]
    says_refused = any(claim.split()[0] == "refused" for claim in case.then)
    if outcome.refusal is not None and not says_refused and "accepted" not in case.then:
        failures.insert(0, Failure(case, "accepted", f"refused: {outcome.refusal}"))
    return failures


def _play(case: Case, ruleset: Ruleset, situation: Situation) -> Outcome:
    dice: Dice = ScriptedDice(*case.dice) if case.dice else SeededDice(case.id, 1)
    events: list[AnyEvent] = []
    for line in case.when:
        by, colon, rest = line.partition(": ")
        order = parse_order(rest if colon else line, situation.map, situation.state)
        try:
            happened = decide(ruleset, situation, order, dice, by=by if colon else case.by)
        except Refusal as refusal:
            return Outcome(ruleset, situation, events, refusal)
        events += happened
        situation = situation.with_state(fold(situation.state, happened))
    return Outcome(ruleset, situation, events, None)
