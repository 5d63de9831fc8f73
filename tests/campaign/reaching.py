"""
Lay out random situations, and keep what every stand in them can reach as digests.

``python -m tests.campaign.reaching`` writes the digests of ``reaches/`` anew: for each system 1,000 situations with
bridges blown and built, nights and marks, and the first days of the Ardennes. Write them anew only if an answer is
meant to change, and say so in the commit. ``python -m tests.campaign.reaching SYSTEM SEED`` prints a situation.
"""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.model.situation import Situation, hexside_place, stands_of
from campaign.model.things import March
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import ruleset
from tests.campaign.own.wilds import of_data, state_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ruleset import Reach, Ruleset

__all__ = ["ARDENNES", "COUNT", "SYSTEMS", "ardennes_days", "digest", "reaches_of", "recorded", "situation"]

COUNT = 1000
DAYS = 9
ARDENNES = "ardennes"
FOLDER = Path(__file__).parent / "reaches"
LETTERS = "......pebwwrmohhT~"
SIDES = (
    ["river"] * 4
    + ["stream"] * 4
    + ["bridge"] * 4
    + ["ford"] * 2
    + ["railway_bridge", "ferry", "cliff", "steep", "steep", "major_river"]
)
CROSSINGS = frozenset({"bridge", "ford", "ferry", "railway_bridge"})
SYSTEMS = {
    "three_star_general": (("infantry", "motorised", "light_armour", "medium_armour", "artillery"), "go"),
    "two_star_general": (("infantry", "light_armour", "medium_armour", "artillery"), "go"),
    "d3_one_hour": (("infantry", "tank", "armoured_infantry", "antitank", "mortar", "artillery"), "move"),
    "parkin_generic": (("infantry", "armour", "recon", "artillery", "helicopter", "boat"), "move"),
    "zen_operational": (("infantry", "armour", "recon", "engineer", "artillery", "cavalry"), "move"),
}
"""The systems, with the kinds of stand that are put on the map and the phase in which one moves."""
for _key in of_data():
    _rules = ruleset(_key).tables.rules
    _march = next(row.key for row in _rules.phase if "march" in row.does and not row.only)
    SYSTEMS[_key] = (tuple(row.kind for row in _rules.unit), _march)
_READINGS = {
    "d3_one_hour": ("leave_6in free", "contact_stop all", "overrun_enters false", "bocage_sides none",
                    "leaving_capped true", "measure straight", "streams river", "cliffs linear", "road_gaps false"),
    "parkin_generic": ("obstacle_step added", "stacking false", "road_opens false", "uphill_m 5", "road_in_rough road",
                       "tracks_double true"),
    "zen_operational": ("mud false", "progress lost", "railway_bridge all", "railway_bridge none",
                        "zoc_in_built_up true"),
    "three_star_general": ("road_ignores_halts false", "river_on_foot false", "water_hexes impassable",
                           "retreat_ground strategic"),
    "two_star_general": ("road_ignores_halts false", "river_on_foot false", "water_hexes impassable"),
    **{key: tuple(f"{row.key} {row.others[0]}" for row in ruleset(key).tables.rules.reading) for key in of_data()},
}  # fmt: skip


class Layout:
    """A random map and the stands on it, as lines of a given."""

    def __init__(self, system: str, dice: random.Random) -> None:
        self.system, self.dice = system, dice
        self.cols, self.rows = dice.randint(9, 18), dice.randint(8, 14)
        self.ground = ["".join(dice.choice(LETTERS) for _ in range(self.cols)) for _ in range(self.rows)]

    def lines(self) -> Iterator[str]:
        """Give the lines."""
        yield from ("map", *self.ground, "")
        yield from self._hexsides()
        yield from self._roads()
        for _ in range(10):
            yield f"height {self._number(self._somewhere())} {self.dice.choice([10, 30, 60, 150])}"
        if self.system.endswith("star_general"):
            yield f"formation A hq=r0 posture={self.dice.choice(['move', 'move', 'retreat'])} marks=active"
            yield "formation B hq=b0 posture=move"
        yield from self._stands("red", "r", "A", 5)
        yield from self._stands("blue", "b", "B", 3)
        night = self.system == "zen_operational" and self.dice.random() < 0.3
        phase = "night_move" if night else SYSTEMS[self.system][1]
        yield f"clock day=1 turn={4 if night else 1} phase={phase} side=red{' night' if night else ''}"
        if self.system == "zen_operational" and self.dice.random() < 0.3:
            yield from ("weather overcast", "yesterday overcast")

    def _somewhere(self) -> tuple[int, int]:
        return self.dice.randrange(self.cols), self.dice.randrange(self.rows)

    def _number(self, place: tuple[int, int]) -> str:
        return f"{place[0] + 1:02d}{place[1] + 1:02d}"

    def _near(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        col, row = place
        slant = row - 1 if col % 2 == 0 else row + 1
        near = [(col, row - 1), (col, row + 1), (col - 1, row), (col + 1, row), (col + 1, slant)]
        return [(c, r) for c, r in near if 0 <= c < self.cols and 0 <= r < self.rows]

    def _hexsides(self) -> Iterator[str]:
        for _ in range(self.cols * self.rows // 2):
            here = self._somewhere()
            pair = f"{self._number(here)}/{self._number(self.dice.choice(self._near(here)))}"
            word = self.dice.choice(SIDES)
            if word in CROSSINGS:
                yield f"{self.dice.choice(['river', 'stream'])} {pair}"
            yield f"{word} {pair}"

    def _roads(self) -> Iterator[str]:
        for _ in range(4):
            here = self._somewhere()
            path = [self._number(here)]
            for _ in range(8):
                here = self.dice.choice(self._near(here))
                path.append(self._number(here))
            yield f"{self.dice.choice(['road', 'track', 'secondary'])} {'-'.join(path)}"

    def _stands(self, side: str, letter: str, formation: str, count: int) -> Iterator[str]:
        taken: set[tuple[int, int]] = set()
        for k in range(count):
            kind = self.dice.choice(SYSTEMS[self.system][0])
            free = [
                (col, row)
                for col in range(self.cols)
                for row in range(self.rows)
                if (col + (side == "red")) % 2 and (col, row) not in taken
                if (self.ground[row][col] == "~") == (kind == "boat")
            ]
            at = self.dice.choice(free or [(0, 0)])
            taken.add(at)
            of = f" of={formation}" if self.system.endswith("star_general") else ""
            yield f"{side} {kind} {letter}{k} {self._number(at)}{of}{self._state()}"

    def _state(self) -> str:
        if self.system == "d3_one_hour":
            return f" marks=allowance_{self.dice.choice([0, 6, 12, 18, 24])}"
        if self.system == "parkin_generic":
            marks, losses = self.dice.choice(["", "", "", "acted", "moved"]), self.dice.choice([0, 0, 0, 1, 2])
            return f" marks={marks} losses={losses}"
        if self.system == "zen_operational":
            traits = self.dice.choice(["", "", " traits=motorised", " traits=armoured_infantry"])
            return f" marks={self.dice.choice(['', '', '', 'out_of_command', 'transport', 'embarked'])}{traits}"
        return state_of(self.system, self.dice) if self.system in of_data() else ""


def situation(system: str, seed: int) -> tuple[Ruleset, Situation]:
    """Lay out a situation: even numbers as drawn, odd ones with what play has changed; some by other readings."""
    dice = random.Random(f"{system}/{seed}")
    reading = dice.choice(_READINGS[system]) if seed % 4 >= 2 else ""
    key, _, value = reading.partition(" ")
    rules = ruleset(system, {key: _typed(value)} if key else {})
    found = situation_of("\n".join(Layout(system, dice).lines()), rules)
    return rules, _played(found, dice) if seed % 2 else found


def _typed(value: str) -> str | int | bool:
    word = value.lower()
    return word == "true" if word in {"true", "false"} else int(value) if value.isdigit() else value


def _played(found: Situation, dice: random.Random) -> Situation:
    """Blow and build bridges, spread control of hexes, and let a stand have begun a step."""
    ground = {}
    for _ in range(6):
        here, side = dice.randrange(len(found.map)), dice.randrange(6)
        if found.map.neighbour[here, side] >= 0:
            ground[hexside_place(found.map, here, side)] = dice.choice(["bridge", "prepared", "blown"])
    for here, side in np.argwhere(found.map.crossing > 0)[:6].tolist():
        ground[hexside_place(found.map, here, side)] = dice.choice(["blown", "bridge"])
    control = bytes(dice.choice([0, 0, 1, 255, 255, 255]) for _ in range(len(found.map)))
    stands = dict(found.state.stands)
    for key in ("r1", "r2"):
        near = [index for index in found.map.neighbour[stands[key].hex].tolist() if index >= 0]
        if "star_general" not in found.tables.key:
            march = March(path=(dice.choice(near),), spent=dice.choice([100, 400]), transport=dice.random() < 0.3)
            stands[key] = msgspec.structs.replace(stands[key], march=march)
    contacts = (
        frozenset({("b0", "r0")}) if found.tables.key == "zen_operational" and dice.random() < 0.3 else frozenset()
    )
    state = msgspec.structs.replace(found.state, ground=ground, control=control, stands=stands, contacts=contacts)
    return found.with_state(state)


def ardennes_days() -> Iterator[tuple[Ruleset, Situation]]:
    """Open the Ardennes and let its days pass, three phases at a time; nobody is given an order."""
    from campaign.model.verbs.opening import opening_state
    from maps.area.reader import read_area, shipped_area
    from maps.making.build import build
    from scenarios.opening import open_scenario
    from scenarios.scenario import read_scenario, shipped_scenario

    hexmap = build(read_area(shipped_area("ardennes_1944")))
    scenario = read_scenario(shipped_scenario("ardennes_1944"))
    rules = ruleset(scenario.ruleset, scenario.overrides)
    now = Situation(opening_state(open_scenario(scenario, hexmap, rules, seed="reach").event), hexmap, rules.tables)
    for entry in range(3 * DAYS):
        now = now.with_state(fold(now.state, decide(rules, now, EndPhase(), SeededDice("reach", entry))))
        if entry % 3 == 2:
            yield rules, now


def reaches_of(rules: Ruleset, now: Situation) -> Iterator[tuple[str, bool, Reach]]:
    """Ask for every stand on the map where it can go, in both modes."""
    for stand in sorted(stands_of(now), key=lambda stand: stand.id):
        for transport in (False, True):
            yield stand.id, transport, rules.play.reach(now, stand.id, transport=transport)


def digest(rules: Ruleset, now: Situation) -> str:
    """Put the goals and costs of every stand into twelve letters."""
    told = [[key, transport, sorted(found.cost.items()), sorted(found.contacts), found.limit]
            for key, transport, found in reaches_of(rules, now)]  # fmt: skip
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:12]


def recorded(system: str) -> list[str]:
    """Read the digests that were recorded."""
    return (FOLDER / f"{system}.txt").read_text("ascii").split()


def _write(name: str, digests: list[str]) -> None:
    (FOLDER / f"{name}.txt").write_text("\n".join(digests) + "\n", "ascii")
    print(name, len(digests), len(set(digests)))  # noqa: T201 - a command's answer


def main(words: list[str]) -> None:
    """Write all digests anew, or print one situation's lines."""
    if words:
        print("\n".join(Layout(words[0], random.Random(f"{words[0]}/{words[1]}")).lines()))  # noqa: T201
        return
    for system in SYSTEMS:
        _write(system, [digest(*situation(system, seed)) for seed in range(COUNT)])
    _write(ARDENNES, [digest(*day) for day in ardennes_days()])


if __name__ == "__main__":
    main(sys.argv[1:])
