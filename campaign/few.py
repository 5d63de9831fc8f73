"""Keep answers that are asked for again and again, so many at most."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["Few"]

K = TypeVar("K")
V = TypeVar("V")


class Few(dict[K, V]):
    """
    A mapping that holds so many at most: where one more comes, it begins anew.

    >>> kept = Few(2)
    >>> kept["a"], kept["b"] = 1, 2
    >>> kept["c"] = 3
    >>> kept
    {'c': 3}
    """

    def __init__(self, most: int) -> None:
        """Begin with none."""
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Keep one more."""
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
