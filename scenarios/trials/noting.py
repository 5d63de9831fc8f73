"""Write down what happens while a game goes on."""

from __future__ import annotations

from collections import Counter, defaultdict
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from campaign.kit.ending import leader
from campaign.model.facts import fact_of
from campaign.model.situation import stands_of
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.losses import LossesTaken, StandGone
from scenarios.trials.records import Death, GameRecord, Taking, TurnRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.seats import Seat
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.solo.playing import Game, Step

__all__ = ["Notes", "holders"]

_BLOWS = frozenset({"Fire", "Bombard", "Assault", "AirStrike", "NavalFire"})
_NO_FIGHTERS = frozenset({"hq", "transport", "unknown"})
"""Kinds that do not count where ground gained is measured."""
_LEADERLESS = "out_of_command"
_UNSUPPLIED = frozenset({"unsupplied", "out_of_supply"})
_NO_LOSS = "rejoined"
"""How a stand leaves play that is not lost: a detachment that comes home."""


class Notes:
    """What is written down while a game goes on."""

    def __init__(self, game: Game) -> None:
        """Begin before the first step."""
        self.game = game
        start = game.situation
        self.sides = [side.key for side in start.state.setting.sides]
        self.axis = _axis(start, self.sides)
        self.began = {stand.id: stand.hex or 0 for stand in stands_of(start)}
        self.seen = {stand.id: stand.side for stand in stands_of(start)}
        self.turns: list[TurnRow] = []
        self.lost: Counter[str] = Counter()
        self.blows: Counter[str] = Counter()
        self.orders: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)
        self.ordered: set[str] = set()
        self.fought: set[str] = set()
        self.deaths: list[Death] = []
        self.takings: list[Taking] = []
        self.holders = holders(start)
        self.before = start

    def take(self, step: Step) -> None:
        """Note a step."""
        if step.refused is not None:
            self.refused[step.side] += 1
        elif not isinstance(step.order, EndPhase):
            self._ordered(step.side, step.order)
        hurt: Counter[str] = Counter()
        for event in step.events:
            self._event(event, hurt)
        if isinstance(step.order, EndPhase):
            self._phase_over(step.situation)
        self.before = step.situation

    def _ordered(self, side: str, order: AnyOrder) -> None:
        self.orders[side] += 1
        kind = type(order).__name__
        attack = kind in _BLOWS or bool(getattr(order, "attack", False))
        self.kinds[side]["Attack" if kind == "Move" and attack else kind] += 1
        self.blows[side] += attack
        own = {str(getattr(order, "stand", ""))} - {""}
        self.ordered |= own
        if attack:
            self.fought |= own | {*getattr(order, "helpers", ())}

    def _event(self, event: AnyEvent, hurt: Counter[str]) -> None:
        """Note an event; ``hurt``: what stands lost in this step before it."""
        match event:
            case LossesTaken():
                hurt[event.stand] += event.points
                self._lose(event.stand, event.points)
            case StandGone() if event.how != _NO_LOSS:
                self._leave(event, hurt[event.stand])
            case FightResolved():
                self.fought |= {*event.attackers, *event.defenders}
            case FireResolved():
                self.fought.add(event.by)

    def _lose(self, key: str, points: int) -> None:
        stand = self.before.state.stands.get(key)
        if stand is not None:
            self.fought.add(key)
            self.lost[stand.side] += points

    def _leave(self, event: StandGone, hurt: int) -> None:
        stand = self.before.state.stands.get(event.stand)
        if stand is None:
            return
        left = self.game.ruleset.play.strength(self.before, stand.id) if stand.on_map else 0
        self._lose(stand.id, max(0, left - hurt))
        clock = self.before.state.clock
        self.deaths.append(
            Death(stand.id, stand.side, stand.profile.kind, clock.day, clock.turn, stand.hex or 0, event.how)
        )

    def _phase_over(self, now: Situation) -> None:
        was, clock = self.before.state.clock, now.state.clock
        for name, holder in holders(now).items():
            if holder != self.holders[name]:
                self.takings.append(Taking(name, was.day, was.turn, holder))
                self.holders[name] = holder
        for stand in stands_of(now):
            self.began.setdefault(stand.id, stand.hex or 0)
            self.seen[stand.id] = stand.side
        if (was.day, was.turn, was.night) != (clock.day, clock.turn, clock.night) or now.state.ended:
            self.turns.append(self._row(now))

    def _row(self, now: Situation) -> TurnRow:
        gained = {side: self._gained(now, side) for side in self.sides}
        return TurnRow(
            day=self.before.state.clock.day,
            turn=self.before.state.clock.turn,
            points=self._points(now),
            units={side: sum(1 for _ in stands_of(now, side)) for side in self.sides},
            lost={side: self.lost[side] for side in self.sides},
            gained_km={side: round(float(np.mean(km)), 2) if km else 0.0 for side, km in gained.items()},
            furthest_km={side: round(max(km, default=0.0), 2) for side, km in gained.items()},
            out_of_command={side: sum(map(self._leaderless, stands_of(now, side))) for side in self.sides},
            cut_off={side: sum(map(_cut_off, stands_of(now, side))) for side in self.sides},
            attacks={side: self.blows[side] for side in self.sides},
        )

    def _leaderless(self, stand: Stand) -> bool:
        """Whether a stand is out of command: it bears the mark of it, or in rules without one nobody can lead it."""
        now = self.game.situation
        if _LEADERLESS in now.tables.marks:
            return _LEADERLESS in stand.marks
        return self.game.ruleset.play.command(now, stand.id)[0] is None

    def _points(self, now: Situation) -> dict[str, int]:
        return {side: now.state.points.get(side, 0) for side in self.sides}

    def _gained(self, now: Situation, side: str) -> list[float]:
        """List how far towards the enemy each fighting stand is from where it began, in kilometres."""
        centres = now.map.layout.centres()
        found = []
        for stand in stands_of(now, side):
            if stand.profile.kind not in _NO_FIGHTERS:
                way = centres[stand.hex] - centres[self.began[stand.id]]
                found.append(float(way @ self.axis[side]) / 1000)
        return found

    def record(
        self, words: str, seed: str, seats: Mapping[str, Seat], fault: str, seconds: float, opening: str = ""
    ) -> GameRecord:
        """Give the record of the game so far."""
        now = self.game.situation
        points = self._points(now)
        return GameRecord(
            seed=seed,
            setup=words,
            seats={side: str(seat) for side, seat in seats.items()},
            winner=now.state.winner if now.state.ended else leader(points),
            over=now.state.ended,
            points=points,
            turns=tuple(self.turns),
            takings=tuple(self.takings),
            held=holders(now),
            orders={side: self.orders[side] for side in self.sides},
            refused={side: self.refused[side] for side in self.sides},
            kinds={side: dict(sorted(self.kinds[side].items())) for side in self.sides},
            stands=dict(sorted(self.seen.items())),
            idle=tuple(sorted(self.seen.keys() - self.ordered)),
            unfought=tuple(sorted(self.seen.keys() - self.fought)),
            deaths=tuple(self.deaths),
            seconds=round(seconds, 2),
            fault=fault,
            version=version("sandtable"),
            opening=opening,
        )


def holders(situation: Situation) -> dict[str, str]:
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


def _cut_off(stand: Stand) -> bool:
    return fact_of(stand, "isolated", 0) > 0 or bool(_UNSUPPLIED & stand.marks)
