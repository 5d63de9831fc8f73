"""Conclude each hex's terrain from cover, relief and people, and keep which rule decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.covers import COVERS
from maps.derive.legend import LIMITS, TERRAIN, Legend, read_legend, shipped_legend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.derive.legend import Limit, Rule, Share

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    Codes = NDArray[np.uint8]

__all__ = [
    "TERRAIN",
    "Facts",
    "Legend",
    "decide_terrain",
    "read_legend",
    "reasons",
    "shipped_legend",
]

_AT_ONCE = 20_000
_HAIR = 1e-6
"""Shares are kept to seven digits: a limit missed by less than this is met."""


@dataclass(frozen=True, eq=False)
class Facts:
    """
    What the rules look at, per hex; what is not given or NaN is unknown and fulfils no limit.

    Everything is looked at in single precision, as maps keep it, so that a
    stored map decides as the build did.

    Attributes
    ----------
    shares
        Share of each hex under each of ``COVERS`` (n, k).
    hex_width_km
        Width of the hexes from flat to flat.
    rank
        Best rank of the places of each hex (n,), infinite where there is none.
    people
        People of all places of each hex (n,).
    built_up_km2
        Size of the built-up ground that the hex is part of (n,); see ``settlements.built_up_km2``.
    sea, near_sea
        Whether the hex hangs together with the sea; whether it touches it (n,).
    """

    shares: NDArray[np.floating]
    hex_width_km: float
    relief_m: NDArray[np.floating] | None = None
    height_m: NDArray[np.floating] | None = None
    slope_deg: NDArray[np.floating] | None = None
    people: NDArray[np.floating] | None = None
    rank: NDArray[np.floating] | None = None
    built_up_km2: NDArray[np.floating] | None = None
    sea: Bools | None = None
    near_sea: Bools | None = None

    def figure(self, name: str) -> NDArray[np.floating] | np.float32 | None:
        """Give a figure that ``LIMITS`` names, per hex, or one for all; None if unknown."""
        if name == "hex_width":
            return np.float32(self.hex_width_km)
        if name == "people_per_km2":
            area_km2 = 0.5 * 3**0.5 * self.hex_width_km**2
            return None if self.people is None else self.people / area_km2
        columns = {"relief": "relief_m", "height": "height_m", "slope": "slope_deg", "built_up": "built_up_km2"}
        found: NDArray[np.floating] | None = getattr(self, columns.get(name, name))
        return found

    def of(self, index: int) -> Facts:
        """Pick the facts of one hex."""
        return self.part(slice(index, index + 1))

    def part(self, hexes: slice) -> Facts:
        """Pick the facts of some hexes that follow each other."""
        columns = {name: getattr(self, name) for name in _COLUMNS}
        picked = {name: column[hexes] for name, column in columns.items() if column is not None}
        return Facts(hex_width_km=self.hex_width_km, **picked)


_COLUMNS = ("shares", "relief_m", "height_m", "slope_deg", "people", "rank", "built_up_km2", "sea", "near_sea")


def decide_terrain(facts: Facts, legend: Legend) -> tuple[Codes, Codes]:
    """
    Give every hex the terrain of the first rule that holds, and that rule's position.

    A hex where no rule holds gets the last one.
    """
    rule_of = np.full(len(facts.shares), len(legend.rules) - 1, np.uint8)
    # What was summed for one rule is near at hand for the next, and is not held for all hexes at once.
    for first in range(0, len(rule_of), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        _decide(_Columns(facts.part(part)), legend, rule_of[part])
    codes = np.array([legend.shown_names.index(rule.terrain) for rule in legend.rules], np.uint8)
    return codes[rule_of], rule_of


def _decide(columns: _Columns, legend: Legend, rule_of: Codes) -> None:
    free = np.ones(len(rule_of), bool)
    for k, rule in enumerate(legend.rules):
        fits = columns.holds(rule)
        if fits is not False:
            taken = free if fits is True else free & fits
            rule_of[taken] = k
            free = free & ~taken


class _Columns:
    """The facts column by column, each cast and each sum of shares taken once."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.sums: dict[tuple[str, ...], Floats] = {}
        self.cast: dict[str, NDArray[np.float32]] = {}

    def holds(self, rule: Rule) -> Bools | bool:
        """Say where a rule holds; True or False if it does everywhere or nowhere."""
        fits: Bools | bool = True
        # Widths first: what does not fit the size of the hexes is done with at once.
        for limit in sorted(rule.limits, key=lambda limit: limit.figure != "hex_width"):
            fits = _both(fits, self._reaches(limit))
            if fits is False:
                return False
        for water in rule.waters:
            column = getattr(self.facts, water)
            fits = _both(fits, False if column is None else column)
        for share in rule.shares:
            fits = _both(fits, self._covered(share))
        return fits

    def _reaches(self, limit: Limit) -> Bools | bool:
        if limit.figure not in self.cast:
            figure = self.facts.figure(limit.figure)
            self.cast[limit.figure] = np.asarray(np.nan if figure is None else figure, np.float32)
        value, least = self.cast[limit.figure], np.float32(limit.value)
        if limit.key.endswith("less_than_km"):
            met = value < least
        else:
            met = value >= least if limit.is_lower else value <= least
        return bool(met) if met.ndim == 0 else met

    def _covered(self, share: Share) -> Bools:
        total = self.share(share.of)
        met: Bools = total >= share.at_least - _HAIR
        return met & (total <= share.at_most + _HAIR) if share.at_most < 1 else met

    def share(self, covers: tuple[str, ...]) -> Floats:
        if covers not in self.sums:
            total = np.zeros(len(self.facts.shares))
            for name in covers:
                total += self.facts.shares[:, COVERS.index(name)].astype(np.float32, copy=False)
            self.sums[covers] = total
        return self.sums[covers]


def _both(one: Bools | bool, other: Bools | bool) -> Bools | bool:
    if one is False or other is False:
        return False
    if one is True:
        return other
    return one if other is True else one & other


def reasons(rule: Rule, facts: Facts) -> tuple[str, ...] | None:
    """
    Put the conditions of a rule beside the numbers that met them, for one hex.

    Returns
    -------
    tuple of str or None
        For example ``("forest 71 % >= 60 %", "relief 180 m >= 165 m")``; None if the rule does not hold there.
    """
    columns = _Columns(facts)
    fits = columns.holds(rule)
    if not (fits if isinstance(fits, bool) else bool(fits[0])):
        return None
    words = [_share_words(share, float(columns.share(share.of)[0])) for share in rule.shares]
    words += [_limit_words(limit, float(np.ravel(columns.cast[limit.figure])[0])) for limit in rule.limits]
    words += ["part of the sea" if water == "sea" else "touches the sea" for water in rule.waters]
    return tuple(words)


def _share_words(share: Share, value: float) -> str:
    limits = [f">= {_percent(share.at_least)}"] if share.at_least > 0 else []
    limits += [f"<= {_percent(share.at_most)}"] if share.at_most < 1 else []
    return f"{' + '.join(share.of)} {_percent(value)} {' and '.join(limits)}"


def _percent(share: float) -> str:
    # Rounded down, so that 59.96 % never reads as having reached 60 %.
    return f"{np.floor(share * 1000 + 1e-3) / 10:g} %"


def _limit_words(limit: Limit, value: float) -> str:
    name, unit, _, _ = LIMITS[limit.key]
    sign = "<" if limit.key.endswith("less_than_km") else ">=" if limit.is_lower else "<="
    # Half a metre says nothing, half a hex's width much.
    figures = 0 if unit in {"m", ""} else 1
    end = f" {unit}" if unit and unit != "°" else unit
    said = f"{value:,.{figures}f}" if value != round(value) else f"{value:,.0f}"
    return f"{_PLAIN.get(name, name)} {said}{end} {sign} {limit.value:,g}{end}"


_PLAIN = {
    "rank": "best rank of a place",
    "people_per_km2": "people",
    "built_up": "built-up ground together",
    "hex_width": "hex width",
}
