"""Read how ground is invented for a table: ``ground.toml``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from maps.problems import did_you_mean, raise_any
from maps.toml_lines import TomlReader, load_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["GroundLegend", "Kind", "read_ground_legend", "shipped_ground_legend"]

_MOST = 1000.0
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Kind:
    """
    What a hex is of that the campaign calls so.

    Attributes
    ----------
    own, known
        Its least share of itself, where no cover is known and where it is.
    rest
        The terrain of the rest where no cover is known.
    relief_m
        How much the ground rises and falls where no heights are known.
    """

    own: float
    known: float
    rest: str
    relief_m: float = 0.0


@dataclass(frozen=True, slots=True)
class GroundLegend:
    """What ``ground.toml`` says; its comments tell what the figures mean."""

    wave_inches: float
    wander: float
    road_wander: float
    built_m2: float
    most_built: float
    hills_from_m: float
    hills_per_m: float
    most_hills: float
    valley: float
    steep_deg: float
    usual_people: tuple[float, ...]
    cover: Mapping[str, Mapping[str, float]]
    terrain: Mapping[str, Kind]


_LISTS = ("usual_people", "cover", "terrain")
_FIGURES = tuple(item.name for item in fields(GroundLegend) if item.name not in _LISTS)


@cache
def shipped_ground_legend() -> GroundLegend:
    """Give what comes with the package."""
    return read_ground_legend(Path(str(files("scenarios.battles.ground").joinpath("ground.toml"))))


def read_ground_legend(path: Path) -> GroundLegend:
    """
    Read a table of invented ground.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    data, lines = load_toml(path)
    reader = TomlReader(path.name, data, lines)
    reader.only(known=(*_FIGURES, *_LISTS))
    figures = {name: reader.number(name, low=0, high=_MOST) for name in _FIGURES}
    people = data.get("usual_people")
    if not (isinstance(people, list) and people and all(type(one) is int and one > 0 for one in people)):
        reader.fault(("usual_people",), f"is {people!r}", "write a list of people by rank: [30000, 5000, 1000, 250]")
    cover = {name: _mixture(reader, name) for name in data.get("cover") or {}}
    kinds = {name: _kind(reader, name) for name in data.get("terrain") or {}}
    for missing in sorted(set(shipped_palette().terrain) - set(kinds)):
        reader.fault(("terrain",), f"says nothing of {missing}", f'write {missing} = {{ own = 0.5, rest = "open" }}')
    raise_any(reader.by_line())
    return GroundLegend(**figures, usual_people=tuple(people or ()), cover=cover, terrain=kinds)


def _mixture(reader: TomlReader, name: str) -> dict[str, float]:
    known = shipped_palette().terrain
    reader.only("cover", name, known=tuple(known))
    shares = {kind: reader.number("cover", name, kind, low=0, high=1, default=0) for kind in known}
    if abs(sum(shares.values()) - 1) > _HAIR:
        reader.fault(("cover", name), f"sums to {sum(shares.values()):g}", "give shares that sum to 1")
    return {kind: share for kind, share in shares.items() if share}


def _kind(reader: TomlReader, name: str) -> Kind:
    reader.only("terrain", name, known=("own", "known", "rest", "relief_m"))
    own, told = (reader.number("terrain", name, key, low=0, high=1) for key in ("own", "known"))
    relief = reader.number("terrain", name, "relief_m", low=0, high=_MOST, default=0)
    return Kind(own, told, _terrain(reader, "terrain", name, "rest"), relief)


def _terrain(reader: TomlReader, *keys: str) -> str:
    known, found = shipped_palette().terrain, reader.text(*keys)
    if found not in known:
        reader.fault(keys, f"is {found!r}, which is no terrain", did_you_mean(found, known))
    return found
