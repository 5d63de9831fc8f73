"""Clean and cut the texts of letters; say times and parties in words."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from campaign.model.commands import command_named, commands_of
from campaign.model.letters.letter import SHARES, UMPIRE

if TYPE_CHECKING:
    from campaign.model.things import Setting

__all__ = ["clean", "cut", "party_name", "side_of_party", "time_words", "writers_of"]

_DAY = 24 * 60
_TURNS_TEXT_ROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


def clean(text: str) -> str:
    r"""
    Take out of a text what is not to be read: control characters, and those that turn the direction of writing.

    >>> clean("one\r\ntwo\x07 \u202ethree ")
    'one\ntwo three'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    kept = (sign for sign in lines if sign == "\n" or not _is_unseen(sign))
    return "\n".join(line.rstrip() for line in "".join(kept).split("\n")).strip()


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} or sign in _TURNS_TEXT_ROUND


def cut(text: str, share: str, first: int) -> str:
    """
    Cut a text to what of it was caught: every second word of a half, every fourth of a fragment.

    Parameters
    ----------
    first
        The number of the first word that is kept, from 0.

    >>> cut("2nd battalion goes to Clervaux at dawn", "half", 1)
    '... battalion ... to ... at ...'
    >>> cut("2nd battalion goes to Clervaux at dawn", "fragment", 0)
    '2nd ... Clervaux ...'
    """
    if share == SHARES[0]:
        return text
    step = 2 if share == SHARES[1] else 4
    found: list[str] = []
    for number, word in enumerate(text.split()):
        if number % step == first % step:
            found.append(word)
        elif not found or found[-1] != "...":
            found.append("...")
    return " ".join(found)


def time_words(minutes: int) -> str:
    """
    Say a game time in words.

    >>> time_words(1 * 24 * 60 + 10 * 60 + 20)
    'day 1, 10:20'
    """
    day, rest = divmod(minutes, _DAY)
    return f"day {day}, {rest // 60:02}:{rest % 60:02}"


def side_of_party(setting: Setting, key: str) -> str:
    """Name the side of whoever writes or gets letters; "" of the umpire, and of nobody."""
    command = command_named(setting, key)
    if command is not None:
        return command.side
    return key if any(side.key == key for side in setting.sides) else ""


def party_name(setting: Setting, key: str) -> str:
    """Say who somebody is that writes or gets letters."""
    sides = {side.key: f"the {side.name} side" for side in setting.sides}
    if key in sides:
        return sides[key]
    command = command_named(setting, key)
    return command.name if command is not None else "the umpire" if key == UMPIRE else key


def writers_of(setting: Setting, side: str) -> tuple[str, ...]:
    """List who writes letters for a side: its commands, and the side itself, which its commander holds."""
    return tuple(dict.fromkeys((*(one.id for one in commands_of(setting) if one.side == side), side)))
