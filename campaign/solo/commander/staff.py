"""
Plan a side's phase as a whole: picture, missions, tactics in their order, and the orders with their reasons.

``Commander.plan`` is a pure function of what the side sees and remembers. It knows no rule system: what may be done it
asks the rules, and what it orders they have accepted on its view.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.model.notation import format_order
from campaign.model.planning import Dossier, Plan, Reason, Thought
from campaign.model.verbs.air import AirRecon, AirStrike
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.march import Move
from campaign.model.verbs.supply import Resupply
from campaign.solo.commander.boards.chief import others_at_once, plan_at_once
from campaign.solo.commander.courses import best_course, courses_of
from campaign.solo.commander.deriving import derived
from campaign.solo.commander.desk import Desk
from campaign.solo.commander.fields import Fields
from campaign.solo.commander.levels import level_named, prices_of, style_named
from campaign.solo.commander.missions import given
from campaign.solo.commander.picture import picture_of
from campaign.solo.commander.sightings import turn_number
from campaign.solo.commander.tactics.air import air
from campaign.solo.commander.tactics.assault import assault
from campaign.solo.commander.tactics.bridge import bridge
from campaign.solo.commander.tactics.corridor import corridor
from campaign.solo.commander.tactics.counter import counter_attack
from campaign.solo.commander.tactics.demolish import demolish
from campaign.solo.commander.tactics.fireplan import fireplan
from campaign.solo.commander.tactics.follow import follow
from campaign.solo.commander.tactics.garrison import garrison
from campaign.solo.commander.tactics.lead import hq_of, lead, spots_of
from campaign.solo.commander.tactics.march import march, others
from campaign.solo.commander.tactics.shift import shift
from campaign.solo.commander.tactics.stores import stores
from campaign.solo.commander.tactics.withdraw import withdraw
from campaign.solo.commander.words import estimates, tasks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.missions import Mission
    from campaign.model.situation import Situation
    from campaign.solo.commander.bids import Bid
    from campaign.solo.commander.levels import Level, Prices, Style
    from campaign.solo.commander.picture import Picture

__all__ = ["Commander"]

_NEXT_BEST = 3
_ASKED = 3
"""Orders of a stand that are looked at to see what the phase is for."""


class Commander:
    """A side that plans by missions, and says why."""

    def __init__(self, ruleset: Ruleset, side: str, level: Level | None = None, style: Style | None = None) -> None:
        """Take a side of a rule system, to be played so well and in such a temper: a steady veteran unless told."""
        self.ruleset, self.side = ruleset, side
        self.level = level or level_named("veteran")
        self.style = style or style_named("steady")

    def plan(self, view: Situation, dossier: Dossier, dice: Dice, *, barred: frozenset[str] = frozenset()) -> Plan:
        """
        Plan the orders of the present phase.

        Parameters
        ----------
        view
            What the side sees.
        dossier
            What it remembers.
        barred
            Orders in notation that were refused in this phase.
        """
        if self.ruleset.tables.each != "together":
            temper = self.level, self.style
            return plan_at_once(self.ruleset, self.side, temper, view, dossier, dice, barred=barred)
        desk = self._planned(view, dossier, dice, barred)
        morning = _is_morning(desk)
        thoughts = tuple(_thought(desk, bid) for bid in desk.bids)
        return Plan(_dossier(desk), estimates(desk) if morning else (), tuple(tasks(desk)), thoughts)

    def why_not(self, view: Situation, dossier: Dossier, stand: str, dice: Dice) -> tuple[Thought, ...]:
        """Give the three next best things that were weighed for a stand, each with the prices that speak against it."""
        if self.ruleset.tables.each != "together":
            return others_at_once(self.ruleset, self.side, (self.level, self.style), view, dossier, dice, stand=stand)
        desk = self._planned(view, dossier, dice, frozenset(), stand)
        weighed = list(desk.weighed.get(stand, ()))
        if not weighed and stand in desk.planned.at and Move in _offered(desk.picture):
            weighed = others(desk, view.state.stands[stand])
        done = {format_order(bid.order, view.map) for bid in desk.bids}
        best = sorted((_thought(desk, bid) for bid in weighed), key=lambda one: (-_worth(one), one.order))
        return tuple(one for one in best if one.order not in done)[:_NEXT_BEST]

    def _planned(self, view: Situation, dossier: Dossier, dice: Dice, barred: frozenset[str], asked: str = "") -> Desk:
        """Plan the phase; who compares courses of action plans it in several tempers and takes the best."""
        picture = picture_of(self.ruleset, view, self.side, dossier, memory=self.level.memory)
        styles = courses_of(self.style) if self.level.courses else (self.style,)
        missions = self._missions(picture, prices_of(self.style))
        desks = []
        for style in styles:
            desk = Desk(picture, (self.level, prices_of(style)), missions, dossier, dice, barred=barred)
            desk.asked = asked
            _tactics(desk)
            desks.append(desk)
        return best_course(desks, prices_of(self.style))

    def _missions(self, picture: Picture, prices: Prices) -> Mapping[str, Mission]:
        told = {key: _named(one, picture) for key, one in given(picture.view.state, self.side).items()}
        return told or derived(picture, Fields(picture, prices))


def _named(mission: Mission, picture: Picture) -> Mission:
    """Name goals that were given by their hex alone, for the words."""
    goals = tuple(goal if goal.name else replace(goal, name=picture.number(goal.hex)) for goal in mission.goals)
    return replace(mission, goals=goals, then=None if mission.then is None else _named(mission.then, picture))


def _tactics(desk: Desk) -> None:
    """Ask the tactics of the phase for their bids, one after another."""
    kinds = _offered(desk.picture)
    if Move in kinds:
        _moves(desk, night=desk.picture.view.state.clock.night)
    else:
        _remember(desk)
    if kinds & {AirStrike, AirRecon}:
        air(desk)
    if Bombard in kinds:
        fireplan(desk)
    if Resupply in kinds:
        stores(desk)


def _offered(picture: Picture) -> frozenset[type]:
    """Say what kinds of orders the phase is for."""
    play, found = picture.ruleset.play, set[type]()
    for stand in picture.own:
        found |= {type(order) for order in islice(play.orders(picture.view, stand.id), _ASKED)}
        if Move in found:
            break
    found |= {type(order) for order in islice(play.side_orders(picture.view, picture.side), _ASKED)}
    return frozenset(found & {Move, Bombard, Resupply, AirStrike, AirRecon})


def _moves(desk: Desk, *, night: bool) -> None:
    if night and not desk.level.night:
        _remember(desk)
        return
    if desk.level.shifts:
        counter_attack(desk)
        shift(desk)
        withdraw(desk)
    if desk.level.bridges:
        demolish(desk)
    if not night:
        if desk.level.bridges:
            bridge(desk)
        if desk.is_last_day:
            garrison(desk)
        assault(desk)
        garrison(desk)
    for group in sorted(desk.groups, key=lambda key: _turn_of(desk, key)):
        hq = hq_of(desk, group)
        spots = spots_of(desk, hq) if hq is not None else {}
        corridor(desk, group)
        march(desk, group, sorted(spots))
        if hq is not None:
            lead(desk, group, hq, spots)
        follow(desk, group)


def _turn_of(desk: Desk, group: str) -> tuple[bool, bool, int, str]:
    """Say when a group has its turn: corps and armies after those below them, whom their headquarters follow."""
    aim = desk.aims[group]
    return desk.is_high(group), aim is None, aim.step if aim else 0, group


def _is_morning(desk: Desk) -> bool:
    clock = desk.picture.view.state.clock
    return clock.turn == 1 and any(isinstance(bid.order, Move) for bid in desk.bids)


def _worth(thought: Thought) -> int:
    return sum(reason.worth for reason in thought.reasons)


def _thought(desk: Desk, bid: Bid) -> Thought:
    order = format_order(bid.order, desk.picture.view.map)
    # What was weighed and comes to nothing has a reason too: that nothing speaks for it.
    reasons = bid.reasons or (Reason("progress", 0, "nothing speaks for it, nothing against"),)
    return Thought(order, bid.subject, bid.group, bid.task, bid.why, reasons, bid.expected, bid.needs)


def _remember(desk: Desk) -> None:
    """Keep what was promised over a phase that is not for it."""
    now = turn_number(desk.picture.view)
    desk.promises += [one for one in desk.dossier.promises if one.until >= now]


def _dossier(desk: Desk) -> Dossier:
    steps: Mapping[str, int] = {
        **desk.dossier.steps, **{key: aim.step for key, aim in desk.aims.items() if aim is not None and aim.attacks},
    }  # fmt: skip
    return Dossier(desk.picture.sightings, dict(sorted(steps.items())), tuple(desk.promises))
