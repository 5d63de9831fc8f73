"""
Show a viewer what he may see, and nothing else.

This is the one door: every page, payload, export and line of the log that a
side gets is made from what these functions give. The umpire sees all.

How a side's view is read (the texts leave hidden play to the umpire):

* its own stands, formations, orders, stores, sources, objectives and aircraft
  it knows in full, those of others not at all;
* of an enemy stand that it sees it knows the hex, the kind, the size and the
  side; name and strength too once the stand is identified, which is in contact
  or at sight (interpretation ``sight_identifies``); the id is another one
  for each spell of sight, made with a secret of the campaign, which tells nothing;
* who holds a hex, and what bridges, mines and works there are, it knows as far
  as it was told: it saw it happen, or saw what stands there from next to it;
* clock, weather and forecast are public; the dice's seed nobody sees;
* ``State.seq`` is a number that changes when what is seen changes, and says
  nothing of how much happened unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec

from campaign.engine.apply import apply
from campaign.engine.fog.reporting import witnesses
from campaign.engine.knowing import told, view_of
from campaign.engine.watch import SIGHTINGS, due
from campaign.model.anyevent import TALES, AnyEvent
from campaign.model.calendar import Clock
from campaign.model.known.sightings import AT_ONCE
from campaign.model.masks import Mask, mask_for, own_mask_for
from campaign.model.planning import Plan  # noqa: TC001 - msgspec reads it at run time
from campaign.model.prose import format_event
from campaign.model.state import State
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.model.verbs.planned import SidePlanned
from campaign.model.verbs.scoring import CampaignEnded
from campaign.model.verbs.told import Teller
from campaign.model.viewer import OBSERVER, UMPIRE, UnknownViewer, Viewer, check_viewer, side_of, viewer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from campaign.engine.knowing import Known
    from campaign.model.situation import Situation
    from campaign.model.things import Formation, Setting, Stand

__all__ = [
    "UMPIRE",
    "PlanMade",
    "Report",
    "UnknownViewer",
    "Viewer",
    "check_viewer",
    "log_for",
    "plans_for",
    "played_for",
    "revealed",
    "view_for",
]

_Thing = TypeVar("_Thing")
_SEQ_BITS = 48
"""A page keeps numbers as doubles: 53 bits are exact there."""


class Report(msgspec.Struct, frozen=True):
    """
    An event as a viewer may read it.

    ``number`` counts what this viewer has been told, from 1; ``clock`` is when
    it was; ``text`` is one plain English line.
    """

    number: int
    clock: Clock
    event: AnyEvent
    text: str


class PlanMade(msgspec.Struct, frozen=True):
    """What a side that plans by itself meant to do, and when."""

    clock: Clock
    side: str
    plan: Plan


def view_for(known: Known, whole: Situation) -> Situation:
    """Give what a viewer knows as a situation that rules and pages read; of the whole, map and tables are used."""
    view = view_of(known)
    return whole.with_state(msgspec.structs.replace(view, seq=_number(view)))


def played_for(known: Known, whole: Situation) -> Situation:
    """Give what a viewer knows to work out what he orders; the same as ``view_for``, without a number to show."""
    return whole.with_state(view_of(known))


def log_for(
    events: Iterable[AnyEvent], situation: Situation, viewer: str | Viewer, *, after: State | None = None
) -> list[Report]:
    """
    Tell a campaign as a viewer lived it.

    A side reads what befell its own stands and formations, its own orders, the
    fights that it took part in (the enemy masked as in its view, his dice not
    shown), and what is public. Its reports are numbered without gaps.

    Parameters
    ----------
    events
        The events that count, from the opening on.
    situation
        Any situation of that campaign; of it, map and tables are used.
    after
        The state before the events, where they are the later part of a log.

    Raises
    ------
    UnknownViewer
        If he takes no part.
    """
    known = viewer_of(situation.state.setting, viewer)
    events = list(due(events, situation.state.setting.delay) if known.kind == OBSERVER else events)
    found, faces, state = list[Report](), dict[str, str](), after
    for event in events:
        before = state
        state = apply(state, event) if state is not None else _opened(event)
        if isinstance(event, SIGHTINGS):
            continue  # these are shown on the map, not told in the log
        share, names = event, state
        if known.kind != UMPIRE:
            mask = mask_for(before or state, known, situation.tables)
            shown = told(event, situation.with_state(before or state), known)
            if shown is None or _another_s(event, before, situation, known):
                continue
            share, names = shown, _named(state, mask, faces)
        text = format_event(share, names, situation.map, situation.tables)
        found.append(Report(len(found) + 1, state.clock, share, text))
    if after is None and state is not None and state.ended and known.kind != UMPIRE:
        found += revealed(events, situation, known, first=len(found) + 1)
    return found


def _another_s(event: AnyEvent, before: State | None, situation: Situation, viewer: Viewer) -> bool:
    """Whether what happened befell other commands alone, and these have not reported it."""
    if before is None or viewer.kind != "command" or before.fog.reports == AT_ONCE:
        return False
    if isinstance(event, ControlChanged):
        return viewer.key not in witnesses(event, situation.with_state(before))
    mask = own_mask_for(before, viewer, situation.tables)
    return not TALES[type(event)].told(event, Teller(before, situation.map, mask))


def revealed(events: Iterable[AnyEvent], situation: Situation, viewer: str | Viewer, *, first: int = 1) -> list[Report]:
    """
    Tell a viewer, when a campaign is over, what other sides that played themselves meant and chose.

    Parameters
    ----------
    events
        The events that count, from the opening on.
    first
        The number of the first line.
    """
    setting = situation.state.setting
    known = viewer_of(setting, viewer)
    found: list[Report] = []
    state: State | None = None
    for event in events:
        state = apply(state, event) if state is not None else _opened(event)
        if isinstance(event, SidePlanned | SideChose) and event.side != side_of(setting, known):
            text = format_event(event, state, situation.map, situation.tables)
            found.append(Report(first + len(found), state.clock, event, text))
    return found


def plans_for(events: Iterable[AnyEvent], setting: Setting, viewer: str | Viewer) -> list[PlanMade]:
    """
    Give the plans that a viewer may read: those made from what he knows, and all once the campaign is over.

    One command of several reads its own plans; those of its whole side name enemies whom others see.

    Parameters
    ----------
    events
        The events that count, from the opening on.
    """
    known = viewer_of(setting, viewer)
    mask = Mask(State(setting, Clock()), side_of(setting, known), command=known.key if known.kind == "command" else "")
    found: list[tuple[bool, PlanMade]] = []
    clock, over = Clock(), known.kind == UMPIRE
    for event in events:
        over = over or isinstance(event, CampaignEnded)
        if isinstance(event, ClockAdvanced | CampaignOpened):
            clock = event.clock
        elif isinstance(event, SidePlanned):
            found.append((_thought_by(event, mask), PlanMade(clock, event.side, event.plan)))
    return [made for own, made in found if over or own]


def _thought_by(event: SidePlanned, mask: Mask) -> bool:
    """Whether a viewer knows all that a plan was made from."""
    whole = event.command in mask.commands if event.command else mask.whole
    return event.side == mask.side and whole


def _opened(event: AnyEvent) -> State:
    if not isinstance(event, CampaignOpened):
        msg = "a log begins with the opening of the campaign"
        raise TypeError(msg)
    return opening_state(event)


class _Named(Mapping[str, _Thing]):
    """Things by the ids that a viewer knows them by, each found when it is asked for: a line names few of many."""

    def __init__(self, find: Callable[[str], _Thing | None], ids: Iterable[str]) -> None:
        """Take what finds a thing by an id, and the ids there may be."""
        self._find, self._ids = find, ids

    def __getitem__(self, key: str) -> _Thing:
        found = self._find(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._ids if self._find(key) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _named(state: State, mask: Mask, ids: dict[str, str]) -> State:
    """
    Give the state with the names that the mask's viewer knows, and no others.

    Parameters
    ----------
    ids
        The ids behind those that the viewer knows, kept from line to line.
    """

    def stand(key: str) -> Stand | None:
        found = state.stands.get(key)
        if found is not None and mask.own(key):
            return found
        if key not in ids:
            # One who was lost from sight has a new id since.
            ids.update((mask.key(other), other) for other in state.stands if not mask.own(other))
        other = state.stands.get(ids.get(key, ""))
        return None if other is None or mask.own(other.id) else mask.stand(other)

    def formation(key: str) -> Formation | None:
        return state.formations.get(key) if mask.own(key) else None

    known = (key if mask.own(key) else mask.key(key) for key in state.stands)
    stands, formations = _Named(stand, known), _Named(formation, state.formations)
    return msgspec.structs.replace(state, stands=stands, formations=formations)


def _number(view: State) -> int:
    content = hashlib.sha256(msgspec.json.encode(view, order="deterministic")).digest()
    return int.from_bytes(content[: _SEQ_BITS // 8], "big")
