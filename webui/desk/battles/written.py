"""Take the result of a battle in writing: a slip as a line or a file, and the rulings that go with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.notation import parse_order
from campaign.model.tokens import NotParseable
from campaign.model.verbs.ruling import Ruling
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.battles.plan import read_plan
from scenarios.battles.slips import read_slip, written_slip
from webui.desk.battles.flow import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.store.session import Session
    from webui.desk.battles.flow import Fought

__all__ = ["Written", "blank_slip", "rulings_of", "written_result"]

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


def written_result(session: Session, fought: Fought, text: str) -> Written:
    """
    Read a slip.

    Raises
    ------
    ProblemsFound
        With everything that is wrong with it, its rulings too.
    """
    plan = read_plan(fought.battle.plan, fought.battle.name)
    slip, problems = read_slip(text, plan, session.state.stands, session.hexmap)
    rulings: list[Ruling] = []
    try:
        rulings = rulings_of(session, slip.also, slip.because or _WHY)
    except ProblemsFound as fault:
        problems = [*problems, *fault.problems]
    raise_any(problems)
    return Written(Result(slip.fates, slip.moves, slip.turns, rests=True), rulings, slip.also, slip.because)


def rulings_of(session: Session, lines: Iterable[str], why: str) -> list[Ruling]:
    """
    Read what else is ruled, each without its first word: ``ground=4334/4233=blown``.

    Raises
    ------
    ProblemsFound
        With every line that is no ruling.
    """
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
    raise_any(problems)
    return found
