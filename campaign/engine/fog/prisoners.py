"""Ask prisoners: who loses in a fight beside the enemy may leave some who name their formation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.fog.telling import secret_name
from campaign.model.commands import holder_of
from campaign.model.situation import stands_of
from campaign.model.verbs.deception import PrisonersTalked
from campaign.model.verbs.losses import LossesTaken, StandGone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from campaign.engine.ledger import Ledger
    from campaign.model.anyevent import AnyEvent
    from campaign.model.state import State
    from campaign.model.things import Stand

__all__ = ["question"]

RULE = "knowledge"


def question(ledger: Ledger, before: State, events: Iterable[AnyEvent]) -> None:
    """
    Throw a die for each stand that lost in what happened, with an enemy beside it: by it prisoners talk or do not.

    Parameters
    ----------
    before
        The state before the events: there the losers stand where they fought.
    """
    if ledger.state.fog.prisoners:
        for loser in dict.fromkeys(_losers(events)):
            stand = before.stands.get(loser)
            captors = [] if stand is None else list(_beside(ledger, stand))
            if stand is not None and captors:
                _ask(ledger, stand, captors)


def _losers(events: Iterable[AnyEvent]) -> Iterator[str]:
    for event in events:
        if (isinstance(event, LossesTaken) and event.points > 0) or isinstance(event, StandGone):
            yield event.stand


def _beside(ledger: Ledger, loser: Stand) -> Iterator[Stand]:
    """List the enemies in the hex of a loser or next to it, in the order of their ids."""
    distance = ledger.situation.map.layout.grid.distance
    for stand in sorted(stands_of(ledger.situation), key=lambda one: one.id):
        is_near = None not in {loser.hex, stand.hex} and distance(loser.hex or 0, stand.hex or 0) <= 1
        if stand.side != loser.side and is_near:
            yield stand


def _ask(ledger: Ledger, loser: Stand, captors: list[Stand]) -> None:
    state = ledger.state
    assert loser.hex is not None
    roll = ledger.roll("prisoners", 1, state.fog.prisoners, RULE, by=captors[0].id, at=loser.hex)
    formation = state.formations.get(loser.formation)
    talks = bool(roll.hits) and formation is not None
    ledger.record(
        PrisonersTalked(
            report=secret_name(ledger, "prisoners", len(ledger.events), state.seq),
            to=tuple(sorted({holder_of(state, one.formation) for one in captors})),
            hex=loser.hex, side=loser.side, kind=loser.profile.kind,
            size=formation.size if talks and formation is not None else "unknown",
            unit=(loser.profile.short or loser.profile.name) * talks,
            formation=formation.name if talks and formation is not None else "", rolls=(roll,), rule=RULE,
        )
    )  # fmt: skip
