"""
Check the dice that a side which plays itself chose by.

They are drawn from the seed, the side, how many choices were passed over, and the number of the entry. The
log says how many were passed over and which dice of that stream these are; it does not prove those two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.dice import dice_of_choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.verbs.dice import SideChose

__all__ = ["check_choice"]


def check_choice(event: SideChose, seed: str, entry: int) -> Iterator[str]:
    """
    Say what is wrong with the dice of a choice.

    Parameters
    ----------
    event
        The choice, which says how many were passed over.
    seed
        The campaign's.
    entry
        The number of the entry that it stands in.
    """
    if not event.throws:
        return
    number = event.throws[0].number
    if number < 1 or event.faces < 1:
        yield f"the dice by which {event.side} chose have no number or no faces"
        return
    dice = dice_of_choice(seed, event.who, event.passed or 0, entry)
    for roll in event.throws:
        if roll.number != number:
            yield f"die {number} by which {event.side} chose is left out, or there twice"
            number = roll.number
        for face in roll.dice:
            should = dice.face(number, event.faces)
            if face != should:
                yield f"die {number} by which {event.side} chose ({roll.what}) shows {face} and should show {should}"
            number += 1
