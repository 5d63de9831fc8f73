"""Make names and texts of others harmless where they are sent: one line, no signs that nobody sees, no commands."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["for_chat", "one_line", "plain"]

_MARKED = re.compile(r"([\\`*_~|>#\[\]()<])")
_MOST = 200


def plain(text: str) -> str:
    """Take away what no letter needs: control characters, changes of direction, halves of signs; lines stay."""
    if text.isprintable():
        return text
    return "".join(
        sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Co"}
    )


def one_line(text: str, most: int = _MOST) -> str:
    r"""
    Give a text as one line, as a subject or a title may be.

    >>> one_line("Ardennes\r\nBcc: all@example.org")
    'Ardennes Bcc: all@example.org'
    """
    told = " ".join(plain(" ".join(text.split())).split())
    return told if len(told) <= most else told[: most - 1] + "…"


def for_chat(text: str) -> str:
    r"""
    Give a text that a chat shows as it is written: no heading, no link with another name, and nobody is called by it.

    >>> for_chat("@everyone [safe](https://evil.example)")
    '@\u200beveryone \\[safe\\]\\(https://evil.example\\)'
    """
    return _MARKED.sub(r"\\\1", plain(text)).replace("@", "@\u200b")
