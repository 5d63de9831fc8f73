"""Change the names of rivers and bridges on hexsides, where a map keeps both in one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.grid.hexmap import CROSSINGS

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SideNames"]

Key = tuple[int, int]


class SideNames:
    """Names by (lower index, side), parted into the river's and the crossing's."""

    def __init__(self, names: Mapping[Key, str], crossing: NDArray[np.uint8]) -> None:
        """Take a map's names, and the crossings that they were joined for."""
        self._names, self._crossing = names, crossing
        self._parted: dict[Key, tuple[str, str]] = {}

    def of(self, key: Key) -> tuple[str, str]:
        """Give the names of the river and of the crossing, empty where there is none."""
        if key not in self._parted:
            river, _, crossing = self._names.get(key, "").rpartition(", ")
            self._parted[key] = (river, crossing) if self._crossing[key] else (self._names.get(key, ""), "")
        return self._parted[key]

    def name_river(self, key: Key, name: str) -> None:
        """Name the water on a hexside; empty takes the name away."""
        self._parted[key] = (name, self.of(key)[1])

    def name_crossing(self, key: Key, name: str) -> None:
        """Name the bridge on a hexside; a comma and space in it would part it, and go."""
        self._parted[key] = (self.of(key)[0], name.replace(", ", " "))

    def joined(self, crossing: NDArray[np.uint8]) -> dict[Key, str]:
        """Join the names again, for the crossings as they are now."""
        found = dict(self._names)
        for key, (river, name) in self._parted.items():
            text = _join(river, name, int(crossing[key]))
            if text:
                found[key] = text
            else:
                found.pop(key, None)
        return found


def _join(river: str, name: str, crossing: int) -> str:
    if not crossing:
        return river
    # A river's name alone would be read as the bridge's.
    name = name or (CROSSINGS[crossing].replace("_", " ") if river else "")
    return f"{river}, {name}" if river else name
