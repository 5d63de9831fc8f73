"""Load what a program needs: with the collector of garbage held back, and before it is asked for."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from importlib import import_module
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["load_kernels", "uncollected"]


@contextmanager
def uncollected() -> Iterator[None]:
    """
    Hold the collector back, and spare it what has been made by then: what is loaded stays.

    For the beginning of a program only, which it makes a fifth faster; a library has no business to say so.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was:
            gc.enable()


def load_kernels(after_s: float = 0.3) -> Timer:
    """
    Load in a thread what the first search wants: networkx, and what numba loads before its first kernel.

    For servers, which wait for somebody to ask, and whose first page must not wait for this: hence ``after_s``. A
    command that searches pays when it searches, and others never.
    """
    thread = Timer(after_s, _search_a_little)
    thread.daemon = True
    thread.start()
    return thread


def _search_a_little() -> None:
    import_module("networkx")
    graph = import_module("maps.grid.graph")
    graph.distances(graph.HexGraph([[1], [-1]], [[1], [0]]), [0])
