"""
Show a viewer what he may see, and nothing else.

This is the one door: every page, payload, export and line of the log that a
side gets is made from what these functions give. The umpire sees all.

How a side's view is read (the texts leave hidden play to the umpire):

* its own stands, formations, orders, stores, sources, objectives and aircraft
  it knows in full, those of others not at all;
* of an enemy stand that it sees it knows the hex, the kind, the size and the
  side; name and strength too once the stand is identified, which is in contact
  or at sight (interpretation ``sight_identifies``); the id is another one,
  the same each time, from which nothing can be told;
* who holds a hex, and what bridges, mines and works there are, it knows as far
  as it saw it happen (``State.known``, ``State.known_ground``), and next to its
  own stands as it is;
* clock, weather and forecast are public; the dice's seed nobody sees;
* ``State.seq`` is a number that changes when what is seen changes, and says
  nothing of how much happened unseen.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from campaign.engine.apply import apply
from campaign.engine.knowing import view_of
from campaign.engine.watch import SIGHTINGS, due
from campaign.model.anyevent import AnyEvent  # noqa: TC001 - msgspec reads it at run time
from campaign.model.anyorder import order_side
from campaign.model.calendar import Clock  # noqa: TC001 - msgspec reads it at run time
from campaign.model.facts import Fact, shown_facts
from campaign.model.masks import Mask, mask_for
from campaign.model.ownership import known_control, known_ground, own_setting
from campaign.model.prose import format_event
from campaign.model.retold import retold
from campaign.model.state import State
from campaign.model.things import Formation, Stand
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.model.viewer import OBSERVER, UMPIRE, UnknownViewer, Viewer, check_viewer, viewer_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.engine.knowing import Known
    from campaign.model.sightings import Sightings
    from campaign.model.situation import Situation

__all__ = [
    "UMPIRE",
    "Report",
    "Sees",
    "UnknownViewer",
    "Viewer",
    "check_viewer",
    "log_for",
    "view_for",
    "view_known",
]

Thing = TypeVar("Thing", Stand, Formation)

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


class Sees(Protocol):
    """How a ruleset says which enemy stands a side sees: ``ruleset.play.sightings``."""

    def __call__(self, situation: Situation, side: str, /) -> Sightings:
        """Say which enemy stands a side sees now, and which of its stands see each."""
        ...


def view_for(situation: Situation, viewer: str | Viewer, *, sightings: Sees) -> Situation:
    """
    Give the situation as a viewer may know it: by name, or as ``Viewer``.

    Raises
    ------
    UnknownViewer
        If he takes no part.
    """
    known = viewer_of(situation.state.setting, viewer)
    if known.kind == UMPIRE:
        return situation
    mask = mask_for(situation.state, known, situation.tables)
    view = _seen_by(situation, mask, sightings(situation, mask.side))
    return situation.with_state(msgspec.structs.replace(view, seq=_number(view)))


def view_known(known: Known, whole: Situation) -> Situation:
    """Give what a viewer knows as a situation that rules and pages read; of the whole, map and tables are used."""
    view = view_of(known)
    return whole.with_state(msgspec.structs.replace(view, seq=_number(view)))


def log_for(
    events: Iterable[AnyEvent], situation: Situation, viewer: str | Viewer, *, after: State | None = None
) -> list[Report]:
    """
    Tell a campaign as a viewer lived it.

    A side reads what befell its own stands and formations, its own orders, the
    fights in which it took part (the enemy masked as in its view, his dice not
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
    if known.kind == OBSERVER:
        events = due(events, situation.state.setting.delay)
    found: list[Report] = []
    state = after
    for event in events:
        before = state
        state = apply(state, event) if state is not None else _opened(event)
        if isinstance(event, SIGHTINGS):
            continue  # these are shown on the map, not told in the log
        told, names = event, state
        if known.kind != UMPIRE:
            mask = mask_for(before or state, known, situation.tables)
            shown = retold(event, before or state, situation.map, mask)
            if shown is None:
                continue
            told, names = shown, _named(state, mask)
        text = format_event(told, names, situation.map, situation.tables)
        found.append(Report(len(found) + 1, state.clock, told, text))
    return found


def _opened(event: AnyEvent) -> State:
    if not isinstance(event, CampaignOpened):
        msg = "a log begins with the opening of the campaign"
        raise TypeError(msg)
    return opening_state(event)


def _named(state: State, mask: Mask) -> State:
    """Give the state with the names that the mask's side knows, and no others."""
    stands = {}
    for stand in state.stands.values():
        shown = stand if mask.own(stand.id) else mask.stand(stand)
        stands[shown.id] = shown
    formations = {key: formation for key, formation in state.formations.items() if mask.own(key)}
    return msgspec.structs.replace(state, stands=stands, formations=formations)


def _seen_by(situation: Situation, mask: Mask, seen: Sightings) -> State:
    state, side = situation.state, mask.side
    declared = situation.tables.facts
    own = {key: _owned(stand, declared) for key, stand in state.stands.items() if stand.side == side}
    ground, control = known_ground(state, situation.map, side), known_control(state, side)
    known = ({key for key, eyes in seen.items() if mask.sees(key, eyes)} | mask.all_met) - own.keys()
    enemies = [mask.stand(stand) for stand in state.stands.values() if stand.id in known and stand.on_map]
    stands = own | {stand.id: stand for stand in sorted(enemies, key=lambda stand: stand.id)}
    return msgspec.structs.replace(
        state,
        setting=own_setting(state.setting, side),
        stands=stands,
        formations={key: _owned(item, declared) for key, item in state.formations.items() if item.side == side},
        contacts=frozenset(pair for pair in mask.pairs(state.contacts) if stands.keys() >= set(pair)),
        assaults=frozenset(pair for pair in mask.assaults(state.assaults) if stands.keys() >= set(pair)),
        ground=ground,
        known_ground={side: ground},
        control=control,
        known={side: control},
        handed={key: command for key, command in state.handed.items() if mask.own(key)},
        declared=tuple(order for order in state.declared if order_side(order, state) == side),
        facts=shown_facts(state.facts, declared, State, owner=True, side=side),
        points={key: points for key, points in state.points.items() if key == side or state.ended},
        seq=0,
    )


def _owned(thing: Thing, declared: tuple[Fact[Any], ...]) -> Thing:
    """Give a side's own stand or formation without what is the umpire's alone."""
    shown = shown_facts(thing.facts, declared, type(thing), owner=True) if thing.facts else thing.facts
    return thing if shown == thing.facts else msgspec.structs.replace(thing, facts=shown)


def _number(view: State) -> int:
    content = hashlib.sha256(msgspec.json.encode(view, order="deterministic")).digest()
    return int.from_bytes(content[: _SEQ_BITS // 8], "big")
