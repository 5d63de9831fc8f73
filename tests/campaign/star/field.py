"""Star General situations written in a few lines, random ones, and whole games played at random."""

from __future__ import annotations

import random

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.notation import parse_order
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import ruleset

THREE, TWO = "three_star_general", "two_star_general"
SYSTEMS = (THREE, TWO)

FIGURE_1 = """
map 9x9
red hq A/hq 0504 of=A
red infantry A/1 0403 of=A
red infantry A/2 0505 of=A losses=2
red infantry A/3 0605 of=A
red fire_support A/s 0403 of=A
formation A posture=dig_in marks=active
blue infantry B/1 0509 of=B
formation B posture=hold
clock phase=go side=red
"""
"""The figure of 3S 1.8."""


class Field:
    """A situation and what is ordered in it."""

    def __init__(self, text, key=THREE, seed="field"):
        self.rules = ruleset(key, readings_of(text))
        self.situation = situation_of(text, self.rules)
        self.seed, self.entries, self.events = seed, 0, []

    @property
    def state(self):
        return self.situation.state

    def stand(self, key):
        return self.state.stands[key]

    def at(self, key):
        index = self.stand(key).hex
        return None if index is None else self.situation.map.number(index)

    def parse(self, line):
        return parse_order(line, self.situation.map, self.state)

    def do(self, *lines, dice=(), by="umpire"):
        """Give orders one after the other; the dice fall as told, or from the seed."""
        script = ScriptedDice(*dice) if dice else None
        for line in lines:
            self.take(self.parse(line), by=by, dice=script)
        return self

    def take(self, order, *, by="umpire", dice=None):
        self.entries += 1
        events = decide(self.rules, self.situation, order, dice or SeededDice(self.seed, self.entries), by=by)
        self.events += events
        self.situation = self.situation.with_state(fold(self.state, events))

    def refusal(self, line, by="umpire"):
        try:
            decide(self.rules, self.situation, self.parse(line), SeededDice("r", 1), by=by)
        except Refusal as refusal:
            return refusal
        return None

    def accepts(self, order, by="umpire"):
        try:
            decide(self.rules, self.situation, order, SeededDice("r", 1), by=by)
        except Refusal:
            return False
        return True

    def rolls(self):
        return [roll for event in self.events for roll in event.rolls]


PHASES = ("orders", "retreat", "go", "go", "go", "air", "artillery", "night_orders", "night_go", "night_artillery")
COLS, ROWS = 9, 8


def wild_field(seed, key):
    """Lay out ground, rivers, roads, three regiments a side and guns, all in a state that play can come to."""
    dice = random.Random(seed)
    ground = ["".join(dice.choice(".......wThro~") for _ in range(COLS)) for _ in range(ROWS)]
    pairs = [f"{col:02d}{row:02d}/{col:02d}{row + 1:02d}" for col in range(1, COLS + 1) for row in range(1, ROWS)]
    dice.shuffle(pairs)
    phase = dice.choice(PHASES)
    acting = dice.choice(["red", "blue"]) if phase not in {"orders", "night_orders", "air"} else ""
    lines = [
        "map", *ground, "river " + " ".join(pairs[:5]), "stream " + " ".join(pairs[5:10]),
        "bridge " + " ".join([*pairs[3:5], pairs[9]]), "ford " + pairs[8],
        "road " + " ".join(pair.replace("/", "-") for pair in [*pairs[4:5], *pairs[10:16]]),
        f"clock phase={phase} side={acting}", "air red 3", "days 2", "side red", "side blue",
    ]  # fmt: skip
    hexes = [f"{col:02d}{row:02d}" for col in range(1, COLS + 1) for row in range(1, ROWS + 1)]
    free = [number for number in hexes if ground[int(number[2:]) - 1][int(number[:2]) - 1] != "~"]
    dice.shuffle(free)
    for side, names in (("red", "ABC"), ("blue", "KLM")):
        for name in names:
            lines += _regiment(dice, key, side, name, free, active=side == acting and name in "AK")
        lines.append(f"{side} artillery {side}/g {free.pop()} of={side}g shots={dice.randint(0, 1)}")
    return Field("\n".join(lines), key, seed=f"{key}/{seed}")


def _regiment(dice, key, side, name, free, *, active):
    core = ("infantry", "militia", "medium_armour", "light_armour", "heavy_armour", "armoured_cars")
    over = "fire_support" if key == THREE else "light_artillery"
    supports = ["antitank", "engineers", "antiaircraft", over, *([] if key == THREE else ["machine_guns"])]
    start = free.pop()
    near = sorted(free, key=lambda n: abs(int(n[:2]) - int(start[:2])) + abs(int(n[2:]) - int(start[2:])))[:4]
    places = [start, *dice.sample(near, 3)]
    for place in places[1:]:
        free.remove(place)
    lines = [f"{side} hq {name}/hq {places[0]} of={name}"]
    for number, place in enumerate(places[1:], start=1):
        marks = dice.choice(["", "", "", "moved", "attacked,revealed", "crossing", "target"]) if active else ""
        kind = dice.choice(core)
        lines.append(f"{side} {kind} {name}/{number} {place} of={name} losses={dice.randint(0, 2)} marks={marks}")
        if dice.random() < 0.6:
            lines.append(f"{side} {dice.choice(supports)} {name}/s{number} {place} of={name}")
        if key == TWO and kind == "infantry" and dice.random() < 0.5:
            lines.append(f"{side} truck {name}/t{number} {place} of={name}")
    posture = dice.choice(["move", "move", "hold", "dig_in", "retreat"])
    marks = "active" if active else dice.choice(["", "gone"])
    return [*lines, f"formation {name} posture={posture} marks={marks}"]


def play_out(field, seed, limit=2000):
    """Let both sides order at random to the end; what was done once in a phase is not undone for ever."""
    dice = random.Random(seed)
    while not field.state.ended and field.entries < limit:
        side = field.state.clock.side or dice.choice(["red", "blue"])
        orders = list(legal_orders(field.rules, field.situation, side))
        if orders and dice.random() < 0.85:
            field.take(dice.choice(orders), by=side)
        else:
            field.take(EndPhase())
    return field.entries
