"""
Tell many viewers one event after another, and write down what comes of many at once.

Most events of a day change one field of a state, and all who are told of them have the same thing in that field. So
the field alone is folded on, once for them all, and each viewer's knowledge is made anew where it is asked for: what
comes out is what ``learn`` gives event by event. What tells more than its field names no field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from campaign.engine.apply import folded
from campaign.engine.knowing import knows_stand, learn, seen_by, with_sights, with_state
from campaign.model.anyevent import TALES
from campaign.model.verbs.sighting import Sighted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.engine.knowing import Known, Sight
    from campaign.model.anyevent import AnyEvent
    from campaign.model.viewer import Viewer

__all__ = ["Listeners"]


class Listeners:
    """What viewers know while they are told of events."""

    def __init__(self, known: Mapping[Viewer, Known]) -> None:
        """Begin with what they know."""
        self._known = dict(known)
        self._fields: dict[Viewer, dict[str, Any]] = {}
        """Fields of the states that are further than what is known, by viewer."""
        self._sights: dict[Viewer, dict[str, Mapping[str, Sight]]] = {}
        """Sights that nobody else holds yet, so that each further one need not copy them all."""

    def hear(self, shares: Mapping[Viewer, AnyEvent | None]) -> None:
        """Add an event to what viewers know, as it was told to each; None: he was not told."""
        # Of those who are told the same most know the same before, and so after it: that is looked for once.
        last: tuple[object, object, object] = (None, None, None)
        made: Any = None
        for viewer, share in shares.items():
            if share is None:
                continue
            if isinstance(share, Sighted):
                self._see(viewer, share)
                continue
            name = TALES[type(share)].changes
            if not name:
                self._known[viewer] = learn(self.knows(viewer), share)
                continue
            state, ahead = self._known[viewer].state, self._fields.setdefault(viewer, {})
            stands = ahead.get("stands", state.stands)
            before = stands if name == "stands" else ahead.get(name, getattr(state, name))
            if share is not last[0] or before is not last[1] or stands is not last[2]:
                last = share, before, stands
                made = folded(share, state, before) if knows_stand(stands, share) else before
            if made is not before:
                ahead[name] = made

    def _see(self, viewer: Viewer, share: Sighted) -> None:
        """Add what is seen, as ``learn`` does."""
        known = self.knows(viewer)
        sights = self._sights.get(viewer)
        if sights is None or known.sights is not sights:
            sights = self._sights[viewer] = dict(known.sights)
            self._known[viewer] = with_sights(known, sights)
        sights[share.face.id] = seen_by(known, share)

    def knows(self, viewer: Viewer) -> Known:
        """Give what a viewer knows now."""
        if ahead := self._fields.pop(viewer, None):
            known = self._known[viewer]
            self._known[viewer] = with_state(known, msgspec.structs.replace(known.state, **ahead))
        return self._known[viewer]

    def all(self) -> dict[Viewer, Known]:
        """Give what everybody knows now."""
        self._sights = {}
        return {viewer: self.knows(viewer) for viewer in self._known}

    def take(self, known: Mapping[Viewer, Known]) -> None:
        """Go on from what viewers know by other ways."""
        self._known, self._fields, self._sights = dict(known), {}, {}
