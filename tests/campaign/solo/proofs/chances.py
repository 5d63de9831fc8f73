"""Make random situations, missions and games of every rule system for a side that plays itself."""

from __future__ import annotations

import os
import random
from typing import NamedTuple

import msgspec

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, Goal, Mission
from campaign.model.notation import parse_order
from campaign.model.planning import Dossier
from campaign.model.seats import SKILLS, STYLES, Seat
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.things import Objective
from campaign.solo.commander.levels import level_named, style_named
from campaign.solo.commander.staff import Commander
from campaign.solo.playing import Game, play_out
from campaign.systems.catalogue import coded, keys, ruleset
from scenarios.board import shipped_boards
from scenarios.trials.setups import Setup, opened
from tests.campaign.direct import view_for
from tests.campaign.test_imagined import READINGS, WILD
from tests.campaign.test_sightings import HIDDEN

change = msgspec.structs.replace
PIECES = ("infantry x2", "armour", "armour x2", "artillery", "antitank")
DEFENDED = {"three_star_general", "two_star_general"}
"""Rule systems that say where a defender sets up."""


class Case(NamedTuple):
    """A situation as it is, what one side knows of it, and who plans for that side."""

    rules: object
    whole: Situation
    view: Situation
    commander: Commander
    dossier: Dossier
    seed: str

    def plan(self, view=None, barred=frozenset()):
        dice = SeededDice(self.seed, 1)
        return self.commander.plan(view or self.view, self.dossier, dice, barred=barred)


def wild_cases(key, seed):
    """Give a random situation of a rule system, once for each side, with random missions in some of them."""
    dice, found = random.Random(f"{key}/{seed}"), WILD[key](seed)
    readings = READINGS.get(key, ({},))
    rules = ruleset(key, {**found.state.setting.overrides, **readings[seed % len(readings)]})
    state = found.state
    if dice.random() < 0.6:
        state = change(state, setting=change(state.setting, missions=tuple(strange(state, found.map, dice))))
    if dice.random() < 0.5:
        state = change(state, setting=change(state.setting, objectives=tuple(spots(state, found.map, dice))))
    whole = Situation(state, found.map, rules.tables)
    for side in state.setting.sides:
        view = view_for(whole, side.key, sightings=rules.play.sightings)
        commander = Commander(rules, side.key, level_named(dice.choice(SKILLS)), style_named(dice.choice(STYLES)))
        yield Case(rules, whole, view, commander, remembered(view.state, side.key, dice), f"{key}/{seed}")


def spots(state, hexmap, dice):
    """Put objectives anywhere."""
    sides = [side.key for side in state.setting.sides]
    return [
        Objective(f"Spot {n}", dice.randrange(len(hexmap)), dice.choice(sides), dice.randrange(1, 9), dice.randrange(4))
        for n in range(dice.randrange(4))
    ]


def strange(state: State, hexmap, dice):
    """Give some formations missions that make sense or none at all."""
    own = [(item.id, item.side) for item in state.formations.values()]
    names = [key for key, _ in own] or [""]
    for key, side in dice.sample(own, min(len(own), dice.randrange(5))):
        yield one_mission(key, side, names, hexmap, dice, depth=dice.randrange(3))


def one_mission(key, side, names, hexmap, dice, depth):
    anywhere = lambda most: tuple(dice.randrange(len(hexmap)) for _ in range(dice.randrange(most)))  # noqa: E731
    goals = tuple(Goal(h, f"Goal {h}", via=dice.random() < 0.3, by_day=dice.randrange(4)) for h in anywhere(4))
    return Mission(
        key, side, dice.choice(MISSION_KINDS), goals, posture=dice.choice(MISSION_POSTURES),
        bypass=dice.random() < 0.5, reserve=dice.choice((0, 0, 30, 100)), line=anywhere(4),
        not_before=dice.randrange(3), left=anywhere(3), right=anywhere(3), until=dice.randrange(4),
        then=one_mission(key, side, names, hexmap, dice, depth - 1) if depth else None,
        partner=dice.choice((*names, "", "none")), style=dice.choice((*STYLES, "")),
    )  # fmt: skip


def remembered(state, side, dice):
    """Give a memory of another time: steps that may be long over."""
    if dice.random() < 0.5:
        return Dossier()
    own = [item.id for item in state.formations.values() if item.side == side]
    steps = {key: dice.randrange(5) for key in sorted(own)}
    return Dossier(steps=steps)


def given(case, thought):
    """Carry a thought out on the whole situation; give the refusal's words, or "" if it stands."""
    order = parse_order(thought.order, case.view.map, case.view.state)
    try:
        decide(case.rules, case.whole, order, SeededDice(case.seed, 2), by=case.commander.side)
    except Refusal as refusal:
        return str(refusal)
    return ""


class Played(NamedTuple):
    """A game that is set up: who plays, and how to open it again."""

    setup: Setup
    seats: dict
    seed: str
    missions: bool = False
    readings: tuple = ()

    def open(self):
        event, hexmap, rules = opened(self.setup, self.seed)
        setting = change(event.setting, overrides={**event.setting.overrides, **dict(self.readings)})
        if self.missions:
            formations = {item.id: item for item in event.formations}
            dice, state = random.Random(self.seed), State(setting, event.clock, formations=formations)
            setting = change(setting, missions=tuple(strange(state, hexmap, dice)))
        rules = ruleset(setting.ruleset, setting.overrides) if self.readings else rules
        return Game.opened(change(event, setting=setting), hexmap, rules, self.seed)

    def steps(self, phases=2000):
        return play_out(self.open(), self.seats, phases=phases)


def battle(key, seed, *, days=1):
    """Set a random battle up on a shipped board: forces, who defends, what is hidden, missions, seats."""
    dice = random.Random(f"battle/{key}/{seed}")
    red, blue = (", ".join(["infantry x2", *dice.sample(PIECES, 3)]) for _ in range(2))
    readings = tuple(dice.choice(({}, HIDDEN.get(key, {}))).items())
    setup = Setup(
        rules=key, board=dice.choice(sorted(shipped_boards())), red=red, blue=blue, days=days,
        defends=dice.choice(("", "red", "blue")) if key in DEFENDED else "",
    )  # fmt: skip
    seats = {side: Seat("commander", dice.choice(SKILLS), dice.choice(STYLES)) for side in ("red", "blue")}
    if dice.random() < 0.2:
        seats[dice.choice(("red", "blue"))] = Seat("table")
    return Played(setup, seats, f"{key}/{seed}", dice.random() < 0.4, readings)


SYSTEMS = keys() if os.environ.get("SANDTABLE_SOAK") else keys()[: len(coded()) + 1]
"""The coded ones and one of data, in a soak all: systems of data run the same code, whatever their file."""
