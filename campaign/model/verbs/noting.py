"""Keep counts of stands that a rule system has under names of its own: fatigue, what was thrown for a march."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import fact_of, with_facts
from campaign.model.folding import with_stand
from campaign.model.names import Names, listed, spaced
from campaign.model.roles import Amounts, StandId
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "StandCounted"]


class StandCounted(Event, frozen=True, kw_only=True):
    """Counts of a stand came to these; one that came to nothing is kept no longer."""

    stand: StandId
    counts: Amounts


def _tell(event: StandCounted, names: Names) -> str:
    told = listed([f"{spaced(key)} {count}" for key, count in event.counts.items()])
    return f"{names.stand(event.stand)}: " + (told or "counts as they were")


def _fold(event: StandCounted, state: State) -> State:
    stand = state.stands[event.stand]
    known: dict[str, int] = {**fact_of(stand, "tallies", {}), **event.counts}
    kept = {key: count for key, count in known.items() if count}
    return with_stand(state, with_facts(stand, tallies=kept or None))


ROWS = (Tale(StandCounted, says=_tell, told=owner_of("stand"), apply=_fold, changes="stands", quiet=True),)
