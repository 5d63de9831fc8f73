"""Hold what a tactic proposes: orders, what they are worth in hundredths of a turn, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.model.planning import Expected, Reason

__all__ = ["Bid", "turns", "worth_of", "worthwhile"]


class Bid(NamedTuple):
    """An order that a tactic proposes for a stand, or for a formation or a side."""

    task: str
    group: str
    subject: str
    order: AnyOrder
    why: str
    reasons: tuple[Reason, ...] = ()
    expected: Expected | None = None
    needs: tuple[str, ...] = ()
    end: int | None = None
    """The hex that the stand ends in, if it moves."""

    @property
    def worth(self) -> int:
        """What it is worth: the sum of its reasons."""
        return worth_of(self.reasons)


def worth_of(reasons: tuple[Reason, ...]) -> int:
    """Add up reasons."""
    return sum(reason.worth for reason in reasons)


def worthwhile(*reasons: Reason) -> tuple[Reason, ...]:
    """Leave out the reasons that weigh nothing."""
    return tuple(reason for reason in reasons if reason.worth)


def turns(hundredths: int) -> str:
    """Say hundredths of a turn in turns."""
    return f"{hundredths / 100:.1f}"
