"""Play a fight many times: ``sandtable rules simulate``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.engine.cases import read_cases
from campaign.engine.simulate import mean_of, share_of, simulate
from campaign.store.faults import StoreFault
from campaign.systems.catalogue import UnknownRuleset
from maps.problems import did_you_mean
from scenarios.losschart import loss_chart
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import loader_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from campaign.engine.cases import Case, CaseFile
    from campaign.engine.simulate import Simulation, Tally

__all__ = ["simulate_case"]

_BAR = 40
_MOST_TIMES = 200_000


@click.command("simulate")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--case", "case_id", metavar="ID", help="Which case; needed only where the file has several.")
@click.option("--times", type=click.IntRange(1, _MOST_TIMES), default=10_000, show_default=True, help="How many plays.")
@click.option("--seed", default="1", show_default=True, help="Of the dice: the same seed counts the same.")
@click.option("--keep-dice", is_flag=True, help="Let the dice of the case fall as written, and draw those after them.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the losses into this file.")
@json_option
def simulate_case(
    file: Path, case_id: str | None, times: int, seed: str, svg: Path | None, *, keep_dice: bool, as_json: bool
) -> None:
    """Play what a case of FILE gives and orders many times; say how losses and results fall out."""
    cases = read_cases(file)
    case, load = _the_case(cases, case_id), loader_of(file, cases.rulesets)
    try:
        found = simulate(case, case.ruleset, load, times=times, seed=seed, keep_dice=keep_dice)
    except UnknownRuleset as error:
        raise StoreFault(place=file.name, what=str(error), remedy="see: sandtable rules list") from error
    if svg is not None:
        _write(svg, loss_chart(found))
    if as_json:
        print_json(_data(found))
    else:
        print_lines(_told(found))


def _the_case(cases: CaseFile, wanted: str | None) -> Case:
    known = {case.id: case for case in cases.cases}
    if wanted is None and len(known) == 1:
        return cases.cases[0]
    if wanted is None:
        remedy = f"name one with --case: {', '.join(known)}"
        raise StoreFault(cases.name, "it is not said which case is meant", remedy)
    if wanted not in known:
        raise StoreFault(cases.name, f"it has no case {wanted!r}", did_you_mean(wanted, known))
    return known[wanted]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise StoreFault(str(path), f"cannot be written ({error.strerror})", "name another place") from error


def _data(found: Simulation) -> dict[str, Any]:
    return {
        "case": found.case, "rule": found.rule, "times": found.times, "seed": found.seed,
        "sides": {key: _tally_data(tally) for key, tally in found.sides.items()},
        "stands": {key: _tally_data(tally) for key, tally in found.stands.items()},
        "ends": _shares(found.ends),
    }  # fmt: skip


def _tally_data(tally: Tally) -> dict[str, Any]:
    return {
        "name": tally.name, "side": tally.side, "mean": asdict(mean_of(tally.losses)),
        "losses": _shares(tally.losses), "fates": _shares(tally.fates),
    }  # fmt: skip


def _shares(counts: Counter[Any]) -> dict[str, Any]:
    of = counts.total()
    return {str(key): {"plays": counts[key]} | asdict(share_of(counts[key], of)) for key in sorted(counts)}


def _told(found: Simulation) -> Iterator[str]:
    yield f"{found.case} ({found.rule}): {found.about or 'no words about it'}"
    yield f"{found.times:,} plays, seed {found.seed}; in brackets 95 % intervals"
    for tally in found.sides.values():
        yield from ("", f"{tally.name}: losses in a play")
        yield from _bars(tally.losses)
    yield from ("", f"  {'unit':<16} {'losses':>7}  what became of it")
    for tally in found.stands.values():
        yield f"  {tally.name[:16]:<16} {mean_of(tally.losses).value:>7.3f}  {_fates(tally)}"
    yield ""
    yield from (
        f"  {100 * share_of(count, found.times).value:5.1f} %  {end}" for end, count in found.ends.most_common()
    )


def _bars(losses: Counter[int]) -> Iterator[str]:
    of, most = losses.total(), max(losses.values())
    for number in range(min(losses), max(losses) + 1):
        share = share_of(losses[number], of)
        bar = "█" * round(_BAR * losses[number] / most) or ("▏" if losses[number] else "")
        between = f"({100 * share.low:.1f} to {100 * share.high:.1f})"
        yield f"  {number:>3} {100 * share.value:6.1f} % {between:<16} {bar}".rstrip()
    mean = mean_of(losses)
    yield f"  mean {mean.value:.3f} ({mean.low:.3f} to {mean.high:.3f})"


def _fates(tally: Tally) -> str:
    of = tally.fates.total()
    return ", ".join(f"{fate} {100 * count / of:.1f} %" for fate, count in tally.fates.most_common())
