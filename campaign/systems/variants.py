"""Load house variants: files that extend a coded system, or another file, and change places of it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import Ruleset
from campaign.model.situation import Situation
from campaign.model.tables import Frozen, Tables, frozen
from campaign.systems import catalogue, checking, shelf
from campaign.systems.own.moved import missing
from campaign.systems.own.opened import ruleset_of_data
from campaign.systems.own.reading.reader import Value, parsed, read_data
from campaign.systems.own.tables import OwnTables
from campaign.systems.own.variant.resolving import Base, Resolved, carrying, extends, line_of, of_changes, resolved
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.toml_lines import TomlReader, shown

_RULES = "rules"
_PHASE = "phase"
_FOR_READERS = frozenset({"name", "rule", "reason", "about", "why", "one", "took", "healed"})
"""Keys of texts that are for readers alone."""
_IN_ITS_HEADING = frozenset({"key", "name", "source"})
"""What a variant says of itself in its heading, so that no change needs to."""


def base_of(key: str, text: str = "", deep: int = 0) -> Base:
    """Give the rules of a key as what a variant can extend; ``text``: of the file, where it is carried along.

    Raises ``KeyError``, with the way out, if there are none.
    """
    if key in catalogue.coded():
        return Base(key, checking.shipped_file(key), key, coded=True)
    if not text and key not in shelf.paths():
        near = did_you_mean(key, [*catalogue.coded(), *shelf.paths()])
        near = near if near.endswith("?") else f"{near}."
        msg = f"{near} From another club? Ask for the file as they export it, with what it extends in it"
        raise KeyError(msg)
    text, name = text or shelf.text_of(key), f"{key}.toml"
    if not extends(text):
        return Base(key, parsed(text, name)[0], key, coded=False, text=text)
    found = resolved(text, name, base_of, deep)
    raise_any(found.notes.toml.by_line())
    whole = text if found.variant.base is not None or found.base.coded else carrying(text, found.base.text)
    return Base(key, found.data, found.base.root, found.base.coded, whole, found.house.differences, found)


def load(text: str, name: str, overrides: Mapping[str, Value]) -> Ruleset:
    """Make a rule system of a variant's text.

    Raises ``ProblemsFound`` with every fault.
    """
    found = resolved(text, name, base_of)
    raise_any(found.notes.toml.by_line())
    return ruleset_as(found, overrides, frozen(whole(text, found)))


def ruleset_as(found: Resolved, overrides: Mapping[str, Value], kept: Frozen | None = None) -> Ruleset:
    """Make a rule system of a variant that is read; raises ``ProblemsFound`` if its figures do not fit together."""
    if not found.base.coded:
        of = kept or frozen(found.base.text)
        return ruleset_of_data(found.data, found.lines, found.notes.toml.name, overrides, of, found.house)
    rules, system = _coded(found, overrides), found.variant.system
    by = f"{system.author}, after {rules.tables.name}" if system.author else f"a house variant of {rules.tables.name}"
    tables = msgspec.structs.replace(rules.tables, key=system.key, name=system.name, source=by, house=found.house)
    return Ruleset(tables, type(rules.play)(tables), kept)  # type: ignore[call-arg]  # plays are made of tables


def _coded(found: Resolved, overrides: Mapping[str, Value]) -> Ruleset:
    """Read the changed figures by the system's own reader."""
    try:
        return catalogue.coded_ruleset(found.base.root, overrides, found.data)
    except (msgspec.ValidationError, ValueError, KeyError, TypeError, ArithmeticError) as error:
        name = found.notes.toml.name
        told = f"these figures do not fit together ({error})"
        raise ProblemsFound([Problem(name, told, "see: sandtable rules problems")]) from error


def whole(text: str, found: Resolved) -> str:
    """Give a variant's text with the file that it extends in it, unless that is coded, or is in it already."""
    return text if found.base.coded or found.variant.base is not None else carrying(text, found.base.text)


def whole_text(text: str, name: str) -> str:
    """Give a text so that it says all: a variant with the file that it extends in it, any other as it is."""
    return whole(text, resolved(text, name, base_of)) if extends(text) else text


def faults(text: str, name: str) -> list[Problem]:
    """List every fault of a variant, by the line of the change that it comes from."""
    found = resolved(text, name, base_of)
    notes = found.notes.toml
    if not notes.problems:
        notes.problems += _needless(found)
        notes.problems += _placed(found, _faults_in(found))
    return notes.by_line()


def _needless(found: Resolved) -> list[Problem]:
    """List changes that change nothing."""
    notes, rows = found.notes.toml, enumerate(found.house.differences[len(found.base.differences) :])
    remedy = "take the change out, or write another value"
    return [
        Problem(notes.place("change", k, "to"), f"{row.place} is {row.now} in the other rules already", remedy)
        for k, row in rows if row.was == row.now
    ]  # fmt: skip


def _faults_in(found: Resolved) -> list[Problem]:
    name = found.notes.toml.name
    reader = TomlReader(name, found.data, {at: line for at, line in found.lines.items() if line})
    if not found.base.coded:
        return read_data(dict(found.data), reader.lines, name, {})[1].toml.by_line()
    for at in found.lines:
        if at[0] in _IN_ITS_HEADING:
            reader.fault(at, "is said in [system] of this file", "take the change out")
        elif at[0] == _PHASE and (len(at) < 3 or at[-1] == "key"):
            reader.fault(at, "is a phase that the program knows by its key", "change its name, and leave the key")
    problems = (
        checking.problems_in(reader, found.base.root) + list(_misread(found, reader)) + list(_unheard(found, reader))
    )
    if problems:
        return problems
    try:
        _coded(found, {})
    except ProblemsFound as error:
        return list(error.problems)
    return []


def _misread(found: Resolved, reader: TomlReader) -> Iterator[Problem]:
    """List readings that are set to what the rules that are extended cannot have."""
    rows, usual = found.data.get("interpretation", ()), catalogue.ruleset(found.base.root).tables.interpretations
    known = {item.key: item for item in usual}
    for number, row in enumerate(rows if isinstance(rows, list) else ()):
        item = known.get(str(row.get("key"))) if isinstance(row, dict) else None
        at = ("interpretation", number, "value")
        value = row.get("value") if isinstance(row, dict) else None
        # A list or a table is told by the checker of the tables, as no reading is one.
        why = ""
        if item is not None and at in found.lines and isinstance(value, str | int | float):
            why = item.refuses(value)
        if why:
            yield Problem(
                reader.place(*at), f"the reading {row['key']} {why}", "see the readings: sandtable rules show"
            )


def _unheard(found: Resolved, reader: TomlReader) -> Iterator[Problem]:
    """List words that a change puts where the program goes by words, and that those rules use nowhere."""
    usual = checking.shipped_file(found.base.root)
    known, plain = set(_words_in(usual)), TomlReader(reader.name, usual, {})
    for place in found.lines:
        was, now = plain.raw(*place), reader.raw(*place)
        if isinstance(was, str) != isinstance(now, str) and was is not None and now is not None:
            what = f"{'.'.join(map(str, place))} is {shown(now)}, where the other rules have {shown(was)}"
            yield Problem(reader.place(*place), what, "write a value of the same sort")
        for word in _plain_words(reader.raw(*place)):
            if word not in known and place[-1] not in _FOR_READERS:
                what = f"{'.'.join(map(str, place))} is {word!r}, a word that those rules use nowhere"
                yield Problem(reader.place(*place), what, _near(word, known))


def _near(word: str, known: set[str]) -> str:
    told = did_you_mean(word, known)
    return told if told.startswith("did you mean") else "take a word that stands in them"


def _plain_words(value: Any) -> Iterator[str]:
    """List the texts of a value that are words for the program, and not for readers: small letters, no blanks."""
    if isinstance(value, str) and value and " " not in value and value == value.lower():
        yield value
    for item in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from _plain_words(item)


def _words_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    elif isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _words_in(item)


def _placed(found: Resolved, problems: list[Problem]) -> list[Problem]:
    """Give a line to faults that stand at places which no change names: that of the change they came with."""
    name = found.notes.toml.name
    told = cache(lambda count: {(one.what, one.remedy) for one in _faults_in(of_changes(found, count))})
    return [one if one.place.startswith(f"{name}, line ") else _blamed(found, one, told) for one in problems]


def _blamed(found: Resolved, problem: Problem, told: Any) -> Problem:
    low, high = 0, len(found.variant.change)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if (problem.what, problem.remedy) in told(middle) else (middle + 1, high)
    line = line_of(found.notes, low - 1)
    name = found.notes.toml.name
    what = problem.what if problem.place == name else f"{problem.place} {problem.what}"
    return problem if not line else Problem(f"{name}, line {line}", what, problem.remedy)


class Movable:
    """What lets a campaign be moved to a variant of its rules, to another of them, and back."""

    _tables: Tables

    def moved(self, situation: Situation, text: str) -> Frozen:
        """Read the text of a variant of these rules; ``Refusal`` if it is unsound, or lacks what is in play."""
        tables = situation.tables
        if not extends(text):
            if isinstance(tables, OwnTables):
                kept: Frozen = super().moved(situation, text)  # type: ignore[misc]  # of the play beside it
                return kept
            msg = f"{tables.name} can be moved to a house variant alone: a file with extends = {tables.like!r}"
            raise Refusal(_RULES, msg)
        try:
            raise_any(faults(text, _RULES))
            found = load(text, _RULES, {})
            why = _lacks(situation, tables, found.tables) or _overridden(situation, text)
        except ProblemsFound as error:
            told = f"the text is not sound: {error.problems[0]}; see: sandtable rules problems"
            raise Refusal(_RULES, told) from error
        if why or found.frozen is None:
            raise Refusal(_RULES, why)
        return found.frozen


def _overridden(situation: Situation, text: str) -> str:
    """Say which of the umpire's own readings another text does not know, or cannot have so; "" if all hold."""
    try:
        load(text, _RULES, situation.state.setting.overrides)
    except ProblemsFound as error:
        return f"a reading of this campaign does not fit: {error.problems[0].what}"
    return ""


def _lacks(situation: Situation, tables: Tables, other: Tables) -> str:
    """Say why a campaign cannot be moved to other tables of its system; "" if it can."""
    if root(other) != root(tables):
        return f"that is a variant of {root(other)!r}, and this campaign is played by {root(tables)!r}"
    if isinstance(other, OwnTables):
        return missing(situation, other.rules)
    state = situation.state
    asked = (
        ("mark", {mark for one in state.stands.values() for mark in one.marks}, other.marks),
        ("phase", {state.clock.phase}, {row.key for row in other.phases}),
        ("store", {store for one in state.formations.values() for store in one.stores}, set(other.stores)),
    )
    for what, used, known in asked:
        for word in sorted(used - known):
            return f"the {what} {word!r} is in play, and the new text has none; {did_you_mean(word, known)}"
    return ""


def root(tables: Tables) -> str:
    """Name the first rules of the line that tables are of: those that extend no others."""
    return tables.house.root if tables.house is not None else tables.key


@cache
def movable(play: type) -> type:
    """Give a play that a ruling can move to a variant of its rules."""
    return type(play.__name__, (Movable, play), {"__module__": play.__module__, "__doc__": play.__doc__})
