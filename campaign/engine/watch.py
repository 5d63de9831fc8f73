"""
See what each command sees, and say what is new to it.

After each order the present sightings are compared with what each command knows; only differences become events.
``watched`` compares all stands, ``noticed`` those near what has changed since all were compared: the same events, and
an order costs by what it moves, not by the army.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.apply import SHARED, apply
from campaign.engine.changed import Part, all_of, changed_part
from campaign.engine.fog.listening import Listeners
from campaign.engine.fog.mistaking import as_taken_for
from campaign.engine.fog.posing import looked
from campaign.engine.fog.reporting import brings_reports, exchanged, witnesses
from campaign.engine.fog.searching import in_vain
from campaign.engine.knowing import held_too, opened, teaches, told, told_all
from campaign.model.commands import commands_of
from campaign.model.masks import mask_for
from campaign.model.ownership import nearby
from campaign.model.situation import Situation
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.model.verbs.sighting import GroundSeen, Searched, Sighted, SightLost
from campaign.model.verbs.veil import HIDDEN, REVEALED, veil_of
from campaign.model.viewer import Viewer, side_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from campaign.engine.knowing import Known
    from campaign.engine.ruleset import Play
    from campaign.model.anyevent import AnyEvent
    from campaign.model.calendar import Clock
    from campaign.model.known.sightings import Sightings
    from campaign.model.masks import Mask
    from campaign.model.tables import Tables
    from campaign.model.things import Stand
    from maps.grid.hexmap import HexMap

__all__ = ["SIGHTINGS", "Audience", "begun", "due", "heard", "noticed", "watched"]

SIGHTINGS = (Sighted, SightLost, GroundSeen, Searched)
"""The events that are made here."""


class Audience(NamedTuple):
    """The whole situation, and what each viewer who is followed knows of it."""

    situation: Situation
    known: Mapping[Viewer, Known]
    compared: Situation | None = None
    """The situation where all commands were last told all that they see."""


def begun(event: CampaignOpened, hexmap: HexMap, tables: Tables, viewers: Iterable[Viewer]) -> Audience:
    """Tell viewers of the opening."""
    whole = Situation(opening_state(event), hexmap, tables)
    shares = ((viewer, told(event, whole, viewer)) for viewer in viewers)
    return Audience(whole, _sharing({v: opened(share, v) for v, share in shares if isinstance(share, CampaignOpened)}))


def _sharing(known: Mapping[Viewer, Known]) -> dict[Viewer, Known]:
    """Make one thing of what viewers know alike: what they are told alike from then on is folded once for them all."""
    common: dict[str, list[object]] = {name: [] for name in SHARED}
    found: dict[Viewer, Known] = {}
    for viewer, knows in known.items():
        fields = {}
        for name, kept in common.items():
            own = getattr(knows.state, name)
            fields[name] = next((one for one in kept if one is own or one == own), own)
            if fields[name] is own:
                kept.append(own)
        found[viewer] = dataclasses.replace(knows, state=msgspec.structs.replace(knows.state, **fields))
    return found


def heard(audience: Audience, events: Iterable[AnyEvent]) -> Audience:
    """Tell every viewer what he may hear of some events, one after another."""
    # What each learnt alone is often what all of a side learnt: from here on it is one thing for them again.
    situation, listeners = audience.situation, Listeners(_sharing(audience.known))
    sides = {viewer: side_of(situation.state.setting, viewer) for viewer in audience.known}
    for event in events:
        reports = brings_reports(event)
        if not reports and not teaches(event):
            continue
        was = listeners.all() if reports else None
        listeners.hear(told_all(event, situation, sides))
        if was is not None:
            listeners.take(exchanged(event, situation, was, listeners.all()))
        if isinstance(event, ControlChanged):
            listeners.take(_witnessed(event, situation, listeners.all()))
        situation = situation.with_state(apply(situation.state, event))
    return audience._replace(situation=situation, known=listeners.all())


def _witnessed(event: ControlChanged, before: Situation, known: Mapping[Viewer, Known]) -> Mapping[Viewer, Known]:
    """Add what they saw of it themselves to those who have it by report who holds the ground."""
    if not any(one.accounts for one in known.values()):
        return known
    seen = witnesses(event, before)
    return {viewer: held_too(knows, event) if viewer.key in seen else knows for viewer, knows in known.items()}


def watched(audience: Audience, sightings: Callable[[Situation, str], Sightings]) -> list[AnyEvent]:
    """
    Say what the commands see that they do not know: enemies come into sight or lost from it, changed, and ground.

    The audience must have all commands. The order of the events is told to nobody.
    """
    return _new(audience, sightings, all_of(audience.situation))


def noticed(audience: Audience, play: Play, began: Clock | None = None) -> tuple[Audience, list[AnyEvent]]:
    """
    Say what the commands see that they do not know, as ``watched`` does, and tell them of it.

    At the end of a phase it is said too where they look in vain for enemies whom they lost from sight:
    ``began`` is the clock before what is noticed, the same for a program that was started anew.
    """
    part = changed_part(audience.compared, audience.situation, play.sight)
    new = _new(audience, play.sightings, part or all_of(audience.situation))
    after = heard(audience, new)
    if began is None and audience.compared is not None:
        began = audience.compared.state.clock
    if began is not None and began != audience.situation.state.clock:
        vain = list(in_vain(after.situation, after.known, play))
        after, new = heard(after, vain), [*new, *vain]
    return after._replace(compared=after.situation), new


def _new(audience: Audience, sightings: Callable[[Situation, str], Sightings], part: Part) -> list[AnyEvent]:
    situation, dummies = part.situation, part.dummies
    state = situation.state
    found: list[AnyEvent] = []
    seen = {
        side.key: _ruled(situation, side.key, looked(situation, side.key, sightings, dummies))
        for side in state.setting.sides
    }
    for side in state.setting.sides:
        commands = [command.id for command in commands_of(state.setting) if command.side == side.key]
        known = {key: audience.known[Viewer("command", key)] for key in commands}
        masks = {key: mask_for(state, Viewer("command", key), situation.tables) for key in commands}
        now = {key: dict(_faces(part, masks[key], seen[side.key], known[key])) for key in commands}
        found += _sighted(known, now)
        found += _lost(part, known, now, masks)
        found += _ground(situation, known, masks, dummies)
    return found


def _ruled(situation: Situation, side: str, seen: Sightings) -> Sightings:
    """Give what a side sees with what the umpire hid from it left out, and what he laid open to all of it."""
    veiled = [(key, veil_of(stand)) for key, stand in situation.state.stands.items() if stand.facts]
    hidden = {key for key, veil in veiled if veil == HIDDEN}
    stands = situation.state.stands
    shown = {key for key, veil in veiled if veil == REVEALED and stands[key].side != side and stands[key].on_map}
    if not hidden and not shown:
        return seen
    return {key: by for key, by in seen.items() if key not in hidden} | dict.fromkeys(shown, frozenset())


def _faces(part: Part, mask: Mask, seen: Sightings, known: Known) -> Iterator[tuple[str, tuple[str, Stand, str]]]:
    """Give the enemies that a command sees, by the id that it knows each by: the stand, its face, how well seen."""
    (who,) = mask.commands
    stands, there = part.situation.state.stands, {*seen, *mask.all_met}
    for key in there if part.asked is None else there & part.asked:
        stand = stands[key]
        if stand.on_map and stand.side != mask.side and (key in mask.all_met or mask.sees(key, seen[key])):
            face = mask.stand(stand)
            before = known.sights.get(face.id, {}).get(who)
            looks = (stand, face, mask.level(stand))
            yield face.id, (key, *as_taken_for(part.situation, mask, looks, seen.get(key, frozenset()), before))


def _sighted(known: Mapping[str, Known], now: Mapping[str, Mapping[str, tuple[str, Stand, str]]]) -> list[AnyEvent]:
    """Say what commands see otherwise than they know it; each will be told of it under an id of his own."""
    groups: dict[tuple[str, str, bytes], list[str]] = defaultdict(list)
    what: dict[tuple[str, str, bytes], Stand] = {}
    for command, seen in now.items():
        for masked, (key, face, level) in seen.items():
            sight = known[command].sights.get(masked, {}).get(command)
            if sight is None or not sight.now or sight.level != level or sight.face != face:
                nameless = msgspec.structs.replace(face, id="")
                group = (key, level, msgspec.json.encode(nameless, order="deterministic"))
                groups[group].append(command)
                what[group] = nameless
    return [
        Sighted(stand=group[0], face=what[group], level=group[1], by=tuple(sorted(groups[group])))
        for group in sorted(groups)
    ]


def _lost(
    part: Part,
    known: Mapping[str, Known],
    now: Mapping[str, Mapping[str, tuple[str, Stand, str]]],
    masks: Mapping[str, Mask],
) -> list[AnyEvent]:
    groups: dict[str, list[str]] = defaultdict(list)
    for command, seen in now.items():
        sights = known[command].sights
        names = _names(part, masks[command], part.situation.state.stands if part.asked is None else part.asked)
        for masked in names.keys() & sights.keys():
            by = sights[masked]
            if masked not in seen and command in by and by[command].now:
                groups[names[masked]].append(command)
    return [SightLost(stand=key, by=tuple(sorted(by))) for key, by in sorted(groups.items())]


def _names(part: Part, mask: Mask, keys: Iterable[str]) -> dict[str, str]:
    """Give the enemies among some stands whom a command ever saw, by the ids that it knows them by."""
    stands, spells = part.situation.state.stands, part.situation.state.spells
    (who,) = mask.commands
    return {mask.key(key): key for key in keys if who in spells.get(key, ()) and stands[key].side != mask.side}


def _ground(
    situation: Situation, known: Mapping[str, Known], masks: Mapping[str, Mask], dummies: frozenset[str]
) -> list[AnyEvent]:
    """Say what stands at places next to a command's stands that it does not know of; dummies have no eyes."""
    state, truth = situation.state, situation.state.ground
    groups: dict[tuple[tuple[str, str], ...], list[str]] = defaultdict(list)
    for command, fold in known.items():
        told_of = fold.state.ground
        strange = sorted(place for place in {*truth, *told_of} if truth.get(place, "") != told_of.get(place, ""))
        if not strange:
            continue
        there = (stand for stand in state.stands.values() if stand.on_map and stand.id not in dummies)
        held = {stand.hex for stand in there if masks[command].mine(stand.id)}
        new = tuple((place, truth.get(place, "")) for place in strange if held & nearby(situation.map, place))
        if new:
            groups[new].append(command)
    return [GroundSeen(places=dict(new), by=tuple(sorted(by))) for new, by in sorted(groups.items())]


class Delayed:
    """Count how many of the events that came an observer is told: those that lie so many turns back."""

    def __init__(self, delay: int) -> None:
        """Begin before the opening; 0: he is told of all at once."""
        self._delay, self._came = delay, 0
        self._begun: list[int] = []
        self._turn: tuple[int, int] | None = None

    def take(self, event: AnyEvent) -> None:
        """Take in the event that came next."""
        if isinstance(event, CampaignOpened | ClockAdvanced) and (event.clock.day, event.clock.turn) != self._turn:
            self._begun.append(self._came)
            self._turn = (event.clock.day, event.clock.turn)
        self._came += 1

    @property
    def told(self) -> int:
        """How many he is told; the opening he always knows."""
        if not self._delay:
            return self._came
        # What came before the turn began of which he knows nothing yet.
        return self._begun[-self._delay] if self._delay < len(self._begun) else 1


def due(events: Iterable[AnyEvent], delay: int) -> list[AnyEvent]:
    """Give the events that an observer is told by now: those that lie so many turns back."""
    told, delayed = list(events), Delayed(delay)
    for event in told:
        delayed.take(event)
    return told[: delayed.told]
