"""Find what hangs together among things that are joined in pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["joined_parts"]


def joined_parts(one: NDArray[np.integer], other: NDArray[np.integer], count: int) -> NDArray[np.int32]:
    """
    Give each of so many things the number of its part (n,), parts in the order of their first thing.

    Parameters
    ----------
    one, other
        The things of each pair that are joined (m,).

    >>> joined_parts(np.array([4, 1]), np.array([0, 2]), 5).tolist()
    [0, 1, 1, 2, 0]
    """
    found: Any = _parts(np.ascontiguousarray(one, np.int64), np.ascontiguousarray(other, np.int64), count)
    return np.asarray(found)


@njit(cache=True, nogil=True)
def _parts(one: NDArray[np.int64], other: NDArray[np.int64], count: int) -> NDArray[np.int32]:
    """Hang each thing under the first of its part; whoever is asked on the way is hung higher."""
    over = np.arange(count).astype(np.int32)
    for k in range(len(one)):
        a, b = one[k], other[k]
        while over[a] != a:
            over[a] = over[over[a]]
            a = over[a]
        while over[b] != b:
            over[b] = over[over[b]]
            b = over[b]
        over[max(a, b)] = min(a, b)
    # What a thing hangs under comes before it, so its number is known.
    parts = 0
    for thing in range(count):
        if over[thing] == thing:
            over[thing] = parts
            parts += 1
        else:
            over[thing] = over[over[thing]]
    return over
