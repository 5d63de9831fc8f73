"""Read the numbers that people write into tags."""

from __future__ import annotations

import re

__all__ = ["tag_number", "tag_people"]

_NUMBER = re.compile(
    r"\s*[~><≈]?\s*(-?\d+(?:[.,]\d+)?)\s*(m|metres?|meters?|km|ft|feet|')?\s*(?:$|[;x/(])", re.IGNORECASE
)
_GROUPED = re.compile(r"\d{1,3}(?:[ .,'’\u00a0\u202f_]\d{3})+(?!\d)|\d+")
_METRES = {"km": 1000.0, "ft": 0.3048, "feet": 0.3048, "'": 0.3048}


def tag_number(text: str) -> float | None:
    """
    Read a number, of metres where it has a unit; None where there is none.

    >>> tag_number("12.5"), tag_number("~8 m"), tag_number("10 ft"), tag_number("2;3"), tag_number("wide")
    (12.5, 8.0, 3.048, 2.0, None)
    """
    found = _NUMBER.match(text)
    if found is None:
        return None
    return float(found[1].replace(",", ".")) * _METRES.get((found[2] or "").lower(), 1.0)


def tag_people(text: str) -> int:
    """
    Read a number of people, 0 where there is none.

    Points, commas, blanks and apostrophes are taken for thousands, as people are whole.

    >>> tag_people("12 500"), tag_people("~900"), tag_people("1,204,000 (2011)"), tag_people("12.500"), tag_people("")
    (12500, 900, 1204000, 12500, 0)
    """
    found = _GROUPED.search(text)
    return 0 if found is None else min(int(re.sub(r"\D", "", found[0])), 10**9)
