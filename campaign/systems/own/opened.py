"""Make a rule system of a rule file's text."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec

from campaign.engine.ruleset import Ruleset
from campaign.model.tables import Frozen, Interpretation, LossWords, PhaseRow, frozen, overridden
from campaign.systems.own.facts import FACTS
from campaign.systems.own.moved import SIGHT
from campaign.systems.own.play import OwnPlay
from campaign.systems.own.reading.reader import Lines, Value, faults_of, parsed, place_of, read_data
from campaign.systems.own.shape.lines import Reading
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.tables import UNIT, OwnTables
from campaign.systems.own.turn.allowed import ACTIVE, DONE
from campaign.systems.own.words.known import BY_ITSELF, SET_BY_PLAY
from maps.problems import Problem, ProblemsFound, raise_any


def ruleset_of(text: str, name: str, overrides: Mapping[str, Value]) -> Ruleset:
    """Make a rule system of a text.

    Raises ``ProblemsFound`` with every fault, or if an override names no reading, or a value that it cannot have.
    """
    return ruleset_of_data(*parsed(text, name), name, overrides, frozen(text))


def ruleset_of_data(
    data: Mapping[str, Any], lines: Lines, name: str, overrides: Mapping[str, Value], kept: Frozen, house: Any = None
) -> Ruleset:
    """Make a rule system of what a text says; ``house``: of a variant, what it changes of others."""
    ours = {key: value for key, value in overrides.items() if key != SIGHT}
    plain = _sound(data, lines, name, {})
    rules = _sound(data, lines, name, ours) if ours else plain
    read_as = _interpretations(plain, data)
    usual = {row.key: row.value for row in read_as}
    tables = _tables(rules, _as_set(read_as, overrides), kept)
    tables = msgspec.structs.replace(tables, usual=usual, house=house)
    return Ruleset(tables, OwnPlay(tables), kept)


def _sound(data: Mapping[str, Any], lines: Lines, name: str, overrides: Mapping[str, Value]) -> Rules:
    # What the umpire reads otherwise is put into the data.
    rules, notes = read_data(deepcopy(dict(data)), lines, name, overrides)
    raise_any(notes.toml.by_line())
    return rules


def faults(text: str, name: str) -> list[Problem]:
    """List every fault of a rule file, by line."""
    return faults_of(text, name)


def _tables(rules: Rules, read_as: tuple[Interpretation, ...], kept: Frozen) -> OwnTables:
    stances = frozenset(row.key for row in rules.stance)
    seen = {row.key for row in rules.mark if row.seen}
    marks = frozenset({*(row.key for row in rules.mark), *SET_BY_PLAY, *stances, ACTIVE, DONE})
    each = {row.each for row in rules.phase}
    return OwnTables(
        key=rules.system.key, name=rules.system.name, source=rules.system.author or "written by its owner",
        phases=tuple(_phase(rules, number) for number in range(len(rules.phase))),
        marks=marks, formation_marks=frozenset({ACTIVE, DONE}), interpretations=read_as,
        stores=tuple(row.key for row in rules.store if row.of == "formation"),
        each="together" if each == {"together"} else "side", open_marks=frozenset({*seen, *stances}),
        facing=rules.facing is not None, turn_word=rules.time.turn_word, losses=LossWords(one="step"),
        period=rules.system.period,
        postures=tuple(row.key for row in rules.posture), actions=tuple(sorted(stances)), facts=FACTS,
        open_attributes=frozenset({UNIT}), rules=rules, sha=kept.sha256,
    )  # fmt: skip


def _phase(rules: Rules, number: int) -> PhaseRow:
    row, prefix = rules.phase[number], rules.system.prefix
    by_itself = set(row.does) <= BY_ITSELF
    return PhaseRow(
        row.key, row.name, night=row.when == "night", automatic=by_itself, rule=f"{prefix} {row.rule}".strip()
    )


def _interpretations(rules: Rules, data: Mapping[str, Any]) -> tuple[Interpretation, ...]:
    """Give the readings of a file as all systems have them."""
    rows = [_interpretation(rules, row, data) for row in rules.reading]
    shows = "sight" if rules.sight.shows == "all" else "contact"
    rule = f"{rules.system.prefix} {rules.sight.rule}".strip() or rules.system.name[:20]
    others = tuple(sorted({"sight", "contact"} - {shows}))
    why = "How much is known of an enemy who is seen."
    rows.append(Interpretation(SIGHT, rule, "default", shows, why, others))
    return tuple(rows)


def _interpretation(rules: Rules, row: Reading, data: Mapping[str, object]) -> Interpretation:
    *way, last = row.at.split(".")
    box = place_of(data, way)
    value = box[last] if isinstance(box, dict) else ""
    plain = value if isinstance(value, str | int | float | bool) else str(value)
    rule = f"{rules.system.prefix} {row.rule}".strip() or rules.system.name[:20]
    return Interpretation(row.key, rule, row.source, plain, row.reason or f"sets {row.at}", row.others)


def _as_set(rows: tuple[Interpretation, ...], overrides: Mapping[str, Value]) -> tuple[Interpretation, ...]:
    """Set readings as the umpire has them: each only to a value that the file names."""
    known = {row.key: row for row in rows}
    for key, value in overrides.items():
        row = known.get(key)
        if row is not None and value not in {row.value, *row.alternatives}:
            told = ", ".join(repr(one) for one in (row.value, *row.alternatives))
            raise ProblemsFound(
                [Problem("overrides", f"{key} cannot be {value!r}; it can be {told}", "take one of these")]
            )
    return overridden(rows, overrides)
