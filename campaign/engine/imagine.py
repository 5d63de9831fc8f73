"""
Fill a view in, so that it can be played ahead.

A side's view gives of an enemy what is seen of him. The rules count strengths, look lines of unit tables up and ask for
formations: ``imagined`` gives every masked enemy a likely stand of the same kind. Nothing that the side does not know
goes into it: it is made from the view and the rules alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.model.things import Formation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.ruleset import Play, Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Profile, Stand

__all__ = ["imagined"]

_ANYBODY = ("infantry", "armour")
"""The kinds that an unseen counter may be: the first that the rules know is taken."""

change = msgspec.structs.replace


def imagined(ruleset: Ruleset, view: Situation) -> Situation:
    """
    Give a view with all that the rules need of a masked enemy: a profile of their table, strength, a formation.

    A legal order of the side is then worked out or refused, as it is in the whole situation. What is worked out is what
    may come of it as far as the side knows.
    """
    masked = [stand for stand in view.state.stands.values() if not stand.formation]
    if not masked:
        return view
    known = [stand.profile for stand in view.state.stands.values() if stand.formation]
    stands = {stand.id: _imagined(ruleset.play, stand, known) for stand in masked}
    formations = {stand.formation: _formation(stand) for stand in stands.values()}
    state = view.state
    return view.with_state(
        change(state, stands={**state.stands, **stands}, formations={**formations, **state.formations})
    )


def _imagined(play: Play, stand: Stand, known: Sequence[Profile]) -> Stand:
    seen, likely = stand.profile, _likely(play, stand, known)
    # Strength that is known is what he has left; whose is not known is unhurt.
    left = seen.strength or likely.strength
    profile = change(likely, name=seen.name or stand.id, short=seen.short or stand.id, side=seen.side)
    full = max(likely.strength, left)
    return change(stand, formation=f"seen-{seen.side}", profile=change(profile, strength=full), losses=full - left)


def _likely(play: Play, stand: Stand, known: Sequence[Profile]) -> Profile:
    """
    Find the line of the unit table that looks most like a stand.

    Of equals it is one that the side has too: armies of one war are alike. Else it is the first.
    """
    seen, kinds = stand.profile, play.kinds()
    profiles = [play.profile(kind, name=stand.id, side=seen.side) for kind in kinds]
    exact = [profile for profile in profiles if (profile.kind, profile.size) == (seen.kind, seen.size)]
    alike = exact or [profile for profile in profiles if profile.kind == seen.kind]
    anybody = [profile for kind in _ANYBODY for other, profile in zip(kinds, profiles, strict=True) if other == kind]
    likely = alike or anybody or profiles
    return next((profile for profile in likely if _is_ours(profile, known)), likely[0])


def _is_ours(profile: Profile, known: Sequence[Profile]) -> bool:
    """Whether a stand whose whole profile is known is of the same line of the unit table."""
    line = profile.attributes.items()
    return any(one.kind == profile.kind and line <= one.attributes.items() for one in known)


def _formation(stand: Stand) -> Formation:
    key, side = stand.formation, stand.side
    return Formation(id=key, side=side, name=key, short=key, size="division", kind="infantry")
