"""
Choose among the legal orders of a side as the table and the dice say.

The automaton knows no rule: it asks the generator of legal orders what may be done, and its choice is one of
them or nothing. Each choice comes with its dice and the reason in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.engine.ruleset import HasAutomation
from campaign.model.anyorder import subject_of
from campaign.model.roll import Roll
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.air import AirStrike
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.close import Assault
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.march import Move
from campaign.model.verbs.posture import SetPosture
from campaign.solo.table.aims import aim_of, enemy_place, place_of
from campaign.solo.table.chart import MOVES_ON, RULE, Heading, fires_on, heading_of, random_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Automaton", "Thought"]

_SLACK_HEXES = 1.5
"""Goals so much further from the aim than the best are looked at for the easiest way."""
_POSTURES = {
    "Adv": ("move", "hold"), "OfL": ("move", "hold"), "OfR": ("move", "hold"),
    "Ret": ("hold", "dig_in", "retreat", "move"), "Rnd": ("hold", "dig_in", "move"),
}  # fmt: skip


class Thought(NamedTuple):
    """An order that a side chose by itself: with its dice, and why."""

    order: AnyOrder
    rolls: tuple[Roll, ...]
    """The last that were drawn: dice that led to no order are not told."""
    words: str
    faces: int = 6
    """How many faces its dice have."""


class Automaton:
    """A side that plays itself; it remembers whom it has thought of in the present phase."""

    def __init__(self, ruleset: Ruleset, side: str, others: frozenset[str] = frozenset()) -> None:
        """Begin with a side of a rule system; what is named in ``others``, another command of the side orders."""
        self.ruleset, self.side, self.others = ruleset, side, others
        self._moment: tuple[object, ...] = ()
        self._done: set[str] = set()
        self.asked: tuple[str, ...] = ()
        """Of whom it thought when it last thought."""

    def recall(self, situation: Situation, done: Iterable[str]) -> None:
        """Begin in the middle of a phase: those in ``done`` were thought of already."""
        self._moment, self._done = self._now(situation), set(done)

    def think(self, situation: Situation, dice: Dice) -> Thought | None:
        """
        Choose the next order of the side in the present phase; None if it wants no more.

        Parameters
        ----------
        situation
            As the side may know it; orders that its ignorance makes illegal are refused when they
            are given, and it then goes on to the next.
        dice
            Its own, so that it does not disturb those of the rules.
        """
        moment, self.asked = self._now(situation), ()
        if moment != self._moment:
            self._moment, self._done = moment, set()
        for subject, orders in self._offers(situation):
            self._done.add(subject)
            self.asked += (subject,)
            thought = self._of(subject, orders, situation, dice)
            if thought is not None:
                return thought
        return None

    def _now(self, situation: Situation) -> tuple[object, ...]:
        clock, goes = situation.state.clock, situation.state.facts.get("goes")
        return (clock.day, clock.turn, clock.phase, clock.side, goes)

    def _offers(self, situation: Situation) -> Iterator[tuple[str, list[AnyOrder]]]:
        """List the orders that are legal now: of the side, then of each stand that was not thought of yet."""
        if situation.state.ended:
            return
        offers: dict[str, list[AnyOrder]] = {}
        # An HQ comes first: what else a formation may be ordered can hang on it.
        listed = self.ruleset.play.side_orders(situation, self.side)
        own = [order for order in listed if subject_of(order)[1] not in self.others]
        for order in sorted(own, key=lambda one: not isinstance(one, ReplaceHq)):
            offers.setdefault(_subject(order), []).append(order)
        yield from ((subject, orders) for subject, orders in offers.items() if subject not in self._done)
        for stand in situation.state.stands.values():
            if stand.side == self.side and stand.gone is None and stand.id not in self._done | self.others:
                orders = list(self.ruleset.play.orders(situation, stand.id))
                if orders:
                    yield stand.id, orders
                self._done.add(stand.id)

    def _of(self, subject: str, orders: list[AnyOrder], situation: Situation, dice: Dice) -> Thought | None:
        stand = situation.state.stands.get(subject)
        if stand is not None:
            return self._of_stand(stand, orders, situation, dice)
        kind = type(orders[0])
        if kind is SetPosture:
            return self._posture(orders, situation, dice)
        if kind is Activate:
            return self._pick(orders, "whose go it is", dice)
        if kind is ReplaceHq:
            return self._hq([order for order in orders if isinstance(order, ReplaceHq)], situation)
        strikes = [order for order in orders if isinstance(order, AirStrike)]
        if strikes:
            return self._pick([order for order in strikes if order.dice == strikes[-1].dice], "where to strike", dice)
        return None

    def _pick(self, orders: Sequence[AnyOrder], what: str, dice: Dice) -> Thought | None:
        (face,) = dice.roll(1, len(orders))
        roll = Roll(what, (face,), 0, 0, RULE, total=face, by=self.side)
        words = f"the die says {what}: number {face} of {len(orders)}"
        return Thought(orders[face - 1], (roll,), words, len(orders))

    def _hq(self, orders: list[ReplaceHq], situation: Situation) -> Thought | None:
        """Name a stand for the HQ of a formation that nobody commands: the one nearest to all its others."""
        stands = situation.state.stands
        own = [one for one in stands.values() if one.formation == orders[0].formation and one.on_map]
        if all(self.ruleset.play.command(situation, one.id)[0] is not None for one in own):
            return None
        away = situation.map.layout.grid.distance

        def gap(order: ReplaceHq) -> int:
            here = stands[order.with_stand].hex or 0
            return sum(away(here, one.hex or 0) for one in own)

        return Thought(min(orders, key=gap), (), "nobody commands them, and it stands nearest to all")

    def _posture(self, orders: list[AnyOrder], situation: Situation, dice: Dice) -> Thought | None:
        faces = dice.roll(2)
        heading = self._heading(situation, *faces)
        roll = Roll("orders by the table", faces, 0, 0, RULE, by=self.side)
        wanted = {order.posture: order for order in orders if isinstance(order, SetPosture)}
        found = next((wanted[name] for name in _POSTURES[heading.aim] if name in wanted), orders[0])
        return Thought(found, (roll,), f"the table says {heading.words()}")

    def _of_stand(self, stand: Stand, orders: list[AnyOrder], situation: Situation, dice: Dice) -> Thought | None:
        fires = [order for order in orders if isinstance(order, Fire | Bombard) and not _is_smoke(order)]
        if fires:
            return self._fire(stand, fires, situation, dice)
        closing = [order for order in orders if _closes(order)]
        moves = [order for order in orders if isinstance(order, Move) and not order.attack]
        if not closing and not moves:
            return None
        moves_on = int(stand.profile.attributes.get("p_move", MOVES_ON))
        (face,) = dice.roll(1)
        moving = Roll(f"moves on {moves_on} or less", (face,), 0, 0, RULE, by=stand.id)
        if face > moves_on:
            # Its not moving is no order; but the next stand is asked.
            return None
        faces = dice.roll(2)
        heading = self._heading(situation, *faces)
        rolls = (moving, Roll("direction and route", faces, 0, 0, RULE, by=stand.id))
        if closing and heading.aim in {"Adv", "OfL", "OfR"}:
            best = max(closing, key=lambda order: len(getattr(order, "helpers", ())))
            return Thought(best, rolls, f"the table says {heading.words()}, and an enemy can be closed with")
        return self._march(stand, moves, situation, dice, heading.aim, rolls, easy=heading.easy)

    def _march(
        self, stand: Stand, moves: list[Move], situation: Situation, dice: Dice, aim: str,
        rolls: tuple[Roll, ...], *, easy: bool,
    ) -> Thought | None:  # fmt: skip
        direction = ""
        if aim == "Rnd":
            scatter = dice.roll(2)
            direction = self._random(situation, *scatter)
            rolls = (*rolls, Roll("where to", tuple(scatter), 0, 0, RULE, by=stand.id))
        enemy = enemy_place(self.ruleset, situation, stand)
        goal = aim_of(situation, stand, enemy, aim, direction)
        if goal is None or stand.hex is None:
            return None
        best = _nearest(moves, situation, stand.hex, goal, self._cost(situation, stand) if easy else None)
        if best is None:
            return None
        return Thought(best, rolls, f"the table says {Heading(aim, easy).words()}")

    def _heading(self, situation: Situation, first: int, second: int) -> Heading:
        """Read direction and route: by the rules' own table, if they have one."""
        play = self.ruleset.play
        if not isinstance(play, HasAutomation):
            return heading_of(first, second)
        aim, route = play.plan(situation, first, second)
        return Heading(aim, route == "Esy")

    def _random(self, situation: Situation, first: int, second: int) -> str:
        play = self.ruleset.play
        if not isinstance(play, HasAutomation):
            return random_of(first, second)
        return play.random_direction(situation, first, second)

    def _cost(self, situation: Situation, stand: Stand) -> Callable[[int], int]:
        cost = self.ruleset.play.reach(situation, stand.id).cost
        return lambda index: cost.get(index, 1 << 30)

    def _fire(self, stand: Stand, fires: Sequence[AnyOrder], situation: Situation, dice: Dice) -> Thought | None:
        if stand.hex is None:
            return None
        far = {id(order): _hexes(situation, stand.hex, order) for order in fires}
        nearest = min(fires, key=lambda order: (far[id(order)], -len(getattr(order, "helpers", ()))))
        band, needed = self._range(situation, nearest, far[id(nearest)], max(far.values()))
        if needed == 6:
            return Thought(nearest, (), "fires at what is near")
        if needed <= 0:
            return None
        (face,) = dice.roll(1)
        roll = Roll(f"fires at {band} range on {needed} or less", (face,), 0, 0, RULE, by=stand.id)
        return Thought(nearest, (roll,), f"fires at {band} range") if face <= needed else None

    def _range(self, situation: Situation, order: AnyOrder, away: int, limit: int) -> tuple[str, int]:
        """Give the range in words and the highest face that a stand fires on: the rules' own, if they say it."""
        play = self.ruleset.play
        if isinstance(play, HasAutomation):
            return play.fires_on(situation, order)
        band = "near" if away <= max(1, limit / 3) else "medium" if away <= limit / 2 else "far"
        return band, fires_on(band)


def _subject(order: AnyOrder) -> str:
    key = subject_of(order)[1]
    if isinstance(order, ReplaceHq):
        return f"hq {order.formation}"
    # One choice of whose go it is, whatever the formation.
    return key if key and not isinstance(order, Activate | AirStrike) else type(order).__name__


def _is_smoke(order: AnyOrder) -> bool:
    return isinstance(order, Fire) and order.smoke


def _closes(order: AnyOrder) -> bool:
    return isinstance(order, Assault) or (isinstance(order, Move) and order.attack)


def _hexes(situation: Situation, here: int, order: AnyOrder) -> int:
    return situation.map.layout.grid.distance(here, int(getattr(order, "target")))  # noqa: B009 - Fire and Bombard have it


def _nearest(
    moves: Sequence[Move], situation: Situation, here: int, goal: object, cost: Callable[[int], int] | None
) -> Move | None:
    """Pick the move ending nearest to a point; with a cost the cheapest of those nearly as near; None if none gains."""
    aim = np.asarray(goal)
    wide = situation.map.layout.width_m
    off = {id(move): float(np.hypot(*(place_of(situation, move.path[-1]) - aim))) for move in moves}
    start = float(np.hypot(*(place_of(situation, here) - aim)))
    if not moves or min(off.values()) >= start - 1e-6:
        return None
    if cost is None:
        return min(moves, key=lambda move: (off[id(move)], move.path))
    least = min(off.values())
    near = [move for move in moves if off[id(move)] <= min(least + _SLACK_HEXES * wide, start - 1e-6)]
    return min(near, key=lambda move: (cost(move.path[-1]), off[id(move)], move.path))
