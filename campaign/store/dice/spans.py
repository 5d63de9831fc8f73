"""
Follow the spans of committed dice through a log.

A span is the dice between two commitments. It runs in the order that
entries were written in, undone ones included: no die of it falls twice.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.committed import CommittedDice, commitment, key_of_span, mixed
from campaign.engine.decide import decide
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.dice import DiceCommitted, DiceMixed, DiceRevealed
from campaign.model.verbs.scoring import CampaignEnded
from campaign.store.dice.dicekeys import DiceRoot
from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.engine.decide import Orders
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.roll import Roll
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.store.entry import Entry

__all__ = ["Span", "decide_committed", "first_commitment", "new_secret", "open_span", "revealed_keys", "rolls_of"]

_KEY_BYTES = 32


class Span(NamedTuple):
    """The span of dice that is open: its number, its hash, how many of its dice have fallen, and what was mixed in."""

    number: int
    hash: str
    drawn: int
    leaves: tuple[str, ...] = ()


def rolls_of(events: Iterable[AnyEvent]) -> list[Roll]:
    """List the rolls in some events, in order."""
    return [roll for event in events for roll in event.rolls]


def open_span(entries: Sequence[Entry]) -> Span:
    """
    Find the span that the next dice belong to.

    Raises
    ------
    StoreFault
        If no dice were ever committed.
    """
    drawn, leaves = 0, tuple[str, ...]()
    for entry in reversed(entries):
        said = [event for event in entry.events if isinstance(event, DiceCommitted)]
        if said:
            return Span(said[-1].number, said[-1].hash, drawn, leaves)
        leaves = leaves or next((event.leaves for event in entry.events if isinstance(event, DiceMixed)), ())
        drawn = max([drawn, *(roll.number + len(roll.dice) - 1 for roll in rolls_of(entry.events))])
    raise StoreFault(place="dice", what="no commitment is in the log", remedy="open the latest backup")


def new_secret(first_span: int) -> DiceRoot:
    """Draw a secret by lot, for the spans from one on."""
    return DiceRoot(first_span, secrets.token_bytes(_KEY_BYTES))


def first_commitment(secret: DiceRoot) -> DiceCommitted:
    """Commit to the first key of a secret."""
    hashed = commitment(_key(secret, secret.first_span))
    return DiceCommitted(number=secret.first_span, hash=hashed, why="before any order")


def decide_committed(
    ruleset: Ruleset,
    situation: Situation,
    order: AnyOrder | Orders,
    secret: DiceRoot | None,
    entries: Sequence[Entry],
    *,
    by: str,
) -> list[AnyEvent]:
    """
    Work an order out with the dice of the open span; where a turn ends, reveal its key and commit to the next.

    Parameters
    ----------
    secret
        What the store keeps beside the log.
    entries
        The log so far.

    Raises
    ------
    Refusal
        If the rules forbid the order.
    StoreFault
        If the secret is missing or not the one that was committed to.
    """
    span = open_span(entries)
    dice = _dice_of(secret, span)
    events = decide(ruleset, situation, order, dice, by=by)
    shown, rolled = sum(len(roll.dice) for roll in rolls_of(events)), dice.drawn - span.drawn
    if shown != rolled:
        raise StoreFault(
            place="dice", what=f"the rules rolled {rolled} dice and show {shown}; nothing was written",
            remedy="this is a fault of the program: tell its makers which order it was",
        )  # fmt: skip
    if secret is None or not _turn_is_over(situation.state, events):
        return events
    return [*events, *_closing(secret, span.number)]


def _dice_of(secret: DiceRoot | None, span: Span) -> CommittedDice:
    remedy = "open the store or backup that it was played in, or branch the campaign: the branch gets new keys"
    if secret is None:
        raise StoreFault(place="dice", what="the secret of this campaign's dice is not in the store", remedy=remedy)
    key = _key(secret, span.number)
    if commitment(key) != span.hash:
        what = f"the secret in the store is not the one committed to in span {span.number}"
        raise StoreFault(place="dice", what=what, remedy=remedy)
    return CommittedDice(mixed(key, span.leaves), span.drawn)


def _closing(secret: DiceRoot, number: int) -> tuple[DiceRevealed, DiceCommitted]:
    """Reveal the key of a span that is over, and commit to the next."""
    following = commitment(_key(secret, number + 1))
    return (
        DiceRevealed(number=number, key=_key(secret, number).hex()),
        DiceCommitted(number=number + 1, hash=following),
    )


def _turn_is_over(before: State, events: Sequence[AnyEvent]) -> bool:
    """Whether some events led into another turn, a night or the next day, or to the end of it all."""
    if any(isinstance(event, CampaignEnded) for event in events):
        return True
    clock = before.clock
    now = (clock.day, clock.turn, clock.night)
    clocks = [event.clock for event in events if isinstance(event, ClockAdvanced)]
    return any((clock.day, clock.turn, clock.night) != now for clock in clocks)


def revealed_keys(entries: Iterable[Entry]) -> dict[str, str]:
    """List the keys that a log reveals, by their hashes."""
    keys = [event.key for entry in entries for event in entry.events if isinstance(event, DiceRevealed)]
    return {commitment(bytes.fromhex(key)): key for key in keys}


def _key(secret: DiceRoot, number: int) -> bytes:
    return key_of_span(secret.root, number - secret.first_span + 1)
