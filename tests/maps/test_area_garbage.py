"""Area files of garbage: whatever stands where, it is refused in words or makes an area; nothing else happens."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.area.area import layout_of
from maps.area.reader import KEYS, TABLES, parse_area
from maps.problems import ProblemsFound

SOUND = {
    "name": '"Toy"',
    "hexes": {"width_km": "5"},
    "sources": {"online": '"overpass"'},
    "box": {"west": "5", "south": "49", "east": "6", "north": "50"},
}
PLACES = [
    *((key,) for key in KEYS),
    *((table, key) for table, keys in TABLES.items() for key in keys),
    *(("box", side) for side in SOUND["box"]),
    ("around", "width_km"),
    ("around", "height_km"),
    ("unknown",),
    ("box", "unknown"),
]


def toml(value):
    """Write a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else str(value)


TEXT = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8),
    st.sampled_from(
        ["EPSG:3857", "EPSG:32632", "EPSG:4978", "+proj=moll", "1944-12", "flat", "..", "/", "a\u0000"[:1]]
    ),
)
NUMBER = st.one_of(st.integers(), st.integers(-200, 200), st.floats(), st.floats(-200, 200), st.just(10**400))
ONE = st.one_of(TEXT, NUMBER, st.booleans(), st.dates(), st.datetimes().map(lambda when: when.replace(microsecond=0)))
PAIR = st.lists(NUMBER, min_size=2, max_size=2)
VALUE = st.one_of(ONE, PAIR, st.lists(PAIR, max_size=6), st.lists(ONE, max_size=3), st.just([{}]), st.just({"a": 1}))


def written(value):
    return str(value).replace(" ", "T") if isinstance(value, dt.datetime) else toml(value)


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(PLACES), VALUE, max_size=4), st.sets(st.sampled_from(sorted(SOUND)), max_size=2))
def test_garbage_is_refused_in_words(tmp_path_factory, garbage, left_out):
    top = {key: value for key, value in SOUND.items() if key not in left_out}
    top = {key: dict(value) if isinstance(value, dict) else value for key, value in top.items()}
    for place, value in garbage.items():
        if len(place) == 1:
            top[place[0]] = written(value)
        elif isinstance(top.setdefault(place[0], {}), dict):
            top[place[0]][place[1]] = written(value)
    plain = [f"{key} = {value}" for key, value in top.items() if not isinstance(value, dict)]
    tables = [
        f"[{key}]\n" + "\n".join(f"{k} = {v}" for k, v in inner.items())
        for key, inner in top.items()
        if isinstance(inner, dict)
    ]
    try:
        area, faults = parse_area("\n".join([*plain, *tables]), name="area.toml", folder=Path(__file__).parent), ()
    except ProblemsFound as found:
        area, faults = None, found.problems
    assert all(len(str(problem)) < 1500 for problem in faults)
    if area is not None:
        grid = layout_of(area).grid
        assert min(grid.cols, grid.rows) >= 2


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_text_is_refused_in_words(text):
    with pytest.raises(ProblemsFound):
        parse_area(text, name="area.toml", folder=Path(__file__).parent)
