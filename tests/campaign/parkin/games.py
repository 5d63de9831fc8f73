"""A game of the Generic Rules on a drawn map, played line by line."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order, parse_order
from campaign.systems.catalogue import ruleset


@cache
def rules(readings=()):
    return ruleset("parkin_generic", dict(readings))


class Game:
    """A situation, and what was done in it."""

    def __init__(self, text, **readings):
        told = {**readings_of(text), **readings}
        self.rules = rules(tuple(sorted(told.items())))
        self.situation = situation_of(text, self.rules)
        self.events = []

    @property
    def tables(self):
        return self.rules.tables

    def hex(self, number):
        return self.situation.map.index_of(number)

    def stand(self, key):
        return self.situation.state.stands[key]

    def at(self, key):
        index = self.stand(key).hex
        return None if index is None else self.situation.map.number(index)

    def play(self, line, *dice, by="umpire"):
        """Give an order; with dice they fall so and must all be used."""
        order = line if not isinstance(line, str) else parse_order(line, self.situation.map, self.situation.state)
        script = ScriptedDice(*dice)
        events = decide(self.rules, self.situation, order, script, by=by)
        assert not script._left, "dice are left over"
        return self.take(events)

    def chance(self, order, seed, number):
        return self.take(decide(self.rules, self.situation, order, SeededDice(seed, number)))

    def take(self, events):
        self.events += events
        self.situation = self.situation.with_state(fold(self.situation.state, events))
        return events

    def refused(self, line, by="umpire"):
        """Give an order that must be refused; give paragraph and reason."""
        try:
            events = self.play(line, by=by)
        except Refusal as refusal:
            return refusal.rule, refusal.why
        raise AssertionError(f"accepted: {events}")

    def legal(self, side="red"):
        return [format_order(order, self.situation.map) for order in legal_orders(self.rules, self.situation, side)]

    def set(self, key, **fields):
        state = self.situation.state
        stand = msgspec.structs.replace(state.stands[key], **fields)
        self.situation = self.situation.with_state(msgspec.structs.replace(state, stands={**state.stands, key: stand}))


KINDS = (
    "infantry", "infantry", "armour", "artillery", "mortar", "cavalry", "recon", "transport", "hq", "dummy",
    "helicopter", "boat", "missile", "works",
)  # fmt: skip
MARKS = ("", "", "", "moved", "acted", "fired", "waiting", "attacked", "identified", "moved,moved_far", "repaired")
PHASES = ("move", "fire", "close_combat")


def wild(seed, *, cols=7, rows=7, stands=10, phase=None):
    """Lay out random ground and counters, one to a hex, on ground where they may stand."""
    dice = random.Random(seed)
    ground = [" ".join(dice.choice("......wwbmhTr~") for _ in range(cols)) for _ in range(rows)]
    lines = ["map", *ground, *_hexsides(dice, cols, rows)]
    places = [f"{c:02d}{r:02d}" for c in range(1, cols + 1) for r in range(1, rows + 1)]
    dice.shuffle(places)
    lines.extend(_stand(dice, number, places.pop()) for number in range(stands))
    lines.append(f"source depot red {places.pop()}")
    lines.append(f"clock turn=2 phase={phase or dice.choice(PHASES)} side={dice.choice(['red', 'blue'])}")
    game = Game("\n".join(lines))
    for key, stand in list(game.situation.state.stands.items()):
        if not game.rules.play.fits(game.situation, key, stand.hex):
            game.set(key, hex=None, gone="set up nowhere")
    _board(game)
    return game


def _stand(dice, number, place):
    side, kind = ("red", "blue")[number % 2], dice.choice(KINDS)
    marks, losses = dice.choice(MARKS), dice.choice([0, 0, 0, 1, 2, 3])
    facing = dice.choice(["", f" facing={dice.randrange(6)}"])
    shots = f" shots={dice.choice([0, 1, 4])}" if kind == "missile" else ""
    ground = f"terrain {place} water\n" if kind == "boat" else ""
    return f"{ground}{side} {kind} {side[0]}{number} {place} marks={marks} losses={losses}{facing}{shots}"


def _hexsides(dice, cols, rows):
    pairs = [f"{c:02d}{r:02d}/{c:02d}{r + 1:02d}" for c in range(1, cols + 1) for r in range(1, rows)]
    dice.shuffle(pairs)
    yield "river " + " ".join(pairs[:4])
    yield "stream " + " ".join(pairs[4:8])
    yield "bridge " + " ".join(pairs[3:6])
    yield from (f"road {pair.replace('/', '-')}" for pair in pairs[2:9])


def _board(game):
    """Put somebody aboard a transport, where there are both."""
    on_map = [stand for stand in game.situation.state.stands.values() if stand.on_map]
    for carrier in on_map:
        rider = next((s for s in on_map if s.side == carrier.side and s.profile.kind == "infantry"), None)
        if carrier.profile.kind == "transport" and rider is not None:
            game.set(rider.id, hex=carrier.hex, attached_to=carrier.id, marks=frozenset({"embarked"}))
            return
