"""
Read and write orders as people write them, the same for all rule systems.

A line begins with the stand, then the letters of the order; orders of a side or a formation begin with a word::

    1/110 M 0713-0714-0815     march            1/110 A 0713-0714x0715     march and attack
    2/77FA S 0715 with 1/110   fire, others join
    air german 0715 3          posture 110 hold
    rule stand=1/110 hex=0715 losses=2 on=fired because "he was seen to"

Which letters and words there are, the table of verbs says; the manual lists them all (``webui/help/orders.md``).

What has spaces, or could be taken for something else, stands in quotation marks. A hexside is written by the hexes on
its two sides, or by a hex and the number of its side (``0714/2``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.tokens import NotParseable, tokens_of
from campaign.model.verbs.table import KEYS, VERBS
from campaign.model.words import Words

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["NotParseable", "format_order", "parse_order"]

_LETTERS = {key: verb for key, verb in KEYS.items() if key.isupper()}
_WORDS = {key: verb for key, verb in KEYS.items() if not key.isupper()}
_KEYWORDS = frozenset(_WORDS)


def parse_order(text: str, hexmap: HexMap, state: State) -> AnyOrder:
    """
    Read a line of notation.

    Parameters
    ----------
    state
        What the writer may know of: the state of his own view, so that no
        message names a unit that he does not see.

    Raises
    ------
    NotParseable
        If it is no order; the message names the word, the place and the way out.
    """
    tokens = tokens_of(text)
    if not tokens:
        msg = "an order is wanted, for example 1/110 M 0713-0714"
        raise NotParseable(token="", at=1, what=msg)
    words = Words(tokens, hexmap, state, end=len(text) + 1)
    first = tokens[0].word
    order = _WORDS[first].parse(first, words.past_keyword()) if first in _WORDS else _of_stand(words)
    words.done()
    return order


def _of_stand(words: Words) -> AnyOrder:
    """Read an order that begins with a unit, then letters."""
    stand = words.stand()
    letter = words.next("what it is to do, for example M 0713-0714")
    key = letter.word.upper()
    if key not in _LETTERS:
        raise letter.wrong(what=f"no order begins so; after a unit comes one of {', '.join(_LETTERS)}")
    order: AnyOrder = _LETTERS[key].parse(key, words, stand)
    return order


def format_order(order: AnyOrder, hexmap: HexMap) -> str:
    """Write an order so that ``parse_order`` reads it back."""
    return VERBS[type(order)].format(order, hexmap, _KEYWORDS)
