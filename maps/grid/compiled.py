"""
Compile kernels by numba, and load no more for it than they use.

When numba loads what it knows of arrays it asks whether there is a BLAS, and scipy loads all of its linear algebra for
the answer: a seventh of a second, for the sake of products of matrices, which no kernel here forms. It also loads scipy
itself to see that it is not too old, and PyYAML in case there is a file of settings, which here there mostly is not. So
numba is loaded here, and while this thread loads it these cannot be imported. numba then sums what
``np.convolve`` and ``np.correlate`` multiply in a loop; a function that multiplies matrices asks for the BLAS when it
is compiled, and has it. No function of numba's is another for it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from maps.loading import without

__all__ = ["njit"]

_DEAR = ["scipy", "scipy.linalg"]
if not Path(".numba_config.yaml").exists():
    _DEAR.append("yaml")

with without(*(name for name in _DEAR if name not in sys.modules)):
    import_module("numba.np.arraymath")

from numba import njit  # noqa: E402 - it is loaded above
