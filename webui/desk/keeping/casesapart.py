"""
Run the cases of a rule file in a process of their own, with limits: a stranger's file cannot hold the server up.

The process is this module: it reads the text from its input, and writes what came as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

from campaign.engine.cases import cases_in, run_case
from campaign.systems import catalogue
from maps.problems import Problem, ProblemsFound
from maps.toml_lines import TomlReader, parse_toml

__all__ = ["Ran", "run_apart"]

SECONDS = 30
_MEMORY = 4 << 30
"""Room for addresses; what compiled code takes of it is far more than what it fills."""
_MOST_TOLD = 100
_FOLDERS = "SANDTABLE_RULE_FOLDERS"


class Ran(NamedTuple):
    """What came of a file's own cases."""

    cases: int
    failures: list[dict[str, str]]
    """Each with the case, its place, what it claims, and what came instead."""
    fault: str = ""
    """Why they were not run through; "" if they were."""


def run_apart(text: str, name: str, seconds: float = SECONDS) -> Ran:
    """Run a file's own cases; after so many seconds it is stopped."""
    folders = os.pathsep.join(map(str, catalogue.folders()))
    command = [sys.executable, "-m", __name__, name]
    try:
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=seconds, check=False,
            env={**os.environ, _FOLDERS: folders},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Ran(
            0, [], f"the cases took longer than {seconds:g} seconds and were stopped; take some out, or mend them"
        )
    if done.returncode:
        return Ran(0, [], "the cases could not be run to their end; take some out, or mend them")
    return Ran(**json.loads(done.stdout))


def ran(text: str, name: str) -> Ran:
    """Run a file's own cases here."""
    reader = TomlReader(name, *parse_toml(text, name))
    if not reader.data.get("case"):
        return Ran(0, [])
    found = cases_in(reader)
    rows: list[dict[str, str]] = []
    for case in found.cases:
        try:
            failures = run_case(case, case.ruleset, lambda _, overrides: catalogue.of_text(text, name, overrides))
            rows += [_row(case.id, case.place, one.claim, one.instead) for one in failures]
        except ProblemsFound as error:
            rows += [_row(case.id, one.place, "it can be read", f"{one.what}; {one.remedy}") for one in error.problems]
    return Ran(len(found.cases), rows[:_MOST_TOLD])


def _row(case: str, place: str, claim: str, instead: str) -> dict[str, str]:
    return {"case": case, "place": place, "claim": claim, "instead": instead}


def _limit() -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _main() -> None:
    from pathlib import Path  # noqa: PLC0415 - the process alone needs it

    _limit()
    for folder in filter(None, os.environ.get(_FOLDERS, "").split(os.pathsep)):
        catalogue.look_in(Path(folder))
    found: Any
    try:
        found = ran(sys.stdin.buffer.read().decode(), sys.argv[1])
    except ProblemsFound as error:
        found = Ran(0, [], str(Problem(error.problems[0].place, error.problems[0].what, error.problems[0].remedy)))
    json.dump(found._asdict(), sys.stdout)


if __name__ == "__main__":
    _main()
