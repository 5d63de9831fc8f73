"""
Say what units do by an order until further notice: each posture acts as its name says, in whatever rules are played.

============== ===================================================================================================
stand fast     stays, and gives up its march
hold at all    stays likewise; digs in, and fires at whoever is next to it, wherever the rules offer that
costs
delay          stays until a known enemy is within two hexes; then goes back one bound a turn, out of contact if the
               rules let it, to its place, else towards its headquarters or supply; and turns about again
withdraw       goes back to its place without stopping, over as many turns as it takes
go on          goes on with its march in contact too, and where its command is silent and else stands fast
============== ===================================================================================================

Where formations are put under orders of their own, one that is wholly under a posture is put under the order that fits.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from campaign.engine.letters.figures import game_time
from campaign.model.sheets.intents import Intent
from campaign.model.situation import stands_of
from campaign.model.things import chain_of
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.work import SetToWork
from campaign.spoken.times import now_of
from campaign.spoken.verdicts import Outcome

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.sheets import Posture, Standing
    from campaign.model.things import Stand
    from campaign.spoken.verdicts import Judge

__all__ = ["DOES", "acts", "counts", "formation_orders", "pressing"]

NEAR = 2
"""How many hexes off a known enemy makes a unit that delays go back."""
_MOST_TRIED = 12
"""So many places to fall back to are tried, the best first."""
DOES: Mapping[Posture, str] = {
    "stand_fast": "stays, and gives up its march",
    "hold_at_all_costs": "stays; digs in and fires at whoever is next to it, where the rules offer that",
    "delay": f"stays until a known enemy is within {NEAR} hexes, then goes back, a bound a turn, out of contact",
    "withdraw": "goes back without stopping, over as many turns as it takes",
    "go_on": "goes on with its march, in contact too, and where the command is silent",
    "automaton": "the program plays the whole command",
}
"""What each posture does, for whoever reads his sheet."""
_ORDERS: Mapping[Posture, tuple[str, ...]] = {
    "stand_fast": ("hold",),
    "hold_at_all_costs": ("dig_in", "hold"),
    "delay": ("move",),
    "withdraw": ("move", "retreat"),
    "go_on": ("move",),
}
"""The orders that a formation is put under, the best first."""
_DIG_IN = frozenset({"fortify", "dig_in"})


def counts(one: Standing, key: str, judge: Judge) -> bool:
    """Whether an order until further notice counts now for one of its units: it has not ended, and is set off."""
    state = judge.view.state
    if one.until is not None and now_of(state.clock) > one.until:
        return False
    if (one.since or one.ends) and not _is_known(one, game_time(judge.view)):
        return False
    if one.trigger == "contact":
        return any(key in pair for pair in state.contacts)
    if one.trigger == "attacked":
        return any(key == attacked for _, attacked in state.assaults)
    if one.trigger == "cut_off":
        stand = state.stands[key]
        return stand.on_map and judge.ruleset.play.supply(judge.view, key).hours is None
    return True


def _is_known(one: Standing, now: int) -> bool:
    """Whether its units have an order by now, and no word yet that it counts no more."""
    return one.since <= now and (not one.ends or now < one.ends)


def pressing(standing: Iterable[Standing], judge: Judge, own: Collection[str]) -> frozenset[str]:
    """Name the units that go on with their marches come what may."""
    orders = [one for one in standing if one.posture == "go_on"]
    return frozenset(key for one in orders for key in one.who if key in own and counts(one, key, judge))


def acts(one: Standing, key: str, judge: Judge) -> Iterator[Outcome]:
    """Give what a unit does now by an order that counts; nothing if it is as it is meant to be."""
    stand = judge.view.state.stands[key]
    if one.posture in {"stand_fast", "hold_at_all_costs"}:
        yield from _stay(stand, judge, at_all_costs=one.posture == "hold_at_all_costs")
    elif one.posture == "withdraw":
        yield from _judged(Intent((key,), "march", one.goal), judge)
    elif one.posture == "delay" and stand.on_map and _is_threatened(stand, judge):
        goal = _home(stand, judge) if one.goal is None else one.goal
        if stand.hex != goal:
            yield from _bound(stand, goal, judge)


def _judged(intent: Intent, judge: Judge) -> Iterator[Outcome]:
    for outcome in judge.outcomes(intent):
        if outcome.state in {"now", "later", "doubt"} or (outcome.state == "stays" and outcome.orders):
            yield outcome


# ---- staying -----------------------------------------------------------------------------------------------------


def _stay(stand: Stand, judge: Judge, *, at_all_costs: bool) -> Iterator[Outcome]:
    stays = list(_judged(Intent((stand.id,), "hold"), judge))
    more = _defence(stand, judge) if at_all_costs and stand.on_map else None
    if more is None:
        yield from stays
        return
    orders = (*(order for one in stays for order in one.orders), more)
    yield Outcome(stand.id, "now", "holds at all costs", orders)


def _defence(stand: Stand, judge: Judge) -> AnyOrder | None:
    """Find what helps a unit to stay: to dig in where it is, or to fire at an enemy next to it."""
    close = {other.hex for other in _foes(stand, judge) if _apart(stand, other, judge) <= 1}
    offers = list(judge.ruleset.play.orders(judge.view, stand.id))
    works = [
        order for order in offers if isinstance(order, SetToWork) and order.task in _DIG_IN and order.hex == stand.hex
    ]
    fires = [order for order in offers if isinstance(order, Bombard | Fire) and order.target in close]
    return next(iter([*works, *fires]), None) if stand.facts.get("work") is None else None


# ---- giving ground -----------------------------------------------------------------------------------------------


def _foes(stand: Stand, judge: Judge) -> list[Stand]:
    return [other for other in stands_of(judge.view) if other.side != stand.side]


def _apart(stand: Stand, other: Stand, judge: Judge) -> int:
    return judge.view.map.layout.grid.distance(stand.hex or 0, other.hex or 0)


def _is_threatened(stand: Stand, judge: Judge) -> bool:
    state = judge.view.state
    touched = any(stand.id in pair for pair in state.contacts) or any(stand.id == hit for _, hit in state.assaults)
    return touched or any(_apart(stand, other, judge) <= NEAR for other in _foes(stand, judge))


def _home(stand: Stand, judge: Judge) -> int | None:
    """Say where a unit falls back to that was told no place: its next headquarters, else the nearest supply."""
    state, grid = judge.view.state, judge.view.map.layout.grid
    for formation in chain_of(state.formations, stand.formation or ""):
        seat = state.stands.get(formation.hq or "")
        if seat is not None and seat.on_map and seat.id != stand.id:
            return seat.hex
    sources = sorted(one.hex for one in state.setting.sources if one.side == stand.side)
    return min(sources, key=lambda index: grid.distance(stand.hex or 0, index), default=None)


def _bound(stand: Stand, goal: int | None, judge: Judge) -> Iterator[Outcome]:
    """
    Go back one bound, a turn at most: out of reach of all known enemies if it can, else at least further from them.

    Whatever the rules let it reach is looked at, not one way alone: beside an enemy the way back may lead past him.
    """
    if goal is None:
        return
    number = judge.view.map.number
    for path in islice(_bounds(stand, goal, judge), _MOST_TRIED):
        leg, _ = judge.first_leg(stand, tuple(path), transport=False)
        if leg is not None and leg.path[-1] == path[-1]:
            words = f"gives ground to {number(leg.path[-1])}, on the way to {number(goal)}"
            yield Outcome(stand.id, "now", words, (leg,))
            return


def _bounds(stand: Stand, goal: int, judge: Judge) -> Iterator[Sequence[int]]:
    """
    Give paths to where a stand may fall back to, the best first.

    First, nearer to its goal: as far as it must to be out of reach; then, as far from the enemy as it can. At last
    also aside, if that takes it out of contact.
    """
    play, here, foes = judge.ruleset.play, stand.hex or 0, [other.hex or 0 for other in _foes(stand, judge)]
    grid, reach = judge.view.map.layout.grid, play.reach(judge.view, stand.id)
    left = judge.ways.away(stand, goal)
    gap = {h: min((grid.distance(h, foe) for foe in foes), default=NEAR + 1) for h in (here, *reach.cost)}
    better = [h for h in reach.cost if h != here and gap[h] > min(gap[here], NEAR)]
    back = [h for h in better if h in left and left[h] < left.get(here, left[h] + 1)]
    clear = sorted((h for h in back if gap[h] > NEAR), key=lambda h: (reach.cost[h], left[h], h))
    further = sorted((h for h in back if gap[h] <= NEAR), key=lambda h: (-gap[h], left[h], reach.cost[h], h))
    aside = sorted((h for h in better if h not in back), key=lambda h: (-gap[h], grid.distance(h, goal), h))
    for index in (*clear, *further, *(aside if gap[here] <= 1 else ())):
        yield reach.path_to(index)


# ---- formations --------------------------------------------------------------------------------------------------


def formation_orders(standing: Iterable[Standing], free: Collection[str], judge: Judge) -> Iterator[Outcome]:
    """Put the formations under fitting orders that are wholly under one posture, where the rules ask for orders."""
    orders = tuple(standing)
    if not orders:
        return
    state = judge.view.state
    given = {order.formation for order in state.declared if isinstance(order, SetPosture)}
    offers: dict[str, list[SetPosture]] = {}
    for order in judge.ruleset.play.side_orders(judge.view, judge.by):
        if isinstance(order, SetPosture) and order.formation not in given:
            offers.setdefault(order.formation, []).append(order)
    for one in orders if offers else ():
        who = {key for key in one.who if key in free and counts(one, key, judge)}
        for formation in sorted({state.stands[key].formation for key in who} & offers.keys()):
            members = {key for key, stand in state.stands.items() if stand.formation == formation and stand.on_map}
            wanted = [o for name in _ORDERS.get(one.posture, ()) for o in offers[formation] if o.posture == name]
            if members <= who and wanted:
                yield Outcome(min(members), "now", f"is put under the order {wanted[0].posture}", (wanted[0],))
