"""
Hold what a map remembers of its making, as values.

Which features of the sources bear on a hex, what was corrected by hand and
why, what was removed or restored for the date. Positions are longitude and
latitude (WGS 84), so all of it holds at any hex size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CORRECTED", "SHAPES", "VERDICTS", "Audited", "Correction", "Evidence"]

CORRECTED = ("terrain", "hexside", "slope", "border", "crossing", "road", "rail", "place", "height")
"""What a correction can change."""

SHAPES = {
    "terrain": ("area", "point"),
    "hexside": ("line",),
    "slope": ("line",),
    "border": ("line",),
    "crossing": ("point",),
    "road": ("line",),
    "rail": ("line",),
    "place": ("point",),
    "height": ("area", "point"),
}
"""How each of ``CORRECTED`` is drawn on the ground."""

VERDICTS = ("removed", "restored", "changed", "kept", "doubtful")
"""What became of a feature for the date's sake; kept: a rule would have removed it, the map maker overruled."""


@dataclass(frozen=True, slots=True)
class Correction:
    """
    One thing that the sources get wrong, in real coordinates.

    ``value`` is a word of the map (a terrain, one of ``HEXSIDES``, ``SLOPES``,
    ``CROSSINGS``, ``ROADS``, ``RAILS``, a border that is a hexside of the map's
    own; "none" takes away), a place's name or a height in metres. A hexside's
    line is laid along the hexsides nearest to it, a road's from hex to hex.
    """

    id: str
    what: str
    """One of ``CORRECTED``."""
    value: str
    shape: str
    """"area" (one outer ring), "line" or "point"."""
    points: tuple[tuple[float, float], ...]
    """Longitude, latitude; a ring is not closed again."""
    name: str = ""
    """Of the river, the bridge or the piece of ground; for a place its former name, if it is renamed."""
    rank: int = 0
    """Of a place that is added: 1 to 4."""
    why: str = ""
    source: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Audited:
    """One feature that was treated for the date of the map."""

    feature: str
    """Its id in the source, for example ``osm:way/4711``."""
    name: str
    kind: str
    """What it is, in words: "motorway", "reservoir", "railway, closed"."""
    verdict: str
    """One of ``VERDICTS``."""
    why: str
    """The tag or the rule that decided."""
    lon: float
    lat: float


@dataclass(frozen=True, eq=False)
class Evidence:
    """
    The features of the sources that bear on each hex.

    Rows are sorted by hex; ``starts[i]`` to ``starts[i + 1]`` are those of hex i.
    """

    starts: NDArray[np.int64]
    feature: NDArray[np.int32]
    """Position in ``names``."""
    amount: NDArray[np.float32]
    """Share of the hex for areas, metres for lines, 1 for points."""
    names: tuple[str, ...]
    """For example ``"osm:way/4711 woods (landuse=forest)"``."""

    def of(self, index: int, most: int = 12) -> list[tuple[str, float]]:
        """List what bears on a hex, greatest amount first."""
        rows = slice(int(self.starts[index]), int(self.starts[index + 1]))
        pairs = zip(self.feature[rows].tolist(), self.amount[rows].tolist(), strict=True)
        return [(self.names[k], amount) for k, amount in sorted(pairs, key=lambda pair: -pair[1])[:most]]
