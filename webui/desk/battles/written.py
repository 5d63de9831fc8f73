"""Take the result of a battle in writing: a slip as a line or a file, and the rulings that go with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.notation import parse_order
from campaign.model.tokens import NotParseable
from campaign.model.verbs.ruling import Ruling
from maps.problems import Problem, ProblemsFound
from scenarios.battles.plan import read_plan
from scenarios.battles.slips import read_slip, written_slip
from webui.desk.battles.flow import Result, result_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.store.session import Session
    from webui.desk.battles.flow import Fought

__all__ = ["Written", "blank_slip", "raise_with", "read_rulings", "written_result"]

_WHY = "fought out on the table"


class Written(NamedTuple):
    """A slip as it was written: the result, the rulings and their lines, and the reason, "" if it says none."""

    result: Result
    rulings: Sequence[Ruling]
    also: tuple[str, ...]
    because: str


def blank_slip(session: Session, fought: Fought) -> str:
    """
    Write the slip of a battle with all unharmed.

    Raises
    ------
    ProblemsFound
        If the battle was opened without a plan.
    """
    plan = read_plan(fought.battle.plan, fought.battle.name)
    return written_slip(plan, session.state.stands, session.hexmap)


def written_result(session: Session, fought: Fought, text: str, more: Sequence[str] = ()) -> Written:
    """
    Read a slip, and rulings that are written beside it.

    Raises
    ------
    ProblemsFound
        With everything that is wrong with it, its rulings too; and, as something must be written anew anyway, with
        all that the campaign has against the rest.
    """
    plan = read_plan(fought.battle.plan, fought.battle.name)
    slip, problems = read_slip(text, plan, session.state.stands, session.hexmap)
    why = slip.because or _WHY
    rulings, faults = read_rulings(session, (*slip.also, *more), why)
    result = Result(slip.fates, slip.moves, slip.turns, rests=True)
    raise_with(session, fought, result, why, rulings, [*problems, *faults])
    return Written(result, rulings, slip.also, slip.because)


def raise_with(
    session: Session, fought: Fought, result: Result, why: str, rulings: Sequence[Ruling], problems: Sequence[Problem]
) -> None:
    """
    Raise what could not be read of a result, if there is anything, with all that is against what could be.

    Raises
    ------
    ProblemsFound
        With both.
    """
    if problems:
        raise ProblemsFound([*problems, *result_problems(session, fought, result, why, rulings)])


def read_rulings(session: Session, lines: Iterable[str], why: str) -> tuple[list[Ruling], list[Problem]]:
    """Read what else is ruled, each without its first word: ``ground=4334/4233=blown``; say which lines are none."""
    found, problems = [], []
    for line in filter(None, (one.strip().removeprefix("rule ") for one in lines)):
        words = line if " because " in line else f'{line} because "{why.replace(chr(34), chr(39))}"'
        try:
            order = parse_order(f"rule {words}", session.hexmap, session.state)
        except NotParseable as fault:
            problems.append(Problem(f"also {line[:60]}", str(fault), "write a ruling, as ground=4334/4233=blown"))
            continue
        assert isinstance(order, Ruling)
        found.append(order)
    return found, problems
