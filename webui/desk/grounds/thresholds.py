"""Change the figures in rules of terrain, each by a slider, and write the rules anew with what was changed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from maps.derive.legend import LIMITS, Legend, legend_text, parse_legend
from maps.toml_lines import key_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maps.derive.legend import Rule
    from maps.owntables import OwnTables

__all__ = ["Threshold", "changed_legend", "thresholds"]

_PLACES = {
    "places.city_from": ("a city from", "people"), "places.town_from": ("a town from", "people"),
    "places.large_village_from": ("a large village from", "people"),
    "rivers.stream_from_km2": ("a stream from", "km² drained"),
    "rivers.river_from_km2": ("a river from", "km² drained"),
    "rivers.major_river_from_km2": ("a major river from", "km² drained"),
}  # fmt: skip
_WORDS = {
    "share_at_least": ("from a share of", ""), "relief_at_least_m": ("from", "m of relief"),
    "height_at_least_m": ("from a height of", "m"), "slope_at_least_deg": ("from a slope of", "°"),
    "people_at_least": ("from", "people in the hex"), "people_per_km2_at_least": ("from", "people to a km²"),
    "built_up_at_least_km2": ("from", "km² built-up"),
}  # fmt: skip
LEGEND = "legend.toml"
_VALUE = re.compile(r"=\s*[^#\n]*")
_WIDEST, _TIMES = 1.0, 3.0
_STEPS, _OF_A_RULE = 100, 3


class Threshold(NamedTuple):
    """One figure of the rules: its place, in words, its value as it comes and now, and what a slider may give."""

    key: str
    terrain: str
    rule: str
    words: str
    unit: str
    usual: float
    value: float
    most: float
    step: float
    whole: bool
    """Whether the terrain alone hangs on it, so that no source need be read again."""


def thresholds(
    own: str, limits: Mapping[str, float], width_km: float, kinds: OwnTables | None = None
) -> list[Threshold]:
    """
    List the figures that bear on hexes of a width.

    Parameters
    ----------
    own
        The text of rules of one's own; "": those of the program.
    kinds
        Kinds of one's own that stand beside the rules.

    Raises
    ------
    ProblemsFound
        If the rules cannot be read.
    """
    text = own or legend_text()
    legend, places = parse_legend(text, LEGEND, kinds), key_lines(text)
    rows = (*_of_rules(legend, width_km), *_of_sizes(legend))
    return [_made(*row, limits) for row in rows if _place(row[0]) in places]


def changed_legend(own: str, limits: Mapping[str, float], kinds: OwnTables | None = None) -> str:
    """
    Write rules of terrain with some figures changed; a rule whose figure was changed says so in its name.

    Raises
    ------
    ProblemsFound
        If the rules cannot be read, or a figure is none that they can have.
    """
    text = own or legend_text()
    names = {rule.place: rule.name for rule in parse_legend(text, LEGEND, kinds).rules}
    places, lines = key_lines(text), text.splitlines()
    for key, value in limits.items():
        path = _place(key)
        if path not in places:
            continue
        at = places[path] - 1
        lines[at] = _VALUE.sub(f"= {value:.10g} ", lines[at], count=1).rstrip()
        if len(path) == _OF_A_RULE and (named := places.get((*path[:2], "name"))):
            name = f"{names[path[:2]]} (here {_WORDS[str(path[2])][0]} {value:g})"
            lines[named - 1] = f"name = {json.dumps(name, ensure_ascii=False)}"
    made = "\n".join([*lines, ""])
    parse_legend(made, LEGEND, kinds)
    return made


def _place(key: str) -> tuple[str | int, ...]:
    return tuple(int(part) if part.isdigit() else part for part in key.split("."))


def _of_rules(legend: Legend, width_km: float) -> Iterator[tuple[str, str, str, str, float]]:
    for rule in legend.rules:
        if not _bears(rule, width_km):
            continue
        place = ".".join(map(str, rule.place))
        if rule.shares:
            yield f"{place}.share_at_least", rule.terrain, rule.name, "share_at_least", rule.shares[0].at_least
        for limit in rule.limits:
            if limit.key in _WORDS:
                yield f"{place}.{limit.key}", rule.terrain, rule.name, limit.key, limit.value


def _of_sizes(legend: Legend) -> Iterator[tuple[str, str, str, str, float]]:
    values = (*legend.rank_from, *legend.river_from_km2)
    for key, value in zip(_PLACES, values, strict=True):
        yield key, "", "", key, value


def _bears(rule: Rule, width_km: float) -> bool:
    widths = {limit.key: limit.value for limit in rule.limits if limit.key.startswith("hex_width")}
    least, below = widths.get("hex_width_at_least_km", 0.0), widths.get("hex_width_less_than_km", float("inf"))
    return least <= width_km < below


def _made(key: str, terrain: str, rule: str, figure: str, usual: float, limits: Mapping[str, float]) -> Threshold:
    words, unit = _PLACES.get(figure) or _WORDS[figure]
    highest = LIMITS[figure][3] if figure in LIMITS else float("inf")
    most = _WIDEST if figure == "share_at_least" else min(highest, _TIMES * (usual or 1.0))
    step = 0.01 if figure == "share_at_least" else _round(most / _STEPS)
    return Threshold(key, terrain, rule, words, unit, usual, limits.get(key, usual), most, step, bool(rule))


def _round(step: float) -> float:
    """Give the round figure below a step: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** len(str(int(step))) / 10 if step >= 1 else 0.1
    return next((times * power for times in (5, 2, 1) if times * power <= step), power)
