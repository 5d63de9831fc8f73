"""Games in memory for the commander's tests: each side plans from its view, the fold of what it was told."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.watch import begun, heard, watched
from campaign.model.notation import parse_order
from campaign.model.planning import Dossier
from campaign.model.verbs.clock import EndPhase
from campaign.model.viewer import Viewer
from campaign.solo.commander.staff import Commander
from campaign.systems.catalogue import ruleset
from campaign.views import view_for
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario


class Told(NamedTuple):
    """A thought as it was had: when, by whom, and whether the rules took its order."""

    day: int
    phase: str
    side: str
    thought: object
    refused: str


@cache
def ardennes():
    scenario = read_scenario(shipped_scenario("ardennes_1944"))
    return scenario, ruleset(scenario.ruleset, scenario.overrides), build(read_area(shipped_area("ardennes_1944")))


class Game:
    """A game of the Ardennes with a commander on both sides."""

    def __init__(self, seed, **options):
        scenario, self.rules, hexmap = ardennes()
        opening = open_scenario(scenario, hexmap, self.rules, seed=seed, **options).event
        self.seed, self.number, self.told = seed, 0, []
        self.sides = [side.key for side in opening.setting.sides]
        self.known = begun(opening, hexmap, self.rules.tables, [Viewer("command", side) for side in self.sides])
        self.chiefs = {side: Commander(self.rules, side) for side in self.sides}
        self.dossiers = {side: Dossier() for side in self.sides}
        self.do(EndPhase(), "umpire")

    @property
    def situation(self):
        return self.known.situation

    def view(self, side):
        return view_for(self.known.known[Viewer("command", side)], self.situation)

    def do(self, order, by):
        self.number += 1
        try:
            events = decide(self.rules, self.situation, order, SeededDice(self.seed, self.number), by=by)
        except Refusal as refusal:
            return str(refusal)
        self.known = heard(self.known, events)
        if isinstance(order, EndPhase):
            self.known = heard(self.known, watched(self.known, self.rules.play.sightings))
        return ""

    def plan(self, side):
        view = self.view(side)
        return self.chiefs[side].plan(view, self.dossiers[side], SeededDice(f"{self.seed}/{side}", self.number))

    def phase(self):
        """Play a phase: each side plans it and orders, then it ends."""
        clock = self.situation.state.clock
        for side in self.sides:
            plan = self.plan(side)
            self.dossiers[side] = plan.dossier
            for thought in plan.thoughts:
                order = parse_order(thought.order, self.situation.map, self.view(side).state)
                self.told.append(Told(clock.day, clock.phase, side, thought, self.do(order, side)))
        self.do(EndPhase(), "umpire")

    def until_phase(self, phase):
        while self.situation.state.clock.phase != phase:
            self.phase()
        return self

    def until(self, day):
        while self.situation.state.clock.day < day:
            self.phase()
        return self
