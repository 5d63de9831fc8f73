"""
Gather what a viewer knows of the enemy, from the fold of what he was told and from nothing else.

Two worlds that look alike to him give the same contacts: no function here takes the truth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.knowing import view_of
from campaign.knowledge.contact import Contact, Source, stage_of
from campaign.knowledge.inferring import inferred
from campaign.knowledge.pace import paces
from campaign.model.masks import mask_for
from campaign.model.verbs.deception import PrisonersTalked
from campaign.model.verbs.sighting import CONTACT, GLIMPSED, IDENTIFIED, LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.engine.knowing import Known, Noise, Sight, Word
    from campaign.engine.ruleset import Play
    from campaign.model.known.sightings import Sightings
    from campaign.model.masks import Mask
    from campaign.model.situation import Situation
    from campaign.model.things import Profile

__all__ = ["confidence", "contacts"]

_SURE: Mapping[Source, int] = {
    "contact": 5, "seen": 3, "air": 3, "captured": 3, "reported": 3, "heard": 2, "inferred": 1,
}  # fmt: skip
_IDENTIFIED = 4
_GLIMPSED = 2
_GUNS = "artillery"

change = msgspec.structs.replace


def confidence(first: int, age: int) -> int:
    """
    Say how sure something is after so many turns: a step less each, and never nothing.

    >>> [confidence(4, age) for age in range(5)]
    [4, 3, 2, 1, 1]
    """
    return max(1, first - age)


def contacts(known: Known, situation: Situation, play: Play) -> tuple[Contact, ...]:
    """
    List what a viewer knows of the enemy, the newest and surest first.

    Parameters
    ----------
    situation
        Any situation of the campaign; of it, map and tables are used.
    """
    view = situation.with_state(view_of(known))
    mask = mask_for(view.state, known.viewer, situation.tables)
    if not mask.commands:
        return ()
    eyes = play.sightings(view, mask.side)
    found = [*_own(known, mask, eyes), *_by_report(known, mask)]
    own = (stand for stand in view.state.stands.values() if stand.side == mask.side)
    speeds = paces(view, own, play) if any(one.age for one in found) else {}
    aged = [change(one, radius=_radius(one, speeds, view)) for one in found]
    likened = list(_likened(aged, view))
    likened += inferred(likened, known, view, speeds)
    return tuple(sorted(likened, key=lambda one: (one.age, -one.confidence, one.hex, one.id)))


def _own(known: Known, mask: Mask, eyes: Sightings) -> Iterator[Contact]:
    """List what the viewer's own stands saw and heard, and what he was told of the enemy."""
    yield from _sighted(known, mask, eyes)
    yield from _heard(known, mask)
    yield from _told(known)


def _by_report(known: Known, mask: Mask) -> Iterator[Contact]:
    """List what the other commands of his side reported: as they knew it then, and a step less sure."""
    for command, told in sorted(known.accounts.items()):
        since = known.turn - told.turn
        for one in _own(told, mask, {}):
            age = one.age + since
            yield change(
                one, id=f"{command}/{one.id}", age=age, stage=stage_of(age, gone=one.stage == "gone"), now=False,
                source="reported", confidence=confidence(one.confidence, since + 1), via=(command,),
            )  # fmt: skip


def _told(known: Known) -> Iterator[Contact]:
    """Make a contact of each rumour: the viewer is told a source, and not whether it is true. Prisoners' words too."""
    for word in known.rumours:
        age, event = known.turn - word.turn, word.event
        if isinstance(event, PrisonersTalked):
            yield _captured(event, word, age)
            continue
        source: Source = event.source if event.source in _SURE else "reported"  # type: ignore[assignment]
        yield Contact(
            id=event.rumour, side=event.side, hex=event.hex, kind=event.kind, size=event.size, seen=word.clock, age=age,
            stage=stage_of(age, gone=word.gone), source=source,
            confidence=1 if word.gone else confidence(event.confidence, age), words=event.text,
        )  # fmt: skip


def _captured(event: PrisonersTalked, word: Word, age: int) -> Contact:
    """Make a contact of the formation that prisoners named, where they fought."""
    return Contact(
        id=event.report, side=event.side, hex=event.hex, kind=event.kind, size=event.size, seen=word.clock,
        name=event.formation, short=event.formation, age=age, stage=stage_of(age, gone=word.gone),
        source="captured", confidence=1 if word.gone else confidence(_SURE["captured"], age),
        words=f"prisoners of {event.unit}",
    )  # fmt: skip


def _sighted(known: Known, mask: Mask, eyes: Sightings) -> Iterator[Contact]:
    for key, by in sorted(known.sights.items()):
        who, sight = max(by.items(), key=lambda row: (row[1].now, row[1].turn, not row[1].gone, _level(row[1])))
        if sight.face.hex is None:
            continue
        age = 0 if sight.now else known.turn - sight.turn
        looking = sorted(filter(mask.mine, eyes.get(key, ()))) if sight.now else []
        source = _source(sight, looking)
        profile = _profile(sight)
        first = _first(sight, source)
        strength = profile.strength if profile.name else None
        is_over = sight.gone or sight.false
        yield Contact(
            id=key, side=profile.side, hex=sight.face.hex, kind=profile.kind, size=profile.size, name=profile.name,
            short=profile.short, strength_low=strength, strength_high=strength,
            seen=known.state.clock if sight.now else sight.clock, age=age,
            stage=stage_of(age, gone=sight.gone, false=sight.false), source=source, now=sight.now,
            confidence=1 if is_over else confidence(first, age), doubtful=sight.level == GLIMPSED,
            via=tuple(looking) or ((who,) if len(mask.commands) > 1 else ()),
        )  # fmt: skip


def _profile(sight: Sight) -> Profile:
    """Give what is known of an enemy who is seen: his name too where he was identified before, in the same spell."""
    seen, named = sight.face.profile, sight.named
    if seen.name or named is None or sight.false:
        return seen
    return change(seen, name=named.name, short=named.short, kind=named.kind, size=named.size, strength=named.strength)


def _first(sight: Sight, source: Source) -> int:
    """Say how sure a sighting was when it was made."""
    if sight.level == GLIMPSED:
        return _GLIMPSED
    return _IDENTIFIED if sight.level == IDENTIFIED else _SURE[source]


def _level(sight: Sight) -> int:
    return LEVELS.index(sight.level)


def _source(sight: Sight, looking: Sequence[str]) -> Source:
    if sight.level == CONTACT:
        return "contact"
    return "air" if sight.by_air and not looking else "seen"


def _heard(known: Known, mask: Mask) -> Iterator[Contact]:
    """Make a contact of guns that were heard: that there are some is sure, where they are is not."""
    others = [side.key for side in known.state.setting.sides if side.key != mask.side]
    for noise in known.noises:
        age = known.turn - noise.turn
        if noise.hexes and len(others) == 1:
            yield Contact(
                id=_noise_id(noise), side=others[0], hex=noise.hexes[0], kind=_GUNS, size="unknown", seen=noise.clock,
                age=age, stage=stage_of(age, gone=noise.gone), source="heard",
                confidence=1 if noise.gone else confidence(_SURE["heard"], age), others=noise.hexes[1:],
            )  # fmt: skip


def _noise_id(noise: Noise) -> str:
    return f"heard-{'-'.join(map(str, noise.hexes))}"


def _radius(one: Contact, speeds: Mapping[str, int], view: Situation) -> int:
    """Say how many hexes off he may be by now; never more than the map is wide."""
    pace = speeds.get(one.kind, speeds.get("", 0))
    grid = view.map.layout.grid
    return min(pace * one.age, max(grid.cols, grid.rows)) if one.stage in {"late", "old"} else 0


def _likened(found: Sequence[Contact], view: Situation) -> Iterator[Contact]:
    """Say of each who is in sight which of those that were lost he may be: of his kind, and within their reach."""
    fresh = [one for one in found if one.now]
    lost = [one for one in found if not one.now and one.source != "heard"]
    for one in found:
        wanted: Iterable[Contact] = lost if one.now else fresh if one in lost else ()
        yield change(one, same=tuple(sorted(other.id for other in wanted if _may_be_same(one, other, view))))


def _may_be_same(one: Contact, other: Contact, view: Situation) -> bool:
    if one.side != other.side or not (_fits(one.kind, other.kind) and _fits(one.size, other.size)):
        return False
    if one.name and other.name:
        return one.name == other.name
    near = max(one.radius, other.radius)
    return "history" not in {one.stage, other.stage} and view.map.layout.grid.distance(one.hex, other.hex) <= near


def _fits(one: str, other: str) -> bool:
    return one == other or "unknown" in {one, other} or "counter" in {one, other}
