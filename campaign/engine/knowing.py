"""
Keep what a viewer knows: the fold of what he was told, and of nothing else.

``told`` is the one filter between the log and a viewer. What it holds back was never folded, so it is in no view.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.engine.apply import apply
from campaign.engine.fog.insight import in_sight, last_seen, seen_now
from campaign.model.anyevent import TALES
from campaign.model.commands import first_of, holdings
from campaign.model.facts import fact_of
from campaign.model.masks import Particular, mask_for, side_mask_for
from campaign.model.verbs.bombard import GunsHeard
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.deception import PrisonersTalked
from campaign.model.verbs.dummy import DummyGone
from campaign.model.verbs.fog import RumourSpread
from campaign.model.verbs.ground import ControlChanged, GroundChanged, code_of
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.model.verbs.scoring import CampaignEnded
from campaign.model.verbs.sighting import IDENTIFIED, LEVELS, GroundSeen, Searched, Sighted, SightLost
from campaign.model.verbs.told import Addressed, Owned, Teller

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.model.anyevent import AnyEvent
    from campaign.model.calendar import Clock
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.things import Profile, Stand
    from campaign.model.viewer import Viewer

__all__ = [
    "Known",
    "Noise",
    "Sight",
    "Word",
    "held_too",
    "knows_stand",
    "last_seen",
    "learn",
    "opened",
    "paged",
    "reported_at",
    "seen_by",
    "seen_now",
    "teaches",
    "told",
    "told_all",
    "view_of",
    "with_sights",
    "with_state",
]  # fmt: skip

PAGE = 1024
"""Hexes of a page: a change of who holds a hex copies one page, not the whole map."""

_NO_REPORTS: tuple[tuple[str, int], ...] = ()

change = msgspec.structs.replace


@dataclass(frozen=True, slots=True)
class Sight:
    """What a command sees of an enemy stand, and since when; or last saw of it, and when it lost it from sight."""

    face: Stand
    level: str
    clock: Clock
    now: bool = True
    turn: int = 0
    """In which turn of the viewer's that was."""
    by_air: bool = False
    """Whether aircraft told of him, and perhaps nobody else."""
    gone: bool = False
    """Whether somebody looked since where he was lost, and found nobody."""
    false: bool = False
    """Whether it was found out that nobody was there: a dummy."""
    named: Profile | None = None
    """What he is, if he was identified in this spell of sight."""
    trail: tuple[tuple[int, int], ...] = ()
    """The hexes where he was seen last, each with the turn: at most two."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Guns that a viewer heard: where they seem to be, and when that was."""

    hexes: tuple[int, ...]
    clock: Clock
    turn: int
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A rumour, or what prisoners told: what, when, and whether somebody has looked there since in vain."""

    event: RumourSpread | PrisonersTalked
    clock: Clock
    turn: int
    gone: bool = False


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
    noises: tuple[Noise, ...] = ()
    turn: int = 1
    """How many turns he has lived through, the present one counted."""
    rumours: tuple[Word, ...] = ()
    accounts: Mapping[str, Known] = field(default_factory=dict)
    """What the other commands of his side knew when they reported last; none: he knows of his friends at once."""
    held: tuple[bytes, ...] = ()
    """The holders of the hexes by those reports and by what he saw himself; empty where ``control`` says it."""


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
    owner = hears.whose(event, before.state) if isinstance(hears, Owned) else None
    for viewer, side in viewers.items():
        is_other = owner is not None and side and side != owner
        if is_other or (named is not None and viewer.kind == "command" and viewer.key not in named):
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
    fold = _LEARNT.get(type(event))
    if fold is not None:
        return fold(known, event)
    if not knows_stand(known.state.stands, event):
        return known
    return with_state(known, apply(known.state, event))


def teaches(event: AnyEvent) -> bool:
    """Whether anybody may know more after an event than before it; of some he only reads how something came about."""
    return type(event) in _LEARNT or not TALES[type(event)].leaves_all


def _see(known: Known, event: Sighted) -> Known:
    return with_sights(known, {**known.sights, event.face.id: seen_by(known, event)})


def seen_by(known: Known, event: Sighted) -> Mapping[str, Sight]:
    """Give the sights of an enemy after he was seen, by the command that has each."""
    was = known.sights.get(event.face.id, {})
    return {**was, **{key: _sight(known, event, was.get(key)) for key in event.by}}


def _sight(known: Known, event: Sighted, was: Sight | None) -> Sight:
    """Make a sight, with what is still known from before, and where he came from."""
    face, level = event.face, event.level
    by_air = any(where == face.hex for _, where in fact_of(known.state, "reported", _NO_REPORTS))
    identified = LEVELS.index(level) >= LEVELS.index(IDENTIFIED)
    named = face.profile if identified else None if was is None else was.named
    trail = () if was is None else was.trail
    if face.hex is not None and (not trail or trail[-1][0] != face.hex):
        trail = (*trail[-1:], (face.hex, known.turn))
    return Sight(face, level, known.state.clock, turn=known.turn, by_air=by_air, named=named, trail=trail)


def _unmask(known: Known, event: DummyGone) -> Known:
    """Note that whom somebody saw was a dummy; its own side, that it is gone."""
    there = known.sights.get(event.dummy, {})
    false = {
        who: replace(s, now=False, false=True, clock=known.state.clock, turn=known.turn) for who, s in there.items()
    }
    after = replace(known, state=apply(known.state, event))
    return _with_sights(after, event.dummy, false) if false else after


def _lose(known: Known, event: SightLost) -> Known:
    seen, clock = known.sights.get(event.stand, {}), known.state.clock
    lost = {key: replace(seen[key], now=False, clock=clock, turn=known.turn) for key in event.by if key in seen}
    return _with_sights(known, event.stand, lost)


def _searched(known: Known, event: Searched) -> Known:
    """Note that where an enemy was lost nobody is now."""
    there = frozenset(event.hexes)
    sights = dict(known.sights)
    for key, by in known.sights.items():
        gone = {
            who: replace(sight, gone=True) for who, sight in by.items() if not sight.now and sight.face.hex in there
        }
        if gone:
            sights[key] = {**by, **gone}
    noises = tuple(replace(one, gone=True) if there.issuperset(one.hexes) else one for one in known.noises)
    rumours = tuple(replace(one, gone=True) if one.event.hex in there else one for one in known.rumours)
    return replace(known, sights=sights, noises=noises, rumours=rumours)


def _hear(known: Known, event: GunsHeard) -> Known:
    """Note guns that were heard; the same ones once, where they were heard last."""
    noise = Noise(event.hexes, known.state.clock, known.turn)
    return replace(known, noises=(*(one for one in known.noises if one.hexes != event.hexes), noise))


def _listen(known: Known, event: RumourSpread | PrisonersTalked) -> Known:
    if isinstance(event, PrisonersTalked) and not event.formation:
        return known
    word = Word(event, known.state.clock, known.turn)
    return replace(known, state=apply(known.state, event), rumours=(*known.rumours, word))


def held_too(known: Known, event: ControlChanged) -> Known:
    """Note who holds hexes in what a viewer saw himself, where he has the rest by report."""
    return replace(known, held=_taken(known.held, event.hexes, code_of(event, known.state))) if known.held else known


def _pass(known: Known, event: ClockAdvanced) -> Known:
    was, now = known.state.clock, event.clock
    is_new = (now.day, now.turn) != (was.day, was.turn)
    return replace(known, state=apply(known.state, event), turn=known.turn + is_new)


def _hold(known: Known, event: ControlChanged) -> Known:
    return replace(known, control=_taken(known.control, event.hexes, code_of(event, known.state)))


def _end(known: Known, event: CampaignEnded) -> Known:
    points = {side: points for side, points in event.points.items() if points}
    return replace(known, state=change(apply(known.state, event), points=points))


def _with_sights(known: Known, key: str, by: Mapping[str, Sight]) -> Known:
    return with_sights(known, {**known.sights, key: {**known.sights.get(key, {}), **by}})


def with_sights(known: Known, sights: Mapping[str, Mapping[str, Sight]]) -> Known:
    """Give what a viewer knows with other sights."""
    more = (known.noises, known.turn, known.rumours, known.accounts, known.held)
    return Known(known.viewer, known.state, known.control, sights, *more)


def with_state(known: Known, state: State) -> Known:
    """Give what a viewer knows with another state."""
    # Written out: of the many events of a day nearly all come by here, and ``replace`` takes longer than the fold.
    more = (known.noises, known.turn, known.rumours, known.accounts, known.held)
    return Known(known.viewer, state, known.control, known.sights, *more)


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


def knows_stand(stands: Mapping[str, Stand], event: AnyEvent) -> bool:
    """Whether an event is about a stand of the viewer's own side, or about none: an enemy who left is not in it."""
    key = getattr(event, "stand", None)
    return not isinstance(key, str) or key in stands


_LEARNT: Mapping[type, Callable[[Known, Any], Known]] = {
    Sighted: _see,
    SightLost: _lose,
    Searched: _searched,
    GunsHeard: _hear,
    RumourSpread: _listen,
    PrisonersTalked: _listen,
    DummyGone: _unmask,
    ClockAdvanced: _pass,
    GroundSeen: lambda known, event: _with_ground(known, event.places),
    GroundChanged: lambda known, event: _with_ground(known, {event.place: event.what}),
    ControlChanged: _hold,
    CampaignEnded: _end,
}
"""What is folded otherwise than into the state."""


def view_of(known: Known) -> State:
    """Give what a viewer knows as a state that rules and pages read; friends of other commands as they reported."""
    state, control = _as_reported(known), b"".join(known.held or known.control)
    stands = in_sight(known).with_own(state.stands)
    return change(
        state,
        stands=stands,
        contacts=frozenset((a, b) for a, b in state.contacts if a in stands and b in stands),
        assaults=frozenset((a, b) for a, b in state.assaults if a in stands and b in stands),
        control=control,
    )


def _as_reported(known: Known) -> State:
    """Give the state with the other commands' stands as these reported them, and without what they ordered since."""
    state = known.state
    if not known.accounts:
        return state
    mine, whose = _own_of(known), holdings(state)
    return change(
        state,
        stands={key: _reported(known, stand, mine, whose) for key, stand in state.stands.items()},
        declared=tuple(order for order in state.declared if _is_own(order, mine)),
        intents={key: kept for key, kept in state.intents.items() if mine(key)},
    )


def _own_of(known: Known) -> Callable[[str], bool]:
    """Give what says whether a stand is of the viewer's own command."""
    own, holds = known.viewer.key, holdings(known.state)
    setting, stands = known.state.setting, known.state.stands
    first = {side.key: first_of(setting, side.key) for side in setting.sides}
    return lambda key: key in stands and (holds.get(stands[key].formation) or first[stands[key].side]) == own


def _is_own(order: Any, mine: Callable[[str], bool]) -> bool:
    stand = getattr(order, "stand", None)
    return stand is None or mine(stand)


def _reported(known: Known, stand: Stand, mine: Callable[[str], bool], whose: Mapping[str, str]) -> Stand:
    """Give a friend as his command reported him; one raised since is known at once."""
    if mine(stand.id):
        return stand
    told = known.accounts.get(whose.get(stand.formation, ""))
    return stand if told is None else told.state.stands.get(stand.id, stand)


def reported_at(known: Known) -> dict[str, Clock]:
    """Say of the friends that a viewer knows by report when that was."""
    if not known.accounts:
        return {}
    held = holdings(known.state)
    whose = {key: held.get(stand.formation, "") for key, stand in known.state.stands.items()}
    return {key: known.accounts[who].state.clock for key, who in whose.items() if who in known.accounts}
