"""Load what a program needs, and keep house: the collector of garbage held back, memory given back to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.abc import MetaPathFinder
from threading import Lock, Timer, get_ident
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

__all__ = ["give_back_arrays", "let_go", "load_kernels", "uncollected", "unhurried", "without"]

_waiting = 0
_was_on = False
_waits = Lock()
_passed_over = 0
_MMAP_THRESHOLD = -3
"""Its number in ``malloc.h``."""
_MOST_PASSED_OVER = 5_000_000
"""When so many things more have been made, all is looked through: some gigabytes at most are garbage until then."""


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


def give_back_arrays(least_bytes: int = 4 << 20) -> None:
    """
    Have every array of so many bytes given back to the system when nobody has it any more.

    The memory of C keeps them for the next one, and holes between them: a fifth of what the map of a million hexes
    takes. For a program of one large task, which takes a little longer by it; and only where the memory is that of
    glibc, elsewhere nothing is changed.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, least_bytes)


def let_go() -> None:
    """
    Have Python look for no garbage as it ends: all of it goes with the process.

    Python looks several times, through all that was made; that is a tenth of what a small map takes. For the end of a
    program, by ``atexit``, which closes files and takes folders away as ever.
    """
    gc.disable()
    gc.freeze()


@contextmanager
def unhurried() -> Iterator[None]:
    """
    Hold the collector back while much is made that stays, for one thread or several: a second or two, or one command.

    Of what such work makes hardly anything is garbage that goes in rings, and to look through it again and again takes
    a fifth of the time; once at its end, half as much. So it is passed over, for as long as it is not too much.
    """
    global _waiting, _was_on  # noqa: PLW0603 - there is one collector
    with _waits:
        if not _waiting:
            _was_on = gc.isenabled()
            gc.disable()
        _waiting += 1
    try:
        yield
    finally:
        with _waits:
            _waiting -= 1
            if not _waiting and _was_on:
                _pass_over()


def _pass_over() -> None:
    """Set the collector on what is made from now on; what was made meanwhile it finds when it looks through all."""
    global _passed_over  # noqa: PLW0603 - there is one collector
    _passed_over += gc.get_count()[0]
    gc.freeze()
    gc.unfreeze()
    gc.enable()
    if _passed_over > _MOST_PASSED_OVER:
        _passed_over = 0
        gc.collect()


class _NotNow(MetaPathFinder):
    """Refuse one thread some modules; others find them as ever."""

    def __init__(self) -> None:
        self.thread: int | None = None
        self.names: tuple[str, ...] = ()

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - importlib gives it
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Find nothing: to others the next finder answers."""
        if self.thread == get_ident() and fullname in self.names:
            msg = f"{fullname} is not loaded to learn whether it is there"
            raise ModuleNotFoundError(msg, name=fullname)
        return None


@contextmanager
def without(*names: str) -> Iterator[None]:
    """
    Refuse this thread some modules while it loads what merely asks whether they are there.

    What is loaded already stays, and so does the finder, which refuses nothing any more: to take it out would make a
    thread that goes through the list just then miss one.
    """
    finder = _NotNow()
    sys.meta_path.insert(0, finder)
    finder.names, finder.thread = names, get_ident()
    try:
        yield
    finally:
        finder.thread = None


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
    _walk_a_little()


def _walk_a_little() -> None:
    """Cut two hexes into kinds of step, and walk from the one to the other as a move does."""
    np, nx = import_module("numpy"), import_module("networkx")
    walking, kinds = import_module("maps.grid.walking"), import_module("maps.grid.kinds")
    grid = import_module("maps.grid.hexgrid").Grid(2, 1)
    layout = import_module("maps.grid.layout").Layout(grid, "EPSG:32631", 0.0, 0.0, 1000.0)
    codes, sides, heights = np.zeros(2, np.uint8), np.zeros((2, 6), np.uint8), np.zeros(2, np.float32)
    ground = import_module("maps.grid.hexmap").HexMap(
        name="two hexes", layout=layout, inside=np.ones(2, bool), terrain=codes, terrain_names=("open",),
        elevation_m=heights, low_m=heights, high_m=heights, relief_m=heights, cover=np.zeros((2, 0), np.float32),
        cover_names=(), hexside=sides, crossing=sides, road=sides, rail=sides, rule=codes, rule_names=("made up",),
    )  # fmt: skip
    cut = kinds.kinds_of(ground)
    count = len(cut.kinds)
    prices = walking.Prices(np.ones(count, np.int32), np.zeros(count, np.uint8))
    nx.single_source_dijkstra(walking.WalkGraph(cut, prices, 0), 0)
