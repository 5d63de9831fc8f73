"""Plan the next orders of a side where orders are carried out at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.imagine import imagined
from campaign.model.notation import format_order
from campaign.model.planning import Plan, Thought
from campaign.solo.commander.boards.blows import best_blow, is_blow
from campaign.solo.commander.boards.goals import goals_of
from campaign.solo.commander.boards.leading import go_of, postures_of
from campaign.solo.commander.boards.moves import steps_of
from campaign.solo.commander.boards.scene import Scene, Temper
from campaign.solo.commander.odds import Odds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.planning import Dossier
    from campaign.model.situation import Situation
    from campaign.solo.commander.boards.blows import Blow
    from campaign.solo.commander.boards.leading import Ordered
    from campaign.solo.commander.boards.moves import Step

__all__ = ["BoardCommander"]


class BoardCommander:
    """A side that plans its next orders from what it knows, and says why."""

    def __init__(self, ruleset: Ruleset, side: str, temper: Temper | None = None) -> None:
        """Begin with a side of a rule system."""
        self._ruleset, self._side, self._temper = ruleset, side, temper or Temper()

    def plan(self, view: Situation, dossier: Dossier, dice: Dice, *, barred: frozenset[str] = frozenset()) -> Plan:
        """
        Give the next orders of the side in the present phase; without a thought it wants no more.

        Parameters
        ----------
        view
            What the side knows.
        barred
            Orders refused in this phase, as they are written.
        """
        if view.state.ended:
            return Plan(dossier)
        ahead = imagined(self._ruleset, view)
        odds = Odds(self._ruleset, self._side)
        scene = Scene(self._ruleset, ahead, self._side, self._temper, goals_of(ahead, self._side), odds)
        return Plan(dossier, thoughts=tuple(_thoughts(scene, barred)))


def _thoughts(scene: Scene, barred: frozenset[str]) -> Sequence[Thought]:
    """Think in the order in which later orders stay legal: postures, goes, moves, and blows last."""
    play, view = scene.ruleset.play, scene.view
    common = _free(scene, play.side_orders(view, scene.side), barred)
    found = [_of_formation(scene, one) for one in postures_of(scene, common)]
    go = None if found else go_of(scene, common)
    if found or go is not None:
        return found or [_of_formation(scene, go)] if go is not None or found else []
    offers = {stand.id: _free(scene, play.orders(view, stand.id), barred) for stand in scene.own}
    steps = steps_of(scene, offers)
    if steps:
        return [_of_step(scene, step) for step in steps]
    blows = [order for order in (*common, *(o for some in offers.values() for o in some)) if _strikes(order)]
    blow = best_blow(scene, blows)
    return [] if blow is None else [_of_blow(scene, blow)]


def _strikes(order: AnyOrder) -> bool:
    return is_blow(order) and not getattr(order, "attack", False)


def _free(scene: Scene, orders: Iterator[AnyOrder], barred: frozenset[str]) -> list[AnyOrder]:
    """List orders but those that were refused in this phase."""
    return [order for order in orders if not barred or format_order(order, scene.view.map) not in barred]


def _of_formation(scene: Scene, one: Ordered) -> Thought:
    order = format_order(one.order, scene.view.map)
    return Thought(order, one.formation, one.formation, one.task, one.why, one.reasons)


def _of_step(scene: Scene, step: Step) -> Thought:
    number, order = scene.number(step.order.path[-1]), format_order(step.order, scene.view.map)
    stand = step.stand
    if step.blow is not None:
        why = f"closes with {number}: {_exchange(step.blow)}"
        return Thought(order, stand.id, stand.formation, "assault", why, step.reasons, step.blow.expected)
    names = scene.goals(stand).names
    aim = f"; {names[step.goal]} is {step.left} hexes away" if step.goal in names else ""
    why = f"goes to {number}, {step.worth / 100:.1f} better than where it is{aim}"
    task = "lead" if stand.profile.kind == "hq" else "march"
    return Thought(order, stand.id, stand.formation, task, why, step.reasons)


def _of_blow(scene: Scene, blow: Blow) -> Thought:
    order, subject = blow.order, str(getattr(blow.order, "stand", scene.side))
    stand = scene.view.state.stands.get(subject)
    helpers: tuple[str, ...] = getattr(order, "helpers", ())
    number = scene.number(getattr(order, "target"))  # noqa: B009 - every blow has a target
    what = type(order).__name__.casefold()
    why = f"{what} at {number}: {_exchange(blow)}"
    group = "" if stand is None else stand.formation
    text = format_order(order, scene.view.map)
    return Thought(text, subject, group, what, why, blow.reasons, blow.expected, helpers)


def _exchange(blow: Blow) -> str:
    dealt, taken = blow.expected.inflicted / 100, blow.expected.taken / 100
    return f"expects {dealt:.1f} points for {taken:.1f} in {blow.expected.source}"
