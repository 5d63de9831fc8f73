"""
Learn what a view cannot show.

A refusal tells that a target is out of reach, a side's own fire how much an enemy should have lost where his losses are
not seen. What was learned stands in the dossier among the promises, so that undo and replay have it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace as change

from campaign.model.notation import NotParseable, parse_order
from campaign.model.planning import Promise
from campaign.model.situation import stands_at
from campaign.solo.commander.boards.blows import is_blow
from campaign.solo.commander.sightings import turn_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from campaign.model.anyorder import AnyOrder
    from campaign.model.planning import Dossier
    from campaign.model.situation import Situation
    from campaign.solo.commander.boards.blows import Blow
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["battered", "hit", "learned", "unlearned"]

_REACH, _HIT = "reach of ", "should have lost"
_ALWAYS = 1 << 30
_BEYOND = 1
"""A neighbour is out of nobody's reach: what is refused there has another reason."""


def learned(scene: Scene, dossier: Dossier, barred: Iterable[str]) -> tuple[Promise, ...]:
    """Give the promises still in force, and with them what the refusals of this phase teach."""
    now = turn_number(scene.view)
    found = [promise for promise in dossier.promises if promise.until >= now]
    for order in _blows(scene, barred):
        found += [lesson for lesson in _lessons(scene, order) if lesson not in found]
    return tuple(found)


def _blows(scene: Scene, barred: Iterable[str]) -> Iterator[AnyOrder]:
    """Read the refused orders that were blows of a stand."""
    for text in sorted(barred):
        try:
            order = parse_order(text, scene.view.map, scene.view.state)
        except NotParseable:
            continue
        if is_blow(order) and getattr(order, "stand", "") in scene.view.state.stands and hasattr(order, "target"):
            yield order


def _lessons(scene: Scene, order: AnyOrder) -> Iterator[Promise]:
    target, away, kind = _parts(scene, order)
    if away > _BEYOND:
        foes = [stand for stand in stands_at(scene.view, target) if stand.side != scene.side]
        yield from (Promise(foe.id, _REACH + kind, away, until=_ALWAYS) for foe in foes)


def hit(lessons: tuple[Promise, ...], blow: Blow, own: frozenset[str]) -> tuple[Promise, ...]:
    """Add to what each enemy should have lost what a blow should take off him, in hundredths of a point."""
    outlook, known = blow.outlook, {one.stand: one.hex for one in lessons if one.what == _HIT}
    for key in sorted(outlook.points.keys() - own):
        known[key] = known.get(key, 0) + 100 * outlook.points[key] // outlook.plays
    others = (one for one in lessons if one.what != _HIT)
    return (*others, *(Promise(key, _HIT, known[key], until=_ALWAYS) for key in sorted(known)))


def battered(view: Situation, ahead: Situation, lessons: tuple[Promise, ...]) -> Situation:
    """
    Give enemies whose strength is not seen the losses that they should have.

    Parameters
    ----------
    view
        What the side sees.
    ahead
        The same, filled in.
    """
    stands = dict(ahead.state.stands)
    for one in lessons:
        seen = view.state.stands.get(one.stand)
        if one.what == _HIT and seen is not None and not seen.profile.strength:
            lost = min(one.hex // 100, stands[one.stand].profile.strength - 1)
            stands[one.stand] = change(stands[one.stand], losses=max(0, lost))
    return ahead.with_state(change(ahead.state, stands=stands))


def unlearned(scene: Scene, lessons: tuple[Promise, ...], orders: Iterable[AnyOrder]) -> list[AnyOrder]:
    """List the blows that nothing learned speaks against."""
    least: dict[tuple[str, str], int] = {}
    for one in lessons:
        if one.what.startswith(_REACH):
            key = one.stand, one.what.removeprefix(_REACH)
            least[key] = min(one.hex, least.get(key, one.hex))
    return [order for order in orders if not (least and _is_vain(scene, order, least))]


def _is_vain(scene: Scene, order: AnyOrder, least: dict[tuple[str, str], int]) -> bool:
    if getattr(order, "stand", "") not in scene.view.state.stands:
        return False
    target, away, kind = _parts(scene, order)
    foes = (stand.id for stand in stands_at(scene.view, target) if stand.side != scene.side)
    return any(away >= least[foe, kind] for foe in foes if (foe, kind) in least)


def _parts(scene: Scene, order: AnyOrder) -> tuple[int, int, str]:
    """Give the hex of a blow, how far off it is, and what kind of stand strikes."""
    stand = scene.view.state.stands[str(getattr(order, "stand", ""))]
    target = int(getattr(order, "target", 0))
    away = int(scene.apart([stand.hex or 0], [target])[0, 0])
    return target, away, f"{stand.profile.kind} {stand.profile.mover}"
