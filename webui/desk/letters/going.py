"""Put the letters that wait into the log when their turn is closed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.engine.ledger import Refusal
from campaign.engine.letters.roads import RULE
from campaign.engine.letters.sending import Draft, checked, returned, sent
from campaign.model.letters import MOST_A_TURN
from campaign.model.verbs.hold import LetterChanged, LetterHeld
from campaign.store.letters import LetterBox

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from campaign.model.anyevent import AnyEvent
    from campaign.model.situation import Situation
    from campaign.store.letters import Waiting
    from campaign.store.session import Session

__all__ = ["Departing", "departing", "from_sheets"]


class Departing(NamedTuple):
    """The letters of a turn that is being closed: what they write into the log, and what they were read as."""

    events: tuple[AnyEvent, ...]
    waiting: tuple[Waiting, ...]
    post: LetterBox
    campaign: str
    turn: str
    seq: int
    """The last entry of the log that they follow from."""

    def check(self, db: Any) -> None:
        """See, in the transaction that closes the turn, that no letter came or went since; raises ``LettersMoved``."""
        self.post.check(db, self.campaign, self.turn, self.waiting)


def departing(session: Session, turn: str, *, only: str = "") -> Departing:
    """
    Give the letters that go with the closing of a turn.

    They go as things are, not as their writers knew them: one that cannot go comes back with the reason. Their order
    follows from their ids, which tell nothing.

    Parameters
    ----------
    only
        The one that is to go; "": all.
    """
    post, seq, situation = LetterBox(session.log), session.seq, session.situation
    waiting = tuple(post.waiting(session.campaign, turn))
    going = [one for one in waiting if one.id not in situation.state.letters and only in {"", one.id}]
    events = tuple(event for one in going for event in _went(situation, one))
    return Departing(events, waiting, post, session.campaign, turn, seq)


def from_sheets(session: Session, turn: str, drafts: Iterable[Draft]) -> tuple[AnyEvent, ...]:
    """
    Give what the letters on sheets write into the log when their turn is closed; each goes once.

    One that cannot go comes back with the reason, as those of the box do; so do those that are too many.
    """
    situation, post = session.situation, LetterBox(session.log)
    count = Counter(one.sender for one in post.waiting(session.campaign, turn))
    count.update(one.sender for one in situation.state.letters.values() if one.turn == turn)
    found: list[AnyEvent] = []
    for one in sorted(drafts, key=lambda draft: draft.key):
        if one.key in situation.state.letters:
            continue
        count[one.sender] += 1
        try:
            if count[one.sender] > MOST_A_TURN:
                raise Refusal(RULE, f"{MOST_A_TURN} letters have gone in this turn already; send it with the next")
            found += sent(situation, checked(situation, one))
        except Refusal as refusal:
            found.append(returned(situation, one, refusal.why))
    return tuple(found)


def _went(situation: Situation, one: Waiting) -> Iterator[AnyEvent]:
    draft = Draft(one.sender, one.receivers, one.means, one.form, one.text, one.id)
    try:
        yield from sent(situation, draft)
    except Refusal as refusal:
        yield returned(situation, draft, refusal.why)
        return
    if one.changed:
        yield LetterChanged(letter=one.id, text=one.changed, reason=one.why, rule=RULE)
    if one.held:
        yield LetterHeld(letter=one.id, reason=one.held, rule=RULE)
