"""Gather things under keys."""

from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    """Map each key to all that comes with it, both in the order of the pairs.

    >>> grouped([(2, "b"), (1, "c"), (2, "a")])
    {2: ('b', 'a'), 1: ('c',)}
    """
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}
