"""
Keep what a viewer knows: the fold of what he was told, and of nothing else.

``told`` is the one filter between the log and a viewer. What it holds back was never folded, so it is in no view.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.engine.apply import apply
from campaign.model.anyevent import TALES
from campaign.model.masks import Particular, mask_for, side_mask_for
from campaign.model.verbs.ground import ControlChanged, GroundChanged, code_of
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.model.verbs.scoring import CampaignEnded
from campaign.model.verbs.sighting import LEVELS, GroundSeen, Sighted, SightLost
from campaign.model.verbs.told import Addressed, Teller

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.anyevent import AnyEvent
    from campaign.model.calendar import Clock
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.things import Stand
    from campaign.model.viewer import Viewer

__all__ = ["Known", "Sight", "last_seen", "learn", "opened", "paged", "seen_now", "told", "told_all", "view_of"]

PAGE = 1024
"""Hexes of a page: a change of who holds a hex copies one page, not the whole map."""

change = msgspec.structs.replace


@dataclass(frozen=True, slots=True)
class Sight:
    """What a command sees of an enemy stand, and since when; or last saw of it, and when it lost it from sight."""

    face: Stand
    level: str
    clock: Clock
    now: bool = True


@dataclass(frozen=True, slots=True)
class Known:
    """
    What a viewer knows.

    ``state`` holds his own side and what is public; ``sights`` the enemies, by the id that he knows each by and by
    the command that sees him.
    """

    viewer: Viewer
    state: State
    control: tuple[bytes, ...] = ()
    sights: Mapping[str, Mapping[str, Sight]] = field(default_factory=dict)


def told(event: AnyEvent, before: Situation, viewer: Viewer) -> AnyEvent | None:
    """
    Give an event as a viewer is told it; None if he is not.

    Parameters
    ----------
    before
        The whole situation before the event; of the opening the one that it makes.
    """
    if viewer.kind == "umpire":
        return event
    teller = Teller(before.state, before.map, mask_for(before.state, viewer, before.tables))
    return TALES[type(event)].retold(event, teller)


def told_all(event: AnyEvent, before: Situation, viewers: Mapping[Viewer, str]) -> dict[Viewer, AnyEvent | None]:
    """
    Give an event as each of many viewers is told it: what ``told`` gives, in a fraction of the time.

    What is a matter of the side alone is worked out once for all who are of it.

    Parameters
    ----------
    viewers
        Who listens, each with the side that he is of.
    """
    of_sides: dict[str, tuple[AnyEvent | None] | None] = {}
    found: dict[Viewer, AnyEvent | None] = {}
    hears = TALES[type(event)].told
    named = hears.to(event) if isinstance(hears, Addressed) else None
    for viewer, side in viewers.items():
        if named is not None and viewer.kind == "command" and viewer.key not in named:
            found[viewer] = None
            continue
        if side not in of_sides:
            of_sides[side] = _told_side(event, before, side) if side else None
        share = of_sides[side]
        found[viewer] = told(event, before, viewer) if share is None else share[0]
    return found


def _told_side(event: AnyEvent, before: Situation, side: str) -> tuple[AnyEvent | None] | None:
    """Give an event as all of a side are told it; None if that is not the same for all."""
    mask: Any = side_mask_for(before.state, side, before.tables)
    try:
        return (TALES[type(event)].retold(event, Teller(before.state, before.map, mask)),)
    except Particular:
        return None


def opened(event: CampaignOpened, viewer: Viewer) -> Known:
    """Begin to know: fold the opening as it was told."""
    state = opening_state(event)
    return Known(viewer, change(state, control=b""), paged(event.control))


def learn(known: Known, event: AnyEvent) -> Known:
    """Fold one event that was told."""
    match event:
        case Sighted():
            sight = Sight(event.face, event.level, known.state.clock)
            return _with_sights(known, event.face.id, dict.fromkeys(event.by, sight))
        case SightLost():
            seen, clock = known.sights.get(event.stand, {}), known.state.clock
            lost = {key: replace(seen[key], now=False, clock=clock) for key in event.by if key in seen}
            return _with_sights(known, event.stand, lost)
        case GroundSeen():
            return _with_ground(known, event.places)
        case GroundChanged():
            return _with_ground(known, {event.place: event.what})
        case ControlChanged():
            pages = _taken(known.control, event.hexes, code_of(event, known.state))
            return replace(known, control=pages)
        case CampaignEnded():
            points = {side: points for side, points in event.points.items() if points}
            return replace(known, state=change(apply(known.state, event), points=points))
    # Written out: of the many events of a day nearly all come by here, and ``replace`` takes longer than the fold.
    is_told = _knows_stand(known.state, event)
    return Known(known.viewer, apply(known.state, event), known.control, known.sights) if is_told else known


def _with_sights(known: Known, key: str, by: Mapping[str, Sight]) -> Known:
    return replace(known, sights={**known.sights, key: {**known.sights.get(key, {}), **by}})


def _with_ground(known: Known, places: Mapping[str, str]) -> Known:
    ground = {**known.state.ground, **places}
    return replace(known, state=change(known.state, ground={place: what for place, what in ground.items() if what}))


def paged(control: bytes) -> tuple[bytes, ...]:
    """Cut who holds each hex into pages."""
    return tuple(control[start : start + PAGE] for start in range(0, len(control), PAGE))


def _taken(pages: tuple[bytes, ...], hexes: tuple[int, ...], code: int) -> tuple[bytes, ...]:
    """Change who holds some hexes; pages without any of them stay as they are."""
    fresh: dict[int, bytearray] = {}
    for index in hexes:
        number, at = divmod(index, PAGE)
        fresh.setdefault(number, bytearray(pages[number]))[at] = code
    found = list(pages)
    for number, page in fresh.items():
        found[number] = bytes(page)
    return tuple(found)


def _knows_stand(state: State, event: AnyEvent) -> bool:
    """Whether an event is about a stand of the viewer's own side, or about none: an enemy who left is not in it."""
    key = getattr(event, "stand", None)
    return not isinstance(key, str) or key in state.stands


def seen_now(known: Known) -> dict[str, Sight]:
    """Give the enemies that a viewer sees, each as the one of his commands does that sees it best."""
    found = {key: [sight for sight in by.values() if sight.now] for key, by in known.sights.items()}
    return {key: max(sights, key=_how_well) for key, sights in found.items() if sights}


def last_seen(known: Known) -> dict[str, Sight]:
    """Give the enemies that a viewer saw once and sees no longer, each as he was seen last."""
    found = {
        key: list(by.values())
        for key, by in sorted(known.sights.items())
        if not any(sight.now for sight in by.values())
    }
    return {key: max(sights, key=lambda sight: (sight.clock.day, sight.clock.turn)) for key, sights in found.items()}


def _how_well(sight: Sight) -> int:
    return LEVELS.index(sight.level)


def view_of(known: Known) -> State:
    """Give what a viewer knows as a state that rules and pages read."""
    state, control = known.state, b"".join(known.control)
    enemies = {key: sight.face for key, sight in sorted(seen_now(known).items())}
    stands = {**state.stands, **enemies}
    there = stands.keys()
    return change(
        state,
        stands=stands,
        contacts=frozenset(pair for pair in state.contacts if there >= set(pair)),
        assaults=frozenset(pair for pair in state.assaults if there >= set(pair)),
        control=control,
    )
