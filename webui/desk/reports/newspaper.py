"""Edit the newspaper of a campaign from what a viewer was told: of both sides for the umpire and his observers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from campaign.model.names import listed
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.ground import ControlChanged
from campaign.model.viewer import UMPIRE
from scenarios.reports.newspaper import Issue, Newspaper
from scenarios.reports.sector import Sector
from webui.desk.moments import words_of
from webui.desk.orderwords import page_names
from webui.desk.reports.story import FOUGHT, LOST, NO_MORE, TAKEN, days_told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.situation import Situation
    from webui.desk.logdata import Diary
    from webui.desk.looks import Look, Looks
    from webui.desk.reports.story import DayTold

__all__ = ["newspaper"]

_MOST_FALLS = 3
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
    lists = dict(day.told)
    taken, fought, lost = (lists.get(head, []) for head in (TAKEN, FOUGHT, LOST))
    return Issue(
        f"Day {day.day}, {day.date}; {day.evening.state.weather}", _headline(taken, fought, lost),
        _lead(taken, fought, lost),
        day.told, _sector(day),
    )  # fmt: skip


def _headline(taken: Sequence[str], fought: Sequence[str], lost: Sequence[str]) -> str:
    """Make the gravest thing of the day its headline: a place that fell, else the hardest fight."""
    if taken:
        place, _, rest = taken[0].partition(": ")
        more = len(taken) - 1
        also = f"; {more} more place{'s' if more > 1 else ''} changed hands" if more else ""
        return f"{place} falls to {rest.partition(',')[0]}{also}"
    if fought:
        return f"Hard fighting: {fought[0].partition(':')[0]}"
    return "Losses on a day without a great fight" if lost else "All quiet on this front"


def _lead(taken: Sequence[str], fought: Sequence[str], lost: Sequence[str]) -> str:
    """Say the day in one paragraph: what fell, where it was hardest, what it cost."""
    said = [_fall(line) for line in taken[:_MOST_FALLS]]
    if fought:
        place, _, who = fought[0].rstrip(".").partition(": ")
        said.append(f"The hardest fight was at {place}, {who.partition(';')[0]}.")
    said += _toll(lost)
    return " ".join(said) if said else "No fight and no change of ground was reported."


def _fall(line: str) -> str:
    """Turn "Church: Blue, by night." into a sentence."""
    place, _, rest = line.rstrip(".").partition(": ")
    side, _, when = rest.partition(", ")
    return f"{side} took {place} {when}."


def _toll(lost: Sequence[str]) -> list[str]:
    """Turn "Blue: 4 strength points; no more: I/3." into sentences: what it cost each side, then who is no more."""
    cost, said = list[str](), list[str]()
    for line in lost:
        side, colon, rest = line.rstrip(".").partition(": ")
        points, _, gone = rest.partition(NO_MORE)
        number, _, what = points.partition(" ")
        if colon and number != "0":
            # What is counted is said once: "four strength points and Red nine".
            cost.append(f"{side} {_spelled(number)}{'' if cost else f' {what}'}")
        if gone:
            said.append(f"{side} has lost {gone} altogether.")
        if not colon:
            said.append(line)
    return [f"The day cost {listed(cost)}.", *said] if cost else said


def _spelled(number: str) -> str:
    """Write small numbers as words, as newspapers do."""
    return _NUMBERS[int(number)] if number.isdigit() and int(number) < len(_NUMBERS) else number


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
