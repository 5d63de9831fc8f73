"""
Find ways longer than a turn, from what a viewer knows, by the rules' own price of every step.

A way that is half as long again as it were without the known enemy, or that leads through ground he holds to a goal on
the other side of it, is found but not taken for granted: ``Way.doubt`` says why, and whoever ordered it is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from weakref import proxy

import msgspec
import numpy as np

from campaign.model.places import places
from campaign.model.situation import Muster
from campaign.model.things import NO_SIDE
from maps.grid.graph import HexGraph, least_path

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset, Trek
    from campaign.model.calendar import Clock
    from campaign.model.sheets.intents import Intent, When
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Barred", "Way", "Ways"]

DEARER = 1.5
"""How many times as long as without the known enemy a way may be that is taken without a question."""
OFF_ROAD = 4
"""How many times as dear a step off the road counts where a march is to keep to roads; it costs what it does."""
MOST_TURNS = 60
"""Further than so many turns nobody orders a march."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a goal."""

    path: tuple[int, ...]
    """The hexes, that of the stand first."""
    turns: int
    arrival: When
    cost: int
    """In the rules' fragments, with what is lost at the ends of turns."""
    ends: tuple[int, ...] = ()
    """Where it is at the end of each turn, the last the goal."""
    doubt: str = ""
    """Why it should be asked about; "" if it need not be."""


class Barred:
    """No way; why there is none is worked out when it is asked for, by whoever found it and while he is there."""

    def __init__(self, why: str | Callable[[], str], rule: str = "") -> None:
        """Take the reason, or what finds it."""
        self._why, self.rule = why, rule

    @cached_property
    def why(self) -> str:
        """Why there is none."""
        return self._why if isinstance(self._why, str) else self._why()


class _Found(NamedTuple):
    """A way as it was found: its hexes, and what it costs, of how much in a turn."""

    path: tuple[int, ...]
    cost: int
    turn: int

    @property
    def turns(self) -> int:
        """How many turns it takes."""
        return -(-self.cost // self.turn)


@lru_cache(maxsize=32)
def _of_side(muster: Muster, side: str) -> Mapping[str, Stand]:
    """Give the stands of a side alone."""
    return {key: stand for key, stand in muster.situation.state.stands.items() if stand.profile.side == side}


class Ways:
    """The ways of the stands of one viewer at one moment; what two of them share is found once."""

    def __init__(self, ruleset: Ruleset, view: Situation) -> None:
        """Take what the viewer knows."""
        self.play, self.view = ruleset.play, view
        self._open: dict[str, Situation] = {}
        self._treks: dict[Hashable, Trek] = {}
        self._ways: dict[Hashable, Way | Barred] = {}
        self._paths: dict[Hashable, _Found | Barred] = {}
        clock = view.state.clock
        self._clocks: list[Clock] = [clock]
        self._turns: list[When] = [] if clock.night else [(clock.day, clock.turn)]

    def way(self, key: str, intent: Intent) -> Way | Barred:
        """Find the way of a stand to the goal of an intent."""
        asked = (key, intent.goal, intent.via, intent.by)
        if asked not in self._ways:
            self._ways[asked] = self._way(key, intent)
        return self._ways[asked]

    def away(self, stand: Stand, goal: int) -> Mapping[int, int]:
        """Say how far hexes are from a goal, as if the stand set out there; those it cannot come to are left out."""
        return self._trek(self.view, stand, goal, transport=False).cost

    def path(self, key: str, intent: Intent) -> tuple[int, ...] | Barred:
        """Find the hexes of the way alone, that of the stand first: it is not asked whether the way is in doubt."""
        found = self._path(key, intent)
        return found if isinstance(found, Barred) else found.path

    def _way(self, key: str, intent: Intent) -> Way | Barred:
        found, stand = self._path(key, intent), self.view.state.stands[key]
        if isinstance(found, Barred):
            return found
        transport, turns = intent.by == "transport", found.turns
        doubt = self._doubt(stand, found.path, found.cost, intent, transport=transport)
        ends = self._ends(stand, found.path, turns, found.turn, transport=transport)
        return Way(found.path, turns, self._arrival(turns), found.cost, ends, doubt)

    # ---- finding it ----------------------------------------------------------------------------------------

    def _path(self, key: str, intent: Intent) -> _Found | Barred:
        asked = (key, intent.goal, intent.via, intent.by)
        if asked not in self._paths:
            self._paths[asked] = self._sought(key, intent)
        return self._paths[asked]

    def _sought(self, key: str, intent: Intent) -> _Found | Barred:
        stand, goal = self.view.state.stands[key], intent.goal
        if stand.hex is None or goal is None:
            return Barred(f"{stand.profile.short} is not on the map")
        if stand.hex == goal and not intent.via:
            return Barred(f"{stand.profile.short} is in {self.view.map.number(goal)} already")
        if intent.by == "road":
            found = self._by_road(stand, (*intent.via, goal))
        else:
            found = self._legs(self.view, stand, (*intent.via, goal), transport=intent.by == "transport")
        if isinstance(found, _Found) and found.turns > MOST_TURNS:
            return Barred(f"{self.view.map.number(goal)} is {found.turns} turns away")
        return found

    def _trek(self, view: Situation, stand: Stand, start: int, *, transport: bool, goal: int | None = None) -> Trek:
        priced = self.play.steps(view, stand.id, transport=transport)
        kind = (stand.profile.mover, stand.profile.size, stand.profile.kind)
        key = (view is self.view, stand.side, priced.key, kind, start, transport, goal)
        if key not in self._treks:
            self._treks[key] = self.play.trek(view, stand.id, start=start, transport=transport, goal=goal)
        return self._treks[key]

    def _legs(self, view: Situation, stand: Stand, goals: Sequence[int], *, transport: bool) -> _Found | Barred:
        path: tuple[int, ...] = (stand.hex or 0,)
        cost = turn = 0
        for goal in goals:
            trek = self._trek(view, stand, path[-1], transport=transport, goal=goal)
            if not trek.turn:
                how = " in transport" if transport else ""
                return Barred(f"{stand.profile.short} cannot march{how}")
            if goal not in trek.cost:
                # It is kept here, so it must not keep this: what goes in a ring lies about until all is looked through.
                asked = proxy(self)
                return Barred(partial(Ways._why_not, asked, stand, path[-1], goal, transport=transport))
            path += tuple(trek.paths[goal])[1:]
            cost, turn = cost + trek.cost[goal], trek.turn
        return _Found(path, cost, turn)

    def _by_road(self, stand: Stand, goals: Sequence[int]) -> _Found | Barred:
        """Keep to roads as far as there are any; where the enemy is known to stand, the usual ways decide."""
        usual = self._legs(self.view, stand, goals, transport=False)
        if isinstance(usual, Barred):
            return usual
        steps = self.play.steps(self.view, stand.id)
        cost = steps.cost()
        shut = np.ones(len(self.view.map), bool)
        shut[list(self._trek(self.view, stand, stand.hex or 0, transport=False).cost)] = False
        chosen = np.where(np.asarray(self.view.map.road) == 0, cost * OFF_ROAD, cost)
        graph = HexGraph(self.view.map.neighbour, chosen, shut)
        path: tuple[int, ...] = (stand.hex or 0,)
        for goal in goals:
            leg = least_path(graph, path[-1], goal)
            if not leg:
                return usual
            path += tuple(leg)[1:]
        neighbours = self.view.map.neighbour
        spent = sum(int(cost[here, neighbours[here].tolist().index(there)]) for here, there in pairwise(path))
        return _Found(path, spent, steps.turn or usual.turn)

    def _without_enemies(self, side: str) -> Situation:
        if side not in self._open:
            state, own = self.view.state, _of_side(Muster(self.view), side)
            # Who knows of no enemy has but one ground, on which each way is found once.
            alone = len(own) == len(state.stands)
            self._open[side] = self.view if alone else self.view.with_state(msgspec.structs.replace(state, stands=own))
        return self._open[side]

    def _why_not(self, stand: Stand, start: int, goal: int, *, transport: bool) -> str:
        """Say what keeps a stand from a goal: who is known to hold it, or the ground."""
        number = self.view.map.number
        if any(one.side != stand.side for one in places(self.view.state.stands).there.get(goal, ())):
            return f"{number(goal)} is held by a known enemy; to fight for it, write: attack {number(goal)}"
        free = self._trek(self._without_enemies(stand.side), stand, start, transport=transport, goal=goal)
        if goal in free.cost:
            return f"every way to {number(goal)} is barred by known enemies; name a nearer goal, or attack"
        how = "in transport: it keeps to open ground and roads; leave the transport away" if transport else (
            "on this ground: water without a bridge that serves it, or a hex that nobody enters"
        )  # fmt: skip
        return f"no way leads to {number(goal)} {how}"

    # ---- what is said of it --------------------------------------------------------------------------------

    def _doubt(self, stand: Stand, path: tuple[int, ...], cost: int, intent: Intent, *, transport: bool) -> str:
        number = self.view.map.number
        goals = (*intent.via, intent.goal or 0)
        free = None
        if intent.by != "road" and cost >= DEARER * self._at_least(stand, goals, transport=transport):
            free = self._legs(self._without_enemies(stand.side), stand, goals, transport=transport)
        if isinstance(free, _Found) and cost >= DEARER * free.cost:
            return (
                f"the way round the known enemy is {cost / max(1, free.cost):.1f} times as long as the straight one,"
                f" by {number(path[len(path) // 2])}"
            )
        theirs = [index for index in path[1:-1] if self._is_theirs(stand.side, index)]
        if theirs and not self._is_theirs(stand.side, path[-1]):
            return f"the way leads through ground that the enemy holds, {number(theirs[0])}"
        return ""

    def _at_least(self, stand: Stand, goals: Sequence[int], *, transport: bool) -> int:
        """Say what any way costs at least, as the hexes go: where that will do none need be looked for."""
        distance = self.view.map.layout.grid.distance
        hexes = sum(distance(here, there) for here, there in pairwise((stand.hex or 0, *goals)))
        return hexes * self.play.steps(self.view, stand.id, transport=transport).least

    def _is_theirs(self, side: str, index: int) -> bool:
        control = self.view.state.control
        code = control[index] if index < len(control) else NO_SIDE
        return code not in {NO_SIDE, self.view.state.side_code(side)}

    def _arrival(self, turns: int) -> When:
        """Say when a march ends that begins now and takes so many daylight turns."""
        while len(self._turns) < turns:
            now = self._clocks[-1]
            clock = self.play.next_clock(self.view.with_state(msgspec.structs.replace(self.view.state, clock=now)))
            if clock in self._clocks:
                # A phase that is repeated for as long as somebody acts in it says nothing of later turns.
                day, turn = self._turns[-1] if self._turns else (now.day, now.turn)
                self._turns.append((day, turn + 1))
                continue
            self._clocks.append(clock)
            if not clock.night and (clock.day, clock.turn) not in self._turns:
                self._turns.append((clock.day, clock.turn))
        return self._turns[turns - 1]

    def _ends(self, stand: Stand, path: tuple[int, ...], turns: int, turn: int, *, transport: bool) -> tuple[int, ...]:
        """Find where each turn ends: the last hex of the way that is reached in so many turns."""
        if turns <= 1:
            return (path[-1],)
        cost, neighbours = self.play.steps(self.view, stand.id, transport=transport).cost(), self.view.map.neighbour
        found, spent, at = list[int](), 0, 1
        for here, there in pairwise(path):
            spent += int(cost[here, neighbours[here].tolist().index(there)])
            while spent > turn * at and len(found) < turns - 1:
                found.append(here)
                at += 1
        return (*found, path[-1])
