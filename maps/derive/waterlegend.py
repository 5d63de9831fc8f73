"""Read what counts as a stream or river, which lakes and slopes lie on hexsides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from maps.problems import raise_any
from maps.toml_lines import TomlReader

__all__ = ["WaterLegend", "read_water_legend", "shipped_water_legend"]

_RIVERS = ("river_from_m", "major_river_from_m", "small_river_km", "join_m", "gap_m")
_WIDEST_KM = 50


@dataclass(frozen=True, slots=True)
class WaterLegend:
    """
    Thresholds of waters and slopes, as ``maps/derive/waters.toml`` explains them.

    The scales list pairs or triples, the narrowest hexes first: the greatest width in km, then its limits.
    """

    river_from_m: float
    major_river_from_m: float
    small_river_km: float
    join_m: float
    gap_m: float
    rivers: tuple[tuple[float, float, float], ...]
    """Hex width in km; least km of natural water above a mouth; of all water."""
    water_share: float
    narrow_from_hexes: float
    cliff_from_hexes: float
    slopes: tuple[tuple[float, float], ...]
    """Hex width in km; least angle of a steep hexside in degrees."""

    def stream_m(self, width_m: float) -> float:
        """Give the least metres of natural water above a mouth, at a hex width."""
        return 1000 * next((row[1] for row in self.rivers if width_m <= 1000 * row[0]), self.rivers[-1][1])

    def drain_m(self, width_m: float) -> float:
        """Give the least metres of water, drains and canals too, above a mouth, at a hex width."""
        return 1000 * next((row[2] for row in self.rivers if width_m <= 1000 * row[0]), self.rivers[-1][2])

    def steep_deg(self, width_m: float) -> float:
        """Give the least angle of a steep hexside, at a hex width."""
        return next((row[1] for row in self.slopes if width_m <= 1000 * row[0]), self.slopes[-1][1])


@cache
def shipped_water_legend() -> WaterLegend:
    """Read the legend that comes with the package."""
    return read_water_legend(Path(str(files("maps.derive").joinpath("waters.toml"))))


def read_water_legend(path: Path) -> WaterLegend:
    """
    Read a legend of waters; ``maps/derive/waters.toml`` explains every key.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    reader = TomlReader.of(path)
    reader.only(known=("rivers", "lakes", "slopes"))
    reader.only("rivers", known=(*_RIVERS, "scale"))
    reader.only("lakes", known=("water_share", "narrow_from_hexes"))
    reader.only("slopes", known=("cliff_from_hexes", "scale"))
    limits = {key: reader.number("rivers", key, low=0, high=1e5) for key in _RIVERS}
    rivers = _scale(reader, "rivers", ("stream_km", "drain_km"), 1e5)
    slopes = _scale(reader, "slopes", ("steep_deg",), 90)
    legend = WaterLegend(
        **limits,
        rivers=tuple((row[0], row[1], row[2]) for row in rivers),
        water_share=reader.number("lakes", "water_share", low=0.01, high=1),
        narrow_from_hexes=reader.number("lakes", "narrow_from_hexes", low=0, high=1e3),
        cliff_from_hexes=reader.number("slopes", "cliff_from_hexes", low=0, high=1e3),
        slopes=tuple((row[0], row[1]) for row in slopes),
    )
    if legend.river_from_m > legend.major_river_from_m:
        reader.fault(("rivers", "major_river_from_m"), "is less than river_from_m", "give the greater breadth")
    raise_any(reader.problems)
    return legend


def _scale(reader: TomlReader, table: str, keys: tuple[str, ...], high: float) -> list[tuple[float, ...]]:
    rows: list[tuple[float, ...]] = []
    for k in range(len(reader.raw(table, "scale") or ())):
        reader.only(table, "scale", k, known=("up_to_km", *keys))
        least = rows[-1][0] if rows else 0.0
        width = reader.number(table, "scale", k, "up_to_km", low=least, high=_WIDEST_KM)
        rows.append((width, *(reader.number(table, "scale", k, key, low=0, high=high) for key in keys)))
    if not rows:
        reader.fault((table, "scale"), "is missing", f"write at least one [[{table}.scale]] with up_to_km")
        rows.append((_WIDEST_KM, *(0.0 for _ in keys)))
    return rows
