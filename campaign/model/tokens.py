"""Cut a line of notation into words, and say where in it something is wrong."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["NotParseable", "Token", "quoted", "tokens_of"]

_WORD = re.compile(r'(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*")+', re.DOTALL)
_PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"|\\(.)|([^"\\]+)', re.DOTALL)
_PLAIN = re.compile(r'[^\s"\\=]+')


class NotParseable(ValueError):  # noqa: N818 - it reads as what happened
    """
    A line is no order; ``at`` is the place of ``token`` in it, counted from 1.

    The message names the word, the place and the way out.
    """

    def __init__(self, token: str, at: int, what: str) -> None:
        """Keep the three; the message joins them."""
        self.token, self.at, self.what = token, at, what
        super().__init__(f"{token!r} at character {at}: {what}" if token else f"at character {at}: {what}")


class Token(NamedTuple):
    """A word of a line; a ``literal`` one was quoted and is no keyword."""

    text: str
    at: int
    literal: bool = False

    @property
    def word(self) -> str:
        """The token as a keyword: in small letters, "" if it was quoted."""
        return "" if self.literal else self.text.lower()

    def wrong(self, what: str) -> NotParseable:
        """Say what is wrong with this word."""
        return NotParseable(self.text, self.at, what)


def tokens_of(line: str) -> list[Token]:
    r"""
    Cut a line into words at white space; ``"..."`` keeps it, ``\`` takes the next character as it is.

    Raises
    ------
    NotParseable
        If a quotation mark is not closed.

    >>> [token.text for token in tokens_of('naval us "HMS Warspite" 0715')]
    ['naval', 'us', 'HMS Warspite', '0715']
    """
    found, place = [], 0
    while place < len(line):
        if line[place].isspace():
            place += 1
            continue
        match = _WORD.match(line, place)
        if match is None or (match.end() < len(line) and not line[match.end()].isspace()):
            place = place if match is None else match.end()
            raise NotParseable(line[place:], place + 1, 'this quotation mark is not closed; end it with "')
        found.append(Token(_unquoted(match[0]), place + 1, literal=match[0].startswith(('"', "\\"))))
        place = match.end()
    return found


def quoted(text: str, *, keywords: frozenset[str] = frozenset()) -> str:
    """
    Write a word so that it is read back as it is.

    >>> quoted("II 3"), quoted("1/110"), quoted("next", keywords=frozenset({"next"}))
    ('"II 3"', '1/110', '"next"')
    """
    if _PLAIN.fullmatch(text) and text.lower() not in keywords:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _unquoted(word: str) -> str:
    pieces = []
    for inside, escaped, plain in _PIECE.findall(word):
        pieces.append(re.sub(r"\\(.)", r"\1", inside, flags=re.DOTALL) if inside else escaped + plain)
    return "".join(pieces)
