"""
Plan the next orders of a side where orders are carried out at once.

What is given first leaves what comes later legal: postures, whose go it is, moves, turns, and blows last. Of blows only
the best is given, and all is looked at anew after it.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from campaign.model.notation import format_order
from campaign.model.planning import Dossier, Plan, Reason, Thought
from campaign.solo.commander.boards.blows import chosen_blows, is_blow, judged
from campaign.solo.commander.boards.forming import forms_of
from campaign.solo.commander.boards.leading import cares_of, go_of, postures_of
from campaign.solo.commander.boards.lessons import hit, learned, unlearned
from campaign.solo.commander.boards.moves import choices_of, steps_of
from campaign.solo.commander.boards.prospects import Prospects
from campaign.solo.commander.boards.scene import scene_of
from campaign.solo.commander.boards.telling import estimates, news, tasks
from campaign.solo.commander.boards.turning import acts_of, turns_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.solo.commander.boards.blows import Blow
    from campaign.solo.commander.boards.leading import Ordered
    from campaign.solo.commander.boards.moves import Step
    from campaign.solo.commander.boards.scene import Scene
    from campaign.solo.commander.levels import Level, Style

__all__ = ["others_at_once", "plan_at_once"]

_OTHERS = 3


def plan_at_once(
    ruleset: Ruleset, side: str, temper: tuple[Level, Style], view: Situation, dossier: Dossier, dice: Dice,
    *, barred: frozenset[str] = frozenset(),
) -> Plan:  # fmt: skip
    """
    Give the next orders of a side in the present phase; without a thought it wants no more.

    Parameters
    ----------
    view
        What the side sees.
    dossier
        What it remembers.
    dice
        Its own.
    barred
        Orders refused in this phase, as they are written.
    """
    if view.state.ended:
        return Plan(dossier)
    scene = scene_of(ruleset, view, side, temper, dossier, dice)
    offers, lessons = Offers(scene, barred), learned(scene, dossier, barred)
    thoughts = _thoughts(scene, offers)
    for blow in [] if thoughts else chosen_blows(scene, unlearned(scene, lessons, offers.blows())):
        thoughts.append(_of_blow(scene, blow))
        lessons = hit(lessons, blow, scene.own_ids)
    first = news(scene, dossier) if thoughts else ()
    memory = Dossier(scene.sightings, dossier.steps, (*lessons, *first))
    return Plan(memory, estimates(scene) if first else (), tuple(tasks(scene, thoughts)), tuple(thoughts))


def others_at_once(
    ruleset: Ruleset, side: str, temper: tuple[Level, Style], view: Situation, dossier: Dossier, dice: Dice,
    *, stand: str,
) -> tuple[Thought, ...]:  # fmt: skip
    """Give the next best things that a stand could do now, each with its reasons; the plan's own is left out."""
    if view.state.ended:
        return ()
    scene = scene_of(ruleset, view, side, temper, dossier, dice)
    one, offers = scene.view.state.stands[stand], Offers(scene, frozenset())
    blows = [blow for order in offers.blows(stand) if (blow := judged(scene, order)) is not None]
    steps = choices_of(scene, offers.each, one)
    weighed = [(step.worth, _of_step(scene, step)) for step in steps]
    weighed += [(blow.worth, _of_blow(scene, blow)) for blow in blows]
    plan = plan_at_once(ruleset, side, temper, view, dossier, dice)
    given = {thought.order for thought in plan.thoughts}
    ranked = sorted(weighed, key=lambda item: (-item[0], item[1].order))
    return tuple(thought for _, thought in ranked if thought.order not in given)[:_OTHERS]


class Offers:
    """The legal orders of the moment but those that were refused in this phase."""

    def __init__(self, scene: Scene, barred: frozenset[str]) -> None:
        """Begin; nothing is asked yet."""
        self._scene, self._barred = scene, barred

    @cached_property
    def common(self) -> Sequence[AnyOrder]:
        """Those of the side."""
        return self._free(self._scene.ruleset.play.side_orders(self._scene.view, self._scene.side))

    @cached_property
    def each(self) -> Mapping[str, Sequence[AnyOrder]]:
        """Those of each stand."""
        play, view = self._scene.ruleset.play, self._scene.view
        return {stand.id: self._free(play.orders(view, stand.id)) for stand in self._scene.own}

    def blows(self, stand: str = "") -> list[AnyOrder]:
        """List the blows of all or of one stand, but closing by a move, which is weighed with the moves."""
        orders = self.each.get(stand, ()) if stand else chain(self.common, *self.each.values())
        return [order for order in orders if is_blow(order) and not getattr(order, "attack", False)]

    def _free(self, orders: Iterator[AnyOrder]) -> list[AnyOrder]:
        number = self._scene.view.map
        free = [order for order in orders if not self._barred or format_order(order, number) not in self._barred]
        return self._scene.limits.free(free)


def _thoughts(scene: Scene, offers: Offers) -> list[Thought]:
    """Think of one kind of order after another, blows left aside; the first that is wanted is given."""
    common = offers.common
    first = cares_of(scene, common) or postures_of(scene, common) or go_of(scene, common) or acts_of(scene, offers.each)
    if first:
        return [_of_order(scene, one) for one in first]
    steps, forms = steps_of(scene, offers.each), forms_of(scene, offers.each, Prospects(scene))
    going = {step.stand.id: step for step in steps}
    # Who forms stays, and who goes keeps his form: the better of both is given.
    forms = [one for one in forms if one.subject not in going or one.worth > going[one.subject].worth]
    formed = {one.subject for one in forms}
    thoughts = [_of_order(scene, one) for one in forms]
    thoughts += [_of_step(scene, step) for step in steps if step.stand.id not in formed]
    return thoughts or [_of_order(scene, one) for one in turns_of(scene, offers.each)]


def _of_order(scene: Scene, one: Ordered) -> Thought:
    order = format_order(one.order, scene.view.map)
    return Thought(order, one.subject, one.group, one.task, one.why, one.reasons)


def _of_step(scene: Scene, step: Step) -> Thought:
    number, order = scene.number(step.order.path[-1]), format_order(step.order, scene.view.map)
    stand = step.stand
    if step.blow is not None:
        why = f"closes with {number}: {_exchange(step.blow)}"
        return Thought(order, stand.id, stand.formation, "assault", why, step.reasons, step.blow.expected)
    worse = "worse" if step.worth < 0 else "better"
    why = f"goes to {number}, {abs(step.worth) / 100:.1f} {worse} than where it is; {_aim(scene, step)}"
    task = "lead" if scene.is_hq(stand) else "march"
    # What was weighed and is no better has a reason too: that nothing speaks for it.
    reasons = step.reasons or (Reason("progress", 0, "no better than where it is"),)
    return Thought(order, stand.id, stand.formation, task, why, reasons)


def _aim(scene: Scene, step: Step) -> str:
    """Say how far the goal is then."""
    name = scene.goals(step.stand).names.get(step.goal, "the enemy")
    turns = scene.ways.turns(step.left, step.stand)
    return f"{name} is {step.left / 100:.1f} hexes away then" + (f", {turns:.1f} turns" if turns else "")


def _of_blow(scene: Scene, blow: Blow) -> Thought:
    order, subject = blow.order, str(getattr(blow.order, "stand", scene.side))
    stand = scene.view.state.stands.get(subject)
    helpers: tuple[str, ...] = getattr(order, "helpers", ())
    number = scene.number(getattr(order, "target"))  # noqa: B009 - every blow has a target
    what = {"Assault": "assaults", "AirStrike": "strikes"}.get(type(order).__name__, "fires at")
    why = f"{what} {number}: {_exchange(blow)}"
    task = "assault" if what == "assaults" else "fire"
    group = "" if stand is None else stand.formation
    return Thought(format_order(order, scene.view.map), subject, group, task, why, blow.reasons, blow.expected, helpers)


def _exchange(blow: Blow) -> str:
    dealt, taken = blow.expected.inflicted / 100, blow.expected.taken / 100
    return f"expects {dealt:.1f} points for {taken:.1f} in {blow.expected.source}"
