"""Close the union of all events."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from campaign.model.verbs import declaring, opening
from campaign.model.verbs.table import MODULES, tales_of
from campaign.model.verbs.verb import Event

if TYPE_CHECKING:
    AnyEvent: TypeAlias = Event
else:
    # These two stand outside the table: they hold orders of any kind, and a state.
    AnyEvent = Union[tuple(tales_of((*MODULES, declaring, opening)))]  # noqa: UP007 - it is made at run time

TALES = tales_of((*MODULES, declaring, opening))
"""The row of each event."""

__all__ = ["TALES", "AnyEvent"]
