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

from numba import njit

from maps.loading import without

__all__ = ["njit"]

_DEAR = "scipy.linalg"

if _DEAR not in sys.modules:
    with without(_DEAR):
        import_module("numba.np.arraymath")
