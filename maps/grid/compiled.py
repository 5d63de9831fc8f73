"""
Compile kernels by numba, and load no more for it than they use.

When numba loads what it knows of arrays it asks whether there is a BLAS, and scipy loads all of its linear algebra for
the answer: a seventh of a second, for the sake of products of matrices, which no kernel here forms. So that one module
of numba is loaded here, and while this thread loads it ``scipy.linalg`` cannot be imported. numba then sums what
``np.convolve`` and ``np.correlate`` multiply in a loop; a function that multiplies matrices asks for the BLAS when it
is compiled, and has it. No function of numba's is another for it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from threading import get_ident
from typing import TYPE_CHECKING

from numba import njit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

__all__ = ["njit"]

_DEAR = "scipy.linalg"


class _NotNow(MetaPathFinder):
    """Refuse one thread a module; others find it as ever."""

    def __init__(self) -> None:
        self.thread: int | None = None

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - importlib gives it
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Find nothing: to others the next finder answers."""
        if fullname == _DEAR and self.thread == get_ident():
            msg = f"{fullname} is not loaded to learn whether it is there"
            raise ModuleNotFoundError(msg, name=fullname)
        return None


def _load_unasked() -> None:
    finder = _NotNow()
    # It stays, and finds nothing: to take it out would make a thread that goes through the list just then miss one.
    sys.meta_path.insert(0, finder)
    finder.thread = get_ident()
    try:
        import_module("numba.np.arraymath")
    finally:
        finder.thread = None


if _DEAR not in sys.modules:
    _load_unasked()
