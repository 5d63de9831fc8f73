"""
Find the hexes that words name: printed numbers, and places of the map.

A place is found by its name without accents. Of several places of one name the nearest to the unit is taken if it is
twice as near as the next; a name is mended by one letter if the place is near. Whatever is taken so is said.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from campaign.spoken.names import Unclear
from campaign.spoken.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.model.things import Objective
    from campaign.spoken.tokens import Token
    from campaign.spoken.vocabulary import Vocabulary
    from maps.grid.hexmap import HexMap

__all__ = ["Places", "Spot"]

NEAR = 12
"""How many hexes off a place may be whose name is mended by one letter."""
MOST_WORDS = 9
"""The longest name of a place, in tokens."""
_SHORT, _LONG = 5, 8
"""Names shorter than the first are not mended; those from the second on may differ by two letters when it is asked."""
_PARTS = (" on the ", " an der ", "-sur-", "-lez-", " sur ", "-an-der-")


class Spot(NamedTuple):
    """A place as it was written: where it may be."""

    name: str
    hexes: tuple[int, ...]
    written: str = ""
    mended: bool = False


class Places:
    """The places of a map by their names."""

    def __init__(self, hexmap: HexMap, words: Vocabulary, objectives: Iterable[Objective] = ()) -> None:
        """Take the map, and the objectives that the reader's side knows by name."""
        self.hexmap, self.words = hexmap, words
        self._named = [(place.name, place.index) for place in hexmap.places]
        known = {fold(place.name) for place in hexmap.places}
        self._named += [(one.name, one.hex) for one in objectives if fold(one.name) not in known]
        self.digits = len(hexmap.number(0))

    @cached_property
    def _known(self) -> Mapping[str, tuple[str, frozenset[int]]]:
        found: dict[str, tuple[str, frozenset[int]]] = {}
        for full, index in self._named:
            parts = [full.split(part)[0] for part in _PARTS if part in full]
            # A map in English has "Gemünd on the Our"; who writes German writes what stands on signs there.
            for name in dict.fromkeys((full, *parts, full.replace(" on the ", " an der "))):
                shown, hexes = found.get(fold(name), (name, frozenset()))
                found[fold(name)] = (shown, hexes | {index})
        return found

    @cached_property
    def waters(self) -> Mapping[str, tuple[str, ...]]:
        """The rivers by all their names without accents; each with the names that the map has for it."""
        names = {side.split(",")[0] for side in self.hexmap.side_names.values()}
        found: dict[str, tuple[str, ...]] = {fold(name): (name,) for name in sorted(names)}
        for alike in self.words.rivers:
            on_map = tuple(name for name in alike if name in names)
            found |= {fold(name): on_map for name in alike if on_map}
        return found

    @cached_property
    def _by_letter(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self._known:
            found.setdefault(name[:1], []).append(name)
        return found

    def at(self, tokens: Sequence[Token], first: int, text: str) -> tuple[Spot, int] | None:
        """Find the longest name of a place that begins at a token, and how many tokens it takes."""
        most = min(MOST_WORDS, len(tokens) - first)
        for count in range(most, 0, -1):
            part = tokens[first : first + count]
            if not (part[-1].is_word or part[-1].is_number) or not part[0].is_word:
                continue
            written = text[part[0].start : part[-1].end]
            name = self.words.other_names.get(fold(written), fold(written))
            if len(name) > 2 and name in self._known and _is_one_name(part):
                shown, hexes = self._known[name]
                return Spot(shown, tuple(sorted(hexes)), written), count
        return None

    def hex(self, word: str) -> int | None:
        """Give the hex of a printed number; None if it is none."""
        if len(word) != self.digits or not word.isdigit():
            return None
        try:
            return self.hexmap.index_of(word)
        except ValueError:
            return None

    def like(self, word: str) -> list[str]:
        """List names that a word may have been meant for, nearest spelling first."""
        name = fold(word)
        if len(name) < _SHORT - 1:
            return []
        most = 2 if len(name) >= _LONG else 1
        near = [(apart(name, other, most), other) for other in self._by_letter.get(name[:1], ())]
        return [self._known[other][0] for far, other in sorted(near) if far <= most]

    def mended(self, word: str, near: int | None) -> Spot:
        """
        Find the place that a word is one letter from, if it is near and the only one.

        Raises
        ------
        Unclear
            If it is not; the names that it may be are its choices.
        """
        like = self.like(word)
        close = [name for name in like if apart(fold(word), fold(name), 1) <= 1]
        if len(close) == 1 and near is not None and len(fold(word)) >= _SHORT:
            hexes = self._known[fold(close[0])][1]
            if min(self.hexmap.layout.grid.distance(near, index) for index in hexes) <= NEAR:
                return Spot(close[0], tuple(sorted(hexes)), word, mended=True)
        if like:
            far = "" if near is None else self._how_far(near, like[0])
            raise Unclear(f"no place {word!r} is on the map; is it {' or '.join(like[:3])}{far}?", word, like[:3])
        raise Unclear(f"what is {word!r}? It is no unit of yours, no place on the map and no word of an order", word)

    def _how_far(self, near: int, name: str) -> str:
        far = min(self.hexmap.layout.grid.distance(near, index) for index in self._known[fold(name)][1])
        return f" ({far} hexes off)" if far > NEAR else ""

    def one(self, spot: Spot, near: int | None, assumed: list[str]) -> int:
        """
        Choose the hex of a place; of several of its name the nearest, if it is twice as near.

        Raises
        ------
        Unclear
            If two are about as near.
        """
        number = self.hexmap.number
        if spot.mended:
            assumed.append(f"{spot.written!r} is read as {spot.name}")
        if len(spot.hexes) == 1:
            return spot.hexes[0]
        choices = [number(index) for index in spot.hexes]
        if near is None:
            raise Unclear(f"there are {len(choices)} places {spot.name}: {', '.join(choices)}", spot.written, choices)
        far = sorted((self.hexmap.layout.grid.distance(near, index), index) for index in spot.hexes)
        if far[0][0] * 2 > far[1][0]:
            raise Unclear(f"which {spot.name}: {' or '.join(number(index) for _, index in far)}", spot.written, choices)
        assumed.append(f"{spot.name} is {number(far[0][1])}, the nearest of {len(far)}")
        return far[0][1]


def _is_one_name(part: Sequence[Token]) -> bool:
    """Whether marks between words belong to a name: a hyphen, a dot, an apostrophe; and numbers: Hill 107."""
    return all(
        token.is_word or token.is_number or (token.word in {"-", ".", "'"} and (token.glued or token.word == "."))
        for token in part
    )


@lru_cache(maxsize=65536)
def apart(one: str, other: str, most: int) -> int:
    """Count the letters that two words differ by (optimal string alignment), up to ``most`` + 1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (a != b)))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                row[-1] = min(row[-1], rows[-2][j - 2] + 1)
        if min(row) > most:
            return most + 1
        rows.append(row)
    return rows[-1][-1]
