"""Run case files: ``sandtable rules check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.engine.cases import read_cases, run_case
from campaign.store.faults import StoreFault
from campaign.systems.catalogue import UnknownRuleset
from maps.problems import Problem, ProblemsFound
from webui.commands.shared import json_option, loader_of, print_json, print_lines

if TYPE_CHECKING:
    from campaign.engine.cases import Failure

__all__ = ["check_cases"]


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
@click.pass_context
def check_cases(ctx: click.Context, files: tuple[Path, ...], *, as_json: bool) -> None:
    """Run the cases of files, or of files that are whole systems; print each that fails; exit 1 if any does."""
    failures: list[Failure] = []
    counts = []
    for file in files:
        count, failed = _run(file)
        failures += failed
        counts.append({"file": str(file), "cases": count, "failed": len({failure.case.id for failure in failed})})
    if as_json:
        told = [{"id": f.case.id, "rule": f.case.rule, "claim": f.claim, "instead": f.instead} for f in failures]
        print_json({"files": counts, "failures": told})
    else:
        print_lines(map(str, failures))
        print_lines(f"{row['file']}: {row['cases']} cases, {row['failed']} failed" for row in counts)
    ctx.exit(1 if failures else 0)


def _run(file: Path) -> tuple[int, list[Failure]]:
    found = read_cases(file)
    load = loader_of(file, found.rulesets)
    problems: list[Problem] = []
    failures: list[Failure] = []
    for case in found.cases:
        try:
            failures += run_case(case, case.ruleset, load)
        except ProblemsFound as fault:
            problems += fault.problems
        except UnknownRuleset as error:
            raise StoreFault(place=file.name, what=str(error), remedy="see: sandtable rules list") from error
    if problems:
        raise ProblemsFound(problems)
    return len(found.cases), failures
