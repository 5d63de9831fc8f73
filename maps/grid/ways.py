"""Find many least ways at once: each from some sources to some goals."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.graph import NO_LIMIT
from maps.grid.search import UNREACHED, Ways, spread_to

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maps.grid.graph import HexGraph
    from maps.grid.search import IntArray

__all__ = ["UNREACHED", "Ways", "ways_to"]


def ways_to(graph: HexGraph, wanted: Iterable[tuple[Sequence[int], Sequence[int]]], limit_fragments: int) -> Ways:
    """
    Find the least ways from sources to goals, for several searches one after another; none is asked of networkx.

    Parameters
    ----------
    wanted
        The sources and the goals of each search, all in the graph.

    Raises
    ------
    ValueError
        If the limit is negative.
    """
    if limit_fragments < 0:
        msg = f"a limit of {limit_fragments} fragments is less than nothing; use 0 or more"
        raise ValueError(msg)
    # In order and once each, so that ties fall the same way however the sources were listed.
    rows = [(sorted(set(sources)), goals) for sources, goals in wanted]
    starts, ends = (_chained([row[part] for row in rows]) for part in (0, 1))
    return spread_to(graph.net(), *starts, *ends, min(int(limit_fragments), NO_LIMIT))


def _chained(lists: Sequence[Sequence[int]]) -> tuple[IntArray, IntArray]:
    """Lay lists one after another; say where each begins, and at last how many there are."""
    begins = np.zeros(len(lists) + 1, np.int32)
    begins[1:] = np.cumsum([len(one) for one in lists])
    return np.fromiter(itertools.chain.from_iterable(lists), np.int32, int(begins[-1])), begins
