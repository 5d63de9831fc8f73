"""
Play sides by themselves in memory, phase by phase, with dice that can be drawn again.

Every side chooses from what it was told, as in a campaign that is kept: its view is the fold of its share of the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice, dice_of_choice
from campaign.engine.knowing import view_of
from campaign.engine.ledger import Refusal
from campaign.engine.watch import Audience, begun, heard, watched
from campaign.model.commands import commands_of
from campaign.model.verbs.clock import EndPhase
from campaign.model.viewer import Viewer
from campaign.solo.choosing import Chosen, Player
from campaign.solo.memory import FRESH, Memory, remember

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.seats import Seat
    from campaign.model.situation import Situation
    from campaign.model.verbs.opening import CampaignOpened
    from maps.grid.hexmap import HexMap

__all__ = ["Game", "Step", "play_out"]

MOST_REFUSED = 200
"""Refusals of one side in one phase; then it gives up for the phase."""


class Step(NamedTuple):
    """One order of a game that plays itself: who gave it and why (None: the phase ended), and what came of it."""

    side: str
    order: AnyOrder
    chosen: Chosen | None
    events: tuple[AnyEvent, ...]
    situation: Situation
    """After it."""
    refused: Refusal | None = None
    """Why the rules forbid it, if they do: the side knew no better. Nothing happened then."""


class Game:
    """A game in memory; each step gives the next audience, and the old one stays as it was."""

    def __init__(
        self, ruleset: Ruleset, audience: Audience, seed: str, memories: Mapping[str, Memory] | None = None
    ) -> None:
        """Go on from what everybody knows; ``audience`` must have all commands, and the sides of several."""
        self.ruleset, self.audience, self.seed = ruleset, audience, seed
        self.memories: dict[str, Memory] = dict(memories or {})
        self.number = 0
        """How many entries its log would have; the dice hang on it."""

    @classmethod
    def opened(cls, opening: CampaignOpened, hexmap: HexMap, ruleset: Ruleset, seed: str) -> Game:
        """Begin a game from its first event."""
        commands = commands_of(opening.setting)
        sides = [command.side for command in commands]
        several = [side.key for side in opening.setting.sides if sides.count(side.key) > 1]
        viewers = [Viewer("command", one.id) for one in commands] + [Viewer("side", key) for key in several]
        game = cls(ruleset, begun(opening, hexmap, ruleset.tables, viewers), seed)
        game.number = 1
        game._look()
        return game

    @property
    def situation(self) -> Situation:
        """The whole situation."""
        return self.audience.situation

    def view(self, side: str) -> Situation:
        """Give the situation as a side knows it."""
        known = self.audience.known.get(Viewer("side", side))
        if known is None:
            alone = next(one.id for one in commands_of(self.situation.state.setting) if one.side == side)
            known = self.audience.known[Viewer("command", alone)]
        return self.situation.with_state(msgspec.structs.replace(view_of(known), seq=0))

    def choose(self, seat: Seat, side: str, passed: tuple[str, ...] = ()) -> Chosen:
        """Ask a side what it wants next."""
        memory = self.memories.get(side, FRESH)
        dice = dice_of_choice(self.seed, side, len(passed), self.number + 1)
        return Player(self.ruleset, side, seat).choose(self.view(side), memory, dice, passed)

    def give(self, order: AnyOrder, by: str, preface: tuple[AnyEvent, ...] = ()) -> tuple[AnyEvent, ...]:
        """
        Carry an order out.

        Raises
        ------
        Refusal
            If the rules forbid it; nothing has changed then.
        """
        events = decide(self.ruleset, self.situation, order, SeededDice(self.seed, self.number + 1), by=by)
        self.number += 1
        before = self.situation.state
        self.audience = heard(self.audience, events)
        for event in (*preface, *events):
            self.memories = {side: remember(memory, event, side) for side, memory in self._all_memories().items()}
        after = self.situation.state
        # What was only declared shows nobody anything new.
        if not (before.stands is after.stands and before.ground is after.ground and before.clock is after.clock):
            self._look()
        return tuple(events)

    def _all_memories(self) -> dict[str, Memory]:
        return {side.key: self.memories.get(side.key, FRESH) for side in self.situation.state.setting.sides}

    def _look(self) -> None:
        new = watched(self.audience, self.ruleset.play.sightings)
        self.audience = heard(self.audience, new)


def play_out(game: Game, seats: Mapping[str, Seat], *, phases: int = 1_000) -> Iterator[Step]:
    """Play phases with sides that play themselves, until the game is over or so many phases have passed."""
    for _ in range(phases):
        for side, seat in seats.items():
            yield from _phase_of(game, side, seat)
        if game.situation.state.ended:
            return
        events = game.give(EndPhase(), "umpire")
        yield Step("", EndPhase(), None, events, game.situation)
        if game.situation.state.ended:
            return


def _phase_of(game: Game, side: str, seat: Seat) -> Iterator[Step]:
    """Give all that a side wants in this phase."""
    passed: tuple[str, ...] = ()
    refusals = 0
    while refusals < MOST_REFUSED:
        chosen = game.choose(seat, side, passed)
        if chosen.order is None:
            return
        try:
            events = game.give(chosen.order, side, chosen.preface)
        except Refusal as refusal:
            passed, refusals = (*passed, *chosen.passes), refusals + 1
            yield Step(side, chosen.order, chosen, (), game.situation, refusal)
            continue
        yield Step(side, chosen.order, chosen, events, game.situation)
