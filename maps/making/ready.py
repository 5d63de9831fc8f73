"""Tell who waits for the first map on a machine why it takes longer: its kernels are translated, once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.derive.cornerways import is_barred

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FIRST", "are_translated", "patiently"]

FIRST = "the first map on this machine takes half a minute longer, once"


def are_translated(kernel: Any = is_barred) -> bool:
    """Say whether a kernel, or one beside it, has been translated on this machine before."""
    return any(Path(kernel.stats.cache_path).glob("*.nbi"))


def patiently(say: Callable[[str], None], kernel: Any = is_barred) -> Callable[[str], None]:
    """Say with each step of a first map that it takes longer; of any other map nothing more."""
    if are_translated(kernel):
        return say
    return lambda step: say(f"{step} ({FIRST})")
