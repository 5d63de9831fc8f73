"""Conclude each hex's terrain from cover, relief and people, and keep which rule decided."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.problems import raise_any
from maps.toml_lines import TomlReader, load_toml

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.uint8]

__all__ = [
    "IGBP_CLASSES",
    "TERRAIN",
    "Facts",
    "Legend",
    "Rule",
    "decide_terrain",
    "gather_cover",
    "read_legend",
    "shipped_legend",
]

TERRAIN = (
    "open",
    "pasture",
    "heath",
    "woods_open",
    "woods_dense",
    "rough",
    "marsh",
    "bocage",
    "hills",
    "mountain",
    "town",
    "city",
    "water",
    "sea",
)
"""Names of terrain, in the order of their codes."""

IGBP_CLASSES = 17
"""Classes 0 to 16 of the International Geosphere-Biosphere Programme."""
_RULE_KEYS = (
    "name",
    "terrain",
    "share_of",
    "share_at_least",
    "relief_at_least_m",
    "height_at_least_m",
    "people_at_least",
    "place_rank_at_most",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: all its conditions must hold; an infinite limit always does."""

    name: str
    terrain: str
    share_of: tuple[str, ...]
    share_at_least: float
    relief_at_least_m: float
    height_at_least_m: float
    people_at_least: float
    place_rank_at_most: float


@dataclass(frozen=True)
class Legend:
    """What land cover classes are called, which rules decide, and what counts as a town or a river."""

    cover_names: tuple[str, ...]
    cover_of_class: tuple[int, ...]
    """For each raster class, the position in ``cover_names``, or -1."""
    rules: tuple[Rule, ...]
    rank_from: tuple[float, float, float]
    """Least population of places of rank 1, 2, 3."""
    river_from_km2: tuple[float, float, float]
    """Least area drained by a stream, a river, a major river."""


class Facts(NamedTuple):
    """What the rules look at, per hex: shares (n, k) under the legend's covers, metres, people, best rank."""

    shares: Floats
    relief_m: Floats
    height_m: Floats
    people: Floats
    rank: Floats


@cache
def shipped_legend() -> Legend:
    """Read the legend that comes with the package."""
    return read_legend(Path(str(files("maps.derive").joinpath("terrain.toml"))))


def read_legend(path: Path) -> Legend:
    """
    Read a legend; ``maps/derive/terrain.toml`` explains every key.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    data, lines = load_toml(path)
    reader = TomlReader(path.name, data, lines)
    reader.only(known=("cover", "rule", "places", "rivers"))
    names, of_class = _covers(reader)
    rules = tuple(_rule(reader, k, names) for k in range(len(reader.raw("rule") or ())))
    if not rules:
        reader.fault(("rule",), "is missing", "write at least one [[rule]] with name and terrain")
    limits = {"low": 0.0, "high": 1e9}
    legend = Legend(
        cover_names=names,
        cover_of_class=of_class,
        rules=rules,
        rank_from=(
            reader.number("places", "city_from", **limits),
            reader.number("places", "town_from", **limits),
            reader.number("places", "large_village_from", **limits),
        ),
        river_from_km2=(
            reader.number("rivers", "stream_from_km2", **limits),
            reader.number("rivers", "river_from_km2", **limits),
            reader.number("rivers", "major_river_from_km2", **limits),
        ),
    )
    raise_any(reader.problems)
    return legend


def _covers(reader: TomlReader) -> tuple[tuple[str, ...], tuple[int, ...]]:
    names: list[str] = []
    of_class = [-1] * IGBP_CLASSES
    for k in range(len(reader.raw("cover") or ())):
        reader.only("cover", k, known=("name", "classes"))
        names.append(reader.text("cover", k, "name"))
        classes = reader.raw("cover", k, "classes")
        if not isinstance(classes, list) or not all(isinstance(c, int) and 0 <= c < IGBP_CLASSES for c in classes):
            reader.fault(("cover", k, "classes"), f"is {classes!r}", f"list whole numbers from 0 to {IGBP_CLASSES - 1}")
            continue
        for code in classes:
            of_class[code] = k
    return tuple(names), tuple(of_class)


def _rule(reader: TomlReader, k: int, covers: tuple[str, ...]) -> Rule:
    reader.only("rule", k, known=_RULE_KEYS)
    share_of = reader.raw("rule", k, "share_of") or []
    for name in share_of:
        if name not in covers:
            reader.fault(("rule", k, "share_of"), f"names the cover {name!r}", f"known are {', '.join(covers)}")
    never = float("-inf")
    return Rule(
        name=reader.text("rule", k, "name"),
        terrain=reader.choice("rule", k, "terrain", known=TERRAIN, default="open"),
        share_of=tuple(share_of),
        share_at_least=reader.number("rule", k, "share_at_least", low=0, high=1, default=never),
        relief_at_least_m=reader.number("rule", k, "relief_at_least_m", low=0, high=9000, default=never),
        height_at_least_m=reader.number("rule", k, "height_at_least_m", low=-500, high=9000, default=never),
        people_at_least=reader.number("rule", k, "people_at_least", low=0, high=1e8, default=never),
        place_rank_at_most=reader.number("rule", k, "place_rank_at_most", low=1, high=4, default=-never),
    )


def gather_cover(class_shares: Floats, legend: Legend) -> Floats:
    """Add the shares of raster classes (n, 17) to shares of named covers (n, k)."""
    shares = np.zeros((len(class_shares), len(legend.cover_names)))
    for code, cover in enumerate(legend.cover_of_class):
        if cover >= 0:
            shares[:, cover] += class_shares[:, code]
    return shares


def decide_terrain(facts: Facts, legend: Legend) -> tuple[Codes, Codes]:
    """
    Give every hex the terrain of the first rule that holds, and that rule's position.

    A hex where no rule holds gets the last one.
    """
    n = len(facts.relief_m)
    rule_of = np.full(n, len(legend.rules) - 1, np.uint8)
    free = np.ones(n, bool)
    for k, rule in enumerate(legend.rules):
        fits = free & _holds(rule, facts, legend)
        rule_of[fits] = k
        free &= ~fits
    codes = np.array([TERRAIN.index(rule.terrain) for rule in legend.rules], np.uint8)
    return codes[rule_of], rule_of


def _holds(rule: Rule, facts: Facts, legend: Legend) -> NDArray[np.bool_]:
    columns = [legend.cover_names.index(name) for name in rule.share_of]
    holds = facts.shares[:, columns].sum(axis=1) >= rule.share_at_least
    for value, limit in (
        (facts.relief_m, rule.relief_at_least_m),
        (facts.height_m, rule.height_at_least_m),
        (facts.people, rule.people_at_least),
        (-facts.rank, -rule.place_rank_at_most),
    ):
        # Unknown heights (NaN) fulfil no limit.
        holds &= (value >= limit) | (limit == -np.inf)
    return np.asarray(holds)
