"""Play one game of a setup to its end, and note what came of it."""

from __future__ import annotations

import time
import traceback
from collections import Counter, defaultdict
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from campaign.model.situation import stands_of
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.solo.playing import Game, play_out
from scenarios.trials.records import Death, GameRecord, TurnRow
from scenarios.trials.setups import opened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from campaign.model.anyorder import AnyOrder
    from campaign.model.seats import Seat
    from campaign.model.situation import Situation
    from campaign.solo.playing import Step
    from scenarios.trials.setups import Setup

__all__ = ["play_game"]

_BLOWS = frozenset({"Fire", "Bombard", "Assault", "AirStrike"})
_FIGHTERS = frozenset({"hq", "transport", "unknown"})
"""Kinds that do not count where ground gained is measured."""


def play_game(setup: Setup, seats: Mapping[str, Seat], seed: str) -> GameRecord:
    """Play a game; whatever goes wrong in the program is in the record, and counts as no result."""
    begun = time.perf_counter()
    event, hexmap, ruleset = opened(setup, seed)
    game = Game.opened(event, hexmap, ruleset, seed)
    notes = _Notes(game)
    fault = ""
    try:
        for step in play_out(game, seats):
            notes.take(step)
            if setup.days and game.situation.state.clock.day > setup.days:
                break
    except Exception:
        fault = traceback.format_exc(limit=-6)
    return notes.record(seed, seats, fault, time.perf_counter() - begun)


class _Notes:
    """What is written down while a game goes on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.situation
        self.sides = [side.key for side in start.state.setting.sides]
        self.axis = _axis(start, self.sides)
        self.began: dict[str, int] = {}
        self.turns: list[TurnRow] = []
        self.lost: Counter[str] = Counter()
        self.blows: Counter[str] = Counter()
        self.orders: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)
        self.ordered: set[str] = set()
        self.seen: set[str] = set()
        self.deaths: list[Death] = []
        self.falls: dict[str, int] = {}
        self.holders = _holders(start)
        self.before = start

    def take(self, step: Step) -> None:
        """Note a step."""
        if step.refused is not None:
            self.refused[step.side] += 1
        elif isinstance(step.order, EndPhase):
            self._phase_over(step.situation)
        else:
            self._ordered(step.side, step.order)
        for event in step.events:
            if isinstance(event, LossesTaken | StandGone):
                self._loss(event)
        self.before = step.situation

    def _ordered(self, side: str, order: AnyOrder) -> None:
        self.orders[side] += 1
        kind = type(order).__name__
        attack = kind in _BLOWS or bool(getattr(order, "attack", False))
        self.kinds[side]["Attack" if kind == "Move" and attack else kind] += 1
        self.blows[side] += attack
        if stand := getattr(order, "stand", ""):
            self.ordered.add(str(stand))

    def _loss(self, event: LossesTaken | StandGone) -> None:
        stand = self.before.state.stands.get(event.stand)
        if stand is None:
            return
        if isinstance(event, LossesTaken):
            self.lost[stand.side] += event.points
            return
        left = self.game.ruleset.play.strength(self.before, stand.id) if stand.on_map else 0
        self.lost[stand.side] += max(0, left)
        day = self.before.state.clock.day
        self.deaths.append(Death(stand.id, stand.side, stand.profile.kind, day, stand.hex or 0, event.how))

    def _phase_over(self, now: Situation) -> None:
        clock = now.state.clock
        for name, holder in _holders(now).items():
            if holder != self.holders[name]:
                self.falls.setdefault(name, self.before.state.clock.day)
        for stand in stands_of(now):
            self.began.setdefault(stand.id, stand.hex or 0)
            self.seen.add(stand.id)
        if not self.turns or (self.turns[-1].day, self.turns[-1].turn) != (clock.day, clock.turn):
            self.turns.append(self._row(now))

    def _row(self, now: Situation) -> TurnRow:
        gained = {side: self._gained(now, side) for side in self.sides}
        return TurnRow(
            day=now.state.clock.day,
            turn=now.state.clock.turn,
            points=dict(now.state.points),
            units={side: sum(1 for _ in stands_of(now, side)) for side in self.sides},
            lost={side: self.lost[side] for side in self.sides},
            gained_km={side: round(float(np.mean(km)), 2) if km else 0.0 for side, km in gained.items()},
            furthest_km={side: round(max(km, default=0.0), 2) for side, km in gained.items()},
            out_of_command={side: _marked(now, side, "out_of_command") for side in self.sides},
            cut_off={side: sum(bool(_isolated(one)) for one in stands_of(now, side)) for side in self.sides},
            attacks={side: self.blows[side] for side in self.sides},
        )

    def _gained(self, now: Situation, side: str) -> list[float]:
        """List how far towards the enemy each fighting stand is from where it began, in kilometres."""
        centres = now.map.layout.centres()
        found = []
        for stand in stands_of(now, side):
            if stand.profile.kind not in _FIGHTERS:
                way = centres[stand.hex] - centres[self.began[stand.id]]
                found.append(float(way @ self.axis[side]) / 1000)
        return found

    def record(self, seed: str, seats: Mapping[str, Seat], fault: str, seconds: float) -> GameRecord:
        """Give the record of the game so far."""
        state = self.game.situation.state
        return GameRecord(
            seed=seed,
            seats={side: str(seat) for side, seat in seats.items()},
            winner=state.winner,
            over=state.ended,
            points=dict(state.points),
            turns=tuple(self.turns),
            falls=self.falls,
            held=_holders(self.game.situation),
            orders=dict(self.orders),
            refused=dict(self.refused),
            kinds={side: dict(found) for side, found in self.kinds.items()},
            idle=tuple(sorted(self.seen - self.ordered)),
            deaths=tuple(self.deaths),
            seconds=round(seconds, 2),
            fault=fault,
            version=version("sandtable"),
        )


def _holders(situation: Situation) -> dict[str, str]:
    """Name who holds each objective."""
    state = situation.state
    keys = [side.key for side in state.setting.sides]
    return {
        spot.name: keys[state.control[spot.hex]] if state.control[spot.hex] < len(keys) else ""
        for spot in state.setting.objectives
    }


def _axis(start: Situation, sides: list[str]) -> dict[str, NDArray[np.float64]]:
    """Give the direction from the middle of each side to that of the others, of length 1."""
    centres = start.map.layout.centres()
    places = {side: [centres[one.hex] for one in stands_of(start, side)] for side in sides}
    middle = {side: np.mean(found, axis=0) if found else np.zeros(2) for side, found in places.items()}
    axes = {}
    for side in sides:
        way = np.mean([middle[other] for other in sides if other != side], axis=0) - middle[side]
        axes[side] = way / max(float(np.hypot(*way)), 1.0)
    return axes


def _marked(situation: Situation, side: str, mark: str) -> int:
    return sum(mark in stand.marks for stand in stands_of(situation, side))


def _isolated(stand: object) -> int:
    facts = getattr(stand, "facts", {})
    return int(facts.get("isolated", 0) or 0)
