"""Play battles between two sides that play themselves, each on what it was told, as a session makes it."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.watch import begun, heard, watched
from campaign.model.notation import format_order, parse_order
from campaign.model.planning import Dossier
from campaign.model.verbs.clock import EndPhase
from campaign.model.viewer import Viewer
from campaign.solo.choosing import Automaton
from campaign.solo.commander.boards.chief import plan_at_once
from campaign.solo.commander.levels import level_named, style_named
from campaign.systems.catalogue import ruleset
from campaign.views import view_for
from scenarios.battle import open_battle, plan_on, planned, read_force
from scenarios.board import open_board, shipped_boards

MOST = 20_000


def opened(rules, board, red, blue, seed, *, change=lambda plan: plan):
    """Open a battle on a shipped board; ``change`` may plan it otherwise."""
    system, on = ruleset(rules), open_board(shipped_boards()[board])
    plan = change(plan_on(on, (read_force(red, "red"), read_force(blue, "blue")), system))
    # The umpire's choices are the rules' readings.
    system = ruleset(rules, plan.overrides)
    return system, open_battle(planned(plan, on.hexmap, system) if plan.air else plan, on.hexmap, system, seed=seed).event, on.hexmap


@dataclass
class Table:
    """A side that plays by Parkin's table."""

    ruleset: object
    side: str
    automaton: Automaton = None

    def __post_init__(self):
        self.automaton = Automaton(self.ruleset, self.side)

    def next(self, view, dice):
        found = self.automaton.think(view, dice)
        return None if found is None else (found.order, None)

    def refused(self, order, view):
        pass


@dataclass
class Planner:
    """A side of a rule system that plans."""

    ruleset: object
    side: str
    level: object = field(default_factory=lambda: level_named("veteran"))
    style: object = field(default_factory=lambda: style_named("steady"))

    def plan(self, view, dossier, dice, *, barred=frozenset()):
        return plan_at_once(self.ruleset, self.side, (self.level, self.style), view, dossier, dice, barred=barred)


@dataclass
class Chair:
    """A side that plans: it goes through the thoughts of a plan one by one, and plans anew when they are used up."""

    planner: object
    dossier: Dossier = field(default_factory=Dossier)
    thoughts: list = field(default_factory=list)
    barred: set = field(default_factory=set)
    moment: tuple = ()
    plans: int = 0
    log: list = field(default_factory=list)

    def next(self, view, dice):
        clock = view.state.clock
        now = (clock.day, clock.turn, clock.phase, clock.side)
        if now != self.moment:
            self.moment, self.thoughts, self.barred = now, [], set()
        if not self.thoughts:
            plan = self.planner.plan(view, self.dossier, dice, barred=frozenset(self.barred))
            self.plans += 1
            self.dossier, self.thoughts = plan.dossier, list(plan.thoughts)
        if not self.thoughts:
            return None
        thought = self.thoughts.pop(0)
        self.log.append((now, thought))
        return parse_order(thought.order, view.map, view.state), thought

    def refused(self, order, view):
        self.barred.add(format_order(order, view.map))
        self.thoughts = []


@dataclass
class Game:
    """What came of a game."""

    winner: str
    points: dict
    lost: dict
    turns: int
    orders: Counter
    refused: Counter
    spent: dict
    worst: dict
    control: bytes
    situation: object
    blows: Counter


def play(system, opening, hexmap, chairs, seed, *, show=None, phases=3000):
    """Play a game to its end."""
    viewers = [Viewer("command", side) for side in chairs]
    audience = begun(opening, hexmap, system.tables, viewers)
    audience = heard(audience, watched(audience, system.play.sightings))
    n, orders, refused, spent, turns, turn_spent, blows = 0, Counter(), Counter(), Counter(), set(), Counter(), Counter()

    def after(events):
        nonlocal audience
        audience = heard(audience, events)
        audience = heard(audience, watched(audience, system.play.sightings))

    for _ in range(phases):
        state = audience.situation.state
        turns.add((state.clock.day, state.clock.turn))
        for side, chair in chairs.items():
            for _ in range(1000):
                n += 1
                known = audience.known[Viewer("command", side)]
                view = view_for(known, audience.situation)
                start = time.process_time()
                found = chair.next(view, SeededDice(f"{seed}/{side}", n))
                took = time.process_time() - start
                spent[side] += took
                turn_spent[side, state.clock.day, state.clock.turn] += took
                if found is None:
                    break
                order, thought = found
                try:
                    events = decide(system, audience.situation, order, SeededDice(seed, n), by=side)
                except Refusal as refusal:
                    refused[side] += 1
                    chair.refused(order, view)
                    if show:
                        show(f"   REFUSED {side} {format_order(order, hexmap)}: {refusal}")
                    continue
                orders[side] += 1
                blows[side] += type(order).__name__ in {"Fire", "Assault", "Bombard"} or getattr(order, "attack", False)
                if show:
                    clock = audience.situation.state.clock
                    show(f"{clock.day}.{clock.turn} {clock.phase:9} {side:5} {format_order(order, hexmap):30} {thought.why if thought else ''}")
                after(events)
                if audience.situation.state.ended:
                    break
            else:
                raise AssertionError(f"{side} gave 1000 orders in a phase: {order}")
            if audience.situation.state.ended:
                break
        if audience.situation.state.ended:
            break
        n += 1
        after(decide(system, audience.situation, EndPhase(), SeededDice(seed, n)))
        if audience.situation.state.ended:
            break
    state = audience.situation.state
    lost = Counter(stand.side for stand in state.stands.values() if stand.gone)
    worst = {side: max((v for (s, *_), v in turn_spent.items() if s == side), default=0) for side in chairs}
    return Game(state.winner, dict(state.points), dict(lost), len(turns), orders, refused,
                {s: v / len(turns) for s, v in spent.items()}, worst, state.control, audience.situation, blows)
