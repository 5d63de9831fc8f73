"""
Fill a view in, so that it can be played ahead.

A side's view gives of an enemy what is seen of him. The rules count strengths, look lines of unit tables up and ask for
formations: ``imagined`` gives every masked enemy a likely stand of the same kind. Nothing that the side does not know
goes into it: it is made from the view and the rules alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.few import Few
from campaign.model.situation import Muster
from campaign.model.things import Formation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
    play: Any = ruleset.play
    stands, formations = _filled_in(play, Muster(view))
    if not formations:
        return view
    state = view.state
    return view.with_state(change(state, stands=stands, formations={**formations, **state.formations}))


# A viewer is asked about several times in a phase, and knows the same stands over many.
@lru_cache(maxsize=32)
def _filled_in(play: Any, muster: Muster) -> tuple[Mapping[str, Stand], Mapping[str, Formation]]:
    """Give the stands of a view with the masked ones filled in, and the formations of these."""
    known = muster.situation.state.stands
    masked = [stand for stand in known.values() if not stand.formation]
    guess = _Guess(play, (stand.profile for stand in known.values() if stand.formation))
    stands = {stand.id: _imagined(stand, guess.likely(stand.profile)) for stand in masked}
    # One for all of a side: hundreds of stands are of it.
    one_of_each = {stand.formation: stand for stand in stands.values()}
    return {**known, **stands}, {key: _formation(stand) for key, stand in one_of_each.items()}


def _imagined(stand: Stand, likely: Profile) -> Stand:
    """Fill a stand in; a viewer sees most enemies in one phase as he did in the last, and one imagined is kept."""
    seen, guessed, made = _IMAGINED.get(id(stand), _NOBODY)
    if seen is not stand or guessed != likely:
        made = _made(stand, likely)
        _IMAGINED[id(stand)] = stand, likely, made
    assert made is not None
    return made


_IMAGINED: Few[int, tuple[Stand | None, Profile | None, Stand | None]] = Few(65_536)
"""Stands filled in, by the place in memory of what was seen; that is held, so that nothing else comes to lie there."""
_NOBODY = (None, None, None)


def _made(stand: Stand, likely: Profile) -> Stand:
    seen = stand.profile
    # Strength that is known is what he has left; whose is not known is unhurt.
    left = seen.strength or likely.strength
    full, name, short = max(likely.strength, left), seen.name or stand.id, seen.short or stand.id
    profile = change(likely, name=name, short=short, side=seen.side, strength=full)
    return change(stand, formation=f"seen-{seen.side}", profile=profile, losses=full - left)


class _Guess:
    """Finds lines of the unit table; of counters that look alike it is found once."""

    def __init__(self, play: Play, known: Iterable[Profile]) -> None:
        """Take the rules, and the profiles that the side knows wholly: of many stands there are few lines."""
        self._play = play
        self._lines = {(one.kind, frozenset(one.attributes.items())) for one in known}
        self._found: dict[tuple[str, str, str], Profile] = {}

    def likely(self, seen: Profile) -> Profile:
        """
        Find the line that looks most like a stand, as a profile without his name.

        Of equals it is one that the side has too: armies of one war are alike. Else it is the first.
        """
        looks = (seen.kind, seen.size, seen.side)
        if looks not in self._found:
            self._found[looks] = self._find(seen)
        return self._found[looks]

    def _find(self, seen: Profile) -> Profile:
        kinds = self._play.kinds()
        profiles = [self._play.profile(kind, name="", side=seen.side) for kind in kinds]
        exact = [profile for profile in profiles if (profile.kind, profile.size) == (seen.kind, seen.size)]
        alike = exact or [profile for profile in profiles if profile.kind == seen.kind]
        anybody = [
            profile for kind in _ANYBODY for other, profile in zip(kinds, profiles, strict=True) if other == kind
        ]
        likely = alike or anybody or profiles
        return next(filter(self._is_ours, likely), likely[0])

    def _is_ours(self, profile: Profile) -> bool:
        """Whether a stand whose whole profile is known is of the same line of the unit table."""
        line = frozenset(profile.attributes.items())
        return any(kind == profile.kind and line <= known for kind, known in self._lines)


def _formation(stand: Stand) -> Formation:
    key, side = stand.formation, stand.side
    return Formation(id=key, side=side, name=key, short=key, size="division", kind="infantry")
