"""Say whom a contact means; for the umpire alone, who knows the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.masks import mask_for
from campaign.model.viewer import viewer_of

if TYPE_CHECKING:
    from campaign.model.situation import Situation

__all__ = ["referents"]


def referents(whole: Situation, viewer: str) -> dict[str, str]:
    """Give the stand behind each id that a viewer has known an enemy by, in this spell of sight or an earlier one."""
    state = whole.state
    mask = mask_for(state, viewer_of(state.setting, viewer), whole.tables)
    return {masked: key for key in state.stands if not mask.own(key) for masked in mask.past_keys(key)}
