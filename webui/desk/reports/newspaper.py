"""Edit the newspaper of a campaign from what a viewer was told: of both sides for the umpire and his observers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from campaign.model.names import by_side, count, listed
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.ground import ControlChanged
from campaign.model.viewer import UMPIRE
from scenarios.reports.newspaper import Issue, Newspaper
from scenarios.reports.sector import Sector
from webui.desk.moments import words_of
from webui.desk.orderwords import page_names
from webui.desk.reports.dayrows import some_of
from webui.desk.reports.story import days_told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.situation import Situation
    from webui.desk.logdata import Diary
    from webui.desk.looks import Look, Looks
    from webui.desk.reports.dayrows import Fought, Lost, OnTable, Staffless, Taken
    from webui.desk.reports.story import DayTold

__all__ = ["newspaper"]

_MOST_FALLS, _MOST_GONE = 3, 8
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NEAR = 5
"""Hexes about the place of the day that its map shows."""


def newspaper(look: Look, diary: Diary, looks: Looks) -> Newspaper:
    """Edit the newspaper up to the moment of a look, the latest day first."""
    days = list(days_told(look, diary, looks))
    clock = words_of(look.state.clock, look.tables)
    whose = "of both sides" if look.viewer == UMPIRE else f"as {_viewer(look)} knows it"
    told = f"The campaign {whose}, up to day {clock['day']}, {clock['turn']}. {_score(look)}".strip()
    return Newspaper(look.session.name, told, [_issue(one) for one in reversed(days)], look.hexmap.sources)


def _viewer(look: Look) -> str:
    setting = look.state.setting
    names = {one.key: one.name for one in setting.sides} | {one.id: one.name for one in setting.commands}
    return names.get(look.viewer, "the public")


def _score(look: Look) -> str:
    names = page_names(look)
    points = ", ".join(f"{names.side(side)} {n}" for side, n in sorted(look.state.points.items()))
    return f"Points: {points}." if points else ""


def _issue(day: DayTold) -> Issue:
    return Issue(
        f"Day {day.day}, {day.date}; {day.evening.state.weather}",
        _headline(day.taken, day.fought, [*day.lost, *day.staffless]),
        _lead(day.taken, day.fought, day.lost, day.staffless), day.told, _sector(day),
    )  # fmt: skip


def _headline(
    taken: Sequence[Taken], fought: Sequence[Fought | OnTable], lost: Sequence[Lost | Staffless]
) -> str:  # fmt: skip
    """Make the gravest thing of the day its headline: a place that fell, else the hardest fight."""
    if taken:
        more = len(taken) - 1
        also = f"; {count(more, 'more place')} changed hands" if more else ""
        return f"{taken[0].place} falls to {by_side(taken[0].side)}{also}"
    if fought:
        return f"Hard fighting: {fought[0].where}"
    return "Losses on a day without a great fight" if lost else "All quiet on this front"


def _lead(
    taken: Sequence[Taken], fought: Sequence[Fought | OnTable], lost: Sequence[Lost], staffless: Sequence[Staffless]
) -> str:
    """Say the day in one paragraph: what fell, where it was hardest, what it cost."""
    said = [f"{by_side(one.side, begins=True)} took {one.place} {one.when}." for one in taken[:_MOST_FALLS]]
    if fought:
        said.append(f"The hardest fight was at {fought[0].where}, {fought[0].against}.")
    said += [*_toll(lost), *(one.line for one in staffless)]
    return " ".join(said) if said else "No fight and no change of ground was reported."


def _toll(lost: Sequence[Lost]) -> list[str]:
    """Say what the day cost each side, then who is no more; what is counted is said once: "four hits and Red nine"."""
    cost = [one for one in lost if one.points]
    told = [
        f"{by_side(one.side)} {_spelled(one.points)}{'' if k else ' ' + one.word + 's' * (one.points != 1)}"
        for k, one in enumerate(cost)
    ]
    gone = [
        f"{some_of(one.gone, _MOST_GONE)} of {by_side(one.side)} {'is' if len(one.gone) == 1 else 'are'} no more."
        for one in lost
        if one.gone
    ]
    return [f"The day cost {listed(told)}.", *gone] if cost else gone


def _spelled(number: int) -> str:
    """Write small numbers as words, as newspapers do."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _sector(day: DayTold) -> Sector | None:
    """Choose the ground that the day's map shows: about the hex where most happened."""
    heat = Counter[int]()
    for event in (report.event for report in day.reports):
        if isinstance(event, FightResolved):
            heat[int(event.place.split("/")[0])] += 3
        elif isinstance(event, ControlChanged):
            heat.update(event.hexes)
    if not heat:
        return None
    look = day.evening
    place = min(heat, key=lambda index: (-heat[index], index))
    near = _near(look.situation, place)
    known = {key: look.strength(look.state.stands[key]) for key in look.state.stands}
    strengths = {key: points for key, points in known.items() if points is not None}
    return Sector(look.situation, near, strengths) if near else None


def _near(situation: Situation, place: int) -> frozenset[str]:
    grid = situation.map.layout.grid
    on_map = ((key, one.hex) for key, one in situation.state.stands.items() if one.on_map and one.hex is not None)
    return frozenset(key for key, index in on_map if grid.distance(index, place) <= _NEAR)
