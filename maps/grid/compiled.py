"""
Compile kernels by numba, and load no more for it than they use.

Before numba runs its first kernel it asks whether there is a BLAS, and loads
all of ``scipy.linalg`` to find out: a quarter of a second, for the sake of
products of matrices, which no kernel here forms. The question is put off: a
function that does form one asks it when it is compiled.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba import njit
from numba.np import linalg

__all__ = ["njit"]


def _load_unasked() -> None:
    asked = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        loaded: Any = import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = asked
    loaded.ensure_blas = asked


if hasattr(linalg, "ensure_blas"):
    _load_unasked()
