"""
Find what a viewer sees now among all that he ever saw.

Late in a campaign most whom he knows are lost from sight. What is found is kept as long as his sights are the same, and
of others only what has changed is gone through: between two steps of a closing that is little.
"""

from __future__ import annotations

from itertools import chain, compress, islice
from operator import is_, is_not
from typing import TYPE_CHECKING, NamedTuple

from campaign.few import Few
from campaign.model.verbs.sighting import LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.engine.knowing import Known, Sight
    from campaign.model.things import Stand
    from campaign.model.viewer import Viewer

__all__ = ["InSight", "in_sight", "last_seen", "seen_now"]


class _Row(NamedTuple):
    """An enemy: the sight of the command that sees him best now, and the sights of those who lost him."""

    now: Sight | None
    lost: tuple[Sight, ...]


class InSight:
    """The enemies that a viewer sees, and those that he lost."""

    def __init__(self, known: Known, before: InSight | None = None) -> None:
        """Go through all whom he ever saw; from what was found of them before through those that are others since."""
        self.sights = known.sights
        self.rows = _rows(known.sights, before)
        """Of each, as the commands that ever saw him do now, or did last."""
        self.now = {key: row.now for key, row in self.rows.items() if row.now is not None}
        self.lost = [one for row in self.rows.values() for one in row.lost]
        """Those lost from sight where nobody has looked since, in the order of ``sights``."""
        self._faces = {key: sight.face for key, sight in sorted(self.now.items())}
        self._merged: tuple[Mapping[str, Stand], Mapping[str, Stand]] = {}, self._faces

    def with_own(self, own: Mapping[str, Stand]) -> Mapping[str, Stand]:
        """Give his own side's stands and the enemies; the same mapping again for the same stands."""
        known, merged = self._merged
        if known is not own:
            merged = {**own, **self._faces}
            self._merged = own, merged
        return merged


_ASKED: Few[Viewer, InSight] = Few(256)
"""What those see who asked last."""


def in_sight(known: Known) -> InSight:
    """Give whom a viewer sees."""
    kept = _ASKED.get(known.viewer)
    if kept is None or kept.sights is not known.sights:
        kept = _ASKED[known.viewer] = InSight(known, kept)
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


def _rows(sights: Mapping[str, Mapping[str, Sight]], before: InSight | None) -> dict[str, _Row]:
    """Go through sights in their order; those that are the very same as they were before need not be looked at."""
    if before is None or len(before.sights) > len(sights) or not all(map(is_, before.sights, sights)):
        return {key: _row(by) for key, by in sights.items()}
    changed = compress(sights, map(is_not, before.sights.values(), sights.values()))
    new = islice(sights, len(before.sights), None)
    return {**before.rows, **{key: _row(sights[key]) for key in chain(changed, new)}}


def _row(by: Mapping[str, Sight]) -> _Row:
    seen = [sight for sight in by.values() if sight.now]
    # A command has one sight of each enemy, its own; a side has as many as there are commands that see him.
    best = max(seen, key=_how_well) if len(seen) > 1 else seen[0] if seen else None
    return _Row(best, tuple(one for one in by.values() if not (one.now or one.gone or one.false)))


def _how_well(sight: Sight) -> int:
    return LEVELS.index(sight.level)
