"""Say what a rule system may offer beyond one battle: armies that are thrown for, battles that follow one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.dice import Dice
    from campaign.model.things import Stand

__all__ = ["JoinsBattles", "Standing", "ThrownArmy", "ThrowsArmies"]


class ThrownArmy(NamedTuple):
    """An army that dice chose: kinds of the system's own units, and the throws in words."""

    kinds: tuple[str, ...]
    words: str


class Standing(NamedTuple):
    """How a campaign of battles stands: in words, with the points of each side, and whether it is over."""

    words: str
    points: dict[str, int]
    over: bool


@runtime_checkable
class ThrowsArmies(Protocol):
    """A rule system with a table of armies."""

    def throw_army(self, dice: Dice) -> ThrownArmy:
        """Throw for an army."""
        ...


@runtime_checkable
class JoinsBattles(Protocol):
    """A rule system that says how units begin a battle of a campaign, and how they come out of it."""

    joins: tuple[str, str]
    """The readings that say so: before a battle, and after it."""

    def begins(self, stand: Stand, *, supplied: bool) -> Stand:
        """Give a stand as it begins a battle."""
        ...

    def rests(self, stand: Stand) -> Stand | None:
        """Give a stand as it comes out of a battle; None if it is lost."""
        ...

    def standing(self, sides: tuple[str, str], winners: Sequence[str]) -> Standing:
        """Say how a campaign stands after battles with these winners, "" a draw; the first side attacks first."""
        ...
