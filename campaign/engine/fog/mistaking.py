"""
Take an enemy seen from afar or by night for something else than he is.

A draw decides once for each spell of sight of a command, made with the secret of the campaign. What is seen stands in
the event, so a log tells the same again. Who comes nearer by day sees better, and does not forget it in that spell.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from campaign.model.facts import fact_of
from campaign.model.verbs.sighting import GLIMPSED, LEVELS, SEEN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from campaign.engine.knowing import Sight
    from campaign.model.masks import Mask
    from campaign.model.situation import Situation
    from campaign.model.things import Profile, Stand

__all__ = ["as_taken_for"]

_LIKE = {
    "infantry": ("recon",), "engineer": ("infantry",), "cavalry": ("recon",), "recon": ("armour", "infantry"),
    "armour": ("recon", "antitank"), "antitank": ("armour", "artillery"), "artillery": ("antitank",),
    "antiaircraft": ("artillery",), "mortar": ("infantry",),
}  # fmt: skip
"""What looks like what from afar: columns of vehicles, guns in tow, men on foot. All systems know these kinds."""
_SIZES = ("platoon", "company", "battalion", "regiment")
"""Sizes that are taken for the next."""
_HUNDRED = 100
_NO_REPORTS: tuple[tuple[str, int], ...] = ()

change = msgspec.structs.replace


def as_taken_for(
    situation: Situation, mask: Mask, seen: tuple[Stand, Stand, str], eyes: Collection[str], before: Sight | None
) -> tuple[Stand, str]:
    """
    Give the face that a command takes an enemy's for, and how well it sees him.

    Parameters
    ----------
    seen
        The enemy, his face as he is, and how well he is seen in the eyes of the rules.
    eyes
        The stands of the side that see him; none named: he lies open, or aircraft told of him.
    before
        How the command has seen him in this spell of sight; None: not yet.
    """
    stand, face, level = seen
    often = situation.state.fog.mistaken
    if not often or level != SEEN or face.profile.kind not in _LIKE or _is_plain(situation, mask, stand, eyes):
        return face, level
    if before is not None and LEVELS.index(before.level) >= LEVELS.index(SEEN):
        return face, level
    return change(face, profile=_guise(face.profile, _draw(mask.veil, face.id), often)), GLIMPSED


def _is_plain(situation: Situation, mask: Mask, stand: Stand, eyes: Collection[str]) -> bool:
    """Whether an enemy is seen from next to him by day, or lies open to all."""
    state, here = situation.state, stand.hex
    assert here is not None
    if not eyes:
        return (mask.side, here) not in fact_of(state, "reported", _NO_REPORTS)
    if state.clock.night:
        return False
    distance = situation.map.layout.grid.distance
    places = (state.stands[key].hex for key in eyes if mask.mine(key))
    return any(index is not None and distance(index, here) <= 1 for index in places)


def _draw(veil: str, key: str) -> int:
    """Draw for a spell of sight: whoever knows the id that he sees cannot know the draw without the secret."""
    secret = hashlib.sha256(f"guise\0{veil}".encode()).digest()
    return int.from_bytes(hashlib.blake2b(key.encode(), key=secret, digest_size=8).digest(), "big")


def _guise(profile: Profile, draw: int, often: int) -> Profile:
    """Give what a stand is taken for, by a draw; mostly what it is."""
    which, chance = divmod(draw, _HUNDRED)
    wrong = list(_wrong(profile))
    return profile if chance >= often else wrong[which % len(wrong)]


def _wrong(profile: Profile) -> Iterator[Profile]:
    """List what a stand may be taken for: another kind, or a size more or less."""
    for kind in _LIKE[profile.kind]:
        yield change(profile, kind=kind)
    if profile.size in _SIZES:
        at = _SIZES.index(profile.size)
        for size in (*_SIZES[max(0, at - 1) : at], *_SIZES[at + 1 : at + 2]):
            yield change(profile, size=size)
