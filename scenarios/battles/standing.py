"""Say how the stands of a fight stand: their strength, posture and works, and whether they are supplied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.verbs.ruling import Ruling
from scenarios.battles.plan import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from scenarios.battles.plan import TablePlan

__all__ = ["standings", "works_on_table"]

_WORKS = {"fort": "in prepared positions", "prepared": "in prepared positions", "mines": "behind mines"}
_DUG_IN, _FORT = "emplaced", "fort"


def standings(situation: Situation, campaign: Ruleset, keys: Sequence[str]) -> tuple[Standing, ...]:
    """Say how some stands stand."""
    play, stands = campaign.play, situation.state.stands
    return tuple(
        Standing(
            key, play.strength(situation, key), play.full_strength(situation, key),
            ", ".join(dict.fromkeys(_posture(situation, campaign, stands[key]))), _works(situation, stands[key]),
            play.supply(situation, key).hours is not None,
        )
        for key in keys
    )  # fmt: skip


def _works(situation: Situation, stand: Stand) -> str:
    """Give the works that a stand lies in; one that is dug in lies in a fort of its own."""
    there = situation.state.ground.get(str(stand.hex), "")
    return there or (_FORT if _DUG_IN in stand.marks else "")


def _posture(situation: Situation, campaign: Ruleset, stand: Stand) -> Iterator[str]:
    """Say what a stand lies in, what its formation is ordered to do, and what it has just done."""
    if works := _works(situation, stand):
        yield _WORKS.get(works, works.replace("_", " "))
    formation = situation.state.formations.get(stand.formation)
    if formation is not None and formation.posture:
        yield f"ordered to {formation.posture.replace('_', ' ')}"
    for mark in sorted(stand.marks - {_DUG_IN, campaign.tables.identified_mark}):
        if not any(letter.isdigit() for letter in mark):
            yield mark.replace("_", " ")


def works_on_table(plan: TablePlan, there: Situation, table: Ruleset) -> tuple[dict[str, str], tuple[str, ...]]:
    """
    Dig those in on a table who are dug in on the campaign's map.

    Returns
    -------
    tuple
        Works by hex of the table, as rules keep them; and the stands whose works the rules of the table do not know.
    """
    found: dict[str, str] = {}
    unknown = []
    for one in plan.standings:
        hexes = [stand.hex for unit in plan.units_of(one.stand)
                 if (stand := there.state.stands.get(unit.id)) is not None and stand.hex is not None]  # fmt: skip
        if not one.works or not hexes:
            continue
        if _knows(there, table, hexes[0], one.works):
            found |= {str(index): one.works for index in hexes}
        else:
            unknown.append(one.stand)
    return found, tuple(unknown)


def _knows(there: Situation, table: Ruleset, index: int, works: str) -> bool:
    """Whether rules have such works: an umpire could put them there."""
    try:
        decide(table, there, Ruling(why="dug in", ground=(str(index), works)), SeededDice("trial", 1), by="umpire")
    except Refusal:
        return False
    return True
