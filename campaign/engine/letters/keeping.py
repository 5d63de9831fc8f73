"""Carry out what the umpire does with letters: hold, release and change them, and say how they go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.engine.ledger import Refusal
from campaign.engine.letters.delivering import deliver, under_way
from campaign.engine.letters.figures import CLOCK, ORDERS, figures
from campaign.engine.letters.roads import RULE
from campaign.engine.letters.sending import send_letter
from campaign.model.letters import MEANS, MOST_LETTERS, UMPIRE, clean
from campaign.model.verbs.hold import ChangeLetter, HoldLetter, LetterChanged, LetterHeld, LetterReleased, ReleaseLetter
from campaign.model.verbs.letter import DeliverLetters, SendLetter
from campaign.model.verbs.means import MeansSet, SetMeans
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.engine.ledger import Ledger

__all__ = ["LETTER_ORDERS", "changed_text"]


def keep(order: HoldLetter | ReleaseLetter | ChangeLetter, by: str, ledger: Ledger) -> None:
    """Hold, release or change a letter that is on its way."""
    if by != UMPIRE:
        raise Refusal(RULE, "only the umpire holds and changes letters; ask him to")
    letter = under_way(ledger, order.letter)
    if not clean(order.reason):
        raise Refusal(RULE, "the reason is missing; say why, it stands in the log")
    told: dict[str, Any] = {"letter": letter.id, "reason": clean(order.reason), "rule": RULE}
    if isinstance(order, ChangeLetter):
        ledger.record(LetterChanged(text=changed_text(order.text), **told))
    elif isinstance(order, HoldLetter):
        if letter.held:
            raise Refusal(RULE, f"letter {letter.id} is held already; release it, or leave it so")
        ledger.record(LetterHeld(**told))
    else:
        if not letter.held:
            raise Refusal(RULE, f"letter {letter.id} is not held; it goes by itself")
        ledger.record(LetterReleased(**told))


def changed_text(text: str) -> str:
    """Give the text that is to arrive; raises ``Refusal`` if it is none, or too long."""
    found = clean(text)
    if not found:
        raise Refusal(RULE, "the new text is empty; hold the letter if nothing is to arrive")
    if len(found) > MOST_LETTERS:
        raise Refusal(RULE, f"the text has {len(found)} characters; {MOST_LETTERS} can be sent, so shorten it")
    return found


def set_means(order: SetMeans, by: str, ledger: Ledger) -> None:
    """Set how letters go, for all or for one side."""
    if by != UMPIRE:
        raise Refusal(RULE, "only the umpire says how letters go; ask him to")
    known, sides = figures(order.means), [side.key for side in ledger.state.setting.sides]
    if not known:
        raise Refusal(
            RULE, f"there is no means {order.means[:20]!r}; {did_you_mean(order.means, [*MEANS, CLOCK, ORDERS])}"
        )
    if order.what not in known:
        what = f"of {order.means} no {order.what[:20]!r} is set"
        raise Refusal(RULE, f"{what}; {did_you_mean(order.what, known)}")
    bounds = known[order.what]
    if not bounds.least <= order.value <= bounds.most:
        raise Refusal(RULE, f"{order.value} is no such figure; write {bounds.least} to {bounds.most}: {bounds.words}")
    if order.whose and (order.whose not in sides or order.means == CLOCK):
        out = "the clock is the same for all" if order.means == CLOCK else did_you_mean(order.whose, sides)
        raise Refusal(RULE, f"it cannot be set for {order.whose[:20]!r}; {out}")
    reason = clean(order.reason)
    ledger.record(
        MeansSet(means=order.means, what=order.what, value=order.value, whose=order.whose, reason=reason, rule=RULE)
    )


LETTER_ORDERS: Mapping[type, Callable[[Any, str, Ledger], None]] = {
    SendLetter: send_letter, DeliverLetters: deliver, HoldLetter: keep, ReleaseLetter: keep, ChangeLetter: keep,
    SetMeans: set_means,
}  # fmt: skip
"""What carries out each order of letters."""
