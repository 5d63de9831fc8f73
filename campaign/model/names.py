"""Say in plain English how things are called, and join words into a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.model.tables import LossWords

if TYPE_CHECKING:
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["Names", "amounts", "by_side", "count", "listed", "spaced"]

_PLAIN = LossWords()


@dataclass(frozen=True)
class Names:
    """How things are called in a line; the names come from the state that is handed in."""

    state: State
    hexmap: HexMap
    turn_word: str = "turn"
    losses: LossWords = _PLAIN

    def stand(self, key: str) -> str:
        """Name a stand, by its kind if nothing else of it is known."""
        stand = self.state.stands.get(key)
        if stand is None:
            return key or "an unseen unit"
        return stand.profile.short or f"an unidentified {stand.profile.kind} {stand.profile.size}"

    def stands(self, keys: Iterable[str]) -> str:
        """Name several stands."""
        return listed([self.stand(key) for key in keys])

    def joined(self, keys: Iterable[str]) -> str:
        """Name the stands that join in; "" if there are none."""
        told = ", ".join(self.stand(key) for key in keys)
        return f", joined by {told}" if told else ""

    def formation(self, key: str) -> str:
        """Name a formation."""
        formation = self.state.formations.get(key)
        return formation.name if formation else key

    def is_side(self, key: str) -> bool:
        """Whether a key is that of a side."""
        return any(side.key == key for side in self.state.setting.sides)

    def side(self, key: str) -> str:
        """Name a side."""
        return next((side.name for side in self.state.setting.sides if side.key == key), key)

    def command(self, key: str) -> str:
        """Name a command."""
        return next((one.name for one in self.state.setting.commands if one.id == key), key)

    def hex(self, index: int) -> str:
        """Name a hex by its number, and by the place in it."""
        place = self.hexmap.place_of(index)
        return f"{self.hexmap.number(index)} ({place})" if place else self.hexmap.number(index)

    def hexes(self, indices: Iterable[int]) -> str:
        """Name several hexes."""
        return listed([self.hex(index) for index in indices])

    def path(self, path: Iterable[int]) -> str:
        """Name the hexes of a path."""
        return "-".join(self.hexmap.number(index) for index in path)

    def direction(self, hexside: int) -> str:
        """Name the direction that a hexside lies in."""
        return f"side {hexside}"

    def across(self, index: int, hexside: int) -> str:
        """Name the hex on the other side of a hexside."""
        across = int(self.hexmap.neighbour[index, hexside])
        return self.hex(across) if across >= 0 else "the edge"

    def place(self, place: str) -> str:
        """Name a hex or hexside written as in ``State.ground``; anything else stands as it is."""
        index, slash, side = place.partition("/")
        if not index.isdigit():
            return place
        if not slash:
            return self.hex(int(index))
        across = int(self.hexmap.neighbour[int(index), int(side)])
        number = self.hexmap.number(int(index))
        return f"{number}/{side}" if across < 0 else f"{number}/{self.hexmap.number(across)}"


def count(number: int, what: str) -> str:
    """
    Count things in words.

    >>> count(1, "hit"), count(2, "hit")
    ('1 hit', '2 hits')
    """
    return f"{number} {what}" + ("" if number == 1 else "s")


def by_side(name: str, *, begins: bool = False) -> str:
    """
    Name a side in a sentence, or at the beginning of one: a scenario's "German" is no noun.

    >>> by_side("German"), by_side("The Allies", begins=True)
    ('the German side', 'The Allies')
    """
    article = "The" if begins else "the"
    return f"{article} {name[4:]}" if name.lower().startswith("the ") else f"{article} {name} side"


def listed(words: Iterable[str]) -> str:
    """
    Join words with commas, the last with "and".

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    told = list(words)
    return ", ".join(told[:-1]) + (" and " if len(told) > 1 else "") + told[-1] if told else ""


def spaced(word: str) -> str:
    """Write a key as words: "lay_mines" is "lay mines"."""
    return word.replace("_", " ")


def amounts(given: Mapping[str, int]) -> str:
    """List amounts of stores; "nothing" if there are none."""
    return ", ".join(f"{number} {what}" for what, number in given.items()) or "nothing"
