"""
Give random orders in small worlds of all rule systems, and say what comes of each: events, what others know, refusals.

``taken.txt`` holds it as it was. Half of the orders are legal ones and ends of phases, half are lines of every kind
with places, units and numbers drawn by lot, by whom they may be. ``python -m tests.campaign.taken`` prints what is
otherwise now, ``--write`` takes it over; look at each change before.
"""

from __future__ import annotations

import hashlib
import random
import sys
from itertools import islice
from pathlib import Path

import msgspec

from campaign.docket.matters import matters
from campaign.engine.decide import Attempt, decide
from campaign.engine.dice import SeededDice
from campaign.engine.knowing import reported_at, view_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.engine.wanted import pools_wanted
from campaign.engine.watch import begun, heard, noticed
from campaign.model.notation import format_order, parse_order
from campaign.model.things import Objective
from campaign.model.tokens import NotParseable
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.march import Move
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.work import SetToWork
from campaign.model.viewer import viewers_of
from campaign.systems.catalogue import ruleset
from campaign.views import log_for
from tests.campaign.lines import THEMES, Lines
from tests.campaign.own.wilds import of_data
from tests.campaign.test_commands import split
from tests.campaign.test_imagined import READINGS, WILD
from tests.recording import compared

FILE = Path(__file__).with_name("taken.txt")
STEPS = 30
SEEDS = {
    "zen_operational": 20, "three_star_general": 12, "two_star_general": 10, "d3_one_hour": 12, "parkin_generic": 12,
}  # fmt: skip
OF_DATA = 6
GAMES = [(key, seed) for key, count in (SEEDS | dict.fromkeys(of_data(), OF_DATA)).items() for seed in range(count)]
FOGS = ((), ("reports staff", "deception 50 4 sides"), ("reports letter", "deception 0 3 umpire"))
NOT_KNOWN = "these rules know no order"
_TRIES, LONGEST = 8, 150
change = msgspec.structs.replace


class World:
    """A game, what its viewers know, and what was done in it."""

    def __init__(self, key, seed):
        self.dice, self.entries, self.unknown = random.Random(f"taken/{key}/{seed}"), 0, set()
        self.lines = Lines(self.dice, [*THEMES][seed % len(THEMES)])
        first = split(WILD[key](seed), self.dice, 2)
        hidden = READINGS.get(key, ({},))
        overrides = {**first.state.setting.overrides, **hidden[seed % len(hidden)]}
        state = change(first.state, stands=self._some_arriving(first))
        setting = change(
            first.state.setting, ruleset=key, seed="taken", start="1944-12-16", days=2 + seed % 5, overrides=overrides,
            delay=seed % 3,
            air=tuple((side.key, state.clock.day + 1, 2) for side in state.setting.sides),
            objectives=tuple(self._objectives(first)),
        )
        self.rules = ruleset(key, overrides)
        opening = CampaignOpened(
            setting=setting, clock=state.clock, stands=tuple(state.stands.values()), control=state.control,
            formations=tuple(state.formations.values()), weather=state.weather, ground=state.ground, format=2,
        )
        viewers = [viewer for viewer in viewers_of(setting) if viewer.kind != "umpire"]
        self.audience = begun(opening, first.map, self.rules.tables, viewers)
        # Contacts, reports and aircraft of a wild game do not come with the opening.
        kept = {name: getattr(state, name) for name in ("contacts", "facts", "points")}
        self.audience = self.audience._replace(situation=self.situation.with_state(change(self.state, **kept)))
        for line in FOGS[seed % len(FOGS)]:
            self.give("umpire", parse_order(line, self.situation.map, self.state))

    def _some_arriving(self, situation):
        """Keep a few stands off the map, due to arrive in one of the first turns, where they were or elsewhere."""
        found, clock = dict(situation.state.stands), situation.state.clock
        bound = {key for one in found.values() if one.attached_to for key in (one.id, one.attached_to)}
        for key in self.dice.sample(sorted(found.keys() - bound), 2):
            where = self.dice.choice([found[key].hex or 0, self.dice.randrange(len(situation.map))])
            when = (clock.day, clock.turn + self.dice.randrange(2), where)
            if found[key].on_map and "hq" not in found[key].profile.kind:
                found[key] = change(found[key], hex=None, arrives=when)
        return found

    def _objectives(self, situation):
        """Give each side a town where one of its own stands, and one anywhere, for today or tomorrow."""
        for number, side in enumerate(situation.state.setting.sides):
            held = [one.hex for one in situation.state.stands.values() if one.side == side.key and one.hex is not None]
            for name, places in (("Town", held or [0]), ("Hill", range(len(situation.map)))):
                day = situation.state.clock.day + self.dice.randrange(2)
                yield Objective(f"{name} {number}", self.dice.choice(places), side.key, 3 + number, day)

    @property
    def situation(self):
        return self.audience.situation

    @property
    def state(self):
        return self.situation.state

    def step(self):
        """Give one order; say who gave it and what came of it."""
        self.entries += 1
        by, order = self._drawn()
        if order is None:
            return by
        return self.give(by, order)

    def give(self, by, order):
        """Give an order; say what came of it."""
        text = " + ".join(map(self._text, order if isinstance(order, tuple) else (order,)))
        try:
            events = self.decided(order, by)
        except Refusal as refusal:
            if NOT_KNOWN in refusal.why:
                self.unknown.add(type(order))
            return f"{by}: {text} -> {refusal.rule}: {refusal.why}"
        return f"{by}: {text} -> {self.take(events)}"

    def decided(self, order, by="umpire"):
        """Have an order worked out; raises what refuses it."""
        return decide(self.rules, self.situation, order, SeededDice("taken", self.entries), by=by)

    def take(self, events):
        """Let events happen; say which, and digests of them, of what is seen then, and of what everybody is told."""
        before = self.situation
        self.audience, new = noticed(heard(self.audience, events), self.rules.play)
        kinds = ",".join(dict.fromkeys(type(event).__name__ for event in events))
        return f"{kinds} {digest(events)} {digest(new)} {digest(self._told(before, [*events, *new]))}"

    def known(self):
        """Say what is known and asked now: views, what the rules say of a unit, what an umpire looks at."""
        play, here, key = self.rules.play, self.situation, self.dice.choice([*self.state.stands])
        views = [(view_of(known), reported_at(known)) for _, known in sorted(self.audience.known.items())]
        side = self.state.stands[key].side
        asked = [
            list(islice(legal_orders(self.rules, here, side), 60)), play.supply(here, key), play.command(here, key),
            sorted(play.zones(here, side).items()), play.notices(here, key), play.condition(here, key),
            play.cautions(here), sorted(play.marchers(here, [*self.state.stands])), self._led(key),
            play.power(here, key), play.strength(here, key), play.scale(here),
            sorted(play.reach(here, key).cost.items()),
        ]
        if self.entries == STEPS and (found := self._legal(side)):
            asked.append(str(pools_wanted(self.rules, here, self.dice.choice(found))))
        return f"views {digest(views)} asked of {key} {digest(asked)} matters {digest(matters(here, play))}"

    def _led(self, key):
        """Say who can lead a stand, and from where one of them in the middle of the map could."""
        leash = self.rules.play.leash(self.situation, key)
        return leash and (leash.hqs, leash.within((len(self.situation.map) // 2,)).nonzero()[0].tolist())

    def _drawn(self):
        """Draw an order, and who gives it; of a line that cannot be read, what is told."""
        sides = [side.key for side in self.state.setting.sides]
        side, chance = self.state.clock.side or self.dice.choice(sides), self.dice.random()
        if chance < 0.1:
            return "umpire", EndPhase()
        if chance < 0.45:
            return (side, self.dice.choice(found)) if (found := self._legal(side)) else ("umpire", EndPhase())
        others = [side, self.dice.choice(self.state.setting.commands).id]
        giver = self.dice.choice([*["umpire"] * 6, *others])
        for _ in range(_TRIES):
            line = self.lines.drawn(self.situation)
            try:
                order = parse_order(line, self.situation.map, self.state)
            except NotParseable as fault:
                return f"{giver}: {line} -> {fault}", None
            if type(order) not in self.unknown:
                break
        is_tried = isinstance(order, Move | Fire | Bombard | SetToWork) and chance > 0.8
        return giver, self._attempt(order) if is_tried else order

    def _legal(self, side):
        """List legal orders of one sort, each sort as likely."""
        sorts = {}
        for order in islice(legal_orders(self.rules, self.situation, side), 400):
            sorts.setdefault((type(order), getattr(order, "attack", False)), []).append(order)
        return self.dice.choice([*sorts.values()]) if sorts else []

    def _attempt(self, order):
        stand = self.state.stands[order.stand]
        command = next(one for one in self.state.setting.commands if one.side == stand.side)
        line = self.dice.choice([0, 1, 2])
        return (Attempt(command.id, stand.side, line, order.stand, (order,), "as told", standing=line == 2),)

    def _text(self, order):
        if isinstance(order, Attempt):
            return f"{order.line}: {' + '.join(map(self._text, order.orders))}"
        return format_order(order, self.situation.map)

    def _told(self, before, events):
        """Write what each viewer is told of events."""
        viewers = viewers_of(before.state.setting)
        told = [(viewer.key, log_for(events, before, viewer, after=before.state)) for viewer in viewers]
        return [f"{key} {report.number} {report.text}" for key, reports in told for report in reports]


def digest(*things):
    """Hash anything, short."""
    text = msgspec.json.encode(things, order="deterministic", enc_hook=repr)
    return hashlib.sha256(text).hexdigest()[:6]


def shortened(line):
    """Cut a long line, and say what the whole was."""
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} {digest(line)}"


def played(key, seed):
    """Give what comes of the orders of one game."""
    world = World(key, seed)
    for number in range(STEPS):
        yield shortened(f"{key} {seed}.{number} {world.step()}")
        if number % 6 == 5:
            yield f"{key} {seed}.{number} {world.known()}"


def lines():
    """Give all that comes of all games."""
    return [line for game in GAMES for line in played(*game)]


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
