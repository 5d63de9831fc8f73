"""Take out of a scenario what one side may know of it: its own forces, ground, plan and introduction, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, did_you_mean
from scenarios.drafting.draft import Draft
from scenarios.drafting.fields import HEAD
from scenarios.drafting.files import written_files
from scenarios.drafting.reading import read_draft

if TYPE_CHECKING:
    from scenarios.drafting.draft import Thing, Things
    from scenarios.scenario import Scenario

__all__ = ["files_of_side"]

_OPEN = ("theatre", "overrides", "knowledge")
"""What a page does not show and all sides may know; the front and where sides set up tell where the enemy is."""
_OWN = ("source", "objective", "air")


def files_of_side(scenario: Scenario, side: str) -> dict[str, str]:
    """
    Write the files of a scenario with one side's things alone, by name.

    Of the other sides it keeps what they are called, their colours and how they are supplied. The umpire's text, all
    notes and what is said of a plan speak of both, so they stay behind.

    Raises
    ------
    ProblemsFound
        If there is no such side.
    """
    known = [one.key for one in scenario.sides]
    if side not in known:
        raise ProblemsFound([Problem("side", f"there is no {side!r}", did_you_mean(side, known))])
    whole = Draft(read_draft(scenario.folder))
    own = next(key for key, one in whole.of("side") if one["id"] == side)
    return written_files(Draft(_known_to(whole, own)), scenario.key, scenario.area).texts


def _known_to(whole: Draft, own: str) -> Things:
    found = {key: _open_part(key, one, own) for key, one in whole.things.items() if _may_know(whole, key, one, own)}
    rest = {name: value for name, value in whole.head.get("rest", {}).items() if name in _OPEN}
    found[HEAD] = {**whole.head, "umpire_notes": "", "notes": "", "picture": "", "rest": rest}
    return found


def _may_know(whole: Draft, key: str, one: Thing, own: str) -> bool:
    what = one["what"]
    if what in {"formation", "unit"}:
        return whole.side_of(key) == own
    if what == "mission":
        return whole.side_of(one["formation"]) == own
    return what in {HEAD, "side", "plan"} or (what in _OWN and one.get("side") == own)


def _open_part(key: str, one: Thing, own: str) -> Thing:
    if one["what"] in {"formation", "unit"}:
        # An author's remarks on a unit are for umpires: they name its enemies as often as not.
        return {**one, "notes": ""}
    return {**one, "introduction": ""} if one["what"] == "plan" or (one["what"] == "side" and key != own) else one
