"""Run case files: ``sandtable rules check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.engine.cases import Failure, read_cases, run_case
from campaign.store.faults import StoreFault
from campaign.systems.catalogue import UnknownRuleset, extends, faults_of
from campaign.systems.proving import Held, held
from maps.problems import Problem, ProblemsFound, raise_any
from maps.toml_lines import TomlReader, read_text
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import loader_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["check_cases", "counted"]


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--own", is_flag=True, help="Of a house variant run its own cases alone, not those of its base.")
@json_option
@click.pass_context
def check_cases(ctx: click.Context, files: tuple[Path, ...], *, own: bool, as_json: bool) -> None:
    """Run the cases of files, or of files that are whole systems; print each that fails; exit 1 if any does.

    A house variant is held against the cases of the rules that it extends, too: what comes out otherwise must be
    named in its differs.
    """
    failures: list[Failure] = []
    counts: list[dict[str, Any]] = []
    bases: list[Held] = []
    for file in files:
        count, failed = _run(file)
        failures += failed
        counts.append({"file": str(file), "cases": count, "failed": len({failure.case.id for failure in failed})})
        text = read_text(file)
        if not own and extends(text):
            bases.append(held(text, file.name))
            failures += [*bases[-1].otherwise, *bases[-1].broken]
    if as_json:
        told = [{"id": f.case.id, "rule": f.case.rule, "claim": f.claim, "instead": f.instead} for f in failures]
        print_json({"files": counts, "failures": told, "bases": [_base_data(one) for one in bases]})
    else:
        print_lines(map(str, failures))
        print_lines(f"{row['file']}: {counted(row['cases'], row['failed'])}" for row in counts)
        print_lines(line for one in bases for line in _base_told(one))
    ctx.exit(1 if failures or any(one.alike for one in bases) else 0)


def counted(cases: int, failed: int) -> str:
    """Say how many cases there were, and how many failed."""
    return f"{_many(cases)}, {failed} failed"


def _many(cases: int) -> str:
    return f"{cases} {'case' if cases == 1 else 'cases'}"


def _base_data(found: Held) -> dict[str, Any]:
    return {
        "extends": found.extends, "cases": found.cases, "differs": list(found.named), "alike": list(found.alike),
        "otherwise": sorted({one.case.id for one in found.otherwise}), "unshown": list(found.unshown),
        "broken": sorted({one.case.id for one in found.broken}),
    }  # fmt: skip


def _base_told(found: Held) -> Iterator[str]:
    more = sorted({one.case.id for one in found.otherwise})
    told = f"; as its differs says: {', '.join(found.named)}" if found.named else ""
    yield f"{found.extends}: {_many(found.cases)}, {len(more) + len(found.named)} come out otherwise{told}"
    if more:
        yield f"  not in differs: {', '.join(more)}. Is that as you want it? Then name them: differs = {more}"
    if found.alike:
        yield f"  in differs, and as ever: {', '.join(found.alike)}. Take them out of it"
    if found.broken:
        yield f"  cannot be played with these changes: {', '.join(sorted({one.case.id for one in found.broken}))}"
    if found.unshown:
        yield f"  no case shows the change of {', '.join(found.unshown)}: write one that fails without it"


def _run(file: Path) -> tuple[int, list[Failure]]:
    text = read_text(file)
    told = TomlReader.of(file)
    if "system" in told.data and not told.data.get("case"):
        raise_any(faults_of(text, file.name))
        return 0, []
    found = read_cases(file)
    load = loader_of(file, found.rulesets)
    problems: list[Problem] = []
    failures: list[Failure] = []
    for case in found.cases:
        try:
            failures += run_case(case, case.ruleset, load)
        except ProblemsFound as fault:
            # What is wrong with this case alone fails it; the others are run.
            own = [one for one in fault.problems if one.place.startswith(case.place)]
            failures += [Failure(case, "it can be played", f"{one.what}; {one.remedy}") for one in own]
            problems += [one for one in fault.problems if one not in own]
        except UnknownRuleset as error:
            raise StoreFault(place=file.name, what=str(error), remedy="see: sandtable rules list") from error
    if problems:
        # Each case reads the rules, so that a fault of theirs comes with each.
        raise ProblemsFound(list(dict.fromkeys(problems)))
    return len(found.cases), failures
