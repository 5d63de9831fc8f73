"""Hold the lines of a network one after the other, and find those that come near a box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, overload

import numpy as np

from maps.shapes.rings import Way

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["Crossings", "Ways"]


class Ways(Sequence[Way]):
    """
    Lines as one list of points; each is cut from it when it is asked for.

    Parameters
    ----------
    kinds
        What each line is (m,).
    points, starts
        The points of all lines (k, 2), and where each line begins, with the end (m + 1,).
    links, link_starts
        The links or hexsides that they follow, and where those of each line begin (m + 1,).
    through
        Whether the lines run through their points.
    """

    def __init__(
        self, kinds: Sequence[str], points: NDArray[np.float32], starts: Whole, links: Whole, link_starts: Whole, *,
        through: bool = False,
    ) -> None:  # fmt: skip
        self._names, self._points, self._starts = np.array(kinds, str), points, starts
        self._links, self._link_starts, self._through = links, link_starts, through
        self.kinds: frozenset[str] = frozenset(np.unique(self._names).tolist())
        reaches = [reach.reduceat(points, starts[:-1]) for reach in (np.minimum, np.maximum) if len(starts) > 1]
        self._boxes = np.concatenate(reaches, axis=1) if reaches else np.zeros((0, 4), np.float32)

    def __len__(self) -> int:
        """Count the lines."""
        return len(self._names)

    @overload
    def __getitem__(self, nth: int) -> Way: ...
    @overload
    def __getitem__(self, nth: slice) -> tuple[Way, ...]: ...
    def __getitem__(self, nth: int | slice) -> Way | tuple[Way, ...]:
        """Give a line, or some."""
        if isinstance(nth, slice):
            return tuple(self[n] for n in range(*nth.indices(len(self))))
        n = range(len(self))[nth]
        points = self._points[self._starts[n] : self._starts[n + 1]]
        links = self._links[self._link_starts[n] : self._link_starts[n + 1]]
        return Way(str(self._names[n]), points, links, self._through)

    def near(self, box: Sequence[float], kind: str | None = None) -> Iterator[Way]:
        """Give the lines, of one kind or of all, that may come into a box of the plane, in their order."""
        left, top, right, foot = self._boxes.T
        touching = (left <= box[2]) & (right >= box[0]) & (top <= box[3]) & (foot >= box[1])
        if kind is not None:
            touching &= self._names == kind
        return (self[n] for n in np.flatnonzero(touching).tolist())


class Crossings(Mapping[int, tuple[float, float]]):
    """
    Where each link crosses its hexside, by hex times 6 plus side of the lower hex.

    Parameters
    ----------
    links, spots
        The links in their order (m,), and where each crosses (m, 2).
    """

    def __init__(self, links: Whole, spots: Floats) -> None:
        self._links, self._spots = links, spots

    def __getitem__(self, link: int) -> tuple[float, float]:
        """Say where a link crosses."""
        n = int(np.searchsorted(self._links, link))
        if n == len(self._links) or self._links[n] != link:
            raise KeyError(link)
        u, v = self._spots[n].tolist()
        return u, v

    def __iter__(self) -> Iterator[int]:
        """Name the links."""
        return iter(self._links.tolist())

    def __len__(self) -> int:
        """Count the links."""
        return len(self._links)
