"""
A rule system of five rules, to try the store with.

A move goes hex by hex to neighbours and is carried out at once; a bombardment rolls two dice that hit on 5
(the hits are losses of the first enemy there); supply changes stores; a ruling sets losses; phases are
"move" and "combat", four turns of both a day. A side sees what stands next to its own stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import Power, Reach, Ruleset, Sight, Steps, SupplyTrace, Trek
from campaign.kit.facts import SHOTS
from campaign.kit.watching import seen_from, told_apart
from campaign.model.calendar import Clock
from campaign.model.situation import stands_at
from campaign.model.tables import Interpretation, PhaseRow, Tables
from campaign.model.things import Formation, Objective, Profile, Setting, Side, Stand, SupplySource
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.declaring import OrderDeclared, Ruled
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.supply import Resupply, StoresChanged
from campaign.store.library import Shelf
from campaign.systems.star.facts import GOES
from campaign.systems.zen.facts import FACTS
from maps.grid.hexgrid import NO_HEX
from tests.toyground import toy_map

GROUND = """
..........
..w.......
..........
.......T..
..........
..........
"""

TABLES = Tables(
    key="toy", name="Toy rules", source="this file",
    phases=(PhaseRow("move", "Movement"), PhaseRow("combat", "Combat")),
    marks=frozenset({"fired", "transport", "moved"}), stores=("LOG", "POL"), facts=(*FACTS, GOES, SHOTS),
    interpretations=(Interpretation("sight_identifies", "T 1", "default", "contact", "as in life"),),
)


@dataclass(frozen=True)
class ToyPlay:
    """See the head of this file."""

    def orders(self, situation, stand):
        here = situation.state.stands[stand]
        for goal in situation.map.neighbour[here.hex]:
            if goal != NO_HEX:
                yield Move(stand, (here.hex, int(goal)))

    def carry_out(self, order, by, ledger):
        match order:
            case Move(stand=key, path=path):
                self._move(key, path, by, ledger)
            case Bombard(stand=key, target=target):
                self._fire(key, target, ledger)
            case Resupply(formation=key, stores=stores):
                ledger.record(StoresChanged(formation=key, changes=dict(stores), rule="T 3"))
            case Cancel(stand=key):
                ledger.record(OrderDeclared(order=order, by=by, rule="T 5"))
            case Ruling(stand=key, losses=losses):
                ledger.record(Ruled(order=order, why=order.why))
                ledger.record(LossesTaken(stand=key, points=losses, rule="T 4"))
            case _:
                raise Refusal("T 0", "the toy rules have no such order")

    def _move(self, key, path, by, ledger):
        stand = ledger.state.stands[key]
        if by not in ("umpire", stand.side):
            raise Refusal("T 1", f"{key} is not yours")
        if path[0] != stand.hex:
            raise Refusal("T 1", f"{key} is not in {ledger.situation.map.number(path[0])}")
        for a, b in pairwise(path):
            if b not in ledger.situation.map.neighbour[a]:
                raise Refusal("T 1", "a path goes from neighbour to neighbour")
        ledger.record(StandMoved(stand=key, path=path, rule="T 1"))
        ledger.record(ControlChanged(side=stand.side, hexes=path, rule="T 1"))

    def _fire(self, key, target, ledger):
        roll = ledger.roll("fire", 2, 5, "T 2", by=key)
        fired = FireResolved(by=key, kind="artillery", target=target, hits=roll.hits, rolls=(roll,), rule="T 2")
        ledger.record(fired)
        side = ledger.state.stands[key].side
        for hit in [s for s in stands_at(ledger.situation, target) if s.side != side][:1]:
            ledger.record(LossesTaken(stand=hit.id, points=roll.hits, rule="T 2"))

    def begin_phase(self, ledger):
        if ledger.state.clock.phase == "move" and ledger.state.clock.turn == 1:
            roll = ledger.roll_total("weather", "T 6")
            ledger.record(WeatherChanged(weather="fine" if roll.total > 2 else "rain", rolls=(roll,), rule="T 6"))

    def end_phase(self, ledger):
        pass

    def side_orders(self, situation, side):
        return iter(())

    def condition(self, situation, stand):
        return f"{self.strength(situation, stand)} SP"

    def next_clock(self, situation):
        clock = situation.state.clock
        if clock.phase == "move":
            return Clock(clock.day, clock.turn, "combat")
        return Clock(clock.day, clock.turn + 1, "move") if clock.turn < 4 else Clock(clock.day + 1, 1, "move")

    def strength(self, situation, stand):
        here = situation.state.stands[stand]
        return max(0, here.profile.strength - here.losses)

    def full_strength(self, situation, stand):
        return situation.state.stands[stand].profile.strength

    def reach(self, situation, stand, *, transport=False):
        here = situation.state.stands[stand].hex
        return Reach({here: 0}, {here: (here,)}, 0)

    def trek(self, situation, stand, *, start=None, transport=False, goal=None):
        here = situation.state.stands[stand].hex if start is None else start
        return Trek({here: 0}, {here: (here,)}, 0)

    def steps(self, situation, stand, *, transport=False):
        return Steps("toy", lambda: (situation.map.neighbour != NO_HEX).astype(np.int32), 1)

    def leash(self, situation, stand):
        return None

    def power(self, situation, stand):
        return Power(0.0, 2 / 3, len(situation.map))

    def supply(self, situation, stand):
        return SupplyTrace(stand, "", (), None)

    def zones(self, situation, side):
        return {}

    def command(self, situation, stand):
        return None, 0.0

    def sight(self, situation):
        return Sight(1)

    def sightings(self, situation, side):
        own, others = told_apart(situation, side)
        eyes = {}
        for eye in own:
            eyes.setdefault((eye.hex, 1), []).append(eye.id)
        seen = seen_from(eyes, {target.hex for target in others}, situation.map.layout.grid.within)
        return {target.id: frozenset(seen[target.hex]) for target in others if target.hex in seen}

    def notices(self, situation, stand):
        return ()

    def cautions(self, situation):
        return ()


RULES = Ruleset(TABLES, ToyPlay())
SIDES = (Side("us", "American", "#8f8a4a"), Side("ge", "German", "#7d8a7a"))


def stand(key, side, number, *, hexmap, kind="infantry", of=None, strength=4, name=None, **more):
    """A battalion, whose name begins with its id unless told."""
    profile = Profile(name or f"{key} Battalion", key, side, kind, "battalion", strength, "foot")
    return Stand(key, of or f"{side}-div", profile, hex=hexmap.index_of(number) if number else None, **more)


def toy_opening(*extra, seed="secret-seed", hexmap=None):
    """Two Americans (and a gun) in the west, two Germans in the east, one of them next to 1/110."""
    hexmap = hexmap or toy_map(GROUND)
    stands = (
        stand("1/110", "us", "0303", hexmap=hexmap), stand("2/110", "us", "0205", hexmap=hexmap),
        stand("229 FA", "us", "0102", hexmap=hexmap, kind="artillery"),
        stand("II/3", "ge", "0403", hexmap=hexmap, kind="armour"), stand("I/26", "ge", "0904", hexmap=hexmap),
        *extra,
    )
    setting = Setting(
        scenario="toy", name="Toy", ruleset="toy", map_key=hexmap.key, start="1944-12-16", days=3, latitude=50.0,
        longitude=6.0, utc_offset_h=1.0, seed=seed, sides=SIDES,
        sources=(SupplySource("us-w", "us", "West", 0), SupplySource("ge-e", "ge", "Prüm depot", 9)),
        objectives=(Objective("St Vith", hexmap.index_of("0804"), "ge", 5, 2),), air=(("us", 1, 3), ("ge", 2, 4)),
    )
    formations = (
        Formation("us-div", "us", "28th Division", "28", "division", "infantry", stores={"LOG": 5}),
        Formation("ge-div", "ge", "26. Volksgrenadier-Division", "26", "division", "infantry", stores={"LOG": 7}),
    )
    control = bytes(0 if i % hexmap.layout.grid.cols < 3 else 1 for i in range(len(hexmap)))
    return CampaignOpened(
        setting=setting, clock=Clock(1, 1, "move"), stands=stands, formations=formations, control=control,
        weather="fine",
    )


def toy_shelf(hexmap=None):
    """The toy map and the toy rules."""
    return Shelf((hexmap or toy_map(GROUND),), lambda key, overrides: RULES)
