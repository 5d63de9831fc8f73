"""Name who looks: the umpire, who sees all, or a side."""

from __future__ import annotations

from typing import TypeAlias

from campaign.model.things import Setting
from maps.problems import did_you_mean

__all__ = ["UMPIRE", "UnknownViewer", "Viewer", "check_viewer"]

Viewer: TypeAlias = str
"""The key of a side, or ``UMPIRE``."""

UMPIRE: Viewer = "umpire"


class UnknownViewer(ValueError):  # noqa: N818 - it reads as what happened
    """Nobody of that name takes part."""


def check_viewer(setting: Setting, viewer: str) -> Viewer:
    """
    Give the viewer back, if he takes part.

    Raises
    ------
    UnknownViewer
        If he is neither the umpire nor a side; the message names who is.
    """
    known = [UMPIRE, *(side.key for side in setting.sides)]
    if viewer not in known:
        msg = f"there is no viewer {viewer!r}; {did_you_mean(viewer, known)} The umpire is {UMPIRE!r}."
        raise UnknownViewer(msg)
    return viewer
