"""
Find what a viewer sees now among all that he ever saw.

Late in a campaign most whom he knows are lost from sight. What is found is kept as long as his sights are the same:
between two steps of a closing they seldom change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.verbs.sighting import LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.engine.knowing import Known, Sight
    from campaign.model.things import Stand
    from campaign.model.viewer import Viewer

__all__ = ["InSight", "in_sight", "last_seen", "seen_now"]

_MOST_ASKED = 256


class InSight:
    """The enemies that a viewer sees, and those that he lost."""

    def __init__(self, known: Known) -> None:
        """Go through all whom he ever saw."""
        self.sights = known.sights
        self.now: dict[str, Sight] = {}
        self.lost: list[Sight] = []
        """Those lost from sight where nobody has looked since, in the order of ``sights``."""
        for key, by in known.sights.items():
            seen = [sight for sight in by.values() if sight.now]
            if seen:
                # A command has one sight of each enemy, its own; a side has as many as there are commands that see him.
                self.now[key] = seen[0] if len(seen) == 1 else max(seen, key=_how_well)
            self.lost += [one for one in by.values() if not (one.now or one.gone or one.false)]
        self._faces = {key: sight.face for key, sight in sorted(self.now.items())}
        self._merged: tuple[Mapping[str, Stand], Mapping[str, Stand]] = {}, self._faces

    def with_own(self, own: Mapping[str, Stand]) -> Mapping[str, Stand]:
        """Give his own side's stands and the enemies; the same mapping again for the same stands."""
        known, merged = self._merged
        if known is not own:
            merged = {**own, **self._faces}
            self._merged = own, merged
        return merged


_ASKED: dict[Viewer, InSight] = {}
"""What those see who asked last."""


def in_sight(known: Known) -> InSight:
    """Give whom a viewer sees."""
    kept = _ASKED.get(known.viewer)
    if kept is None or kept.sights is not known.sights:
        if len(_ASKED) >= _MOST_ASKED:
            _ASKED.clear()
        kept = _ASKED[known.viewer] = InSight(known)
    return kept


def seen_now(known: Known) -> Mapping[str, Sight]:
    """Give the enemies that a viewer sees, each as the one of his commands does that sees it best."""
    return in_sight(known).now


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
