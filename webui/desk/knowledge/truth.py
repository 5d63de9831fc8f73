"""Say whom a contact means; for the umpire alone, who knows the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.commands import commands_of
from campaign.model.masks import mask_for
from campaign.model.verbs.deception import PrisonersTalked
from campaign.model.verbs.fog import RumourSpread
from campaign.model.viewer import Viewer, side_of, viewer_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyevent import AnyEvent
    from campaign.model.situation import Situation

__all__ = ["referents", "true_rumours"]


def referents(whole: Situation, viewer: str) -> dict[str, str]:
    """Give the stand behind each id that a viewer has known an enemy by, in this spell of sight or an earlier one."""
    state = whole.state
    known = viewer_of(state.setting, viewer)
    found = _ids(whole, known)
    side = side_of(state.setting, known)
    for other in commands_of(state.setting):
        if other.side == side and other.id != known.key:
            theirs = _ids(whole, Viewer("command", other.id))
            found |= {f"{other.id}/{masked}": key for masked, key in theirs.items()}
    return found


def _ids(whole: Situation, viewer: Viewer) -> dict[str, str]:
    mask = mask_for(whole.state, viewer, whole.tables)
    false = [key for key, one in whole.state.dummies.items() if one.side != mask.side]
    others = [*(key for key in whole.state.stands if not mask.own(key)), *false]
    return {masked: key for key in others for masked in mask.past_keys(key)}


def true_rumours(events: Iterable[AnyEvent]) -> frozenset[str]:
    """Name the rumours that are true, as the umpire's log says, and what prisoners told."""
    found = set[str]()
    for event in events:
        if isinstance(event, RumourSpread) and event.true:
            found.add(event.rumour)
        elif isinstance(event, PrisonersTalked):
            found.add(event.report)
    return frozenset(found)
