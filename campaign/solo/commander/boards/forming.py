"""Choose the forms of stands for the fight and the march: what each lets them hit, what it spares them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import HasForms
from campaign.model.planning import Reason
from campaign.model.situation import stands_of
from campaign.model.verbs.act import Act
from campaign.solo.commander.boards.blows import STAND, is_blow
from campaign.solo.commander.boards.leading import Ordered
from campaign.solo.commander.boards.ways import Ways
from campaign.solo.commander.odds import EvenDice, Odds
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.prospects import Prospects
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["forms_of"]

_UNDER_EYES = 4
"""An enemy who is so many hexes off or less makes a stand form for the fight; farther off it forms for the march."""
_THREATS = 2
"""So many of the enemies who hurt most are reckoned with."""
_PLAYS, _BLOWS = 6, 2
_RIDES, _BY = 8, 2
"""Hexes that an enemy may come from to strike in a turn, and hexes where others have a part in that."""
_LEAST_GAIN = 25
_A_TURN = 100
_LEAST_SAVED = 1.5
"""Turns that a form must save on the way to the goal: it is lost again before the fight."""


class _Form(NamedTuple):
    """A form that a stand can take, what it is worth, and why."""

    order: Act
    worth: int
    reasons: tuple[Reason, ...]


def forms_of(scene: Scene, offers: Mapping[str, Sequence[AnyOrder]], prospects: Prospects) -> list[Ordered]:
    """Give stands better forms, where rules have any."""
    play = scene.ruleset.play
    forms = play.forms if isinstance(play, HasForms) else frozenset()
    found = []
    for stand in scene.own if forms else ():
        acts = [order for order in offers.get(stand.id, ()) if isinstance(order, Act) and order.action in forms]
        best = max(_weighed(scene, stand, acts, prospects), key=lambda form: form.worth, default=None)
        if best is not None and best.worth >= _LEAST_GAIN:
            name = best.order.action
            why = f"forms {name}: {best.worth / 100:.1f} better than as it is"
            found.append(Ordered(best.order, stand.id, stand.formation, name, why, best.reasons))
    return found


def _weighed(scene: Scene, stand: Stand, acts: Sequence[Act], prospects: Prospects) -> Iterator[_Form]:
    near = scene.nearest_foe(stand.hex) <= _UNDER_EYES
    given = [(order, after) for order in acts if (after := _given(scene, order)) is not None]
    exposed = _exposed(scene, scene.view, stand) if near and given else 0
    for order, after in given:
        if near:
            spared = exposed - _exposed(scene, after, stand)
            reasons = _for_the_fight(prospects.gained(stand, order), spared)
        else:
            reasons = _for_the_way(scene, stand, after)
        yield _Form(order, sum(reason.worth for reason in reasons), reasons)


def _given(scene: Scene, order: Act) -> Situation | None:
    try:
        events = decide(scene.ruleset, scene.view, order, EvenDice(0, 1), by=scene.side)
    except Refusal:
        return None
    return scene.view.with_state(fold(scene.view.state, events))


def _for_the_fight(hits: int, spared: int) -> tuple[Reason, ...]:
    """Weigh a form by the enemies hit in this turn, and by the losses spared in theirs."""
    found = (
        Reason("exchange", hits, "what it can hit so, and as it is"),
        Reason("danger", spared, "what the enemy can do to it as it is, and so"),
    )
    return tuple(reason for reason in found if reason.worth)


def _for_the_way(scene: Scene, stand: Stand, after: Situation) -> tuple[Reason, ...]:
    """Weigh how many turns a form saves on the way to the goal."""
    goals = scene.goals(stand).places
    if not goals or scene.goals(stand).holds:
        return ()
    now, then = scene.ways, Ways(scene.ruleset, after)
    before, so = (ways.turns(int(ways.to(goals, stand)[stand.hex or 0]), stand) for ways in (now, then))
    saved = before - so - 1
    if saved <= _LEAST_SAVED:
        return ()
    return (Reason("progress", int(_A_TURN * saved), f"{saved:.1f} turns saved on its way"),)


def _exposed(scene: Scene, view: Situation, stand: Stand) -> int:
    """Price the losses that the nearest enemy of each kind may bring a stand in his next turn, each by himself."""
    if stand.hex is None:
        return 0
    grid = view.map.layout.grid
    off = {one.id: grid.distance(one.hex or 0, stand.hex) for one in stands_of(view)}
    foes: dict[str, Stand] = {}
    for one in sorted(stands_of(view), key=lambda one: (off[one.id], one.id)):
        if one.side != stand.side and off[one.id] <= _RIDES:
            foes.setdefault(one.profile.kind, one)
    worst = sorted(_struck(scene, view, stand, foe) for foe in foes.values())
    full = max(1, scene.ruleset.play.full_strength(view, stand.id))
    return int(STAND * sum(worst[-_THREATS:]) / full) * scene.style.caution // 100


def _struck(scene: Scene, view: Situation, stand: Stand, foe: Stand) -> float:
    """Play what an enemy can do to a stand in the phases of his turn: hand to hand if he gets there, and from afar."""
    play, grid, here = scene.ruleset.play, view.map.layout.grid, stand.hex or 0
    off, start = grid.distance(foe.hex or 0, here), foe.hex or 0
    if off > 1 and here in play.reach(view, foe.id).contacts:
        steps = [index for index in grid.neighbours(here) if index != NO_HEX]
        start = min(steps, key=lambda index: (grid.distance(index, start), index))
    elif off > max(1, scene.power(foe).range):
        return 0.0
    begun = _begun(view, stand, foe, start)
    return sum(
        _worst(scene, begun, stand, foe, phase.key) for phase in scene.ruleset.tables.phases if not phase.automatic
    )


def _begun(view: Situation, stand: Stand, foe: Stand, start: int) -> Situation:
    """Give a view of the enemy where he strikes from, and of those alone who stand by: a fight needs no army."""
    grid, here = view.map.layout.grid, stand.hex or 0
    stands = {
        key: one for key, one in view.state.stands.items()
        if one.hex is not None and grid.distance(one.hex, here) <= _BY
    }  # fmt: skip
    stands[foe.id] = msgspec.structs.replace(foe, hex=start)
    clock = msgspec.structs.replace(view.state.clock, side=foe.side)
    return view.with_state(msgspec.structs.replace(view.state, stands=stands, clock=clock))


def _worst(scene: Scene, begun: Situation, stand: Stand, foe: Stand, phase: str) -> float:
    """Give the points that the worst of an enemy's blows in a phase takes off a stand on the mean."""
    clock = msgspec.structs.replace(begun.state.clock, phase=phase)
    view = begun.with_state(msgspec.structs.replace(begun.state, clock=clock))
    orders = [
        order for order in scene.ruleset.play.orders(view, foe.id) if is_blow(order) and _target(order) == stand.hex
    ]
    odds = Odds(scene.ruleset, foe.side, _PLAYS)
    found = [odds.of(view, order) for order in orders[:_BLOWS]]
    return max((one.off(stand.id) for one in found if one is not None), default=0.0)


def _target(order: AnyOrder) -> int:
    path: tuple[int, ...] = getattr(order, "path", (NO_HEX,))
    return int(getattr(order, "target", path[-1]))
