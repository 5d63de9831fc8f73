"""Join battles to a campaign: throw for armies, go on with those who came out of one, say how the campaign stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.dice import SeededDice
from campaign.engine.series import JoinsBattles, ThrowsArmies
from maps.problems import Problem, ProblemsFound
from scenarios.battle import Force, read_force, set_up_battle
from scenarios.conversion import shipped_roles

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.engine.series import Standing
    from campaign.model.state import State
    from campaign.model.things import Formation, Stand
    from maps.grid.hexmap import HexMap
    from scenarios.battle import BattlePlan
    from scenarios.opening import Opening

__all__ = ["campaign_standing", "force_of", "forces_left", "joining_words", "open_next_battle", "thrown_force"]


def thrown_force(ruleset: Ruleset, side: str, seed: str) -> tuple[Force, str]:
    """
    Throw for a side's army: its force by roles, and the throws in words.

    Raises
    ------
    ProblemsFound
        If the rule system has no table of armies.

    >>> from campaign.systems.catalogue import ruleset
    >>> force, words = thrown_force(ruleset("d3_one_hour"), "red", "doc")
    >>> len(force.roles), words.startswith("row ")
    (6, True)
    """
    if not isinstance(ruleset.play, ThrowsArmies):
        what = f"{ruleset.tables.name} has no table of armies"
        raise ProblemsFound([Problem(f"force of {side}", what, "name the units of the force")])
    army = ruleset.play.throw_army(SeededDice(f"{seed}/army/{side}", 0))
    roles = tuple(_role_of(kind, ruleset.tables.like) for kind in army.kinds)
    return Force(side, side.capitalize(), roles), army.words


def force_of(text: str, side: str, ruleset: Ruleset, seed: str) -> tuple[Force, str]:
    """
    Read a force told by roles, or throw for it if the text is "army"; give the throws in words too.

    Raises
    ------
    ProblemsFound
        With every word that is no role, or if the rules have no table of armies.
    """
    return thrown_force(ruleset, side, seed) if text.strip() == "army" else (read_force(text, side), "")


def _role_of(kind: str, key: str) -> str:
    return next(name for name, role in shipped_roles().items() if role.kinds.get(key) == kind)


def forces_left(state: State) -> tuple[Force, Force]:
    """Name the sides of an ended battle as the forces of the next, without units to be raised."""
    first, second = (Force(side.key, side.name, ()) for side in state.setting.sides)
    return first, second


def open_next_battle(
    plan: BattlePlan,
    before: State,
    board: HexMap,
    ruleset: Ruleset,
    *,
    unsupplied: Collection[str],
    seed: str,
    dice: str,
) -> Opening:
    """
    Make the first event of a battle that is fought by those who came out of another.

    Parameters
    ----------
    before
        The state that the other battle ended in.
    unsupplied
        Sides that begin out of supply.

    Raises
    ------
    ProblemsFound
        If that battle goes on, the rules say nothing of battles in a row, a side has nobody left, or finds no room.
    """
    stands = _carried(before, ruleset, unsupplied)
    left = {side.key: sum(stand.side == side.key for stand in stands) for side in before.setting.sides}
    gone = [Problem(side, "has no unit left", "the campaign is over") for side, count in left.items() if not count]
    if gone:
        raise ProblemsFound(gone)
    formations: dict[str, Formation] = dict(before.formations)
    return set_up_battle(plan, formations, stands, board, ruleset, seed=seed, dice=dice)


def _carried(before: State, ruleset: Ruleset, unsupplied: Collection[str]) -> list[Stand]:
    if not before.ended:
        raise ProblemsFound([Problem(before.setting.name, "is not over", "play it to its end first")])
    if not isinstance(ruleset.play, JoinsBattles):
        what = f"{ruleset.tables.name} does not say what units carry from one battle into the next"
        raise ProblemsFound([Problem("rules", what, "begin a new battle with battle new")])
    left = [stand for one in before.stands.values() if (stand := ruleset.play.rests(one)) is not None]
    begun = (ruleset.play.begins(stand, supplied=stand.side not in unsupplied) for stand in left)
    return [msgspec.structs.replace(stand, march=None) for stand in begun]


def joining_words(ruleset: Ruleset) -> tuple[str, str]:
    """Say what rules do to units before and after a battle of a campaign, with the paragraph; "" for nothing."""
    if not isinstance(ruleset.play, JoinsBattles):
        return "", ""
    rows = {item.key: item for item in ruleset.tables.interpretations}
    before, after = (rows[key] for key in ruleset.play.joins)
    words = [f"{one.reason.rstrip('.')} ({one.rule})" if one.value else "" for one in (before, after)]
    return words[0], words[1]


def campaign_standing(ruleset: Ruleset, sides: tuple[str, str], winners: Sequence[str]) -> Standing:
    """
    Say how a campaign of battles stands.

    Raises
    ------
    ProblemsFound
        If the rules know no campaign of battles.
    """
    if not isinstance(ruleset.play, JoinsBattles):
        what = f"{ruleset.tables.name} knows no campaign of battles"
        raise ProblemsFound([Problem("rules", what, "look at the battles one by one")])
    return ruleset.play.standing(sides, winners)
