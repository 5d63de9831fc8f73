"""Flow panels through the free ends of columns, parted where an end is full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenarios.printshop.reference.packing import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenarios.printshop.reference.packing import Free
    from scenarios.printshop.reference.setting import SetPanel

__all__ = ["flowed"]


def flowed(panels: Iterable[SetPanel], free: Iterable[Free], gap: float) -> Iterator[tuple[SetPanel, Spot]]:
    """
    Fill the free ends of columns one after the other; what is left of a panel goes on under the same heading.

    Where the ends are full before all stands somewhere, the rest is not given: whoever asks must count.
    """
    ends = iter(free)
    end = next(ends, None)
    for panel in panels:
        rest: SetPanel | None = panel
        while rest is not None:
            if end is None:
                return
            part, left = rest.parted(end.foot - end.top)
            if part is not None:
                yield part, Spot(end.page, end.column, end.top)
                end = end._replace(top=end.top + part.high + gap)
            if left is not None:
                end = next(ends, None)
            rest = left
