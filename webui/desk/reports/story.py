"""Make a campaign's log into a story: for each day the plans of its dawn, and what came of them, as a viewer knows."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.model.calendar import date_of
from campaign.model.names import count, spaced
from campaign.model.things import chain_of
from campaign.model.verbs.battle import BattleClosed
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.hq import HqLost
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.planned import SidePlanned
from campaign.store.history import live_seqs
from campaign.views import UMPIRE, plans_for
from scenarios.story import Chapter, Dawn, story_html
from webui.desk.logdata import Diary
from webui.desk.looks import Looks
from webui.desk.orderwords import page_names
from webui.desk.reports.dayrows import Fought, Lost, OnTable, SideIn, Staffless, Taken, some_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.model.state import State
    from campaign.store.session import Session
    from campaign.views import Report
    from webui.desk.looks import Look

__all__ = ["DayTold", "days_told", "story"]

_NAMED_RANKS = 3
_NEAR = 4
"""Hexes from a named place that are told by it."""
_FIGHTS, _DEEDS = 5, 8
_BODIES = ("division", "brigade", "corps", "group", "regiment")
_NOT_LOST = ("rejoined",)
_BRIDGES = {"bridge": "was built", "prepared": "was made ready to be blown", "blown": "was blown"}
_TOLD_TASKS = ("demolish", "bridge")


class _Day(NamedTuple):
    """What a day is told of: its reports, the names of hexes, and how things stood when it was over."""

    reports: Sequence[Report]
    places: Mapping[int, str]
    evening: Look
    looks: Looks


class DayTold(NamedTuple):
    """A day as a viewer was told of it: figures and names in rows, and the lines of what is told in words alone."""

    day: int
    date: str
    title: str
    taken: Sequence[Taken]
    fought: Sequence[Fought | OnTable]
    """The hardest first, then battles that tables fought out."""
    deeds: Sequence[str]
    lost: Sequence[Lost]
    staffless: Sequence[Staffless]
    arrived: Sequence[str]
    foremost: Sequence[str]
    evening: Look
    reports: Sequence[Report]

    @property
    def told(self) -> list[tuple[str, list[str]]]:
        """List it all under headings."""
        return [
            ("Places that changed hands", [row.line for row in self.taken]),
            ("Where they fought", [row.line for row in self.fought]),
            ("What the staffs tried besides", list(self.deeds)),
            ("Losses", [*(row.line for row in self.staffless), *(row.line for row in self.lost)]),
            ("Who came", list(self.arrived)),
            ("The foremost", list(self.foremost)),
        ]


def story(session: Session, viewer: str) -> str:
    """Tell a campaign as one HTML page, as far as a viewer was told."""
    looks, diary = Looks(), Diary(session, viewer)
    look = looks.look(session, viewer)
    dawns = _dawns(session, viewer, looks)
    chapters = [Chapter(one.title, dawns.get(one.day, ()), one.told) for one in days_told(look, diary, looks)]
    whose = "the umpire" if viewer == UMPIRE else page_names(look).side(viewer)
    points = ", ".join(f"{page_names(look).side(side)} {n}" for side, n in sorted(look.state.points.items()))
    opening = f"As told to {whose}, played under {look.tables.name}." + (f" Points: {points}." if points else "")
    return story_html(look.hexmap, session.name, opening, chapters)


def days_told(look: Look, diary: Diary, looks: Looks) -> Iterator[DayTold]:
    """Tell the days of a campaign, up to the moment of a look, as far as its viewer was told."""
    by_day: dict[int, list[Report]] = defaultdict(list)
    for report in diary.reports(look.seq):
        by_day[report.clock.day].append(report)
    places = _places(look)
    for day, seq in sorted(_evenings(look.session, look.seq).items()):
        told = _Day(by_day[day], places, looks.look(look.session, look.viewer, seq), looks)
        date = f"{date_of(look.state.setting.start, day):%A, %d %B %Y}"
        title = f"Day {day}: {date}, {told.evening.state.weather}"
        yield DayTold(
            day, date, title, _taken(told), _fights(told), _deeds(told), _losses(told), _staffless(told),
            _arrived(told), _foremost(told), told.evening, by_day[day],
        )  # fmt: skip


def _evenings(session: Session, until: int) -> dict[int, int]:
    """Give the last log entry of each day before the next began."""
    chronicle, found, day, last = session.chronicle, dict[int, int](), 1, 1
    for seq in live_seqs(chronicle, until):
        clocks = [event.clock for event in chronicle.entries[seq - 1].events if hasattr(event, "clock")]
        new = clocks[-1].day if clocks else day
        if new != day:
            found[day], day = last, new
        last = seq
    return {**found, day: last}


def _dawns(session: Session, viewer: str, looks: Looks) -> dict[int, list[Dawn]]:
    """Find the plans of each dawn that a viewer may read, each with what its side saw."""
    chronicle, chain = session.chronicle, live_seqs(session.chronicle)
    events = [(seq, event) for seq in chain for event in chronicle.entries[seq - 1].events]
    at = {id(event.plan): seq for seq, event in events if isinstance(event, SidePlanned)}
    found: dict[int, list[Dawn]] = defaultdict(list)
    done: set[tuple[int, str]] = set()
    for made in plans_for((event for _, event in events), session.setting, viewer):
        if made.plan.estimates and (made.clock.day, made.side) not in done:
            done.add((made.clock.day, made.side))
            whose = made.side if viewer == UMPIRE else viewer
            seen = looks.look(session, whose, at[id(made.plan)])
            short = {key: one.short or one.name for key, one in seen.state.formations.items()}
            ways = [(made.side, short.get(one.group, one.group), one.way) for one in made.plan.estimates]
            tasks = [one.text for one in made.plan.estimates]
            name = page_names(seen).side(made.side)
            found[made.clock.day].append(Dawn(name, seen.situation, [way for way in ways if len(way[2]) > 1], tasks))
    return found


def _places(look: Look) -> dict[int, str]:
    """Name hexes: the objectives, the goals of missions, and the larger places of the map."""
    setting = look.state.setting
    found = {place.index: place.name for place in look.hexmap.places if place.rank <= _NAMED_RANKS}
    found |= {goal.hex: goal.name for mission in setting.missions for goal in mission.goals if goal.name}
    return found | {one.hex: one.name for one in setting.objectives}


def _when(report: Report, day: _Day) -> str:
    return "by night" if report.clock.night else f"on {day.evening.tables.turn_word} {report.clock.turn}"


def _taken(day: _Day) -> list[Taken]:
    names = page_names(day.evening)
    prizes = {one.hex for one in day.evening.state.setting.objectives}
    changes: dict[int, list[tuple[Report, str]]] = defaultdict(list)
    for report in day.reports:
        if isinstance(report.event, ControlChanged):
            for index in day.places.keys() & set(report.event.hexes):
                changes[index].append((report, report.event.side))
    rows = []
    for index in sorted(changes, key=lambda index: (index not in prizes, day.places[index])):
        last, side = changes[index][-1]
        rows.append(Taken(day.places[index], names.side(side), _when(last, day), len(changes[index])))
    return rows


def _near(day: _Day, index: int) -> str:
    """Name a hex by the nearest named place."""
    layout = day.evening.hexmap.layout
    away, name = min(
        ((layout.grid.distance(index, other), name) for other, name in day.places.items()), default=(0, "")
    )
    if away > _NEAR:
        km = float(np.hypot(*(layout.centres()[index] - layout.centres()[_hex_of(day, name)]))) / 1000
        return f"{km:.0f} km from {name}"
    return name if away == 0 else f"near {name}" if name else layout.grid.number(index)


def _nearest(day: _Day, index: int) -> tuple[int, str]:
    """Give the hexes to the nearest named place, and its name; none: 0 and ""."""
    grid = day.evening.hexmap.layout.grid
    return min(((grid.distance(index, other), name) for other, name in day.places.items()), default=(0, ""))


def _hex_of(day: _Day, name: str) -> int:
    return next(index for index, other in day.places.items() if other == name)


def _body(state: State, stand: str) -> str:
    """Name the formation of a stand as stories do: its division or brigade."""
    if stand not in state.stands:
        return "somebody"
    chain = list(chain_of(state.formations, state.stands[stand].formation))
    whole = next((one for size in _BODIES for one in chain if one.size == size), None) or next(iter(chain), None)
    return whole.name if whole is not None else state.stands[stand].profile.name


class _Fight:
    """What was fought about one place: by side, who was in it and the hits they took."""

    def __init__(self) -> None:
        self.who: dict[str, set[str]] = defaultdict(set)
        self.hits: Counter[str] = Counter()

    def add(self, state: State, stands: Iterable[str], hits: int) -> None:
        """Note a side of one exchange."""
        known = [stand for stand in stands if stand in state.stands]
        if known:
            side = state.stands[known[0]].side
            self.who[side] |= {_body(state, stand) for stand in known}
            self.hits[side] += hits


def _fights(day: _Day) -> list[Fought | OnTable]:
    """Tell the places with most hits in close combat, with who fought there, and battles that tables fought out."""
    names, fights = page_names(day.evening), dict[str, _Fight]()
    for event in (report.event for report in day.reports):
        if isinstance(event, FightResolved):
            index = int(event.place.split("/")[0])
            fight = fights.setdefault(_nearest(day, index)[1] or day.evening.hexmap.number(index), _Fight())
            fight.add(day.evening.state, event.attackers, event.hits_on_attackers)
            fight.add(day.evening.state, event.defenders, event.hits_on_defenders)
    hardest = sorted(fights.items(), key=lambda one: (-one[1].hits.total(), one[0]))[:_FIGHTS]
    closed = [report.event for report in day.reports if isinstance(report.event, BattleClosed)]
    fought = [
        Fought(where, tuple(SideIn(names.side(key), some_of(one.who[key]), one.hits[key]) for key in sorted(one.who)))
        for where, one in hardest
    ]
    return [*fought, *(OnTable(one.name, one.turns) for one in closed if one.turns)]


def _deeds(day: _Day) -> list[str]:
    """Tell counter-attacks and bridges as the staffs said them; then what became of the bridges."""
    found: dict[str, None] = {}
    formations = day.evening.state.formations
    for event in (report.event for report in day.reports):
        if isinstance(event, SidePlanned):
            for task in event.plan.tasks:
                if task.kind in _TOLD_TASKS or "counter-attacks" in task.text:
                    who = formations[task.group].name if task.group in formations else task.group
                    found.setdefault(f"{who}{task.text[task.text.index(':') :]}.")
    return [*list(found)[:_DEEDS], *_bridges(day)]


def _bridges(day: _Day) -> list[str]:
    """Tell what was built, made ready and blown."""
    lines = []
    for report in day.reports:
        event = report.event
        if (
            isinstance(event, GroundChanged)
            and event.what in _BRIDGES
            and "/" in page_names(day.evening).place(event.place)
        ):
            where = page_names(day.evening).place(event.place)
            near = _near(day, int(event.place.split("/")[0]))
            lines.append(f"The bridge at {where}, {near}, {_BRIDGES[event.what]} {_when(report, day)}.")
    return lines


def _losses(day: _Day) -> list[Lost]:
    """Count the points that each side lost, and name its units that are no more."""
    state, names = day.evening.state, page_names(day.evening)
    points, gone = Counter[str](), defaultdict[str, list[str]](list)
    for event in (report.event for report in day.reports):
        match event:
            case LossesTaken() if event.stand in state.stands and event.points > 0:
                points[state.stands[event.stand].side] += event.points
            case StandGone() if event.stand in state.stands and event.how not in _NOT_LOST:
                stand = state.stands[event.stand]
                gone[stand.side].append(f"{stand.profile.name or stand.profile.short}{_how(event.how)}")
    return [
        Lost(names.side(side), points[side], names.losses.one, tuple(gone[side]))
        for side in sorted(points.keys() | gone.keys())
    ]


def _staffless(day: _Day) -> list[Staffless]:
    """Name the formations that lost their headquarters."""
    known, events = day.evening.state.formations, [report.event for report in day.reports]
    return [
        Staffless(known[one.formation].name) for one in events if isinstance(one, HqLost) and one.formation in known
    ]


def _how(word: str) -> str:
    """Say how a unit went, where it did not fall in a fight."""
    return "" if word == "eliminated" else f" ({spaced(word)})"


def _arrived(day: _Day) -> list[str]:
    state, came = day.evening.state, dict[str, list[int]]()
    for event in (report.event for report in day.reports):
        if isinstance(event, StandArrived):
            came.setdefault(_body(state, event.stand), []).append(event.hex)
    return [f"{body}: {count(len(where), 'unit')}, {_near(day, where[0])}." for body, where in sorted(came.items())]


def _foremost(day: _Day) -> list[str]:
    """Say which unit of each side has gone furthest into the ground that was not its own when all began."""
    look, lines = day.evening, []
    start = day.looks.look(look.session, look.viewer, 1).state
    for code, side in enumerate(look.state.setting.sides):
        far = max(_gone(look, start, side.key, code), default=None)
        if far is not None and far[0] > 0:
            km, stand, where = far
            name = look.state.stands[stand].profile.name or look.state.stands[stand].profile.short
            lines.append(
                f"{side.name}: {name} of {_body(look.state, stand)}, {_near(day, where)}, {km:.0f} km forward."
            )
    return lines


def _gone(look: Look, start: State, side: str, code: int) -> Iterator[tuple[float, str, int]]:
    """Give for each unit on ground that was not its side's how many kilometres it has come from there."""
    centres = look.hexmap.layout.centres()
    ours = np.frombuffer(start.control, np.uint8) == code
    if not ours.any():
        return
    for stand in look.state.stands.values():
        if stand.side == side and stand.hex is not None and stand.gone is None and not ours[stand.hex]:
            metres = np.hypot(*(centres[ours] - centres[stand.hex]).T).min()
            yield round(float(metres) / 1000, 1), stand.id, stand.hex
