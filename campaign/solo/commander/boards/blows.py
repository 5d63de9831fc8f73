"""Choose blows: shots, attacks and strikes, by what the rules' dice say that they bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.planning import Expected, Reason
from campaign.model.verbs.air import AirStrike
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.close import Assault
from campaign.model.verbs.fire import Fire
from campaign.solo.commander.boards.going import goes
from campaign.solo.commander.boards.picking import picked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Scene
    from campaign.solo.commander.odds import Outlook

__all__ = ["LEAST", "Blow", "best_blow", "chosen_blows", "is_blow", "judged"]

_EVEN = 50
_OWN = 60
"""Per cent that losses of its own count of those of the enemy, for a steady commander."""
STAND = 400
"""What a whole stand is worth in points, in hundredths of a turn."""
GONE = 250
"""What it is worth besides that it is gone."""
_LEADS = 150
"""What an HQ that is gone is worth beside that."""
_EMPTIED, _GOAL_EMPTIED = 40, 200
"""What it is worth that no enemy is left in a hex; and in one that is a goal."""
_APART = 4
"""Two blows do not matter to one another if their targets are more hexes apart."""
_END = 5_000
"""What it is worth to win the game by a blow."""
_HURT = 50
"""How much more a point counts off one who has lost nearly all, in per cent: fire is kept on one until he is gone."""
_WORN = 2
"""So many times more a loss counts to one whom the next will break."""
LEAST = 15
_NOTHING = Reason("exchange", 0, "0.0 points off either side")


class Blow(NamedTuple):
    """A blow and what it should bring."""

    order: AnyOrder
    worth: int
    reasons: tuple[Reason, ...]
    expected: Expected
    outlook: Outlook


def is_blow(order: AnyOrder) -> bool:
    """Whether an order hurts the enemy; smoke does not."""
    if isinstance(order, Fire):
        return not order.smoke
    return isinstance(order, Assault | Bombard | AirStrike) or (goes(order) and order.attack)


def best_blow(scene: Scene, orders: Iterable[AnyOrder], least: int = LEAST) -> Blow | None:
    """Give the blow that brings most, if it brings at least so much; of equals the first listed."""
    found = [blow for order in orders if (blow := judged(scene, order)) is not None]
    best = max(found, key=lambda blow: blow.worth, default=None)
    return best if best is not None and best.worth >= least else None


def chosen_blows(scene: Scene, orders: Iterable[AnyOrder]) -> list[Blow]:
    """
    Choose a blow as well as the level does, and others so far off that what comes of one does not matter to the next.

    Who strikes, helps or is struck does so in one of them.
    """
    found = [blow for order in orders if (blow := judged(scene, order)) is not None and blow.worth >= LEAST]
    ranked = sorted(((blow.worth, blow) for blow in found), key=lambda item: -item[0])
    chosen = [picked(scene.level, scene.dice, ranked)] if ranked else []
    for _, blow in ranked:
        if all(_is_apart(scene, blow.order, other.order) for other in chosen):
            chosen.append(blow)
    return chosen


def _is_apart(scene: Scene, one: AnyOrder, other: AnyOrder) -> bool:
    there, beyond = getattr(one, "target", 0), getattr(other, "target", 0)
    far = int(scene.apart([there], [beyond])[0, 0]) > _APART
    return far and _strikers(scene, one).isdisjoint(_strikers(scene, other))


def _strikers(scene: Scene, order: AnyOrder) -> set[str]:
    return {str(getattr(order, "stand", scene.side)), *getattr(order, "helpers", ())}


def judged(scene: Scene, order: AnyOrder) -> Blow | None:
    """Say what a blow is worth; None if the rules refuse it."""
    outlook = scene.odds.of(scene.view, order)
    if outlook is None:
        return None
    dealt, taken = _losses(scene, outlook)
    reasons = (
        Reason("exchange", dealt * (_EVEN + scene.style.aggression) // 100, "what it should take off the enemy"),
        Reason("danger", -_own(scene, taken), "what it should cost"),
        Reason("goal", _ground(scene, order, outlook), "the hex emptied"),
        Reason("end", _END * outlook.won // outlook.plays, "the game won by it, or lost"),
    )
    told = tuple(reason for reason in reasons if reason.worth) or (_NOTHING,)
    return Blow(order, sum(reason.worth for reason in told), told, outlook.expected(scene.own_ids), outlook)


def _own(scene: Scene, taken: int) -> int:
    """Weigh what the side should lose: the stronger can afford more than the weaker."""
    return taken * _OWN * scene.style.caution // 10_000 * scene.ratio // 100


def _losses(scene: Scene, outlook: Outlook) -> tuple[int, int]:
    """Price what the enemy and the side itself should lose."""
    stands = scene.view.state.stands
    prices = {
        key: _price(scene, stands[key], outlook) for key in sorted({*outlook.points, *outlook.gone}) if key in stands
    }
    own = {key: price for key, price in prices.items() if key in scene.own_ids}
    borne = sum(price * (100 + _WORN * scene.worn(stands[key])) // 100 for key, price in own.items())
    return sum(prices.values()) - sum(own.values()), borne


def _ground(scene: Scene, order: AnyOrder, outlook: Outlook) -> int:
    """Price that the hex may be emptied."""
    stand = scene.view.state.stands.get(str(getattr(order, "stand", "")))
    goals = scene.goals(stand).places if stand is not None else ()
    worth = _GOAL_EMPTIED if getattr(order, "target", None) in goals else _EMPTIED
    return worth * outlook.emptied // outlook.plays


def _price(scene: Scene, stand: Stand, outlook: Outlook) -> int:
    """Price what a stand loses: points by its full strength, more if it is hurt already, and that it is gone."""
    full = max(1, scene.ruleset.play.full_strength(scene.view, stand.id))
    hurt = 100 + _HURT * min(full, max(0, stand.losses)) // full
    points = STAND * outlook.points.get(stand.id, 0) * hurt // (100 * full)
    gone = (GONE + (_LEADS if stand.profile.kind == "hq" else 0)) * outlook.gone.get(stand.id, 0)
    return (points + gone) // outlook.plays
