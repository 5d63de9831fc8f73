"""Play battles between two sides that play themselves, each on what it was told, as a session makes it."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.watch import begun, heard, watched
from campaign.model.missions import Goal, Mission
from campaign.model.notation import format_order, parse_order
from campaign.model.planning import Dossier
from campaign.model.verbs.clock import EndPhase
from campaign.model.viewer import Viewer
from campaign.solo.choosing import Automaton
from campaign.solo.commander.levels import level_named, style_named
from campaign.solo.commander.staff import Commander
from campaign.systems.catalogue import ruleset
from campaign.views import view_for
from scenarios.battle import open_battle, plan_on, planned, read_force
from scenarios.board import open_board, shipped_boards

MOST_ORDERS = 1000
"""In a phase of a side: whoever gives more goes round in circles."""
BLOWS = {"Fire", "Assault", "Bombard", "AirStrike"}


@dataclass
class Opened:
    """A battle that is set up: its rules, its first event, its board."""

    rules: object
    event: object
    board: object


def opened(rules, board, red, blue, seed, *, change=lambda plan, board: plan, days=1):
    """Set up a battle on a shipped board; ``change`` may plan it otherwise."""
    system, on = ruleset(rules), open_board(shipped_boards()[board])
    forces = (read_force(red, "red"), read_force(blue, "blue"))
    plan = change(plan_on(on, forces, system, days=days), on)
    system = ruleset(rules, plan.overrides)
    plan = planned(plan, on.hexmap, system, air=plan.air)
    return Opened(system, open_battle(plan, on.hexmap, system, seed=seed).event, on.hexmap)


def defended(plan, board):
    """Set the second side up on the objectives and around them; the first keeps its edge."""
    grid, spots = board.hexmap.layout.grid, [spot.hex for spot in plan.objectives]
    far = {index: min(grid.distance(index, spot) for spot in spots) for index in range(len(grid))}
    ring = tuple(sorted((index for index in far if far[index] <= 2), key=lambda i: (far[i], -(i % grid.cols), i)))
    attackers = tuple(index for index in sorted(far, key=lambda i: (i % grid.cols, i)) if far[index] > 2)
    return replace(plan, zones={"red": attackers, "blue": ring})


def held(opening, side):
    """Give a side the mission to hold the objectives."""
    from msgspec.structs import replace as change

    setting = opening.event.setting
    goals = tuple(Goal(spot.hex, spot.name) for spot in setting.objectives if spot.side == side)
    tops = [formation.id for formation in opening.event.formations if formation.side == side]
    missions = tuple(Mission(key, side, "hold", goals, posture="defend") for key in tops)
    return Opened(opening.rules, change(opening.event, setting=change(setting, missions=missions)), opening.board)


class Table:
    """A side that plays by Parkin's table."""

    def __init__(self, rules, side):
        self.automaton = Automaton(rules, side)

    def next(self, view, dice):
        found = self.automaton.think(view, dice)
        return None if found is None else (found.order, None)

    def refused(self, order, view):
        """Go on to the next: that is its way."""


class Chief:
    """A side that plans: it goes through the thoughts of a plan one by one, and plans anew when they are used up."""

    def __init__(self, rules, side, level="veteran", style="steady"):
        self.commander = Commander(rules, side, level_named(level), style_named(style))
        self.dossier, self.thoughts, self.barred, self.moment = Dossier(), [], set(), ()

    def next(self, view, dice):
        clock = view.state.clock
        moment = (clock.day, clock.turn, clock.phase, clock.side)
        if moment != self.moment:
            self.moment, self.thoughts, self.barred = moment, [], set()
        if not self.thoughts:
            plan = self.plan(view, dice)
            self.dossier, self.thoughts = plan.dossier, list(plan.thoughts)
        if not self.thoughts:
            return None
        thought = self.thoughts.pop(0)
        return parse_order(thought.order, view.map, view.state), thought

    def plan(self, view, dice):
        return self.commander.plan(view, self.dossier, dice, barred=frozenset(self.barred))

    def refused(self, order, view):
        self.barred.add(format_order(order, view.map))
        self.thoughts = []


@dataclass
class Game:
    """A game as it goes."""

    opening: Opened
    chairs: dict
    seed: str
    show: object = None
    number: int = 0
    orders: Counter = field(default_factory=Counter)
    blows: Counter = field(default_factory=Counter)
    refused: Counter = field(default_factory=Counter)
    spent: Counter = field(default_factory=Counter)
    thoughts: list = field(default_factory=list)
    turns: set = field(default_factory=set)

    def __post_init__(self):
        viewers = [Viewer("command", side) for side in self.chairs]
        self.audience = begun(self.opening.event, self.opening.board, self.opening.rules.tables, viewers)
        self._after([])

    @property
    def situation(self):
        return self.audience.situation

    @property
    def state(self):
        return self.audience.situation.state

    @property
    def lost(self):
        return Counter(stand.side for stand in self.state.stands.values() if stand.gone)

    def holds(self, side):
        """Whether a side holds the objective that is worth most."""
        spots = self.state.setting.objectives
        best = max(spots, key=lambda spot: (spot.points, -spot.hex))
        return self.state.control[best.hex] == self.state.side_code(side)

    def seconds(self, side):
        """Give the mean and the most seconds of thought a turn."""
        each = [self.spent[side, turn] for turn in sorted(self.turns)]
        return sum(each) / len(each), max(each)

    def view(self, side):
        return view_for(self.audience.known[Viewer("command", side)], self.situation)

    def played(self, phases=3000):
        """Play to the end."""
        for _ in range(phases):
            for side in self.chairs:
                self._phase(side)
            if not self.state.ended:
                self.number += 1
                self._after(decide(self.opening.rules, self.situation, EndPhase(), SeededDice(self.seed, self.number)))
            if self.state.ended:
                return self
        raise AssertionError("it does not end")

    def _phase(self, side):
        for _ in range(MOST_ORDERS):
            if self.state.ended or not self._order(side):
                return
        raise AssertionError(f"{side} gives order after order: {self.thoughts[-3:]}")

    def _order(self, side):
        self.number += 1
        clock, view = self.state.clock, self.view(side)
        self.turns.add((clock.day, clock.turn))
        start = time.process_time()
        found = self.chairs[side].next(view, SeededDice(f"{self.seed}/{side}", self.number))
        self.spent[side, (clock.day, clock.turn)] += time.process_time() - start
        if found is None:
            return False
        order, thought = found
        try:
            dice = SeededDice(self.seed, self.number)
            events = decide(self.opening.rules, self.situation, order, dice, by=side)
        except Refusal as refusal:
            self.refused[side] += 1
            self.chairs[side].refused(order, view)
            self._say(side, order, f"REFUSED: {refusal}")
            return True
        self.orders[side] += 1
        self.blows[side] += type(order).__name__ in BLOWS or getattr(order, "attack", False)
        self.thoughts.append((side, thought))
        self._say(side, order, thought.why if thought else "")
        self._after(events)
        return True

    def _say(self, side, order, text):
        if self.show:
            clock = self.state.clock
            now = f"{clock.day}.{clock.turn} {clock.phase:9} {side:5}"
            self.show(f"{now} {format_order(order, self.situation.map)}: {text}")

    def _after(self, events):
        self.audience = heard(self.audience, events)
        self.audience = heard(self.audience, watched(self.audience, self.opening.rules.play.sightings))
