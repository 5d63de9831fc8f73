"""What a day of a campaign is told by: rows of figures and names; story and newspaper are both written of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.names import count, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Fought", "Lost", "OnTable", "SideIn", "Staffless", "Taken", "some_of"]


_MOST_GONE = 8


class Taken(NamedTuple):
    """A place that changed hands: its holder when the day was over, and how often it had changed by then."""

    place: str
    side: str
    when: str
    """By night, or on a turn of the day."""
    times: int = 1

    @property
    def line(self) -> str:
        """Say it in a list."""
        again = f", after it had changed hands {self.times} times" if self.times > 1 else ""
        return f"{self.place}: {self.side}, {self.when}{again}."


class SideIn(NamedTuple):
    """A side in a fight: its formations, as a list of words, and the hits that they took."""

    side: str
    who: str
    hits: int


class Fought(NamedTuple):
    """A place where they fought, and what each side took there."""

    where: str
    sides: tuple[SideIn, ...]

    @property
    def against(self) -> str:
        """Say who fought whom."""
        return " against ".join(one.who for one in self.sides)

    @property
    def line(self) -> str:
        """Say it in a list."""
        return f"{self.where}: {self.against}; hits on {', on '.join(f'{one.side} {one.hits}' for one in self.sides)}."


class OnTable(NamedTuple):
    """A battle that was fought out on a table, and how long it took there."""

    where: str
    turns: int

    @property
    def against(self) -> str:
        """Say how it was fought."""
        return f"fought out on a table in {count(self.turns, 'turn')}"

    @property
    def line(self) -> str:
        """Say it in a list."""
        return f"{self.where}: {self.against}."


class Lost(NamedTuple):
    """What a day cost a side: points, what one is called, and its units that are no more."""

    side: str
    points: int
    word: str
    gone: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """Say it in a list."""
        whole = f"; no more: {some_of(self.gone, _MOST_GONE)}" if self.gone else ""
        return f"{self.side}: {count(self.points, self.word)}{whole}."


class Staffless(NamedTuple):
    """A formation that lost its headquarters."""

    formation: str

    @property
    def line(self) -> str:
        """Say it in a list."""
        return f"{self.formation} lost its headquarters."


def some_of(names: Iterable[str], most: int = 4) -> str:
    """List names in order; of many the first, and how many more there are."""
    found = sorted(names)
    return listed(found if len(found) <= most + 1 else [*found[:most], f"{len(found) - most} more"])
