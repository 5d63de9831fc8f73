"""Hold a house variant against the cases of the rules that it extends, and each of its changes against its own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from campaign.engine.cases import Case, Failure, cases_in, read_cases, run_case
from campaign.engine.ruleset import Ruleset
from campaign.systems.files import case_file
from campaign.systems.own.variant.resolving import Base, Resolved, resolved
from campaign.systems.variants import base_of, ruleset_as
from maps.problems import ProblemsFound
from maps.toml_lines import TomlReader, parse_toml


@dataclass(frozen=True)
class Held:
    """What came of it."""

    extends: str
    cases: int
    otherwise: tuple[Failure, ...]
    """What comes out otherwise, and is not named in ``differs``."""
    named: tuple[str, ...]
    """The cases that come out otherwise and are named."""
    alike: tuple[str, ...]
    """Cases that are named, and come out as ever, or that there are not."""
    broken: tuple[Failure, ...]
    """Cases that cannot be played at all with these changes."""
    unshown: tuple[str, ...]
    """The places of changes that no case of the file's own shows."""


def held(text: str, name: str) -> Held:
    """Run the cases of the rules that a variant extends, and its own without each change.

    Raises ``ProblemsFound`` if the variant is unsound.
    """
    found = resolved(text, name, base_of)
    said = {case for one in _line(found) for case in one.variant.system.differs}
    cases, otherwise, broken = 0, list[Failure](), list[Failure]()
    load = _loader(found)
    for case in _cases_of(found.base):
        cases += 1
        failures = _played(case, load)
        broken += [one for one in failures if one.claim == _PLAYS]
        otherwise += [one for one in failures if one.claim != _PLAYS]
    there = {one.case.id for one in otherwise}
    unnamed = tuple(one for one in otherwise if one.case.id not in said)
    mine = set(found.variant.system.differs)
    return Held(
        found.base.key, cases, unnamed, tuple(sorted(there & said)), tuple(sorted(mine - there)), tuple(broken),
        tuple(_unshown(text, name, found)),
    )  # fmt: skip


_PLAYS = "it can be played"


def _played(case: Case, load: Callable[..., Ruleset]) -> list[Failure]:
    try:
        return run_case(case, case.ruleset, load)
    except ProblemsFound as error:
        return [Failure(case, _PLAYS, str(error.problems[0].what))]
    except Exception as error:  # whatever a figure breaks is told of the case that it breaks
        return [Failure(case, _PLAYS, f"{type(error).__name__}: {error}")]


def _loader(found: Resolved) -> Callable[..., Ruleset]:
    """Give what loads the variant whatever rules a case names: its cases are those of another system."""

    def load(_: str, overrides: Mapping[str, Any]) -> Ruleset:
        return ruleset_as(found, overrides)

    return load


def _line(found: Resolved) -> Iterator[Resolved]:
    """List a variant, and the variants that it extends."""
    yield found
    if found.base.below is not None:
        yield from _line(found.base.below)


def _cases_of(base: Base) -> Iterator[Case]:
    """List the cases of rules, and of those that they extend themselves."""
    if base.text:
        reader = TomlReader(f"{base.key}.toml", *parse_toml(base.text, f"{base.key}.toml"))
        yield from cases_in(reader).cases if reader.data.get("case") else ()
    if base.below is not None:
        yield from _cases_of(base.below.base)
    elif base.coded:
        yield from read_cases(case_file(base.key)).of(base.key)


def _unshown(text: str, name: str, found: Resolved) -> Iterator[str]:
    reader = TomlReader(name, *parse_toml(text, name))
    own = cases_in(reader).cases if reader.data.get("case") else ()
    for number, change in enumerate(found.variant.change):
        rest = (*found.variant.change[:number], *found.variant.change[number + 1 :])
        try:
            load = _loader(found.changed_by(msgspec.structs.replace(found.variant, change=rest)))
            is_shown = any(_played(case, load) for case in own)
        except ProblemsFound:
            is_shown = True  # without this change the others do not even fit
        if not is_shown:
            yield change.at
