"""Say what an order would do, without dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.engine.ledger import Refusal
    from campaign.model.anyevent import AnyEvent

__all__ = ["DiceWanted", "NoDice", "Preview"]


class DiceWanted(Exception):  # noqa: N818 - it reads as what happened
    """An order that was only looked at has come to its dice."""


class NoDice:
    """Dice for looking ahead: none."""

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Stop here: what comes after hangs on the dice."""
        msg = f"{count} dice of {faces} faces"
        raise DiceWanted(msg)


@dataclass(frozen=True, slots=True)
class Preview:
    """
    What an order would do.

    ``refusal`` is None if it may be given. Where its end hangs on dice,
    ``dice_wanted`` names them, and there are no ``events`` yet.
    """

    refusal: Refusal | None = None
    dice_wanted: str = ""
    events: tuple[AnyEvent, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether the order may be given."""
        return self.refusal is None
