"""
Know the names that a side must not read in a free text: those of the stands and formations of others.

They are asked for with each event that is told, and change only when somebody is raised or named otherwise. So it is
found out once for each moment whether all are called as they were, whoever asks.
"""

from __future__ import annotations

import re
from itertools import compress, zip_longest
from operator import is_not
from typing import TYPE_CHECKING, NamedTuple

from campaign.few import Few

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.state import State
    from campaign.model.things import Formation, Profile, Stand

__all__ = ["Others", "names_of_others"]

_MOST_MOMENTS = 8
_MOST_TEXTS = 4_096


class Others:
    """The names that others of a side have."""

    def __init__(self, names: set[str]) -> None:
        """Take the names."""
        words = "|".join(map(re.escape, sorted(names - {""})))
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)")
        self._texts: Few[str, bool] = Few(_MOST_TEXTS)

    def are_in(self, text: str) -> bool:
        """Whether one of them is in a text; reasons of dice are the same few words again and again."""
        found = self._texts.get(text)
        if found is None:
            found = self._texts[text] = self._pattern.search(text) is not None
        return found


class _Moment(NamedTuple):
    """Stands and formations, and what was found for each side while all are called as they are in them."""

    stands: Mapping[str, Stand]
    formations: Mapping[str, Formation]
    others: dict[str, Others]


_MOMENTS: list[_Moment] = []
"""Those asked for last, of several campaigns and views."""


def names_of_others(state: State, side: str) -> Others:
    """Give the names of stands and formations that are not of a side."""
    others = _moment(state.stands, state.formations).others
    if side not in others:
        words = {word for one in state.stands.values() if one.side != side for word in (one.id, *_called(one.profile))}
        words |= {word for one in state.formations.values() if one.side != side for word in (one.id, *_called(one))}
        others[side] = Others(words)
    return others[side]


def _moment(stands: Mapping[str, Stand], formations: Mapping[str, Formation]) -> _Moment:
    for moment in _MOMENTS:
        if moment.stands is stands and moment.formations is formations:
            return moment
    known = next((moment for moment in _MOMENTS if _are_named_alike(moment, stands, formations)), None)
    # Those of this moment are kept: next time few are others.
    found = _Moment(stands, formations, {} if known is None else known.others)
    _MOMENTS[:] = [found, *(one for one in _MOMENTS if one is not known)][:_MOST_MOMENTS]
    return found


def _called(one: Profile | Formation) -> tuple[str, str]:
    return one.name, one.short


def _are_named_alike(kept: _Moment, stands: Mapping[str, Stand], formations: Mapping[str, Formation]) -> bool:
    """Compare; most stands are the very same, and few need be looked at."""
    if len(kept.stands) != len(stands):
        return False
    was, now = kept.stands.values(), stands.values()
    changed = list(map(is_not, was, now))
    pairs = zip(compress(was, changed), compress(now, changed), strict=True)
    if any(one.id != other.id or one.profile is not other.profile for one, other in pairs):
        return False
    if kept.formations is formations:
        return True
    pairs_of_formations = zip_longest(kept.formations.values(), formations.values())
    return all(one is other or _is_same(one, other) for one, other in pairs_of_formations)


def _is_same(one: Formation | None, other: Formation | None) -> bool:
    if one is None or other is None:
        return False
    return (one.side, one.id, *_called(one)) == (other.side, other.id, *_called(other))
